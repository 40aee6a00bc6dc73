#include "core/mask.h"

namespace attn {

Result<Mask> make_mask(MaskKind kind, Index query_count, Index key_count, const AllowMatrix& allow) {
  const bool fits = kind == MaskKind::allow ? allow.rows() == query_count && allow.cols() == key_count : allow.size() == 0;
  if (!fits) return Failure{Status::shape_mismatch, "allow"};
  return Mask{kind, query_count, key_count, &allow};
}

}  // namespace attn
