#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "kernels/bit_cast.h"

namespace attn {

/// Binary floating-point formats. The names are those of the boundary, in the order of the enum.
enum class FormatName { float16, bfloat16, float32, float64 };
inline constexpr std::string_view kFormatNames[] = {"float16", "bfloat16", "float32", "float64"};

/// Returns 2^exponent, exactly.
/// Requires: −1074 ≤ exponent ≤ 1023
constexpr double exact_power_of_two(int exponent) {
  return exponent >= -1022 ? bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52) : bit_cast<double>(std::uint64_t{1} << (exponent + 1074));
}

/// A binary format with subnormals and infinities: numbers ± m · 2^e with m < 2^precision.
struct NumberFormat {
  int precision = 53;             ///< bits of the significand, the implicit one included
  int largest_exponent = 1023;    ///< of the largest binade, 2^e ≤ x < 2^(e+1)
  int smallest_exponent = -1022;  ///< of the smallest normal number

  constexpr double max_finite() const { return (2 - exact_power_of_two(1 - precision)) * exact_power_of_two(largest_exponent); }
  constexpr double min_normal() const { return exact_power_of_two(smallest_exponent); }
  constexpr double min_subnormal() const { return exact_power_of_two(smallest_exponent - precision + 1); }
};

/// Names the parameters of a format.
/// Source: IEEE 754-2019, table 3.5; bfloat16 is float32 with 8 bits of significand.
constexpr NumberFormat number_format(FormatName name) {
  switch (name) {
    case FormatName::float16: return {11, 15, -14};
    case FormatName::bfloat16: return {8, 127, -126};
    case FormatName::float32: return {24, 127, -126};
    case FormatName::float64: break;
  }
  return {53, 1023, -1022};
}

/// Rounds a double to the nearest number of a format, ties to the even one, in one step.
///   |x| ≥ max_finite + half its spacing → ±∞; subnormals are kept; the sign of zero is kept
/// Accuracy: exact. A sum, product, quotient or root of two numbers of the format, computed in double and then rounded, is the
///   correctly rounded one, since 53 ≥ 2·24 + 2 (Figueroa, 1995); subnormal results too (docs/numerics/formats.md)
/// Edge: NaN → NaN, ±∞ → ±∞
inline double round_to_format(double x, const NumberFormat& format) {
  if (format.precision == 53 || !(std::fabs(x) < std::numeric_limits<double>::infinity())) return x;
  if (std::fabs(x) < format.min_normal()) {
    // The sum with 1.5 · 2⁵² spacings has exactly the spacing of the format's subnormals: the addition rounds, once.
    const double magic = 1.5 * exact_power_of_two(52 + format.smallest_exponent - format.precision + 1);
    return std::copysign((x + magic) - magic, x);
  }
  // Round the significand's bits: add just under half of the last kept bit, and that bit itself to break ties to even.
  const int dropped = 53 - format.precision;
  const std::uint64_t bits = bit_cast<std::uint64_t>(x);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t rounded = (bits + (half - 1) + ((bits >> dropped) & 1)) & ~((half << 1) - 1);
  const double result = bit_cast<double>(rounded);
  return std::fabs(result) > format.max_finite() ? std::copysign(std::numeric_limits<double>::infinity(), x) : result;
}

/// Finds the largest number of the format that is ≤ x and the smallest that is > x.
/// Requires: x within ± max_finite. Edge: the number above max_finite is +∞.
double floor_to_format(double x, const NumberFormat& format);
double next_in_format(double x, const NumberFormat& format);

/// Computes eˣ rounded to the format.
/// Accuracy: exact (correctly rounded) for every argument that float16 and bfloat16 have; elsewhere the rounding of a double that is
///   within 1 ulp, so float32 errs with odds of about 2⁻²⁸ an argument and float64 by at most 1 ulp. The thresholds are exact.
double exp_in_format(double x, const NumberFormat& format);

}  // namespace attn
