#pragma once
// The product of two matrices, for what is not fused.
#include "kernels/pack.h"
#include "kernels/tile.h"

namespace attn::kernels {

/// Numbers of working memory that `multiply` takes.
constexpr std::size_t product_room(std::size_t inner, std::size_t columns) {
  return inner * (round_up(columns, kTileColumns) + kTileRows) + kTileRows * kTileColumns;
}

/// Computes out = left · right, or left · rightᵀ where `right` has a row for each column of the result.
/// Shapes: left rows × inner, right inner × columns (columns × inner), out rows × columns, rows without gaps; room: product_room
/// Accuracy: |error| ≤ (256 + inner/256)·2⁻²⁴ Σ|left||right|, each entry summed in order, in slices of 256
/// Cost: rows · inner · columns multiply-adds
template <class Family>
void multiply(const float* left, const float* right, bool transposed, std::size_t rows, std::size_t inner, std::size_t columns, float* room, float* out) {
  using Float = typename Family::Float;
  float* const quad = room + inner * round_up(columns, kTileColumns);
  float* const block = quad + kTileRows * inner;
  if (transposed)
    pack_rows<Family, kTileColumns>(right, columns, inner, 1.0f, room);
  else
    pack_columns<Family>(right, inner, columns, room);
  for (std::size_t row = 0; row < rows; row += kTileRows) {
    pack_rows<Family, kTileRows>(left + row * inner, rows - row < kTileRows ? rows - row : kTileRows, inner, 1.0f, quad);
    for (std::size_t column = 0; column < columns; column += kTileColumns) {
      for (std::size_t start = 0; start < inner; start += kSlice) {
        const auto tile = multiply_tile<Family, kTileRows, 1>(quad + start * kTileRows, room + column * inner + start * kTileColumns,
                                                              inner - start < kSlice ? inner - start : kSlice);
        tile.each([&](std::size_t i, std::size_t j, Float sum) {
          float* const place = block + i * kTileColumns + j;
          (start == 0 ? sum : Float::load(place) + sum).store(place);
        });
      }
      for (std::size_t i = 0; i < kTileRows && row + i < rows; ++i)
        for (std::size_t j = 0; j < kTileColumns && column + j < columns; ++j) out[(row + i) * columns + column + j] = block[i * kTileColumns + j];
    }
  }
}

}  // namespace attn::kernels
