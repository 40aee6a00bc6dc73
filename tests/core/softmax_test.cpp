#include "core/softmax.h"

#include <cmath>
#include <limits>
#include <string>

#include "core/row_summary.h"
#include "core/weight_statistics.h"
#include "support/accuracy.h"
#include "support/catch.h"
#include "support/reference.h"

using attn_test::number;
using attn_test::numbers;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<float> to_float(const std::vector<double>& values) { return {values.begin(), values.end()}; }

/// The rows of the table: the listed ones, and the generated ones from their formula.
std::vector<double> row_of(const nlohmann::json& entry) {
  if (entry.contains("x")) return numbers(entry.at("x"));
  std::vector<double> x;
  const auto n = entry.at("n").get<std::int64_t>(), a = entry.at("a").get<std::int64_t>(), b = entry.at("b").get<std::int64_t>(),
             m = entry.at("m").get<std::int64_t>();
  const double den = number(entry.at("den")), off = number(entry.at("off"));
  for (std::int64_t i = 0; i < n; ++i) x.push_back(static_cast<double>((i * a + b) % m) / den - off);
  for (const auto& [index, value] : entry.at("x_at").items()) REQUIRE(x.at(std::stoul(index)) == number(value));
  return x;
}

/// The weights that the table gives: all, or some by index.
std::vector<std::pair<size_t, double>> weights_of(const nlohmann::json& entry) {
  std::vector<std::pair<size_t, double>> list;
  if (entry.contains("p")) {
    const auto p = numbers(entry.at("p"));
    for (size_t i = 0; i < p.size(); ++i) list.emplace_back(i, p[i]);
  } else {
    for (const auto& [index, value] : entry.at("p_at").items()) list.emplace_back(std::stoul(index), number(value));
  }
  return list;
}

double spread_of(const std::vector<double>& x) {
  double low = kInfinity, high = -kInfinity;
  for (const double value : x)
    if (value > -kInfinity) low = std::min(low, value), high = std::max(high, value);
  return high - low;
}

double tolerance(const nlohmann::json& table, const char* name) { return number(table.at("tolerance").at(name)); }

template <class Function>
void each_case(const nlohmann::json& table, Function function) {
  for (const char* group : {"cases", "generated"})
    for (const auto& entry : table.at(group)) function(entry);
}

void check_statistics(const nlohmann::json& entry, const attn::RowStatistics& row, double relative, double absolute, double logsumexp_relative,
                      double entropy_absolute) {
  const auto near = [&](double got, double want, double rel, double abs) {
    CAPTURE(got, want);
    CHECK(std::fabs(got - want) <= rel * std::fabs(want) + abs);
  };
  const double want_logsumexp = number(entry.at("logsumexp")), want_entropy = number(entry.at("entropy_nats"));
  near(row.max_weight, number(entry.at("max_prob")), relative, absolute);
  near(row.entropy, want_entropy, relative, entropy_absolute);
  near(row.effective_keys, number(entry.at("effective_keys")), relative + 2 * entropy_absolute, absolute);
  near(row.sum_squares, number(entry.at("sum_p_squared")), relative, absolute);
  near(row.jacobian_trace, number(entry.at("jacobian_trace")), relative, absolute);
  near(row.jacobian_frobenius, number(entry.at("jacobian_frobenius")), relative, absolute);
  if (std::isinf(want_logsumexp))
    CHECK(row.logsumexp == want_logsumexp);
  else
    near(row.logsumexp, want_logsumexp, logsumexp_relative, absolute);
  CHECK(row.entropy >= 0);
}

}  // namespace

TEST_CASE("float64 softmax and its statistics agree with the reference rows") {
  const auto table = attn_test::reference_table("softmax_cases");
  const double relative = tolerance(table, "float64_p_rel"), absolute = tolerance(table, "float64_abs");
  each_case(table, [&](const nlohmann::json& entry) {
    CAPTURE(entry.at("name").get<std::string>());
    const auto x = row_of(entry);
    std::vector<double> p(x.size());
    REQUIRE(attn::softmax_row(x, p).status == attn::Status::ok);
    for (const auto& [index, want] : weights_of(entry)) CHECK(std::fabs(p[index] - want) <= relative * want + 1e-300);
    const auto row = attn::row_statistics(std::span<const double>(x));
    REQUIRE(row.ok());
    check_statistics(entry, *row, relative, absolute, relative, absolute);
    if (entry.contains("Jg")) {
      const auto want = numbers(entry.at("Jg")), g = numbers(entry.at("g"));
      std::vector<double> got(x.size());
      REQUIRE(attn::softmax_jacobian_product(p, g, got).status == attn::Status::ok);
      for (size_t i = 0; i < got.size(); ++i) CHECK(std::fabs(got[i] - want[i]) <= relative * std::fabs(want[i]) + absolute);
    }
  });
}

