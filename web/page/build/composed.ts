// Numbers of the prose that take more than one call of the engine: shares of rows, medians over seeds. Rules on engine results, nothing else.
import type { EngineClient } from '../../engine/engine.ts';
import type { LookupLoss, Optimiser, TrainingSummary } from '../../engine/protocol_training.ts';

/** Of a row drawn anew `rows` times: how many have a largest weight above `level`. */
interface RowsAboveRequest {
  headDim: number;
  keyCount: number;
  divisor: number;
  seed: number;
  rows: number;
  level: number;
}

/** The 16-key look-up, trained with the seeds 1 … `seeds`; medians over them, one entry an α. */
interface TrainingRunsRequest {
  headDim: number;
  alphas: Float64Array;
  /** For all α alike, or, with `timesAlpha`, to be multiplied by α. */
  learningRate: number;
  timesAlpha: boolean;
  optimiser: Optimiser;
  loss: LookupLoss;
  clip: number;
  seeds: number;
  stepCount: number;
}

/** What the article measures: the threshold that a running average of the loss must pass. */
const THRESHOLD: Readonly<Record<LookupLoss, number>> = { mse: 0.5, ce: 1 };

async function rowsAbove(engine: EngineClient, request: RowsAboveRequest): Promise<{ share: number; error: number }> {
  const { headDim, keyCount, divisor, seed, rows, level } = request;
  let above = 0;
  for (let row = 0; row < rows; ++row) if ((await engine.call('attentionRow', { headDim, keyCount, divisor, seed, row })).maxWeight > level) ++above;
  const share = above / rows;
  return { share, error: Math.sqrt((share * (1 - share)) / rows) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

async function trainingRuns(engine: EngineClient, request: TrainingRunsRequest): Promise<Record<string, number[]>> {
  const { headDim, alphas, learningRate, timesAlpha, optimiser, loss, clip, seeds, stepCount } = request;
  const learningRates = timesAlpha ? alphas.map((alpha) => alpha * learningRate) : Float64Array.of(learningRate);
  const summaries: TrainingSummary[] = [];
  for (let seed = 1; seed <= seeds; ++seed) {
    const run = await engine.call('trainingSteps', {
      headDim, inputDim: 16, keyCount: 16, batch: 32, alphas, learningRates, optimiser, loss, clip, qkNorm: false, seed, firstStep: 0, stepCount,
    });
    summaries.push(await engine.call('trainingSummary', { loss: run.loss, gradNorm: run.gradNorm, weightRatio: run.weightRatio, maxWeight: run.maxWeight, threshold: THRESHOLD[loss] }));
  }
  const medians = (of: (one: TrainingSummary) => ArrayLike<number>): number[] => Array.from(alphas, (_, i) => median(summaries.map((one) => of(one)[i] ?? Number.NaN)));
  const counts = (of: (one: TrainingSummary) => ArrayLike<number>): number[] => Array.from(alphas, (_, i) => summaries.reduce((sum, one) => sum + (of(one)[i] ?? 0), 0));
  return {
    steps: medians((one) => one.stepsToThreshold),
    finalLoss: medians((one) => one.finalLoss),
    maxGradNorm: medians((one) => one.maxGradNorm),
    weightNormRatio: medians((one) => one.weightNormRatio),
    startMaxWeight: medians((one) => one.meanMaxWeightStart),
    solved: counts((one) => one.solved),
    nonFinite: counts((one) => one.nonFinite),
  };
}

/** By the name that stands in the prose where an operation's name would. */
export const COMPOSED: Readonly<Record<string, (engine: EngineClient, request: never) => Promise<unknown>>> = { rowsAbove, trainingRuns };
