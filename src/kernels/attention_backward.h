#pragma once
// The gradients of attention, a block of 32 queries at a time: five products, 10 n_q n d flops where d_v = d.
#include "kernels/attention_block.h"

namespace attn::kernels {

/// Where the working memory of attention_backward lies; `size` numbers in all.
struct BackwardRoom {
  float *keys, *key_columns, *values;           // K by rows and by columns, V by rows
  float *key_grad, *value_grad;                 // panels of eight columns over all keys
  float *queries, *query_columns, *query_grad;  // one block of queries
  float *upstream, *upstream_columns;           // one block of dO
  float *powers, *grads;                        // blocks of 2^(x − max), and of dP, then dS, over all keys
  float *sums, *factors;                        // four partial sums a row; one number a row
  std::size_t size = 0;

  BackwardRoom(const AttentionShape& shape, float* room) {
    const std::size_t keys_up = round_up(shape.keys, kBlockColumns), head = round_up(shape.head_dim, kTileColumns),
                      value = round_up(shape.value_dim, kTileColumns);
    const auto take = [&](float*& place, std::size_t count) {
      place = room == nullptr ? nullptr : room + size;
      size += count;
    };
    take(keys, keys_up * shape.head_dim);
    take(key_columns, shape.keys * head);
    take(values, keys_up * shape.value_dim);
    take(key_grad, keys_up * head);
    take(value_grad, keys_up * value);
    take(queries, kBlockRows * shape.head_dim);
    take(query_columns, kBlockRows * head);
    take(query_grad, kBlockRows * head);
    take(upstream, kBlockRows * shape.value_dim);
    take(upstream_columns, kBlockRows * value);
    take(powers, keys_up * kBlockRows);
    take(grads, keys_up * kBlockRows);
    take(sums, 4 * kBlockRows);
    take(factors, kBlockRows);
  }
};

/// What the backward kernel reads and writes; rows without gaps.
struct BackwardArrays {
  const float *query, *key, *value, *upstream;
  float *query_grad, *key_grad, *value_grad;
};

template <class Float>
ATTN_APART void fill_zero(float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4) Float::splat(0.0f).store(to + i);
}

/// to += left · right over whole tiles: to(row, column) lies in panels of eight columns, `to_rows` rows each.
template <class Family, std::size_t step, std::size_t row_step>
ATTN_APART void add_product(const float* left, const float* right, std::size_t right_rows, std::size_t count, std::size_t rows, std::size_t columns, float* to,
                            std::size_t to_rows) {
  using Float = typename Family::Float;
  for (std::size_t column = 0; column < columns; column += kTileColumns)
    for (std::size_t row = 0; row < rows; row += kTileRows) {
      const auto tile = multiply_tile<Family, step, row_step>(left + row * row_step, right + column * right_rows, count);
      float* const place = to + column * to_rows + row * kTileColumns;
      tile.each([&](std::size_t i, std::size_t j, Float sum) {
        float* const entry = place + i * kTileColumns + j;
        (Float::load(entry) + sum).store(entry);
      });
    }
}

/// Replaces one row of logits, spread over blocks, by 2^(x − max); returns Σ as four partial sums.
template <class Family>
ATTN_APART void soften_rows(float* powers, std::size_t rows, std::size_t columns, float* sums) {
  using Float = typename Family::Float;
  for (std::size_t i = 0; i < rows; i += 4) {
    Float largest = Float::splat(kLowestLogit);
    for (std::size_t j = 0; j < columns; j += kBlockColumns)
      largest = largest_of_rows<Family>(powers + j * kBlockRows + i * kBlockColumns, columns - j < kBlockColumns ? columns - j : kBlockColumns, largest);
    float shift[4];
    largest.store(shift);
    for (std::size_t k = 0; k < 4; ++k) {
      Float sum = Float::splat(0.0f);
      for (std::size_t j = 0; j < columns; j += kBlockColumns)
        sum = sum + exp2_row<Family>(powers + j * kBlockRows + (i + k) * kBlockColumns, columns - j < kBlockColumns ? columns - j : kBlockColumns, shift[k]);
      sum.store(sums + 4 * (i + k));
    }
  }
}

/// dS = P ∘ (dP − rowsum(P ∘ dP)) for one row, with P = powers · factor. dP is taken relative to its entry at the largest weight: in a
/// saturated row the bracket is then small by construction, and nothing cancels.
template <class Family>
ATTN_APART void soften_gradient_row(const float* powers, float* grads, std::size_t columns, float factor) {
  using Float = typename Family::Float;
  const Float one = Float::splat(1.0f);
  const auto place = [](std::size_t j) { return j / kBlockColumns * kBlockSize + j % kBlockColumns; };
  Float top = Float::splat(-std::numeric_limits<float>::infinity());
  for (std::size_t j = 0; j < columns; j += 4) {
    const Float here = select(less(Float::load(powers + place(j)), one), top, Float::load(grads + place(j)));
    top = larger(top, here);
  }
  const float at_top = largest_lane(top);
  const Float origin = Float::splat(at_top > -std::numeric_limits<float>::infinity() ? at_top : 0.0f);  // none in a row that sees nothing
  Float total = Float::splat(0.0f);
  for (std::size_t start = 0; start < columns; start += kBlockColumns) {
    Float sum = Float::splat(0.0f);
    for (std::size_t j = start; j < columns && j < start + kBlockColumns; j += 4)
      sum = sum + Float::load(powers + place(j)) * (Float::load(grads + place(j)) - origin);
    total = total + sum;
  }
  const Float mean = Float::splat(sum_lanes(total) * factor), by = Float::splat(factor);
  for (std::size_t j = 0; j < columns; j += 4) {
    float* const grad = grads + place(j);
    ((Float::load(powers + place(j)) * by) * ((Float::load(grad) - origin) - mean)).store(grad);
  }
}

