#include "core/training.h"

#include "core/training_naive.h"
#include "core/training_runs.h"
#include "support/accuracy.h"
#include "support/catch.h"

using namespace attn;

namespace {

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Index i = 0; i < a.size(); ++i)
    if (!(a.data()[i] == b.data()[i] || (std::isnan(a.data()[i]) && std::isnan(b.data()[i])))) return false;
  return true;
}

TrainingStepsRequest request_of(const TrainingOptions& options, int steps) {
  TrainingStepsRequest request;
  request.options = options;
  request.step_count = steps;
  return request;
}

Matrix loss_of(const TrainingOptions& options, int steps = 6) {
  const auto result = training_steps(request_of(options, steps));
  REQUIRE(result.ok());
  return result->trace.loss;
}

Status status_of(const TrainingOptions& options) { return training_steps(request_of(options, 1)).status(); }

attn_test::NaiveWeights doubled(const LookupWeights& weights) {
  return {{weights.query.begin(), weights.query.end()}, {weights.key.begin(), weights.key.end()}};
}

}  // namespace

TEST_CASE("the look-up's gradient is the slope of the loss written plainly in double", "[accuracy]") {
  double worst = 0.0;
  for (const LookupShape shape : {LookupShape{5, 3, 4, 2}, LookupShape{8, 7, 3, 3}, LookupShape{1, 2, 5, 2}, LookupShape{16, 16, 16, 4}})
    for (const LookupLoss loss : {LookupLoss::mse, LookupLoss::ce})
      for (const bool qk_norm : {false, true})
        for (const double alpha : {0.5, 1.0, 4.0}) {
          const LookupModel model{alpha * std::sqrt(static_cast<double>(shape.head_dim)), loss, qk_norm};
          LookupBatch batch;
          draw_lookup_batch(shape, 3, 1, batch);
          const LookupWeights weights = draw_lookup_weights(shape, 3);
          LookupScratch scratch;
          LookupWeights gradient;
          const LookupReport report = lookup_gradient(model, batch, weights, scratch, gradient);

          attn_test::NaiveWeights naive = doubled(weights);
          INFO("d_k " << shape.head_dim << " qk_norm " << qk_norm << " alpha " << alpha << " loss " << kLookupLossNames[static_cast<int>(loss)]);
          CHECK(report.loss == Approx(attn_test::naive_loss(model, batch, naive)).epsilon(2e-6));
          const double norm = std::fmax(joint_norm(gradient), 0.1);  // d_k = 1 with qk_norm has no slope at all
          for (size_t i = 0; i < gradient.query.size(); ++i) {
            const double q = attn_test::naive_slope(model, batch, naive, naive.query[i]), k = attn_test::naive_slope(model, batch, naive, naive.key[i]);
            worst = std::fmax(worst, std::fabs(static_cast<double>(gradient.query[i]) - q) / norm);
            worst = std::fmax(worst, std::fabs(static_cast<double>(gradient.key[i]) - k) / norm);
          }
        }
  CHECK(worst < 1e-5);
  attn_test::report_accuracy("lookup_gradient", worst, "of the gradient's norm (at least 0.1)", "d_k 1 … 16, both losses, qk_norm, α ½ … 4");
}

TEST_CASE("a training run cut into calls has the digits of one call") {
  TrainingOptions options;
  options.alphas = {0.0625, 1.0, 16.0};
  for (const Optimiser optimiser : {Optimiser::sgd, Optimiser::adam})
    for (const LookupLoss loss : {LookupLoss::mse, LookupLoss::ce}) {
      options.optimiser = optimiser;
      options.loss = loss;
      options.learning_rates = {optimiser == Optimiser::adam ? 0.01 : 2.0};
      const int steps = 60;
      const auto whole = training_steps(request_of(options, steps));
      REQUIRE(whole.ok());
      TrainingStepsRequest part = request_of(options, 7);
      for (int done = 0; done < steps; done += part.step_count) {
        part.first_step = done;
        part.step_count = std::min(7, steps - done);
        const auto next = training_steps(part);
        REQUIRE(next.ok());
        CHECK(next->steps_done == done + part.step_count);
        CHECK(same_bits(next->trace.loss, whole->trace.loss.middleCols(done, part.step_count)));
        CHECK(same_bits(next->trace.weight_ratio, whole->trace.weight_ratio.middleCols(done, part.step_count)));
        part.state = next->state;
        if (done + part.step_count == steps) {
          CHECK(next->trace.non_finite_step == whole->trace.non_finite_step);
          CHECK(next->state == whole->state);
        }
      }
      if (loss == LookupLoss::ce && optimiser == Optimiser::sgd) CHECK(whole->trace.non_finite_step[0] > 0);
    }
}

