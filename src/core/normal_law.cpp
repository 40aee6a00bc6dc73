// The normal law and ln Γ. All tails come from one function, Mills' ratio M(x) = (1 − Φ(x))/φ(x), which is smooth and
// never small: (x + 1)·M(x) is a Chebyshev series in (x − 5)/(x + 5) on the whole half line.
#include <cmath>
#include <iterator>
#include <limits>

#include "core/double_double.h"
#include "core/elementary.h"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInverseSqrt2Pi = 0x1.9884533d43651p-2;
constexpr double kLogSqrt2Pi = 0x1.d67f1c864beb5p-1;
constexpr double kSqrt2Pi = 0x1.40d931ff62706p+1;

// clang-format off
constexpr double kMills[] = {
    0x1.2872883be576dp+0,  -0x1.4e87ca9274ba0p-3, -0x1.c05e76eee2edap-7, 0x1.f8fcd6b64802cp-6,
    -0x1.09bfeac807c0fp-6, 0x1.7018703a390e4p-8,  -0x1.728339587dc9bp-10, 0x1.066b573675334p-12,
    -0x1.9e36c22e087e5p-16, -0x1.0f55666e3c92cp-20, 0x1.926841bcf91aap-21, -0x1.466de63a54510p-24,
    -0x1.8db4c42ccef95p-27, 0x1.ca231c26da126p-29, 0x1.4b86c7f988c80p-34, -0x1.e85eb5a834f29p-34,
    0x1.ede1d4eb4d434p-39, 0x1.03a00a499807bp-38, -0x1.0732be725fe58p-42, -0x1.2adab42f68893p-43,
    0x1.65779848fd7eep-47, 0x1.7c2d1d276bf94p-48, -0x1.84e4459756919p-52, -0x1.06ea87375c5b4p-52,
    0x1.1490d7259110ep-57, 0x1.7d0998fba839cp-57, 0x1.60c6418389cb4p-63, -0x1.1415df4703445p-61};
// clang-format on

/// M(x) = (1 − Φ(x))/φ(x), x ≥ 0.
double mills_ratio(double x) {
  if (x > 1e8) return 1.0 / x;
  const double t = (x - 5.0) / (x + 5.0);
  double b1 = 0.0, b2 = 0.0;
  for (int k = static_cast<int>(std::size(kMills)) - 1; k > 0; --k) {
    const double b0 = kMills[k] + (2.0 * t * b1 - b2);
    b2 = b1;
    b1 = b0;
  }
  return (kMills[0] + (t * b1 - b2)) / (x + 1.0);
}

/// e^(−factor·x²)·scale for factor ½ or 1, with the rounding of x² made good.
double gaussian(double x, double factor, double scale) {
  if (x > 40.0) return 0.0;
  const DoubleDouble square = two_product(x, x);
  const double lead = exp_d(-factor * square.high);
  return lead * (scale * (1.0 - factor * square.low));
}

/// 1 − Φ(x), x ≥ 0; the factors are ordered so that the last one alone may reach the subnormal numbers.
double upper_tail(double x) { return gaussian(x, 0.5, kInverseSqrt2Pi * mills_ratio(x)); }

/// Newton's method on ln(1 − Φ(x)) = ln p, 0 < p < 0.4; quadratic from a start within 5e-4.
double upper_quantile(double p) {
  const double log_p = log_d(p);
  // Start: Hastings' rational approximation (Abramowitz and Stegun 26.2.23).
  const double r = std::sqrt(-2.0 * log_p);
  double x = r - (2.515517 + r * (0.802853 + r * 0.010328)) / (1.0 + r * (1.432788 + r * (0.189269 + r * 0.001308)));
  for (int step = 0; step < 4; ++step) {
    const double mills = mills_ratio(x);
    const DoubleDouble square = two_product(x, x);
    const double log_tail = -0.5 * square.high + ((log_d(mills) - kLogSqrt2Pi) - 0.5 * square.low);
    x += mills * (log_tail - log_p);
  }
  return x;
}

/// Newton's method on Φ(x) − ½ = y, |y| ≤ 0.1, by the odd series φ(x)·(x + x³/3 + x⁵/15 + …).
double central_quantile(double y) {
  const double start = y * kSqrt2Pi;
  double x = start * (1.0 + start * start / 6.0);
  for (int step = 0; step < 3; ++step) {
    const double w = x * x;
    double series = 1.0;
    for (int k = 31; k >= 3; k -= 2) series = 1.0 + series * w / static_cast<double>(k);
    const double density = kInverseSqrt2Pi * exp_d(-0.5 * w);
    x += (y - density * x * series) / density;
  }
  return x;
}

