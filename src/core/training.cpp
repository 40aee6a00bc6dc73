#include "core/training.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// One step's multiply-adds at one α.
double step_work(const TrainingOptions& o) {
  const double inputs = o.input_dim, samples = static_cast<double>(o.batch) * o.key_count;
  const double gram = o.qk_norm ? 2.0 * inputs * inputs : 0.0;
  return samples * (2.0 * inputs + 2.0 * kLookupValueDim + gram) + (o.qk_norm ? 7.0 : 3.0) * o.head_dim * inputs * inputs;
}

double learning_rate(const TrainingOptions& options, size_t index) {
  return options.learning_rates.size() == 1 ? options.learning_rates[0] : options.learning_rates[index];
}

TrainingTrace empty_trace(Index runs, Index steps) {
  TrainingTrace trace;
  for (Matrix* m : {&trace.loss, &trace.grad_norm, &trace.weight_ratio, &trace.max_weight, &trace.right_weight, &trace.accuracy})
    *m = Matrix::Constant(runs, steps, kNaN);
  return trace;
}

void append(List<float>& out, const LookupWeights& weights) {
  out.append(weights.query);
  out.append(weights.key);
}

const float* take(const float* from, LookupWeights& weights) {
  for (List<float>* part : {&weights.query, &weights.key}) {
    std::copy(from, from + part->size(), part->begin());
    from += part->size();
  }
  return from;
}

}  // namespace

Failure Training::check(const TrainingOptions& options) {
  const Failure shape = check_lookup_shape({options.head_dim, options.input_dim, options.key_count, options.batch});
  if (shape.status != Status::ok) return shape;
  if (options.alphas.empty()) return {Status::empty_input, "alphas"};
  if (options.alphas.size() > kMaxTrainingAlphas) return {Status::too_large, "alphas"};
  for (const double alpha : options.alphas) {
    if (!std::isfinite(alpha)) return {Status::not_finite, "alphas"};
    if (!(alpha >= 1e-6 && alpha <= 1e6)) return {Status::out_of_range, "alphas"};
  }
  if (options.learning_rates.size() != 1 && options.learning_rates.size() != options.alphas.size()) return {Status::shape_mismatch, "learning_rates"};
  for (const double rate : options.learning_rates) {
    if (!std::isfinite(rate)) return {Status::not_finite, "learning_rates"};
    if (!(rate > 0.0 && rate <= 1e6)) return {Status::out_of_range, "learning_rates"};
  }
  if (!std::isfinite(options.clip)) return {Status::not_finite, "clip"};
  if (options.clip < 0.0) return {Status::out_of_range, "clip"};
  return {};
}

Training::Training(const TrainingOptions& options)
    : options_(options), shape_{options.head_dim, options.input_dim, options.key_count, options.batch}, runs_(options.alphas.size()) {
  const LookupWeights start = draw_lookup_weights(shape_, options_.seed);
  start_norm_ = joint_norm(start);
  const LookupWeights zero{List<float>(start.query.size()), List<float>(start.key.size())};
  for (size_t i = 0; i < options_.alphas.size(); ++i) {
    Run& run = runs_[i];
    run.model = {options_.alphas[i] * std::sqrt(static_cast<double>(options_.head_dim)), options_.loss, options_.qk_norm};
    run.learning_rate = learning_rate(options_, i);
    run.weights = start;
    if (options_.optimiser == Optimiser::adam) run.moments = {zero, zero};
  }
}

TrainingTrace Training::step(int count) {
  TrainingTrace trace = empty_trace(static_cast<Index>(runs_.size()), count);
  for (int t = 0; t < count; ++t) {
    draw_lookup_batch(shape_, options_.seed, static_cast<std::uint32_t>(steps_done_), batch_);
    for (size_t i = 0; i < runs_.size(); ++i) step_run(runs_[i], static_cast<Index>(i), t, trace);
    ++steps_done_;
  }
  for (const Run& run : runs_) trace.non_finite_step.push_back(run.non_finite_step);
  return trace;
}

void Training::step_run(Run& run, Index row, Index column, TrainingTrace& trace) {
  if (run.non_finite_step >= 0) return;
  const LookupReport report = lookup_gradient(run.model, batch_, run.weights, scratch_, gradient_);
  const double norm = joint_norm(gradient_);
  if (!std::isfinite(report.loss) || !std::isfinite(norm)) {
    run.non_finite_step = steps_done_;
    return;
  }
  clip_gradient(gradient_, norm, options_.clip);
  optimiser_step(options_.optimiser, run.learning_rate, steps_done_ + 1, gradient_, run.moments, run.weights);
  const double length = joint_norm(run.weights);
  if (!std::isfinite(length)) {
    run.non_finite_step = steps_done_;
    return;
  }
  trace.loss(row, column) = static_cast<float>(report.loss);
  trace.grad_norm(row, column) = static_cast<float>(norm);
  trace.weight_ratio(row, column) = static_cast<float>(length / start_norm_);
  trace.max_weight(row, column) = static_cast<float>(report.max_weight);
  trace.right_weight(row, column) = static_cast<float>(report.right_weight);
  trace.accuracy(row, column) = static_cast<float>(report.accuracy);
}

size_t Training::state_length() const {
  const size_t weights = 2 * runs_[0].weights.query.size();
  return runs_.size() * (1 + weights * (options_.optimiser == Optimiser::adam ? 3 : 1));
}

List<float> Training::state() const {
  List<float> out;
  for (const Run& run : runs_) {
    out.push_back(static_cast<float>(run.non_finite_step));
    append(out, run.weights);
    append(out, run.moments.mean);
    append(out, run.moments.square);
  }
  return out;
}

void Training::restore(int steps_done, const List<float>& state) {
  steps_done_ = steps_done;
  const float* from = state.data();
  for (Run& run : runs_) {
    const float stopped = *from++;
    run.non_finite_step = stopped >= 0.0F && stopped < static_cast<float>(steps_done) ? static_cast<int>(stopped) : -1;
    from = take(from, run.weights);
    from = take(from, run.moments.mean);
    from = take(from, run.moments.square);
  }
}

Result<TrainingSteps> training_steps(const TrainingStepsRequest& request) {
  const Failure failure = Training::check(request.options);
  if (failure.status != Status::ok) return failure;
  if (request.first_step < 0 || request.first_step > kMaxTrainingSteps) return Failure{Status::out_of_range, "first_step"};
  if (request.step_count < 1 || request.step_count > kMaxTrainingSteps) return Failure{Status::out_of_range, "step_count"};
  const double reports = static_cast<double>(request.step_count) * static_cast<double>(request.options.alphas.size());
  if (reports > kMaxTrainingTrace || reports * step_work(request.options) > kMaxTrainingWork) return Failure{Status::too_large, "step_count"};

  Training training(request.options);
  if (request.first_step > 0) {
    if (request.state.size() != training.state_length()) return Failure{Status::shape_mismatch, "state"};
    training.restore(request.first_step, request.state);
  } else if (!request.state.empty()) {
    return Failure{Status::shape_mismatch, "state"};
  }
  Result<TrainingSteps> answer;
  TrainingSteps& result = *answer;
  result.trace = training.step(request.step_count);
  result.steps_done = training.steps_done();
  result.state = training.state();
  return answer;
}

}  // namespace attn
