// The card: the question and what answers it on the left; on the right nothing but an invitation, then the truth and one sentence on the difference. Pure.
import { html, nothing, type TemplateResult } from 'lit';
import type { Strings } from '../strings.ts';
import { chooseControl, choosePicture } from './choose.ts';
import { has, linked, plain, say, sayAny, wordsOf, type PredictModel } from './model.ts';
import { placeControl } from './place.ts';
import type { Choose, Place, Sketch } from './question.ts';
import { sketchControl } from './sketch.ts';

export function predictView(model: PredictModel, strings: Strings): TemplateResult {
  const { question, truth, uid, said } = model;
  const control = question.kind === 'place' ? placeControl(model as PredictModel<Place>, strings) : question.kind === 'sketch' ? sketchControl(model as PredictModel<Sketch>, strings) : chooseControl(model as PredictModel<Choose>, strings);
  return html`<div class="dk-predict" role="group" aria-labelledby="${uid}-question">
    <div class="dk-predict-ask">
      <p class="dk-predict-kicker">${sayAny(strings, 'kicker')}</p>
      <p class="dk-predict-question" id="${uid}-question">${say(strings, question, 'question')}</p>
      ${control}
    </div>
    <div class="dk-predict-answer">
      ${truth ? answer(model, strings) : invitation(model, strings)}
      ${model.error ?? nothing}
      ${buttons(model, strings)}
      <p class="dk-unseen" role="status">${said}</p>
    </div>
  </div>`;
}

function invitation({ question, hold, guess, busy }: PredictModel, strings: Strings): TemplateResult {
  if (busy) return html`<p class="dk-predict-wait">${sayAny(strings, 'busy')}</p>`;
  if (hold && guess) return html`<p class="dk-predict-kicker">${sayAny(strings, 'kept')}</p><p class="dk-predict-number">${question.write(strings, guess[0]!)}</p><p class="dk-predict-why">${linked(strings.raw('predict.kept-until'))}</p>`;
  return html`<p class="dk-predict-wait">${sayAny(strings, `wait.${question.kind}`)}</p>`;
}

function answer(model: PredictModel, strings: Strings): TemplateResult {
  const { question, truth } = model;
  const words = wordsOf(model, strings);
  const answerKey = `predict.${question.id}.answer`;
  return html`<p class="dk-predict-kicker">${sayAny(strings, 'found')}</p>
    ${has(strings, answerKey) ? html`<p class="dk-predict-number">${say(strings, question, 'answer', words)}${data(model)}</p>` : question.kind === 'place' ? html`<p class="dk-predict-number"><span data-name=${question.id} data-value=${truth!.values[0]!} data-error=${truth!.errors?.[0] ?? truth!.numbers?.['error'] ?? nothing}>${words['value']}</span></p>` : data(model)}
    ${words['error'] === undefined ? nothing : html`<p class="dk-predict-measured">${sayAny(strings, 'measured', words)}</p>`}
    ${question.kind === 'choose' ? choosePicture(model as PredictModel<Choose>, strings) : nothing}
    <p class="dk-predict-why">${differenceWords(model, strings)}${say(strings, question, 'why', words)}</p>`;
}

/** What the pictures show, at full precision. */
const data = ({ question, truth }: PredictModel): TemplateResult => html`<span hidden>${truth!.values.map((value, i) => html`<span data-name="${question.id}-${i}" data-value=${value} data-error=${truth!.errors?.[i] ?? nothing}></span>`)}</span>`;

/** The sentence on the difference; none where nothing was guessed. */
export function differenceWords(model: PredictModel, strings: Strings): TemplateResult | typeof nothing {
  if (!model.difference || !model.guess) return nothing;
  return html`<b>${sayAny(strings, differenceKey(model), wordsOf(model, strings))}</b>`;
}

/** On a logarithmic axis a guess is off by a factor, on a linear one by an amount. */
function differenceKey({ question, difference }: PredictModel): string {
  const by = question.kind === 'place' && !question.scale.log && (difference === 'low' || difference === 'high') ? '-by' : '';
  return `${question.kind}.${difference}${by}`;
}

/** The revealed card in words, to be heard. */
export function spokenAnswer(model: PredictModel, strings: Strings): string {
  const { question, difference, guess } = model;
  const words = wordsOf(model, strings);
  const answerKey = `predict.${question.id}.answer`;
  return [
    has(strings, answerKey) ? plain(strings, answerKey, words) : question.kind === 'place' ? `${plain(strings, 'predict.found')} ${words['value']}` : '',
    difference && guess ? plain(strings, `predict.${differenceKey(model)}`, words).trim() : '',
    plain(strings, `predict.${question.id}.why`, words),
  ].filter(Boolean).join(' ');
}

function buttons(model: PredictModel, strings: Strings): TemplateResult {
  const { truth, guess, hold, busy, actions } = model;
  // One button all along, so that who pressed it stays on it.
  const [key, act] = truth || (hold && guess) ? (['again', actions.again] as const) : (['reveal', actions.reveal] as const);
  const first = hold && !guess && !truth ? nothing : html`<button type="button" class=${key === 'reveal' ? 'dk-button dk-primary' : 'dk-quiet'} data-action=${key} ?disabled=${key === 'reveal' && (!guess || busy)} @click=${act}>${sayAny(strings, key)}</button>`;
  return html`<div class="dk-predict-buttons">${first}${truth || guess || hold || busy ? nothing : html`<button type="button" class="dk-quiet" data-action="show" @click=${actions.reveal}>${sayAny(strings, 'show')}</button>`}</div>`;
}
