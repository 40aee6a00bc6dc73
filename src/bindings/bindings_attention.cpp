// Attention forward and backward, in float32: attentionForward and attentionBackward.
#include "bindings/marshal.h"
#include "core/attention_backward.h"

namespace attn {

inline constexpr int kMatrixLimit = 1 << 24;  // 2²⁴ numbers a matrix

template <class Visitor>
void visit_inputs(Visitor& field, AttentionInputs<float>& inputs) {
  field("query", inputs.query, kMatrixLimit);
  field("key", inputs.key, kMatrixLimit);
  field("value", inputs.value, kMatrixLimit);
  field("divisor", inputs.divisor);
  field.option("placement", inputs.placement, kPlacementNames);
  field.option("mask", inputs.mask, kMaskNames);
  field("allow", inputs.allow, kMatrixLimit);
}

template <class Visitor>
void visit(Visitor& field, AttentionRequest<float>& request) {
  visit_inputs(field, request);
  field("wantScores", request.want_scores);
  field("wantLogits", request.want_logits);
  field("wantWeights", request.want_weights);
  field("wantOutput", request.want_output);
  field("wantLogsumexp", request.want_logsumexp);
  field("wantMoments", request.want_moments);
  field("wantHistogram", request.want_histogram);
  field("histogramLow", request.histogram_range.low);
  field("histogramHigh", request.histogram_range.high);
  field("histogramBins", request.histogram_range.bins);
}

template <class Visitor>
void visit(Visitor& field, LogitMoments& moments) {
  field("count", moments.count);
  field("mean", moments.mean);
  field("variance", moments.variance);
  field("excessKurtosis", moments.excess_kurtosis);
  field("smallest", moments.smallest);
  field("largest", moments.largest);
}

template <class Visitor>
void visit(Visitor& field, LogitHistogram& histogram) {
  field("low", histogram.low);
  field("high", histogram.high);
  field("below", histogram.below);
  field("above", histogram.above);
  field("counts", histogram.counts);
}

template <class Visitor>
void visit(Visitor& field, Attention<float>& result) {
  field("divisor", result.divisor);
  field("scores", result.scores);
  field("logits", result.logits);
  field("weights", result.weights);
  field("output", result.output);
  field("logsumexp", result.logsumexp);
  field("fullyMasked", result.fully_masked);
  field("moments", result.moments);
  field("histogram", result.histogram);
}

template <class Visitor>
void visit(Visitor& field, AttentionBackwardRequest<float>& request) {
  visit_inputs(field, request);
  field("gradOutput", request.grad_output, kMatrixLimit);
  field("wantGradWeights", request.want_grad_weights);
  field("wantGradLogits", request.want_grad_logits);
}

template <class Visitor>
void visit(Visitor& field, AttentionGradients<float>& gradients) {
  field("divisor", gradients.divisor);
  field("gradQuery", gradients.grad_query);
  field("gradKey", gradients.grad_key);
  field("gradValue", gradients.grad_value);
  field("gradWeights", gradients.grad_weights);
  field("gradLogits", gradients.grad_logits);
  field("gradDivisor", gradients.grad_divisor);
}

}  // namespace attn

namespace attn::bindings {

static const Operations attention{{
    {"attentionForward", entry<call<&attn::attention_forward<float>>>},
    {"attentionBackward", entry<call<&attn::attention_backward<float>>>},
}};

}  // namespace attn::bindings
