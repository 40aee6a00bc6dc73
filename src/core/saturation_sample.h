#pragma once
#include <cstdint>

#include "core/list.h"
#include "core/row_drawing.h"
#include "core/status.h"

namespace attn {

inline constexpr int kMaxDivisorCount = 256;
inline constexpr int kMaxSampleRows = 100000;
/// Numbers that one call may draw (about one second with SIMD).
inline constexpr double kMaxDraws = 2.5e8;
/// Exponentials that one call may take, a row counting as 128 keys at least (about one second with SIMD).
inline constexpr double kMaxExponentials = 1e9;

struct SaturationSampleRequest {
  int head_dim = 64;
  int key_count = 8;
  std::uint32_t seed = 1;
  List<double> divisors;
  double budget = 3e7;
  int min_rows = 1000;
  int max_rows = 20000;
};

/// Means over rows and their standard errors; the vectors have one entry a divisor.
struct SaturationSample {
  int rows = 0;
  Drawn drawn = Drawn::vectors;
  List<double> max_weight_mean, max_weight_error;
  List<double> entropy_mean, entropy_error;
  List<double> effective_keys_mean, effective_keys_error;
  double score_mean = 0;
  double score_variance = 0;
};

/// Samples rows of attention weights and describes them, for one or several divisors of the same scores.
///   §3, §4: softmax(q·K/c), q and K ~ N(0, I)
/// Shapes: 1 … 256 divisors · Units: entropy in nats; budget in numbers drawn
/// Requires: d_k 1 … 4096, n 2 … 4096, divisors within check_divisor's range, 2 ≤ min_rows ≤ max_rows ≤ 100000, budget ≥ 1
/// Errors: head_dim_out_of_range, key_count_out_of_range, empty_input (no divisor), not_finite, divisor_not_positive,
///   divisor_out_of_range, query_count_out_of_range (the rows), out_of_range (the budget), too_large (more than 256
///   divisors, kMaxDraws or kMaxExponentials)
/// Accuracy: the digits depend on the request alone, never on the machine; a divisor's digits don't depend on the others
/// Edge: real vectors while min_rows·n·d_k ≤ budget, with rows = budget/(n·d_k); above it the exact law given q, with
///   rows = budget/(n + d_k); both clamped to [min_rows, max_rows]
/// Cost: as the budget says, plus one exponential a row, key and divisor
Result<SaturationSample> saturation_sample(const SaturationSampleRequest& request);

}  // namespace attn
