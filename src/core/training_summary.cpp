#include "core/training_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/quantiles.h"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool same_shape(const Matrix& a, const Matrix& b) { return a.rows() == b.rows() && a.cols() == b.cols(); }

bool has_nan(const Matrix& m, Index row) {
  for (Index t = 0; t < m.cols(); ++t)
    if (std::isnan(m(row, t))) return true;
  return false;
}

double first_step_below(const Matrix& loss, Index row, double threshold) {
  double average = static_cast<double>(loss(row, 0));
  for (Index t = 0; t < loss.cols(); ++t) {
    average = kSolvedDecay * average + (1.0 - kSolvedDecay) * static_cast<double>(loss(row, t));
    if (average < threshold) return static_cast<double>(t);
  }
  return kInfinity;
}

double final_mean(const Matrix& loss, Index row) {
  const Index first = std::max<Index>(0, loss.cols() - kFinalSteps);
  double sum = 0.0;
  for (Index t = first; t < loss.cols(); ++t) sum += static_cast<double>(loss(row, t));
  return sum / static_cast<double>(loss.cols() - first);
}

}  // namespace

Result<TrainingSummary> training_summary(const TrainingSummaryRequest& request) {
  if (request.loss.size() == 0) return Failure{Status::empty_input, "loss"};
  if (!same_shape(request.loss, request.grad_norm)) return Failure{Status::shape_mismatch, "grad_norm"};
  if (!same_shape(request.loss, request.weight_ratio)) return Failure{Status::shape_mismatch, "weight_ratio"};
  if (!same_shape(request.loss, request.max_weight)) return Failure{Status::shape_mismatch, "max_weight"};
  if (!std::isfinite(request.threshold)) return Failure{Status::not_finite, "threshold"};

  Result<TrainingSummary> answer;
  TrainingSummary& out = *answer;
  for (Index row = 0; row < request.loss.rows(); ++row) {
    const bool non_finite = has_nan(request.loss, row) || has_nan(request.grad_norm, row) || has_nan(request.weight_ratio, row);
    List<double> norms;
    for (Index t = 0; t < request.grad_norm.cols(); ++t) norms.push_back(non_finite ? kInfinity : static_cast<double>(request.grad_norm(row, t)));
    const double step = non_finite ? kInfinity : first_step_below(request.loss, row, request.threshold);
    out.initial_loss.push_back(static_cast<double>(request.loss(row, 0)));
    out.final_loss.push_back(non_finite ? kInfinity : final_mean(request.loss, row));
    out.solved.push_back(std::isfinite(step) ? 1 : 0);
    out.steps_to_threshold.push_back(step);
    out.max_grad_norm.push_back(*std::max_element(norms.begin(), norms.end()));
    out.median_grad_norm.push_back(median(norms));
    out.weight_norm_ratio.push_back(non_finite ? kInfinity : static_cast<double>(request.weight_ratio(row, request.weight_ratio.cols() - 1)));
    out.mean_max_weight_start.push_back(static_cast<double>(request.max_weight(row, 0)));
    out.non_finite.push_back(non_finite ? 1 : 0);
  }
  return answer;
}

}  // namespace attn
