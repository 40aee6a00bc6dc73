// Exact saturation of a row: expectations by quadrature, and the limits on both sides of the freezing point.
import type { SaturationTheory, SaturationTheoryRequest } from './protocol.ts';

export interface SaturationAtSigmaRequest {
  keyCount: number;
  /** Spreads of the logits, 0 … 1e100; at most 256. */
  sigmas: Float64Array;
}

/** Expectations over one row of n iid logits N(0, σ²); one entry a σ. J = diag(p) − p pᵀ. */
export interface SaturationAtSigma {
  maxWeight: Float64Array;
  entropy: Float64Array;
  /** E ln Σ e^logit */
  logSum: Float64Array;
  /** E Σp² */
  sumSquares: Float64Array;
  /** E tr J */
  jacobianTrace: Float64Array;
  /** E |J|_F² */
  jacobianSquares: Float64Array;
}

export interface JacobianLimitsRequest {
  keyCount: number;
  /** 1e-100 … 1e100; at most 256. */
  sigmas: Float64Array;
}

/** Simple laws on both sides of the freezing point; arrays have one entry a σ. */
export interface JacobianLimits {
  /** g₀(n): density at 0 of the gap between the two largest of n standard normals. */
  topGap: number;
  /** σ_c = √(2 ln n) */
  freezingSigma: number;
  /** tr J and |J|_F of uniform weights. */
  uniformTrace: number;
  uniformFrobenius: number;
  /** Far above σ_c: g₀/σ and g₀/(3σ). */
  traceAbove: Float64Array;
  squaresAbove: Float64Array;
  /** Far below σ_c: ln n − σ²/2 and e^(σ²)/n, held at 0 and at 1. */
  entropyBelow: Float64Array;
  sumSquaresBelow: Float64Array;
  /** Random energy model, n → ∞: E Σp² = 1 − σ_c/σ above σ_c, else 0. */
  sumSquaresFrozen: Float64Array;
}

export interface SaturationOperations {
  saturationTheory: { request: SaturationTheoryRequest; result: SaturationTheory };
  saturationAtSigma: { request: SaturationAtSigmaRequest; result: SaturationAtSigma };
  jacobianLimits: { request: JacobianLimitsRequest; result: JacobianLimits };
}
