// The figure as a pure function of what is known: parameters, results, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import { alphaOf, divisorOf, sigmaOf, zoneOf, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { choices } from '../controls/choices.ts';
import { divisorFoot, divisorMarks, divisorRange, type DivisorControl } from '../controls/divisor.ts';
import { paramSlider } from '../controls/param_slider.ts';
import { slider } from '../controls/slider.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW } from '../divisor_axis.ts';
import { rich } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { significant } from './digits.ts';
import { caption, heard } from './caption.ts';
import { LINES, layoutGradient, type Line } from './layout.ts';
import { panels } from './panels.ts';
import { gradientPicture } from './picture.ts';
import { GRADIENTS, normOf, seriesAt, type CurveResult, type Gradient, type StateResult } from './query.ts';
import { readouts, stateWords } from './readouts.ts';
import { valuesAt } from './standing.ts';
import { symbolOf } from './symbols.ts';
import { tableOf } from './table.ts';

/** A result and the parameters that it answers. */
export interface Answered<Result> {
  params: Params;
  result: Result;
}

export interface GradientModel extends FigureModel {
  params: Params;
  of: Gradient;
  /** Where the thumb is drawn: log₂ α, on its way while a mark is crossed to. */
  logAlpha: number;
  state: Answered<StateResult> | undefined;
  curve: Answered<CurveResult> | undefined;
  shows(control: 'divisor' | 'dk' | 'keys' | 'sample' | 'of'): boolean;
  choose(of: Gradient): void;
}

const WIDE = 860;

export const sameCurve = (a: Params, b: Params): boolean => a.headDim === b.headDim && a.keyCount === b.keyCount && a.seed === b.seed;
const sameState = (a: Params, b: Params): boolean => sameCurve(a, b) && divisorOf(a) === divisorOf(b);

