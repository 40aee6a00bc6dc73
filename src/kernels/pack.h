#pragma once
// Copies that lay matrices out as the inner loop reads them: addresses that only grow. What is missing to a whole panel is zero.
// Each is a function of its own, which forward, backward and the plain product share: they are called once a block.
#include <cstddef>

#include "kernels/lane.h"
#include "kernels/tile.h"

namespace attn::kernels {

/// Packs rows by `width` (4: the left side of a product, 8: the right side of one with their transpose), times `factor`:
///   to[panel·width·columns + width·t + row] = factor · from(width·panel + row, t)
template <class Family, std::size_t width>
ATTN_APART void pack_rows(const float* from, std::size_t rows, std::size_t columns, float factor, float* to) {
  using Float = typename Family::Float;
  const Float by = Float::splat(factor), zero = Float::splat(0.0f);
  for (std::size_t row = 0; row < rows; row += width, to += width * columns)
    for (std::size_t group = 0; group < width; group += 4) {
      const std::size_t here = rows > row + group ? rows - row - group : 0;
      const float* const first = from + (row + group) * columns;
      const auto load = [&](std::size_t i, std::size_t t) { return i < here ? Float::load(first + i * columns + t) * by : zero; };
      std::size_t t = 0;
      for (; t + 4 <= columns; t += 4) {
        Float a = load(0, t), b = load(1, t), c = load(2, t), d = load(3, t);
        transpose(a, b, c, d);
        float* const place = to + t * width + group;
        a.store(place);
        b.store(place + width);
        c.store(place + 2 * width);
        d.store(place + 3 * width);
      }
      for (; t < columns; ++t)
        for (std::size_t i = 0; i < 4; ++i) to[t * width + group + i] = i < here ? first[i * columns + t] * factor : 0.0f;
    }
}

/// Packs columns by eight, the right side of a product: to[(panel·rows + row)·8 + column] = from(row, 8·panel + column).
template <class Family>
ATTN_APART void pack_columns(const float* from, std::size_t rows, std::size_t columns, float* to) {
  using Float = typename Family::Float;
  for (std::size_t start = 0; start < columns; start += kTileColumns)
    for (std::size_t row = 0; row < rows; ++row, to += kTileColumns) {
      const float* const source = from + row * columns + start;
      if (start + kTileColumns <= columns) {
        Float::load(source).store(to);
        Float::load(source + 4).store(to + 4);
      } else {
        for (std::size_t i = 0; i < kTileColumns; ++i) to[i] = start + i < columns ? source[i] : 0.0f;
      }
    }
}

/// Writes what lies in panels of eight columns, `stride` rows a panel, into rows, times `factor`.
template <class Family>
ATTN_APART void unpack_columns(const float* from, std::size_t stride, float factor, std::size_t rows, std::size_t columns, float* to) {
  using Float = typename Family::Float;
  for (std::size_t start = 0; start < columns; start += kTileColumns, from += stride * kTileColumns)
    for (std::size_t row = 0; row < rows; ++row) {
      const float* const source = from + row * kTileColumns;
      float* const target = to + row * columns + start;
      if (start + kTileColumns <= columns) {
        const Float by = Float::splat(factor);
        (Float::load(source) * by).store(target);
        (Float::load(source + 4) * by).store(target + 4);
      } else {
        for (std::size_t i = 0; start + i < columns; ++i) target[i] = source[i] * factor;
      }
    }
}

}  // namespace attn::kernels
