// The figure as a pure function of what is known: parameters, options, results, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { choices } from '../controls/choices.ts';
import { divisorFootAlone, divisorMarks, type DivisorControl } from '../controls/divisor.ts';
import { paramSlider } from '../controls/param_slider.ts';
import { slider } from '../controls/slider.ts';
import { rich } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption } from './caption.ts';
import { CHART_TOP, SLIDER_BELOW, layoutChart, theoryAt } from './layout_chart.ts';
import { layoutDensity, spreadAt } from './layout_density.ts';
import { DATA_NAMES, ruleTable, shapeReadouts } from './numbers.ts';
import { QUANTITIES, type InvarianceOptions, type Quantity } from './options.ts';
import { chartPicture, densityPicture } from './picture.ts';
import { DENSITY_DIMS, type CurveResult, type StateResult } from './query.ts';
import { ruleOf, zoneNow } from './rules.ts';
import { ruleSign, ruleText, valueText } from './words.ts';

/** A result and the state that it answers. */
export interface Answered<Result> {
  params: Params;
  result: Result;
}

export interface InvarianceModel extends FigureModel {
  params: Params;
  options: InvarianceOptions;
  state: Answered<StateResult> | undefined;
  curve: (Answered<CurveResult> & { quantity: Quantity }) | undefined;
  shows(control: 'divisor' | 'dk' | 'keys' | 'sample' | 'quantity'): boolean;
  choose(quantity: Quantity): void;
}

/** From this width on, chart and densities stand side by side. */
const WIDE = 860;
const GAP = 64;
const NARROWEST = 340;

