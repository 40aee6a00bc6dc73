// What became of each run, and what the nine say together: rules on the measured numbers, and nothing else.
import { zoneOf, type Zone } from '../../state/params.ts';
import type { FloatMatrix } from '../../engine/protocol_gradients.ts';
import { ALPHAS, FINAL_STEPS, KEY_COUNT, ROOT_INDEX, STEPS, thresholdOf, type RaceResult, type Recipe } from './query.ts';

/**
 * A run that has a step without finite numbers has `exploded`. Of the others, at the end: `learnt`, where the running average fell below the
 * threshold and the final loss is there too; `dead`, where the gradient is below a thousandth of the first one; `runaway`, where the weights
 * are a hundred times as long as at the start; `stuck`, where the largest weight is above 0.8 (on the wrong key, for it hasn't learnt);
 * `flat`, where the right key is the first of nine rows in ten, but not by enough; else `slow`.
 * Before the end a run that has not exploded and not passed the threshold is `running`.
 */
export type RunState = 'learnt' | 'exploded' | 'runaway' | 'dead' | 'stuck' | 'flat' | 'slow' | 'running';

export const DEAD_BELOW = 1e-3;
export const RUNAWAY_ABOVE = 100;
export const STUCK_ABOVE = 0.8;
export const RANKED_ABOVE = 0.9;
/** The gradient at the end: the median of so many last steps. */
const LAST_GRADIENTS = 100;

export interface Outcome {
  alpha: number;
  zone: Zone;
  state: RunState;
  /** Infinity where the run exploded. */
  finalLoss: number;
  /** The standard error of the mean of the last steps. */
  finalError: number;
  /** The losses of those steps. */
  lastLosses: Float32Array;
  /** Steps until the running average fell below the threshold, counted from 0; Infinity where it never did. */
  steps: number;
  /** The largest finite norm, and the median of the last 100. */
  maxGradNorm: number;
  endGradNorm: number;
  /** The joint norm of the weights over that of the start, at the last finite step. */
  weightRatio: number;
  maxWeightStart: number;
  /** Means over the last 20 finite steps. */
  maxWeight: number;
  rightWeight: number;
  accuracy: number;
  /** The first step without finite numbers; −1 where there is none. */
  nonFiniteStep: number;
}

const zoneOfAlpha = (alpha: number): Zone => zoneOf(1 / alpha, KEY_COUNT);
export const ZONES: readonly Zone[] = Array.from(ALPHAS, zoneOfAlpha);

