// The engine's operations as the page sees them: one entry an operation, request and result in one place.
// The names are those of design and C++ (head_dim ↔ headDim); the C++ side of each entry is src/bindings/.

import type { AttentionOperations } from './protocol_attention.ts';
import type { ClaimOperations } from './protocol_claims.ts';
import type { DotProductOperations } from './protocol_dot_product.ts';
import type { FormatsOperations } from './protocol_formats.ts';
import type { GradientOperations } from './protocol_gradients.ts';
import type { ModelOperations } from './protocol_models.ts';
import type { OverflowOperations } from './protocol_overflow.ts';
import type { SaturationOperations } from './protocol_saturation.ts';
import type { TrainingOperations } from './protocol_training.ts';

/** A mean over rows and its standard error (both NaN-free; `error` is 0 for one row). */
export interface Estimate {
  mean: number;
  error: number;
}

/** How rows were drawn: every coordinate of q and k, or the scores by their exact law given |q|. */
export type Drawn = 'vectors' | 'law';

export interface SaturationSampleRequest {
  headDim: number;
  keyCount: number;
  seed: number;
  /** One or several divisors; the raw scores of all of them are the same bits. At most 256. */
  divisors: Float64Array;
  /** Numbers that may be drawn; above it, scores come from the exact law given q. */
  budget: number;
  minRows: number;
  maxRows: number;
}

/** Arrays have one entry a divisor. */
export interface SaturationSample {
  rows: number;
  drawn: Drawn;
  maxWeightMean: Float64Array;
  maxWeightError: Float64Array;
  entropyMean: Float64Array;
  entropyError: Float64Array;
  effectiveKeysMean: Float64Array;
  effectiveKeysError: Float64Array;
  /** Mean and variance of the raw scores over all rows and keys (before the division). */
  scoreMean: number;
  scoreVariance: number;
}

export interface AttentionRowRequest {
  headDim: number;
  keyCount: number;
  seed: number;
  divisor: number;
  /** Which row of the sample; row r has its own query and its own keys. */
  row: number;
}

export interface AttentionRow {
  drawn: Drawn;
  scores: Float32Array;
  weights: Float32Array;
  maxWeight: number;
  entropy: number;
  effectiveKeys: number;
}

export interface SaturationTheoryRequest {
  headDim: number;
  keyCount: number;
  divisors: Float64Array;
}

/** Exact expectations over σ = |q|/c, |q| ~ χ with d_k degrees of freedom; one entry a divisor. */
export interface SaturationTheory {
  maxWeight: Float64Array;
  entropy: Float64Array;
}

export interface EngineInfo {
  version: string;
  simd: boolean;
  statuses: string[];
}

export interface SamplingOperations {
  saturationSample: { request: SaturationSampleRequest; result: SaturationSample };
  attentionRow: { request: AttentionRowRequest; result: AttentionRow };
}

/** Operation name → request and result. Every name is also the name of the module's export. */
export interface Operations
  extends SamplingOperations,
  SaturationOperations,
  AttentionOperations,
  FormatsOperations,
  DotProductOperations,
  OverflowOperations,
  GradientOperations,
  TrainingOperations,
  ModelOperations,
  ClaimOperations {}

export type OperationName = keyof Operations;
