// The opening figure as a pure function: one row of 16 keys, one slider, and nine states of it over the track.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { AttentionRow } from '../../engine/protocol.ts';
import { divisorOf, fourDigits, markOf, sigmaOf, zoneOf, type Params } from '../../state/params.ts';
import { chartLabel } from '../chart.ts';
import type { Actions } from '../controls/actions.ts';
import { divisorRange } from '../controls/divisor.ts';
import { SYMBOLS, rich, variable, type Piece } from '../math.ts';
import { datum, figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { OCTAVES, layoutOpening, type Frame, type OpeningLayout } from './layout.ts';
import { KEY_COUNT, strongestOf } from './query.ts';

export interface OpeningModel extends FigureModel {
  params: Params;
  /** Where the thumb is drawn: log₂ α, on its way while a stop is crossed to. */
  logAlpha: number;
  row: { params: Params; result: AttentionRow } | undefined;
  strip: readonly Float32Array[] | undefined;
  shows(control: 'divisor'): boolean;
}

const zoneAt = (params: Params) => zoneOf(sigmaOf(params), KEY_COUNT);
const keyName = (index: number): TemplateResult => html`<span class="dk-key-name">${variable('k', String(index + 1))}</span>`;
const effectiveText = (row: AttentionRow, strings: Strings): string => strings.fixed(row.effectiveKeys, 1);

export function openingView(model: OpeningModel, actions: Actions, strings: Strings): TemplateResult {
  return html`<figure class="dk-figure dk-in-${zoneAt(model.params)} ${model.waiting ? 'waiting' : ''} ${model.moving ? 'moving' : ''}" aria-labelledby="${model.uid}-title">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-opening', titleKey: 'opening.title', level: 2 }, strings)}${model.notes}
    ${picture(model, actions, strings)}
    ${ends(model, strings)}
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption>${model.row ? caption(model.row.params, model.row.result, strings) : nothing}</figcaption>
    <p class="dk-note">${rich(strings, 'opening.own', { headDim: String(model.params.headDim), seed: String(model.params.seed), count: String(KEY_COUNT) })}</p>
    ${foot(model, strings)}
  </figure>`;
}

function picture(model: OpeningModel, actions: Actions, strings: Strings): TemplateResult {
  const row = model.row?.result;
  const empty = new Float32Array(KEY_COUNT);
  const layout = layoutOpening({ weights: row?.weights ?? empty, strongest: row ? strongestOf(row) : 0, logAlpha: model.logAlpha, strip: model.strip }, model.width, strings);
  const range = { id: `${model.uid}-divisor`, params: model.params, octaves: OCTAVES, position: model.logAlpha, actions, strings };
  return html`<div class="dk-drawing" style="--track: ${layout.track}px; --inset: ${layout.inset.toFixed(2)}px; height: ${layout.height}px">
    ${row ? drawing(layout, strongestOf(row), spokenRow(row, strings)) : nothing}
    ${model.shows('divisor') ? [row ? layout.strip.frames.map((frame) => stopButton(frame, layout, model, actions, strings)) : nothing, divisorRange(range)] : nothing}
  </div>`;
}

function drawing(layout: OpeningLayout, strongest: number, spoken: string): TemplateResult {
  const { width, height, base, ghost, level, strip, track, inset } = layout;
  const classOf = (id: string): string => (id === 'value' ? 'dk-hue' : id === 'alone' ? 'dk-zone-small' : 'dk-zone-large');
  return html`<svg class="dk-picture" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <rect class="dk-ghost" x=${ghost.x.toFixed(1)} y=${ghost.y} width=${ghost.width} height=${ghost.height} />
    <path class="dk-bars" d=${layout.bars} />
    <path class="dk-axis" d=${`M0 ${base}H${width}`} />
    <path class="dk-level" d=${`M0 ${level.toFixed(2)}H${width}`} />
    ${layout.keys.map(({ x, index }) => svg`<text class=${index === strongest ? 'dk-name strongest' : 'dk-name'} x=${x.toFixed(1)} y=${base + 21} text-anchor="middle" font-size="15"><tspan class="dk-var">k</tspan><tspan class="dk-below-line" dy="3.5" font-size="12">${index + 1}</tspan></text>`)}
    ${layout.labels.map((one) => chartLabel(one, classOf(one.id)))}
    ${strip.frames.map((frame) => svg`<g class=${`dk-frame dk-zone-${frame.zone} ${frame.current ? 'current' : ''}`}><path class="dk-axis" d=${frame.floor} /><path class="dk-frame-bars" d=${frame.bars} /></g>`)}
    ${layout.zones.map(({ zone, from, to }) => svg`<path class="dk-track dk-zone-${zone}" d=${`M${(inset + from).toFixed(2)} ${track}H${(inset + to).toFixed(2)}`} />`)}
  </svg>`;
}

/** One of the film strip's states: to go there. */
function stopButton(frame: Frame, { strip }: OpeningLayout, { params }: OpeningModel, actions: Actions, strings: Strings): TemplateResult {
  const divisor = frame.alpha * Math.sqrt(params.headDim);
  const there = Math.abs(Math.log2(divisorOf(params) / divisor)) < 1e-3;
  const patch: Partial<Params> = frame.alpha === 1 ? { divisor: 'root', alpha: undefined } : params.alpha === undefined ? { divisor: fourDigits(divisor) } : { alpha: fourDigits(frame.alpha) };
  return html`<button type="button" class="dk-stop" data-stop=${frame.stop} aria-pressed=${there ? 'true' : 'false'} aria-label=${strings.text('opening.stop', { c: strings.divisor(divisor), alpha: strings.short(frame.alpha) })}
    style="left: ${frame.left.toFixed(1)}px; top: ${strip.top - 4}px; width: ${frame.width.toFixed(1)}px; height: ${strip.height + 4}px" @click=${() => actions.choose(patch)}></button>`;
}

function spokenRow(row: AttentionRow, strings: Strings): string {
  return strings.text('opening.spoken', { count: KEY_COUNT, key: strongestOf(row) + 1, max: strings.exact(row.maxWeight, 2), effective: effectiveText(row, strings) });
}

/** What the divisor is, in as few signs as there are. */
function divided(params: Params, strings: Strings): Piece[] {
  const faces: Record<string, Piece> = { root: SYMBOLS['rootdk']!, root4: SYMBOLS['root4dk']!, rootmodel: SYMBOLS['rootdmodel']!, dk: SYMBOLS['dk']! };
  const mark = markOf(params);
  return ['÷ ', (mark && faces[mark]) ?? strings.short(divisorOf(params), 4)];
}

function ends(model: OpeningModel, strings: Strings): TemplateResult {
  const row = model.row?.result;
  return html`<div class="dk-ends">
    <p class="dk-end dk-zone-small"><b>${strings.text('opening.left')}</b><span>${strings.text('opening.left-below')}</span></p>
    <p class="dk-now"><span class="dk-divided">${divided(model.params, strings)}</span><span>${
      row ? rich(strings, 'opening.share', { effective: html`<b>${datum({ name: 'effective-keys', value: row.effectiveKeys }, effectiveText(row, strings))}</b>`, count: String(KEY_COUNT) }) : nothing
    }</span></p>
    <p class="dk-end dk-zone-large"><b>${strings.text('opening.right')}</b><span>${strings.text('opening.right-below')}</span></p>
  </div>`;
}

function caption(params: Params, row: AttentionRow, strings: Strings): TemplateResult {
  const zone = zoneAt(params);
  const divisor = divisorOf(params);
  const kind = params.alpha !== undefined ? 'alpha' : (markOf(params) ?? 'number');
  const lead = rich(strings, `caption.lead.${kind}`, { headDim: params.headDim, keyCount: KEY_COUNT, c: strings.short(divisor, 4), alpha: strings.short(divisor / Math.sqrt(params.headDim), 4) });
  const values = {
    key: keyName(strongestOf(row)),
    max: html`<b class="dk-hue">${datum({ name: 'max-weight', value: row.maxWeight }, strings.exact(row.maxWeight, 2))}</b>`,
    effective: html`<b class="dk-hue">${effectiveText(row, strings)}</b>`,
    count: String(KEY_COUNT),
  };
  return html`<p class="dk-caption dk-in-${zone}"><b>${lead}</b>${rich(strings, `opening.caption.${zone}`, values)}${rich(strings, 'opening.caption.same')}</p>
    <span hidden data-name="zone" data-value=${zone}></span><span hidden data-name="divisor" data-value=${divisor}></span><span hidden data-name="strongest-key" data-value=${strongestOf(row) + 1}></span>`;
}

/** The state in one sentence, to be heard. */
export function openingSentence(params: Params, row: AttentionRow, strings: Strings): string {
  return strings.text('opening.said', { state: strings.text(`zone.${zoneAt(params)}`), key: strongestOf(row) + 1, max: strings.exact(row.maxWeight, 2), effective: effectiveText(row, strings) });
}

function foot(model: OpeningModel, strings: Strings): TemplateResult {
  const { row } = model;
  return figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: row && (() => tableOf(row.params, row.result, strings)) }, strings);
}

function tableOf(params: Params, row: AttentionRow, strings: Strings): TemplateResult {
  const divisor = divisorOf(params);
  return html`<table>
    <caption>${strings.text('opening.table', { dk: params.headDim, c: strings.divisor(divisor), seed: params.seed })}</caption>
    <thead><tr>${['key', 'score', 'logit', 'weight'].map((name) => html`<th scope="col">${strings.text(`opening.table.${name}`)}</th>`)}</tr></thead>
    <tbody>${Array.from(row.weights, (weight, i) => html`<tr><th scope="row">${keyName(i)}</th><td>${strings.fixed(row.scores[i] ?? 0, 2)}</td><td>${strings.exact((row.scores[i] ?? 0) / divisor, 2)}</td><td>${strings.exact(weight, 4)}</td></tr>`)}</tbody>
  </table>`;
}
