// The caption, from the measured outcomes: the recipe, what the nine say together, by what mechanism, and what to try next.
import { html, type TemplateResult } from 'lit';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { alphaText, apart, together, type Outcome, type Race9 } from './outcome.ts';
import { presetOf, type RaceResult, type Recipe } from './query.ts';
import type { Phase } from './race.ts';
import { optimiserName, rateText } from './recipe_controls.ts';
import { cellText } from './strip.ts';

const strong = (piece: Piece): TemplateResult => html`<b>${piece}</b>`;

const list = (parts: readonly string[], strings: Strings): string => parts.join(strings.text('training.list'));
const alphas = (runs: readonly Outcome[], strings: Strings): string => list(runs.map(({ alpha }) => alphaText(alpha)), strings);
const numbers = (runs: readonly Outcome[], of: (run: Outcome) => number, strings: Strings): string => list(runs.map((run) => cellText(of(run), strings)), strings);

/** The recipe in one sentence. */
export function recipeSentence(recipe: Recipe, strings: Strings): Piece[] {
  return [
    ...rich(strings, 'training.caption.recipe', { optimiser: optimiserName(recipe), rate: rateText(recipe, strings), loss: strings.text(`training.loss.${recipe.loss}.plain`) }),
    ...(recipe.clip > 0 ? rich(strings, 'training.caption.clip', { clip: strings.short(recipe.clip) }) : []),
    ...(recipe.qkNorm ? rich(strings, 'training.caption.qk-norm') : []),
    ...rich(strings, 'training.caption.stop'),
  ];
}

/** What the nine say together, for the caption and for whoever listens. */
function verdict(race: Race9, strings: Strings): [key: string, values: Record<string, string>] {
  const { pattern, learnt, unlearnt, fastest, slowest, root } = race;
  const key = pattern === 'said' && slowest?.zone !== 'large' ? 'said-small' : pattern;
  return [`training.caption.${key}`, {
    learnt: String(learnt.length), unlearnt: String(unlearnt.length), failed: alphas(unlearnt, strings), learntAlphas: alphas(learnt, strings),
    fastest: alphaText(fastest?.alpha ?? 1), fastestSteps: String(fastest?.steps ?? ''), slowest: alphaText(slowest?.alpha ?? 1), slowestSteps: String(slowest?.steps ?? ''), rootSteps: String(root.steps),
    smallLoss: cellText(race.small.finalLoss, strings), largeLoss: cellText(race.large.finalLoss, strings),
  }];
}

/** One sentence for each way in which runs failed. */
function mechanisms(race: Race9, recipe: Recipe, strings: Strings): Piece[] {
  const of = (state: Outcome['state']): Outcome[] => race.unlearnt.filter((run) => run.state === state);
  const sentence = (state: Outcome['state'], values: (runs: Outcome[]) => Record<string, Piece>): Piece[] => {
    const runs = of(state);
    return runs.length === 0 ? [] : rich(strings, `training.caption.${state}`, { alphas: alphas(runs, strings), ...values(runs) });
  };
  return [
    ...sentence('exploded', (runs) => ({ steps: strong(list(runs.map((run) => String(run.nonFiniteStep)), strings)), ratios: numbers(runs, (run) => run.weightRatio, strings) })),
    ...sentence('runaway', (runs) => ({ ratios: strong(numbers(runs, (run) => run.weightRatio, strings)) })),
    ...sentence('dead', (runs) => ({ ratios: strong(numbers(runs, (run) => run.weightRatio, strings)), gradients: strong(numbers(runs, (run) => run.endGradNorm, strings)) })),
    ...sentence('stuck', (runs) => ({ losses: numbers(runs, (run) => run.finalLoss, strings), weights: strong(list(runs.map((run) => strings.fixed(run.maxWeight, 2)), strings)) })),
    ...sentence('flat', (runs) => ({ weights: strong(list(runs.map((run) => strings.fixed(run.rightWeight, 2)), strings)), why: recipe.qkNorm ? strings.text('training.caption.locked') : '' })),
    ...sentence('slow', (runs) => ({ losses: strong(numbers(runs, (run) => run.finalLoss, strings)), gradients: numbers(runs, (run) => run.maxGradNorm, strings) })),
  ];
}

function lowestSentence({ lowest, root }: Race9, strings: Strings): Piece[] {
  if (!lowest) return [];
  if (lowest.alpha === 1) return rich(strings, 'training.caption.lowest-root', { loss: strong(cellText(lowest.finalLoss, strings)) });
  const key = root.state !== 'learnt' ? 'training.caption.lowest-alone' : apart(lowest, root) ? 'training.caption.lowest' : 'training.caption.lowest-close';
  return rich(strings, key, { lowest: alphaText(lowest.alpha), loss: strong(cellText(lowest.finalLoss, strings)), rootLoss: cellText(root.finalLoss, strings) });
}

function nextSentence(recipe: Recipe, strings: Strings): Piece[] {
  const preset = presetOf(recipe)?.id;
  if (recipe.qkNorm || recipe.clip > 0) return [];
  if (recipe.loss === 'ce') return rich(strings, 'training.caption.next-ce');
  return rich(strings, preset === 'sgd-5' ? 'training.caption.next-default' : preset === 'sgd-0.05' || preset === 'adam-0.01' ? 'training.caption.next-overturned' : 'training.caption.next');
}

export interface CaptionInput {
  recipe: Recipe;
  phase: Phase;
  result: RaceResult | undefined;
  outcomes: readonly Outcome[];
}

export function caption({ recipe, phase, result, outcomes }: CaptionInput, strings: Strings): TemplateResult {
  const lead = html`<b>${recipeSentence(recipe, strings)}</b>`;
  if (phase === 'ready' || !result) return html`<p class="dk-caption">${lead}${rich(strings, 'training.caption.ready')}</p>`;
  if (phase !== 'done') return html`<p class="dk-caption">${lead}${rich(strings, phase === 'stopped' ? 'training.caption.stopped' : 'training.caption.running', { steps: String(result.steps) })}</p>`;
  const race = together(outcomes);
  const [key, values] = verdict(race, strings);
  return html`<p class="dk-caption">${lead}${rich(strings, key, values)}${mechanisms(race, recipe, strings)}${lowestSentence(race, strings)}${nextSentence(recipe, strings)}</p>`;
}

/** The outcome in one sentence, to be heard when the race is over. */
export function heard(outcomes: readonly Outcome[], strings: Strings): string {
  const [key, values] = verdict(together(outcomes), strings);
  return strings.text(key, { alpha: 'α', ...values });
}
