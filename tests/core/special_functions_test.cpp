#include "core/special_functions.h"

#include <algorithm>
#include <cmath>

#include "support/accuracy.h"
#include "support/bessel.h"
#include "support/catch.h"
#include "support/reference.h"

using attn_test::number;

TEST_CASE("Kolmogorov's limit law agrees with its reference table", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  const double tolerance = number(table["tolerance"]["ks_limit_abs"]);
  double worst = 0.0;
  for (const auto& row : table["kolmogorov_limit"]) {
    const double x = number(row["x"]);
    INFO("x = " << x);
    const double cdf = std::fabs(attn::kolmogorov_cdf(x) - number(row["cdf"])), sf = std::fabs(attn::kolmogorov_sf(x) - number(row["sf"]));
    CHECK(cdf <= tolerance);
    CHECK(sf <= tolerance);
    worst = std::max({worst, cdf, sf});
  }
  attn_test::report_accuracy("kolmogorov_cdf, kolmogorov_sf", worst, "absolute", "special_functions.json");
  CHECK(attn::kolmogorov_cdf(0.0) == 0.0);
  CHECK(attn::kolmogorov_sf(-1.0) == 1.0);
  CHECK(attn::kolmogorov_sf(30.0) == 0.0);
  CHECK(attn::kolmogorov_cdf(0.999999999) == Approx(attn::kolmogorov_cdf(1.000000001)).margin(1e-8));
}

TEST_CASE("the exact Kolmogorov-Smirnov law agrees with its reference table", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  const double tolerance = number(table["tolerance"]["ks_exact_abs"]);
  double worst = 0.0;
  for (const auto& row : table["ks_exact"]) {
    const int n = row["n"].get<int>();
    const double distance = number(row["D"]);
    // The table's maker is exact for n ≤ 140 or n·D^1.5 ≤ 1.4 and takes an expansion in 1/√n elsewhere, whose error is
    // below 2e-6 (the next case has exact values where it is off).
    const bool exact = n <= 140 || n * distance * std::sqrt(distance) <= 1.4;
    const double allowed = exact ? tolerance : 3e-6;
    INFO("n = " << n << ", D = " << distance);
    const double cdf = std::fabs(attn::ks_cdf(n, distance) - number(row["cdf"])), sf = std::fabs(attn::ks_sf(n, distance) - number(row["sf"]));
    CHECK(cdf <= allowed);
    CHECK(sf <= allowed);
    if (exact) worst = std::max({worst, cdf, sf});
  }
  attn_test::report_accuracy("ks_cdf, ks_sf", worst, "absolute", "special_functions.json where that is exact");
}

TEST_CASE("the Kolmogorov-Smirnov law agrees with 60-digit powers of Durbin's matrix", "[accuracy]") {
  struct Exact {
    int n;
    double distance, cdf;
  };
  const Exact cases[] = {{50, 0.11313708126544952, 0.49186857590190867},  {150, 0.09, 0.83441596674626884},
                         {200, 0.05656854063272476, 0.47442604863142833}, {200, 0.08485281467437744, 0.89407991505717888},
                         {200, 0.11313708126544952, 0.98901771969487503}, {500, 0.045, 0.74435334534247572},
                         {1000, 0.0252982210367918, 0.46430898715794636}, {1000, 0.0126491105183959, 0.0033629072041244945}};
  double worst = 0.0;
  for (const Exact& c : cases) {
    INFO("n = " << c.n << ", D = " << c.distance);
    CHECK(std::fabs(attn::ks_cdf(c.n, c.distance) - c.cdf) <= 1e-12);
    CHECK(std::fabs(attn::ks_sf(c.n, c.distance) - (1.0 - c.cdf)) <= 1e-12);
    worst = std::max(worst, std::fabs(attn::ks_cdf(c.n, c.distance) - c.cdf));
  }
  attn_test::report_accuracy("ks_cdf", worst, "absolute", "n = 50 … 1000, 60-digit values");
}

TEST_CASE("the Kolmogorov-Smirnov law has its closed forms and joins its pieces") {
  // One number: D = max(u, 1 − u). Two numbers: 2(2D − ½)² up to ½, then 1 − 2(1 − D)².
  for (double d = 0.55; d < 1.0; d += 0.1) CHECK(attn::ks_cdf(1, d) == Approx(2.0 * d - 1.0).epsilon(1e-13));
  for (double d = 0.3; d < 0.5; d += 0.05) CHECK(attn::ks_cdf(2, d) == Approx(0.5 * (4.0 * d - 1.0) * (4.0 * d - 1.0)).epsilon(1e-13));
  for (double d = 0.55; d < 1.0; d += 0.1) CHECK(attn::ks_cdf(2, d) == Approx(1.0 - 2.0 * (1.0 - d) * (1.0 - d)).epsilon(1e-13));
  for (const int n : {3, 30, 300, 3000}) {
    INFO("n = " << n);
    const double joint = std::sqrt(3.2 / n);
    CHECK(attn::ks_sf(n, joint * (1.0 - 1e-9)) == Approx(attn::ks_sf(n, joint * (1.0 + 1e-9))).epsilon(1e-6));
    double last = 1.0;
    for (double d = 0.2 / n; d < 1.0; d = d * 1.3) {
      const double sf = attn::ks_sf(n, d);
      CHECK(sf <= last);
      last = sf;
    }
  }
  for (const double x : {0.3, 0.52, 0.9, 1.4, 2.0}) {
    // Above 10⁴ the expansion; its error falls like n^(−3/2).
    INFO("x = " << x);
    CHECK(attn::ks_cdf(10001, x / std::sqrt(10001.0)) == Approx(attn::ks_cdf(10000, x / 100.0)).margin(1e-6));
  }
}

TEST_CASE("the Kolmogorov-Smirnov law answers at the ends") {
  CHECK(attn::ks_cdf(10, 0.05) == 0.0);
  CHECK(attn::ks_sf(10, 0.0) == 1.0);
  CHECK(attn::ks_sf(10, -1.0) == 1.0);
  CHECK(attn::ks_sf(10, 1.0) == 0.0);
  CHECK(attn::ks_sf(5, 0.9838699102401733) == Approx(2.1838053033272772e-09).epsilon(1e-10));
  CHECK(attn::ks_cdf(4096, 1e-3) >= 0.0);
  CHECK(std::isnan(attn::ks_cdf(0, 0.5)));
  CHECK(std::isnan(attn::ks_sf(10, std::nan(""))));
}

TEST_CASE("the logarithm of Bessel's K agrees with its reference table", "[accuracy]") {
  const auto table = attn_test::reference_table("special_functions");
  double worst = 0.0;
  for (const auto& row : table["log_bessel_k"]) {
    const double nu = number(row["nu"]), x = number(row["x"]), expected = number(row["log_K_nu"]);
    INFO("nu = " << nu << ", x = " << x);
    const double error = std::fabs(attn_test::log_bessel_k(nu, x) - expected) / std::max(1.0, std::fabs(expected));
    CHECK(error <= 1e-9);
    worst = std::max(worst, error);
  }
  attn_test::report_accuracy("log_bessel_k (tests only)", worst, "relative above 1", "special_functions.json");
}
