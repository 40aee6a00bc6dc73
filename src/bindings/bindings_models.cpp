// How real models scale their scores: modelList, modelRule, softCap and qkNormBest.
#include "bindings/marshal.h"
#include "core/model_rules.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, ModelRuleRequest& request) {
  field.option("name", request.name, kModelRuleNames);
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("layer", request.layer);
  field("scale", request.scale);
}

template <class Visitor>
void visit(Visitor& field, ModelScaling& scaling) {
  field("divisor", scaling.divisor);
  field("alpha", scaling.alpha);
  field("softCap", scaling.soft_cap);
  field("normalised", scaling.normalised);
  field("logitBound", scaling.logit_bound);
  field("headDim", scaling.head_dim);
  field("scale", scaling.scale);
}

template <class Visitor>
void visit(Visitor& field, SoftCapRequest& request) {
  field("cap", request.cap);
  field("logits", request.logits, kMaxSoftCapLogits);
}

template <class Visitor>
void visit(Visitor& field, SoftCap& cap) {
  field("capped", cap.capped);
  field("slope", cap.slope);
}

template <class Visitor>
void visit(Visitor& field, QkNormBestRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("alphas", request.alphas, kMaxBestAlphas);
}

template <class Visitor>
void visit(Visitor& field, QkNormBest& best) {
  field("weight", best.weight);
  field("upperBound", best.upper_bound);
}

}  // namespace attn

namespace attn::bindings {

/// Answers the names that modelRule takes, in the order of the list. The request is not looked at.
static void model_list() {
  answer_value_opens();
  Fields value(Fields::Direction::write);
  value.names("names", kModelRuleNames, std::size(kModelRuleNames));
  answer_value_closes();
  answer_status({});
}

static const Operations models{{
    {"modelList", entry<model_list>},
    {"modelRule", entry<call<&attn::model_rule>>},
    {"softCap", entry<call<&attn::soft_cap>>},
    {"qkNormBest", entry<call<&attn::qk_norm_best>>},
}};

}  // namespace attn::bindings
