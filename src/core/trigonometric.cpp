// Sine and cosine: reduction by π/2 in four parts, then Taylor on [−π/4, π/4].
#include <cmath>
#include <limits>

#include "core/double_double.h"
#include "core/elementary.h"

namespace attn {
namespace {

constexpr double kLargestAngle = 1e6;

/// x = quarter·π/2 + angle, |angle| ≤ π/4.
struct Reduced {
  DoubleDouble angle;
  int quarter;
};

Reduced reduce(double x) {
  // Three parts of 33 bits: products with |n| ≤ 2²⁰ are exact.
  const double n = std::floor(x * 0x1.45f306dc9c883p-1 + 0.5);
  const double first = x - n * 0x1.921fb544p+0;
  const DoubleDouble second = two_sum(first, -(n * 0x1.0b4611a6p-34));
  const DoubleDouble third = two_sum(second.high, -(n * 0x1.3198a2ep-69));
  const double rest = second.low + (third.low - n * 0x1.b839a252049c1p-104);
  const double turns = n - 4.0 * std::floor(n * 0.25);
  return {quick_two_sum(third.high, rest), static_cast<int>(turns)};
}

double sine_of(DoubleDouble a) {
  const double t = a.high, w = t * t;
  double p = -1.0 / 121645100408832000.0;
  p = p * w + 1.0 / 355687428096000.0;
  p = p * w - 1.0 / 1307674368000.0;
  p = p * w + 1.0 / 6227020800.0;
  p = p * w - 1.0 / 39916800.0;
  p = p * w + 1.0 / 362880.0;
  p = p * w - 1.0 / 5040.0;
  p = p * w + 1.0 / 120.0;
  p = p * w - 1.0 / 6.0;
  return t + (p * (w * t) + a.low * (1.0 - 0.5 * w));
}

double cosine_of(DoubleDouble a) {
  const double t = a.high, w = t * t;
  double p = 1.0 / 2432902008176640000.0;
  p = p * w - 1.0 / 6402373705728000.0;
  p = p * w + 1.0 / 20922789888000.0;
  p = p * w - 1.0 / 87178291200.0;
  p = p * w + 1.0 / 479001600.0;
  p = p * w - 1.0 / 3628800.0;
  p = p * w + 1.0 / 40320.0;
  p = p * w - 1.0 / 720.0;
  p = p * w + 1.0 / 24.0;
  const DoubleDouble square = two_product(t, t);
  const DoubleDouble lead = quick_two_sum(1.0, -0.5 * square.high);
  return lead.high + (lead.low + (p * (w * w) - 0.5 * square.low - t * a.low));
}

double turned(const Reduced& reduced, int quarter) {
  switch (quarter & 3) {
    case 0: return sine_of(reduced.angle);
    case 1: return cosine_of(reduced.angle);
    case 2: return -sine_of(reduced.angle);
    default: return -cosine_of(reduced.angle);
  }
}

}  // namespace

double sin_d(double x) {
  if (!(std::fabs(x) <= kLargestAngle)) return std::numeric_limits<double>::quiet_NaN();
  if (std::fabs(x) < 0x1p-28) return x;
  const Reduced reduced = reduce(x);
  return turned(reduced, reduced.quarter);
}

double cos_d(double x) {
  if (!(std::fabs(x) <= kLargestAngle)) return std::numeric_limits<double>::quiet_NaN();
  const Reduced reduced = reduce(x);
  return turned(reduced, reduced.quarter + 1);
}

}  // namespace attn