/// ln Γ(2 + z), |z| ≤ ½: (1 − γ)z + Σ (−1)^k (ζ(k) − 1) z^k/k.
double lgamma_near_two(double z) {
  // clang-format off
  constexpr double kSeries[] = {
      0x1.4a34cc4a60fa6p-2,   -0x1.13e001a557607p-4,  0x1.51322ac7d8483p-6,   -0x1.e404fc218f5f2p-8,  0x1.7add6eadb6c30p-9,
      -0x1.38ac5c2bf8e08p-10, 0x1.0b36af86396e9p-11,  -0x1.d3fd4c76d2fc8p-13, 0x1.a127b0f17d65ap-14,  -0x1.78de5bd7c81efp-15,
      0x1.580dcee66eb02p-16,  -0x1.3cbc963ce2243p-17, 0x1.2597a39f34aacp-18,  -0x1.11b2eb7679541p-19, 0x1.0064cdeb22f0fp-20,
      -0x1.e2600d93cfd2fp-22, 0x1.c76bbb3f07a4dp-23,  -0x1.af5a6cbbf8a97p-24, 0x1.99b93c2070b0fp-25,  -0x1.862c734df3eacp-26,
      0x1.7469daccfadcdp-27,  -0x1.6434a8447aeadp-28, 0x1.555a877ffd2c3p-29,  -0x1.47b1679258d0ep-30, 0x1.3b15d2b2fc10cp-31,
      -0x1.2f69a9fabe3e0p-32, 0x1.24932a337434cp-33,  -0x1.1a7c26ec2523cp-34, 0x1.11116e693ed98p-35};
  // clang-format on
  double sum = 0.0;
  for (int k = static_cast<int>(std::size(kSeries)) - 1; k >= 0; --k) sum = sum * z + kSeries[k];
  return z * (0x1.b0ee6072093cep-2 + z * sum);
}

/// Stirling's series, x ≥ 10.
double lgamma_large(double x) {
  constexpr double kSeries[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156, -3617.0 / 122400, 43867.0 / 244188};
  const double inverse = 1.0 / x, w = inverse * inverse;
  double sum = 0.0;
  for (int k = static_cast<int>(std::size(kSeries)) - 1; k >= 0; --k) sum = sum * w + kSeries[k];
  return (x - 0.5) * (log_d(x) - 1.0) + ((kLogSqrt2Pi - 0.5) + inverse * sum);
}

}  // namespace

double erfc_d(double x) {
  if (x != x) return x;
  const double size = std::fabs(x);
  const double tail = gaussian(size, 1.0, 2.0 * kInverseSqrt2Pi * mills_ratio(size * 0x1.6a09e667f3bcdp+0));
  return x >= 0.0 ? tail : 2.0 - tail;
}

double normal_pdf(double x) { return x != x ? x : gaussian(std::fabs(x), 0.5, kInverseSqrt2Pi); }

double normal_sf(double x) {
  if (x != x) return x;
  return x >= 0.0 ? upper_tail(x) : 1.0 - upper_tail(-x);
}

double normal_cdf(double x) { return normal_sf(-x); }

double normal_log_cdf(double x) {
  if (x != x) return x;
  if (x > 0.0) return log1p_d(-upper_tail(x));
  if (x > -1.0) return log_d(upper_tail(-x));
  if (x < -1e150) return -kInfinity;
  const DoubleDouble square = two_product(x, x);
  return -0.5 * square.high + ((log_d(mills_ratio(-x)) - kLogSqrt2Pi) - 0.5 * square.low);
}

double normal_quantile(double p) {
  if (!(p > 0.0 && p < 1.0)) return p == 0.0 ? -kInfinity : p == 1.0 ? kInfinity : kNaN;
  if (p >= 0.4 && p <= 0.6) return central_quantile(p - 0.5);
  return p < 0.5 ? -upper_quantile(p) : upper_quantile(1.0 - p);
}

double lgamma_d(double x) {
  if (!(x > 0.0)) return x == 0.0 ? kInfinity : kNaN;
  if (x >= 10.0) return x == kInfinity ? x : lgamma_large(x);
  if (x < 0.5) return lgamma_near_two(x) - log1p_d(x) - log_d(x);
  if (x < 1.5) return lgamma_near_two(x - 1.0) - log1p_d(x - 1.0);
  double product = 1.0;
  while (x > 2.5) {
    x -= 1.0;
    product *= x;
  }
  return lgamma_near_two(x - 2.0) + log_d(product);
}

}  // namespace attn
