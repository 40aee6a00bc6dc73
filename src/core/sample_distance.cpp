#include "core/sample_distance.h"

#include <algorithm>

namespace attn {
namespace {

struct Search {
  std::span<const double> sorted;
  double (*cdf)(const void* law, double x);
  const void* law;
  double n;
  double best = 0.0;

  double look(std::size_t i) {
    const double value = cdf(law, sorted[i]);
    best = std::max(best, std::max(static_cast<double>(i + 1) / n - value, value - static_cast<double>(i) / n));
    return value;
  }

  // Strictly between i and j the steps run from (i + 1)/N to j/N and F from F(xᵢ) to F(xⱼ).
  void between(std::size_t i, double at_i, std::size_t j, double at_j) {
    if (j - i < 2) return;
    const double bound = std::max(static_cast<double>(j) / n - at_i, at_j - static_cast<double>(i + 1) / n);
    if (bound <= best) return;
    const std::size_t middle = i + (j - i) / 2;
    const double at_middle = look(middle);
    between(i, at_i, middle, at_middle);
    between(middle, at_middle, j, at_j);
  }
};

}  // namespace

double sample_distance(std::span<const double> sorted, double (*cdf)(const void* law, double x), const void* law) {
  const std::size_t count = sorted.size();
  if (count == 0) return 0.0;
  Search search{sorted, cdf, law, static_cast<double>(count)};
  // A first look at 65 of the numbers finds a good `best`, which then rules out most of the rest.
  constexpr std::size_t kFirstLooks = 64;
  double value[kFirstLooks + 1];
  const auto place = [count](std::size_t i) { return (count - 1) * i / kFirstLooks; };
  for (std::size_t i = 0; i <= kFirstLooks; ++i) value[i] = search.look(place(i));
  for (std::size_t i = 0; i < kFirstLooks; ++i) search.between(place(i), value[i], place(i + 1), value[i + 1]);
  return search.best;
}

}  // namespace attn
