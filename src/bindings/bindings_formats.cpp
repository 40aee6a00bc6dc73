// Softmax and attention in four number formats: formatThresholds, formatSoftmax, formatAttentionRow, overflowShare.
#include "bindings/marshal.h"
#include "core/format_attention.h"
#include "core/overflow_share.h"
#include "core/overflow_thresholds.h"

namespace attn {

template <class Visitor>
void visit_arithmetic(Visitor& field, FormatArithmetic& arithmetic) {
  field.option("format", arithmetic.format, kFormatNames);
  field.option("algorithm", arithmetic.algorithm, kSoftmaxAlgorithmNames);
  field.option("sum", arithmetic.sum, kAccumulationNames);
}

template <class Visitor>
void visit(Visitor& field, FormatThresholdsRequest& request) {
  field.option("format", request.format, kFormatNames);
}

template <class Visitor>
void visit(Visitor& field, FormatThresholds& thresholds) {
  field("overflowExpReal", thresholds.overflow_exp_real);
  field("logMaxFinite", thresholds.log_max_finite);
  field("zeroReal", thresholds.zero_real);
  field("subnormalReal", thresholds.subnormal_real);
  field("largestXFinite", thresholds.largest_x_finite);
  field("smallestXInf", thresholds.smallest_x_inf);
  field("xSpacing", thresholds.x_spacing);
  field("largestXZero", thresholds.largest_x_zero);
  field("smallestXNonzero", thresholds.smallest_x_nonzero);
  field("maxFinite", thresholds.max_finite);
  field("minNormal", thresholds.min_normal);
  field("minSubnormal", thresholds.min_subnormal);
}

template <class Visitor>
void visit(Visitor& field, FormatSoftmaxRequest& request) {
  field("logits", request.logits, kMaxFormatCells);
  visit_arithmetic(field, request.arithmetic);
}

template <class Visitor>
void visit(Visitor& field, FormatSoftmax& result) {
  field("weights", result.weights);
  field("logitInf", result.logit_inf);
  field("anyExpInf", result.any_exp_inf);
  field("sumInf", result.sum_inf);
  field("sumZero", result.sum_zero);
  field("anyNan", result.any_nan);
  field("largestLogit", result.largest_logit);
  field("sum", result.sum);
  field("maxWeight", result.max_weight);
  field("flushedExps", result.flushed_exps);
  field("flushedWeights", result.flushed_weights);
}

template <class Visitor>
void visit(Visitor& field, FormatAttentionRequest& request) {
  field("query", request.query, kMaxHeadDim);
  field("key", request.key, kMaxRowEntries);
  field("divisor", request.divisor);
  visit_arithmetic(field, request.arithmetic);
  field.option("order", request.order, kScaleOrderNames);
  field.option("dot", request.dot, kAccumulationNames);
}

template <class Visitor>
void visit(Visitor& field, FormatRowReport& report) {
  field("logitInf", report.logit_inf);
  field("anyExpInf", report.any_exp_inf);
  field("sumInf", report.sum_inf);
  field("sumZero", report.sum_zero);
  field("anyNan", report.any_nan);
  field("largestLogit", report.largest_logit);
  field("sum", report.sum);
  field("maxWeight", report.max_weight);
  field("flushedExps", report.flushed_exps);
  field("flushedWeights", report.flushed_weights);
}

template <class Visitor>
void visit(Visitor& field, FormatAttentionRow& row) {
  field("scores", row.scores);
  field("logits", row.logits);
  field("weights", row.weights);
  field("scoreInf", row.score_inf);
  field("report", row.report);
}

template <class Visitor>
void visit(Visitor& field, OverflowShareRequest& request) {
  visit_arithmetic(field, request.arithmetic);
  field.option("order", request.order, kScaleOrderNames);
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("divisor", request.divisor);
  field("rows", request.rows);
  field("seed", request.seed);
  field("entryStd", request.entry_std);
  field("budget", request.budget);
}

template <class Visitor>
void visit(Visitor& field, RowShare& share) {
  field("share", share.share);
  field("error", share.error);
}

template <class Visitor>
void visit(Visitor& field, OverflowShare& result) {
  field("rows", result.rows);
  field.option("drawn", result.drawn, kDrawnNames);
  field("scoreInf", result.score_inf);
  field("expInf", result.exp_inf);
  field("sumInf", result.sum_inf);
  field("nan", result.nan);
  field("any", result.any);
  field("flushedWeights", result.flushed_weights);
}

}  // namespace attn

namespace attn::bindings {

static const Operations formats{{
    {"formatThresholds", entry<call<&attn::format_thresholds>>},
    {"formatSoftmax", entry<call<&attn::format_softmax>>},
    {"formatAttentionRow", entry<call<&attn::format_attention_row>>},
    {"overflowShare", entry<call<&attn::overflow_share>>},
}};

}  // namespace attn::bindings
