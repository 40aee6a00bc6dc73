#pragma once
// What the forward and the backward kernel share: the shape, the mask, and one block of logits, 32 queries by 128 keys.
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/elementary_lane.h"
#include "kernels/pack.h"
#include "kernels/tile.h"

namespace attn::kernels {

struct AttentionShape {
  std::size_t queries = 0, keys = 0, head_dim = 0, value_dim = 0;
};

/// Which keys a query sees: all; or those up to its own place plus `offset`; or those where `allow` (queries × keys) is not 0.
struct AttentionMask {
  bool causal = false;
  std::ptrdiff_t offset = 0;
  const std::uint8_t* allow = nullptr;

  /// Keys at and after this one are hidden from the query.
  std::size_t end(std::size_t query, std::size_t keys) const {
    if (!causal) return keys;
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(query) + offset + 1;
    return last < 0 ? 0 : static_cast<std::size_t>(last) < keys ? static_cast<std::size_t>(last) : keys;
  }
};

/// One block: where it begins and how much of it there is.
struct Block {
  std::size_t first_query = 0, queries = 0, first_key = 0, keys = 0;
};

/// Queries and keys of one block of logits: 16 KiB, half of a first-level cache.
inline constexpr std::size_t kBlockRows = 32;
inline constexpr std::size_t kBlockColumns = 128;
inline constexpr std::size_t kBlockSize = kBlockRows * kBlockColumns;

/// The kernels' exponential is 2^x, so logits are multiplied by log₂e.
inline constexpr double kLog2E = 1.4426950408889634;

/// Below every logit that the kernels take, and finite: a row that has seen nothing yet subtracts it from −∞ without a NaN.
inline constexpr float kLowestLogit = -1.0e38f;

/// Computes a block of products of rows packed by four with rows packed by eight, in slices of kSlice terms.
/// Accuracy: |error| ≤ (256 + d/256)·2⁻²⁴ Σ|aₜbₜ|
template <class Family>
ATTN_APART void multiply_block(const float* left, const float* right, std::size_t length, std::size_t rows, std::size_t columns, float* block) {
  using Float = typename Family::Float;
  for (std::size_t start = 0; start < length; start += kSlice) {
    const std::size_t count = length - start < kSlice ? length - start : kSlice;
    for (std::size_t column = 0; column < columns; column += kTileColumns)
      for (std::size_t row = 0; row < rows; row += kTileRows) {
        const auto tile = multiply_tile<Family, kTileRows, 1>(left + row * length + start * kTileRows, right + column * length + start * kTileColumns, count);
        float* const to = block + row * kBlockColumns + column;
        tile.each([&](std::size_t i, std::size_t j, Float sum) {
          float* const place = to + i * kBlockColumns + j;
          (start == 0 ? sum : Float::load(place) + sum).store(place);
        });
      }
  }
}

/// Tells whether every query of the block sees every key of it, and the last eight are whole.
inline bool sees_all(const AttentionMask& mask, std::size_t keys, const Block& at) {
  return at.keys % kTileColumns == 0 && mask.allow == nullptr && mask.end(at.first_query, keys) >= at.first_key + at.keys;
}

/// Writes −∞ over every logit of the block that its query does not see, and over the columns that fill up the last eight.
inline void hide_masked(const AttentionMask& mask, std::size_t keys, const Block& at, float* block) {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  const std::size_t columns = round_up(at.keys, kTileColumns);
  for (std::size_t i = 0; i < at.queries; ++i) {
    float* const row = block + i * kBlockColumns;
    const std::size_t end = mask.end(at.first_query + i, keys);
    for (std::size_t j = end > at.first_key ? end - at.first_key : 0; j < columns; ++j) row[j] = kHidden;
    for (std::size_t j = at.keys; j < columns; ++j) row[j] = kHidden;
    if (mask.allow == nullptr) continue;
    const std::uint8_t* const allowed = mask.allow + (at.first_query + i) * keys + at.first_key;
    for (std::size_t j = 0; j < at.keys; ++j)
      if (allowed[j] == 0) row[j] = kHidden;
  }
}

/// The largest logits of four rows, one a lane, not below `least`.
template <class Family>
ATTN_APART typename Family::Float largest_of_rows(const float* block, std::size_t columns, typename Family::Float least) noexcept {
  using Float = typename Family::Float;
  const auto best = [&](std::size_t i) {
    const float* const row = block + i * kBlockColumns;
    Float one = Float::load(row), two = Float::load(row + 4);
    for (std::size_t j = kTileColumns; j < columns; j += kTileColumns) {
      one = larger(one, Float::load(row + j));
      two = larger(two, Float::load(row + j + 4));
    }
    return larger(one, two);
  };
  Float a = best(0), b = best(1), c = best(2), d = best(3);
  transpose(a, b, c, d);
  return larger(least, larger(larger(a, b), larger(c, d)));
}

/// Replaces a row of logits by 2^(x − shift) and returns the sums of every fourth.
template <class Family>
ATTN_APART typename Family::Float exp2_row(float* row, std::size_t columns, float shift) noexcept {
  using Float = typename Family::Float;
  const Float down = Float::splat(shift);
  Float sum = Float::splat(0.0f);
  ATTN_KEEP_ROLLED
  for (std::size_t j = 0; j < columns; j += 4) {
    const Float e = exp2_lane(Float::load(row + j) - down);
    e.store(row + j);
    sum = sum + e;
  }
  return sum;
}

}  // namespace attn::kernels
