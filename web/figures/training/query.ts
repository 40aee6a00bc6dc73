// From the reader's recipe to what the engine is asked, slice by slice: pure functions. Slices count steps, so digits never depend on the machine.
import type { EngineClient } from '../../engine/engine.ts';
import type { FloatMatrix } from '../../engine/protocol_gradients.ts';
import type { LookupLoss, Optimiser, TrainingSteps, TrainingStepsRequest, TrainingSummary, TrainingSummaryRequest } from '../../engine/protocol_training.ts';
import type { OptionTable, OptionValues } from '../../state/options.ts';

/** The nine divisors, as α = c / √d_k. */
export const ALPHAS = Float64Array.from({ length: 9 }, (_, i) => 2 ** (i - 4));
/** The index of α = 1, the divisor √d_k. */
export const ROOT_INDEX = 4;

export const HEAD_DIM = 64;
export const INPUT_DIM = 16;
export const KEY_COUNT = 16;
export const BATCH = 32;
export const STEPS = 400;

/** A slice of the race is at most this long, so that other figures' questions are answered in between. */
export const LONGEST_SLICE = 20;
/** A run's last steps, whose means are its final values (the engine's summary has the same). */
export const FINAL_STEPS = 20;

/** The recipe: what the reader can change besides the seed. */
export const TRAINING_OPTIONS = {
  optimiser: { kind: 'choice', values: ['sgd', 'adam'], default: 'sgd' },
  lr: { kind: 'number', min: 1e-5, max: 100, default: 5 },
  'lr-times-alpha': { kind: 'switch', default: false },
  loss: { kind: 'choice', values: ['mse', 'ce'], default: 'mse' },
  clip: { kind: 'number', min: 0, max: 100, default: 0 },
  'qk-norm': { kind: 'switch', default: false },
} as const satisfies OptionTable;

export type TrainingOptions = OptionValues<typeof TRAINING_OPTIONS>;

/** Learning rates with a chip of their own. */
export const PRESETS = [
  { id: 'sgd-5', optimiser: 'sgd', lr: 5, timesAlpha: false },
  { id: 'sgd-2', optimiser: 'sgd', lr: 2, timesAlpha: false },
  { id: 'sgd-0.05', optimiser: 'sgd', lr: 0.05, timesAlpha: false },
  { id: 'sgd-2-alpha', optimiser: 'sgd', lr: 2, timesAlpha: true },
  { id: 'adam-0.01', optimiser: 'adam', lr: 0.01, timesAlpha: false },
] as const satisfies readonly { id: string; optimiser: Optimiser; lr: number; timesAlpha: boolean }[];
export type Preset = (typeof PRESETS)[number];

/** The clip that the switch sets. */
export const CLIP = 0.1;

export interface Recipe {
  optimiser: Optimiser;
  lr: number;
  timesAlpha: boolean;
  loss: LookupLoss;
  /** 0 for none. */
  clip: number;
  qkNorm: boolean;
  seed: number;
}

export function recipeOf(options: TrainingOptions, seed: number): Recipe {
  return { optimiser: options.optimiser, lr: options.lr, timesAlpha: options['lr-times-alpha'], loss: options.loss, clip: options.clip, qkNorm: options['qk-norm'], seed };
}

export function presetOf(recipe: Recipe): Preset | undefined {
  return PRESETS.find(({ optimiser, lr, timesAlpha }) => optimiser === recipe.optimiser && lr === recipe.lr && timesAlpha === recipe.timesAlpha);
}

export const recipeKey = (recipe: Recipe): string => [recipe.optimiser, recipe.lr, recipe.timesAlpha, recipe.loss, recipe.clip, recipe.qkNorm, recipe.seed].join(' ');

/** The running average must fall below this for a run to count as having learnt. */
export const thresholdOf = (loss: LookupLoss): number => (loss === 'mse' ? 0.5 : 1);

export interface Levels {
  /** Loss with equal weights on all keys. */
  uniform: number;
  /** Loss with all weight on a wrong key, on average over which. */
  wrong: number;
}

