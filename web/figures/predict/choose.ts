// One of a few options; revealed, bars or curves tell.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Strings } from '../strings.ts';
import { plain, say, sayAny, type PredictModel } from './model.ts';
import { layoutPlot, plotPicture } from './plot.ts';
import { shareOf, type Choose } from './question.ts';

export function chooseControl({ question, guess, truth, uid, actions }: PredictModel<Choose>, strings: Strings): TemplateResult {
  return html`<div class="dk-options" role="radiogroup" aria-labelledby="${uid}-question">
    ${Array.from({ length: question.options }, (_, i) => html`<label class="dk-option ${guess?.[0] === i ? 'chosen' : ''}">
      <input type="radio" name=${uid} value=${i} autocomplete="off" .checked=${live(guess?.[0] === i)} ?disabled=${truth !== undefined} @change=${() => actions.guess([i], true)} />
      <span>${say(strings, question, `option.${i}`)}</span>
      ${guess?.[0] === i ? html`<span class="dk-option-note">${sayAny(strings, 'chosen')}</span>` : nothing}
      ${truth?.answer === i ? html`<span class="dk-option-note dk-option-truth">${sayAny(strings, 'truth')}</span>` : nothing}
    </label>`)}
  </div>`;
}

export function choosePicture(model: PredictModel<Choose>, strings: Strings): TemplateResult {
  const { question, truth, width } = model;
  const name = (i: number): string => plain(strings, `predict.${question.id}.bar.${i}`);
  const valueOf = (i: number): string => {
    const error = truth!.errors?.[i];
    const value = truth!.values[i]!;
    if (error === undefined) return question.write(strings, value);
    const measured = strings.measured(value, error);
    return `${measured.value} ± ${measured.error}`;
  };
  const spoken = `${plain(strings, `predict.${question.id}.name`)}${plain(strings, 'predict.picture.colon')}${truth!.values.map((_, i) => `${name(i)} ${valueOf(i)}`).join(plain(strings, 'predict.picture.comma'))}`;
  if (question.x && question.y) {
    const plot = layoutPlot({ width, x: question.x, y: question.y, inset: 30, writeX: String, writeY: (value) => strings.short(value, 2) },
      truth!.curves!.map((one, i) => ({ ...one, kind: i === truth!.answer ? 'theory' : 'context', label: `${name(i)}：${valueOf(i)}`.replace('：', plain(strings, 'predict.picture.colon')) })));
    return html`<p class="dk-panel-title">${say(strings, question, 'name')}</p><svg class="dk-picture" width=${width} height=${plot.height} viewBox="0 0 ${width} ${plot.height}" role="img" aria-label=${spoken}>${plotPicture(plot, nothing)}</svg>
      <p class="dk-axis-name">${say(strings, question, 'across')}</p>`;
  }
  return html`<p class="dk-panel-title">${say(strings, question, 'name')}</p><div class="dk-answer-bars" role="img" aria-label=${spoken}>
    ${truth!.values.map((value, i) => html`<p>${say(strings, question, `bar.${i}`)} <b>${valueOf(i)}</b></p>
      <div class="dk-answer-bar ${question.zones?.[i] ? `dk-zone-${question.zones[i]}` : ''}" style="width: ${(100 * shareOf(question.bars!, value)).toFixed(1)}%"></div>`)}
  </div>`;
}
