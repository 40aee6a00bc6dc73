#include "core/dot_product_moments.h"

#include <cmath>

#include "core/moments.h"
#include "support/catch.h"

using attn::EntryAssumptions;
using attn::EntryLaw;
using attn::Normalisation;

static EntryAssumptions entries(EntryLaw law) {
  EntryAssumptions assumptions;
  assumptions.entries = law;
  return assumptions;
}

TEST_CASE("without further assumptions the variance is d and the excess kurtosis (m4·m4 − 3)/d for every entry law") {
  const struct {
    EntryLaw law;
    double numerator;
  } cases[] = {{EntryLaw::normal, 6}, {EntryLaw::uniform, 0.24}, {EntryLaw::sign, -2}, {EntryLaw::laplace, 33}, {EntryLaw::student5, 78}};
  for (const auto& entry : cases)
    for (const int d : {1, 2, 8, 64, 4096}) {
      CAPTURE(static_cast<int>(entry.law), d);
      const auto theory = attn::theory_moments(entries(entry.law), d);
      CHECK(theory.mean == 0.0);
      CHECK(theory.variance == Approx(d).epsilon(1e-14));
      CHECK(theory.excess_kurtosis_known);
      CHECK(theory.excess_kurtosis == Approx(entry.numerator / d).epsilon(1e-10).margin(1e-12));
    }
  const auto heavy = attn::theory_moments(entries(EntryLaw::student3), 64);
  CHECK(heavy.variance == Approx(64));
  CHECK(std::isinf(heavy.excess_kurtosis));
}

TEST_CASE("entry moments are those of the unit-variance laws") {
  // Moments by the trapezoid rule over the density, 20,001 nodes.
  const auto integrate = [](auto density, double limit, int order) {
    double sum = 0, weight = 0;
    for (int i = -10000; i <= 10000; ++i) {
      const double x = limit * i / 10000, p = density(x) * (std::abs(i) == 10000 ? 0.5 : 1.0);
      sum += p * std::pow(x, order);
      weight += p;
    }
    return sum / weight;
  };
  for (const int order : {0, 2, 4, 6, 8}) {
    CAPTURE(order);
    CHECK(attn::entry_moment(EntryLaw::normal, order) == Approx(integrate([](double x) { return std::exp(-x * x / 2); }, 14, order)).epsilon(1e-9));
    CHECK(attn::entry_moment(EntryLaw::laplace, order) ==
          Approx(integrate([](double x) { return std::exp(-std::sqrt(2.0) * std::fabs(x)); }, 45, order)).epsilon(1e-4));
    CHECK(attn::entry_moment(EntryLaw::uniform, order) == Approx(integrate([](double) { return 1.0; }, std::sqrt(3.0), order)).epsilon(1e-6));
    CHECK(attn::entry_moment(EntryLaw::sign, order) == 1.0);
  }
  CHECK(attn::entry_moment(EntryLaw::student5, 4) == 9.0);
  CHECK(std::isinf(attn::entry_moment(EntryLaw::student5, 6)));
  CHECK(std::isinf(attn::entry_moment(EntryLaw::student3, 4)));
}

TEST_CASE("with correlation ρ between q and k the mean is ρd, the variance d(1 + ρ²)") {
  for (const double rho : {-1.0, -0.5, 0.25, 0.5, 1.0})
    for (const int d : {1, 16, 1024}) {
      CAPTURE(rho, d);
      auto assumptions = entries(EntryLaw::normal);
      assumptions.correlation = rho;
      const auto theory = attn::theory_moments(assumptions, d);
      CHECK(theory.mean == Approx(rho * d));
      CHECK(theory.variance == Approx(d * (1 + rho * rho)));
      // κ₄ = 6d(1 + 6ρ² + ρ⁴), from the eigenvalues (ρ ± 1)/2 of the quadratic form
      const double rho2 = rho * rho;
      CHECK(theory.excess_kurtosis == Approx(6 * (1 + 6 * rho2 + rho2 * rho2) / (d * (1 + rho2) * (1 + rho2))).epsilon(1e-9));
    }
  auto heavy = entries(EntryLaw::student3);
  heavy.correlation = 0.5;
  CHECK(std::isinf(attn::theory_moments(heavy, 8).variance));
  CHECK_FALSE(attn::theory_moments(heavy, 8).excess_kurtosis_known);
}

TEST_CASE("shifted means give d μ_q μ_k and d(σ⁴ + (μ_q² + μ_k²)σ²)") {
  // U(0, 1) at d = 512: mean 128, spread √(512·(1/144 + 2/48)) = 4.99
  auto assumptions = entries(EntryLaw::uniform);
  assumptions.mean_query = assumptions.mean_key = 0.5;
  assumptions.entry_std = 1 / std::sqrt(12.0);
  const auto theory = attn::theory_moments(assumptions, 512);
  CHECK(theory.mean == Approx(128.0));
  CHECK(std::sqrt(theory.variance) == Approx(4.98888).epsilon(1e-5));
  // What all keys of a row share is gone within it: √(512·(1/3)·(1/12)) = 3.771
  const auto row = attn::theory_row_variance(assumptions, 512, 64, true);
  CHECK(std::sqrt(row.value) == Approx(std::sqrt(512.0 / 36)).epsilon(1e-12));

  auto uneven = entries(EntryLaw::normal);
  uneven.mean_query = 2;
  uneven.mean_key = -0.5;
  uneven.entry_std = 1.5;
  CHECK(attn::theory_moments(uneven, 10).mean == Approx(-10.0));
  CHECK(attn::theory_moments(uneven, 10).variance == Approx(10 * (5.0625 + 4.25 * 2.25)));
}

