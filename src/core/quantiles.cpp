#include "core/quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/list.h"

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

void sort_ascending(std::span<double> numbers) {
  while (numbers.size() > 1) {
    const double pivot = numbers[numbers.size() / 2];
    size_t low = 0, high = numbers.size();
    for (;; ++low) {
      while (numbers[low] < pivot) ++low;
      while (pivot < numbers[--high]) {
      }
      if (low >= high) break;
      std::swap(numbers[low], numbers[high]);
    }
    // [0, low) ≤ pivot ≤ [low, n): the shorter part by a call, the longer one here.
    const auto first = numbers.first(low), rest = numbers.subspan(low);
    sort_ascending(low < numbers.size() / 2 ? first : rest);
    numbers = low < numbers.size() / 2 ? rest : first;
  }
}

double median(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  List<double> sorted;
  sorted.append(values);
  sort_ascending(sorted);
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
