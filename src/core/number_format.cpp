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
