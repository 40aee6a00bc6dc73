#pragma once
#include <cstdint>
#include <span>

#include "core/list.h"
#include "core/matrix.h"
#include "core/row_drawing.h"
#include "core/status.h"

namespace attn {

inline constexpr int kMaxGradientAlphas = 256;
inline constexpr int kMaxGradientRows = 200000;
/// Numbers that really drawn keys may cost, at most; rows × alphas that are kept; exponentials of one request.
inline constexpr double kMaxGradientBudget = 3e8;
inline constexpr double kMaxGradientNorms = 1e6;
inline constexpr double kMaxGradientWork = 2e9;

struct GradientRequest {
  int head_dim = 64;
  int key_count = 64;
  List<double> alphas{1.0};  ///< c / √d_k; 1e-6 … 1e6, at most 256 of them
  int rows = 1000;           ///< each row has its own query, keys and upstream gradient
  std::uint32_t seed = 1;
  double budget = 3e7;  ///< keys are really drawn while rows · key_count · head_dim stays within it
  int strip_rows = 0;   ///< rows whose |dQ| gradient_statistics hands back one by one
};

/// Says whether the request is inside its ranges.
/// Errors: head_dim_out_of_range, key_count_out_of_range (2 … 4096), query_count_out_of_range (rows), empty_input, not_finite,
///   out_of_range (alphas, budget, strip_rows), too_large
Failure check_gradient_request(const GradientRequest& request);

/// One row's softmax and its gradient, free of cancellation however one-sided the weights are.
struct RowGradient {
  double weight_norm = 0;      ///< |p|, which is |dV| / |dO|
  double jacobian_trace = 0;   ///< tr J = Σ p_i (1 − p_i)
  double jacobian_fro = 0;     ///< |J|_F = √(Σ p_i²(1−p_i)² + Σ_{i≠j} p_i² p_j²)
  double score_grad_norm = 0;  ///< |dS|
};

/// Computes p = softmax(scores / divisor), J's norms and dS = J g.
///   J = diag(p) − p pᵀ; sections 3.1, 4.1, 4.2
/// Shapes: scores, upstream (g = dL/dp), score_grad: n
/// Requires: finite numbers, divisor > 0, n ≥ 1
/// Accuracy: relative 1e-13 where p is above 1e-150: the largest weight's share of everything is formed from the others,
///   1 − p_m = Σ_{i≠m} p_i and dS_m = −Σ_{i≠m} dS_i
/// Edge: weights below 1e-323 are 0
/// Cost: n exponentials
RowGradient row_gradient(std::span<const double> scores, double divisor, std::span<const double> upstream, std::span<double> score_grad);

/// What every row said; one matrix row an α, one column a row of the sample.
struct GradientRows {
  Drawn drawn = Drawn::law;
  MatrixD query_grad;   ///< |dQ| = |Kᵀ dS| / c
  MatrixD key_grad;     ///< |dK| = |dS| |q| / c
  MatrixD score_grad;   ///< |dS|
  MatrixD weight_norm;  ///< |p|
  MatrixD jacobian_trace;
  MatrixD jacobian_fro;
};

/// Draws rows of attention with q, k ~ N(0, I) and upstream g ~ N(0, I), and measures their gradients at every α.
///   The numbers of a row do not depend on α. Above the budget the keys are not drawn: given q the scores are
///   independent N(0, |q|²), and Kᵀ dS is (Σ dS_i s_i / |q|) along q and |dS| times a χ with d_k − 1 degrees of freedom
///   across it; this is the exact law, not an approximation.
/// Requires: a request that check_gradient_request accepts
/// Cost: law: rows · (head_dim + 2 key_count) normal numbers and rows · alphas · key_count exponentials;
///   vectors: rows · key_count · head_dim numbers and up to as many multiply-adds an α
GradientRows draw_gradient_rows(const GradientRequest& request);

}  // namespace attn
