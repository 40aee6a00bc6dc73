#include "core/format_attention.h"

#include <cmath>

#include "core/scores.h"

namespace attn {

namespace {

constexpr Index kMaxRowKeys = 65536;

List<double> rounded_quotients(std::span<const double> entries, double divisor, const NumberFormat& format) {
  List<double> result(entries.size());
  for (size_t t = 0; t < entries.size(); ++t) {
    const double entry = round_to_format(entries[t], format);
    result[t] = divisor == 1 ? entry : round_to_format(entry / divisor, format);
  }
  return result;
}

Failure check_request(const FormatAttentionRequest& request) {
  const size_t head_dim = request.query.size();
  if (head_dim < 1 || head_dim > static_cast<size_t>(kMaxHeadDim)) return {Status::head_dim_out_of_range, "query"};
  if (request.key.rows() < 1 || request.key.rows() > kMaxRowKeys) return {Status::key_count_out_of_range, "key"};
  if (request.key.cols() != static_cast<Index>(head_dim)) return {Status::shape_mismatch, "key"};
  if (static_cast<double>(request.key.size()) > kMaxRowEntries) return {Status::too_large, "key"};
  for (const double entry : request.query)
    if (!std::isfinite(entry)) return {Status::not_finite, "query"};
  if (!request.key.allFinite()) return {Status::not_finite, "key"};
  return request.divisor ? check_divisor(*request.divisor) : Failure{};
}

}  // namespace

double format_dot(std::span<const double> left, std::span<const double> right, const NumberFormat& format, Accumulation accumulation) {
  double sum = 0;
  if (accumulation == Accumulation::wide) {
    for (size_t t = 0; t < left.size(); ++t) sum += left[t] * right[t];
    return round_to_format(sum, format);
  }
  for (size_t t = 0; t < left.size(); ++t) sum = round_to_format(sum + round_to_format(left[t] * right[t], format), format);
  return sum;
}

void format_scores(double exact, double divisor, ScaleOrder order, const NumberFormat& format, double& score, double& logit) {
  if (order == ScaleOrder::after) {
    score = round_to_format(exact, format);
    logit = round_to_format(score / divisor, format);
  } else {
    score = logit = round_to_format(exact / divisor, format);
  }
}

Result<FormatAttentionRow> format_attention_row(const FormatAttentionRequest& request) {
  if (const Failure failure = check_request(request); failure.status != Status::ok) return failure;
  const NumberFormat format = number_format(request.arithmetic.format);
  const size_t head_dim = request.query.size();
  const auto key_count = static_cast<size_t>(request.key.rows());
  const double divisor = request.divisor.value_or(std::sqrt(static_cast<double>(head_dim)));
  const bool on_both = request.order == ScaleOrder::before_on_both;
  const double query_divisor = on_both ? std::sqrt(divisor) : request.order == ScaleOrder::before_on_query ? divisor : 1;
  const double key_divisor = on_both ? query_divisor : 1;
  const double score_divisor = request.order == ScaleOrder::after ? divisor : 1;

  Result<FormatAttentionRow> answer;
  FormatAttentionRow& row = *answer;
  const List<double> query = rounded_quotients(request.query, query_divisor, format);
  for (size_t j = 0; j < key_count; ++j) {
    const std::span<const double> entries(request.key.data() + j * head_dim, head_dim);
    const double score = format_dot(query, rounded_quotients(entries, key_divisor, format), format, request.dot);
    if (std::isnan(score)) return Failure{Status::not_finite, "scores"};
    if (std::isinf(score)) row.score_inf = true;
    row.scores.push_back(score);
    row.logits.push_back(score_divisor == 1 ? score : round_to_format(score / score_divisor, format));
  }
  row.weights.resize(key_count);
  row.report = format_softmax_row(row.logits, request.arithmetic, row.weights);
  return answer;
}

}  // namespace attn
