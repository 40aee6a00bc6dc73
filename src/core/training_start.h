#pragma once
#include <cstdint>

#include "core/list.h"
#include "core/norm_distribution.h"
#include "core/training_gradient.h"

namespace attn {

inline constexpr int kMaxTrainingStartRows = 20000;

struct TrainingStartRequest {
  int head_dim = 64;
  int input_dim = 16;
  int key_count = 16;
  List<double> alphas{1.0};
  LookupLoss loss = LookupLoss::mse;
  bool qk_norm = false;
  int rows = 1000;  ///< single samples whose gradient is taken
  std::uint32_t seed = 1;
};

struct TrainingStart {
  NormDistribution gradient;  ///< joint norm of dW_Q and dW_K of one sample
  List<double> loss;          ///< mean over the samples
  List<double> max_weight;
};

/// Measures the gradients that single samples give before the first step, at every α.
///   The start is that of Training with the same seed; the samples are those of its first steps with batch 1; section 4
/// Errors: as Training::check; query_count_out_of_range (rows), too_large
/// Cost: rows · alphas · (key_count · (2 input_dim + 16) + 3 head_dim · input_dim²) multiply-adds
Result<TrainingStart> training_start(const TrainingStartRequest& request);

}  // namespace attn
