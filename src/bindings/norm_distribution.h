#pragma once
// How a distribution of norms crosses the boundary; used by the gradients' and the training's operations.
#include "core/norm_distribution.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, NormDistribution& distribution) {
  field("mean", distribution.mean);
  field("error", distribution.error);
  field("median", distribution.median);
  field("p999", distribution.p999);
  field("largest", distribution.largest);
  field("meanSquare", distribution.mean_square);
}

}  // namespace attn
