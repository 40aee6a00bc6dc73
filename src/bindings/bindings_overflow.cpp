// How likely a naive softmax, or QKᵀ itself, overflows.
#include "bindings/marshal.h"
#include "core/overflow_probability.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, OverflowRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field.option("format", request.format, kFormatNames);
  field("entryStd", request.entry_std);
  field("divisors", request.divisors);
}

template <class Visitor>
void visit(Visitor& field, OverflowProbability& probability) {
  field("threshold", probability.threshold);
  field("score", probability.score);
  field("log10Score", probability.log10_score);
  field("row", probability.row);
  field("log10Row", probability.log10_row);
}

template <class Visitor>
void visit(Visitor& field, RawOverflowRequest& request) {
  field("headDim", request.head_dim);
  field.option("format", request.format, kFormatNames);
  field("entryStd", request.entry_std);
  field("divisor", request.divisor);
}

template <class Visitor>
void visit(Visitor& field, RawOverflow& overflow) {
  field("threshold", overflow.threshold);
  field("raw", overflow.raw);
  field("log10Raw", overflow.log10_raw);
  field("scaledFirst", overflow.scaled_first);
  field("log10ScaledFirst", overflow.log10_scaled_first);
}

}  // namespace attn

namespace attn::bindings {

static const Operations overflow{{
    {"overflowProbability", entry<call<&attn::overflow_probability>>},
    {"rawOverflow", entry<call<&attn::raw_overflow>>},
}};

}  // namespace attn::bindings
