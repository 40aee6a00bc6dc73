// How likely a naive softmax, or QKᵀ itself, overflows. C++ side: src/bindings/bindings_overflow.cpp.

import type { FormatName } from './protocol_formats.ts';

export interface OverflowProbabilityRequest {
  headDim?: number;
  keyCount?: number;
  format?: FormatName;
  /** Standard deviation of the entries of q and of k. */
  entryStd?: number;
  /** At most 256. */
  divisors: Float64Array;
}

/** One entry a divisor; probabilities below 1e-308 are 0, their logarithms are always there. */
export interface OverflowProbability {
  /** A logit above it makes exp infinite. */
  threshold: number;
  score: Float64Array;
  log10Score: Float64Array;
  /** At least one of a row's keys overflows; the row's scores share q. */
  row: Float64Array;
  log10Row: Float64Array;
}

export interface RawOverflowRequest {
  headDim?: number;
  format?: 'float16';
  entryStd?: number;
  divisor?: number;
}

export interface RawOverflow {
  /** |q·k| at or above it is stored as infinity. */
  threshold: number;
  raw: number;
  log10Raw: number;
  /** With q divided before the product. */
  scaledFirst: number;
  log10ScaledFirst: number;
}

export interface OverflowOperations {
  overflowProbability: { request: OverflowProbabilityRequest; result: OverflowProbability };
  rawOverflow: { request: RawOverflowRequest; result: RawOverflow };
}
