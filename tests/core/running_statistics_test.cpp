#include "core/running_statistics.h"

#include <cmath>
#include <vector>

#include "support/catch.h"

using attn::RunningStatistics;

TEST_CASE("running statistics keep the variance of numbers far from zero") {
  // Variance of 0, 1, 2 is 1; at 10¹⁰ the textbook E[x²] − E[x]² has lost every digit.
  RunningStatistics statistics;
  for (const double x : {1e10, 1e10 + 1, 1e10 + 2}) statistics.add(x);
  CHECK(statistics.mean() == 1e10 + 1);
  CHECK(statistics.variance() == 1);
  CHECK(statistics.standard_error() == Approx(std::sqrt(1.0 / 3)).epsilon(1e-15));
}

TEST_CASE("merged statistics equal those of the whole sequence") {
  RunningStatistics whole, left, right, empty;
  for (int i = 0; i < 1000; ++i) {
    const double x = std::fmod(i * 37.77, 11.3) + 1000;
    whole.add(x);
    (i < 300 ? left : right).add(x);
  }
  left.merge(right);
  left.merge(empty);
  empty.merge(left);
  for (const RunningStatistics& merged : {left, empty}) {
    CHECK(merged.count() == 1000);
    CHECK(merged.mean() == Approx(whole.mean()).epsilon(1e-14));
    CHECK(merged.variance() == Approx(whole.variance()).epsilon(1e-12));
  }
}

TEST_CASE("no value and one value have no error and no NaN") {
  RunningStatistics statistics;
  CHECK(statistics.mean() == 0);
  CHECK(statistics.variance() == 0);
  CHECK(statistics.standard_error() == 0);
  statistics.add(3);
  CHECK(statistics.estimate().mean == 3);
  CHECK(statistics.estimate().error == 0);
}

TEST_CASE("the standard error covers the truth as often as it should") {
  // 400 samples of 50 numbers, uniform on a lattice: |mean − truth| < 2 standard errors in about 95 % of them.
  int covered = 0;
  std::uint32_t state = 1;
  for (int sample = 0; sample < 400; ++sample) {
    RunningStatistics statistics;
    for (int i = 0; i < 50; ++i) {
      state = state * 1664525u + 1013904223u;
      statistics.add(static_cast<double>(state >> 8) / 16777216);
    }
    covered += std::fabs(statistics.mean() - 0.5) < 2 * statistics.standard_error() ? 1 : 0;
  }
  CHECK(covered > 360);
  CHECK(covered < 398);
}
