#include "core/format_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Adds in the format, or in double to be rounded at the end.
class Sum {
 public:
  Sum(const NumberFormat& format, Accumulation accumulation) : format_(format), wide_(accumulation == Accumulation::wide) {}
  void add(double term) { value_ = held(value_ + term); }
  void scale(double factor) { value_ = held(value_ * factor); }
  double rounded() const { return round_to_format(value_, format_); }

 private:
  double held(double value) const { return wide_ ? value : round_to_format(value, format_); }

  NumberFormat format_;
  bool wide_;
  double value_ = 0;
};

/// exp(x̂ ⊖ m); m = 0 for the naive algorithm, where nothing is subtracted.
double exponential(double logit, double subtracted, const NumberFormat& format) { return exp_in_format(round_to_format(logit - subtracted, format), format); }

/// Reads the row once, keeping the maximum so far and the sum of the exponentials relative to it.
double online_sum(std::span<const double> logits, Sum sum, const NumberFormat& format, double& largest) {
  largest = -kInfinity;
  for (const double x : logits) {
    const double logit = round_to_format(x, format);
    const double before = largest;
    largest = std::max(largest, logit);
    if (largest == -kInfinity) continue;
    if (largest != before) sum.scale(exponential(before, largest, format));
    sum.add(exponential(logit, largest, format));
  }
  return sum.rounded();
}

}  // namespace

FormatRowReport format_softmax_row(std::span<const double> logits, const FormatArithmetic& arithmetic, std::span<double> weights) {
  const NumberFormat format = number_format(arithmetic.format);
  const Sum empty_sum(format, arithmetic.sum);
  const bool naive = arithmetic.algorithm == SoftmaxAlgorithm::naive;
  FormatRowReport report;
  report.largest_logit = -kInfinity;
  for (const double x : logits) report.largest_logit = std::max(report.largest_logit, round_to_format(x, format));
  report.logit_inf = report.largest_logit == kInfinity;
  if (!naive && report.largest_logit == -kInfinity) {
    std::fill(weights.begin(), weights.end(), 0.0);
    report.sum_zero = true;
    return report;
  }

  const double subtracted = naive ? 0 : report.largest_logit;
  Sum sum = empty_sum;
  for (size_t j = 0; j < logits.size(); ++j) {
    const double e = exponential(round_to_format(logits[j], format), subtracted, format);
    weights[j] = e;
    sum.add(e);
    if (e == kInfinity) report.any_exp_inf = true;
    if (e == 0 && logits[j] != -kInfinity) ++report.flushed_exps;
  }
  double online_largest = 0;
  report.sum = arithmetic.algorithm == SoftmaxAlgorithm::online ? online_sum(logits, empty_sum, format, online_largest) : sum.rounded();
  report.sum_inf = report.sum == kInfinity;
  report.sum_zero = report.sum == 0;

  for (size_t j = 0; j < logits.size(); ++j) {
    weights[j] = round_to_format(weights[j] / report.sum, format);
    if (std::isnan(weights[j])) report.any_nan = true;
    if (weights[j] == 0 && logits[j] != -kInfinity) ++report.flushed_weights;
    report.max_weight = std::max(report.max_weight, weights[j]);
  }
  if (report.any_nan) report.max_weight = std::numeric_limits<double>::quiet_NaN();
  return report;
}

Result<FormatSoftmax> format_softmax(const FormatSoftmaxRequest& request) {
  const MatrixD& logits = request.logits;
  if (logits.size() == 0) return Failure{Status::empty_input, "logits"};
  if (logits.size() > kMaxFormatCells) return Failure{Status::too_large, "logits"};
  if (logits.hasNaN()) return Failure{Status::not_finite, "logits"};
  Result<FormatSoftmax> answer;
  FormatSoftmax& result = *answer;
  result.weights.resize(logits.rows(), logits.cols());
  const auto length = static_cast<size_t>(logits.cols());
  for (Index i = 0; i < logits.rows(); ++i) {
    const auto report = format_softmax_row({logits.row(i).data(), length}, request.arithmetic, {result.weights.row(i).data(), length});
    result.logit_inf.push_back(report.logit_inf);
    result.any_exp_inf.push_back(report.any_exp_inf);
    result.sum_inf.push_back(report.sum_inf);
    result.sum_zero.push_back(report.sum_zero);
    result.any_nan.push_back(report.any_nan);
    result.largest_logit.push_back(report.largest_logit);
    result.sum.push_back(report.sum);
    result.max_weight.push_back(report.max_weight);
    result.flushed_exps.push_back(report.flushed_exps);
    result.flushed_weights.push_back(report.flushed_weights);
  }
  return answer;
}

}  // namespace attn
