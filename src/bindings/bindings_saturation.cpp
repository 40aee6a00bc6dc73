// Exact saturation: saturationTheory, saturationAtSigma and jacobianLimits.
#include "bindings/marshal.h"
#include "core/jacobian_limits.h"
#include "core/saturation_theory.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, SaturationTheoryRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("divisors", request.divisors);
}

template <class Visitor>
void visit(Visitor& field, SaturationTheory& theory) {
  field("maxWeight", theory.max_weight);
  field("entropy", theory.entropy);
}

template <class Visitor>
void visit(Visitor& field, SaturationAtSigmaRequest& request) {
  field("keyCount", request.key_count);
  field("sigmas", request.sigmas);
}

template <class Visitor>
void visit(Visitor& field, SaturationAtSigma& result) {
  field("maxWeight", result.max_weight);
  field("entropy", result.entropy);
  field("logSum", result.log_sum);
  field("sumSquares", result.sum_squares);
  field("jacobianTrace", result.jacobian_trace);
  field("jacobianSquares", result.jacobian_squares);
}

template <class Visitor>
void visit(Visitor& field, JacobianLimitsRequest& request) {
  field("keyCount", request.key_count);
  field("sigmas", request.sigmas);
}

template <class Visitor>
void visit(Visitor& field, JacobianLimits& limits) {
  field("topGap", limits.top_gap);
  field("freezingSigma", limits.freezing_sigma);
  field("uniformTrace", limits.uniform_trace);
  field("uniformFrobenius", limits.uniform_frobenius);
  field("traceAbove", limits.trace_above);
  field("squaresAbove", limits.squares_above);
  field("entropyBelow", limits.entropy_below);
  field("sumSquaresBelow", limits.sum_squares_below);
  field("sumSquaresFrozen", limits.sum_squares_frozen);
}

}  // namespace attn

namespace attn::bindings {

static const Operations saturation{{
    {"saturationTheory", entry<call<&attn::saturation_theory>>},
    {"saturationAtSigma", entry<call<&attn::saturation_at_sigma>>},
    {"jacobianLimits", entry<call<&attn::jacobian_limits>>},
}};

}  // namespace attn::bindings
