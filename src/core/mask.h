#pragma once
#include <cstdint>
#include <string_view>

#include "core/matrix.h"

namespace attn {

/// Which keys a query may see. The names are those of the boundary, in the order of the enum.
enum class MaskKind { none, causal, causal_br, allow };
inline constexpr std::string_view kMaskNames[] = {"none", "causal", "causalBottomRight", "allow"};

/// allow(i, j) ≠ 0: query i may see key j.
using AllowMatrix = MatrixOf<std::uint8_t>;

/// A mask for n_q queries and n_k keys. It refers to the request's allow matrix, so it must not outlive it.
struct Mask {
  MaskKind kind = MaskKind::none;
  Index query_count = 0;
  Index key_count = 0;
  const AllowMatrix* allow = nullptr;

  /// Tells whether query i may see key j.
  ///   causal: j ≤ i (top-left); causal_br: j ≤ i + n_k − n_q (bottom-right); allow: allow(i, j) ≠ 0
  /// Edge: with n_q > n_k the first n_q − n_k rows of causal_br see nothing; such a row has weights 0 and output 0.
  bool allows(Index i, Index j) const {
    switch (kind) {
      case MaskKind::none: return true;
      case MaskKind::causal: return j <= i;
      case MaskKind::causal_br: return j <= i + key_count - query_count;
      case MaskKind::allow: return (*allow)(i, j) != 0;
    }
    return false;
  }
};

/// Makes the mask of a request.
/// Errors: shape_mismatch "allow" where the kind is `allow` and the matrix is not n_q × n_k, or where it is given with another kind.
Result<Mask> make_mask(MaskKind kind, Index query_count, Index key_count, const AllowMatrix& allow);

}  // namespace attn
