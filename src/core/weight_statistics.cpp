#include "core/weight_statistics.h"

#include <cmath>
#include <limits>

#include "core/elementary.h"

namespace attn {
namespace {

template <class Scalar>
Result<RowStatistics> statistics_of(std::span<const Scalar> logits) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (logits.empty()) return Failure{Status::empty_input, "logits"};
  size_t top = 0;
  for (size_t i = 0; i < logits.size(); ++i) {
    if (!(logits[i] < std::numeric_limits<Scalar>::infinity())) return Failure{Status::not_finite, "logits"};
    if (logits[top] < logits[i]) top = i;
  }
  Result<RowStatistics> answer;
  RowStatistics& row = *answer;
  const double largest = static_cast<double>(logits[top]);
  if (largest == -kInfinity) {
    row.logsumexp = -kInfinity;
    return answer;
  }
  // What the largest entry leaves: Σ over the others of exp tᵢ and of −tᵢ exp tᵢ.
  double rest = 0, descent = 0;
  for (size_t i = 0; i < logits.size(); ++i) {
    const double t = static_cast<double>(logits[i]) - largest;
    if (i == top || t == -kInfinity) continue;
    const double e = exp_d(t);
    rest += e;
    if (e > 0) descent -= t * e;
  }
  const double total = 1 + rest, log_total = log1p_d(rest);
  row.max_weight = 1 / total;
  row.entropy = log_total + descent / total;
  row.effective_keys = exp_d(row.entropy);
  row.logsumexp = largest + log_total;
  double squares_before = 0, diagonal = 0, pairs = 0;
  for (size_t i = 0; i < logits.size(); ++i) {
    const double t = static_cast<double>(logits[i]) - largest;
    const double p = t == -kInfinity ? 0.0 : exp_d(t) / total;
    const double others = i == top ? rest / total : 1 - p;
    const double square = p * p;
    row.jacobian_trace += p * others;
    diagonal += square * (others * others);
    pairs += square * squares_before;
    squares_before += square;
  }
  row.sum_squares = squares_before;
  row.jacobian_frobenius = std::sqrt(diagonal + 2 * pairs);
  return answer;
}

}  // namespace

Result<RowStatistics> row_statistics(std::span<const float> logits) { return statistics_of(logits); }
Result<RowStatistics> row_statistics(std::span<const double> logits) { return statistics_of(logits); }

}  // namespace attn
