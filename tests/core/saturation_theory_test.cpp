#include "core/saturation_theory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/elementary.h"
#include "core/saturation_curve.h"
#include "core/saturation_sample.h"
#include "core/saturation_tables.h"
#include "kernels/bit_cast.h"
#include "support/accuracy.h"
#include "support/catch.h"
#include "support/reference.h"

using attn::RowExpectations;
using attn::SaturationTables;
using attn::Status;

namespace {

/// The naive version for two keys: everything is a function of the difference of the logits, N(0, 2σ²).
RowExpectations two_keys(double sigma) {
  RowExpectations row;
  // A step that resolves e^(−|difference|) where σ is large: an even function, the kink of the largest weight at 0.
  const double width = std::min(10.0, 60.0 / (sigma * std::sqrt(2.0)));
  constexpr int kSteps = 20000;
  const double step = width / kSteps;
  for (int i = 0; i <= kSteps; ++i) {
    const double z = step * i, difference = sigma * std::sqrt(2.0) * z;
    // Simpson's rule on z ≥ 0; symmetric, so twice.
    const double simpson = i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    const double weight = simpson * 2.0 / 3.0 * step * std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::acos(-1.0));
    const double small = std::exp(-difference) / (1.0 + std::exp(-difference)), large = 1.0 / (1.0 + std::exp(-difference));
    row.max_weight += weight * small;  // 1 − E max
    row.entropy += weight * (large * std::log1p(std::exp(-difference)) + small * (difference + std::log1p(std::exp(-difference))));
    row.jacobian_trace += weight * 2.0 * small * large;
    row.jacobian_squares += weight * 4.0 * small * small * large * large;
  }
  row.max_weight = 1.0 - row.max_weight;
  row.sum_squares = 1.0 - row.jacobian_trace;
  row.log_sum = row.entropy + sigma * sigma * row.jacobian_trace;
  return row;
}

void check_rows(const RowExpectations& row, const RowExpectations& expected, double relative) {
  CHECK(row.max_weight == Approx(expected.max_weight).epsilon(relative));
  CHECK(row.entropy == Approx(expected.entropy).epsilon(relative));
  CHECK(row.log_sum == Approx(expected.log_sum).epsilon(relative));
  CHECK(row.sum_squares == Approx(expected.sum_squares).epsilon(relative));
  CHECK(row.jacobian_trace == Approx(expected.jacobian_trace).epsilon(relative));
  CHECK(row.jacobian_squares == Approx(expected.jacobian_squares).epsilon(relative));
}

}  // namespace

TEST_CASE("saturation at fixed spread agrees with its reference table", "[accuracy]") {
  const auto table = attn_test::reference_table("saturation_grid");
  const double tolerance = attn_test::number(table["tolerance"]["exact_rel"]);
  double worst[6] = {};
  for (const auto& cell : table["grid"]) {
    const double sigma = attn_test::number(cell["sigma"]);
    const int n = cell["n"].get<int>();
    const auto result = attn::saturation_at_sigma({n, {sigma}});
    REQUIRE(result.ok());
    const char* names[] = {"E_max_prob", "E_entropy", "E_log_Z", "E_sum_p2", "E_jacobian_trace", "E_jacobian_fro_sq"};
    const double values[] = {result->max_weight[0],  result->entropy[0],        result->log_sum[0],
                             result->sum_squares[0], result->jacobian_trace[0], result->jacobian_squares[0]};
    for (int k = 0; k < 6; ++k) {
      INFO(names[k] << " at sigma = " << sigma << ", n = " << n);
      const double expected = attn_test::number(cell["exact"][names[k]]);
      // The table's entropy is a difference of numbers of size σ, written with nine decimals where σ is large.
      const double allowed = tolerance * std::fabs(expected) + (k == 1 ? 3e-12 * sigma * sigma : 0.0);
      const double error = std::fabs(values[k] - expected);
      CHECK(error <= allowed);
      worst[k] = std::max(worst[k], error / std::fabs(expected));
    }
    // Common sense, for any table: 1/n ≤ Σp² ≤ max ≤ 1 and 0 ≤ H ≤ ln n.
    CHECK(values[3] >= 1.0 / n * (1.0 - 1e-12));
    CHECK(values[3] <= values[0]);
    CHECK(values[0] <= 1.0);
    CHECK(values[1] >= 0.0);
    CHECK(values[1] <= std::log(n));
  }
  const char* names[] = {"E max p", "E entropy", "E log Z", "E sum p²", "E tr J", "E J²"};
  for (int k = 0; k < 6; ++k) attn_test::report_accuracy(std::string("saturation_at_sigma: ") + names[k], worst[k], "relative", "saturation_grid.json");
}

