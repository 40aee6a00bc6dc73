#pragma once
#include <cstdint>

#include "core/gradient_rows.h"
#include "core/list.h"
#include "core/norm_distribution.h"

namespace attn {

struct GradientStatistics {
  Drawn drawn = Drawn::law;
  std::int32_t rows = 0;
  NormDistribution query_grad;      ///< |dQ|
  NormDistribution key_grad;        ///< |dK|
  NormDistribution score_grad;      ///< |dS|
  NormDistribution weight_norm;     ///< |p| = |dV| / |dO|
  NormDistribution jacobian_trace;  ///< tr J
  NormDistribution jacobian_fro;    ///< |J|_F
  List<double> top_share;           ///< share of Σ|dQ|² that the top 1 % of the rows carry
  Matrix strip;                     ///< alphas × min(rows, strip_rows): |dQ| of the first rows
};

/// Measures how the norms of the gradients are spread over rows of random attention, at every α.
///   q, k ~ N(0, I), one query row, upstream g = dL/dp ~ N(0, I): dS = J g, dQ = Kᵀ dS / c, dK = dS qᵀ / c; sections 3.1, 4.1, 4.2
/// Errors: as check_gradient_request
/// Accuracy: Monte Carlo, with its standard error. For α ≤ 1/8 mean squares, 99.9 % quantiles and the top share are
///   heavy-tailed: a few rows carry them (docs/numerics/gradients.md)
/// Edge: |J|_F is summed without 1 − p: its median is right where p₂ − 2p₃ + p₂² would round to 0
/// Cost: that of draw_gradient_rows, and six sorts an α
Result<GradientStatistics> gradient_statistics(const GradientRequest& request);

}  // namespace attn
