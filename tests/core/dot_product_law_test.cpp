#include "core/dot_product_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "support/accuracy.h"
#include "support/catch.h"
#include "support/dot_product_exact.h"
#include "support/reference.h"

using attn::DotProductLaw;
using attn_test::number;

TEST_CASE("the dot-product law equals the table's density, distribution function and tail", "[accuracy]") {
  const auto table = attn_test::reference_table("dot_product_law");
  const auto& tolerance = table["tolerance"];
  double worst_pdf = 0, worst_cdf = 0, worst_sf = 0, worst_log = 0;
  for (const auto& entry : table["laws"]) {
    const DotProductLaw law(entry["d"].get<int>());
    for (const auto& point : entry["points"]) {
      const double x = number(point["x"]), pdf = number(point["pdf"]), cdf = number(point["cdf"]), sf = number(point["sf"]);
      CAPTURE(law.head_dim(), x);
      if (std::isinf(pdf)) {
        CHECK(law.pdf(x) == pdf);
        CHECK(law.log_pdf(x) == pdf);
      } else {
        const double log_error = std::fabs(law.log_pdf(x) - number(point["log_pdf"]));
        CHECK(log_error <= tolerance["float64_pdf_rel"].get<double>() * std::max(1.0, std::fabs(number(point["log_pdf"]))));
        worst_log = std::max(worst_log, log_error);
        if (pdf > 1e-300) {
          CHECK(std::fabs(law.pdf(x) - pdf) <= tolerance["float64_pdf_rel"].get<double>() * pdf);
          worst_pdf = std::max(worst_pdf, std::fabs(law.pdf(x) / pdf - 1));
        }
      }
      CHECK(std::fabs(law.cdf(x) - cdf) <= tolerance["float64_cdf_abs"].get<double>());
      worst_cdf = std::max(worst_cdf, std::fabs(law.cdf(x) - cdf));
      if (sf > 1e-300) {
        CHECK(std::fabs(law.sf(x) - sf) <= tolerance["float64_sf_rel"].get<double>() * sf);
        CHECK(law.log_sf(x) == Approx(std::log(sf)).epsilon(1e-10).margin(1e-10));
        worst_sf = std::max(worst_sf, std::fabs(law.sf(x) / sf - 1));
      }
    }
  }
  attn_test::report_accuracy("DotProductLaw::pdf", worst_pdf, "relative", "dot_product_law.json");
  attn_test::report_accuracy("DotProductLaw::log_pdf", worst_log, "absolute", "dot_product_law.json");
  attn_test::report_accuracy("DotProductLaw::cdf", worst_cdf, "absolute", "dot_product_law.json");
  attn_test::report_accuracy("DotProductLaw::sf", worst_sf, "relative", "dot_product_law.json");
}

TEST_CASE("the dot-product law's moments and its distance to the normal law equal the table's", "[accuracy]") {
  const auto table = attn_test::reference_table("dot_product_law");
  double worst = 0;
  for (const auto& entry : table["laws"]) {
    const int d = entry["d"].get<int>();
    CAPTURE(d);
    CHECK(attn::dot_product_mean_abs(d) == Approx(number(entry["mean_abs"])).epsilon(1e-13));
    CHECK(attn::dot_product_excess_kurtosis(d) == Approx(number(entry["excess_kurtosis"])).epsilon(1e-12));
    CHECK(attn::dot_product_sixth_moment(d) == Approx(number(entry["sixth_standardised_moment"])).epsilon(1e-12));
    const auto normal = attn::dot_product_distance_to_normal(d);
    const double error = std::fabs(normal.distance - number(entry["ks_distance_to_normal"]));
    CHECK(error <= table["tolerance"]["ks_abs"].get<double>());
    CHECK(normal.at == Approx(number(entry["ks_at_z"])).margin(2e-3));
    worst = std::max(worst, error);
  }
  attn_test::report_accuracy("dot_product_distance_to_normal", worst, "absolute", "dot_product_law.json");
}

// The naive double version of the quadrature: 400 nodes in ln R over a fixed range, weights normalised to sum 1.
static double naive_cdf(int d, double x) {
  const double root = std::sqrt(static_cast<double>(d));
  const double low = std::log(root) - 9 / std::sqrt(2.0 * d) - (d < 64 ? 38.0 / d : 0.0);
  const double high = std::max(std::log(root + 9), std::log(std::sqrt(std::fabs(x) + d) + 9));
  double weights = 0, sum = 0;
  for (int i = 0; i < 400; ++i) {
    const double u = low + (high - low) * i / 399, r = std::exp(u);
    const double w = std::exp(d * (u - std::log(root)) - 0.5 * (r * r - d));
    weights += w;
    sum += w * 0.5 * std::erfc(-x / r / std::numbers::sqrt2);
  }
  return sum / weights;
}