export function invarianceView(model: InvarianceModel, actions: Actions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  const right = wide ? Math.round((model.width - GAP) * 0.4) : model.width;
  const left = wide ? model.width - GAP - right : model.width;
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} dk-in-${zoneNow(model.params)} ${model.waiting ? 'waiting' : ''} ${model.moving ? 'moving' : ''}" aria-labelledby="${model.uid}-title" style="--left: ${left}px; --right: ${right}px">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-invariance', titleKey: 'invariance.title', ...(model.shows('sample') ? { sample: { seed: model.params.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    <div class="dk-columns">
      ${chartPanel(model, { width: left, plot: wide ? 280 : 222 }, actions, strings)}
      ${densityPanel(model, { width: right, plot: wide ? 246 : 190 }, actions, strings)}
    </div>
    ${verdict(model, strings)}
    ${foot(model, strings)}
  </figure>`;
}

function chartPanel(model: InvarianceModel, size: { width: number; plot: number }, actions: Actions, strings: Strings): TemplateResult {
  const { quantity } = model.options;
  const rows = model.curve?.result.rows;
  const limit = quantity === 'jacobianTrace' || quantity === 'gradQuery';
  return html`<div class="dk-panel dk-against">
    ${model.shows('quantity')
      ? choices<Quantity>({
          name: 'quantity', label: strings.text('invariance.quantity'), current: quantity, choose: model.choose,
          choices: QUANTITIES.map((value) => ({ value, face: strings.text(`invariance.quantity.${value}`), word: rich(strings, `invariance.quantity.${value}.word`) })),
        })
      : nothing}
    <p class="dk-panel-title">
      <span>${rich(strings, 'invariance.chart', { quantity: strings.text(`invariance.quantity.${quantity}.title`) })}</span>
      <span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-theory" d="M0 5H26" /></svg><span>${rich(strings, limit ? 'invariance.theory.limit' : 'invariance.theory')}</span></span>
      <span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg>${rows === undefined ? strings.text('invariance.measuring') : strings.text('invariance.chart.measured', { rows: strings.count(rows) })}</span>
    </p>
    <div class="dk-drawing">${chart(model, size, strings)}</div>
    <div class="dk-axis-slider">${model.shows('dk') ? slider(paramSlider('headDim', model.uid, model.params, actions, strings)) : nothing}</div>
    ${model.shows('keys') ? slider(paramSlider('keyCount', model.uid, model.params, actions, strings)) : nothing}
  </div>`;
}

function chart(model: InvarianceModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  if (!model.curve) return html`<div class="dk-blank" style="height: ${CHART_TOP + size.plot + SLIDER_BELOW}px"></div>`;
  const { params } = model;
  const { result, quantity } = model.curve;
  const inForce = ruleOf(params);
  const there = model.state && sameNow(model.state.params, params) && quantity === model.options.quantity ? model.state.result : undefined;
  const exact = there && new Map(there.rules.map((rule) => [rule.id, rule[quantity].theory]));
  // A curve of the reader's former rule is not drawn under the name of the new one.
  const rules = result.rules.filter(({ id }) => id !== 'own' || (inForce === 'own' && sameRule(model.curve!.params, params)));
  const layout = layoutChart({ ...result, rules }, { params: { ...params, keyCount: model.curve.params.keyCount }, quantity, inForce, exact }, { ...size, outsideNumbers: model.roomAtRight && model.width < WIDE && size.width > 480 }, strings);
  const each = rules.map((rule) => strings.text('invariance.chart.spoken.rule', {
    rule: ruleText(rule.id, params, strings), first: valueText(rule.theory[0] ?? Number.NaN, quantity, strings), last: valueText(rule.theory.at(-1) ?? Number.NaN, quantity, strings),
    now: valueText(exact?.get(rule.id) ?? theoryAt(rule, result.theoryDims, params.headDim), quantity, strings),
  })).join(strings.text('invariance.list'));
  return chartPicture(layout, inForce, strings.text('invariance.chart.spoken', { quantity: strings.text(`invariance.quantity.${quantity}.title`), dk: params.headDim, rules: each }));
}

const sameRule = (a: Params, b: Params): boolean => a.divisor === b.divisor && a.alpha === b.alpha && a.headCount === b.headCount;
const sameNow = (a: Params, b: Params): boolean => sameRule(a, b) && a.headDim === b.headDim && a.keyCount === b.keyCount;

function densityPanel(model: InvarianceModel, size: { width: number; plot: number }, actions: Actions, strings: Strings): TemplateResult {
  const { params, state, uid } = model;
  const control: DivisorControl = { id: `${uid}-divisor`, params, octaves: 0, position: 0, actions, strings };
  return html`<div class="dk-panel dk-shapes">
    <p class="dk-panel-title">
      <span>${rich(strings, 'invariance.density', { dims: DENSITY_DIMS.join(strings.text('invariance.dims.list')) })}</span>
      <span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-theory" d="M0 5H26" /></svg>${strings.text('invariance.density.exact')}</span>
      <span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg><span>${state ? rich(strings, 'invariance.density.measured', { headDim: String(state.params.headDim), pairs: strings.count(state.result.pairs) }) : strings.text('invariance.measuring')}</span></span>
    </p>
    <div class="dk-drawing">${state ? density(state, params, size, strings) : html`<div class="dk-blank" style="height: ${size.plot + 46}px"></div>`}</div>
    ${model.shows('divisor') ? [divisorMarks(control), divisorFootAlone(control)] : nothing}
    ${state ? shapeReadouts(state.result, state.params, strings) : html`<div class="dk-blank" style="height: 96px"></div>`}
  </div>`;
}

function density({ params, result }: Answered<StateResult>, now: Params, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  // The divisor is the reader's of this moment: it only stretches what is known.
  const shown: Params = { ...now, headDim: params.headDim };
  const layout = layoutDensity(result, shown, size, strings);
  const spreads = DENSITY_DIMS.map((dim) => strings.text('invariance.density.spoken.one', { dk: dim, sigma: strings.exact(spreadAt(shown, dim), 2) })).join(strings.text('invariance.list'));
  return densityPicture(layout, strings.text('invariance.density.spoken', { rule: ruleText(ruleOf(shown), shown, strings), spreads }));
}

function verdict(model: InvarianceModel, strings: Strings): TemplateResult {
  if (!model.state) return html`<div class="dk-verdict dk-blank" style="height: 330px"></div>`;
  const { params, result } = model.state;
  const zone = zoneNow(params);
  const table = ruleTable(result, params, strings);
  // Four rules are wider than the narrowest phones: there the table scrolls in its own box.
  const rules = model.width < NARROWEST
    ? html`<div class="dk-rule-frame" tabindex="0" role="group" aria-label=${strings.text('invariance.rules')}>${table}</div>`
    : html`<div class="dk-rule-frame">${table}</div>`;
  return html`<div class="dk-verdict">${rules}</div>
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption class="dk-in-${zone}">${caption({ params, quantity: model.options.quantity, state: result }, strings)}</figcaption>
    <p class="dk-note dk-rows-note">${rich(strings, 'invariance.rows', { rows: html`<span data-name="rows" data-value=${result.rows}>${strings.count(result.rows)}</span>`, gradientRows: html`<span data-name="gradient-rows" data-value=${result.gradientRows}>${strings.count(result.gradientRows)}</span>` })}</p>`;
}

function foot(model: InvarianceModel, strings: Strings): TemplateResult {
  const { curve } = model;
  return figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: curve && (() => tableOf(curve, strings)) }, strings);
}

function tableOf({ params, result, quantity }: NonNullable<InvarianceModel['curve']>, strings: Strings): TemplateResult {
  const number = (value: number): string => (Number.isFinite(value) ? strings.exact(value, 4) : '–');
  return html`<table data-quantity=${DATA_NAMES[quantity]}>
    <caption>${strings.text('invariance.table.caption', { quantity: strings.text(`invariance.quantity.${quantity}.title`), n: params.keyCount, seed: params.seed })}</caption>
    <thead>
      <tr><th scope="col">${strings.text('param.headDim')}</th>${result.rules.map(({ id }) => html`<th scope="colgroup" colspan="3">${ruleSign(id, params, strings)}</th>`)}</tr>
      <tr><td></td>${result.rules.map(() => ['theory', 'measured', 'error'].map((key) => html`<th scope="col">${strings.text(`table.${key}`)}</th>`))}</tr>
    </thead>
    <tbody>${result.measuredDims.map((dim, i) => html`<tr>
      <th scope="row">${dim}</th>${result.rules.map((rule) => html`<td>${number(theoryAt(rule, result.theoryDims, dim))}</td><td>${number(rule.mean[i] ?? Number.NaN)}</td><td>${number(rule.error[i] ?? Number.NaN)}</td>`)}
    </tr>`)}</tbody>
  </table>`;
}