export function gradientView(model: GradientModel, actions: Actions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  const zone = zoneOf(sigmaOf(model.params), model.params.keyCount);
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} dk-in-${zone} ${model.waiting ? 'waiting' : ''} ${model.moving ? 'moving' : ''}" aria-labelledby="${model.uid}-title">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-gradient', titleKey: 'gradient.title', ...(model.shows('sample') ? { sample: { seed: model.params.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    ${model.shows('of') ? gradientChoice(model, strings) : nothing}
    ${chart(model, { width: model.width, plot: wide ? 400 : 300 }, actions, strings)}
    ${model.shows('dk') || model.shows('keys') ? html`<div class="dk-sizes">${model.shows('dk') ? slider(paramSlider('headDim', model.uid, model.params, actions, strings)) : nothing}${model.shows('keys') ? slider(paramSlider('keyCount', model.uid, model.params, actions, strings)) : nothing}</div>` : nothing}
    ${verdict(model, strings)}
    ${panels(model, wide, strings)}
    ${model.state ? html`<p class="dk-note dk-rows-note">${rowsNote(model.state, strings)}</p>` : nothing}
    ${figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: model.curve && (() => tableOf(model.curve!, model.of, strings)) }, strings)}
  </figure>`;
}

function rowsNote({ result: { statistics, known } }: Answered<StateResult>, strings: Strings): unknown {
  const rows = html`<span data-name="rows" data-value=${statistics.rows}>${strings.count(statistics.rows)}</span>`;
  return [
    ...rich(strings, 'gradient.rows', { rows }),
    ...(statistics.drawn === 'law' ? rich(strings, 'gradient.law') : []),
    ...(known ? [] : rich(strings, 'gradient.no-theory')),
  ];
}

function gradientChoice({ of, choose }: GradientModel, strings: Strings): TemplateResult {
  return choices({
    name: 'of', label: strings.text('gradient.choice'), current: of, choose,
    choices: GRADIENTS.map((value) => ({ value, face: symbolOf(value), word: strings.text(`gradient.choice.${value}`), spoken: strings.text(`gradient.name.${value}`) })),
  });
}

function chart(model: GradientModel, size: { width: number; plot: number }, actions: Actions, strings: Strings): TemplateResult {
  const control: DivisorControl = { id: `${model.uid}-divisor`, params: model.params, octaves: AXIS, position: model.logAlpha, actions, strings };
  const { headDim, keyCount } = model.curve?.params ?? model.params;
  const rows = model.curve?.result.statistics.rows;
  return html`<div class="dk-panel dk-against">
    <p class="dk-panel-title">
      <span>${rich(strings, `gradient.chart.${model.of}`, { symbol: symbolOf(model.of) })}</span>
      ${model.of === 'query' ? html`<span class="dk-key"><svg width="8" height="10" aria-hidden="true"><path class="dk-row-dots dk-zone-ok" d="M4 5h0" /></svg>${strings.text('gradient.chart.dot')}</span>` : nothing}
      <span>${rich(strings, 'gradient.chart.lines', { rows: rows === undefined ? '' : strings.count(rows), headDim, keyCount })}</span>
    </p>
    <div class="dk-drawing" style="--track: ${26 + size.plot + TRACK_BELOW}px">
      ${drawing(model, size, strings)}
      ${model.shows('divisor') ? divisorRange(control) : nothing}
    </div>
    ${model.shows('divisor') ? [divisorMarks(control), divisorFoot(control)] : nothing}
  </div>`;
}

/** The three values where the thumb stands: measured for this very state where that is there; on its way they slide along the lines. */
export function valuesAtThumb({ state, curve, params, of, logAlpha }: GradientModel): Record<Line, number> {
  if (state && sameState(state.params, params) && curve && sameCurve(curve.params, params) && logAlpha === Math.log2(alphaOf(params))) {
    const { mean, median, p999 } = valuesAt(state.result, of, 0);
    return { mean, median, p999 };
  }
  const norm = curve && normOf(curve.result.statistics, of);
  return Object.fromEntries(LINES.map((line) => [line, norm ? seriesAt(norm[line], 2 ** logAlpha) : 0])) as Record<Line, number>;
}

function drawing(model: GradientModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  if (!model.curve) return html`<div class="dk-blank" style="height: ${26 + size.plot + CHIPS_BELOW}px"></div>`;
  const { params, result } = model.curve;
  const values = valuesAtThumb(model);
  const layout = layoutGradient(result, { of: model.of, keyCount: params.keyCount, alpha: 2 ** model.logAlpha, values }, { ...size, outsideNumbers: model.roomAtRight && size.width > 480 }, strings);
  const norm = normOf(result.statistics, model.of);
  const end = (series: Float64Array, at: number): string => strings.short(series.at(at) ?? 0, 2);
  const spoken = strings.text('gradient.spoken', {
    what: strings.text(`gradient.name.${model.of}`), meanLeft: end(norm.mean, 0), medianLeft: end(norm.median, 0), p999Left: end(norm.p999, 0), right: end(norm.mean, -1),
    c: strings.divisor(divisorOf(model.params)), mean: significant(values.mean, 3, strings), median: significant(values.median, 2, strings), p999: significant(values.p999, 2, strings),
  });
  return gradientPicture(layout, model.shows('divisor') ? model.params : undefined, spoken);
}

/** The state in one sentence, to be heard. */
export const standingSentence = ({ params, result }: Answered<StateResult>, of: Gradient, strings: Strings): string => heard({ params, of, state: result }, strings);

function verdict(model: GradientModel, strings: Strings): TemplateResult {
  if (!model.state) return html`<div class="dk-verdict dk-blank" style="height: 240px"></div>`;
  const { params, result } = model.state;
  const input = { params, of: model.of, state: result };
  const zone = zoneOf(sigmaOf(params), params.keyCount);
  return html`<div class="dk-verdict dk-in-${zone}">
      <div>${stateWords(input, strings)}</div>
      ${readouts(input, strings)}
    </div>
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption class="dk-in-${zone}">${caption(input, strings)}</figcaption>`;
}
