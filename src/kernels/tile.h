#pragma once
// The one inner loop of all matrix products: four rows times eight columns, eight running sums in registers. Four rows by two vectors is
// what V8's fifteen usable registers hold together with the operands; of the shapes tried it is among the best in Chromium and the best in Node.
#include <cstddef>

#include "kernels/lane.h"

// One step a basic block: unrolled by the compiler the loops below spill in V8, which unrolls by itself.
#if defined(__clang__)
#define ATTN_KEEP_ROLLED _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define ATTN_KEEP_ROLLED
#endif

namespace attn::kernels {

inline constexpr std::size_t kTileRows = 4;
inline constexpr std::size_t kTileColumns = 8;

/// Terms that are added up before they join a result: the rounding error of a long sum stays that of a short one.
inline constexpr std::size_t kSlice = 256;

constexpr std::size_t round_up(std::size_t count, std::size_t unit) { return (count + unit - 1) / unit * unit; }

template <class Float>
struct Tile {
  Float sum[8];  // row by row, two vectors each

  /// Calls visit(row, place of the vector in the row, sum) for each vector; written out, so that no compiler keeps the sums in memory.
  template <class Visit>
  void each(Visit visit) const {
    visit(0, 0, sum[0]);
    visit(0, 4, sum[1]);
    visit(1, 0, sum[2]);
    visit(1, 4, sum[3]);
    visit(2, 0, sum[4]);
    visit(2, 4, sum[5]);
    visit(3, 0, sum[6]);
    visit(3, 4, sum[7]);
  }
};

/// Computes Σₖ a(k, row) · b(k, column) for four rows and eight columns, in the order of k.
///   a(k, row) = a[k·step + row·row_step], b(k, column) = b[8 k + column]
template <class Family, std::size_t step, std::size_t row_step>
inline Tile<typename Family::Float> multiply_tile(const float* a, const float* b, std::size_t count) {
  using Float = typename Family::Float;
  const Float zero = Float::splat(0.0f);
  Float s0 = zero, s1 = zero, s2 = zero, s3 = zero, s4 = zero, s5 = zero, s6 = zero, s7 = zero;
  const float* const end = b + kTileColumns * count;
  ATTN_KEEP_ROLLED
  while (b != end) {
    const Float x0 = Float::splat(a[0]), x1 = Float::splat(a[row_step]), x2 = Float::splat(a[2 * row_step]), x3 = Float::splat(a[3 * row_step]);
    const Float left = Float::load(b);
    s0 = s0 + x0 * left;
    s2 = s2 + x1 * left;
    s4 = s4 + x2 * left;
    s6 = s6 + x3 * left;
    const Float right = Float::load(b + 4);
    s1 = s1 + x0 * right;
    s3 = s3 + x1 * right;
    s5 = s5 + x2 * right;
    s7 = s7 + x3 * right;
    a += step;
    b += kTileColumns;
  }
  return {{s0, s1, s2, s3, s4, s5, s6, s7}};
}

}  // namespace attn::kernels
