#pragma once

#include "core/list.h"
#include "core/status.h"

namespace attn {

/// Computes g₀(n), the density at 0 of the gap between the two largest of n independent standard normals; it is also the
/// mean of the largest.
///   n(n−1) ∫ φ(z)² Φ(z)^(n−2) dz
/// Requires: key_count ≥ 2
/// Accuracy: relative 1e-12 for n ≤ 10⁹
/// Edge: n < 2 → NaN
/// Cost: 0.1 ms
double top_gap_density(int key_count);

/// Computes σ_c = √(2 ln n), the spread at which the random energy model freezes.
double freezing_sigma(int key_count);

struct JacobianLimitsRequest {
  int key_count = 8;
  List<double> sigmas;
};

/// Simple laws on both sides of the freezing point; vectors have one entry a σ.
struct JacobianLimits {
  double top_gap = 0.0;
  double freezing_sigma = 0.0;
  /// tr J = 1 − 1/n and |J|_F = √(n−1)/n for uniform weights.
  double uniform_trace = 0.0;
  double uniform_frobenius = 0.0;
  /// σ ≫ σ_c: E tr J → g₀/σ, E|J|_F² → g₀/(3σ).
  List<double> trace_above;
  List<double> squares_above;
  /// σ ≪ σ_c: E H ≈ ln n − σ²/2, E Σp² ≈ e^(σ²)/n, held at 0 and at 1.
  List<double> entropy_below;
  List<double> sum_squares_below;
  /// Random energy model, n → ∞: E Σp² = 1 − σ_c/σ above σ_c, 0 below.
  List<double> sum_squares_frozen;
};

/// Computes the limits of the saturation theory at small and large σ.
///   §3.1, §4.1, §4.2
/// Shapes: 1 … 256 sigmas
/// Requires: n 2 … 4096; σ within 1e-100 … 1e100
/// Errors: key_count_out_of_range; empty_input, too_large, not_finite, out_of_range "sigmas"
/// Source: Derrida (1981) for the random energy model; the top gap: docs/numerics/saturation.md
Result<JacobianLimits> jacobian_limits(const JacobianLimitsRequest& request);

}  // namespace attn
