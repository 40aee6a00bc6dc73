// The figure as a pure function of what is known: parameters, results, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import { alphaOf, divisorOf, sigmaOf, zoneOf, zoneLimits, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { divisorFoot, divisorMarks, divisorRange, type DivisorControl } from '../controls/divisor.ts';
import { paramSlider, type SizeKey } from '../controls/param_slider.ts';
import { slider } from '../controls/slider.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW, curveAt } from '../divisor_axis.ts';
import { rich } from '../math.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption } from './caption.ts';
import { layoutBars } from './layout_bars.ts';
import { layoutCurve } from './layout_curve.ts';
import { figureFoot, figureHead } from '../parts.ts';
import { barsPicture, curvePicture } from './picture.ts';
import { MEASURED_ALPHAS, THEORY_ALPHAS, type CurveResult, type StateResult } from './query.ts';
import { gauge, readouts, standingWords, type ReadoutInput } from './readouts.ts';
import { standingOf } from './state_words.ts';

/** A result and the parameters that it answers. */
export interface Answered<Result> {
  params: Params;
  result: Result;
}

export interface SaturationModel extends FigureModel {
  params: Params;
  /** Where the thumb is drawn: log₂ α, on its way while a mark is crossed to. */
  logAlpha: number;
  state: Answered<StateResult> | undefined;
  curve: Answered<CurveResult> | undefined;
  shows(control: 'divisor' | 'dk' | 'keys' | 'sample'): boolean;
}

/** From this width on, two columns stand side by side. */
const WIDE = 860;
const GAP = 64;

