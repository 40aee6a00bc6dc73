// A challenge: what is asked, the numbers that count with their bands, what the reader may touch, how far there is to go; hints in two steps, then the solution.
import { html, nothing, type TemplateResult } from 'lit';
import type { Actions } from '../controls/actions.ts';
import type { FigureModel } from '../figure_model.ts';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { TICK } from '../tick.ts';
import { control, type OptionActions } from './controls.ts';
import { gauge } from './gauge.ts';
import { isMet, type Challenge, type Judged, type State } from './types.ts';
import { distanceWords, valuesOf } from './words.ts';

export interface ChallengeModel extends FigureModel {
  challenge: Challenge;
  state: State;
  judged: Judged | undefined;
  /** Whether it was ever met. */
  solved: boolean;
  /** 0 … 3: nothing, one hint, two, the solution. */
  hints: number;
  /** How many of the solution's steps were taken. */
  taken: number;
  more(): void;
  take(): void;
}

export const WIDE = 820;
const GAP = 48;
export const MOST_HINTS = 3;

function stepList({ challenge, judged }: ChallengeModel, strings: Strings, values: Record<string, Piece>): TemplateResult | typeof nothing {
  if (!judged?.steps) return nothing;
  return html`<ol class="dk-steps">${judged.steps.map(({ key, done }) => html`<li data-step=${key} data-done=${done ? 'yes' : 'no'}>${rich(strings, `challenge.${challenge.id}.step.${key}`, values)}${done ? html` ${TICK}<span class="dk-unseen">${strings.text('challenge.step-done')}</span>` : nothing}</li>`)}</ol>`;
}

function hintList(model: ChallengeModel, strings: Strings, values: Record<string, Piece>): TemplateResult {
  const { challenge, hints, solved, taken, take } = model;
  const steps = challenge.solution.length;
  const hint = (level: number): TemplateResult => html`<p class="dk-hint"><b>${strings.text(`challenge.hint-label.${level}`)}</b>${rich(strings, `challenge.${challenge.id}.hint${level}`, values)}</p>`;
  const why = hints >= MOST_HINTS || solved;
  return html`<div class="dk-hints" aria-live="polite">
    ${hints >= 1 ? hint(1) : nothing}${hints >= 2 ? hint(2) : nothing}
    ${why ? html`<p class="dk-hint dk-why"><b>${strings.text('challenge.why')}</b>${rich(strings, `challenge.${challenge.id}.why`, values)}</p>` : nothing}
    ${hints >= MOST_HINTS ? html`<button type="button" class="dk-button" data-action="take" @click=${take}>${steps > 1 ? strings.text('challenge.take-step', { step: (taken % steps) + 1, steps }) : strings.text('challenge.take')}</button>` : nothing}
  </div>`;
}

/** Room for the numbers that are on their way. */
const challengeRoom = ({ targets }: Challenge): TemplateResult => html`<div class="dk-gauge-room" style=${`--gauges: ${new Set(targets.map(({ name }) => name)).size}`}></div>`;

export function challengeView(model: ChallengeModel, actions: Actions, change: OptionActions, strings: Strings): TemplateResult {
  const { uid, challenge, state, judged, solved, hints, width, waiting, number } = model;
  const wide = width >= WIDE;
  const column = wide ? Math.floor((width - GAP) / 2) : width;
  const values = valuesOf(challenge, strings);
  const met = judged !== undefined && isMet(judged);
  return html`<figure class="dk-figure dk-challenge ${wide ? 'wide' : ''} ${waiting ? 'waiting' : ''}" aria-labelledby="${uid}-title">
    <header class="dk-challenge-head">
      <p class="dk-kicker"><span>${strings.text('challenge.number', { number: number ?? '' })}</span>${solved ? html`<span class="dk-solved" data-name="solved" data-value="yes">${TICK}${strings.text('challenge.solved')}</span>` : nothing}</p>
      <h3 class="dk-title" id="${uid}-title">${rich(strings, `challenge.${challenge.id}.title`, values)}</h3>
    </header>
    ${model.notes}
    <p class="dk-task">${rich(strings, `challenge.${challenge.id}.task`, values)}</p>
    <div class="dk-challenge-columns">
      <div>
        ${stepList(model, strings, values)}
        ${judged ? judged.readings.map((reading) => gauge(reading, column, strings)) : challengeRoom(challenge)}
        <p class="dk-distance" data-met=${met ? 'yes' : 'no'}>${met ? TICK : nothing}<span>${judged ? distanceWords(judged, challenge, strings) : ''}</span></p>
      </div>
      <div class="dk-challenge-controls">${challenge.controls.map((name) => control(name, state, { uid, width: column }, actions, change, strings))}</div>
    </div>
    ${hintList(model, strings, values)}
    <div class="dk-challenge-foot">
      ${hints < MOST_HINTS ? html`<button type="button" class="dk-button" data-action="hint" @click=${model.more}>${strings.text(`challenge.more.${hints + 1}`)}</button>` : nothing}
      <button type="button" class="dk-quiet" data-action="reset" ?disabled=${model.untouched} @click=${model.reset}>${strings.text('challenge.reset')}</button>
    </div>
    <p class="dk-unseen" role="status">${model.said}</p>
  </figure>`;
}
