#pragma once
#include <algorithm>

#include "core/matrix.h"

namespace attn {

/// Terms that are added up before they join the result. Eigen's own slices follow the machine's caches, which would make the
/// digits follow them too; these are short enough that Eigen never cuts them again.
inline constexpr Index kProductSlice = 256;

/// Multiplies two matrices, slice by slice along the summed axis.
///   left · right
/// Shapes: left m × k, right k × n, result m × n
/// Accuracy: error ≤ (256 + k/256) u Σ|left||right| for every entry, u = 2⁻²⁴ or 2⁻⁵³; a plain sum would have k u
/// Cost: m n k multiply-adds
template <class Left, class Right>
MatrixOf<typename Left::Scalar> sliced_product(const Left& left, const Right& right) {
  MatrixOf<typename Left::Scalar> product = MatrixOf<typename Left::Scalar>::Zero(left.rows(), right.cols());
  for (Index start = 0; start < left.cols(); start += kProductSlice) {
    const Index length = std::min(kProductSlice, left.cols() - start);
    product.noalias() += left.middleCols(start, length) * right.middleRows(start, length);
  }
  return product;
}

}  // namespace attn
