// One head: its picture, its large numbers, and the rest of them beside what independent logits of that spread would do.
import { html, nothing, type TemplateResult } from 'lit';
import type { HeadReport } from '../../inspector/measure.ts';
import type { Picture } from '../../inspector/shades.ts';
import { rich, type Piece } from '../math.ts';
import { datum, readoutList, type Readout } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { NUMBERS, numberOf, type HeadResult, type NumberName } from './numbers.ts';

export interface DetailModel {
  uid: string;
  head: HeadResult & { report: HeadReport };
  picture: Picture | undefined;
  float16: number;
}

/** A number of the head, or a dash. */
export function shown(head: HeadResult, name: NumberName, text: (value: number) => Piece, theory?: NumberName): TemplateResult {
  const value = numberOf(head, name);
  return datum({ name, value: value ?? Number.NaN, theory: theory && numberOf(head, theory) }, value === undefined ? '–' : text(value));
}

export const percent = (value: number, strings: Strings): string => `${strings.short(100 * value, 3)} %`;

export function detailView(model: DetailModel, strings: Strings): TemplateResult {
  return html`<div class="dk-detail">
    ${heatMap(model, strings)}
    <div class="dk-numbers">
      ${readoutList(large(model, strings))}
      ${comparison(model.head, strings)}
    </div>
  </div>`;
}

function heatMap({ head: { report }, picture }: DetailModel, strings: Strings): TemplateResult {
  const { keys, rows, label } = report;
  const spoken = strings.text('inspector.heat.spoken', { head: label, rows, keys, max: strings.fixed(report.maxWeight, 3), share: percent(report.saturatedShare, strings) });
  const pooled = picture !== undefined && (picture.queriesPerPoint > 1 || picture.keysPerPoint > 1);
  return html`<div class="dk-heat" data-live>
    <p class="dk-panel-title"><span>${strings.text('inspector.heat', { head: label })}</span></p>
    <div class="dk-heat-frame">
      <span class="dk-heat-side">${strings.text('inspector.heat.queries', { rows: strings.count(rows) })}</span>
      <canvas role="img" aria-label=${spoken} width=${picture?.columns ?? 1} height=${picture?.rows ?? 1} style="aspect-ratio: ${Math.min(2, Math.max(0.5, keys / rows)).toFixed(3)}"></canvas>
      <span class="dk-heat-below">${strings.text('inspector.heat.keys', { keys: strings.count(keys) })}</span>
    </div>
    <div class="dk-heat-scale"><span>0</span><span class="dk-heat-ramp" aria-hidden="true"><i style="left: ${((100 * Math.log(10)) / Math.log(10 * Math.max(2, keys))).toFixed(1)}%"></i></span><span>1</span></div>
    <p class="dk-note">${strings.text('inspector.heat.scale')}${pooled ? ` ${strings.text('inspector.heat.pooled', { queries: picture.queriesPerPoint, keys: picture.keysPerPoint })}` : nothing}${report.rows < report.rowsOfHead ? ` ${strings.text('inspector.heat.chosen', { rows: strings.count(report.rows), of: strings.count(report.rowsOfHead) })}` : nothing}</p>
  </div>`;
}

function large({ head, float16 }: DetailModel, strings: Strings): Readout[] {
  const { report, theory } = head;
  return [
    { label: rich(strings, 'inspector.readout.sigma'), large: shown(head, 'sigma', (value) => html`<b class="dk-hue">${strings.short(value, 4)}</b>`), below: rich(strings, 'inspector.readout.sigma.below', { c: strings.short(report.divisor, 4) }) },
    { label: rich(strings, report.headDim === undefined ? 'inspector.readout.unit-again' : 'inspector.readout.unit'), large: shown(head, 'unit-divisor', (value) => strings.short(value, 4)), below: report.headDim === undefined ? [] : rich(strings, 'inspector.readout.unit.below', { root: strings.short(Math.sqrt(report.headDim), 4) }) },
    { label: strings.text('readout.entropy'), large: shown(head, 'entropy', (value) => strings.fixed(value, 3), 'entropy-iid'), of: strings.fixed(Math.log(report.keys), 3), below: [theory ? strings.text('inspector.iid', { value: strings.fixed(theory.entropy, 3) }) : ''] },
    { label: strings.text('readout.effective-keys'), large: shown(head, 'effective-keys', (value) => strings.short(value, 3), 'effective-keys-iid'), of: strings.count(report.keys), below: [theory ? strings.text('inspector.iid.about', { value: strings.short(theory.effectiveKeys, 3) }) : ''] },
    { label: strings.text('inspector.readout.saturated'), large: shown(head, 'saturated-share', (value) => percent(value, strings)), below: [strings.text('inspector.readout.saturated.below', { rows: strings.count(report.rowsSeen) })] },
    { label: rich(strings, 'inspector.readout.largest'), large: shown(head, 'largest-score', (value) => strings.short(value, 4)), below: [strings.text('inspector.readout.largest.below', { limit: strings.fixed(float16, 0) })] },
  ];
}

/** Everything else, in rows: measured, and independent logits' where there is such a number. */
const ROWS: readonly { name: NumberName; iid?: NumberName }[] = [
  { name: 'head-dim' }, { name: 'key-count' }, { name: 'rows-measured' }, { name: 'score-mean' }, { name: 'score-std' }, { name: 'query-std' }, { name: 'key-std' }, { name: 'correlation' }, { name: 'independent-sigma' },
  { name: 'max-weight', iid: 'max-weight-iid' }, { name: 'jacobian-trace', iid: 'jacobian-trace-iid' }, { name: 'jacobian-fro', iid: 'jacobian-fro-iid' }, { name: 'grad-ratio' },
];

function comparison(head: HeadResult, strings: Strings): TemplateResult {
  const text = (value: number): string => (Number.isInteger(value) ? strings.count(value) : strings.exact(value, 4));
  const rows = ROWS.filter(({ name }) => numberOf(head, name) !== undefined);
  return html`<table class="dk-compare">
    <thead><tr><th scope="col">${strings.text('inspector.table.what')}</th><th scope="col">${strings.text('table.measured')}</th><th scope="col">${strings.text('inspector.table.iid')}</th></tr></thead>
    <tbody>${rows.map(({ name, iid }) => {
      const theory = iid && numberOf(head, iid);
      return html`<tr><th scope="row">${rich(strings, `inspector.number.${name}`)}</th><td>${shown(head, name, name === 'grad-ratio' ? (value) => `× ${strings.short(value, 3)}` : text, iid)}</td><td>${theory === undefined ? '' : text(theory)}</td></tr>`;
    })}</tbody>
  </table>`;
}

export const KNOWN_NUMBERS = Object.keys(NUMBERS) as NumberName[];
