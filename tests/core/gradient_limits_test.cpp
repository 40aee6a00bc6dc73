#include "core/gradient_limits.h"

#include <cmath>

#include "core/gradient_statistics.h"
#include "core/planted_key.h"
#include "core/training_start.h"
#include "support/catch.h"
#include "support/reference.h"

using namespace attn;

TEST_CASE("the gap density and the exact root mean square agree with the reference table") {
  const auto table = attn_test::reference_table("gradient_scaling");
  for (const auto& [n, density] : table.at("gap_density").items()) {
    INFO("n " << n);
    CHECK(gradient_limits({std::stoi(n), {1.0}})->gap_density == Approx(attn_test::number(density)).epsilon(2e-9));
  }
  for (const auto& row : table.at("grid")) {
    if (!row.contains("rms_dQ_large_d_exact")) continue;
    const auto limits = gradient_limits({row.at("n"), {attn_test::number(row.at("alpha"))}});
    REQUIRE(limits.ok());
    INFO("n " << row.at("n") << " alpha " << row.at("alpha"));
    CHECK(limits->rms_query_grad[0] == Approx(attn_test::number(row.at("rms_dQ_large_d_exact"))).epsilon(2e-8));
  }
}

TEST_CASE("gradients tend to their limits at both ends of the slider") {
  for (const int n : {2, 8, 64, 512}) {
    const auto limits = gradient_limits({n, {1.0 / 2048.0, 1.0 / 256.0, 1.0, 64.0, 2048.0}});
    REQUIRE(limits.ok());
    INFO("n " << n);
    const double first = std::fabs(limits->rms_query_grad[0] / limits->small_alpha_rms[0] - 1.0);
    const double second = std::fabs(limits->rms_query_grad[1] / limits->small_alpha_rms[1] - 1.0);
    CHECK(first < 1e-3);
    CHECK(first < second + 1e-9);
    CHECK(limits->jacobian_trace[0] == Approx(limits->small_alpha_trace[0]).epsilon(1e-3));
    CHECK(limits->rms_query_grad[4] == Approx(limits->large_alpha_rms[4]).epsilon(1e-5));
    CHECK(limits->jacobian_rms[4] == Approx(limits->uniform_jacobian_fro).epsilon(1e-5));
    CHECK(limits->mean_plateau == Approx(std::sqrt(2.0 / 3.14159265358979) * limits->gap_density));
  }
}

TEST_CASE("measured gradients stand on the curves of theory") {
  GradientRequest request;
  request.head_dim = 1024;
  request.key_count = 64;
  request.rows = 4000;
  request.budget = 0;
  request.alphas = {1.0 / 256.0, 0.5, 1.0, 4.0, 256.0};
  const auto measured = gradient_statistics(request);
  const auto limits = gradient_limits({64, request.alphas});
  REQUIRE(measured.ok());
  REQUIRE(limits.ok());
  CHECK(std::fabs(measured->query_grad.mean[0] - limits->mean_plateau) < 5.0 * measured->query_grad.error[0]);
  for (size_t i = 1; i < 5; ++i) CHECK(std::sqrt(measured->query_grad.mean_square[i]) == Approx(limits->rms_query_grad[i]).epsilon(0.05));
  for (size_t i = 1; i < 4; ++i)
    CHECK(std::fabs(measured->jacobian_trace.mean[i] - limits->jacobian_trace[i]) < 5.0 * measured->jacobian_trace.error[i] + 2e-3);
  CHECK(measured->weight_norm.mean[4] == Approx(limits->uniform_weight_norm).epsilon(1e-4));
  CHECK(measured->jacobian_fro.mean[4] == Approx(limits->uniform_jacobian_fro).epsilon(1e-4));
  // the median dies while the mean stays
  CHECK(measured->query_grad.median[0] < 1e-6 * measured->query_grad.mean[0]);
}

TEST_CASE("limits outside their ranges are refused") {
  CHECK(gradient_limits({1, {1.0}}).status() == Status::key_count_out_of_range);
  CHECK(gradient_limits({64, {}}).status() == Status::empty_input);
  CHECK(gradient_limits({64, {1e-5}}).status() == Status::out_of_range);
  CHECK(gradient_limits({64, {NAN}}).status() == Status::not_finite);
  CHECK(gradient_limits({64, std::vector<double>(513, 1.0)}).status() == Status::too_large);
}

TEST_CASE("a planted key loses its weight as alpha grows, but never its rank") {
  const auto planted = planted_key({64, 64, {1.0, 2.0, 4.0, 8.0, 16.0}, 20000, 3});
  REQUIRE(planted.ok());
  const double expected[] = {0.935, 0.433, 0.106, 0.041, 0.0255};
  for (size_t i = 0; i < 5; ++i) CHECK(std::fabs(planted->weight[i] - expected[i]) < 5.0 * planted->error[i] + 5e-4 + 0.005 * expected[i]);
  CHECK(planted->accuracy > 0.9999);
  CHECK(planted_key({64, 64, {1.0}, 100, 3})->weight[0] != planted_key({64, 64, {1.0}, 100, 4})->weight[0]);
  CHECK(planted_key({65, 64, {1.0}, 100, 3})->weight[0] != planted_key({64, 64, {1.0}, 100, 3})->weight[0]);
  CHECK(planted_key({64, 65, {1.0}, 100, 3})->weight[0] != planted_key({64, 64, {1.0}, 100, 3})->weight[0]);
  CHECK(planted_key({1, 512, {1.0}, 500, 3})->accuracy < 0.5);
  CHECK(planted_key({0, 64, {1.0}, 100, 3}).status() == Status::head_dim_out_of_range);
  CHECK(planted_key({64, 1, {1.0}, 100, 3}).status() == Status::key_count_out_of_range);
  CHECK(planted_key({64, 64, {}, 100, 3}).status() == Status::empty_input);
  CHECK(planted_key({64, 64, {1.0}, 0, 3}).status() == Status::query_count_out_of_range);
}

TEST_CASE("before training a small alpha gives rare spikes, a large one small gradients") {
  TrainingStartRequest request;
  request.alphas = {1.0 / 64.0, 1.0, 64.0};
  request.rows = 2000;
  const auto start = training_start(request);
  REQUIRE(start.ok());
  const NormDistribution& g = start->gradient;
  CHECK(g.median[0] < 1e-4);
  CHECK(g.largest[0] > 30.0 * g.mean[0]);
  CHECK(g.mean[1] == Approx(1.35).epsilon(0.25));
  CHECK(g.median[1] == Approx(1.11).epsilon(0.25));
  CHECK(g.mean[2] == Approx(0.017).epsilon(0.2));
  CHECK(g.median[2] == Approx(0.015).epsilon(0.2));
  CHECK(start->max_weight[0] > 0.9);
  CHECK(start->loss[2] == Approx(0.9375).epsilon(0.05));
  TrainingStartRequest other = request;
  other.qk_norm = true;
  CHECK(training_start(other)->loss[1] != start->loss[1]);
  other = request;
  other.loss = LookupLoss::ce;
  CHECK(training_start(other)->loss[2] == Approx(std::log(16.0)).epsilon(0.01));
  other.rows = 0;
  CHECK(training_start(other).status() == Status::query_count_out_of_range);
}
