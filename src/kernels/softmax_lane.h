#pragma once
// Row reductions around softmax in float32. No row is copied and nothing is allocated.
#include <cstddef>
#include <limits>

#include "kernels/elementary_lane.h"
#include "kernels/tile.h"

namespace attn::kernels {

/// Numbers that are summed in float32 before the sum is handed to a double: the rounding error of a long row stays that of a short one.
inline constexpr std::size_t kSumBlock = 128;

/// Loads four entries of a row, or what is left of it and −∞: the exponential then stands in one loop, not in a second one for the tail.
template <class Float>
inline Float load_up_to_four(const float* x, unsigned left) noexcept {
  return left < 4 ? load_partial<Float>(x, left, -std::numeric_limits<float>::infinity()) : Float::load(x);
}

/// Finds the largest of x[0 … n).
/// Requires: no NaN · Edge: −∞ for n = 0
template <class Family>
ATTN_APART float row_max(const float* x, std::size_t n) {
  using Float = typename Family::Float;
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  Float best[2] = {Float::splat(kLowest), Float::splat(kLowest)};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    best[0] = larger(best[0], Float::load(x + i));
    best[1] = larger(best[1], Float::load(x + i + 4));
  }
  if (i + 4 <= n) {
    best[0] = larger(best[0], Float::load(x + i));
    i += 4;
  }
  if (i < n) best[1] = larger(best[1], load_partial<Float>(x + i, static_cast<unsigned>(n - i), kLowest));
  return largest_lane(larger(best[0], best[1]));
}

/// Writes exp((xᵢ − shift)·scale) and returns the sum.
/// Requires: shift finite; out may be x · Accuracy: 2 ulp an entry; the sum to 40·2⁻²⁴ relative at any length
template <class Family>
ATTN_APART double exp_row(const float* x, float shift, float scale, float* out, std::size_t n) {
  using Float = typename Family::Float;
  const Float down = Float::splat(shift), factor = Float::splat(scale);
  double total = 0;
  for (std::size_t start = 0; start < n; start += kSumBlock) {
    const std::size_t end = n - start < kSumBlock ? n : start + kSumBlock;
    Float sum = Float::splat(0.0f);
    for (std::size_t i = start; i < end; i += 4) {
      const auto left = static_cast<unsigned>(end - i);
      const Float e = exp_lane((load_up_to_four<Float>(x + i, left) - down) * factor);
      left < 4 ? store_partial(e, out + i, left) : e.store(out + i);
      sum = sum + e;
    }
    total += static_cast<double>(sum_lanes(sum));
  }
  return total;
}

/// Multiplies x[0 … n) by `factor` in place.
template <class Family>
ATTN_APART void scale_row(float* x, float factor, std::size_t n) {
  using Float = typename Family::Float;
  const Float by = Float::splat(factor);
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) (Float::load(x + i) * by).store(x + i);
  for (; i < n; ++i) x[i] = x[i] * factor;
}

/// A row longer than this leaves the caches, and softmax_row takes it in two passes over memory instead of three.
inline constexpr std::size_t kLongRow = 8192;

/// Writes 2^((xᵢ − shift)·factor) and returns the sum, as exp_row does.
template <class Family>
ATTN_APART double exp2_long(const float* x, float shift, float factor, float* out, std::size_t n) {
  using Float = typename Family::Float;
  const Float down = Float::splat(shift), by = Float::splat(factor);
  double total = 0;
  while (n > 0) {
    const std::size_t here = n < kSumBlock ? n : kSumBlock;
    Float sum = Float::splat(0.0f);
    std::size_t i = 0;
    for (; i + 4 <= here; i += 4) {
      const Float e = exp2_lane((Float::load(x + i) - down) * by);
      e.store(out + i);
      sum = sum + e;
    }
    if (i < here) {
      const auto rest = static_cast<unsigned>(here - i);
      const Float e = exp2_lane((load_partial<Float>(x + i, rest, -std::numeric_limits<float>::infinity()) - down) * by);
      store_partial(e, out + i, rest);
      sum = sum + e;
    }
    total += static_cast<double>(sum_lanes(sum));
    x += here;
    out += here;
    n -= here;
  }
  return total;
}

