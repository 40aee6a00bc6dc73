#include "core/chi_sampler.h"

#include <array>
#include <cmath>

#include "core/elementary.h"
#include "core/random.h"

namespace attn {

double draw_chi_square(std::uint32_t seed, std::uint32_t row, int degrees) {
  constexpr std::uint32_t kNormalName = 2, kUniformName = 3;  // names 0 and 1 under Stream::auxiliary start a training run
  constexpr size_t kTries = 16;
  if (degrees <= 0) return 0.0;
  std::array<float, kTries> normal{}, uniform{};
  fill_normal({seed, Stream::auxiliary, row, kNormalName}, normal);
  if (degrees == 1) return static_cast<double>(normal[0]) * static_cast<double>(normal[0]);
  fill_uniform({seed, Stream::auxiliary, row, kUniformName}, uniform);

  const double d = 0.5 * static_cast<double>(degrees) - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  double accepted = 2.0 * d;
  for (size_t i = 0; i < kTries; ++i) {
    const double x = static_cast<double>(normal[i]);
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    accepted = 2.0 * d * v;
    if (log_d(static_cast<double>(uniform[i])) < 0.5 * x * x + d - d * v + d * log_d(v)) break;
  }
  return accepted;
}

}  // namespace attn
