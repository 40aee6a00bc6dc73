#pragma once
// Attention without its matrix of weights: block after block of keys, the softmax mended as larger logits come (online softmax).
// Source: Milakov, Gimelshein 2018; Dao et al. 2022
#include "kernels/attention_block.h"

namespace attn::kernels {

/// Numbers of working memory that attention_forward takes.
inline std::size_t forward_room(const AttentionShape& shape) {
  const std::size_t value_columns = round_up(shape.value_dim, kTileColumns);
  return round_up(shape.keys, kTileColumns) * shape.head_dim + shape.keys * value_columns + kBlockRows * (shape.head_dim + value_columns + kBlockColumns + 6);
}

/// The state of one block of queries while the keys pass.
struct ForwardRows {
  float* output;   // panels of eight columns, kBlockRows rows each; not yet divided
  float* sums;     // four partial sums a row
  float* largest;  // one a row, in units of ln 2
  float* shrink;   // what the new maximum leaves of the old sums
};

/// Takes the softmax's next step on a block of logits, which becomes a block of 2^(x − largest).
template <class Family>
ATTN_APART void soften_block(float* block, std::size_t rows, std::size_t columns, const ForwardRows& state) {
  using Float = typename Family::Float;
  for (std::size_t i = 0; i < rows; i += 4) {
    float* const four = block + i * kBlockColumns;
    const Float before = Float::load(state.largest + i);
    const Float now = largest_of_rows<Family>(four, columns, before);
    now.store(state.largest + i);
    exp2_lane(before - now).store(state.shrink + i);
    for (std::size_t k = i; k < i + 4; ++k) {
      const Float sum = exp2_row<Family>(block + k * kBlockColumns, columns, state.largest[k]);
      (Float::load(state.sums + 4 * k) * Float::splat(state.shrink[k]) + sum).store(state.sums + 4 * k);
    }
  }
}

/// output = shrink · output + block · values, values packed by columns.
template <class Family>
ATTN_APART void add_values(const float* block, const float* values, std::size_t all_keys, std::size_t rows, std::size_t keys, std::size_t value_columns,
                           const ForwardRows& state) {
  using Float = typename Family::Float;
  for (std::size_t column = 0; column < value_columns; column += kTileColumns)
    for (std::size_t row = 0; row < rows; row += kTileRows) {
      const auto tile = multiply_tile<Family, 1, kBlockColumns>(block + row * kBlockColumns, values + column * all_keys, keys);
      float* const to = state.output + column * kBlockRows + row * kTileColumns;
      tile.each([&](std::size_t i, std::size_t j, Float sum) {
        float* const place = to + i * kTileColumns + j;
        (Float::load(place) * Float::splat(state.shrink[row + i]) + sum).store(place);
      });
    }
}

/// Where the log of a row's sum goes: log Σ e^x = ln 2 · largest + ln sum.
struct RowSums {
  float *largest = nullptr, *sum = nullptr;  // one a query, or null; a sum of 0 where nothing is seen
};

/// Divides the rows of the output by their sums.
template <class Family>
void finish_rows(const Block& at, std::size_t value_columns, const ForwardRows& state, const RowSums& logsum) {
  using Float = typename Family::Float;
  for (std::size_t i = 0; i < at.queries; ++i) {
    const float sum = sum_lanes(Float::load(state.sums + 4 * i));
    const Float by = Float::splat(sum > 0.0f ? 1.0f / sum : 0.0f);
    for (std::size_t column = 0; column < value_columns; column += 4) {
      float* const entry = state.output + column / kTileColumns * kTileColumns * kBlockRows + i * kTileColumns + column % kTileColumns;
      (Float::load(entry) * by).store(entry);
    }
    if (logsum.sum == nullptr) continue;
    logsum.largest[at.first_query + i] = state.largest[i];
    logsum.sum[at.first_query + i] = sum;
  }
}

/// Computes O = softmax(scale·QKᵀ + mask) V, row by row of Q, without the matrix of weights.
/// Shapes: query n_q × d, key n × d, value n × d_v, out n_q × d_v, rows without gaps; room: forward_room
/// Requires: |scale|·log₂e·|q||k| d ≤ 2¹⁰⁰
/// Accuracy: logits (256 + d/256 + 2)·2⁻²⁴ Σ|qₜkₜ|·scale; weights 4·10⁻⁷ relative beyond that; sums (128 + n/128)·2⁻²⁴
/// Edge: a row that sees nothing is a row of zeros; a hidden key has weight exactly 0
/// Cost: 2 n_q n (d + d_v) flops, n_q n exponentials; blocks that no query sees are left out
template <class Family>
void attention_forward(const AttentionShape& shape, const float* query, const float* key, const float* value, double scale, const AttentionMask& mask,
                       float* room, float* out, const RowSums& logsum = {}) {
  using Float = typename Family::Float;
  const std::size_t value_columns = round_up(shape.value_dim, kTileColumns);
  float* const keys = room;
  float* const values = keys + round_up(shape.keys, kTileColumns) * shape.head_dim;
  float* const queries = values + shape.keys * value_columns;
  float* const block = queries + kBlockRows * shape.head_dim;
  ForwardRows state;
  state.output = block + kBlockSize;
  state.sums = state.output + kBlockRows * value_columns;
  state.largest = state.sums + 4 * kBlockRows;
  state.shrink = state.largest + kBlockRows;

  pack_rows<Family, kTileColumns>(key, shape.keys, shape.head_dim, 1.0f, keys);
  pack_columns<Family>(value, shape.keys, shape.value_dim, values);
  const auto factor = static_cast<float>(scale * kLog2E);

  Block at;
  for (at.first_query = 0; at.first_query < shape.queries; at.first_query += kBlockRows) {
    at.queries = shape.queries - at.first_query < kBlockRows ? shape.queries - at.first_query : kBlockRows;
    const std::size_t rows = round_up(at.queries, kTileRows);
    pack_rows<Family, kTileRows>(query + at.first_query * shape.head_dim, at.queries, shape.head_dim, factor, queries);
    for (std::size_t i = 0; i < kBlockRows * value_columns; i += 4) Float::splat(0.0f).store(state.output + i);
    for (std::size_t i = 0; i < 4 * kBlockRows; i += 4) Float::splat(0.0f).store(state.sums + i);
    for (std::size_t i = 0; i < kBlockRows; i += 4) Float::splat(kLowestLogit).store(state.largest + i);

    const std::size_t end = mask.end(at.first_query + at.queries - 1, shape.keys);
    for (at.first_key = 0; at.first_key < end; at.first_key += kBlockColumns) {
      at.keys = end - at.first_key < kBlockColumns ? end - at.first_key : kBlockColumns;
      const std::size_t columns = round_up(at.keys, kTileColumns);
      multiply_block<Family>(queries, keys + at.first_key * shape.head_dim, shape.head_dim, rows, columns, block);
      if (!sees_all(mask, shape.keys, at)) hide_masked(mask, shape.keys, at, block);
      soften_block<Family>(block, rows, columns, state);
      add_values<Family>(block, values + at.first_key * kTileColumns, shape.keys, rows, at.keys, value_columns, state);
    }

    finish_rows<Family>(at, value_columns, state, logsum);
    unpack_columns<Family>(state.output, kBlockRows, 1.0f, at.queries, shape.value_dim, out + at.first_query * shape.value_dim);
  }
}

}  // namespace attn::kernels
