#pragma once
#include <cstdint>

#include "core/list.h"
#include "core/matrix.h"
#include "core/status.h"

namespace attn {

/// The last steps whose mean loss counts as final.
inline constexpr int kFinalSteps = 20;
/// The running average that decides whether a run has solved the look-up: a ← 0.9 a + 0.1 loss, started at the first loss.
inline constexpr double kSolvedDecay = 0.9;

/// A whole run's trace (see TrainingTrace): one row an α, one column a step.
struct TrainingSummaryRequest {
  Matrix loss;
  Matrix grad_norm;
  Matrix weight_ratio;
  Matrix max_weight;
  double threshold = 0.5;  ///< loss below which a run counts as solved
};

/// One entry an α. A run with a NaN step is non-finite: its final loss, gradient norms and weight ratio are ∞.
struct TrainingSummary {
  List<double> initial_loss;
  List<double> final_loss;          ///< mean of the last 20 steps
  List<std::int32_t> solved;        ///< 1 where the running average fell below the threshold at some step
  List<double> steps_to_threshold;  ///< the first such step, counted from 0; ∞ where there is none
  List<double> max_grad_norm;
  List<double> median_grad_norm;
  List<double> weight_norm_ratio;  ///< at the end
  List<double> mean_max_weight_start;
  List<std::int32_t> non_finite;  ///< 1 where loss, gradient or weights stopped being finite
};

/// Sums up each α's run.
/// Errors: empty_input (loss), shape_mismatch, not_finite (threshold)
/// Edge: a run that solved the look-up before it stopped being finite counts as not solved
/// Cost: alphas · steps, and a sort of the gradient norms
Result<TrainingSummary> training_summary(const TrainingSummaryRequest& request);

}  // namespace attn
