#include "core/elementary.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/double_double.h"
#include "kernels/bit_cast.h"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// ln 2 in three parts; the first two have 40 bits, so that a product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42fefa2p-1;
constexpr double kLn2Mid = 0x1.9ef35793c6p-41;
constexpr double kLn2Low = 0x1.673007e5ed5e8p-81;
constexpr double kLn2Rest = 0x1.9ef35793c7673p-41;  // ln 2 − kLn2High
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;

/// 2^k for −1022 ≤ k ≤ 1023.
double power_of_two(int k) { return bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52); }

/// y·2^k with one rounding, −2044 ≤ k ≤ 2046.
double scale(double y, int k) {
  const int half = k / 2;
  return y * power_of_two(half) * power_of_two(k - half);
}

/// e^(x + x_low) = 2^exponent (high + low), high within [0.7, 1.42].
struct ScaledExp {
  double high;
  double low;
  int exponent;
};

ScaledExp scaled_exp(double x, double x_low) {
  const double k = std::floor(x * kInverseLn2 + 0.5);
  const double r = x - k * kLn2High;
  const DoubleDouble reduced = two_sum(r, x_low - k * kLn2Rest);
  const double t = reduced.high;
  // (e^t − 1 − t)/t² by Taylor; |t| ≤ 0.347, the first term left out is below 2⁻⁵⁸ of the result.
  double p = 1.0 / 1307674368000.0;
  p = p * t + 1.0 / 87178291200.0;
  p = p * t + 1.0 / 6227020800.0;
  p = p * t + 1.0 / 479001600.0;
  p = p * t + 1.0 / 39916800.0;
  p = p * t + 1.0 / 3628800.0;
  p = p * t + 1.0 / 362880.0;
  p = p * t + 1.0 / 40320.0;
  p = p * t + 1.0 / 5040.0;
  p = p * t + 1.0 / 720.0;
  p = p * t + 1.0 / 120.0;
  p = p * t + 1.0 / 24.0;
  p = p * t + 1.0 / 6.0;
  p = p * t + 0.5;
  const DoubleDouble one_plus = quick_two_sum(1.0, t);
  return {one_plus.high, one_plus.low + (reduced.low + p * (t * t)), static_cast<int>(k)};
}

/// x = 2^exponent·(1 + fraction), 1 + fraction within [√½, √2).
struct SplitNumber {
  double fraction;
  int exponent;
};

SplitNumber split_number(double x) {
  int offset = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    offset = -54;
  }
  const std::uint64_t bits = bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m >= 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++exponent;
  }
  return {m - 1.0, exponent + offset};
}

/// Σ_{j ≥ 0} w^j/(2j + first): the tail of the inverse hyperbolic tangent, w ≤ 0.0295.
double atanh_tail(double w, int first) {
  double sum = 0.0;
  for (int j = 11; j >= 0; --j) sum = sum * w + 1.0 / static_cast<double>(first + 2 * j);
  return sum;
}

/// exponent·ln 2 + ln(1 + f) + small, f within [−0.3, 0.42] and |small| ≤ 2⁻⁵³.
double log_of(double f, int exponent, double small) {
  // With s = f/(2 + f): ln(1 + f) = f − f²/2 + s·(f²/2 + 2s²(1/3 + s²/5 + …)); f²/2 exactly.
  const double s = f / (2.0 + f);
  const double w = s * s;
  const DoubleDouble square = two_product(f, f);
  const double half = 0.5 * square.high;
  const double rest = s * (half + 2.0 * w * atanh_tail(w, 3));
  const DoubleDouble lead = two_sum(f, -half);
  const double k = static_cast<double>(exponent);
  const DoubleDouble total = two_sum(k * kLn2High, lead.high);
  return total.high + (total.low + (lead.low + (rest + ((small - 0.5 * square.low) + k * kLn2Rest))));
}

/// ln x with about 68 bits, x > 0 finite.
DoubleDouble log_wide(double x) {
  const auto [f, exponent] = split_number(x);
  const DoubleDouble s = DoubleDouble{f, 0.0} / two_sum(2.0, f);
  const DoubleDouble w = s * s;
  const double tail = 2.0 * w.high * w.high * atanh_tail(w.high, 5);
  const DoubleDouble third = {0x1.5555555555555p-1, 0x1.5555555555555p-55};  // 2/3
  const DoubleDouble series = s * (third * w + DoubleDouble{tail, 0.0});
  const double k = static_cast<double>(exponent);
  const DoubleDouble whole = two_sum(k * kLn2High, k * kLn2Mid);
  return (whole + DoubleDouble{2.0 * s.high, 2.0 * s.low}) + (series + DoubleDouble{k * kLn2Low, 0.0});
}

}  // namespace

double exp_d(double x) {
  if (!(x > -746.0)) return x != x ? x : 0.0;
  if (x > 710.0) return kInfinity;
  const ScaledExp e = scaled_exp(x, 0.0);
  return scale(e.high + e.low, e.exponent);
}

double expm1_d(double x) {
  if (std::fabs(x) < 0x1p-54) return x;
  if (!(x > -40.0)) return x != x ? x : -1.0;
  if (x > 45.0) return exp_d(x);
  const ScaledExp e = scaled_exp(x, 0.0);
  const double power = power_of_two(e.exponent);
  const DoubleDouble lead = two_sum(power * e.high, -1.0);
  return lead.high + (lead.low + power * e.low);
}

double log_d(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  const auto [f, exponent] = split_number(x);
  return log_of(f, exponent, 0.0);
}

double log1p_d(double x) {
  if (std::fabs(x) < 0x1p-54) return x;
  if (x > -0.29 && x < 0.41) return log_of(x, 0, 0.0);
  if (!(x > -1.0)) return x == -1.0 ? -kInfinity : kNaN;
  if (x > 0x1p60) return log_d(x);
  const DoubleDouble sum = two_sum(1.0, x);
  const auto [f, exponent] = split_number(sum.high);
  return log_of(f, exponent, sum.low / sum.high);
}

double pow_d(double base, double exponent) {
  if (exponent == 0.0 || base == 1.0) return 1.0;
  if (base != base || exponent != exponent || base < 0.0) return kNaN;
  if (base == 0.0) return exponent > 0.0 ? 0.0 : kInfinity;
  if (base == kInfinity) return exponent > 0.0 ? kInfinity : 0.0;
  const DoubleDouble logarithm = log_wide(base);
  const double size = logarithm.high * exponent;
  if (size > 710.0) return kInfinity;
  if (size < -746.0) return 0.0;
  if (std::fabs(size) < 0x1p-60) return 1.0;
  const DoubleDouble product = two_product(logarithm.high, exponent);
  const ScaledExp e = scaled_exp(product.high, product.low + logarithm.low * exponent);
  return scale(e.high + e.low, e.exponent);
}

double tanh_d(double x) {
  if (x != x) return x;
  const double size = std::fabs(x);
  if (size < 0x1p-28) return x;
  double value = 1.0;
  if (size < 22.0) {
    const ScaledExp e = scaled_exp(-2.0 * size, 0.0);
    const double power = power_of_two(e.exponent), high = power * e.high, low = power * e.low;
    const DoubleDouble above = two_sum(1.0, -high), below = two_sum(1.0, high);
    const DoubleDouble quotient = two_sum(above.high, above.low - low) / two_sum(below.high, below.low + low);
    value = quotient.high + quotient.low;
  }
  return x < 0.0 ? -value : value;
}

}  // namespace attn
