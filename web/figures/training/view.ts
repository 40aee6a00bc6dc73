// The figure as a pure function of what is known: the recipe, how far the race is, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import { rich } from '../math.ts';
import { datum, figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption, heard } from './caption.ts';
import { layoutRace } from './layout.ts';
import { outcomesOf, together, alphaText, ZONES, type Outcome } from './outcome.ts';
import { racePicture } from './picture.ts';
import { ALPHAS, thresholdOf, type RaceResult, type Recipe } from './query.ts';
import type { Phase } from './race.ts';
import { recipeControls, transport, type RecipeActions } from './recipe_controls.ts';
import { numbersTable, stateWord, strip } from './strip.ts';

export interface TrainingModel extends FigureModel {
  recipe: Recipe;
  phase: Phase;
  result: RaceResult | undefined;
  shows(control: 'recipe' | 'sample'): boolean;
}

/** From this width on, the recipe stands beside the race. */
const WIDE = 860;
const GAP = 56;
/** From this width on, the strip has a column for each divisor. */
const COLUMNS = 720;

const NOT_BEGUN: readonly Outcome[] = Array.from(ALPHAS, (alpha, i) => ({
  alpha, zone: ZONES[i]!, state: 'running', finalLoss: Number.POSITIVE_INFINITY, finalError: Number.POSITIVE_INFINITY, lastLosses: new Float32Array(0), steps: Number.POSITIVE_INFINITY,
  maxGradNorm: 0, endGradNorm: 0, weightRatio: 1, maxWeightStart: 0, maxWeight: 0, rightWeight: 0, accuracy: 0, nonFiniteStep: -1,
}));

export function trainingView(model: TrainingModel, actions: RecipeActions, strings: Strings): TemplateResult {
  const { recipe, phase, result, uid } = model;
  const wide = model.width >= WIDE && model.shows('recipe');
  const right = wide ? 336 : model.width;
  const left = wide ? model.width - GAP - right : model.width;
  const outcomes = result ? outcomesOf(result, recipe) : NOT_BEGUN;
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} ${phase}" aria-labelledby="${uid}-title" style="--left: ${left}px; --right: ${right}px">
    ${figureHead({ uid, number: model.number, element: 'dk-training', titleKey: 'training.title', ...(model.shows('sample') ? { sample: { seed: recipe.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    <div class="dk-columns">
      ${racePanel(model, outcomes, left, actions, strings)}
      ${model.shows('recipe') ? html`<div class="dk-panel dk-recipe">${recipeControls(recipe, uid, actions, strings)}</div>` : nothing}
    </div>
    ${result ? verdict(model, outcomes, strings) : html`<div class="dk-verdict dk-in-wait"><p class="dk-note">${strings.text('training.strip.waiting')}</p></div>`}
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption>${caption({ recipe, phase, result, outcomes }, strings)}</figcaption>
    <p class="dk-note dk-rows-note">${strings.text('training.note', { threshold: strings.short(thresholdOf(recipe.loss)) })}</p>
    ${figureFoot({ untouched: phase === 'ready' && model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: result && (() => numbersTable(recipe, outcomes, strings)) }, strings)}
  </figure>`;
}

function racePanel(model: TrainingModel, outcomes: readonly Outcome[], width: number, actions: RecipeActions, strings: Strings): TemplateResult {
  const { recipe, phase, result } = model;
  const layout = layoutRace(recipe, result, outcomes, { width, plot: width < 480 ? 240 : 320 }, strings);
  return html`<div class="dk-panel dk-against">
    <p class="dk-panel-title">
      <span>${strings.text('training.chart')}</span>
      <span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg>${strings.text('training.chart.dots')}</span>
    </p>
    <div class="dk-drawing">
      ${racePicture(layout, spoken(model, outcomes, strings))}
      ${phase === 'ready'
        ? html`<div class="dk-invitation" style="left: ${layout.left}px; width: ${(width < 480 ? width : layout.right) - layout.left}px; top: ${layout.levels[2]!.y + 8}px; height: ${layout.bottom - layout.levels[2]!.y - 16}px"><p>${strings.text('training.invitation')}</p></div>`
        : nothing}
    </div>
    ${transport(phase, result?.steps ?? 0, actions, strings)}
  </div>`;
}

/** What is seen, in words. */
function spoken({ phase, result }: TrainingModel, outcomes: readonly Outcome[], strings: Strings): string {
  if (phase === 'ready' || !result) return strings.text('training.spoken.ready');
  const runs = outcomes.map((run) => strings.text('training.spoken.run', { alpha: alphaText(run.alpha), state: stateWord(run, strings) })).join(strings.text('training.list'));
  return strings.text('training.spoken', { steps: result.steps, runs });
}

function verdict({ recipe, phase, width }: TrainingModel, outcomes: readonly Outcome[], strings: Strings): TemplateResult {
  const race = together(outcomes);
  const over = phase === 'done';
  return html`<div class="dk-verdict">
    <p class="dk-state">
      ${over ? html`<span class="dk-state-word" data-name="pattern" data-value=${race.pattern}>${strings.text(`training.pattern.${race.pattern}`)}</span>` : html`<span class="dk-state-word">${strings.text(`training.phase.${phase}`)}</span>`}
      <span class="dk-state-words">${rich(strings, 'training.learnt', { of: String(outcomes.length), count: datum({ name: 'learnt', value: race.learnt.length }, String(race.learnt.length)) })}</span>
    </p>
    ${strip(recipe, outcomes, width >= COLUMNS, strings)}
  </div>`;
}

/** The outcome in one sentence, to be heard. */
export const outcomeSentence = (recipe: Recipe, result: RaceResult, strings: Strings): string => heard(outcomesOf(result, recipe), strings);
