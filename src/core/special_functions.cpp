#include "core/special_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/list.h"

namespace attn {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793;
constexpr double kSqrt2Pi = 2.5066282746310002;

/// n!·(e/n)^n, the reciprocal of P(Poisson(n) = n).
double poisson_peak_inverse(int count) {
  const double n = count;
  if (count < 16) {
    double product = 1.0;
    for (int k = 1; k <= count; ++k) product *= k / n;
    return product * exp_d(n);
  }
  const double w = 1.0 / (n * n);
  const double series = (1.0 / 12 - w * (1.0 / 360 - w * (1.0 / 1260 - w * (1.0 / 1680 - w / 1188)))) / n;
  return kSqrt2Pi * std::sqrt(n) * exp_d(series);
}

/// Probabilities of a Poisson number with a mean of at most 1, until they are below 1e-20.
List<double> poisson_weights(double mean) {
  List<double> weights;
  double weight = exp_d(-mean);
  for (int k = 1; weight > 1e-20 && k < 30; ++k) {
    weights.push_back(weight);
    weight *= mean / k;
  }
  return weights;
}

/// P(D < distance) by following a Poisson process of rate n, in time s = n·t, that must stay within s ± n·distance. The
/// lines pass an integer 2n times; between two such times the process moves freely, at them the states beyond are cut off.
double ks_cdf_exact(int count, double distance) {
  const double n = count, width = n * distance;
  List<double> now(static_cast<size_t>(2.0 * width) + 40, 0.0), next(now.size());
  // now[i] is the probability of the state base + i; states base … top are alive.
  int base = 0, top = 0;
  now[0] = 1.0;
  double time = 0.0;
  int lower = 0;                                        // next: s − width = lower, states ≤ lower die
  int upper = static_cast<int>(std::floor(width)) + 1;  // next: s + width = upper, states ≥ upper die
  double last_mean = -1.0;
  double before_last_mean = -1.0;
  List<double> weights, other_weights;
  for (bool done = false; !done;) {
    const double lower_time = lower + width, upper_time = upper - width;
    double until = std::min(lower_time, upper_time);
    if (until >= n) {
      until = n;
      done = true;
    }
    const double mean = std::max(0.0, until - time);
    // Means alternate between two values.
    std::swap(weights, other_weights);
    std::swap(last_mean, before_last_mean);
    if (mean != last_mean) {
      weights = poisson_weights(mean);
      last_mean = mean;
    }
    // States that survive this time: below `upper` whatever comes first (above it the line was crossed before).
    const int highest = done ? std::min(upper - 1, count) : upper - 1;
    const int length = static_cast<int>(weights.size());
    const int new_top = std::min(highest, top + length - 1);
    std::fill(next.begin(), next.begin() + (new_top - base + 1), 0.0);
    for (int jump = 0; jump < length; ++jump) {
      const double weight = weights[static_cast<size_t>(jump)];
      const int last = std::min(top, new_top - jump);
      double* to = next.data() + jump;
      const double* from = now.data();
      for (int i = 0; i <= last - base; ++i) to[i] += weight * from[i];
    }
    std::swap(now, next);
    top = new_top;
    time = until;
    if (done) break;
    if (lower_time <= until) {
      const int dead = lower + 1 - base;
      if (dead > 0) {
        if (lower + 1 > top) return 0.0;
        std::copy(now.begin() + dead, now.begin() + (top - base + 1), now.begin());
        base = lower + 1;
      }
      ++lower;
    }
    if (upper_time <= until) ++upper;
  }
  if (count < base || count > top) return 0.0;
  return std::min(1.0, now[static_cast<size_t>(count - base)] * poisson_peak_inverse(count));
}

/// P(D⁺ ≥ distance): Smirnov's sum; all terms positive.
double one_sided_tail(int count, double distance) {
  const double n = count;
  const int last = static_cast<int>(std::floor(n * (1.0 - distance)));
  const double log_factorial = lgamma_d(n + 1.0);
  double sum = 0.0;
  for (int j = 0; j <= last; ++j) {
    const double up = distance + j / n, down = 1.0 - up;
    const double choose = log_factorial - lgamma_d(j + 1.0) - lgamma_d(n - j + 1.0);
    if (down <= 0.0) {
      if (j == count) sum += exp_d(choose + (j - 1) * log_d(up));
      continue;
    }
    sum += exp_d(choose + (j - 1) * log_d(up) + (n - j) * log_d(down));
  }
  return std::min(1.0, distance * sum);
}

/// n·distance² from which both tails at once are rarer than 2e^(−8n·distance²) < 2e-11.
constexpr double kFarTail = 3.2;

struct BothSides {
  double cdf;
  double sf;
};

/// The limit law with its corrections of order 1/√n and 1/n, x = √n·distance; the far tail at the argument shifted by the
/// first one.
BothSides ks_expansion(double n, double distance) {
  const double root = std::sqrt(n), x = distance * root, w = x * x;
  const double shifted = x + 1.0 / (6.0 * root);
  if (x > 3.0) return {kolmogorov_cdf(shifted), kolmogorov_sf(shifted)};
  if (x < 0.15) return {0.0, 1.0};
  double first = 0.0, second = 0.0, whole = 0.0;
  for (int k = 0; k < 12; ++k) {
    const double odd = kPi * kPi * (k + 0.5) * (k + 0.5), even = kPi * kPi * k * k;
    const double odd_weight = exp_d(-0.5 * odd / w);
    first += odd_weight * (odd - w);
    second += odd_weight * (w * w * (6.0 * w + 2.0) + odd * w * (2.0 * w - 5.0) + odd * odd * (1.0 - 2.0 * w));
    whole += exp_d(-0.5 * even / w) * even;
  }
  // Sums over all integers: twice those over k ≥ 0.
  const double order1 = kSqrt2Pi * first / (6.0 * w * w);
  const double order2 = kSqrt2Pi * (second / (72.0 * w * w * w * x) - whole / (36.0 * w * x));
  const double cdf = std::clamp(kolmogorov_cdf(x) + order1 / root + order2 / n, 0.0, 1.0);
  return {cdf, 1.0 - cdf};
}

BothSides ks_both(int count, double distance) {
  if (count < 1 || distance != distance) return {kNaN, kNaN};
  if (distance >= 1.0) return {1.0, 0.0};
  const double n = count;
  if (distance <= 0.5 / n) return {0.0, 1.0};
  if (count > kMaxExactKsCount) return ks_expansion(n, distance);
  // Two one-sided events exclude one another for distance ≥ ½: the sum is then exact.
  if (n * distance * distance > kFarTail || distance >= 0.5) {
    const double tail = std::min(1.0, 2.0 * one_sided_tail(count, distance));
    return {1.0 - tail, tail};
  }
  const double cdf = ks_cdf_exact(count, distance);
  return {cdf, 1.0 - cdf};
}

}  // namespace

double kolmogorov_cdf(double x) {
  if (x != x) return x;
  if (x <= 0.0) return 0.0;
  if (x > 1.0) return 1.0 - kolmogorov_sf(x);
  const double first = -kPi * kPi / (8.0 * x * x);
  double sum = 0.0;
  for (int k = 1; k <= 5; ++k) sum += exp_d((2 * k - 1) * (2 * k - 1) * first);
  return kSqrt2Pi / x * sum;
}

double kolmogorov_sf(double x) {
  if (x != x) return x;
  if (x <= 1.0) return 1.0 - kolmogorov_cdf(x);
  double sum = 0.0;
  for (int k = 5; k >= 1; --k) sum = exp_d(-2.0 * (2 * k - 1) * x * x) * (1.0 - sum);
  return 2.0 * sum;
}

double ks_cdf(int count, double distance) { return ks_both(count, distance).cdf; }
double ks_sf(int count, double distance) { return ks_both(count, distance).sf; }

}  // namespace attn
