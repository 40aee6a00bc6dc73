#include "core/format_softmax.h"

#include <cmath>
#include <limits>

#include "core/attention_fixtures.h"
#include "support/accuracy.h"
#include "support/reference.h"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr FormatName kAllFormats[] = {FormatName::float16, FormatName::bfloat16, FormatName::float32, FormatName::float64};
constexpr SoftmaxAlgorithm kAllAlgorithms[] = {SoftmaxAlgorithm::naive, SoftmaxAlgorithm::max_subtracted, SoftmaxAlgorithm::online};

struct Row {
  FormatRowReport report;
  std::vector<double> weights;
};

Row softmax(const std::vector<double>& logits, FormatName format, SoftmaxAlgorithm algorithm, Accumulation sum = Accumulation::format) {
  Row row;
  row.weights.resize(logits.size());
  row.report = format_softmax_row(logits, {format, algorithm, sum}, row.weights);
  return row;
}

double total(const std::vector<double>& weights) {
  double sum = 0;
  for (const double w : weights) sum += w;
  return sum;
}

}  // namespace

TEST_CASE("the naive softmax overflows, vanishes and gives NaN exactly where the reference table says") {
  const auto table = attn_test::reference_table("softmax_cases");
  for (const auto& entry : table["cases"]) {
    INFO(entry["name"].get<std::string>());
    const std::vector<double> x = attn_test::numbers(entry["x"]);
    const auto check = [&](const char* key, FormatName format) {
      INFO(key);
      const FormatRowReport report = softmax(x, format, SoftmaxAlgorithm::naive).report;
      CHECK(report.any_exp_inf == entry[key]["any_exp_inf"].get<bool>());
      CHECK(report.sum_inf == entry[key]["sum_inf"].get<bool>());
      CHECK(report.sum_zero == entry[key]["sum_zero"].get<bool>());
      CHECK(report.any_nan == entry[key]["any_nan"].get<bool>());
    };
    check("naive_float32", FormatName::float32);
    check("naive_float64", FormatName::float64);
  }
}

TEST_CASE("max-subtracted and online softmax agree with the reference table in float32 and float64", "[accuracy]") {
  double worst32 = 0, worst64 = 0;
  const auto table = attn_test::reference_table("softmax_cases");
  for (const auto& entry : table["cases"]) {
    INFO(entry["name"].get<std::string>());
    const std::vector<double> x = attn_test::numbers(entry["x"]);
    const std::vector<double> p = attn_test::numbers(entry["p"]);
    for (const SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::max_subtracted, SoftmaxAlgorithm::online}) {
      const Row single = softmax(x, FormatName::float32, algorithm);
      const Row wide = softmax(x, FormatName::float64, algorithm);
      CHECK_FALSE(single.report.any_nan);
      CHECK_FALSE(single.report.any_exp_inf);
      for (size_t j = 0; j < p.size(); ++j) {
        CHECK(std::fabs(single.weights[j] - p[j]) <= 5e-7);
        CHECK(std::fabs(wide.weights[j] - p[j]) <= 1e-12 * p[j] + 1e-14);
        worst32 = std::fmax(worst32, std::fabs(single.weights[j] - p[j]));
        worst64 = std::fmax(worst64, std::fabs(wide.weights[j] - p[j]));
      }
    }
  }
  attn_test::report_accuracy("format_softmax, float32", worst32, "absolute", "softmax_cases.json");
  attn_test::report_accuracy("format_softmax, float64", worst64, "absolute", "softmax_cases.json");
}

TEST_CASE("the stable softmax of (1000, 10, 10) is (1, 0, 0) in every format") {
  for (const FormatName format : kAllFormats)
    for (const SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::max_subtracted, SoftmaxAlgorithm::online}) {
      const Row row = softmax({1000, 10, 10}, format, algorithm);
      CHECK(row.weights == std::vector<double>{1, 0, 0});
      CHECK(row.report.flushed_weights == 2);
      CHECK(row.report.max_weight == 1);
    }
}

TEST_CASE("naive float32 fails on (100, 10, 10), float64 does not and fails at 710") {
  CHECK(softmax({100, 10, 10}, FormatName::float32, SoftmaxAlgorithm::naive).report.any_nan);
  CHECK_FALSE(softmax({100, 10, 10}, FormatName::float64, SoftmaxAlgorithm::naive).report.any_exp_inf);
  CHECK(softmax({710, 10, 10}, FormatName::float64, SoftmaxAlgorithm::naive).report.any_exp_inf);
  CHECK(softmax({710, 10, 10}, FormatName::float64, SoftmaxAlgorithm::naive).report.any_nan);
  CHECK(std::isnan(softmax({710, 10, 10}, FormatName::float64, SoftmaxAlgorithm::naive).report.max_weight));
}

