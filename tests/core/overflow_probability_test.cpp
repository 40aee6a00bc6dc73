#include "core/overflow_probability.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dot_product_law.h"
#include "support/accuracy.h"
#include "support/catch.h"
#include "support/dot_product_exact.h"
#include "support/reference.h"

using attn_test::number;

static attn::FormatName format_named(const std::string& name) {
  for (size_t i = 0; i < std::size(attn::kFormatNames); ++i)
    if (attn::kFormatNames[i] == name) return static_cast<attn::FormatName>(i);
  FAIL("unknown format " << name);
  return attn::FormatName::float16;
}

static attn::OverflowProbability overflow(int d, int n, attn::FormatName format, double divisor, double entry_std = 1.0) {
  const auto result = attn::overflow_probability({d, n, format, entry_std, {divisor}});
  REQUIRE(result.ok());
  return *result;
}

TEST_CASE("the smallest real that rounds to infinity is half a spacing above the largest finite number") {
  CHECK(attn::smallest_real_to_infinity(attn::number_format(attn::FormatName::float16)) == 65520.0);
  for (const auto format : {attn::FormatName::bfloat16, attn::FormatName::float32}) {
    const auto parameters = attn::number_format(format);
    const double limit = attn::smallest_real_to_infinity(parameters);
    CHECK(std::isinf(attn::round_to_format(limit, parameters)));
    CHECK(attn::round_to_format(std::nextafter(limit, 0.0), parameters) == parameters.max_finite());
    CHECK(overflow(64, 8, format, 1.0).threshold == Approx(std::log(limit)).epsilon(1e-15));
  }
  CHECK(std::isinf(attn::smallest_real_to_infinity(attn::number_format(attn::FormatName::float64))));
}

// A table made with nodes 1/32 apart in ln R resolves the integrand's width 1/√(2√(d² + 4x²)) to 1e-6 only for
// √(d² + 4x²) < 700; beyond x = 300 its entry may be off (by up to 0.07 in log10 P at d = 8). The engine is then held to a
// tail computed here, and to the table only within 2 %.
static constexpr double kFixedNodesResolve = 300.0;

// The table's log10 P(s > score), or the tail computed here where the table could not resolve it.
static double trusted_log10(int d, double score, double from_table, double tolerance) {
  if (score <= kFixedNodesResolve) return from_table;
  const double exact = attn_test::log_tail(d, score) / std::numbers::ln10;
  CHECK(from_table == Approx(exact).epsilon(0.02));
  return std::fabs(from_table - exact) <= tolerance ? from_table : exact;
}

TEST_CASE("score and row overflow probabilities equal the table's, in log space where they are tiny", "[accuracy]") {
  const auto table = attn_test::reference_table("overflow");
  const double tolerance = table["tolerance"]["float64_log10_P_abs"].get<double>();
  double worst_score = 0, worst_row = 0;
  for (const auto& entry : table["probabilities"]) {
    const int d = entry["d_k"].get<int>();
    const double divisor = number(entry["divisor_value"]), want = number(entry["log10_P_score"]);
    const auto format = format_named(entry["format"].get<std::string>());
    CAPTURE(entry.dump());
    for (const int n : {64, 512}) {
      const auto got = overflow(d, n, format, divisor);
      const double trusted = trusted_log10(d, got.threshold * divisor, want, tolerance);
      const bool table_is_exact = trusted == want;
      const double score_error = std::fabs(got.log10_score[0] - trusted);
      CHECK(score_error <= tolerance);
      CHECK(got.score[0] == Approx(std::pow(10.0, got.log10_score[0])).epsilon(1e-9));
      worst_score = std::max(worst_score, score_error);
      const double row = number(entry["P_row_n" + std::to_string(n)]);
      if (row > 1e-300 && table_is_exact) {
        const double row_error = std::fabs(got.log10_row[0] - std::log10(row));
        CHECK(row_error <= tolerance);
        CHECK(got.row[0] == Approx(row).epsilon(1e-6));
        worst_row = std::max(worst_row, row_error);
      } else {
        // At most n·P(score); when that is tiny, nearly so.
        if (row <= 1e-300) CHECK(got.row[0] <= 1.0001e-300);
        CHECK(got.log10_row[0] <= got.log10_score[0] + std::log10(n) + 1e-9);
        CHECK(got.log10_row[0] >= got.log10_score[0] + std::log10(n) - 0.05);
      }
    }
  }
  attn_test::report_accuracy("overflow_probability (score)", worst_score, "absolute in log10 P", "overflow.json");
  attn_test::report_accuracy("overflow_probability (row)", worst_row, "absolute in log10 P", "overflow.json");
}

TEST_CASE("a raw product held in float16 overflows as often as the table says, scaled after and before", "[accuracy]") {
  const auto table = attn_test::reference_table("overflow");
  double worst = 0;
  for (const auto& entry : table["raw_fp16_dot"]) {
    const int d = entry["d_k"].get<int>();
    const auto got = attn::raw_overflow({d, attn::FormatName::float16, number(entry["entry_std"]), std::sqrt(static_cast<double>(d))});
    REQUIRE(got.ok());
    CAPTURE(entry.dump());
    const auto check = [&](double log10_got, double value, double score, double want) {
      if (want > 1e-300) {
        const double two = std::log10(2.0), trusted = two + trusted_log10(d, score, std::log10(want) - two, 1e-6);
        CHECK(std::fabs(log10_got - trusted) <= 1e-6);
        worst = std::max(worst, std::fabs(log10_got - trusted));
      } else {
        CHECK(value <= 1.0001e-300);
        CHECK(log10_got <= -299.9);
      }
    };
    const double spread = number(entry["entry_std"]), score = 65520.0 / (spread * spread);
    check(got->log10_raw, got->raw, score, number(entry["P_abs_raw_dot_ge_65520"]));
    check(got->log10_scaled_first, got->scaled_first, score * std::sqrt(static_cast<double>(d)), number(entry["P_after_dividing_q_by_sqrt_d"]));
  }
  attn_test::report_accuracy("raw_overflow", worst, "absolute in log10 P", "overflow.json");
}

