#include "core/jacobian_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/saturation_theory.h"
#include "support/accuracy.h"
#include "support/catch.h"
#include "support/reference.h"

using attn::Status;

TEST_CASE("the density of the top gap agrees with its reference table", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  double worst = 0.0;
  for (const auto& row : table["top_gap"]) {
    const int n = row["n"].get<int>();
    INFO("n = " << n);
    const double expected = attn_test::number(row["gap_density_at_zero"]);
    const double error = std::fabs(attn::top_gap_density(n) / expected - 1.0);
    CHECK(error <= 1e-11);
    CHECK(attn::freezing_sigma(n) == Approx(attn_test::number(row["sigma_freeze_sqrt_2_ln_n"])).epsilon(1e-14));
    worst = std::max(worst, error);
  }
  attn_test::report_accuracy("top_gap_density", worst, "relative", "special_functions.json");
  CHECK(attn::top_gap_density(2) == Approx(1.0 / std::sqrt(std::acos(-1.0))).epsilon(1e-13));
  CHECK(std::isnan(attn::top_gap_density(1)));
}

TEST_CASE("far above the freezing point the Jacobian follows the top gap") {
  for (const int n : {2, 8, 64, 512, 4096}) {
    const std::vector<double> sigmas{64.0, 640.0, 1e8};
    const auto limits = attn::jacobian_limits({n, sigmas});
    const auto exact = attn::saturation_at_sigma({n, sigmas});
    REQUIRE(limits.ok());
    REQUIRE(exact.ok());
    for (size_t k = 0; k < sigmas.size(); ++k) {
      // The next order in 1/σ: a third key within 1/σ of the two largest, whose density is about 2 ln n.
      const double allowed = 1e-9 + 2.0 * std::log(n) / sigmas[k];
      INFO("n = " << n << ", sigma = " << sigmas[k]);
      CHECK(limits->trace_above[k] == Approx(exact->jacobian_trace[k]).epsilon(allowed));
      CHECK(limits->squares_above[k] == Approx(exact->jacobian_squares[k]).epsilon(allowed));
    }
  }
}

TEST_CASE("far below the freezing point entropy and squares follow the annealed law") {
  for (const int n : {8, 64, 4096}) {
    const std::vector<double> sigmas{1e-3, 0.02, 0.1};
    const auto limits = attn::jacobian_limits({n, sigmas});
    const auto exact = attn::saturation_at_sigma({n, sigmas});
    for (size_t k = 0; k < sigmas.size(); ++k) {
      INFO("n = " << n << ", sigma = " << sigmas[k]);
      // The finite-n corrections are of relative size 1/n in both quantities' σ² term.
      CHECK(std::fabs(limits->entropy_below[k] - exact->entropy[k]) <= 0.8 * sigmas[k] * sigmas[k] / n + std::pow(sigmas[k], 4));
      CHECK(std::fabs(limits->sum_squares_below[k] * n - exact->sum_squares[k] * n) <= 1.5 * sigmas[k] * sigmas[k] / n + std::pow(sigmas[k], 4));
    }
  }
  const auto limits = attn::jacobian_limits({64, {1e-6, 100.0}});
  CHECK(limits->uniform_trace == 1.0 - 1.0 / 64.0);
  CHECK(limits->uniform_frobenius == Approx(std::sqrt(63.0) / 64.0));
  CHECK(limits->sum_squares_frozen[0] == 0.0);
  CHECK(limits->sum_squares_frozen[1] == Approx(1.0 - 2.884053773201766 / 100.0));
  CHECK(limits->entropy_below[1] == 0.0);
  CHECK(limits->sum_squares_below[1] == 1.0);
}

TEST_CASE("the squared Jacobian peaks near the freezing point, not at uniform weights") {
  // Peak heights and places for n = 8, 64, 512, 4096.
  const double places[] = {1.24, 3.45, 5.06, 6.36}, heights[] = {0.136, 0.102, 0.0945, 0.0912};
  const int counts[] = {8, 64, 512, 4096};
  for (int k = 0; k < 4; ++k) {
    const double s = places[k];
    const auto exact = attn::saturation_at_sigma({counts[k], {s * 0.9, s, s * 1.1, 1e-3}});
    INFO("n = " << counts[k]);
    CHECK(exact->jacobian_squares[1] == Approx(heights[k]).epsilon(0.005));
    CHECK(exact->jacobian_squares[1] > exact->jacobian_squares[0]);
    CHECK(exact->jacobian_squares[1] > exact->jacobian_squares[2]);
    CHECK(std::sqrt(exact->jacobian_squares[3]) == Approx(std::sqrt(counts[k] - 1.0) / counts[k]).epsilon(1e-5));
  }
}

TEST_CASE("the limits refuse what they are not defined for") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(attn::jacobian_limits({1, {1.0}}).status() == Status::key_count_out_of_range);
  CHECK(attn::jacobian_limits({4097, {1.0}}).status() == Status::key_count_out_of_range);
  CHECK(attn::jacobian_limits({8, {}}).status() == Status::empty_input);
  CHECK(attn::jacobian_limits({8, {nan}}).status() == Status::not_finite);
  CHECK(attn::jacobian_limits({8, {0.0}}).status() == Status::out_of_range);
  CHECK(attn::jacobian_limits({8, {-1.0}}).status() == Status::out_of_range);
  CHECK(attn::jacobian_limits({8, std::vector<double>(257, 1.0)}).status() == Status::too_large);
}
