#pragma once
// Dot products in float32 with an order of additions that the source fixes.
#include <cstddef>

#include "kernels/lane.h"

namespace attn::kernels {

/// Computes Σ aᵢ bᵢ.
///   sixteen running sums (four lanes times four accumulators), added as ((0 + 1) + (2 + 3)), then the lanes
/// Accuracy: |error| ≤ (⌈n/16⌉ + 5)·2⁻²⁴·Σ|aᵢ bᵢ|; the same bits for every lane family
/// Edge: 0 for n = 0
template <class Family>
ATTN_APART float dot(const float* a, const float* b, std::size_t n) {
  using Float = typename Family::Float;
  Float sum[4] = {Float::splat(0.0f), Float::splat(0.0f), Float::splat(0.0f), Float::splat(0.0f)};
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    sum[0] = sum[0] + Float::load(a + i) * Float::load(b + i);
    sum[1] = sum[1] + Float::load(a + i + 4) * Float::load(b + i + 4);
    sum[2] = sum[2] + Float::load(a + i + 8) * Float::load(b + i + 8);
    sum[3] = sum[3] + Float::load(a + i + 12) * Float::load(b + i + 12);
  }
  for (; i + 4 <= n; i += 4) sum[0] = sum[0] + Float::load(a + i) * Float::load(b + i);
  if (i < n) {
    const auto rest = static_cast<unsigned>(n - i);
    sum[1] = sum[1] + load_partial<Float>(a + i, rest, 0.0f) * load_partial<Float>(b + i, rest, 0.0f);
  }
  return sum_lanes((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

}  // namespace attn::kernels