TEST_CASE("saturation of two keys is the one-dimensional integral at every spread", "[accuracy]") {
  double worst = 0.0;
  for (const double sigma : {1e-12, 1e-3, 0.0625, 0.3, 0.4999, 0.5, 0.77, 1.0, 1.9, 3.79, 3.81, 6.84, 6.86, 20.0, 64.0, 1e3, 1e6, 1e12}) {
    INFO("sigma = " << sigma);
    const RowExpectations row = SaturationTables(sigma).expectations(2), expected = two_keys(sigma);
    check_rows(row, expected, 2e-10);
    worst = std::max(worst, std::fabs(row.entropy / expected.entropy - 1.0));
  }
  attn_test::report_accuracy("saturation_at_sigma: entropy, n = 2", worst, "relative", "σ = 1e-12 … 1e12");
}

TEST_CASE("the two ways of integrating agree where they meet") {
  // Below σ = ½ sums run over z, from there on over u; the function is smooth, so a third difference is tiny.
  for (const int n : {2, 3, 17, 640, 4096}) {
    const double h = 2e-4;
    const RowExpectations a = SaturationTables(0.5 - 1.5 * h).expectations(n), b = SaturationTables(0.5 - 0.5 * h).expectations(n);
    const RowExpectations c = SaturationTables(0.5 + 0.5 * h).expectations(n), d = SaturationTables(0.5 + 1.5 * h).expectations(n);
    const auto jump = [](double p, double q, double r, double s) { return std::fabs((s - p) - 3.0 * (r - q)) / std::fabs(q); };
    INFO("n = " << n);
    CHECK(jump(a.max_weight, b.max_weight, c.max_weight, d.max_weight) < 2e-9);
    CHECK(jump(a.entropy, b.entropy, c.entropy, d.entropy) < 2e-9);
    CHECK(jump(a.log_sum, b.log_sum, c.log_sum, d.log_sum) < 2e-9);
    CHECK(jump(a.sum_squares, b.sum_squares, c.sum_squares, d.sum_squares) < 2e-9);
    CHECK(jump(a.jacobian_trace, b.jacobian_trace, c.jacobian_trace, d.jacobian_trace) < 2e-9);
    CHECK(jump(a.jacobian_squares, b.jacobian_squares, c.jacobian_squares, d.jacobian_squares) < 2e-9);
  }
}

TEST_CASE("saturation tends to uniform weights and to one-hot weights") {
  for (const int n : {2, 3, 8, 4096}) {
    INFO("n = " << n);
    const auto result = attn::saturation_at_sigma({n, {0.0, 1e-12, 1e12, 1e100}});
    REQUIRE(result.ok());
    for (const size_t k : {size_t{0}, size_t{1}}) {
      CHECK(result->max_weight[k] == Approx(1.0 / n).epsilon(2e-11));
      CHECK(result->entropy[k] == Approx(std::log(n)).epsilon(2e-11));
      CHECK(result->log_sum[k] == Approx(std::log(n)).epsilon(2e-11));
      CHECK(result->jacobian_trace[k] == Approx(1.0 - 1.0 / n).epsilon(2e-11));
      CHECK(result->jacobian_squares[k] == Approx((n - 1.0) / n / n).epsilon(1e-10));
    }
    for (const size_t k : {size_t{2}, size_t{3}}) {
      CHECK(result->max_weight[k] == Approx(1.0).epsilon(1e-10));
      CHECK(result->sum_squares[k] == Approx(1.0).epsilon(1e-11));
      CHECK(result->entropy[k] > 0.0);
      CHECK(result->entropy[k] < 1e-10);
    }
  }
}

TEST_CASE("more spread means more weight on the largest and less entropy") {
  for (const int n : {2, 8, 300, 4096}) {
    double weight = 1.0 / n - 1e-12, entropy = std::log(n) + 1e-11;
    for (double sigma = 0.01; sigma < 1e4; sigma *= 1.5) {
      const RowExpectations row = SaturationTables(sigma).expectations(n);
      INFO("n = " << n << ", sigma = " << sigma);
      CHECK(row.max_weight > weight);
      CHECK(row.entropy < entropy);
      weight = row.max_weight;
      entropy = row.entropy;
    }
  }
}

