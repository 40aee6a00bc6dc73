#pragma once
#include <algorithm>

#include "core/matrix.h"

namespace attn {

/// Multiplies two matrices; each entry is summed in order, in slices of 256 terms.
///   left · right; times_transposed: left · rightᵀ
/// Shapes: left m × k, right k × n (times_transposed: n × k), result m × n
/// Accuracy: error ≤ (256 + k/256) u Σ|left||right| for every entry, u = 2⁻²⁴ or 2⁻⁵³; a plain sum would have k u
/// Cost: m n k multiply-adds
Matrix sliced_product(const Matrix& left, const Matrix& right);
Matrix times_transposed(const Matrix& left, const Matrix& right);

/// The same in double, where it is only the reference: Eigen's product, cut by us, because Eigen's own slices follow the machine's caches
/// and the digits would follow them.
inline MatrixD sliced_product(const MatrixD& left, const MatrixD& right) {
  constexpr Index kSlice = 256;
  MatrixD product = MatrixD::Zero(left.rows(), right.cols());
  for (Index start = 0; start < left.cols(); start += kSlice) {
    const Index length = std::min(kSlice, left.cols() - start);
    product.noalias() += left.middleCols(start, length) * right.middleRows(start, length);
  }
  return product;
}
/// Multiplies with the transpose of the right matrix, by way of the product above.
inline MatrixD times_transposed(const MatrixD& left, const MatrixD& right) { return sliced_product(left, MatrixD(right.transpose())); }

}  // namespace attn
