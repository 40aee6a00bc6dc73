// Gradients of random attention: q, k ~ N(0, I), one query row, upstream dL/dp ~ N(0, I).
import type { Drawn } from './protocol.ts';

/** How a norm is spread over rows; one entry an α. `error` is the standard error of the mean. */
export interface NormDistribution {
  mean: Float64Array;
  error: Float64Array;
  median: Float64Array;
  /** The 99.9 % quantile. */
  p999: Float64Array;
  largest: Float64Array;
  meanSquare: Float64Array;
}

/** Row after row as the engine returns it. */
export interface FloatMatrix {
  rows: number;
  columns: number;
  data: Float32Array;
}

export interface GradientStatisticsRequest {
  headDim: number;
  keyCount: number;
  /** c / √d_k; 1e-6 … 1e6, at most 256. */
  alphas: Float64Array;
  /** At most 200 000, and rows × alphas at most 10⁶. */
  rows: number;
  seed: number;
  /** Keys are really drawn while rows × keyCount × headDim stays within it; at most 3·10⁸. */
  budget: number;
  /** How many rows' |dQ| come back one by one; 0 for none. */
  stripRows: number;
}

export interface GradientStatistics {
  drawn: Drawn;
  rows: number;
  gradQuery: NormDistribution;
  gradKey: NormDistribution;
  gradScores: NormDistribution;
  /** |p|, which is |dV| / |dO|. */
  weightNorm: NormDistribution;
  jacobianTrace: NormDistribution;
  jacobianFro: NormDistribution;
  /** Share of Σ|dQ|² that the top 1 % of the rows carry. */
  topShare: Float64Array;
  /** alphas × min(rows, stripRows): |dQ| of the first rows. */
  strip: FloatMatrix;
}

export interface GradientLimitsRequest {
  keyCount: number;
  /** 2⁻¹² … 2¹², at most 512. */
  alphas: Float64Array;
}

/** Theory for large d_k; the arrays have one entry an α. */
export interface GradientLimits {
  /** g0: density at zero of the gap between the two largest of n standard normal numbers. */
  gapDensity: number;
  /** Mean |dQ| as α → 0: √(2/π) g0. */
  meanPlateau: number;
  /** |J|_F as α → ∞: √(n−1)/n. */
  uniformJacobianFro: number;
  /** |p| as α → ∞: 1/√n. */
  uniformWeightNorm: number;
  rmsGradQuery: Float64Array;
  jacobianTrace: Float64Array;
  jacobianRms: Float64Array;
  smallAlphaRms: Float64Array;
  smallAlphaTrace: Float64Array;
  largeAlphaRms: Float64Array;
}

export interface PlantedKeyRequest {
  headDim: number;
  keyCount: number;
  alphas: Float64Array;
  rows: number;
  seed: number;
}

export interface PlantedKey {
  /** Mean weight on a key that equals the query, and its standard error; one entry an α. */
  weight: Float64Array;
  error: Float64Array;
  /** Share of rows in which that key has the largest score: the same at every α. */
  accuracy: number;
}

export interface GradientOperations {
  gradientStatistics: { request: GradientStatisticsRequest; result: GradientStatistics };
  gradientLimits: { request: GradientLimitsRequest; result: GradientLimits };
  plantedKey: { request: PlantedKeyRequest; result: PlantedKey };
}