TEST_CASE("float32 softmax and its statistics agree with the reference rows", "[accuracy]") {
  const auto table = attn_test::reference_table("softmax_cases");
  const double p_absolute = tolerance(table, "float32_p_abs"), p_relative = tolerance(table, "float32_p_rel"), lse = tolerance(table, "float32_logsumexp_rel");
  const double entropy = tolerance(table, "float32_entropy_abs"), jacobian = tolerance(table, "float32_Jg_abs_per_max_abs_g");
  double worst_absolute = 0, worst_relative = 0, worst_entropy = 0, worst_product = 0;
  each_case(table, [&](const nlohmann::json& entry) {
    CAPTURE(entry.at("name").get<std::string>());
    const auto exact_x = row_of(entry);
    const auto x = to_float(exact_x);
    std::vector<float> p(x.size());
    REQUIRE(attn::softmax_row(x, p).status == attn::Status::ok);
    for (const auto& [index, want] : weights_of(entry)) {
      const double error = std::fabs(static_cast<double>(p[index]) - want);
      CHECK(error <= p_absolute);
      worst_absolute = std::max(worst_absolute, error);
      if (want >= 1e-30 && spread_of(exact_x) < 200) {
        CHECK(error <= p_relative * want);
        worst_relative = std::max(worst_relative, error / want);
      }
    }
    const auto row = attn::row_statistics(std::span<const float>(x));
    REQUIRE(row.ok());
    check_statistics(entry, *row, 2e-6, 1e-7, lse, entropy);
    if (!entry.value("all_masked", false)) {
      // The fast summary of the samples, which never writes the weights.
      const auto summary = attn::summarise_row(x, attn::largest_score(x), 1.0);
      CHECK(std::fabs(summary.max_weight - number(entry.at("max_prob"))) <= p_absolute);
      CHECK(std::fabs(summary.entropy - number(entry.at("entropy_nats"))) <= entropy);
      CHECK(summary.entropy >= 0);
      CHECK(std::fabs(summary.effective_keys / number(entry.at("effective_keys")) - 1) <= 2 * entropy);
      worst_entropy = std::max(worst_entropy, std::fabs(summary.entropy - number(entry.at("entropy_nats"))));
    }
    if (entry.contains("Jg")) {
      const auto want = numbers(entry.at("Jg")), g = numbers(entry.at("g"));
      double size = 0;
      for (const double value : g) size = std::max(size, std::fabs(value));
      const auto g32 = to_float(g);
      std::vector<float> got(x.size());
      REQUIRE(attn::softmax_jacobian_product(p, g32, got).status == attn::Status::ok);
      for (size_t i = 0; i < got.size(); ++i) {
        CHECK(std::fabs(static_cast<double>(got[i]) - want[i]) <= jacobian * size);
        worst_product = std::max(worst_product, std::fabs(static_cast<double>(got[i]) - want[i]) / size);
      }
    }
  });
  attn_test::report_accuracy("softmax_row (float32)", worst_absolute, "absolute", "softmax_cases.json");
  attn_test::report_accuracy("softmax_row (float32)", worst_relative, "relative", "softmax_cases.json, p ≥ 10⁻³⁰, spread < 200");
  attn_test::report_accuracy("summarise_row, entropy", worst_entropy, "absolute", "softmax_cases.json");
  attn_test::report_accuracy("softmax_jacobian_product (float32)", worst_product, "of max g", "softmax_cases.json");
}

TEST_CASE("softmax rows sum to one") {
  for (const double size : {1e-30, 1.0, 50.0, 1e30}) {
    attn::Matrix logits(5, 37);
    attn::MatrixD logits64(5, 37);
    for (attn::Index i = 0; i < logits.size(); ++i) {
      logits64.data()[i] = size * static_cast<double>((i * 7919) % 613 - 306) / 306;
      logits.data()[i] = static_cast<float>(logits64.data()[i]);
    }
    const auto weights = attn::softmax_rows(logits);
    const auto weights64 = attn::softmax_rows(logits64);
    REQUIRE(weights.ok());
    REQUIRE(weights64.ok());
    for (attn::Index i = 0; i < 5; ++i) {
      CHECK(std::fabs(weights->row(i).cast<double>().sum() - 1) < 1e-6);
      CHECK(std::fabs(weights64->row(i).sum() - 1) < 1e-14);
    }
  }
}