/// Computes the gradients of O = softmax(scale·QKᵀ + mask) V for a given dO.
///   dV = Pᵀ dO · dP = dO Vᵀ · dS = P ∘ (dP − rowsum(P ∘ dP)) · dQ = scale·dS K · dK = scale·dSᵀ Q
/// Shapes: as attention_forward; room: BackwardRoom(shape, nullptr).size numbers
/// Requires: as attention_forward, and |dO||V| d_v far from float32's end
/// Accuracy: P as in attention_forward; every sum in slices of 256, 128 or 32 terms
/// Edge: a row that sees nothing gives no gradient to anything
/// Cost: 2 n_q n (3 d + 2 d_v) flops, n_q n exponentials; blocks that no query sees are left out
template <class Family>
void attention_backward(const AttentionShape& shape, const BackwardArrays& arrays, double scale, const AttentionMask& mask, float* memory) {
  using Float = typename Family::Float;
  const BackwardRoom room(shape, memory);
  const std::size_t head_columns = round_up(shape.head_dim, kTileColumns), value_columns = round_up(shape.value_dim, kTileColumns);
  const std::size_t keys_up = round_up(shape.keys, kBlockColumns);
  const auto factor = static_cast<float>(scale * kLog2E);
  pack_rows<Family, kTileColumns>(arrays.key, shape.keys, shape.head_dim, 1.0f, room.keys);
  pack_columns<Family>(arrays.key, shape.keys, shape.head_dim, room.key_columns);
  pack_rows<Family, kTileColumns>(arrays.value, shape.keys, shape.value_dim, 1.0f, room.values);
  fill_zero<Float>(room.key_grad, keys_up * head_columns);
  fill_zero<Float>(room.value_grad, keys_up * value_columns);

  Block at;
  for (at.first_query = 0; at.first_query < shape.queries; at.first_query += kBlockRows) {
    at.queries = shape.queries - at.first_query < kBlockRows ? shape.queries - at.first_query : kBlockRows;
    const std::size_t rows = round_up(at.queries, kTileRows), end = mask.end(at.first_query + at.queries - 1, shape.keys);
    const float *const query = arrays.query + at.first_query * shape.head_dim, *const upstream = arrays.upstream + at.first_query * shape.value_dim;
    pack_rows<Family, kTileRows>(query, at.queries, shape.head_dim, factor, room.queries);
    pack_rows<Family, kTileRows>(upstream, at.queries, shape.value_dim, 1.0f, room.upstream);
    pack_columns<Family>(query, at.queries, shape.head_dim, room.query_columns);
    pack_columns<Family>(upstream, at.queries, shape.value_dim, room.upstream_columns);
    fill_zero<Float>(room.query_grad, kBlockRows * head_columns);

    const auto each_block = [&](auto visit) {
      for (at.first_key = 0; at.first_key < end; at.first_key += kBlockColumns) {
        at.keys = end - at.first_key < kBlockColumns ? end - at.first_key : kBlockColumns;
        visit(room.powers + at.first_key * kBlockRows, room.grads + at.first_key * kBlockRows);
      }
    };
    each_block([&](float* powers, float* grads) {
      const std::size_t columns = round_up(at.keys, kTileColumns);
      multiply_block<Family>(room.queries, room.keys + at.first_key * shape.head_dim, shape.head_dim, rows, columns, powers);
      multiply_block<Family>(room.upstream, room.values + at.first_key * shape.value_dim, shape.value_dim, rows, columns, grads);
      if (!sees_all(mask, shape.keys, at)) hide_masked(mask, shape.keys, at, powers);
    });
    const std::size_t columns = round_up(end, kTileColumns);
    soften_rows<Family>(room.powers, rows, columns, room.sums);
    for (std::size_t i = 0; i < at.queries; ++i) {
      const float sum = sum_lanes(Float::load(room.sums + 4 * i));
      room.factors[i] = sum > 0.0f ? 1.0f / sum : 0.0f;
      soften_gradient_row<Family>(room.powers + i * kBlockColumns, room.grads + i * kBlockColumns, columns, room.factors[i]);
      // dV takes P = powers · factor: the factor goes to dO's row.
      for (std::size_t column = 0; column < value_columns; column += 4) {
        float* const entry = room.upstream_columns + column / kTileColumns * kTileColumns * at.queries + i * kTileColumns + column % kTileColumns;
        (Float::load(entry) * Float::splat(room.factors[i])).store(entry);
      }
    }
    each_block([&](float* powers, float* grads) {
      const std::size_t keys = round_up(at.keys, kTileRows);
      add_product<Family, 1, kBlockColumns>(grads, room.key_columns + at.first_key * kTileColumns, shape.keys, at.keys, rows, head_columns, room.query_grad,
                                            kBlockRows);
      add_product<Family, kBlockColumns, 1>(powers, room.upstream_columns, at.queries, at.queries, keys, value_columns,
                                            room.value_grad + at.first_key * kTileColumns, keys_up);
      add_product<Family, kBlockColumns, 1>(grads, room.query_columns, at.queries, at.queries, keys, head_columns, room.key_grad + at.first_key * kTileColumns,
                                            keys_up);
    });
    unpack_columns<Family>(room.query_grad, kBlockRows, static_cast<float>(scale), at.queries, shape.head_dim,
                           arrays.query_grad + at.first_query * shape.head_dim);
  }
  unpack_columns<Family>(room.key_grad, keys_up, static_cast<float>(scale), shape.keys, shape.head_dim, arrays.key_grad);
  unpack_columns<Family>(room.value_grad, keys_up, 1.0f, shape.keys, shape.value_dim, arrays.value_grad);
}

}  // namespace attn::kernels
