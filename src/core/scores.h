#pragma once
#include <optional>

#include "core/matrix.h"
#include "core/status.h"

namespace attn {

/// Divisors that every operation takes: three orders of magnitude beyond the reader's range 1e-6 … 1e6. Within it the
/// logits of vectors with d_k ≤ 4096 entries of size up to 10⁵ stay far from float32's ends.
inline constexpr double kMinDivisor = 1e-9;
inline constexpr double kMaxDivisor = 1e9;

/// Scores that one call may compute (2²⁴; 64 MiB as float32).
inline constexpr Index kMaxScoreCount = Index{1} << 24;

/// Checks a divisor.
/// Errors: not_finite (NaN, ±∞), divisor_not_positive (≤ 0), divisor_out_of_range (outside 1e-9 … 1e9)
Failure check_divisor(double divisor);

/// Checks the shapes of queries and keys.
/// Errors: empty_input, head_dim_out_of_range, shape_mismatch, too_large
Failure check_query_key_shapes(Index query_rows, Index query_columns, Index key_rows, Index key_columns);

/// Computes the raw scores.
///   S = Q Kᵀ
/// Shapes: query n_q × d_k, key n × d_k → n_q × n
/// Errors: empty_input, head_dim_out_of_range, shape_mismatch, too_large, not_finite (an input, or a score that overflows)
/// Accuracy: float32 |error| ≤ (d_k/16 + 6)·2⁻²⁴ Σ|qᵢkᵢ|; the same bits natively and in WebAssembly
/// Cost: n_q · n · d_k multiplications
Result<Matrix> scores(const Matrix& query, const Matrix& key);
Result<MatrixD> scores(const MatrixD& query, const MatrixD& key);

/// Computes the logits: what softmax sees.
///   Q Kᵀ / c, with c = √(columns of Q) where no divisor is given
/// Shapes: as scores · Errors: as scores, and those of check_divisor
/// Accuracy: one more rounding than scores (the quotient is formed in double)
Result<Matrix> logits(const Matrix& query, const Matrix& key, std::optional<double> divisor = std::nullopt);
Result<MatrixD> logits(const MatrixD& query, const MatrixD& key, std::optional<double> divisor = std::nullopt);

}  // namespace attn
