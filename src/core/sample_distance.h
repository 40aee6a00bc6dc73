#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace attn {

/// Returns the Kolmogorov–Smirnov distance of a sorted sample from a distribution function.
///   max over i of max(i/N − F(xᵢ), F(xᵢ) − (i − 1)/N)
/// Requires: `sorted` ascending; `cdf` non-decreasing
/// Accuracy: exact; stretches where F's monotony rules out a new maximum are skipped, nothing is interpolated
/// Edge: 0 for an empty sample
/// Cost: a few hundred evaluations of `cdf` for 4,000 numbers
template <class Cdf>
double sample_distance(std::span<const double> sorted, const Cdf& cdf) {
  const std::size_t count = sorted.size();
  if (count == 0) return 0.0;
  const double n = static_cast<double>(count);
  constexpr std::size_t kFirstLooks = 64;
  double best = 0.0;
  const auto look = [&](std::size_t i) {
    const double value = cdf(sorted[i]);
    best = std::max({best, static_cast<double>(i + 1) / n - value, value - static_cast<double>(i) / n});
    return value;
  };
  // Strictly between i and j the steps run from (i + 1)/N to j/N and F from F(xᵢ) to F(xⱼ).
  const auto search = [&](const auto& self, std::size_t i, double at_i, std::size_t j, double at_j) -> void {
    if (j - i < 2) return;
    const double bound = std::max(static_cast<double>(j) / n - at_i, at_j - static_cast<double>(i + 1) / n);
    if (bound <= best) return;
    const std::size_t middle = i + (j - i) / 2;
    const double at_middle = look(middle);
    self(self, i, at_i, middle, at_middle);
    self(self, middle, at_middle, j, at_j);
  };
  // A first look at 65 of the numbers finds a good `best`, which then rules out most of the rest.
  std::array<std::size_t, kFirstLooks + 1> index;
  std::array<double, kFirstLooks + 1> value;
  for (std::size_t i = 0; i <= kFirstLooks; ++i) {
    index[i] = (count - 1) * i / kFirstLooks;
    value[i] = look(index[i]);
  }
  for (std::size_t i = 0; i < kFirstLooks; ++i) search(search, index[i], value[i], index[i + 1], value[i + 1]);
  return best;
}

}  // namespace attn
