#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/list.h"
#include "core/status.h"

namespace attn {

/// How models in use scale their scores: each rule is a divisor, a soft-cap, a norm, or several of them.
///   none                  q·k as it is
///   vaswani               √d_k                                             Vaswani et al., 2017, section 3.2.1
///   mup                   d_k / 8, equal to √d_k at d_k = 64               Yang et al., 2022 (microsoft/mup)
///   t5                    no division; W_q starts with variance 1/(d_model d_k): the factor sits in the weights
///                                                                          Raffel et al., 2020
///   gpt2_inverse_layer    √d_k · layer, the option scale_attn_by_inverse_layer_idx of GPT-2
///   megatron              √d_k · layer inside the product, · layer again inside the softmax: nothing changes but the
///                         range that float16 needs                         apply_query_key_layer_scaling
///   gemma2_9b, gemma2_27b √256 and √144, then 50 tanh(·/50)                Gemma team, 2024
///   gemma3                √256 on RMS-normed q and k, no cap               Gemma team, 2025
///   qk_norm               unit q and k times a learned g, here g = scale   Henry et al., 2020
///   vit22b                √d_k on LayerNorm-ed q and k                     Dehghani et al., 2023
///   swin_v2               cosine similarity · 10 at the start              Liu et al., 2022
///   swin_v2_cap           cosine similarity · 100, as far as training may take it
///   grok1                 √128, then 30 tanh(·/30)                         xai-org/grok-1
///   yarn                  √d_k / m², m = 0.1 ln s + 1, s = scale           Peng et al., 2023
///   deepseek_v3           √d_k / m², the same m with s the factor of the context's extension (40 as published)
///   ssmax                 √d_k / (s ln n), s = scale                       Nakanishi, 2025 (2501.19399)
// clang-format off
#define ATTN_MODEL_RULE_LIST(X) \
  X(none) X(vaswani) X(mup) X(t5) X(gpt2_inverse_layer) X(megatron) X(gemma2_9b) X(gemma2_27b) X(gemma3) \
  X(qk_norm) X(vit22b) X(swin_v2) X(swin_v2_cap) X(grok1) X(yarn) X(deepseek_v3) X(ssmax)
// clang-format on

enum class ModelRule : int {
#define ATTN_MODEL_RULE_ENUM(name) name,
  ATTN_MODEL_RULE_LIST(ATTN_MODEL_RULE_ENUM)
#undef ATTN_MODEL_RULE_ENUM
};

inline constexpr std::string_view kModelRuleNames[] = {
#define ATTN_MODEL_RULE_NAME(name) #name,
    ATTN_MODEL_RULE_LIST(ATTN_MODEL_RULE_NAME)
#undef ATTN_MODEL_RULE_NAME
};

inline constexpr int kMaxLayer = 1000;
inline constexpr int kMaxSoftCapLogits = 65536;
inline constexpr int kMaxBestAlphas = 256;

/// What the scores q·k of a model go through. A normalised q and k is stretched to length √d_k, so that
/// q·k keeps the size that it has for entries of variance 1, and divisor and alpha mean the same with and without norm.
struct ModelScaling {
  double divisor = 1;       ///< c, the number that the formula divides by
  double alpha = 1;         ///< c / √d_k for entries of variance 1: what a reader sets the slider to
  double soft_cap = 0;      ///< T in T·tanh(logit / T); 0: none
  bool normalised = false;  ///< q and k are brought to one length before the product
  double logit_bound = 0;   ///< no logit can be larger (before learned gains); 0: no bound
  int head_dim = 0;         ///< the d_k that the model really uses; 0: any
  double scale = 1;         ///< the rule's own number that was taken: the request's, or the usual one
};

struct ModelRuleRequest {
  ModelRule name = ModelRule::vaswani;
  int head_dim = 64;
  int key_count = 512;
  int layer = 1;     ///< counted from 1
  double scale = 0;  ///< the rule's own number: g (qk_norm), s (yarn, deepseek_v3, ssmax); 0 takes the published or usual one
};

/// Places a model's rule on the slider.
/// Units: alpha is c / √d_k as if entries had variance 1. For t5 the divisor is 1 but alpha is 1: the factor sits in W_q.
/// Errors: head_dim_out_of_range, key_count_out_of_range (1 … 4096), out_of_range (layer 1 … 1000; scale), not_finite, unknown_option
///   (layer, scale: a rule that does not use them takes any value in range)
/// Accuracy: a few ulp
/// Edge: ssmax with n = 1 has ln n = 0 and no finite divisor: key_count_out_of_range
Result<ModelScaling> model_rule(const ModelRuleRequest& request);

/// The scale that a rule takes when the request says 0 (1 where the rule has none): g = √d_k for qk_norm, which is
/// alpha = 1; s = 16 for yarn, 40 for deepseek_v3, 1 for ssmax.
double usual_scale(ModelRule name, int head_dim);

struct SoftCapRequest {
  double cap = 50;      ///< T
  List<double> logits;  ///< at most 65536
};

struct SoftCap {
  List<double> capped;  ///< T·tanh(x / T)
  List<double> slope;   ///< 1 − tanh²(x / T)
};

/// Bounds logits smoothly and tells what is left of their gradient.
///   y = T tanh(x/T), dy/dx = 1/cosh²(x/T): 0.42 at x = T, 0.071 at 2T, 0.0099 at 3T; section 5
/// Errors: out_of_range (cap ≤ 0), not_finite (cap, logits), too_large
/// Accuracy: capped within 2 ulp; slope relative 1e-14, in the tails too (formed without 1 − tanh²)
/// Edge: the slope is 0 where |x| > 373 T
Result<SoftCap> soft_cap(const SoftCapRequest& request);

struct QkNormBestRequest {
  int head_dim = 64;
  int key_count = 16;
  List<double> alphas{1.0};  ///< above 0; at most 256
};

struct QkNormBest {
  List<double> weight;       ///< the other keys at right angles to q
  List<double> upper_bound;  ///< the other keys opposite to q: no arrangement can do better
};

/// Computes how much weight the right key can get at best when q and every k have length √d_k.
///   1/(1 + (n−1) e^(−√d_k/α)), and 1/(1 + (n−1) e^(−2√d_k/α)) as the bound; section 4.1
/// Errors: head_dim_out_of_range, key_count_out_of_range (1 … 4096), empty_input, not_finite, out_of_range (alphas), too_large
Result<QkNormBest> qk_norm_best(const QkNormBestRequest& request);

}  // namespace attn