TEST_CASE("an alpha trains alike whether it stands alone or beside others") {
  TrainingOptions several;
  several.alphas = {0.25, 1.0, 4.0};
  several.learning_rates = {1.0, 2.0, 3.0};
  TrainingOptions alone = several;
  alone.alphas = {4.0};
  alone.learning_rates = {3.0};
  CHECK(same_bits(loss_of(several).row(2), loss_of(alone)));
}

TEST_CASE("a larger batch, more keys or a larger head leave the other numbers as they are") {
  LookupBatch small, large;
  draw_lookup_batch({8, 4, 5, 3}, 9, 0, small);
  draw_lookup_batch({8, 4, 6, 4}, 9, 0, large);
  for (size_t b = 0; b < 3; ++b) {
    for (size_t a = 0; a < 4; ++a) CHECK(small.token[b * 4 + a] == large.token[b * 4 + a]);
    for (size_t i = 0; i < 20; ++i) CHECK(small.keys[b * 20 + i] == large.keys[b * 24 + i]);
    for (size_t i = 0; i < 40; ++i) CHECK(small.values[b * 40 + i] == large.values[b * 48 + i]);
  }
  const LookupWeights narrow = draw_lookup_weights({8, 4, 5, 3}, 9), wide = draw_lookup_weights({16, 4, 5, 3}, 9);
  for (size_t i = 0; i < narrow.key.size(); ++i) CHECK(narrow.key[i] == wide.key[i]);
}

TEST_CASE("queries and keys of the start have entries of variance one") {
  const LookupShape shape{256, 16, 16, 64};
  const LookupWeights weights = draw_lookup_weights(shape, 5);
  const double norm = joint_norm(weights);
  const double expected = 2.0 * 256.0;  // 2 · d_k · m entries of variance 1/m
  CHECK(norm * norm == Approx(expected).epsilon(5.0 * std::sqrt(2.0 / (2.0 * 256.0 * 16.0))));
  LookupBatch batch;
  draw_lookup_batch(shape, 5, 0, batch);
  double squares = 0.0;
  for (const float t : batch.token) squares += static_cast<double>(t) * static_cast<double>(t);
  CHECK(squares / 1024.0 == Approx(1.0).epsilon(5.0 * std::sqrt(2.0 / 1024.0)));
}

TEST_CASE("every training parameter changes the losses") {
  const TrainingOptions base;
  const Matrix before = loss_of(base);
  const auto differs = [&](auto change) {
    TrainingOptions options = base;
    change(options);
    const Matrix after = loss_of(options);
    return !same_bits(after, before);
  };
  CHECK(differs([](TrainingOptions& o) { o.head_dim = 65; }));
  CHECK(differs([](TrainingOptions& o) { o.input_dim = 17; }));
  CHECK(differs([](TrainingOptions& o) { o.key_count = 17; }));
  CHECK(differs([](TrainingOptions& o) { o.batch = 33; }));
  CHECK(differs([](TrainingOptions& o) { o.alphas = {1.01}; }));
  CHECK(differs([](TrainingOptions& o) { o.learning_rates = {5.01}; }));
  CHECK(differs([](TrainingOptions& o) { o.optimiser = Optimiser::adam; }));
  CHECK(differs([](TrainingOptions& o) { o.loss = LookupLoss::ce; }));
  CHECK(differs([](TrainingOptions& o) { o.clip = 0.1; }));
  CHECK(differs([](TrainingOptions& o) { o.qk_norm = true; }));
  CHECK(differs([](TrainingOptions& o) { o.seed = 2; }));
}

TEST_CASE("clipping bounds the step and leaves small gradients alone") {
  LookupWeights gradient{{3.0F}, {4.0F}};
  clip_gradient(gradient, 5.0, 1.0);
  CHECK(joint_norm(gradient) == Approx(1.0));
  CHECK(gradient.key[0] / gradient.query[0] == Approx(4.0 / 3.0));
  LookupWeights small{{0.3F}, {0.4F}};
  clip_gradient(small, 0.5, 1.0);
  CHECK(small.key[0] == 0.4F);
  clip_gradient(small, 0.5, 0.0);
  CHECK(small.query[0] == 0.3F);
}

TEST_CASE("Adam's steps are those of its formulas in double") {
  LookupWeights weights{{1.0F}, {-2.0F}};
  OptimiserMoments moments{{{0.0F}, {0.0F}}, {{0.0F}, {0.0F}}};
  double w = 1.0, m = 0.0, v = 0.0, b1 = 1.0, b2 = 1.0;
  for (int t = 1; t <= 50; ++t) {
    const double g = 0.3 * t - 4.0;
    b1 *= 0.9;
    b2 *= 0.999;
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    w -= 0.01 * (m / (1.0 - b1)) / (std::sqrt(v / (1.0 - b2)) + 1e-8);
    optimiser_step(Optimiser::adam, 0.01, t, {{static_cast<float>(g)}, {1e-3F}}, moments, weights);
    CHECK(static_cast<double>(weights.query[0]) == Approx(w).epsilon(1e-5));
  }
  CHECK(weights.key[0] == Approx(-2.0 - 50 * 0.01).epsilon(1e-4));  // a constant gradient moves by the rate, whatever its size
}

