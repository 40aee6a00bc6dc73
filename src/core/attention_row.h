#pragma once
#include <cstdint>

#include "core/list.h"
#include "core/row_drawing.h"
#include "core/status.h"

namespace attn {

/// One row is really drawn while n·d_k is at most this; above it by its exact law given q.
inline constexpr double kMaxRowVectorNumbers = 4e6;

struct AttentionRowRequest {
  int head_dim = 64;
  int key_count = 8;
  std::uint32_t seed = 1;
  double divisor = 8;
  std::uint32_t row = 0;
};

struct AttentionRow {
  Drawn drawn = Drawn::vectors;
  List<float> scores;   // before the division
  List<float> weights;  // softmax(scores / divisor)
  double max_weight = 0;
  double entropy = 0;
  double effective_keys = 0;
};

/// Draws one row of the sample with all that a figure shows of it.
///   §3: softmax(q·K/c)
/// Shapes: scores and weights have n entries · Units: entropy in nats
/// Requires: d_k 1 … 4096, n 2 … 4096, divisor within check_divisor's range
/// Errors: head_dim_out_of_range, key_count_out_of_range, not_finite, divisor_not_positive, divisor_out_of_range
/// Accuracy: scores are the same bits for every divisor; weights sum to 1 within 10⁻⁶
/// Cost: n·d_k ≤ 4·10⁶ numbers, or n + d_k above
Result<AttentionRow> attention_row(const AttentionRowRequest& request);

}  // namespace attn
