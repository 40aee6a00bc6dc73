#pragma once
#include <string_view>

#include "core/list.h"
#include "core/training_task.h"

namespace attn {

/// What the look-up is punished for: the mean squared error of the output, or −log of the weight on the right key.
enum class LookupLoss { mse, ce };
inline constexpr std::string_view kLookupLossNames[] = {"mse", "ce"};

/// −log p is reported as −log max(p, kSmallestWeight); the gradient is that of the unclamped loss.
inline constexpr float kSmallestWeight = 1e-30F;

struct LookupModel {
  double divisor = 8.0;  ///< c; score = q·k / c
  LookupLoss loss = LookupLoss::mse;
  bool qk_norm = false;  ///< q and every k are stretched to length √d_k before the product
};

/// What one batch says: means over its samples.
struct LookupReport {
  double loss = 0;
  double max_weight = 0;    ///< mean largest attention weight
  double right_weight = 0;  ///< mean weight on key 0
  double accuracy = 0;      ///< share of samples in which key 0 has the largest weight (the first, if tied)
};

/// Room for intermediate results, kept between steps so that a step allocates nothing.
struct LookupScratch {
  List<float> bilinear, query_gram, key_gram;                 // forward: input_dim × input_dim
  List<float> grad_bilinear, grad_query_gram, grad_key_gram;  // their gradients
  List<float> projected, scores, weights, key_length, upstream, weighted_key, swap;
};

/// Computes the batch's loss and its gradient with respect to W_Q and W_K.
///   s_i = token · (W_Q W_Kᵀ / c) · x_i;  p = softmax(s);  with qk_norm s_i = (d_k / c) · q·k_i / (|q||k_i|)
///   mse: mean over the 8 outputs of (Σ p_i v_i − v_0)²;  ce: −log p_0
/// Shapes: weights and gradient: head_dim × input_dim each
/// Requires: batch, weights of one valid shape; divisor > 0
/// Accuracy: float32, sums in a fixed order: the same digits natively and in WebAssembly; against a double
///   computation a relative error below 1e-5 of the gradient's norm at the start (docs/numerics/training.md)
/// Edge: weights that are infinite or NaN make a NaN loss; a zero q or k under qk_norm stays zero
/// Cost: about batch · key_count · (2 input_dim + 16) + 3 head_dim · input_dim² multiply-adds
LookupReport lookup_gradient(const LookupModel& model, const LookupBatch& batch, const LookupWeights& weights, LookupScratch& scratch, LookupWeights& gradient);

}  // namespace attn
