#include "support/bessel.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace attn_test {

double log_bessel_k(double nu, double x) {
  const auto exponent = [=](double u) {
    const double grown = attn::exp_d(u);
    return nu * u + attn::log1p_d(attn::exp_d(-2.0 * nu * u)) - attn::log_d(2.0) - 0.5 * x * (grown + 1.0 / grown);
  };
  // The peak is where sinh u = (ν/x) tanh(νu), close to asinh(ν/x); its width is (x² + ν²)^(−1/4).
  const double ratio = nu / x;
  const double peak = attn::log_d(ratio + std::sqrt(1.0 + ratio * ratio));
  const double top = exponent(peak);
  const double step = std::min(0.05, 0.3 / std::sqrt(std::sqrt(x * x + nu * nu)));
  double sum = 0.0;
  for (double u = 0.0; u <= peak || exponent(u) > top - 60.0; u += step) sum += (u == 0.0 ? 0.5 : 1.0) * attn::exp_d(exponent(u) - top);
  return top + attn::log_d(sum * step);
}

}  // namespace attn_test
