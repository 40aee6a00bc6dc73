#include "core/saturation_sample.h"

#include <algorithm>
#include <cmath>

#include "core/row_summary.h"
#include "core/running_statistics.h"
#include "core/scores.h"

namespace attn {
namespace {

/// How many rows, and how they are drawn: decided by numbers drawn, never by the clock.
struct Plan {
  Drawn drawn;
  int rows;
  double draws;
};

Plan plan_rows(const SaturationSampleRequest& request) {
  const double n = request.key_count, d = request.head_dim;
  const bool vectors = request.min_rows * n * d <= request.budget;
  const double per_row = vectors ? n * d : n + d;
  const double rows = std::clamp(std::floor(request.budget / per_row), static_cast<double>(request.min_rows), static_cast<double>(request.max_rows));
  return {vectors ? Drawn::vectors : Drawn::law, static_cast<int>(rows), rows * (vectors ? n * d + d : per_row)};
}

Failure check(const SaturationSampleRequest& request) {
  const Failure shape = check_row_shape(request.head_dim, request.key_count);
  if (shape.status != Status::ok) return shape;
  if (request.divisors.empty()) return {Status::empty_input, "divisors"};
  if (request.divisors.size() > static_cast<size_t>(kMaxDivisorCount)) return {Status::too_large, "divisors"};
  for (const double divisor : request.divisors) {
    const Failure failure = check_divisor(divisor);
    if (failure.status != Status::ok) return {failure.status, "divisors"};
  }
  if (request.min_rows < 2 || request.min_rows > kMaxSampleRows) return {Status::query_count_out_of_range, "min_rows"};
  if (request.max_rows < request.min_rows || request.max_rows > kMaxSampleRows) return {Status::query_count_out_of_range, "max_rows"};
  if (!std::isfinite(request.budget)) return {Status::not_finite, "budget"};
  if (request.budget < 1) return {Status::out_of_range, "budget"};
  const Plan plan = plan_rows(request);
  if (plan.draws > kMaxDraws) return {Status::too_large, "budget"};
  if (plan.rows * std::max(request.key_count, 128) * static_cast<double>(request.divisors.size()) > kMaxExponentials) return {Status::too_large, "divisors"};
  return {};
}

/// The scores of one row as running statistics: the mean first, then the squares around it, four sums side by side.
RunningStatistics describe(const List<float>& scores) {
  const size_t n = scores.size(), whole = n - n % 4;
  const auto sum = [&](auto&& term) {
    double part[4] = {};
    for (size_t i = 0; i < whole; i += 4)
      for (size_t k = 0; k < 4; ++k) part[k] += term(static_cast<double>(scores[i + k]));
    for (size_t i = whole; i < n; ++i) part[i - whole] += term(static_cast<double>(scores[i]));
    return (part[0] + part[1]) + (part[2] + part[3]);
  };
  const double mean = sum([](double s) { return s; }) / static_cast<double>(n);
  const double squares = sum([mean](double s) { return (s - mean) * (s - mean); });
  return RunningStatistics::of(n, mean, squares);
}

void split(const RunningStatistics& statistics, List<double>& mean, List<double>& error) {
  mean.push_back(statistics.mean());
  error.push_back(statistics.standard_error());
}

}  // namespace

Result<SaturationSample> saturation_sample(const SaturationSampleRequest& request) {
  const Failure failure = check(request);
  if (failure.status != Status::ok) return failure;
  const Plan plan = plan_rows(request);

  struct PerDivisor {
    RunningStatistics max_weight, entropy, effective_keys;
  };
  List<PerDivisor> statistics(request.divisors.size());
  RunningStatistics all_scores;
  List<float> query(static_cast<size_t>(request.head_dim)), key(query.size()), scores(static_cast<size_t>(request.key_count));
  for (int row = 0; row < plan.rows; ++row) {
    draw_row_scores(plan.drawn, request.seed, static_cast<std::uint32_t>(row), query, key, scores);
    all_scores.merge(describe(scores));
    const float largest = largest_score(scores);
    for (size_t c = 0; c < statistics.size(); ++c) {
      const RowSummary summary = summarise_row(scores, largest, request.divisors[c]);
      statistics[c].max_weight.add(summary.max_weight);
      statistics[c].entropy.add(summary.entropy);
      statistics[c].effective_keys.add(summary.effective_keys);
    }
  }

  Result<SaturationSample> answer;
  SaturationSample& sample = *answer;
  sample.rows = plan.rows;
  sample.drawn = plan.drawn;
  for (const PerDivisor& each : statistics) {
    split(each.max_weight, sample.max_weight_mean, sample.max_weight_error);
    split(each.entropy, sample.entropy_mean, sample.entropy_error);
    split(each.effective_keys, sample.effective_keys_mean, sample.effective_keys_error);
  }
  sample.score_mean = all_scores.mean();
  sample.score_variance = all_scores.variance();
  return answer;
}

}  // namespace attn
