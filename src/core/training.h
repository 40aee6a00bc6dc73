#pragma once
#include <cstdint>
#include <vector>

#include "core/list.h"
#include "core/matrix.h"
#include "core/training_gradient.h"
#include "core/training_optimiser.h"

namespace attn {

inline constexpr int kMaxTrainingAlphas = 32;
inline constexpr int kMaxTrainingSteps = 100000;
/// Multiply-adds that one call of training_steps may cost (some ten seconds), and numbers that its trace may hold.
inline constexpr double kMaxTrainingWork = 2e10;
inline constexpr double kMaxTrainingTrace = 1e6;

/// The look-up, trained at several α side by side on the same samples and from the same start.
struct TrainingOptions {
  int head_dim = 64;
  int input_dim = 16;
  int key_count = 16;
  int batch = 32;
  List<double> alphas{1.0};          ///< c / √d_k; 1e-6 … 1e6, at most 32 of them
  List<double> learning_rates{5.0};  ///< one for all, or one an α; above 0, at most 1e6
  Optimiser optimiser = Optimiser::sgd;
  LookupLoss loss = LookupLoss::mse;
  double clip = 0;  ///< largest joint gradient norm; 0: no limit
  bool qk_norm = false;
  std::uint32_t seed = 1;
};

/// What each step said; one row an α, one column a step. From the step at which a run stopped being finite, NaN.
struct TrainingTrace {
  Matrix loss;                         ///< mean loss of the batch, before the step
  Matrix grad_norm;                    ///< joint norm of dW_Q and dW_K, before clipping
  Matrix weight_ratio;                 ///< joint norm of W_Q and W_K after the step, over that of the start
  Matrix max_weight;                   ///< mean largest attention weight
  Matrix right_weight;                 ///< mean attention weight on the right key
  Matrix accuracy;                     ///< share of samples whose largest weight is on the right key
  List<std::int32_t> non_finite_step;  ///< the step at which loss, gradient or weights stopped being finite; −1: never
};

/// A run at several α that goes on step by step.
///   Step t uses the samples named (seed, t): a run with more steps begins with the same digits, however it is cut.
class Training {
 public:
  /// Says whether the options are inside their ranges; only then may a Training be made.
  /// Errors: as check_lookup_shape; empty_input, out_of_range (alphas, learning_rates, clip), not_finite,
  ///   shape_mismatch (neither one learning rate nor one an α)
  static Failure check(const TrainingOptions& options);

  explicit Training(const TrainingOptions& options);

  /// Takes `count` steps at every α and reports each of them.
  TrainingTrace step(int count);

  int steps_done() const { return steps_done_; }

  /// The numbers that a later call needs to go on: for each α the step at which it stopped being finite, W_Q, W_K and
  /// for Adam the running means of gradient and square.
  List<float> state() const;
  size_t state_length() const;

  /// Goes on from a state; `state` must be state_length() long.
  void restore(int steps_done, const List<float>& state);

 private:
  struct Run {
    LookupModel model;
    double learning_rate = 0;
    LookupWeights weights;
    OptimiserMoments moments;
    int non_finite_step = -1;
  };

  void step_run(Run& run, Index row, Index column, TrainingTrace& trace);

  TrainingOptions options_;
  LookupShape shape_;
  std::vector<Run> runs_;
  double start_norm_ = 1;
  int steps_done_ = 0;
  LookupBatch batch_;
  LookupScratch scratch_;
  LookupWeights gradient_;
};

/// A request to go on with a run. The state is passed in and out, so that nothing lives in the engine between calls.
struct TrainingStepsRequest {
  TrainingOptions options;
  int first_step = 0;  ///< steps already taken; 0 starts anew and needs no state
  int step_count = 1;
  List<float> state;  ///< the state that the earlier call returned
};

struct TrainingSteps {
  TrainingTrace trace;
  int steps_done = 0;
  List<float> state;
};

/// Takes the next steps of a training run.
///   SGD or Adam on the look-up of lookup_gradient, at every α on the same samples; sections 3.1, 4.1, 4.2
/// Shapes: trace: alphas × step_count
/// Errors: as Training::check; out_of_range (first_step, step_count), shape_mismatch (state), too_large
/// Accuracy: float32; the same digits natively and in WebAssembly, and for any cut into calls
/// Edge: a run that stopped being finite stays as it is and reports NaN
/// Cost: step_count · alphas · (batch · key_count · (2 input_dim + 16) + 3 head_dim · input_dim²) multiply-adds;
///   with qk_norm 2 batch · key_count · input_dim² more
Result<TrainingSteps> training_steps(const TrainingStepsRequest& request);

}  // namespace attn
