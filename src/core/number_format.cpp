#include "core/number_format.h"

#include <cmath>
#include <limits>

#include "core/elementary.h"

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The distance of neighbours at |x|: 2^(exponent of x − precision + 1), no less than the smallest subnormal.
double spacing_at(double x, const NumberFormat& format) {
  int exponent = 0;
  std::frexp(x, &exponent);
  const int binade = x == 0 || exponent - 1 < format.smallest_exponent ? format.smallest_exponent : exponent - 1;
  return exact_power_of_two(binade - format.precision + 1);
}

}  // namespace

double round_to_format(double x, const NumberFormat& format) {
  if (format.precision == 53 || !(std::fabs(x) < kInfinity)) return x;
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
  return std::fabs(result) > format.max_finite() ? std::copysign(kInfinity, x) : result;
}

double floor_to_format(double x, const NumberFormat& format) {
  const double spacing = spacing_at(x, format);
  // Dividing by a power of two is exact here: |x| / spacing < 2⁵³. A negative number may round down to the next binade; it is in the format too.
  return std::floor(x / spacing) * spacing;
}

double next_in_format(double x, const NumberFormat& format) {
  const double here = floor_to_format(x, format);
  if (here == format.max_finite()) return kInfinity;
  // Below zero the next number is nearer to zero: its spacing may be that of the binade beneath.
  const double spacing = here < 0 ? spacing_at(std::nextafter(here, 0.0), format) : spacing_at(here, format);
  return here + spacing;
}

double exp_in_format(double x, const NumberFormat& format) { return round_to_format(exp_d(x), format); }

}  // namespace attn