TEST_CASE("the curve that is kept for its n agrees with direct integration", "[accuracy]") {
  double worst = 0.0;
  for (const int n : {2, 7, 64, 333, 1500, 4096}) {
    const attn::SaturationCurve& curve = attn::saturation_curve(n);
    for (double sigma = 1e-4; sigma < 1e6; sigma *= 2.3) {
      const RowExpectations row = SaturationTables(sigma).expectations(n);
      INFO("n = " << n << ", sigma = " << sigma);
      const double error = std::max(std::fabs(curve.max_weight(sigma) / row.max_weight - 1.0), std::fabs(curve.entropy(sigma) / row.entropy - 1.0));
      CHECK(error <= 3e-10);
      worst = std::max(worst, error);
    }
  }
  attn_test::report_accuracy("SaturationCurve", worst, "relative, to direct integration", "n ≤ 4096, σ = 1e-4 … 1e6");
}

TEST_CASE("theory averages over the length of the query") {
  // A plain trapezoid over the length with direct integration at every node; d = 1 reaches down to σ = 0.
  for (const int d : {1, 2, 3, 64, 4096}) {
    const double root = std::sqrt(d), low = std::max(0.0, root - 8.0), high = root + 8.0;
    constexpr int kSteps = 160;
    const double step = (high - low) / kSteps;
    double total = 0.0, weight_mean = 0.0, entropy_mean = 0.0;
    for (int i = 0; i <= kSteps; ++i) {
      const double r = low + step * i;
      // Relative to the peak, and Simpson's rule: the density of d = 1 and 2 doesn't vanish smoothly at 0.
      const double power = d == 1 ? 0.0 : (d - 1) * std::log(r / root);
      const double density = std::exp(power - 0.5 * (r * r - d));
      const double w = density * (i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
      if (w < 1e-18) continue;
      const RowExpectations row = SaturationTables(r / 0.8).expectations(5);
      total += w;
      weight_mean += w * row.max_weight;
      entropy_mean += w * row.entropy;
    }
    const auto theory = attn::saturation_theory({d, 5, {0.8}});
    REQUIRE(theory.ok());
    INFO("d_k = " << d);
    // Simpson's own error decides for small d: (step)⁴.
    const double allowed = d <= 3 ? 3e-6 : 1e-9;
    CHECK(theory->max_weight[0] == Approx(weight_mean / total).epsilon(allowed));
    CHECK(theory->entropy[0] == Approx(entropy_mean / total).epsilon(allowed));
  }
}

TEST_CASE("theory gives the reader's numbers for eight keys") {
  const int dims[] = {16, 64, 256, 1024};
  const double unscaled[] = {0.75, 0.87, 0.94, 0.97};
  for (int k = 0; k < 4; ++k) {
    const auto theory = attn::saturation_theory({dims[k], 8, {1.0, std::sqrt(dims[k])}});
    REQUIRE(theory.ok());
    INFO("d_k = " << dims[k]);
    CHECK(theory->max_weight[0] == Approx(unscaled[k]).margin(0.006));
    CHECK(theory->max_weight[1] == Approx(0.36).margin(0.006));
  }
}

TEST_CASE("theory lies within the error of rows of real random vectors") {
  for (const int d : {1, 2, 8, 64}) {
    for (const int n : {2, 8, 64}) {
      const double root = std::sqrt(d);
      attn::SaturationSampleRequest request;
      request.head_dim = d;
      request.key_count = n;
      request.divisors = {1.0, root, 4.0 * root};
      request.budget = 2e6;
      request.max_rows = 4000;
      const auto sample = attn::saturation_sample(request);
      const auto theory = attn::saturation_theory({d, n, request.divisors});
      REQUIRE(sample.ok());
      REQUIRE(theory.ok());
      for (size_t k = 0; k < 3; ++k) {
        INFO("d_k = " << d << ", n = " << n << ", divisor " << request.divisors[k]);
        CHECK(std::fabs(theory->max_weight[k] - sample->max_weight_mean[k]) <= 5.0 * sample->max_weight_error[k]);
        CHECK(std::fabs(theory->entropy[k] - sample->entropy_mean[k]) <= 5.0 * sample->entropy_error[k]);
      }
    }
  }
}

TEST_CASE("theory's digits depend on the request alone, and on each parameter") {
  const attn::SaturationTheoryRequest request{64, 100, {1.0, 8.0, 1e-9, 1e9}};
  const auto first = attn::saturation_theory(request);
  for (int n = 2; n < 30; ++n) REQUIRE(attn::saturation_theory({64, n, {8.0}}).ok());
  for (int k = 0; k < 120; ++k) REQUIRE(attn::saturation_at_sigma({8, {0.1 + 0.01 * k}}).ok());
  const auto again = attn::saturation_theory(request);
  CHECK(first->max_weight == again->max_weight);
  CHECK(first->entropy == again->entropy);
  CHECK(first->max_weight[2] == Approx(1.0));
  CHECK(first->max_weight[3] == Approx(0.01));
  CHECK(attn::saturation_theory({64, 100, {8.0}})->max_weight[0] == first->max_weight[1]);
  CHECK(attn::saturation_theory({65, 100, {8.0}})->max_weight[0] != first->max_weight[1]);
  CHECK(attn::saturation_theory({64, 101, {8.0}})->max_weight[0] != first->max_weight[1]);
  CHECK(attn::saturation_at_sigma({8, {0.5}})->entropy == attn::saturation_at_sigma({8, {0.5}})->entropy);
}

TEST_CASE("theory has the same bits with every compiler and in WebAssembly") {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto take = [&hash](const std::vector<double>& values) {
    for (const double value : values) {
      hash = (hash ^ attn::bit_cast<std::uint64_t>(value)) * 1099511628211ULL;
      hash ^= hash >> 29;
    }
  };
  for (const int n : {2, 8, 1000}) {
    const auto theory = attn::saturation_theory({64, n, {0.5, 8.0, 100.0}});
    const auto fixed = attn::saturation_at_sigma({n, {0.25, 3.0, 40.0}});
    for (const auto* values : {&theory->max_weight, &theory->entropy}) take(*values);
    for (const auto* values : {&fixed->max_weight, &fixed->entropy, &fixed->log_sum}) take(*values);
    for (const auto* values : {&fixed->sum_squares, &fixed->jacobian_trace, &fixed->jacobian_squares}) take(*values);
  }
  CHECK(hash == 0x4abd07592ca2b2c6ULL);
}

TEST_CASE("theory refuses what it is not defined for") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const auto status = [](int d, int n, std::vector<double> divisors) { return attn::saturation_theory({d, n, std::move(divisors)}).status(); };
  CHECK(status(0, 8, {1.0}) == Status::head_dim_out_of_range);
  CHECK(status(-5, 8, {1.0}) == Status::head_dim_out_of_range);
  CHECK(status(1000000000, 8, {1.0}) == Status::head_dim_out_of_range);
  CHECK(status(64, 1, {1.0}) == Status::key_count_out_of_range);
  CHECK(status(64, 0, {1.0}) == Status::key_count_out_of_range);
  CHECK(status(64, 4097, {1.0}) == Status::key_count_out_of_range);
  CHECK(status(64, 8, {}) == Status::empty_input);
  CHECK(status(64, 8, {1.0, nan}) == Status::not_finite);
  CHECK(status(64, 8, {infinity}) == Status::not_finite);
  CHECK(status(64, 8, {0.0}) == Status::divisor_not_positive);
  CHECK(status(64, 8, {-1.0}) == Status::divisor_not_positive);
  CHECK(status(64, 8, {1e-308}) == Status::divisor_out_of_range);
  CHECK(status(64, 8, std::vector<double>(257, 1.0)) == Status::too_large);
  CHECK(attn::saturation_at_sigma({1, {1.0}}).status() == Status::key_count_out_of_range);
  CHECK(attn::saturation_at_sigma({8, {}}).status() == Status::empty_input);
  CHECK(attn::saturation_at_sigma({8, {nan}}).status() == Status::not_finite);
  CHECK(attn::saturation_at_sigma({8, {-1.0}}).status() == Status::out_of_range);
  CHECK(attn::saturation_at_sigma({8, {1e200}}).status() == Status::out_of_range);
  CHECK(attn::saturation_at_sigma({8, std::vector<double>(257, 1.0)}).status() == Status::too_large);
}
