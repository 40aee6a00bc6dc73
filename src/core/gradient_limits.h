#pragma once

#include "core/list.h"
#include "core/status.h"

namespace attn {

inline constexpr int kMaxLimitAlphas = 512;

struct GradientLimitsRequest {
  int key_count = 64;
  List<double> alphas{1.0};  ///< c / √d_k; 2⁻¹² … 2¹², at most 512 of them
};

/// What theory says of gradient_statistics for large d_k. g0 is the density at zero of the gap between the two largest of
/// n standard normal numbers.
struct GradientLimits {
  double gap_density = 0;           ///< g0(n)
  double mean_plateau = 0;          ///< lim α→0 of the mean |dQ| = √(2/π) g0
  double uniform_jacobian_fro = 0;  ///< lim α→∞ of |J|_F = √(n−1)/n
  double uniform_weight_norm = 0;   ///< lim α→∞ of |p| = 1/√n
  List<double> rms_query_grad;      ///< √E|dQ|² = √(E|J|_F² at σ = 1/α)/α, exact for d_k → ∞
  List<double> jacobian_trace;      ///< E tr J at σ = 1/α
  List<double> jacobian_rms;        ///< √E|J|_F² at σ = 1/α
  List<double> small_alpha_rms;     ///< √(g0/(3α)), which rms_query_grad tends to as α → 0
  List<double> small_alpha_trace;   ///< g0 α, which jacobian_trace tends to as α → 0
  List<double> large_alpha_rms;     ///< √(n−1)/(nα), which rms_query_grad tends to as α → ∞
};

/// Computes the curves and limits that stand beside measured gradients; sections 3.1, 4.1, 4.2.
///   near a tie the top gap is uniform with density g0/σ, and ∫2p(1−p) = 1, ∫4p²(1−p)² = 1/3 over it (both sides)
/// Errors: key_count_out_of_range (2 … 4096), empty_input, not_finite, out_of_range (alphas), too_large
/// Accuracy: relative 1e-9 (quadrature)
/// Cost: about 0.6 ms an α
Result<GradientLimits> gradient_limits(const GradientLimitsRequest& request);

}  // namespace attn
