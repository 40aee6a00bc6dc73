// What the reader can do: start, pause and stop the race; choose its learning rate, loss, clipping and QK-norm.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { numberField } from '../controls/number_field.ts';
import { rich, variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { CLIP, PRESETS, STEPS, TRAINING_OPTIONS, presetOf, type Preset, type Recipe, type TrainingOptions } from './query.ts';
import type { Phase } from './race.ts';

export interface RecipeActions {
  run(): void;
  pause(): void;
  stop(): void;
  /** A learning rate with its optimiser: starts at once. */
  choosePreset(preset: Preset): void;
  change(patch: Partial<TrainingOptions>): void;
  typeRate(text: string): void;
}

const PLAY = 'M5 3.2v13.6l11-6.8z';
const PAUSE = 'M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z';
const STOP = 'M4 4h12v12H4z';
const icon = (path: string): TemplateResult => html`<svg class="dk-solid" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path d=${path} /></svg>`;

export function transport(phase: Phase, steps: number, actions: RecipeActions, strings: Strings): TemplateResult {
  const running = phase === 'running';
  const word = { ready: 'start', running: 'pause', paused: 'resume', stopped: 'again', done: 'again', failed: 'resume' }[phase];
  const share = steps / STEPS;
  return html`<div class="dk-transport" data-live>
    <button type="button" class="dk-button dk-primary" data-action="run" @click=${running ? actions.pause : actions.run}>${icon(running ? PAUSE : PLAY)}<span>${strings.text(`training.${word}`)}</span></button>
    <button type="button" class="dk-button" data-action="stop" ?disabled=${!running && phase !== 'paused'} @click=${actions.stop}>${icon(STOP)}<span>${strings.text('training.stop')}</span></button>
    <div class="dk-progress">
      <div class="dk-progress-track" role="progressbar" aria-label=${strings.text('training.progress')} aria-valuemin="0" aria-valuemax=${STEPS} aria-valuenow=${steps}><span style="width: ${(share * 100).toFixed(2)}%"></span></div>
      <p class="dk-note"><span data-name="phase" data-value=${phase}>${strings.text(`training.phase.${phase}`)}</span><span><span data-name="steps-done" data-value=${steps}>${steps}</span> / ${strings.text('training.steps', { steps: STEPS })}</span></p>
    </div>
  </div>`;
}

function presetFace(preset: Preset, strings: Strings): Piece[] {
  return [html`<span class="dk-chip-face">${preset.optimiser === 'sgd' ? 'SGD' : 'Adam'}</span>`, html`<span class="dk-chip-value">${strings.short(preset.lr)}${preset.timesAlpha ? html`·${variable('α')}` : nothing}</span>`];
}

export const optimiserName = (recipe: Pick<Recipe, 'optimiser'>): string => (recipe.optimiser === 'sgd' ? 'SGD' : 'Adam');

/** `5`, `2·α`: the learning rate in words. */
export const rateText = (recipe: Pick<Recipe, 'lr' | 'timesAlpha'>, strings: Strings): string => strings.short(recipe.lr, 4) + (recipe.timesAlpha ? '·α' : '');

const toggle = (name: string, on: boolean, face: Piece | Piece[], change: () => void): TemplateResult =>
  html`<button type="button" class="dk-switch" role="switch" data-option=${name} aria-checked=${on ? 'true' : 'false'} @click=${change}><span class="dk-switch-track" aria-hidden="true"></span><span>${face}</span></button>`;

const twoDigits = (value: number): number => Number(value.toPrecision(2));

export function recipeControls(recipe: Recipe, uid: string, actions: RecipeActions, strings: Strings): TemplateResult {
  const inForce = presetOf(recipe);
  const { min, max } = TRAINING_OPTIONS.lr;
  const losses = ['mse', 'ce'] as const;
  // The field is left alone while the race redraws the figure, so that what is being typed stays.
  return html`<p class="dk-panel-title" id="${uid}-presets">${strings.text('training.rate')}</p>
    <div class="dk-chips" role="group" aria-labelledby="${uid}-presets">
      ${PRESETS.map((preset) => html`<button type="button" class="dk-chip" data-preset=${preset.id} aria-pressed=${preset === inForce ? 'true' : 'false'} aria-label=${strings.text('training.preset.spoken', { optimiser: optimiserName(preset), rate: rateText(preset, strings) })} @click=${() => actions.choosePreset(preset)}>${presetFace(preset, strings)}</button>`)}
    </div>
    <div class="dk-control-head dk-rate">
      <span class="dk-gloss">${strings.text('training.rate.of', { optimiser: optimiserName(recipe) })}</span>
      ${toggle('lr-times-alpha', recipe.timesAlpha, rich(strings, 'training.times-alpha'), () => actions.change({ 'lr-times-alpha': !recipe.timesAlpha }))}
      ${guard([recipe.lr], () => numberField({
        name: 'lr', label: strings.text('param.field', { name: strings.text('training.rate') }), shown: strings.short(recipe.lr, 4), whole: false,
        commit: actions.typeRate,
        step: (direction) => actions.change({ lr: Math.min(max, Math.max(min, twoDigits(recipe.lr * 1.25 ** direction))) }),
      }))}
    </div>
    <div class="dk-control-head dk-loss">
      <span class="dk-gloss" id="${uid}-loss">${strings.text('training.loss')}</span>
      <div class="dk-chips dk-two" role="group" aria-labelledby="${uid}-loss">
        ${losses.map((loss) => html`<button type="button" class="dk-chip" data-loss=${loss} aria-pressed=${loss === recipe.loss ? 'true' : 'false'} @click=${() => actions.change({ loss })}><span class="dk-chip-face">${rich(strings, `training.loss.${loss}`)}</span></button>`)}
      </div>
    </div>
    <div class="dk-recipe-switches">
      ${toggle('clip', recipe.clip > 0, rich(strings, 'training.clip', { clip: strings.short(recipe.clip > 0 ? recipe.clip : CLIP) }), () => actions.change({ clip: recipe.clip > 0 ? 0 : CLIP }))}
      ${toggle('qk-norm', recipe.qkNorm, strings.text('training.qk-norm'), () => actions.change({ 'qk-norm': !recipe.qkNorm }))}
    </div>`;
}
