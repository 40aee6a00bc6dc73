#pragma once
#include <Eigen/Core>

#include "core/status.h"

namespace attn {

/// Row-major dense storage: one row is one query, key or value, contiguous in memory.
template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Scalar>
using VectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

using Matrix = MatrixOf<float>;
using Vector = VectorOf<float>;
using MatrixD = MatrixOf<double>;
using VectorD = VectorOf<double>;
using Index = Eigen::Index;

/// The reader's ranges (the table in web/state/params.ts has the same numbers; a test compares them).
inline constexpr int kMaxHeadDim = 4096;
inline constexpr int kMaxKeyCount = 4096;

}  // namespace attn
