// The engine's own elementary functions: against the C library (which only tests may use), against the reference
// tables, and against bits that must be the same with every compiler.
#include "core/elementary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/bit_cast.h"
#include "support/accuracy.h"
#include "support/catch.h"
#include "support/reference.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Numbers in [0, 1) from a linear congruence, so that no library decides what is tested.
class Numbers {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }
  double between(double low, double high) { return low + (high - low) * next(); }

 private:
  std::uint64_t state_ = 20170612;
};

double ulps(double value, double expected) {
  const double size = std::fabs(expected);
  const double step = size < std::numeric_limits<double>::min() ? std::numeric_limits<double>::denorm_min() : std::nextafter(size, kInfinity) - size;
  return std::fabs(value - expected) / step;
}

template <class Function, class Library>
double worst_ulps(Function function, Library library, double low, double high) {
  Numbers numbers;
  double worst = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const double x = numbers.between(low, high);
    worst = std::max(worst, ulps(function(x), library(x)));
  }
  return worst;
}

template <class Function>
std::uint64_t bits_of(Function function, double low, double high) {
  Numbers numbers;
  std::uint64_t hash = 14695981039346656037ULL;
  for (int i = 0; i < 4000; ++i) {
    const std::uint64_t bits = attn::bit_cast<std::uint64_t>(function(numbers.between(low, high)));
    hash = (hash ^ bits) * 1099511628211ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

TEST_CASE("elementary functions are within two units in the last place of the C library", "[accuracy]") {
  // The library's own error is below 1 ulp; ours is below 1 ulp, so they differ by 2 at most.
  const auto check = [](const char* name, double worst, const char* over) {
    INFO(name << " over " << over << ": " << worst << " ulp");
    CHECK(worst <= 2.0);
    attn_test::report_accuracy(name, worst, "ulp (to the C library)", over);
  };
  // clang-format off
  check("exp_d", worst_ulps(attn::exp_d, [](double x) { return std::exp(x); }, -745.0, 709.7), "-745 … 709.7");
  check("expm1_d", worst_ulps(attn::expm1_d, [](double x) { return std::expm1(x); }, -3.0, 3.0), "-3 … 3");
  check("expm1_d", worst_ulps(attn::expm1_d, [](double x) { return std::expm1(x); }, -50.0, 700.0), "-50 … 700");
  check("log_d", worst_ulps(attn::log_d, [](double x) { return std::log(x); }, 0.5, 2.0), "0.5 … 2");
  check("log_d", worst_ulps(attn::log_d, [](double x) { return std::log(x); }, 0.0, 1e300), "0 … 1e300");
  check("log_d", worst_ulps(attn::log_d, [](double x) { return std::log(x); }, 5e-324, 1e-310), "subnormal");
  check("log1p_d", worst_ulps(attn::log1p_d, [](double x) { return std::log1p(x); }, -1.0, 3.0), "-1 … 3");
  check("log1p_d", worst_ulps(attn::log1p_d, [](double x) { return std::log1p(x); }, -1e-9, 1e-9), "-1e-9 … 1e-9");
  check("sin_d", worst_ulps(attn::sin_d, [](double x) { return std::sin(x); }, -1e6, 1e6), "-1e6 … 1e6");
  check("cos_d", worst_ulps(attn::cos_d, [](double x) { return std::cos(x); }, -1e6, 1e6), "-1e6 … 1e6");
  // clang-format on
  check("pow_d", worst_ulps([](double x) { return attn::pow_d(x, 17.25); }, [](double x) { return std::pow(x, 17.25); }, 0.0, 1e10), "x^17.25");
  check("pow_d", worst_ulps([](double x) { return attn::pow_d(1.5, x); }, [](double x) { return std::pow(1.5, x); }, -1800.0, 1750.0), "1.5^x");
}

TEST_CASE("the hyperbolic tangent agrees with the C library") {
  // glibc's tanh is off by up to 2 ulp.
  // clang-format off
  CHECK(worst_ulps(attn::tanh_d, [](double x) { return std::tanh(x); }, -3.0, 3.0) <= 3.0);
  CHECK(worst_ulps(attn::tanh_d, [](double x) { return std::tanh(x); }, -1e-3, 1e-3) <= 3.0);
  // clang-format on
}

TEST_CASE("elementary functions give the same bits with every compiler and in WebAssembly") {
  CHECK(bits_of(attn::exp_d, -745.0, 709.0) == 0x76669ada1ad932d9ULL);
  CHECK(bits_of(attn::expm1_d, -40.0, 40.0) == 0x361afaf58221829bULL);
  CHECK(bits_of(attn::log_d, 0.0, 4.0) == 0x3a36706277d62a51ULL);
  CHECK(bits_of(attn::log1p_d, -0.999, 4.0) == 0xebaa2a8f7d62adb8ULL);
  CHECK(bits_of([](double x) { return attn::pow_d(x, 2.0 - x); }, 0.0, 40.0) == 0x7fcb7abdfccc12aaULL);
  CHECK(bits_of(attn::sin_d, -1e5, 1e5) == 0x5bf27e37d75b71cbULL);
  CHECK(bits_of(attn::cos_d, -1e5, 1e5) == 0xf5b2b80c3b963953ULL);
  CHECK(bits_of(attn::tanh_d, -20.0, 20.0) == 0x3925a924b7bd4750ULL);
  CHECK(bits_of(attn::lgamma_d, 0.0, 40.0) == 0xde855adad94f4f76ULL);
  CHECK(bits_of(attn::erfc_d, -6.0, 26.0) == 0x21789fb27f65a931ULL);
  CHECK(bits_of(attn::normal_sf, -8.0, 37.0) == 0x42e33264a52af626ULL);
  CHECK(bits_of(attn::normal_log_cdf, -1e3, 9.0) == 0x7602e38ed06c0b4dULL);
  CHECK(bits_of(attn::normal_quantile, 0.0, 1.0) == 0x1d2ea0fc068ebe23ULL);
}

TEST_CASE("elementary functions answer at the ends of their ranges") {
  CHECK(attn::exp_d(0.0) == 1.0);
  CHECK(attn::exp_d(-kInfinity) == 0.0);
  CHECK(attn::exp_d(kInfinity) == kInfinity);
  CHECK(attn::exp_d(709.782712893384) == Approx(1.797693134862273e308).epsilon(1e-13));
  CHECK(attn::exp_d(709.7827128933841) == kInfinity);
  CHECK(attn::exp_d(-745.13) == std::numeric_limits<double>::denorm_min());
  CHECK(attn::exp_d(-745.14) == 0.0);
  CHECK(std::isnan(attn::exp_d(std::nan(""))));
  CHECK(attn::expm1_d(-kInfinity) == -1.0);
  CHECK(attn::expm1_d(1e-300) == 1e-300);
  CHECK(attn::log_d(1.0) == 0.0);
  CHECK(attn::log_d(0.0) == -kInfinity);
  CHECK(attn::log_d(kInfinity) == kInfinity);
  CHECK(std::isnan(attn::log_d(-1.0)));
  CHECK(attn::log1p_d(-1.0) == -kInfinity);
  CHECK(std::isnan(attn::log1p_d(-1.5)));
  CHECK(attn::log1p_d(kInfinity) == kInfinity);
  CHECK(attn::pow_d(2.0, 10.0) == 1024.0);
  CHECK(attn::pow_d(10.0, -2.0) == 0.01);
  CHECK(attn::pow_d(0.0, 0.0) == 1.0);
  CHECK(attn::pow_d(0.0, 2.0) == 0.0);
  CHECK(attn::pow_d(0.5, 1e6) == 0.0);
  CHECK(attn::pow_d(1.0 + 0x1p-52, 1e300) == kInfinity);
  CHECK(std::isnan(attn::pow_d(-1.0, 2.0)));
  CHECK(attn::sin_d(0.0) == 0.0);
  CHECK(attn::cos_d(0.0) == 1.0);
  CHECK(std::isnan(attn::cos_d(2e6)));
  CHECK(attn::tanh_d(-kInfinity) == -1.0);
  CHECK(attn::normal_quantile(0.0) == -kInfinity);
  CHECK(attn::normal_quantile(1.0) == kInfinity);
  CHECK(std::isnan(attn::normal_quantile(1.1)));
  CHECK(attn::normal_sf(kInfinity) == 0.0);
  CHECK(attn::normal_cdf(kInfinity) == 1.0);
  CHECK(attn::normal_log_cdf(-kInfinity) == -kInfinity);
  CHECK(attn::normal_log_cdf(kInfinity) == 0.0);
  CHECK(attn::lgamma_d(0.0) == kInfinity);
  CHECK(std::isnan(attn::lgamma_d(-0.5)));
}

TEST_CASE("the normal law agrees with its reference table", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  const double cdf_tolerance = attn_test::number(table["tolerance"]["normal_cdf_abs"]);
  const double sf_tolerance = attn_test::number(table["tolerance"]["normal_sf_rel"]);
  double worst_cdf = 0.0, worst_sf = 0.0, worst_log = 0.0, worst_pdf = 0.0;
  for (const auto& row : table["normal"]) {
    const double x = attn_test::number(row["x"]);
    INFO("x = " << x);
    const double cdf = std::fabs(attn::normal_cdf(x) - attn_test::number(row["cdf"]));
    CHECK(cdf <= cdf_tolerance);
    worst_cdf = std::max(worst_cdf, cdf);
    const double sf = attn_test::number(row["sf"]);
    if (sf >= 2.3e-308) {
      const double error = std::fabs(attn::normal_sf(x) / sf - 1.0);
      CHECK(error <= sf_tolerance);
      worst_sf = std::max(worst_sf, error);
    }
    const double log_cdf = attn_test::number(row["log_cdf"]);
    const double log_error = std::fabs(attn::normal_log_cdf(x) - log_cdf);
    // The table was made with 40 digits, so that ln(1 − tail) is known to 1e-39 only.
    CHECK(log_error <= sf_tolerance * std::fabs(log_cdf) + 1e-39);
    if (std::fabs(log_cdf) > 1e-26) worst_log = std::max(worst_log, log_error / std::fabs(log_cdf));
    const double pdf = attn_test::number(row["pdf"]);
    CHECK(std::fabs(attn::normal_pdf(x) - pdf) <= sf_tolerance * pdf);
    if (pdf >= 2.3e-308) worst_pdf = std::max(worst_pdf, std::fabs(attn::normal_pdf(x) / pdf - 1.0));
  }
  attn_test::report_accuracy("normal_cdf", worst_cdf, "absolute", "special_functions.json");
  attn_test::report_accuracy("normal_sf", worst_sf, "relative", "special_functions.json");
  attn_test::report_accuracy("normal_log_cdf", worst_log, "relative", "special_functions.json");
  attn_test::report_accuracy("normal_pdf", worst_pdf, "relative", "special_functions.json");
}

TEST_CASE("the normal quantile agrees with its reference table and inverts the distribution function", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  const double tolerance = attn_test::number(table["tolerance"]["quantile_abs"]);
  double worst = 0.0;
  for (const auto& row : table["normal_quantile"]) {
    const double p = attn_test::number(row["p"]);
    const double error = std::fabs(attn::normal_quantile(p) - attn_test::number(row["quantile"]));
    INFO("p = " << p);
    CHECK(error <= tolerance);
    worst = std::max(worst, error);
  }
  attn_test::report_accuracy("normal_quantile", worst, "absolute", "special_functions.json");
  for (double p = 1e-300; p < 0.5; p *= 7.3) {
    INFO("p = " << p);
    CHECK(attn::normal_cdf(attn::normal_quantile(p)) == Approx(p).epsilon(1e-12));
  }
}

TEST_CASE("the logarithm of the gamma function agrees with its reference table and its recurrence", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  double worst = 0.0;
  for (const auto& row : table["lgamma"]) {
    const double x = attn_test::number(row["x"]), expected = attn_test::number(row["lgamma"]);
    INFO("x = " << x);
    const double error = std::fabs(attn::lgamma_d(x) - expected);
    CHECK(error <= 1e-13 * std::fabs(expected));
    if (expected != 0.0) worst = std::max(worst, error / std::fabs(expected));
  }
  attn_test::report_accuracy("lgamma_d", worst, "relative", "special_functions.json");
  for (double x = 0.01; x < 5000.0; x *= 1.07) {
    INFO("x = " << x);
    CHECK(attn::lgamma_d(x + 1.0) == Approx(attn::lgamma_d(x) + attn::log_d(x)).epsilon(1e-14).margin(1e-14));
  }
}

TEST_CASE("erfc is twice the normal tail at x times the root of two") {
  for (double x = -5.0; x < 26.0; x += 0.37) {
    INFO("x = " << x);
    CHECK(attn::erfc_d(x) == Approx(2.0 * attn::normal_sf(x * std::sqrt(2.0))).epsilon(3e-13));
  }
  for (double x = -5.0; x < 26.0; x += 0.37) CHECK(attn::erfc_d(x) == Approx(std::erfc(x)).epsilon(4e-15));
}
