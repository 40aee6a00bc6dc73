#include "core/model_rules.h"

#include <cmath>

#include "core/elementary.h"
#include "core/matrix.h"

namespace attn {
namespace {

constexpr double kSwinStart = 10.0, kSwinCap = 100.0;

struct RuleInput {
  double root;  // √d_k
  double dim;
  double keys;
  double layer;
  double scale;
};

double yarn_square(double scale) {
  const double m = 0.1 * log_d(scale) + 1.0;
  return m * m;
}

// A cosine times `temperature`: on vectors of length √d_k that is a division by d_k / temperature.
ModelScaling cosine(const RuleInput& in, double temperature) {
  ModelScaling out;
  out.divisor = in.dim / temperature;
  out.normalised = true;
  out.logit_bound = temperature;
  return out;
}

ModelScaling divided(double divisor) {
  ModelScaling out;
  out.divisor = divisor;
  return out;
}

ModelScaling capped(double divisor, double cap, int head_dim) {
  ModelScaling out = divided(divisor);
  out.soft_cap = cap;
  out.logit_bound = cap;
  out.head_dim = head_dim;
  return out;
}

ModelScaling normed(const RuleInput& in, double divisor, int head_dim) {
  ModelScaling out = divided(divisor);
  out.normalised = true;
  out.logit_bound = (head_dim > 0 ? head_dim : in.dim) / divisor;
  out.head_dim = head_dim;
  return out;
}

ModelScaling apply(ModelRule name, const RuleInput& in) {
  switch (name) {
    case ModelRule::none: return divided(1.0);
    case ModelRule::vaswani: return divided(in.root);
    case ModelRule::mup: return divided(in.dim / 8.0);
    case ModelRule::t5: return divided(1.0);
    case ModelRule::gpt2_inverse_layer: return divided(in.root * in.layer);
    case ModelRule::megatron: return divided(in.root);
    case ModelRule::gemma2_9b: return capped(16.0, 50.0, 256);
    case ModelRule::gemma2_27b: return capped(12.0, 50.0, 128);
    case ModelRule::gemma3: return normed(in, 16.0, 256);
    case ModelRule::qk_norm: return cosine(in, in.scale);
    case ModelRule::vit22b: return normed(in, in.root, 0);
    case ModelRule::swin_v2: return cosine(in, kSwinStart);
    case ModelRule::swin_v2_cap: return cosine(in, kSwinCap);
    case ModelRule::grok1: return capped(std::sqrt(128.0), 30.0, 128);
    case ModelRule::yarn:
    case ModelRule::deepseek_v3: return divided(in.root / yarn_square(in.scale));
    case ModelRule::ssmax: return divided(in.root / (in.scale * log_d(in.keys)));
  }
  return {};
}

}  // namespace

double usual_scale(ModelRule name, int head_dim) {
  switch (name) {
    case ModelRule::qk_norm: return std::sqrt(static_cast<double>(head_dim));
    case ModelRule::yarn: return 16.0;
    case ModelRule::deepseek_v3: return 40.0;
    default: return 1.0;
  }
}

Result<ModelScaling> model_rule(const ModelRuleRequest& request) {
  const auto rule = static_cast<int>(request.name);
  if (rule < 0 || rule >= static_cast<int>(std::size(kModelRuleNames))) return Failure{Status::unknown_option, "name"};
  if (request.head_dim < 1 || request.head_dim > kMaxHeadDim) return Failure{Status::head_dim_out_of_range, "head_dim"};
  if (request.key_count < 1 || request.key_count > kMaxKeyCount) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.name == ModelRule::ssmax && request.key_count < 2) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.layer < 1 || request.layer > kMaxLayer) return Failure{Status::out_of_range, "layer"};
  if (!std::isfinite(request.scale)) return Failure{Status::not_finite, "scale"};
  if (!(request.scale >= 0.0 && request.scale <= 1e6)) return Failure{Status::out_of_range, "scale"};

  const double scale = request.scale == 0.0 ? usual_scale(request.name, request.head_dim) : request.scale;
  // YaRN's m is defined for extensions: s ≥ 1
  const bool extends = request.name == ModelRule::yarn || request.name == ModelRule::deepseek_v3;
  if (scale < (extends ? 1.0 : 1e-6)) return Failure{Status::out_of_range, "scale"};

  const double dim = request.head_dim, root = std::sqrt(dim);
  ModelScaling out = apply(request.name, {root, dim, static_cast<double>(request.key_count), static_cast<double>(request.layer), scale});
  out.scale = scale;
  // Models with a fixed divisor are placed by the d_k that they really use.
  const double used_root = out.head_dim > 0 ? std::sqrt(static_cast<double>(out.head_dim)) : root;
  out.alpha = request.name == ModelRule::t5 ? 1.0 : out.divisor / used_root;
  return out;
}

Result<SoftCap> soft_cap(const SoftCapRequest& request) {
  if (!std::isfinite(request.cap)) return Failure{Status::not_finite, "cap"};
  if (request.cap <= 0.0) return Failure{Status::out_of_range, "cap"};
  if (request.logits.size() > static_cast<size_t>(kMaxSoftCapLogits)) return Failure{Status::too_large, "logits"};
  Result<SoftCap> answer;
  SoftCap& out = *answer;
  for (const double x : request.logits) {
    if (!std::isfinite(x)) return Failure{Status::not_finite, "logits"};
    const double part = x / request.cap;
    // 1/cosh² = 4 e^(−2|x|) / (1 + e^(−2|x|))²
    const double decay = exp_d(-2.0 * std::fabs(part)), sum = 1.0 + decay;
    out.capped.push_back(request.cap * tanh_d(part));
    out.slope.push_back(std::fmin(4.0 * decay / (sum * sum), 1.0));
  }
  return answer;
}

Result<QkNormBest> qk_norm_best(const QkNormBestRequest& request) {
  if (request.head_dim < 1 || request.head_dim > kMaxHeadDim) return Failure{Status::head_dim_out_of_range, "head_dim"};
  if (request.key_count < 1 || request.key_count > kMaxKeyCount) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.alphas.empty()) return Failure{Status::empty_input, "alphas"};
  if (request.alphas.size() > static_cast<size_t>(kMaxBestAlphas)) return Failure{Status::too_large, "alphas"};
  Result<QkNormBest> answer;
  QkNormBest& out = *answer;
  const double root = std::sqrt(static_cast<double>(request.head_dim)), others = request.key_count - 1.0;
  for (const double alpha : request.alphas) {
    if (!std::isfinite(alpha)) return Failure{Status::not_finite, "alphas"};
    if (!(alpha >= 1e-6 && alpha <= 1e6)) return Failure{Status::out_of_range, "alphas"};
    out.weight.push_back(1.0 / (1.0 + others * exp_d(-root / alpha)));
    out.upper_bound.push_back(1.0 / (1.0 + others * exp_d(-2.0 * root / alpha)));
  }
  return answer;
}

}  // namespace attn
