#pragma once
#include "core/number_format.h"
#include "core/status.h"

namespace attn {

struct FormatThresholdsRequest {
  FormatName format = FormatName::float32;
};

/// Where exp leaves a format. Real numbers first, then members of the format.
struct FormatThresholds {
  double overflow_exp_real = 0;   ///< ln of the smallest real number that rounds to ∞
  double log_max_finite = 0;      ///< ln of the largest finite number
  double zero_real = 0;           ///< at or below, a correctly rounded exp is 0
  double subnormal_real = 0;      ///< below, exp is subnormal or 0
  double largest_x_finite = 0;    ///< the largest member with a finite exp
  double smallest_x_inf = 0;      ///< the next member: its exp is ∞
  double x_spacing = 0;           ///< the distance of these two
  double largest_x_zero = 0;      ///< the largest member whose exp is 0
  double smallest_x_nonzero = 0;  ///< the next member
  double max_finite = 0;
  double min_normal = 0;
  double min_subnormal = 0;
};

/// Computes the arguments at which exp overflows, becomes subnormal and vanishes in a format (§3.2).
///   overflow = ln(2^(E+1) (1 − 2^−(p+1))) = (E+1) ln 2 + ln(1 − 2^−(p+1)); zero = ln(min_subnormal / 2); subnormal = ln(min_normal)
/// Errors: none
/// Accuracy: the members are exact, the real numbers correctly rounded (computed to 100 bits)
/// Source: IEEE 754-2019, section 4.3.1 (round to nearest, ties to even)
Result<FormatThresholds> format_thresholds(const FormatThresholdsRequest& request);

}  // namespace attn