TEST_CASE("float16 overflows between 11.0859375 and 11.09375, bfloat16 between 88.5 and 89") {
  CHECK_FALSE(softmax({11.0859375, 0}, FormatName::float16, SoftmaxAlgorithm::naive).report.any_exp_inf);
  CHECK(softmax({11.09375, 0}, FormatName::float16, SoftmaxAlgorithm::naive).report.any_exp_inf);
  CHECK_FALSE(softmax({88.5, 0}, FormatName::bfloat16, SoftmaxAlgorithm::naive).report.any_exp_inf);
  CHECK(softmax({89, 0}, FormatName::bfloat16, SoftmaxAlgorithm::naive).report.any_exp_inf);
}

TEST_CASE("each algorithm in float16 gives the digits worked out by hand") {
  // x = (0, 1): exp(1) = 2.71828… → 2.71875 in float16 (spacing 2⁻⁹), the sum 3.71875 is a member,
  // 1 / 3.71875 = 0.268907… → 0.268798828125 (spacing 2⁻¹²), 2.71875 / 3.71875 = 0.731092… → 0.73095703125 (spacing 2⁻¹¹)
  const Row naive = softmax({0, 1}, FormatName::float16, SoftmaxAlgorithm::naive);
  CHECK(naive.report.sum == 3.71875);
  CHECK(naive.weights == std::vector<double>{0.268798828125, 0.73095703125});
  // exp(−1) = 0.367879… → 0.367919921875 (spacing 2⁻¹²), the sum 1.367919… → 1.3681640625 (spacing 2⁻¹⁰), the quotient 0.268915…
  const Row stable = softmax({0, 1}, FormatName::float16, SoftmaxAlgorithm::max_subtracted);
  CHECK(stable.report.sum == 1.3681640625);
  CHECK(stable.weights == std::vector<double>{0.268798828125, 0.73095703125});
  const Row online = softmax({0, 1}, FormatName::float16, SoftmaxAlgorithm::online);
  CHECK(online.report.sum == 1.3681640625);
  CHECK(online.weights == stable.weights);
}

TEST_CASE("online and max-subtracted differ only in the rounding of the sum") {
  // Rising logits: the online sum is rescaled at every key.
  std::vector<double> rising;
  for (int j = 0; j < 100; ++j) rising.push_back(0.02 * j);
  const Row stable = softmax(rising, FormatName::float16, SoftmaxAlgorithm::max_subtracted);
  const Row online = softmax(rising, FormatName::float16, SoftmaxAlgorithm::online);
  CHECK(online.report.sum != stable.report.sum);
  CHECK(online.report.sum == Approx(stable.report.sum).epsilon(0.02));
  const Row exact = softmax(rising, FormatName::float64, SoftmaxAlgorithm::online);
  CHECK(exact.report.sum == Approx(softmax(rising, FormatName::float64, SoftmaxAlgorithm::max_subtracted).report.sum).epsilon(1e-14));
}

TEST_CASE("no divisor makes max-subtracted or online softmax overflow, in any format") {
  const MatrixD z = attn_test::random_matrix<double>(1, 64, 5);
  for (const double spread : {1e-3, 1.0, 64.0, 300.0})
    for (const FormatName format : kAllFormats)
      for (const SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::max_subtracted, SoftmaxAlgorithm::online}) {
        std::vector<double> logits;
        for (Index j = 0; j < 64; ++j) logits.push_back(spread * z(0, j));
        const Row row = softmax(logits, format, algorithm);
        CHECK_FALSE(row.report.any_exp_inf);
        CHECK_FALSE(row.report.sum_inf);
        CHECK_FALSE(row.report.any_nan);
        CHECK(total(row.weights) == Approx(1).margin(format == FormatName::bfloat16 ? 0.1 : format == FormatName::float16 ? 0.015 : 1e-5));
      }
}

TEST_CASE("every weight is a member of its format") {
  const MatrixD z = attn_test::random_matrix<double>(1, 50, 6, 3.0);
  for (const FormatName name : kAllFormats)
    for (const SoftmaxAlgorithm algorithm : kAllAlgorithms) {
      const Row row = softmax({z.data(), z.data() + 50}, name, algorithm);
      for (const double w : row.weights) CHECK(round_to_format(w, number_format(name)) == w);
      CHECK(round_to_format(row.report.sum, number_format(name)) == row.report.sum);
    }
}

TEST_CASE("a sum held in the format stalls, a wide one does not") {
  // 2048 + 1 is a tie in float16 and goes to 2048; 256 + 1 does so in bfloat16.
  const std::vector<double> equal(4096, 0.0);
  CHECK(softmax(equal, FormatName::float16, SoftmaxAlgorithm::naive).report.sum == 2048);
  CHECK(softmax(equal, FormatName::bfloat16, SoftmaxAlgorithm::max_subtracted).report.sum == 256);
  CHECK(softmax(equal, FormatName::bfloat16, SoftmaxAlgorithm::online).report.sum == 256);
  for (const SoftmaxAlgorithm algorithm : kAllAlgorithms) CHECK(softmax(equal, FormatName::float16, algorithm, Accumulation::wide).report.sum == 4096);
}