TEST_CASE("coordinates correlated by τ give tr(ΣΣ) = d + d(d − 1)τ²") {
  auto assumptions = entries(EntryLaw::normal);
  assumptions.within_correlation = 0.1;
  CHECK(attn::theory_moments(assumptions, 256).variance / 256 == Approx(3.55));
  assumptions.within_correlation = 0.5;
  const auto theory = attn::theory_moments(assumptions, 256);
  CHECK(theory.variance / 256 == Approx(64.75));
  // For normal entries κ₄ = 6 Σ λ⁴ over the eigenvalues 1 − τ and 1 + (d − 1)τ
  const double sum4 = 255 * std::pow(0.5, 4) + std::pow(128.5, 4), sum2 = 255 * 0.25 + 128.5 * 128.5;
  CHECK(theory.excess_kurtosis == Approx(6 * sum4 / (sum2 * sum2)).epsilon(1e-9));
}

TEST_CASE("normalised vectors: LayerNorm gives d²/(d − 1) and −6/(d + 1), RMSNorm d and −6/(d + 2)") {
  auto assumptions = entries(EntryLaw::normal);
  assumptions.normalisation = Normalisation::layer;
  assumptions.mean_query = 3;            // taken out again
  assumptions.within_correlation = 0.3;  // too
  auto theory = attn::theory_moments(assumptions, 8);
  CHECK(theory.variance == Approx(64.0 / 7));
  CHECK(theory.excess_kurtosis == Approx(-6.0 / 9));
  CHECK(attn::theory_moments(assumptions, 1).variance == 0.0);

  assumptions = entries(EntryLaw::normal);
  assumptions.normalisation = Normalisation::rms;
  theory = attn::theory_moments(assumptions, 8);
  CHECK(theory.variance == Approx(8));
  CHECK(theory.excess_kurtosis == Approx(-0.6));
  assumptions.correlation = 0.5;
  theory = attn::theory_moments(assumptions, 8);
  CHECK_FALSE(theory.mean_known);
  CHECK_FALSE(theory.variance_known);
  CHECK_FALSE(theory.excess_kurtosis_known);
}

TEST_CASE("what all keys share with q shrinks the spread within a row to √(1 − ρ²)") {
  auto assumptions = entries(EntryLaw::normal);
  assumptions.correlation = 0.5;
  CHECK(attn::theory_row_variance(assumptions, 64, 64, true).value == Approx(48.0));
  // One key only: 64(1 − ¼/64) of the others' kind, and the planted key (ρ|q|²)² = ¼·(64² + 128), both over 64 keys
  CHECK(attn::theory_row_variance(assumptions, 64, 64, false).value == Approx(64 - 0.25 + 0.25 * (4096 + 128) / 64));
}

TEST_CASE("moments in one pass agree with two passes, far from zero too") {
  std::vector<double> numbers;
  double state = 0.3;
  for (int i = 0; i < 3000; ++i) {
    state = 3.99 * state * (1 - state);
    numbers.push_back(1e6 + state);
  }
  double mean = 0, m2 = 0, m3 = 0, m4 = 0;
  for (const double x : numbers) mean += (x - 1e6) / 3000;
  for (const double x : numbers) {
    const double y = x - 1e6 - mean;
    m2 += y * y, m3 += y * y * y, m4 += y * y * y * y;
  }
  attn::Moments moments;
  for (const double x : numbers) moments.add(x);
  CHECK(moments.mean() == Approx(1e6 + mean).epsilon(1e-15));
  CHECK(moments.variance() == Approx(m2 / 2999).epsilon(1e-8));
  CHECK(moments.skewness() == Approx(std::sqrt(3000.0) * m3 / std::pow(m2, 1.5)).margin(1e-7));
  const double n = 3000, plain = n * m4 / (m2 * m2) - 3;
  CHECK(moments.excess_kurtosis() == Approx((n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * plain + 6)).epsilon(1e-7));
}

TEST_CASE("the variance of equal numbers is zero, never below, however large they are") {
  attn::Moments moments;
  for (int i = 0; i < 1000; ++i) moments.add(123456789.123);
  CHECK(moments.variance() >= 0.0);
  CHECK(moments.variance() < 1e-15);
  CHECK(moments.excess_kurtosis() == 0.0);
  const double one[] = {3.0};
  CHECK(attn::summarise_moments(one).variance == 0.0);
  CHECK(attn::summarise_moments({}).mean == 0.0);
}

TEST_CASE("a sample of four knows its variance to ±82 %, one of ten thousand to ±1.4 %") {
  const double four[] = {0.1, -1.2, 0.7, 2.0};
  CHECK(attn::summarise_moments(four).variance_relative_error == Approx(0.816).epsilon(1e-3));
  std::vector<double> many(10000);
  for (size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i % 7);
  CHECK(attn::summarise_moments(many).variance_relative_error == Approx(0.01414).epsilon(1e-3));
}