// The naive double version: 20,000 fixed nodes in ln R, no log space.
static double naive_row(int d, int n, double x) {
  const double root = std::sqrt(static_cast<double>(d)), low = std::log(root) - 9 / std::sqrt(2.0 * d) - 38.0 / d, high = std::log(root + 9);
  double weights = 0, sum = 0;
  for (int i = 0; i < 20000; ++i) {
    const double u = low + (high - low) * i / 19999, r = std::exp(u);
    const double w = std::exp(d * (u - std::log(root)) - 0.5 * (r * r - d));
    weights += w;
    sum += w * (1 - std::pow(0.5 * std::erfc(-x / r / std::sqrt(2.0)), n));
  }
  return sum / weights;
}

TEST_CASE("the row's quadrature agrees with twenty thousand fixed nodes for few and for very many keys") {
  for (const int d : {1, 2, 8, 64, 700})
    for (const int n : {1, 2, 17, 512, 4096, 1 << 20})
      for (const double z : {0.001, 0.5, 2.0, 4.0}) {
        CAPTURE(d, n, z);
        const double x = z * std::sqrt(static_cast<double>(d));
        CHECK(std::exp(attn::DotProductLaw(d).log_row_exceeds(x, n)) == Approx(naive_row(d, n, x)).epsilon(1e-9));
      }
}

TEST_CASE("scores that share q overflow together: a row is less likely to overflow than independent scores are") {
  const attn::DotProductLaw law(8);
  const double x = 15.0, p = law.sf(x);
  const double row = std::exp(law.log_row_exceeds(x, 64));
  CHECK(row < 1 - std::pow(1 - p, 64));
  CHECK(row > p);
}

TEST_CASE("every parameter of the overflow request changes the answer the right way") {
  using attn::FormatName;
  const auto base = overflow(64, 512, FormatName::float32, 1.0);
  CHECK(overflow(128, 512, FormatName::float32, 1.0).row[0] > base.row[0]);
  CHECK(overflow(64, 1024, FormatName::float32, 1.0).row[0] > base.row[0]);
  CHECK(overflow(64, 512, FormatName::float16, 1.0).row[0] > base.row[0]);
  CHECK(overflow(64, 512, FormatName::float32, 2.0).row[0] < base.row[0]);
  // Entries twice as wide are the same as a divisor four times smaller.
  CHECK(overflow(64, 512, FormatName::float32, 4.0, 2.0).log10_row[0] == Approx(base.log10_row[0]).epsilon(1e-14));
  CHECK(overflow(64, 1, FormatName::float32, 1.0).log10_row[0] == base.log10_score[0]);
}

TEST_CASE("overflow probabilities stay finite at the reader's widest parameters and monotone in the divisor") {
  for (const int d : {1, 2, 4096})
    for (const auto format : {attn::FormatName::float16, attn::FormatName::float64})
      for (const int n : {1, 4096}) {
        const auto result = attn::overflow_probability({d, n, format, 1.0, {1e-6, 1e-3, 1.0, 64.0, 1e3, 1e6}});
        REQUIRE(result.ok());
        for (size_t i = 0; i < 6; ++i) {
          CAPTURE(d, n, i);
          CHECK(std::isfinite(result->log10_row[i]));
          CHECK(result->log10_row[i] <= 1e-12);
          CHECK(result->row[i] <= 1.0 + 1e-12);
          CHECK(result->log10_row[i] >= result->log10_score[i] - 1e-9);
          if (i > 0) CHECK(result->log10_row[i] <= result->log10_row[i - 1]);
        }
      }
}

TEST_CASE("overflow requests outside their ranges are refused with the argument's name") {
  using attn::FormatName;
  using attn::Status;
  const auto status = [](attn::OverflowRequest request) { return attn::overflow_probability(request).status(); };
  CHECK(status({0, 8, FormatName::float16, 1, {1}}) == Status::head_dim_out_of_range);
  CHECK(status({8, 0, FormatName::float16, 1, {1}}) == Status::key_count_out_of_range);
  CHECK(status({8, 8, FormatName::float16, 0, {1}}) == Status::out_of_range);
  CHECK(status({8, 8, FormatName::float16, NAN, {1}}) == Status::not_finite);
  CHECK(status({8, 8, FormatName::float16, 1, {}}) == Status::empty_input);
  CHECK(status({8, 8, FormatName::float16, 1, std::vector<double>(257, 1.0)}) == Status::too_large);
  CHECK(status({8, 8, FormatName::float16, 1, {1, -1}}) == Status::divisor_not_positive);
  CHECK(status({8, 8, FormatName::float16, 1, {INFINITY}}) == Status::not_finite);
  CHECK(status({8, 8, FormatName::float16, 1, {1e7}}) == Status::divisor_out_of_range);
  CHECK(attn::raw_overflow({8, FormatName::float32, 1, 1}).status() == Status::unknown_option);
  CHECK(std::string_view(attn::raw_overflow({8, FormatName::float16, 1, 0}).argument()) == "divisor");
}