TEST_CASE("softmax of (1000, 10, 10) is (1, 0, 0) in both precisions") {
  const std::vector<float> x{1000, 10, 10};
  const std::vector<double> x64{1000, 10, 10};
  std::vector<float> p(3);
  std::vector<double> p64(3);
  REQUIRE(attn::softmax_row(x, p).status == attn::Status::ok);
  REQUIRE(attn::softmax_row(x64, p64).status == attn::Status::ok);
  CHECK((p[0] == 1 && p[1] == 0 && p[2] == 0));
  CHECK((p64[0] == 1 && p64[1] == 0 && p64[2] == 0));
}

TEST_CASE("a fully masked row is a row of zeros with no entropy, among rows that stay right") {
  const float masked = -std::numeric_limits<float>::infinity();
  attn::Matrix logits(3, 2);
  logits << 0, 0, masked, masked, 5, masked;
  const auto weights = attn::softmax_rows(logits);
  REQUIRE(weights.ok());
  CHECK((*weights)(0, 0) == 0.5f);
  CHECK((*weights)(1, 0) == 0.0f);
  CHECK((*weights)(1, 1) == 0.0f);
  CHECK((*weights)(2, 0) == 1.0f);
  CHECK((*weights)(2, 1) == 0.0f);
  const std::vector<double> row(4, -kInfinity);
  const auto statistics = attn::row_statistics(std::span<const double>(row));
  REQUIRE(statistics.ok());
  CHECK(statistics->entropy == 0);
  CHECK(statistics->effective_keys == 0);
  CHECK(statistics->max_weight == 0);
  CHECK(statistics->logsumexp == -kInfinity);
}

TEST_CASE("softmax works in place") {
  std::vector<float> x{1, 2, 3, 4, 5}, p(5);
  REQUIRE(attn::softmax_row(x, p).status == attn::Status::ok);
  REQUIRE(attn::softmax_row(x, x).status == attn::Status::ok);
  CHECK(x == p);
}

TEST_CASE("softmax refuses NaN, plus infinity, nothing and unequal lengths") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> p(2), none;
  CHECK(attn::softmax_row(std::vector<float>{0, nan}, p).status == attn::Status::not_finite);
  CHECK(attn::softmax_row(std::vector<float>{std::numeric_limits<float>::infinity(), 0}, p).status == attn::Status::not_finite);
  CHECK(attn::softmax_row(none, none).status == attn::Status::empty_input);
  CHECK(attn::softmax_row(std::vector<float>{1, 2, 3}, p).status == attn::Status::shape_mismatch);
  CHECK(attn::softmax_rows(attn::Matrix(0, 4)).status() == attn::Status::empty_input);
  attn::MatrixD logits(1, 2);
  logits << 0, std::numeric_limits<double>::quiet_NaN();
  CHECK(attn::softmax_rows(logits).status() == attn::Status::not_finite);
  CHECK(attn::row_statistics(std::span<const float>(std::vector<float>{nan})).status() == attn::Status::not_finite);
  CHECK(attn::row_statistics(std::span<const float>(none)).status() == attn::Status::empty_input);
  CHECK(attn::softmax_jacobian_product(p, std::vector<float>{nan, 0}, p).status == attn::Status::not_finite);
  CHECK(attn::softmax_jacobian_product(p, std::vector<float>{0}, p).status == attn::Status::shape_mismatch);
}

TEST_CASE("the entropy of a nearly saturated row keeps its relative accuracy") {
  for (const double gap : {20.0, 40.0, 80.0}) {
    // p₂ = e^−gap to first order, H = p₂ (1 + gap).
    const double want = std::exp(-gap) * (1 + gap);
    const std::vector<double> x{0, -gap};
    const auto statistics = attn::row_statistics(std::span<const double>(x));
    REQUIRE(statistics.ok());
    CHECK(statistics->entropy == Approx(want).epsilon(1e-8));
    const auto x32 = to_float(x);
    CHECK(attn::summarise_row(x32, 0.0f, 1.0).entropy == Approx(want).epsilon(1e-5));
  }
}
