// The 16-key look-up, trained at several α side by side on the same samples. Nothing lives in the engine between calls:
// the state goes out with a result and in with the next request, so a worker takes a few steps at a time, reports, and stops at will.
import type { FloatMatrix, NormDistribution } from './protocol_gradients.ts';

export type Optimiser = 'sgd' | 'adam';
/** Mean squared error of the output, or −log of the weight on the right key. */
export type LookupLoss = 'mse' | 'ce';

export interface TrainingStepsRequest {
  headDim: number;
  inputDim: number;
  keyCount: number;
  batch: number;
  /** c / √d_k; 1e-6 … 1e6, at most 32. */
  alphas: Float64Array;
  /** One for all, or one an α. */
  learningRates: Float64Array;
  optimiser: Optimiser;
  loss: LookupLoss;
  /** Largest joint gradient norm; 0 for no limit. */
  clip: number;
  qkNorm: boolean;
  seed: number;
  /** Steps already taken; 0 starts anew and takes no state. */
  firstStep: number;
  stepCount: number;
  /** The state of the result before. */
  state?: Float32Array;
}

/** Matrices are alphas × stepCount. A run that stopped being finite reports NaN from that step on. */
export interface TrainingSteps {
  stepsDone: number;
  loss: FloatMatrix;
  /** Joint norm of dW_Q and dW_K, before clipping. */
  gradNorm: FloatMatrix;
  /** Joint norm of W_Q and W_K over that of the start. */
  weightRatio: FloatMatrix;
  maxWeight: FloatMatrix;
  /** Mean weight on the right key. */
  rightWeight: FloatMatrix;
  accuracy: FloatMatrix;
  /** −1 where a run is still finite. */
  nonFiniteStep: Int32Array;
  state: Float32Array;
}

/** The whole run's matrices, its parts joined column by column. */
export interface TrainingSummaryRequest {
  loss: FloatMatrix;
  gradNorm: FloatMatrix;
  weightRatio: FloatMatrix;
  maxWeight: FloatMatrix;
  /** 0.5 for mse and 1 for ce are usual. */
  threshold: number;
}

/** One entry an α; flags are 0 or 1. Infinity where a run never gets there, or stopped being finite. */
export interface TrainingSummary {
  initialLoss: Float64Array;
  /** Mean of the last 20 steps. */
  finalLoss: Float64Array;
  solved: Int32Array;
  stepsToThreshold: Float64Array;
  maxGradNorm: Float64Array;
  medianGradNorm: Float64Array;
  weightNormRatio: Float64Array;
  meanMaxWeightStart: Float64Array;
  nonFinite: Int32Array;
}

export interface TrainingStartRequest {
  headDim: number;
  inputDim: number;
  keyCount: number;
  alphas: Float64Array;
  loss: LookupLoss;
  qkNorm: boolean;
  /** Single samples whose gradient is taken; at most 20 000. */
  rows: number;
  seed: number;
}

export interface TrainingStart {
  gradient: NormDistribution;
  loss: Float64Array;
  maxWeight: Float64Array;
}

export interface TrainingOperations {
  trainingSteps: { request: TrainingStepsRequest; result: TrainingSteps };
  trainingSummary: { request: TrainingSummaryRequest; result: TrainingSummary };
  trainingStart: { request: TrainingStartRequest; result: TrainingStart };
}
