#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/list.h"
#include "core/logit_histogram.h"
#include "core/mask.h"
#include "core/matrix.h"
#include "core/status.h"

namespace attn {

/// Where the divisor c acts. `query_root` is the half of `both_roots` that is left when the other side is forgotten.
enum class DivisorPlacement {
  scores,      ///< QKᵀ / c
  query,       ///< (Q / c) Kᵀ
  both_roots,  ///< (Q / √c) (K / √c)ᵀ
  query_root,  ///< (Q / √c) Kᵀ
};
inline constexpr std::string_view kPlacementNames[] = {"scores", "query", "bothRoots", "queryRoot"};

/// Sizes that attention takes: n_q and n, their product, and the multiply-adds n_q n (d_k + d_v).
inline constexpr Index kMaxAttentionRows = 65536;
inline constexpr double kMaxAttentionCells = 16777216.0;        // 2²⁴
inline constexpr double kLargestScore = 3.4028234663852886e38;  // float's largest; for double too
inline constexpr double kMaxAttentionWork = 8589934592.0;       // 2³³

/// What forward and backward read.
template <class Scalar>
struct AttentionInputs {
  MatrixOf<Scalar> query;
  MatrixOf<Scalar> key;
  MatrixOf<Scalar> value;         ///< forward only: may be left out where no output is wanted
  std::optional<double> divisor;  ///< default: √(columns of query)
  DivisorPlacement placement = DivisorPlacement::scores;
  MaskKind mask = MaskKind::none;
  AllowMatrix allow;
};

template <class Scalar>
struct AttentionRequest : AttentionInputs<Scalar> {
  bool want_scores = false;
  bool want_logits = false;
  bool want_weights = true;
  bool want_output = true;
  bool want_logsumexp = false;
  bool want_moments = false;
  bool want_histogram = false;
  HistogramRange histogram_range;
};

/// What was asked for; the rest stays empty.
template <class Scalar>
struct Attention {
  double divisor = 0;
  MatrixOf<Scalar> scores;
  MatrixOf<Scalar> logits;
  MatrixOf<Scalar> weights;
  MatrixOf<Scalar> output;
  List<double> logsumexp;
  List<std::uint8_t> fully_masked;  ///< 1 where a query sees no key: weights 0, output 0, logsumexp −∞
  LogitMoments moments;
  LogitHistogram histogram;
};

/// Computes scaled dot-product attention with any divisor and any mask.
///   O = softmax(QKᵀ/c + mask) V, softmax along each row (§2)
/// Shapes: query n_q × d_k, key n × d_k, value n × d_v, allow n_q × n; scores, logits, weights n_q × n, output n_q × d_v
/// Units: logits and logsumexp in nats
/// Requires: all entries finite
/// Errors: head_dim_out_of_range (d_k outside 1 … 4096), query_count_out_of_range, key_count_out_of_range (outside 1 … 65536),
///   shape_mismatch, out_of_range "value" (d_v = 0), too_large "query" (n_q n > 2²⁴ or n_q n (d_k + d_v) > 2³³), not_finite,
///   those of check_divisor, divisor_out_of_range where a logit would leave float's range, not_finite "scores" where a score does; those of logit_histogram
/// Accuracy: docs/numerics/attention.md
/// Edge: a fully masked row is a row of zeros; a masked key has weight exactly 0 at any score
/// Cost: n_q n (d_k + d_v) multiply-adds, n_q n exponentials
/// Source: Vaswani et al., 2017, equation 1
template <class Scalar>
Result<Attention<Scalar>> attention_forward(const AttentionRequest<Scalar>& request);

/// What forward and backward share.
namespace attention_steps {

/// c spread over the three places where it can act: logits = (Q/query) (K/key)ᵀ / score ∝ c^−exponent.
struct DivisorFactors {
  double query = 1;
  double key = 1;
  double score = 1;
  double exponent = 1;
};

struct Plan {
  Mask mask;
  double divisor = 1;
  DivisorFactors factors;
  double largest_query = 0, largest_key = 0, largest_value = 0;  // entries' sizes
};

/// Finds max |entry|, or answers −1 where an entry is not finite.
double largest_entry(const MatrixOf<float>& matrix);
double largest_entry(const MatrixOf<double>& matrix);

/// Checks everything that can be checked before memory is taken.
/// Errors: those of attention_forward that can be told from the request alone
template <class Scalar>
Result<Plan> make_plan(const AttentionInputs<Scalar>& inputs, bool needs_value);

/// Divides by a factor of c; the factor 1 changes no bit.
template <class Scalar>
MatrixOf<Scalar> divided(const MatrixOf<Scalar>& matrix, double factor);

/// Computes (Q/a)(K/b)ᵀ/s with −∞ where the mask forbids.
/// Errors: not_finite "scores", divisor_out_of_range "divisor".
template <class Scalar>
Result<MatrixOf<Scalar>> masked_logits(const MatrixOf<Scalar>& scaled_query, const MatrixOf<Scalar>& scaled_key, const Plan& plan);

}  // namespace attention_steps

}  // namespace attn