/**
 * What two ways of knowing nothing cost: 1 − 1/n and 2(1 − 1/n) under mse, ln n and 69.08 (the engine's −log 10⁻³⁰) under −log p.
 * The keys' values are N(0, 1), one in n "wrong" keys being the right one.
 */
export function levelsOf(loss: LookupLoss): Levels {
  const miss = 1 - 1 / KEY_COUNT;
  return loss === 'mse' ? { uniform: miss, wrong: 2 * miss } : { uniform: Math.log(KEY_COUNT), wrong: 30 * Math.LN10 };
}

/** How many steps come next: few at first, where everything happens, then up to LONGEST_SLICE. */
export function sliceAt(step: number): number {
  return Math.min(STEPS - step, LONGEST_SLICE, Math.max(1, Math.ceil(step / 5)));
}

export function queryRace(recipe: Recipe): TrainingStepsRequest {
  const { optimiser, lr, timesAlpha, loss, clip, qkNorm, seed } = recipe;
  return {
    headDim: HEAD_DIM, inputDim: INPUT_DIM, keyCount: KEY_COUNT, batch: BATCH, alphas: ALPHAS,
    learningRates: timesAlpha ? ALPHAS.map((alpha) => lr * alpha) : Float64Array.of(lr),
    optimiser, loss, clip, qkNorm, seed, firstStep: 0, stepCount: STEPS,
  };
}

/** What the nine runs have done so far: matrices of nine rows, one column a step. */
export type Trace = Pick<TrainingSteps, 'loss' | 'gradNorm' | 'weightRatio' | 'maxWeight' | 'rightWeight' | 'accuracy' | 'nonFiniteStep'>;

export interface RaceResult {
  steps: number;
  trace: Trace;
  summary: TrainingSummary;
}

function beside(left: FloatMatrix | undefined, right: FloatMatrix): FloatMatrix {
  if (!left) return right;
  const columns = left.columns + right.columns;
  const data = new Float32Array(right.rows * columns);
  for (let row = 0; row < right.rows; ++row) {
    data.set(left.data.subarray(row * left.columns, (row + 1) * left.columns), row * columns);
    data.set(right.data.subarray(row * right.columns, (row + 1) * right.columns), row * columns + left.columns);
  }
  return { rows: right.rows, columns, data };
}

export function joined(before: Trace | undefined, part: Trace): Trace {
  return {
    loss: beside(before?.loss, part.loss), gradNorm: beside(before?.gradNorm, part.gradNorm), weightRatio: beside(before?.weightRatio, part.weightRatio),
    maxWeight: beside(before?.maxWeight, part.maxWeight), rightWeight: beside(before?.rightWeight, part.rightWeight), accuracy: beside(before?.accuracy, part.accuracy),
    nonFiniteStep: part.nonFiniteStep,
  };
}

export function querySummary({ loss, gradNorm, weightRatio, maxWeight }: Trace, kind: LookupLoss): TrainingSummaryRequest {
  return { loss, gradNorm, weightRatio, maxWeight, threshold: thresholdOf(kind) };
}

/** What the next slice needs of the ones before it. */
export interface Progress {
  result: RaceResult | undefined;
  state: Float32Array | undefined;
}

export async function runSlice(engine: EngineClient, recipe: Recipe, { result, state }: Progress): Promise<Required<Progress> & { result: RaceResult }> {
  const firstStep = result?.steps ?? 0;
  const part = await engine.call('trainingSteps', { ...queryRace(recipe), firstStep, stepCount: sliceAt(firstStep), ...(state ? { state } : {}) });
  const trace = joined(result?.trace, part);
  const summary = await engine.call('trainingSummary', querySummary(trace, recipe.loss));
  return { result: { steps: part.stepsDone, trace, summary }, state: part.state };
}

/** The whole race at once, for whoever doesn't watch it. */
export async function runRace(engine: EngineClient, recipe: Recipe): Promise<RaceResult> {
  const trace = await engine.call('trainingSteps', queryRace(recipe));
  return { steps: trace.stepsDone, trace: joined(undefined, trace), summary: await engine.call('trainingSummary', querySummary(trace, recipe.loss)) };
}
