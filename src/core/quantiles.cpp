#include "core/quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

double sorted_quantile(std::span<const double> sorted, double level) {
  const double rank = level * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<size_t>(rank), sorted.size() - 1);
  const double part = rank - static_cast<double>(below);
  if (part <= 0.0 || below + 1 == sorted.size()) return sorted[below];
  const double low = sorted[below], high = sorted[below + 1];
  if (std::isinf(low) || std::isinf(high)) return part < 0.5 ? low : high;
  return low + part * (high - low);
}

double median(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted_quantile(sorted, 0.5);
}

double top_share(std::span<const double> sorted, double share) {
  const auto count = static_cast<size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  double all = 0.0, top = 0.0;
  for (size_t i = 0; i < sorted.size(); ++i) {
    all += sorted[i];
    if (i + count >= sorted.size()) top += sorted[i];
  }
  return all > 0.0 ? top / all : 0.0;
}

}  // namespace attn
