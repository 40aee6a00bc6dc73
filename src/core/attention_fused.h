#pragma once
#include "core/attention_backward.h"

namespace attn::attention_steps {

/// Computes attention without its n_q × n matrix, by the fused kernels, and tells whether it did: only where nothing of that matrix is asked
/// for, and where no intermediate number can leave float's range (the largest entries are looked at first), so that the answer needs no check.
/// In double there is no such kernel.
/// Accuracy, Cost: kernels/attention_forward.h, kernels/attention_backward.h
bool fused_forward(const AttentionRequest<float>& request, const Plan& plan, Attention<float>& result);
bool fused_backward(const AttentionBackwardRequest<float>& request, const Plan& plan, AttentionGradients<float>& grad);
inline bool fused_forward(const AttentionRequest<double>&, const Plan&, Attention<double>&) { return false; }
inline bool fused_backward(const AttentionBackwardRequest<double>&, const Plan&, AttentionGradients<double>&) { return false; }

}  // namespace attn::attention_steps