TEST_CASE("the adaptive quadrature agrees with four hundred fixed nodes at every d") {
  for (int d : {1, 2, 3, 4, 5, 7, 11, 16, 37, 100, 333, 1000, 2048, 4095, 4096})
    for (double z : {-4.0, -1.5, -0.3, 0.01, 0.2, 0.8, 1.7, 3.0, 5.0}) {
      const double x = z * std::sqrt(static_cast<double>(d));
      CAPTURE(d, z);
      CHECK(std::fabs(DotProductLaw(d).cdf(x) - naive_cdf(d, x)) < 2e-12);
    }
}

TEST_CASE("the density is the slope of the distribution function") {
  for (int d : {1, 2, 3, 6, 64, 700, 4096}) {
    const DotProductLaw law(d);
    for (double z : {0.3, 1.0, 2.5}) {
      const double x = z * std::sqrt(static_cast<double>(d)), h = 1e-4 * std::sqrt(static_cast<double>(d));
      CAPTURE(d, z);
      CHECK((law.cdf(x + h) - law.cdf(x - h)) / (2 * h) == Approx(law.pdf(x)).epsilon(2e-7));
    }
  }
}

TEST_CASE("closed forms: half the Laplace law at d = 2, polynomials times exp(−x) at d = 4") {
  for (double x : {0.0, 1e-9, 1e-3, 0.5, 3.0, 40.0, 700.0, 5000.0, 2e5}) {
    CAPTURE(x);
    CHECK(DotProductLaw(2).log_pdf(x) == Approx(-x - std::numbers::ln2).epsilon(1e-14));
    CHECK(DotProductLaw(2).log_sf(x) == Approx(-x - std::numbers::ln2).epsilon(1e-14));
    // ν = 3/2: f(x) = (1 + x) e^{−x}/4, so P(s > x) = (2 + x) e^{−x}/4
    CHECK(DotProductLaw(4).log_pdf(x) == Approx(-x + std::log1p(x) - std::log(4.0)).epsilon(1e-13));
    CHECK(DotProductLaw(4).log_sf(x) == Approx(-x + std::log(2 + x) - std::log(4.0)).epsilon(1e-13));
    // ν = 5/2: f(x) = (3 + 3x + x²) e^{−x}/16, P(s > x) = (8 + 5x + x²) e^{−x}/16
    CHECK(DotProductLaw(6).log_pdf(x) == Approx(-x + std::log((3 + 3 * x + x * x) / 16)).epsilon(1e-13).margin(1e-13));
    CHECK(DotProductLaw(6).log_sf(x) == Approx(-x + std::log((8 + 5 * x + x * x) / 16)).epsilon(1e-13).margin(1e-13));
  }
}

TEST_CASE("for even d the tail equals a finite sum of positive terms, from the middle to log10 P = −400,000", "[accuracy]") {
  double worst = 0;
  for (const int d : {2, 4, 6, 8, 10, 16, 32, 50, 64, 128, 512, 1024, 4096})
    for (const double x : {0.01, 0.7, 3.0, 11.09, 30.0, 88.7, 250.0, 710.0, 2007.6, 5678.0, 45426.0, 1e6}) {
      CAPTURE(d, x);
      const double exact = attn_test::log_tail_even(d, x), error = std::fabs(DotProductLaw(d).log_sf(x) - exact);
      CHECK(error <= 2e-11 + 2e-15 * std::fabs(exact) + 4e-15 * d);
      worst = std::max(worst, error / std::max(1.0, std::fabs(exact)));
    }
  attn_test::report_accuracy("DotProductLaw::log_sf", worst, "absolute per max(1, abs)", "even d ≤ 4096, x ≤ 1e6");
}

TEST_CASE("for odd d the tail equals the mixture on a fine fixed grid") {
  for (const int d : {1, 3, 5, 9, 21, 63, 255, 1023, 4095})
    for (const double x : {0.01, 0.7, 11.09, 88.7, 710.0, 5678.0, 45426.0}) {
      CAPTURE(d, x);
      CHECK(DotProductLaw(d).log_sf(x) == Approx(attn_test::log_tail(d, x)).epsilon(1e-13).margin(2e-11));
    }
}

