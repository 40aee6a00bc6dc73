#pragma once
#include <span>

#include "core/status.h"

namespace attn {

/// What one row of attention weights looks like.
struct RowStatistics {
  double max_weight = 0;
  double entropy = 0;             // nats
  double effective_keys = 0;      // exp(entropy)
  double sum_squares = 0;         // Σ pᵢ²
  double logsumexp = 0;           // ln Σ exp xᵢ
  double jacobian_trace = 0;      // 1 − Σ pᵢ²
  double jacobian_frobenius = 0;  // ‖diag p − p pᵀ‖
};

/// Computes the statistics of softmax(logits), from the logits: weights alone could not tell how saturated a row is.
///   with tᵢ = xᵢ − max x, Z = Σ exp tᵢ:  H = ln Z + Σ −tᵢ exp(tᵢ) / Z;  ‖J‖² = Σ pᵢ²(1 − pᵢ)² + 2 Σ_{i<j} pᵢ²pⱼ²
/// Shapes: any length ≥ 1 · Units: nats
/// Errors: empty_input, not_finite (NaN or +∞; −∞ is a mask)
/// Accuracy: 10⁻¹³ relative. Every sum has terms of one sign, and ln Z is log1p of what the largest entry leaves, so the
///   entropy of a row with 1 − p = 10⁻³⁰⁰ is still right and never negative
/// Edge: fully masked: all 0, logsumexp −∞; one key: entropy 0, effective keys 1, Jacobian 0
Result<RowStatistics> row_statistics(std::span<const float> logits);
Result<RowStatistics> row_statistics(std::span<const double> logits);

}  // namespace attn