TEST_CASE("a naive float16 sum kept wide overflows near 39,700 keys at spread one") {
  const MatrixD z = attn_test::random_matrix<double>(1, 45000, 7);
  const auto first = [&](std::ptrdiff_t count) {
    return softmax({z.data(), z.data() + count}, FormatName::float16, SoftmaxAlgorithm::naive, Accumulation::wide).report;
  };
  CHECK_FALSE(first(36000).sum_inf);
  CHECK(first(44000).sum_inf);
  CHECK_FALSE(first(44000).any_exp_inf);
}

TEST_CASE("the share of flushed exponentials after subtraction is that of the article's section 3.2") {
  // n = 512: float16 0.79 at spread 8, 0.98 at 22.6; float32 0 at 8, 0.076 at 22.6, 0.91 at 64
  const auto share = [](FormatName format, double spread) {
    double flushed = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
      const MatrixD z = attn_test::random_matrix<double>(1, 512, 900 + seed, spread);
      flushed += softmax({z.data(), z.data() + 512}, format, SoftmaxAlgorithm::max_subtracted).report.flushed_exps;
    }
    return flushed / (200 * 512);
  };
  CHECK(share(FormatName::float16, 8) == Approx(0.79).margin(0.02));
  CHECK(share(FormatName::float16, 22.6) == Approx(0.98).margin(0.01));
  CHECK(share(FormatName::float32, 8) == Approx(0).margin(1e-3));
  CHECK(share(FormatName::float32, 22.6) == Approx(0.076).margin(0.02));
  CHECK(share(FormatName::float32, 64) == Approx(0.91).margin(0.02));
}

TEST_CASE("a fully masked row is NaN for the naive softmax and zeros for the others") {
  for (const FormatName format : kAllFormats) {
    const std::vector<double> masked(3, -kInfinity);
    CHECK(softmax(masked, format, SoftmaxAlgorithm::naive).report.any_nan);
    for (const SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::max_subtracted, SoftmaxAlgorithm::online}) {
      const Row row = softmax(masked, format, algorithm);
      CHECK(row.weights == std::vector<double>(3, 0.0));
      CHECK(row.report.sum_zero);
      CHECK_FALSE(row.report.any_nan);
      CHECK(row.report.flushed_weights == 0);
    }
  }
}

TEST_CASE("a masked key is not counted as flushed, a vanished one is") {
  for (const SoftmaxAlgorithm algorithm : kAllAlgorithms) {
    const Row row = softmax({-kInfinity, 0, -30}, FormatName::float16, algorithm);
    CHECK(row.weights == std::vector<double>{0, 1, 0});
    CHECK(row.report.flushed_exps == 1);
    CHECK(row.report.flushed_weights == 1);
  }
}

TEST_CASE("an overflowed score makes NaN in every algorithm") {
  for (const SoftmaxAlgorithm algorithm : kAllAlgorithms) {
    const Row row = softmax({102400, 1, 2}, FormatName::float16, algorithm);
    CHECK(row.report.logit_inf);
    CHECK(row.report.any_nan);
  }
}

TEST_CASE("the matrix form reports each row as the row form does") {
  FormatSoftmaxRequest request;
  request.logits = attn_test::random_matrix<double>(5, 7, 8, 6.0);
  request.logits(2, 3) = 12;
  request.arithmetic = {FormatName::float16, SoftmaxAlgorithm::naive, Accumulation::format};
  const auto result = format_softmax(request);
  REQUIRE(result.ok());
  for (Index i = 0; i < 5; ++i) {
    const auto r = static_cast<size_t>(i);
    const Row row = softmax({request.logits.row(i).data(), request.logits.row(i).data() + 7}, FormatName::float16, SoftmaxAlgorithm::naive);
    CHECK(result->any_exp_inf[r] == row.report.any_exp_inf);
    CHECK(result->any_nan[r] == row.report.any_nan);
    CHECK(result->sum[r] == row.report.sum);
    CHECK(result->flushed_weights[r] == row.report.flushed_weights);
    for (Index j = 0; j < 7; ++j)
      if (!row.report.any_nan) CHECK(result->weights(i, j) == row.weights[static_cast<size_t>(j)]);
  }
  CHECK(result->any_exp_inf[2] == 1);
}

TEST_CASE("the matrix form refuses nothing, NaN and too much") {
  FormatSoftmaxRequest request;
  CHECK(format_softmax(request).status() == Status::empty_input);
  request.logits.setConstant(1, 2, std::nan(""));
  CHECK(format_softmax(request).status() == Status::not_finite);
  request.logits.setZero(1, (Index{1} << 22) + 1);
  CHECK(format_softmax(request).status() == Status::too_large);
}
