#include "core/norm_distribution.h"

#include <algorithm>
#include <cmath>

#include "core/quantiles.h"

namespace attn {

void append_distribution(std::span<double> values, NormDistribution& out) {
  double mean = 0.0, spread = 0.0, square = 0.0, count = 0.0;
  for (const double value : values) {
    count += 1.0;
    const double delta = value - mean;
    mean += delta / count;
    spread += delta * (value - mean);
    square += (value * value - square) / count;
  }
  sort_ascending(values);
  out.mean.push_back(mean);
  out.error.push_back(count > 1.0 ? std::sqrt(spread / (count - 1.0) / count) : 0.0);
  out.median.push_back(sorted_quantile(values, 0.5));
  out.p999.push_back(sorted_quantile(values, 0.999));
  out.largest.push_back(values.back());
  out.mean_square.push_back(square);
}

}  // namespace attn
