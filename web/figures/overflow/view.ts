// The figure as a pure function of what is known: parameters, options, results, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import { alphaOf, divisorOf, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { choices } from '../controls/choices.ts';
import { divisorFoot, divisorMarks, divisorRange, type DivisorControl } from '../controls/divisor.ts';
import { paramSlider } from '../controls/param_slider.ts';
import { slider } from '../controls/slider.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW, curveAt } from '../divisor_axis.ts';
import { rich, variable } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption, chartShare } from './caption.ts';
import { CHART_TOP, layoutChart, zoneAt } from './layout.ts';
import { ALGORITHMS, FORMATS, OPTION_TABLE, ORDERS, type OverflowOptions } from './options.ts';
import { chartPicture } from './picture.ts';
import { MEASURED_ALPHAS, THEORY_ALPHAS, overflowing, settingOf, type Chance, type CurveResult, type Setting, type StateResult } from './query.ts';
import { readouts, rowsNote } from './readouts.ts';
import { rowChoice, workedTable, type RowActions } from './worked_view.ts';
import { SIGNS, chanceText } from './words.ts';

/** A result and the state that it answers. */
export interface Answered<Result> {
  params: Params;
  setting: Setting;
  result: Result;
}

export interface OverflowActions extends RowActions {
  moveEntries(value: number): void;
  typeEntries(text: string): void;
}

export interface OverflowModel extends FigureModel {
  params: Params;
  options: OverflowOptions;
  /** Where the thumb is drawn: log₂ α, on its way while a mark is crossed to. */
  logAlpha: number;
  state: Answered<StateResult> | undefined;
  curve: Answered<CurveResult> | undefined;
  shows(control: 'divisor' | 'dk' | 'keys' | 'entries' | 'sample' | 'format' | 'algorithm' | 'order' | 'row'): boolean;
}

/** From this width on, chart and row stand side by side. */
const WIDE = 860;
const GAP = 56;

