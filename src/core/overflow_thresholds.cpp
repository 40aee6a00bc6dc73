#include "core/overflow_thresholds.h"

#include <cmath>

#include "core/double_double.h"

namespace attn {

namespace {

constexpr DoubleDouble kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/// ln(1 − 2^−bits) = −Σ 2^(−k·bits)/k, to 100 bits for bits ≥ 8.
DoubleDouble log_one_minus_power(int bits) {
  DoubleDouble sum;
  for (int k = 1; k * bits <= 112; ++k) sum = sum + DoubleDouble{-exact_power_of_two(-k * bits), 0} / DoubleDouble{static_cast<double>(k), 0};
  return sum;
}

/// The largest member ≤ a real number that is no member itself.
double member_below(DoubleDouble real, const NumberFormat& format) {
  const double below = real.low < 0 ? std::nextafter(real.high, -1e9) : real.high;
  return floor_to_format(below, format);
}

}  // namespace

Result<FormatThresholds> format_thresholds(const FormatThresholdsRequest& request) {
  const NumberFormat format = number_format(request.format);
  const DoubleDouble largest_power = kLn2 * static_cast<double>(format.largest_exponent + 1);
  const DoubleDouble overflow = largest_power + log_one_minus_power(format.precision + 1);
  const DoubleDouble zero = kLn2 * static_cast<double>(format.smallest_exponent - format.precision);

  Result<FormatThresholds> answer;
  FormatThresholds& thresholds = *answer;
  thresholds.overflow_exp_real = overflow.high;
  thresholds.log_max_finite = (largest_power + log_one_minus_power(format.precision)).high;
  thresholds.zero_real = zero.high;
  thresholds.subnormal_real = (kLn2 * static_cast<double>(format.smallest_exponent)).high;
  thresholds.largest_x_finite = member_below(overflow, format);
  thresholds.smallest_x_inf = next_in_format(thresholds.largest_x_finite, format);
  thresholds.x_spacing = thresholds.smallest_x_inf - thresholds.largest_x_finite;
  thresholds.largest_x_zero = member_below(zero, format);
  thresholds.smallest_x_nonzero = next_in_format(thresholds.largest_x_zero, format);
  thresholds.max_finite = format.max_finite();
  thresholds.min_normal = format.min_normal();
  thresholds.min_subnormal = format.min_subnormal();
  return answer;
}

}  // namespace attn
