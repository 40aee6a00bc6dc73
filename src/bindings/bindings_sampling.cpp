// Samples of attention rows: saturationSample and attentionRow.
#include "bindings/marshal.h"
#include "core/attention_row.h"
#include "core/saturation_sample.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, SaturationSampleRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("seed", request.seed);
  field("divisors", request.divisors, kMaxDivisorCount);
  field("budget", request.budget);
  field("minRows", request.min_rows);
  field("maxRows", request.max_rows);
}

template <class Visitor>
void visit(Visitor& field, SaturationSample& sample) {
  field("rows", sample.rows);
  field.option("drawn", sample.drawn, kDrawnNames);
  field("maxWeightMean", sample.max_weight_mean);
  field("maxWeightError", sample.max_weight_error);
  field("entropyMean", sample.entropy_mean);
  field("entropyError", sample.entropy_error);
  field("effectiveKeysMean", sample.effective_keys_mean);
  field("effectiveKeysError", sample.effective_keys_error);
  field("scoreMean", sample.score_mean);
  field("scoreVariance", sample.score_variance);
}

template <class Visitor>
void visit(Visitor& field, AttentionRowRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("seed", request.seed);
  field("divisor", request.divisor);
  field("row", request.row);
}

template <class Visitor>
void visit(Visitor& field, AttentionRow& row) {
  field.option("drawn", row.drawn, kDrawnNames);
  field("scores", row.scores);
  field("weights", row.weights);
  field("maxWeight", row.max_weight);
  field("entropy", row.entropy);
  field("effectiveKeys", row.effective_keys);
}

}  // namespace attn

namespace attn::bindings {

static const Operations sampling{{
    {"saturationSample", entry<call<&attn::saturation_sample>>},
    {"attentionRow", entry<call<&attn::attention_row>>},
}};

}  // namespace attn::bindings
