// The look-up's training: trainingSteps, trainingSummary and trainingStart.
#include "bindings/marshal.h"
#include "bindings/norm_distribution.h"
#include "core/training.h"
#include "core/training_start.h"
#include "core/training_summary.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, TrainingStepsRequest& request) {
  TrainingOptions& options = request.options;
  field("headDim", options.head_dim);
  field("inputDim", options.input_dim);
  field("keyCount", options.key_count);
  field("batch", options.batch);
  field("alphas", options.alphas, kMaxTrainingAlphas);
  field("learningRates", options.learning_rates, kMaxTrainingAlphas);
  field.option("optimiser", options.optimiser, kOptimiserNames);
  field.option("loss", options.loss, kLookupLossNames);
  field("clip", options.clip);
  field("qkNorm", options.qk_norm);
  field("seed", options.seed);
  field("firstStep", request.first_step);
  field("stepCount", request.step_count);
  field("state", request.state);
}

template <class Visitor>
void visit(Visitor& field, TrainingSteps& steps) {
  field("stepsDone", steps.steps_done);
  field("loss", steps.trace.loss);
  field("gradNorm", steps.trace.grad_norm);
  field("weightRatio", steps.trace.weight_ratio);
  field("maxWeight", steps.trace.max_weight);
  field("rightWeight", steps.trace.right_weight);
  field("accuracy", steps.trace.accuracy);
  field("nonFiniteStep", steps.trace.non_finite_step);
  field("state", steps.state);
}

template <class Visitor>
void visit(Visitor& field, TrainingSummaryRequest& request) {
  field("loss", request.loss, kMaxTrainingTrace);
  field("gradNorm", request.grad_norm, kMaxTrainingTrace);
  field("weightRatio", request.weight_ratio, kMaxTrainingTrace);
  field("maxWeight", request.max_weight, kMaxTrainingTrace);
  field("threshold", request.threshold);
}

template <class Visitor>
void visit(Visitor& field, TrainingSummary& summary) {
  field("initialLoss", summary.initial_loss);
  field("finalLoss", summary.final_loss);
  field("solved", summary.solved);
  field("stepsToThreshold", summary.steps_to_threshold);
  field("maxGradNorm", summary.max_grad_norm);
  field("medianGradNorm", summary.median_grad_norm);
  field("weightNormRatio", summary.weight_norm_ratio);
  field("meanMaxWeightStart", summary.mean_max_weight_start);
  field("nonFinite", summary.non_finite);
}

template <class Visitor>
void visit(Visitor& field, TrainingStartRequest& request) {
  field("headDim", request.head_dim);
  field("inputDim", request.input_dim);
  field("keyCount", request.key_count);
  field("alphas", request.alphas, kMaxTrainingAlphas);
  field.option("loss", request.loss, kLookupLossNames);
  field("qkNorm", request.qk_norm);
  field("rows", request.rows);
  field("seed", request.seed);
}

template <class Visitor>
void visit(Visitor& field, TrainingStart& start) {
  field("gradient", start.gradient);
  field("loss", start.loss);
  field("maxWeight", start.max_weight);
}

}  // namespace attn

namespace attn::bindings {

static const Operations training{{
    {"trainingSteps", entry<call<&attn::training_steps>>},
    {"trainingSummary", entry<call<&attn::training_summary>>},
    {"trainingStart", entry<call<&attn::training_start>>},
}};

}  // namespace attn::bindings
