// Softmax and attention in four number formats. The C++ side is src/bindings/bindings_formats.cpp.
import type { Drawn } from './protocol.ts';
import type { EngineMatrix } from './protocol_attention.ts';

export type FormatName = 'float16' | 'bfloat16' | 'float32' | 'float64';
export type SoftmaxAlgorithm = 'naive' | 'maxSubtracted' | 'online';
/** Every partial sum rounded to the format, or kept in double and rounded once. */
export type Accumulation = 'format' | 'wide';
/** round(q·k)/c, (q/c)·k, or (q/√c)·(k/√c). */
export type ScaleOrder = 'after' | 'beforeOnQuery' | 'beforeOnBoth';

export interface FormatArithmetic {
  /** Default: 'float16'. */
  format?: FormatName;
  /** Default: 'naive'. */
  algorithm?: SoftmaxAlgorithm;
  /** Of the exponentials. Default: 'format'. */
  sum?: Accumulation;
}

export interface FormatThresholds {
  /** ln of the smallest real number that rounds to ∞. */
  overflowExpReal: number;
  logMaxFinite: number;
  /** At or below, a correctly rounded exp is 0. */
  zeroReal: number;
  /** Below, exp is subnormal or 0. */
  subnormalReal: number;
  /** Members of the format: the last with a finite exp, the next one, and their distance. */
  largestXFinite: number;
  smallestXInf: number;
  xSpacing: number;
  /** Members of the format: the last whose exp is 0, and the next one. */
  largestXZero: number;
  smallestXNonzero: number;
  maxFinite: number;
  minNormal: number;
  minSubnormal: number;
}

export interface FormatSoftmaxRequest extends FormatArithmetic {
  /** −∞ is a masked key, +∞ an overflowed score; NaN is refused. At most 2²² entries. */
  logits: EngineMatrix<Float64Array>;
}

/** One entry a row; flags are 0 or 1. */
export interface FormatSoftmax {
  weights: EngineMatrix<Float64Array>;
  logitInf: Uint8Array;
  anyExpInf: Uint8Array;
  sumInf: Uint8Array;
  sumZero: Uint8Array;
  anyNan: Uint8Array;
  largestLogit: Float64Array;
  sum: Float64Array;
  /** NaN where a weight is NaN. */
  maxWeight: Float64Array;
  /** How many became 0 although their logit is not −∞. */
  flushedExps: Int32Array;
  flushedWeights: Int32Array;
}

export interface FormatAttentionRequest extends FormatArithmetic {
  query: Float64Array;
  /** n × d_k */
  key: EngineMatrix<Float64Array>;
  /** Default: √d_k. */
  divisor?: number;
  /** Default: 'after'. */
  order?: ScaleOrder;
  /** Of the products. Default: 'wide', so that the result alone is rounded. */
  dot?: Accumulation;
}

export interface FormatRowReport {
  logitInf: boolean;
  anyExpInf: boolean;
  sumInf: boolean;
  sumZero: boolean;
  anyNan: boolean;
  largestLogit: number;
  sum: number;
  maxWeight: number;
  flushedExps: number;
  flushedWeights: number;
}

export interface FormatAttentionRow {
  /** What the product leaves in the format; divided already where the divisor comes before. */
  scores: Float64Array;
  logits: Float64Array;
  weights: Float64Array;
  scoreInf: boolean;
  report: FormatRowReport;
}

export interface OverflowShareRequest extends FormatArithmetic {
  /** Default: 'after'. */
  order?: ScaleOrder;
  headDim: number;
  keyCount: number;
  /** Default: √d_k. */
  divisor?: number;
  /** 1 … 100,000 */
  rows: number;
  seed: number;
  /** Of the entries of q and k; default 1. */
  entryStd?: number;
  /** Numbers that may be drawn for keys; default 3·10⁷. */
  budget?: number;
}

/** A share of rows and its standard error √(p(1 − p)/rows). */
export interface RowShare {
  share: number;
  error: number;
}

export interface OverflowShare {
  rows: number;
  drawn: Drawn;
  /** A score is ±∞ in the format. */
  scoreInf: RowShare;
  /** An exponential is ∞. */
  expInf: RowShare;
  sumInf: RowShare;
  /** A weight is NaN. */
  nan: RowShare;
  /** One of these four. */
  any: RowShare;
  /** Share of the weights that became 0; its error is over rows. */
  flushedWeights: RowShare;
}

export interface FormatsOperations {
  formatThresholds: { request: { format: FormatName }; result: FormatThresholds };
  formatSoftmax: { request: FormatSoftmaxRequest; result: FormatSoftmax };
  formatAttentionRow: { request: FormatAttentionRequest; result: FormatAttentionRow };
  overflowShare: { request: OverflowShareRequest; result: OverflowShare };
}