const row = ({ data, columns }: FloatMatrix, index: number, length: number): Float32Array => data.subarray(index * columns, index * columns + Math.min(length, columns));

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function standardError(values: Float32Array): number {
  if (values.length < 2) return Number.POSITIVE_INFINITY;
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

function median(values: Float32Array): number {
  const sorted = values.slice().sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function outcomesOf({ trace, summary, steps }: RaceResult, recipe: Recipe): Outcome[] {
  return Array.from(ALPHAS, (alpha, i) => {
    const nonFiniteStep = trace.nonFiniteStep[i] ?? -1;
    const exploded = nonFiniteStep >= 0;
    // A run may be non-finite in its very first step: there is then no finite one to show.
    const finite = exploded ? nonFiniteStep : steps;
    const gradients = row(trace.gradNorm, i, finite).filter(Number.isFinite);
    const ratios = row(trace.weightRatio, i, finite).filter(Number.isFinite);
    const last = (matrix: FloatMatrix): Float32Array => row(matrix, i, finite).slice(-FINAL_STEPS);
    const outcome = {
      alpha, zone: zoneOfAlpha(alpha), nonFiniteStep,
      finalLoss: summary.finalLoss[i] ?? Number.POSITIVE_INFINITY,
      finalError: exploded ? Number.POSITIVE_INFINITY : standardError(last(trace.loss)),
      lastLosses: last(trace.loss),
      steps: summary.stepsToThreshold[i] ?? Number.POSITIVE_INFINITY,
      maxGradNorm: gradients.reduce((most, value) => Math.max(most, value), 0),
      endGradNorm: gradients.length > 0 ? median(gradients.slice(-LAST_GRADIENTS)) : 0,
      weightRatio: ratios.at(-1) ?? 1,
      maxWeightStart: summary.meanMaxWeightStart[i] ?? 0,
      maxWeight: finite > 0 ? mean(last(trace.maxWeight)) : 0,
      rightWeight: finite > 0 ? mean(last(trace.rightWeight)) : 0,
      accuracy: finite > 0 ? mean(last(trace.accuracy)) : 0,
    };
    return { ...outcome, state: stateOf(outcome, gradients[0] ?? 0, steps >= STEPS, thresholdOf(recipe.loss)) };
  });
}

function stateOf(run: Omit<Outcome, 'state'>, firstGradient: number, over: boolean, threshold: number): RunState {
  if (run.nonFiniteStep >= 0) return 'exploded';
  const passed = Number.isFinite(run.steps);
  if (!over) return passed ? 'learnt' : 'running';
  if (passed && run.finalLoss < threshold) return 'learnt';
  if (run.endGradNorm < DEAD_BELOW * firstGradient) return 'dead';
  if (run.weightRatio > RUNAWAY_ABOVE) return 'runaway';
  if (run.maxWeight > STUCK_ABOVE) return 'stuck';
  return run.accuracy > RANKED_ABOVE ? 'flat' : 'slow';
}

/**
 * What the race as a whole says: `said` — the smallest divisors fail, the largest learns, as one hears; `reversed` — the smallest learns and the
 * largest fails; `ends` — both ends fail; `all` and `none` learn; `mixed` — both ends learn and some between do not.
 */
export type Pattern = 'said' | 'reversed' | 'ends' | 'all' | 'none' | 'mixed';

export interface Race9 {
  pattern: Pattern;
  learnt: Outcome[];
  unlearnt: Outcome[];
  /** Among those that learnt; the first of equals. */
  fastest: Outcome | undefined;
  slowest: Outcome | undefined;
  /** The lowest final loss. */
  lowest: Outcome | undefined;
  root: Outcome;
  /** The smallest and the largest divisor. */
  small: Outcome;
  large: Outcome;
}

const least = (runs: readonly Outcome[], of: (run: Outcome) => number): Outcome | undefined =>
  runs.reduce<Outcome | undefined>((best, run) => (best === undefined || of(run) < of(best) ? run : best), undefined);

export function together(runs: readonly Outcome[]): Race9 {
  const learnt = runs.filter(({ state }) => state === 'learnt');
  const unlearnt = runs.filter(({ state }) => state !== 'learnt');
  const [smallest, largest] = [runs[0]!, runs.at(-1)!];
  const small = smallest.state === 'learnt';
  const large = largest.state === 'learnt';
  const pattern: Pattern =
    unlearnt.length === 0 ? 'all' : learnt.length === 0 ? 'none' : small && large ? 'mixed' : small ? 'reversed' : large ? 'said' : 'ends';
  return {
    pattern, learnt, unlearnt,
    fastest: least(learnt, ({ steps }) => steps), slowest: least(learnt, ({ steps }) => -steps),
    lowest: least(learnt, ({ finalLoss }) => finalLoss), root: runs[ROOT_INDEX]!, small: smallest, large: largest,
  };
}

/** Whether two final losses differ by more than two standard errors. Both runs saw the same samples, so it is the steps' differences that count. */
export function apart(a: Outcome, b: Outcome): boolean {
  const differences = a.lastLosses.map((loss, i) => loss - (b.lastLosses[i] ?? Number.NaN));
  return Math.abs(mean(differences)) > 2 * standardError(differences);
}

/** `1/16`, `2`: α as the article writes it. */
export const alphaText = (alpha: number): string => (alpha < 1 ? `1/${Math.round(1 / alpha)}` : String(alpha));
