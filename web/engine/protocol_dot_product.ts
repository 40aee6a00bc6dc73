// The dot product's exact law, and samples of it under other assumptions. C++ side: src/bindings/bindings_dot_product.cpp.

export interface DotProductLawRequest {
  headDim?: number;
  divisor?: number;
  /** Points in logits (score / divisor); at most 4096. */
  x: Float64Array;
}

/** Arrays have one entry a point; the law is that of score / divisor for N(0, 1) entries. */
export interface DotProductLaw {
  /** +∞ at x = 0 for headDim 1, where the density has a logarithmic pole. */
  pdf: Float64Array;
  logPdf: Float64Array;
  cdf: Float64Array;
  /** P(logit > x). */
  sf: Float64Array;
  /** ln P(logit > x), finite where `sf` has gone to 0. */
  logSf: Float64Array;
  variance: number;
  meanAbs: number;
  excessKurtosis: number;
  /** Standardised: 15 for a normal law. */
  sixthMoment: number;
  /** Largest distance to the distribution function of the normal law of the same variance, and where (in standard deviations). */
  ksDistance: number;
  ksAt: number;
}

export type EntryLaw = 'normal' | 'uniform' | 'sign' | 'laplace' | 'student5' | 'student3';
export type Normalisation = 'none' | 'layer' | 'rms';

/** How q and k are made; what is left out is as in the text: independent, mean 0, variance 1, normal. */
export interface EntryAssumptions {
  entries?: EntryLaw;
  normalisation?: Normalisation;
  /** 1e-3 … 1e3 */
  entryStd?: number;
  meanQuery?: number;
  meanKey?: number;
  /** ρ between q and k, coordinate by coordinate; −1 … 1. */
  correlation?: number;
  /** Between any two coordinates of one vector; 0 … 0.999. */
  withinCorrelation?: number;
}

export interface DotProductSampleRequest extends EntryAssumptions {
  headDim?: number;
  /** 2 … 100,000; each has its own q and its own k. */
  pairs?: number;
  seed?: number;
  divisor?: number;
  /** The Kolmogorov–Smirnov test compares with the exact law of normal entries, or with the normal law of its variance. */
  comparedWith?: 'exact' | 'normal';
  /** Equal bins between the two ends; 0 … 1024. */
  bins?: number;
  histogramLow?: number;
  histogramHigh?: number;
  /** How many logits come back, in the order drawn; 0 … 4096. */
  keep?: number;
}

/** Everything is of the logits. A theory value whose `…Known` is false is 0; +∞ where the moment does not exist. */
export interface DotProductSample {
  mean: number;
  meanError: number;
  variance: number;
  varianceError: number;
  /** √(2/(N − 1)): 0.82 for 4 pairs, 0.014 for 10,000. */
  varianceRelativeError: number;
  excessKurtosis: number;
  excessKurtosisError: number;
  theoryMean: number;
  theoryMeanKnown: boolean;
  theoryVariance: number;
  theoryVarianceKnown: boolean;
  theoryExcessKurtosis: number;
  theoryExcessKurtosisKnown: boolean;
  ksDistance: number;
  ksPValue: number;
  counts: Float64Array;
  below: number;
  above: number;
  logits: Float64Array;
  numbersDrawn: number;
}

export interface DotProductRowsRequest extends EntryAssumptions {
  headDim?: number;
  rows?: number;
  keyCount?: number;
  seed?: number;
  divisor?: number;
  /** Whether all keys of a row correlate with its query, or only the first. */
  allKeys?: boolean;
}

/** Means over rows with their standard errors. */
export interface DotProductRows {
  /** The variance within a row: all that softmax sees. */
  rowVariance: number;
  rowVarianceError: number;
  rowVarianceTheory: number;
  rowVarianceKnown: boolean;
  /** Over all rows and keys, what the rows have in common included. */
  totalVariance: number;
  maxWeight: number;
  maxWeightError: number;
  firstWeight: number;
  firstWeightError: number;
  numbersDrawn: number;
}

export interface DotProductOperations {
  dotProductLaw: { request: DotProductLawRequest; result: DotProductLaw };
  dotProductSample: { request: DotProductSampleRequest; result: DotProductSample };
  dotProductRows: { request: DotProductRowsRequest; result: DotProductRows };
}
