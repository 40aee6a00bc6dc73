#include "core/attention_row.h"

#include "core/row_summary.h"
#include "core/scores.h"
#include "kernels/softmax_lane.h"

namespace attn {

Result<AttentionRow> attention_row(const AttentionRowRequest& request) {
  const Failure shape = check_row_shape(request.head_dim, request.key_count);
  if (shape.status != Status::ok) return shape;
  const Failure divisor = check_divisor(request.divisor);
  if (divisor.status != Status::ok) return divisor;

  Result<AttentionRow> answer;
  AttentionRow& out = *answer;
  out.drawn = static_cast<double>(request.head_dim) * request.key_count <= kMaxRowVectorNumbers ? Drawn::vectors : Drawn::law;
  const auto n = static_cast<size_t>(request.key_count);
  List<float> query(static_cast<size_t>(request.head_dim)), key(query.size());
  out.scores.resize(n);
  draw_row_scores(out.drawn, request.seed, request.row, query, key, out.scores);

  out.weights.resize(n);
  kernels::softmax_row<kernels::Lane>(out.scores.data(), static_cast<float>(1 / request.divisor), out.weights.data(), n);
  const RowSummary summary = summarise_row(out.scores, largest_score(out.scores), request.divisor);
  out.max_weight = summary.max_weight;
  out.entropy = summary.entropy;
  out.effective_keys = summary.effective_keys;
  return answer;
}

}  // namespace attn