TEST_CASE("a training request outside its ranges is refused and names what is wrong") {
  const auto with = [](auto change) {
    TrainingOptions options;
    change(options);
    return status_of(options);
  };
  CHECK(with([](TrainingOptions& o) { o.head_dim = 0; }) == Status::head_dim_out_of_range);
  CHECK(with([](TrainingOptions& o) { o.head_dim = 4097; }) == Status::head_dim_out_of_range);
  CHECK(with([](TrainingOptions& o) {
          o.head_dim = 4096;
          o.input_dim = 64;
        }) == Status::too_large);
  CHECK(with([](TrainingOptions& o) { o.key_count = 1; }) == Status::key_count_out_of_range);
  CHECK(with([](TrainingOptions& o) { o.input_dim = 65; }) == Status::out_of_range);
  CHECK(with([](TrainingOptions& o) { o.batch = 0; }) == Status::out_of_range);
  CHECK(with([](TrainingOptions& o) { o.alphas = {}; }) == Status::empty_input);
  CHECK(with([](TrainingOptions& o) { o.alphas = {NAN}; }) == Status::not_finite);
  CHECK(with([](TrainingOptions& o) { o.learning_rates = {0.0}; }) == Status::out_of_range);
  CHECK(with([](TrainingOptions& o) { o.learning_rates = {1.0, 2.0}; }) == Status::shape_mismatch);
  CHECK(with([](TrainingOptions& o) { o.clip = -1.0; }) == Status::out_of_range);
  CHECK(with([](TrainingOptions& o) { o.clip = INFINITY; }) == Status::not_finite);

  TrainingStepsRequest request;
  request.first_step = 1;
  CHECK(std::string_view(training_steps(request).argument()) == "state");
  request.first_step = 0;
  request.step_count = 0;
  CHECK(training_steps(request).status() == Status::out_of_range);
  request.options.head_dim = 4096;
  request.step_count = kMaxTrainingSteps;
  CHECK(training_steps(request).status() == Status::too_large);
}

TEST_CASE("a summary tells solved, unsolved and exploded runs apart") {
  TrainingSummaryRequest request;
  request.loss = Matrix::Constant(3, 100, 1.0F);
  request.loss.row(1).rightCols(99).setConstant(0.1F);
  request.loss(2, 60) = NAN;
  request.grad_norm = request.weight_ratio = request.max_weight = Matrix::Constant(3, 100, 2.0F);
  request.grad_norm(1, 4) = 7.0F;
  const auto summary = training_summary(request);
  REQUIRE(summary.ok());
  CHECK(summary->solved == std::vector<std::int32_t>{0, 1, 0});
  CHECK(summary->non_finite == std::vector<std::int32_t>{0, 0, 1});
  // 0.1 + 0.9^t falls below 0.5 at the first t with 0.9^t · 0.9 < 0.4
  CHECK(summary->steps_to_threshold[1] == 8.0);
  CHECK(summary->final_loss[0] == Approx(1.0));
  CHECK(summary->final_loss[1] == Approx(0.1));
  CHECK(std::isinf(summary->final_loss[2]));
  CHECK(summary->max_grad_norm[1] == 7.0);
  CHECK(summary->median_grad_norm[1] == 2.0);
  request.threshold = 0.05;
  CHECK(training_summary(request)->solved[1] == 0);
  request.grad_norm.resize(1, 1);
  CHECK(training_summary(request).status() == Status::shape_mismatch);
}

TEST_CASE("with QK-norm a large alpha keeps the right key's rank but not its weight") {
  TrainingOptions options;
  options.qk_norm = true;
  options.optimiser = Optimiser::adam;
  options.learning_rates = {0.01};
  options.alphas = {0.25, 1.0, 2.0, 4.0, 16.0};
  const auto run = training_steps(request_of(options, 400));
  REQUIRE(run.ok());
  // mean weight on the right key over the last 20 steps; claimed within the noise of a seed
  const double expected[] = {0.997, 0.951, 0.653, 0.285, 0.096};
  for (Index i = 0; i < 5; ++i) {
    const double weight = static_cast<double>(run->trace.right_weight.row(i).rightCols(20).mean());
    INFO("alpha " << options.alphas[static_cast<size_t>(i)] << " weight " << weight);
    CHECK(weight == Approx(expected[i]).epsilon(0.06));
    CHECK(run->trace.accuracy.row(i).rightCols(20).mean() > 0.98F);
    CHECK(run->trace.right_weight.row(i).maxCoeff() <= run->trace.max_weight.row(i).maxCoeff());
  }
}
