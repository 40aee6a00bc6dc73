#include "core/scale_mixture.h"

#include <numbers>

namespace attn {

double stirling_remainder(double z) {
  double shifts = 0.0;
  for (; z < 10.0; z += 1.0) shifts += (z + 0.5) * log1p_d(1.0 / z) - 1.0;
  const double r = 1.0 / z, s = r * r;
  // 1/12z − 1/360z³ + 1/1260z⁵ − 1/1680z⁷ + 1/1188z⁹ − 691/360360z¹¹; the next term is below 7e-16·(10/z)¹³
  const double series = r * (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360 - s / 156))))));
  return shifts + series;
}

LogChiLaw::LogChiLaw(int head_dim)
    : d(head_dim), half_log_d(0.5 * log_d(d)), log_norm(0.5 * (log_d(d) - log_d(std::numbers::pi)) - stirling_remainder(0.5 * d)) {}

}  // namespace attn
