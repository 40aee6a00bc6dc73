#pragma once
#include "core/attention.h"

namespace attn {

template <class Scalar>
struct AttentionBackwardRequest : AttentionInputs<Scalar> {
  MatrixOf<Scalar> grad_output;   ///< ∂L/∂O
  bool want_grad_weights = true;  ///< without these two the n_q × n matrices are never made, and the kernel is the fused one
  bool want_grad_logits = true;
};

template <class Scalar>
struct AttentionGradients {
  double divisor = 0;  ///< the divisor that was used
  MatrixOf<Scalar> grad_query;
  MatrixOf<Scalar> grad_key;
  MatrixOf<Scalar> grad_value;
  MatrixOf<Scalar> grad_weights;  ///< ∂L/∂P = dO Vᵀ
  MatrixOf<Scalar> grad_logits;   ///< ∂L/∂(logits), the logits being divided already; 0 where masked
  double grad_divisor = 0;
};

/// Differentiates attention_forward with respect to everything it reads (§3.1, §4).
///   dP = dO Vᵀ; dS = P ∘ (dP − rowsum(P ∘ dP)); dQ = dS K / c; dK = dSᵀ Q / c; dV = Pᵀ dO; dc = −Σ dS ∘ S / c, S the logits
/// Shapes: as attention_forward; grad_output n_q × d_v; each gradient has the shape of what it belongs to
/// Requires: all entries finite
/// Errors: those of attention_forward; shape_mismatch "gradOutput"; not_finite "gradOutput" (also where a gradient overflows)
/// Accuracy: docs/numerics/attention.md
/// Edge: a fully masked row gives no gradient to anything; a masked key none through its row
/// Cost: n_q n (3 d_k + 2 d_v) multiply-adds, n_q n exponentials
template <class Scalar>
Result<AttentionGradients<Scalar>> attention_backward(const AttentionBackwardRequest<Scalar>& request);

}  // namespace attn