/// Writes softmax(scale·x) of a long row: block after block relative to the block's own largest entry, then all by one factor a block.
/// Accuracy: 6·10⁻⁷ + |xᵢ − max|·scale·2⁻²² relative; what is below 2⁻¹²⁵ of the largest in its block may become 0
template <class Family>
ATTN_APART double softmax_long_row(const float* x, float scale, float* out, std::size_t n) {
  constexpr std::size_t kMostBlocks = 256;
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  struct Part {
    float largest;
    double sum;
  } parts[kMostBlocks];
  std::size_t block = kLongRow / 2;
  while (block * kMostBlocks < n) block *= 2;
  const float factor = scale * 1.44269504f;
  float all = kLowest;
  std::size_t count = 0;
  for (std::size_t left = n; left > 0; ++count) {
    const std::size_t here = left < block ? left : block;
    const float* const from = x + (n - left);
    Part& part = parts[count];
    part.largest = row_max<Family>(from, here);
    part.sum = exp2_long<Family>(from, part.largest == kLowest ? 0.0f : part.largest, factor, out + (n - left), here);
    all = part.largest > all ? part.largest : all;
    left -= here;
  }
  if (all == kLowest) return 0;  // every entry has become 0
  double total = 0;
  for (std::size_t b = 0; b < count; ++b) {
    float shrink;
    exp2_long<Family>(&parts[b].largest, all, factor, &shrink, 1);
    parts[b].largest = shrink;
    total += static_cast<double>(shrink) * parts[b].sum;
  }
  for (std::size_t b = 0; b < count; ++b) {
    const std::size_t start = b * block;
    scale_row<Family>(out + start, static_cast<float>(static_cast<double>(parts[b].largest) / total), n - start < block ? n - start : block);
  }
  return total;
}

/// Writes softmax(scale·x), the largest entry subtracted first; returns the sum of the exponentials.
/// Requires: no NaN, no +∞, scale > 0; out may be x · Edge: a row of −∞ (fully masked) gives zeros and 0
template <class Family>
inline double softmax_row(const float* x, float scale, float* out, std::size_t n) {
  if (n > kLongRow) return softmax_long_row<Family>(x, scale, out, n);
  const float largest = row_max<Family>(x, n);
  if (largest == -std::numeric_limits<float>::infinity()) {
    for (std::size_t i = 0; i < n; ++i) out[i] = 0.0f;
    return 0;
  }
  const double total = exp_row<Family>(x, largest, scale, out, n);
  scale_row<Family>(out, static_cast<float>(1.0 / total), n);
  return total;
}

/// What the entropy of one softmax row is made of, with the largest entries set apart so that nothing cancels in a
/// nearly saturated row: Σ exp(tᵢ) = ties + rest, with tᵢ = (xᵢ − max)·scale.
struct SoftmaxParts {
  double ties = 0;     // how many entries equal the largest
  double rest = 0;     // Σ exp(tᵢ) over the others
  double descent = 0;  // Σ −tᵢ exp(tᵢ)
};

/// Computes the parts without writing the weights.
/// Requires: `largest` is the largest entry and finite, scale > 0 · Accuracy: as exp_row
template <class Family>
inline SoftmaxParts softmax_parts(const float* x, float largest, float scale, std::size_t n) {
  using Float = typename Family::Float;
  using Word = typename Family::Word;
  const Float down = Float::splat(largest), factor = Float::splat(scale), zero = Float::splat(0.0f), one = Float::splat(1.0f);
  // e^−200 is 0 in float32; the bound keeps 0·∞ out of the descent.
  const Float lowest = Float::splat(-200.0f);
  SoftmaxParts parts;
  for (std::size_t start = 0; start < n; start += kSumBlock) {
    const std::size_t end = n - start < kSumBlock ? n : start + kSumBlock;
    Float ties = zero, rest = zero, descent = zero;
    for (std::size_t i = start; i < end; i += 4) {
      const Float t = larger((load_up_to_four<Float>(x + i, static_cast<unsigned>(end - i)) - down) * factor, lowest);
      const Float e = exp_lane(t);
      const Word below = less(t, zero);
      rest = rest + from_bits(bits(e) & below);
      ties = ties + select(below, zero, one);
      descent = descent - t * e;
    }
    parts.ties += static_cast<double>(sum_lanes(ties));
    parts.rest += static_cast<double>(sum_lanes(rest));
    parts.descent += static_cast<double>(sum_lanes(descent));
  }
  return parts;
}

}  // namespace attn::kernels
