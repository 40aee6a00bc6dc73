#include "core/overflow_share.h"

#include <algorithm>
#include <cmath>

#include "core/list.h"
#include "core/random.h"
#include "core/scores.h"

namespace attn {

namespace {

constexpr int kMaxShareRows = 100000;
constexpr double kMaxShareBudget = 3e8;
constexpr double kMaxShareNumbers = 5e7;

Failure check_request(const OverflowShareRequest& request) {
  if (request.head_dim < 1 || request.head_dim > kMaxHeadDim) return {Status::head_dim_out_of_range, "headDim"};
  if (request.key_count < 1 || request.key_count > kMaxKeyCount) return {Status::key_count_out_of_range, "keyCount"};
  if (request.rows < 1 || request.rows > kMaxShareRows) return {Status::query_count_out_of_range, "rows"};
  if (!std::isfinite(request.entry_std)) return {Status::not_finite, "entryStd"};
  if (request.entry_std < 1e-3 || request.entry_std > 1e3) return {Status::out_of_range, "entryStd"};
  if (!std::isfinite(request.budget)) return {Status::not_finite, "budget"};
  if (request.budget < 0 || request.budget > kMaxShareBudget) return {Status::out_of_range, "budget"};
  if (request.rows * (static_cast<double>(request.key_count) + request.head_dim) > kMaxShareNumbers) return {Status::too_large, "rows"};
  return request.divisor ? check_divisor(*request.divisor) : Failure{};
}

/// Draws rows one after another into the same memory and rounds their scores and logits to the format.
class RowSampler {
 public:
  RowSampler(const OverflowShareRequest& request, double divisor, Drawn drawn)
      : request_(request), format_(number_format(request.arithmetic.format)), divisor_(divisor), by_law_(drawn == Drawn::law),
        numbers_(static_cast<size_t>(std::max(request.head_dim, request.key_count))), query_(static_cast<size_t>(request.head_dim)), key_(query_.size()),
        logits(static_cast<size_t>(request.key_count)) {}

  void draw(std::uint32_t row) {
    score_inf = false;
    by_law_ ? draw_by_law(row) : draw_vectors(row);
  }

 private:
  std::span<const float> normals(Stream stream, std::uint32_t row, std::uint32_t key, size_t count) {
    const std::span<float> numbers(numbers_.data(), count);
    fill_normal({request_.seed, stream, row, key}, numbers);
    return numbers;
  }

  void keep(size_t j, double exact, double score_divisor, ScaleOrder order) {
    double score = 0;
    format_scores(exact, score_divisor, order, format_, score, logits[j]);
    score_inf = score_inf || std::isinf(score);
  }

  void draw_by_law(std::uint32_t row) {
    double squares = 0;
    for (const float entry : normals(Stream::query, row, 0, query_.size())) squares += static_cast<double>(entry) * static_cast<double>(entry);
    const double spread = std::sqrt(squares) * request_.entry_std * request_.entry_std;
    const auto scores = normals(Stream::score, row, 0, logits.size());
    for (size_t j = 0; j < logits.size(); ++j) keep(j, spread * static_cast<double>(scores[j]), divisor_, request_.order);
  }

  void draw_vectors(std::uint32_t row) {
    const bool on_both = request_.order == ScaleOrder::before_on_both;
    const double query_divisor = on_both ? std::sqrt(divisor_) : request_.order == ScaleOrder::before_on_query ? divisor_ : 1;
    const double key_divisor = on_both ? query_divisor : 1;
    round_entries(normals(Stream::query, row, 0, query_.size()), query_divisor, query_);
    for (size_t j = 0; j < logits.size(); ++j) {
      round_entries(normals(Stream::key, row, static_cast<std::uint32_t>(j), key_.size()), key_divisor, key_);
      double exact = 0;
      for (size_t t = 0; t < key_.size(); ++t) exact += query_[t] * key_[t];
      // Divided already, where the divisor comes before the product.
      keep(j, exact, request_.order == ScaleOrder::after ? divisor_ : 1, ScaleOrder::after);
    }
  }

  void round_entries(std::span<const float> numbers, double divisor, List<double>& entries) const {
    for (size_t t = 0; t < entries.size(); ++t) {
      const double entry = round_to_format(static_cast<double>(numbers[t]) * request_.entry_std, format_);
      entries[t] = divisor == 1 ? entry : round_to_format(entry / divisor, format_);
    }
  }

  const OverflowShareRequest& request_;
  NumberFormat format_;
  double divisor_;
  bool by_law_;
  List<float> numbers_;
  List<double> query_, key_;

 public:
  List<double> logits;
  bool score_inf = false;
};

RowShare share_of(int hits, int rows) {
  const double share = static_cast<double>(hits) / rows;
  return {share, std::sqrt(share * (1 - share) / rows)};
}

}  // namespace

Result<OverflowShare> overflow_share(const OverflowShareRequest& request) {
  if (const Failure failure = check_request(request); failure.status != Status::ok) return failure;
  const double divisor = request.divisor.value_or(std::sqrt(static_cast<double>(request.head_dim)));
  const double numbers = static_cast<double>(request.rows) * request.key_count * request.head_dim;
  Result<OverflowShare> answer;
  OverflowShare& result = *answer;
  result.rows = request.rows;
  result.drawn = numbers > request.budget ? Drawn::law : Drawn::vectors;
  RowSampler sampler(request, divisor, result.drawn);
  List<double> weights(sampler.logits.size());
  int score_inf = 0, exp_inf = 0, sum_inf = 0, nan = 0, any = 0;
  double flushed_mean = 0, flushed_squares = 0;
  for (int r = 0; r < request.rows; ++r) {
    sampler.draw(static_cast<std::uint32_t>(r));
    const FormatRowReport report = format_softmax_row(sampler.logits, request.arithmetic, weights);
    score_inf += sampler.score_inf;
    exp_inf += report.any_exp_inf;
    sum_inf += report.sum_inf;
    nan += report.any_nan;
    any += sampler.score_inf || report.any_exp_inf || report.sum_inf || report.any_nan;
    const double flushed = report.flushed_weights / static_cast<double>(weights.size());
    const double away = flushed - flushed_mean;
    flushed_mean += away / (r + 1);
    flushed_squares += away * (flushed - flushed_mean);
  }
  result.score_inf = share_of(score_inf, request.rows);
  result.exp_inf = share_of(exp_inf, request.rows);
  result.sum_inf = share_of(sum_inf, request.rows);
  result.nan = share_of(nan, request.rows);
  result.any = share_of(any, request.rows);
  result.flushed_weights.share = flushed_mean;
  result.flushed_weights.error = request.rows > 1 ? std::sqrt(flushed_squares / (request.rows - 1.0) / request.rows) : 0;
  return answer;
}

}  // namespace attn
