// The dot product's law and samples of it.
#include "bindings/marshal.h"
#include "core/dot_product_law.h"
#include "core/dot_product_sample.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, DotProductLawRequest& request) {
  field("headDim", request.head_dim);
  field("divisor", request.divisor);
  field("x", request.x);
}

template <class Visitor>
void visit(Visitor& field, DotProductLawCurve& curve) {
  field("pdf", curve.pdf);
  field("logPdf", curve.log_pdf);
  field("cdf", curve.cdf);
  field("sf", curve.sf);
  field("logSf", curve.log_sf);
  field("variance", curve.variance);
  field("meanAbs", curve.mean_abs);
  field("excessKurtosis", curve.excess_kurtosis);
  field("sixthMoment", curve.sixth_moment);
  field("ksDistance", curve.ks_distance);
  field("ksAt", curve.ks_at);
}

/// The assumptions are part of the request itself: one flat object.
template <class Visitor>
void visit_assumptions(Visitor& field, EntryAssumptions& assumptions) {
  field.option("entries", assumptions.entries, kEntryLawNames);
  field.option("normalisation", assumptions.normalisation, kNormalisationNames);
  field("entryStd", assumptions.entry_std);
  field("meanQuery", assumptions.mean_query);
  field("meanKey", assumptions.mean_key);
  field("correlation", assumptions.correlation);
  field("withinCorrelation", assumptions.within_correlation);
}

template <class Visitor>
void visit(Visitor& field, DotProductSampleRequest& request) {
  visit_assumptions(field, request.assumptions);
  field("headDim", request.head_dim);
  field("pairs", request.pairs);
  field("seed", request.seed);
  field("divisor", request.divisor);
  field.option("comparedWith", request.compared_with, kComparedLawNames);
  field("bins", request.bins);
  field("histogramLow", request.histogram_low);
  field("histogramHigh", request.histogram_high);
  field("keep", request.keep);
}

template <class Visitor>
void visit(Visitor& field, DotProductSample& sample) {
  field("mean", sample.moments.mean);
  field("meanError", sample.moments.mean_error);
  field("variance", sample.moments.variance);
  field("varianceError", sample.moments.variance_error);
  field("varianceRelativeError", sample.moments.variance_relative_error);
  field("excessKurtosis", sample.moments.excess_kurtosis);
  field("excessKurtosisError", sample.moments.excess_kurtosis_error);
  field("theoryMean", sample.theory.mean);
  field("theoryMeanKnown", sample.theory.mean_known);
  field("theoryVariance", sample.theory.variance);
  field("theoryVarianceKnown", sample.theory.variance_known);
  field("theoryExcessKurtosis", sample.theory.excess_kurtosis);
  field("theoryExcessKurtosisKnown", sample.theory.excess_kurtosis_known);
  field("ksDistance", sample.ks_distance);
  field("ksPValue", sample.ks_p_value);
  field("counts", sample.counts);
  field("below", sample.below);
  field("above", sample.above);
  field("logits", sample.logits);
  field("numbersDrawn", sample.numbers_drawn);
}

template <class Visitor>
void visit(Visitor& field, DotProductRowsRequest& request) {
  visit_assumptions(field, request.assumptions);
  field("headDim", request.head_dim);
  field("rows", request.rows);
  field("keyCount", request.key_count);
  field("seed", request.seed);
  field("divisor", request.divisor);
  field("allKeys", request.all_keys);
}

template <class Visitor>
void visit(Visitor& field, DotProductRows& rows) {
  field("rowVariance", rows.row_variance);
  field("rowVarianceError", rows.row_variance_error);
  field("rowVarianceTheory", rows.row_variance_theory);
  field("rowVarianceKnown", rows.row_variance_known);
  field("totalVariance", rows.total_variance);
  field("maxWeight", rows.max_weight);
  field("maxWeightError", rows.max_weight_error);
  field("firstWeight", rows.first_weight);
  field("firstWeightError", rows.first_weight_error);
  field("numbersDrawn", rows.numbers_drawn);
}

}  // namespace attn

namespace attn::bindings {

static const Operations dot_product{{
    {"dotProductLaw", entry<call<&attn::dot_product_law>>},
    {"dotProductSample", entry<call<&attn::dot_product_sample>>},
    {"dotProductRows", entry<call<&attn::dot_product_rows>>},
}};

}  // namespace attn::bindings