export function saturationView(model: SaturationModel, actions: Actions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  const left = wide ? Math.round((model.width - GAP) * 0.39) : model.width;
  const right = wide ? model.width - GAP - left : model.width;
  const zone = zoneOf(sigmaOf(model.params), model.params.keyCount);
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} dk-in-${zone} ${model.waiting ? 'waiting' : ''} ${model.moving ? 'moving' : ''}" aria-labelledby="${model.uid}-title" style="--left: ${left}px; --right: ${right}px">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-saturation', titleKey: 'saturation.title', ...(model.shows('sample') ? { sample: { seed: model.params.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    <div class="dk-columns">
      ${rowPanel(model, { width: left, plot: wide ? 248 : 194 }, strings)}
      ${curvePanel(model, { width: right, plot: wide ? 286 : 222 }, actions, strings)}
      <div class="dk-panel dk-sliders">${sizeSliders(model, actions, strings)}</div>
    </div>
    ${verdict(model, strings)}
    ${foot(model, strings)}
  </figure>`;
}

function rowPanel(model: SaturationModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  const heading = html`<p class="dk-panel-title">${strings.text('saturation.row')}</p>`;
  if (!model.state) return html`<div class="dk-panel dk-row">${heading}<div class="dk-blank" style="height: ${size.plot + 114}px"></div></div>`;
  const { params, result } = model.state;
  const layout = layoutBars(result.row.weights, size, strings);
  const n = params.keyCount;
  const sum = strings.exact(layout.restSum, 3);
  const spoken = strings.text('saturation.row.spoken', {
    n, max: strings.exact(result.row.maxWeight, 3),
    rest: layout.restCount > 0 ? strings.text('saturation.row.spoken.rest', { count: layout.shownCount, sum }) : '',
  });
  return html`<div class="dk-panel dk-row">
    ${heading}
    <div class="dk-drawing">
      ${barsPicture(layout, spoken)}
      <p class="dk-note dk-bars-note" style="top: ${layout.base + 3}px" aria-hidden="true">
        <span>${strings.text(layout.restCount > 0 ? 'saturation.row.first' : 'saturation.row.all', { count: layout.shownCount })}</span>
        ${layout.restCount > 0 ? html`<span>${strings.text('saturation.row.rest', { count: layout.restCount, sum })}</span>` : nothing}
      </p>
    </div>
    <p class="dk-note">${strings.text('saturation.row.barcode', { count: n })}</p>
    <span hidden data-name="row-max-weight" data-value=${result.row.maxWeight}></span>
  </div>`;
}

function curvePanel(model: SaturationModel, size: { width: number; plot: number }, actions: Actions, strings: Strings): TemplateResult {
  const control: DivisorControl = { id: `${model.uid}-divisor`, params: model.params, octaves: AXIS, position: model.logAlpha, actions, strings };
  const rows = model.curve?.result.measured.rows;
  return html`<div class="dk-panel dk-against">
    <p class="dk-panel-title">
      <span>${strings.text('saturation.curve')}</span>
      <span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-theory" d="M0 5H26" /></svg>${strings.text('saturation.curve.theory')}</span>
      <span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg>${rows === undefined ? strings.text('saturation.curve.measuring') : strings.text('saturation.curve.measured', { rows: strings.count(rows) })}</span>
    </p>
    <div class="dk-drawing" style="--track: ${26 + size.plot + TRACK_BELOW}px">
      ${curveDrawing(model, size, strings)}
      ${model.shows('divisor') ? divisorRange(control) : nothing}
    </div>
    ${model.shows('divisor') ? [divisorMarks(control), divisorFoot(control)] : nothing}
  </div>`;
}

function curveDrawing(model: SaturationModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  if (!model.curve) return html`<div class="dk-blank" style="height: ${26 + size.plot + CHIPS_BELOW}px"></div>`;
  const { params, result } = model.curve;
  const alpha = 2 ** model.logAlpha;
  // Exact where the answer for this very state is there; on its way, the point slides along the curve.
  const exact = model.state && sameState(model.state.params, model.params) && sameCurve(params, model.params) && model.logAlpha === Math.log2(alphaOf(model.params));
  const value = exact ? (model.state!.result.theory.maxWeight[0] ?? 0) : curveAt(result.theory.maxWeight, model.logAlpha);
  const layout = layoutCurve(result, { keyCount: params.keyCount, alpha, value }, { ...size, outsideNumbers: model.roomAtRight && size.width > 480 }, strings);
  const spoken = strings.text('saturation.curve.spoken', {
    left: strings.exact(result.theory.maxWeight[0] ?? 0, 2), right: strings.exact(result.theory.maxWeight.at(-1) ?? 0, 2), c: strings.divisor(divisorOf(model.params)),
    zone: strings.text(`saturation.zone-name.${layout.current.zone}`), value: strings.exact(value, 2), limit: strings.fixed(zoneLimits(params.keyCount).saturated, 2),
  });
  return curvePicture(layout, model.shows('divisor') ? model.params : undefined, spoken);
}

const sameCurve = (a: Params, b: Params): boolean => a.headDim === b.headDim && a.keyCount === b.keyCount && a.seed === b.seed;
const sameState = (a: Params, b: Params): boolean => sameCurve(a, b) && divisorOf(a) === divisorOf(b);

function sizeSliders(model: SaturationModel, actions: Actions, strings: Strings): TemplateResult {
  const one = (key: SizeKey): TemplateResult => slider(paramSlider(key, model.uid, model.params, actions, strings));
  return html`${model.shows('dk') ? one('headDim') : nothing}${model.shows('keys') ? one('keyCount') : nothing}`;
}

function readoutInput({ params, result: state }: Answered<StateResult>): ReadoutInput {
  return { params, state, standing: standingOf(sigmaOf(params), params.keyCount, state.theory.maxWeight[0] ?? 0, state.theory.entropy[0] ?? 0) };
}

/** The state in one sentence, to be heard. */
export function standingSentence(answered: Answered<StateResult>, strings: Strings): string {
  const input = readoutInput(answered);
  return strings.text('state.spoken', { state: strings.text(`state.${input.standing.word}`), words: standingWords(input, strings), value: strings.exact(input.state.theory.maxWeight[0] ?? 0, 2) });
}

function verdict(model: SaturationModel, strings: Strings): TemplateResult {
  if (!model.state) return html`<div class="dk-verdict dk-blank" style="height: 190px"></div>`;
  const input = readoutInput(model.state);
  const { params, state, standing } = input;
  const curve = model.curve && sameCurve(model.curve.params, params) ? model.curve.result : undefined;
  return html`<div class="dk-verdict dk-in-${standing.zone}">
      ${gauge(input, strings)}
      ${readouts(input, strings)}
    </div>
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption class="dk-in-${standing.zone}">${caption({ ...input, curve }, strings)}</figcaption>
    <p class="dk-note dk-rows-note">${rich(strings, 'readout.rows', { rows: html`<span data-name="rows" data-value=${state.sample.rows}>${strings.count(state.sample.rows)}</span>` })}${curve ? ` ${strings.text('saturation.same-rows', { rows: strings.count(curve.measured.rows) })}` : nothing}</p>`;
}

function foot(model: SaturationModel, strings: Strings): TemplateResult {
  const { curve, state } = model;
  return figureFoot(
    { untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: curve && (() => tableOf(curve, state, strings)) },
    strings,
  );
}

function tableOf({ params, result }: Answered<CurveResult>, state: Answered<StateResult> | undefined, strings: Strings): TemplateResult {
  const rootDim = Math.sqrt(params.headDim);
  const step = (THEORY_ALPHAS.length - 1) / (MEASURED_ALPHAS.length - 1);
  return html`<table>
        <caption>${strings.text('table.caption', { dk: params.headDim, n: params.keyCount, seed: params.seed })}</caption>
        <thead><tr>${['alpha', 'divisor', 'theory', 'measured', 'error'].map((key) => html`<th scope="col">${strings.text(`table.${key}`)}</th>`)}</tr></thead>
        <tbody>
          ${Array.from(MEASURED_ALPHAS, (alpha, i) => html`<tr>
            <th scope="row">${strings.short(alpha, 4)}</th><td>${strings.short(alpha * rootDim, 4)}</td><td>${strings.exact(result.theory.maxWeight[i * step] ?? 0, 4)}</td>
            <td>${strings.exact(result.measured.maxWeightMean[i] ?? 0, 4)}</td><td>${strings.exact(result.measured.maxWeightError[i] ?? 0, 4)}</td>
          </tr>`)}
        </tbody>
      </table>
      ${state ? html`<p class="dk-note">${rich(strings, 'table.scores', {
        mean: html`<span data-name="score-mean" data-value=${state.result.sample.scoreMean} data-theory="0">${strings.short(state.result.sample.scoreMean, 2)}</span>`,
        variance: html`<span data-name="score-variance" data-value=${state.result.sample.scoreVariance} data-theory=${state.params.headDim}>${strings.short(state.result.sample.scoreVariance, 4)}</span>`,
        dk: String(state.params.headDim),
      })}</p>` : nothing}`;
}
