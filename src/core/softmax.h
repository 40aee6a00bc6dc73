#pragma once
#include <span>

#include "core/matrix.h"
#include "core/status.h"

namespace attn {

/// Computes the attention weights of one row, the largest logit subtracted first.
///   pᵢ = exp(xᵢ − max x) / Σⱼ exp(xⱼ − max x)
/// Shapes: logits and weights equally long, any length ≥ 1; they may be the same memory
/// Errors: empty_input, shape_mismatch, not_finite (NaN or +∞; −∞ is a mask)
/// Accuracy: float32 3·10⁻⁷ + |xᵢ − max|·2⁻²⁴ relative, float64 10⁻¹⁵ + |xᵢ − max|·2⁻⁵³ relative
///   (a float32 row of more than 8192 entries: 6·10⁻⁷ + |xᵢ − max|·2⁻²², and weights below 10⁻³⁷ may be 0)
/// Edge: a fully masked row is a row of zeros; logits of ±3·10³⁸ are right
Failure softmax_row(std::span<const float> logits, std::span<float> weights);
Failure softmax_row(std::span<const double> logits, std::span<double> weights);

/// Computes the attention weights of every row; the contract of softmax_row holds for each.
/// Shapes: n_q × n → n_q × n · Errors: empty_input, not_finite
Result<Matrix> softmax_rows(const Matrix& logits);
Result<MatrixD> softmax_rows(const MatrixD& logits);

/// Multiplies the softmax's Jacobian with a vector.
///   (J g)ᵢ = pᵢ (gᵢ − Σⱼ pⱼ gⱼ), J = diag p − p pᵀ
/// Shapes: weights, vector and out equally long; out may be vector
/// Requires: weights from softmax_row · Errors: empty_input, shape_mismatch, not_finite
/// Accuracy: 2·10⁻⁷ max|g| absolute in float32; relative in a saturated row too, because g is taken relative to the
///   entry of the largest weight, so that nothing cancels
/// Edge: zeros where the row is fully masked
Failure softmax_jacobian_product(std::span<const float> weights, std::span<const float> vector, std::span<float> out);
Failure softmax_jacobian_product(std::span<const double> weights, std::span<const double> vector, std::span<double> out);

}  // namespace attn
