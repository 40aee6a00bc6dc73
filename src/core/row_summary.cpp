#include "core/row_summary.h"

#include "core/elementary.h"
#include "kernels/softmax_lane.h"

namespace attn {

RowSummary summarise_row(std::span<const float> scores, float largest, double divisor) {
  const auto parts = kernels::softmax_parts<kernels::Lane>(scores.data(), largest, static_cast<float>(1 / divisor), scores.size());
  // One of the largest entries is the 1 of log1p; what the others add is never cancelled against it.
  const double others = (parts.ties - 1) + parts.rest, total = 1 + others;
  RowSummary row;
  row.max_weight = 1 / total;
  row.entropy = log1p_d(others) + parts.descent / total;
  row.effective_keys = exp_d(row.entropy);
  return row;
}

float largest_score(std::span<const float> scores) { return kernels::row_max<kernels::Lane>(scores.data(), scores.size()); }

}  // namespace attn
