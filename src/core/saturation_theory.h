#pragma once

#include "core/list.h"
#include "core/status.h"

namespace attn {

inline constexpr double kMaxSigma = 1e100;
inline constexpr size_t kMaxSigmaCount = 256;

struct SaturationTheoryRequest {
  int head_dim = 64;
  int key_count = 8;
  List<double> divisors;
};

/// Exact expectations over rows; one entry a divisor.
struct SaturationTheory {
  List<double> max_weight;
  List<double> entropy;
};

/// Computes the mean largest weight and the mean entropy of a row of softmax(q·K/c), q and K ~ N(0, I).
///   E over σ = |q|/c, |q| ~ χ with d_k degrees of freedom, of the same for n iid logits N(0, σ²); §3.1, §4.1, §4.2
/// Shapes: 1 … 256 divisors · Units: entropy in nats
/// Requires: d_k 1 … 4096, n 2 … 4096, divisors within check_divisor's range
/// Errors: head_dim_out_of_range, key_count_out_of_range, empty_input and too_large "divisors", not_finite,
///   divisor_not_positive, divisor_out_of_range
/// Accuracy: relative 1e-9 (n = 4096; 1e-10 for n ≤ 512)
/// Cost: 70 ms once, 6 ms for a new n, 15 µs a divisor (WebAssembly). What was computed for the last few n is kept: not to be
///   called from two threads at once
Result<SaturationTheory> saturation_theory(const SaturationTheoryRequest& request);

struct SaturationAtSigmaRequest {
  int key_count = 8;
  List<double> sigmas;
};

/// One entry a σ.
struct SaturationAtSigma {
  List<double> max_weight;
  List<double> entropy;
  List<double> log_sum;
  List<double> sum_squares;
  List<double> jacobian_trace;
  List<double> jacobian_squares;
};

/// Computes expectations over one row of n iid logits N(0, σ²): the largest weight, entropy, ln Σe^logit, Σp², and trace and
/// squared Frobenius norm of J = diag(p) − p pᵀ.
///   §3.1, §4.1, §4.2
/// Shapes: 1 … 256 sigmas · Units: entropy in nats
/// Requires: n 2 … 4096, 0 ≤ σ ≤ 1e100
/// Errors: key_count_out_of_range; empty_input, too_large, not_finite, out_of_range "sigmas"
/// Accuracy: relative 1e-10 each
/// Edge: σ = 0 gives uniform weights
/// Cost: 0.6 ms a σ, 0.1 ms where the last calls had the same σ. Not to be called from two threads at once
Result<SaturationAtSigma> saturation_at_sigma(const SaturationAtSigmaRequest& request);

}  // namespace attn
