// Gradients of random attention: gradientStatistics, gradientLimits and plantedKey.
#include "bindings/marshal.h"
#include "bindings/norm_distribution.h"
#include "core/gradient_limits.h"
#include "core/gradient_statistics.h"
#include "core/planted_key.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, GradientRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("alphas", request.alphas, kMaxGradientAlphas);
  field("rows", request.rows);
  field("seed", request.seed);
  field("budget", request.budget);
  field("stripRows", request.strip_rows);
}

template <class Visitor>
void visit(Visitor& field, GradientStatistics& statistics) {
  field.option("drawn", statistics.drawn, kDrawnNames);
  field("rows", statistics.rows);
  field("gradQuery", statistics.query_grad);
  field("gradKey", statistics.key_grad);
  field("gradScores", statistics.score_grad);
  field("weightNorm", statistics.weight_norm);
  field("jacobianTrace", statistics.jacobian_trace);
  field("jacobianFro", statistics.jacobian_fro);
  field("topShare", statistics.top_share);
  field("strip", statistics.strip);
}

template <class Visitor>
void visit(Visitor& field, GradientLimitsRequest& request) {
  field("keyCount", request.key_count);
  field("alphas", request.alphas, kMaxLimitAlphas);
}

template <class Visitor>
void visit(Visitor& field, GradientLimits& limits) {
  field("gapDensity", limits.gap_density);
  field("meanPlateau", limits.mean_plateau);
  field("uniformJacobianFro", limits.uniform_jacobian_fro);
  field("uniformWeightNorm", limits.uniform_weight_norm);
  field("rmsGradQuery", limits.rms_query_grad);
  field("jacobianTrace", limits.jacobian_trace);
  field("jacobianRms", limits.jacobian_rms);
  field("smallAlphaRms", limits.small_alpha_rms);
  field("smallAlphaTrace", limits.small_alpha_trace);
  field("largeAlphaRms", limits.large_alpha_rms);
}

template <class Visitor>
void visit(Visitor& field, PlantedKeyRequest& request) {
  field("headDim", request.head_dim);
  field("keyCount", request.key_count);
  field("alphas", request.alphas, kMaxGradientAlphas);
  field("rows", request.rows);
  field("seed", request.seed);
}

template <class Visitor>
void visit(Visitor& field, PlantedKey& planted) {
  field("weight", planted.weight);
  field("error", planted.error);
  field("accuracy", planted.accuracy);
}

}  // namespace attn

namespace attn::bindings {

static const Operations gradients{{
    {"gradientStatistics", entry<call<&attn::gradient_statistics>>},
    {"gradientLimits", entry<call<&attn::gradient_limits>>},
    {"plantedKey", entry<call<&attn::planted_key>>},
}};

}  // namespace attn::bindings
