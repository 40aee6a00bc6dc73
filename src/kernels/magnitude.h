#pragma once
// One look at an array before a computation: is every number finite, and how large is the largest?
#include <cstddef>

#include "kernels/lane.h"

namespace attn::kernels {

struct Magnitude {
  float largest = 0;  // max |x|; without meaning where not all are finite
  bool finite = true;
};

/// Finds max |xᵢ| and whether every xᵢ is finite, in one pass.
/// Edge: {0, true} for n = 0
template <class Family>
Magnitude magnitude(const float* x, std::size_t n) {
  using Float = typename Family::Float;
  using Word = typename Family::Word;
  const Float zero = Float::splat(0.0f);
  const Word positive = Word::splat(0x7fffffffu);
  Float largest = zero, trace = zero;
  const auto take = [&](Float value) {
    largest = larger(largest, from_bits(bits(value) & positive));
    trace = trace + value * zero;  // NaN from the first infinity or NaN on
  };
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) take(Float::load(x + i));
  if (i < n) take(load_partial<Float>(x + i, static_cast<unsigned>(n - i), 0.0f));
  const float left = sum_lanes(trace);
  return {largest_lane(largest), left == left};
}

}  // namespace attn::kernels