export function overflowView(model: OverflowModel, actions: Actions, own: OverflowActions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  const right = wide ? Math.round((model.width - GAP) * 0.41) : model.width;
  const left = wide ? model.width - GAP - right : model.width;
  const zone = zoneAt(alphaOf(model.params), settingOf(model.params, model.options));
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} dk-in-${zone} ${model.waiting ? 'waiting' : ''} ${model.moving ? 'moving' : ''}" aria-labelledby="${model.uid}-title" style="--left: ${left}px; --right: ${right}px">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-overflow', titleKey: 'overflow.title', ...(model.shows('sample') ? { sample: { seed: model.params.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    ${computing(model, own, strings)}
    <div class="dk-columns">
      ${chartPanel(model, { width: left, plot: wide ? 286 : 222 }, actions, strings)}
      <div class="dk-panel dk-sliders">${sliders(model, actions, own, strings)}</div>
      ${rowPanel(model, own, strings)}
    </div>
    ${verdict(model, strings)}
    ${foot(model, strings)}
  </figure>`;
}

/** How it is computed: format, algorithm, order of scaling. */
function computing(model: OverflowModel, own: OverflowActions, strings: Strings): TemplateResult {
  const { options, uid } = model;
  const group = (name: 'format' | 'algorithm' | 'order', control: TemplateResult): TemplateResult | typeof nothing =>
    model.shows(name) ? html`<div class="dk-compute dk-compute-${name}"><p class="dk-panel-title" id="${uid}-${name}"><span>${rich(strings, `overflow.${name}`, SIGNS)}</span></p>${control}</div>` : nothing;
  return html`<div class="dk-computing">
    ${group('format', choices({
      name: 'format', label: strings.text('overflow.format'), current: options.format, choose: (format) => own.change({ format }),
      choices: FORMATS.map((value) => ({ value, face: value, word: strings.text(`overflow.format.${value}`) })),
    }))}
    ${group('algorithm', choices({
      name: 'algorithm', label: strings.text('overflow.algorithm'), current: options.algorithm, choose: (algorithm) => own.change({ algorithm }),
      choices: ALGORITHMS.map((value) => ({ value, face: strings.text(`overflow.algorithm.${value}`), word: rich(strings, `overflow.algorithm.${value}.formula`, SIGNS) })),
    }))}
    ${group('order', choices({
      name: 'order', label: strings.text('overflow.order.spoken'), current: options.order, choose: (order) => own.change({ order }),
      choices: ORDERS.map((value) => ({ value, face: strings.text(`overflow.order.${value}`), word: rich(strings, `overflow.order.${value}.formula`, SIGNS) })),
    }))}
  </div>`;
}

function chartPanel(model: OverflowModel, size: { width: number; plot: number }, actions: Actions, strings: Strings): TemplateResult {
  const control: DivisorControl = { id: `${model.uid}-divisor`, params: model.params, octaves: AXIS, position: model.logAlpha, actions, strings };
  const rows = model.curve?.result.measured[0]?.rows;
  return html`<div class="dk-panel dk-against">
    <p class="dk-panel-title">
      <span>${strings.text('overflow.curve')}</span>
      <span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-theory" d="M0 5H26" /></svg>${strings.text('overflow.curve.exact')}</span>
      <span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg>${rows === undefined ? strings.text('overflow.curve.measuring') : strings.text('overflow.curve.measured', { rows: strings.count(rows) })}</span>
    </p>
    <div class="dk-drawing" style="--track: ${CHART_TOP + size.plot + TRACK_BELOW}px">
      ${chart(model, size, strings)}
      ${model.shows('divisor') ? divisorRange(control) : nothing}
    </div>
    ${model.shows('divisor') ? [divisorMarks(control), divisorFoot(control)] : nothing}
  </div>`;
}

function chart(model: OverflowModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  if (!model.curve) return html`<div class="dk-blank" style="height: ${CHART_TOP + size.plot + CHIPS_BELOW}px"></div>`;
  const { setting, result } = model.curve;
  // Exact where the answer for this very state is there; on its way, the point slides along the curve.
  const there = model.state && sameSetting(model.state.setting, setting) && divisorOf(model.state.params) === divisorOf(model.params) && model.logAlpha === Math.log2(alphaOf(model.params));
  const chance: Chance = there ? chartShare(model.state!.result) : { value: curveAt(result.exact, model.logAlpha), log10: Number.NEGATIVE_INFINITY };
  const text = chanceText(chance, strings);
  const layout = layoutChart(result, setting, { alpha: 2 ** model.logAlpha, value: chance.value, text }, { ...size, outsideNumbers: model.roomAtRight && size.width > 480 && model.width < WIDE }, strings);
  const spoken = strings.text('overflow.curve.spoken', {
    format: setting.format, algorithm: strings.text(`overflow.algorithm.${setting.algorithm}.plain`), order: strings.text(`overflow.order.${setting.order}.plain`),
    left: strings.exact(result.exact[0] ?? 0, 2), right: chanceText({ value: result.exact.at(-1) ?? 0, log10: Number.NEGATIVE_INFINITY }, strings), c: strings.divisor(divisorOf(model.params)), value: text,
    zone: strings.text(`zone.${layout.current.zone}`),
  });
  return chartPicture(layout, model.shows('divisor') ? model.params : undefined, spoken);
}

const sameSetting = (a: Setting, b: Setting): boolean => (Object.keys(a) as (keyof Setting)[]).every((key) => a[key] === b[key]);

function sliders(model: OverflowModel, actions: Actions, own: OverflowActions, strings: Strings): TemplateResult {
  const { params, uid, options } = model;
  const entryName = strings.text('overflow.entries.name');
  const entries = options['entry-std'];
  return html`${model.shows('dk') ? slider(paramSlider('headDim', uid, params, actions, strings)) : nothing}
    ${model.shows('keys') ? slider(paramSlider('keyCount', uid, params, actions, strings)) : nothing}
    ${model.shows('entries')
      ? slider({
          id: `${uid}-entries`, name: 'entry-std', symbol: html`<span class="dk-nowrap">|${variable('q', 'i')}|</span>`, gloss: strings.text('overflow.entries.gloss'), fieldLabel: strings.text('param.field', { name: entryName }),
          value: entries, now: () => entries, min: OPTION_TABLE['entry-std'].min, max: OPTION_TABLE['entry-std'].max, marks: [1, 4, 16, 64],
          markLabel: (value) => strings.text('param.set', { name: entryName, value }), spoken: String(entries),
          move: own.moveEntries, choose: (value) => own.change({ 'entry-std': value }), type: own.typeEntries, rest: actions.rest,
        })
      : nothing}`;
}

function rowPanel(model: OverflowModel, own: OverflowActions, strings: Strings): TemplateResult {
  const { state } = model;
  return html`<div class="dk-panel dk-row">
    <p class="dk-panel-title">${strings.text('overflow.row')}</p>
    ${model.shows('row') ? rowChoice(model.options, own, strings) : nothing}
    ${state ? workedTable(state.result, state.setting, strings.divisor(divisorOf(state.params)), strings) : html`<div class="dk-blank" style="height: 330px"></div>`}
  </div>`;
}

function verdict(model: OverflowModel, strings: Strings): TemplateResult {
  if (!model.state) return html`<div class="dk-verdict dk-blank" style="height: 190px"></div>`;
  const { params, setting, result } = model.state;
  const divisor = divisorOf(params);
  const zone = zoneAt(divisor / Math.sqrt(setting.headDim), setting);
  return html`<div class="dk-verdict dk-in-${zone}">${readouts(result, setting, strings)}</div>
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption class="dk-in-${zone}">${caption({ setting, divisor, state: result }, strings)}</figcaption>
    <p class="dk-note dk-rows-note">${rowsNote(result, strings)}</p>`;
}

function foot(model: OverflowModel, strings: Strings): TemplateResult {
  const { curve } = model;
  return figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: curve && (() => tableOf(curve, strings)) }, strings);
}

function tableOf({ setting, result }: Answered<CurveResult>, strings: Strings): TemplateResult {
  const rootDim = Math.sqrt(setting.headDim);
  const step = (THEORY_ALPHAS.length - 1) / (MEASURED_ALPHAS.length - 1);
  return html`<table>
    <caption>${strings.text('overflow.table.caption', { format: setting.format, algorithm: strings.text(`overflow.algorithm.${setting.algorithm}.plain`), dk: setting.headDim, n: setting.keyCount, seed: setting.seed, entries: setting.entryStd })}</caption>
    <thead><tr>${['table.alpha', 'table.divisor', 'overflow.table.exact', 'table.measured', 'table.error', 'overflow.table.flushed', 'table.error'].map((key) => html`<th scope="col">${strings.text(key)}</th>`)}</tr></thead>
    <tbody>
      ${Array.from(MEASURED_ALPHAS, (alpha, i) => {
        const share = result.measured[i]!;
        const over = overflowing(setting.algorithm, share);
        return html`<tr>
          <th scope="row">${strings.short(alpha, 4)}</th><td>${strings.short(alpha * rootDim, 4)}</td><td>${strings.exact(result.exact[i * step] ?? 0, 4)}</td>
          <td>${strings.exact(over.share, 4)}</td><td>${strings.exact(over.error, 4)}</td><td>${strings.exact(share.flushedWeights.share, 4)}</td><td>${strings.exact(share.flushedWeights.error, 4)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