TEST_CASE("at d = 1 the density has a logarithmic pole and its series meets the quadrature") {
  const DotProductLaw law(1);
  CHECK(law.pdf(0.0) == std::numeric_limits<double>::infinity());
  CHECK(law.cdf(0.0) == 0.5);
  // K₀(1e-300)/π and K₀(1e-5)/π, from −ln(x/2) − γ
  CHECK(law.pdf(1e-300) == Approx((300 * std::log(10.0) + std::log(2.0) - 0.57721566490153286) / std::numbers::pi).epsilon(1e-14));
  // The smallest double, whose half is 0: a fuzzer once met NaN here.
  CHECK(law.pdf(5e-324) == Approx((1074 * std::log(2.0) + std::log(2.0) - 0.57721566490153286) / std::numbers::pi).epsilon(1e-14));
  CHECK(law.pdf(0.99999e-4) == Approx(law.pdf(1.00001e-4)).epsilon(4e-6));
  const double slope = (law.log_pdf(1.00001e-4) - law.log_pdf(0.99999e-4)) / (std::log(1.00001) - std::log(0.99999));
  CHECK(slope == Approx(-1 / (-std::log(0.5e-4) - 0.57721566490153286)).epsilon(1e-6));
}

TEST_CASE("the law is symmetric and its two tails add up to one") {
  for (int d : {1, 2, 3, 17, 512, 4096}) {
    const DotProductLaw law(d);
    for (double x : {1e-12, 0.02, 1.0, 9.0, 100.0}) {
      CAPTURE(d, x);
      CHECK(law.pdf(-x) == law.pdf(x));
      CHECK(law.cdf(-x) == law.sf(x));
      CHECK(std::fabs(law.cdf(x) + law.sf(x) - 1) < 1e-15);
      CHECK(law.log_sf(-x) == Approx(std::log1p(-law.sf(x))).epsilon(1e-13));
    }
  }
}

TEST_CASE("the tail in log space reaches far below the smallest double") {
  // d = 4096 at x = 45426: log10 P = −16682.163270334466 (mpmath)
  const DotProductLaw law(4096);
  CHECK(law.log_sf(709.7827128933840 * 64) / std::numbers::ln10 == Approx(-16682.163270334466).margin(1e-6));
  CHECK(law.sf(709.7827128933840 * 64) == 0.0);
  // ln f(x) → −x + (d/2 − 1) ln x + …: at d = 8 and x = 3·10⁵, compared with (48·… polynomial) e^{−x}/96 of ν = 7/2
  const double x = 3e5;
  CHECK(DotProductLaw(8).log_pdf(x) == Approx(-x + std::log((15 + 15 * x + 6 * x * x + x * x * x) / 96)).epsilon(1e-13));
}

TEST_CASE("the law's request scales by the divisor and refuses what it cannot answer") {
  attn::DotProductLawRequest request;
  request.head_dim = 48;
  request.divisor = 3.0;
  request.x = {-2.0, 0.0, 0.5, 7.0};
  const auto curve = attn::dot_product_law(request);
  REQUIRE(curve.ok());
  const DotProductLaw law(48);
  for (size_t i = 0; i < request.x.size(); ++i) {
    const double score = 3.0 * request.x[i];
    CHECK(curve->pdf[i] == Approx(3.0 * law.pdf(score)).epsilon(1e-13));
    CHECK(curve->log_pdf[i] == Approx(std::log(3.0) + law.log_pdf(score)).epsilon(1e-13));
    CHECK(curve->cdf[i] == Approx(law.cdf(score)).epsilon(1e-14));
    CHECK(curve->sf[i] == Approx(law.sf(score)).epsilon(1e-14));
    CHECK(curve->log_sf[i] == Approx(law.log_sf(score)).epsilon(1e-14));
  }
  CHECK(curve->variance == Approx(48.0 / 9.0));
  CHECK(curve->mean_abs == Approx(attn::dot_product_mean_abs(48) / 3));
  CHECK(curve->ks_distance == attn::dot_product_distance_to_normal(48).distance);

  const auto status = [](int head_dim, double divisor, std::vector<double> x) { return attn::dot_product_law({head_dim, divisor, std::move(x)}).status(); };
  CHECK(status(0, 1, {}) == attn::Status::head_dim_out_of_range);
  CHECK(status(4097, 1, {}) == attn::Status::head_dim_out_of_range);
  CHECK(status(4, 0, {}) == attn::Status::divisor_not_positive);
  CHECK(status(4, NAN, {}) == attn::Status::not_finite);
  CHECK(status(4, 1, {NAN}) == attn::Status::not_finite);
  CHECK(status(4, 1e6, {1e7}) == attn::Status::out_of_range);
  CHECK(status(4, 1, std::vector<double>(4097, 0.0)) == attn::Status::too_large);
}
