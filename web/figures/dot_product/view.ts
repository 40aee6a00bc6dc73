// The figure as a pure function of what is known: parameters, assumptions, results, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import { alphaOf, divisorOf, sigmaOf, zoneOf, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { divisorTrack } from '../controls/divisor_track.ts';
import { rich } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption, heard } from './caption.ts';
import { controls, type ControlsModel, type OptionActions } from './controls.ts';
import { layoutHistogram } from './layout.ts';
import { histogramPicture } from './picture.ts';
import { isPlain } from './query.ts';
import { derivation, exact, measured, readouts, stateWords, type Answer } from './readouts.ts';
import { rowsPanel, type RowsAnswer } from './rows_panel.ts';
import { tableOf } from './table.ts';

export interface DotProductModel extends FigureModel, ControlsModel {
  /** Where the thumb is drawn: log₂ α, on its way while a mark is crossed to. */
  logAlpha: number;
  answer: Answer | undefined;
  rows: RowsAnswer | undefined;
}

const WIDE = 860;
const GAP = 56;

export function dotProductView(model: DotProductModel, actions: Actions, change: OptionActions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  const right = wide ? 352 : model.width;
  const left = wide ? model.width - GAP - right : model.width;
  const zone = zoneOf(sigmaOf(model.params), model.params.keyCount);
  const { answer } = model;
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} dk-in-${zone} ${model.waiting ? 'waiting' : ''} ${model.moving ? 'moving' : ''}" aria-labelledby="${model.uid}-title" style="--left: ${left}px; --right: ${right}px">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-dot-product', titleKey: 'dot-product.title', ...(model.shows('sample') ? { sample: { seed: model.params.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    <div class="dk-columns">
      <div class="dk-panel dk-against">
        ${chartTitle(model, strings)}
        ${answer ? histogram(answer, { width: left, plot: wide ? 300 : 220 }, strings) : html`<div class="dk-blank" style="height: ${(wide ? 300 : 220) + 34}px"></div>`}
        ${model.shows('divisor') ? divisorTrack({ id: `${model.uid}-divisor`, params: model.params, position: model.logAlpha, actions, strings }, left) : nothing}
      </div>
      ${controls(model, actions, change, strings)}
    </div>
    ${answer
      ? html`<div class="dk-verdict dk-in-${zoneOf(sigmaOf(answer.params), answer.params.keyCount)}">${stateWords(answer, strings)}${readouts(answer, strings)}</div>
        <p class="dk-unseen" role="status">${model.said}</p>
        <figcaption>${caption(answer, strings)}</figcaption>`
      : html`<div class="dk-verdict dk-blank" style="height: 240px"></div>`}
    <div class="dk-apart">
      ${answer ? derivation(answer, strings) : html`<div class="dk-panel dk-blank" style="height: 380px"></div>`}
      ${rowsPanel(model, model.rows, actions, strings)}
    </div>
    <p class="dk-note dk-rows-note">${rich(strings, 'dot-product.note')}</p>
    ${figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: answer && (() => tableOf(answer, strings)) }, strings)}
  </figure>`;
}

function chartTitle({ answer, options }: DotProductModel, strings: Strings): TemplateResult {
  const dotted = (answer?.result.sample.logits.length ?? 0) > 0;
  const pairs = answer ? strings.count(answer.request.sample.pairs) : '';
  return html`<p class="dk-panel-title">
    <span>${rich(strings, 'dot-product.chart')}</span>
    ${dotted
      ? html`<span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg>${strings.text('dot-product.chart.dot')}</span>`
      : html`<span class="dk-key"><svg width="14" height="12" aria-hidden="true"><path class="dk-bars" d="M1 12V3H13V12z" /><path class="dk-error-bars" d="M7 0V6" /></svg>${strings.text('dot-product.chart.bars', { pairs })}</span>`}
    ${isPlain(answer?.options ?? options) ? html`<span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-theory" d="M0 5H26" /></svg>${strings.text('dot-product.curve.exact')}</span>` : nothing}
    <span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-normal" d="M0 5H26" /></svg>${strings.text('dot-product.curve.normal')}</span>
  </p>`;
}

function histogram(answer: Answer, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  const { request, result, options, params } = answer;
  const layout = layoutHistogram(request, result, options, size, strings);
  const { sample } = result;
  const variance = measured(sample.variance, sample.varianceError, strings);
  const mean = measured(sample.mean, sample.meanError, strings);
  const spoken = strings.text('dot-product.spoken', {
    pairs: strings.count(request.sample.pairs), dk: params.headDim, c: strings.divisor(divisorOf(params)), mean: mean.value, variance: variance.value, error: variance.error, theory: exact(sample.theoryVariance, strings), axis: strings.short(request.axis),
  });
  return histogramPicture(layout, spoken);
}

/** The state in one sentence, to be heard. */
export const stateSentence = (answer: Answer, strings: Strings): string => heard(answer, strings);

export const logAlphaOf = (params: Params): number => Math.log2(alphaOf(params));
