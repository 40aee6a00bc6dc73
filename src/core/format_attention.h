#pragma once
#include <optional>

#include "core/format_softmax.h"
#include "core/list.h"

namespace attn {

/// When the divisor c acts. `before` forms never hold the undivided score.
enum class ScaleOrder {
  after,            ///< round(q·k) ⊘ c
  before_on_query,  ///< (q ⊘ c)·k
  before_on_both,   ///< (q ⊘ √c)·(k ⊘ √c)
};
inline constexpr std::string_view kScaleOrderNames[] = {"after", "beforeOnQuery", "beforeOnBoth"};

inline constexpr double kMaxRowEntries = 16777216.0;  // n d_k ≤ 2²⁴

struct FormatAttentionRequest {
  List<double> query;
  MatrixD key;
  std::optional<double> divisor;  ///< default: √(length of query)
  FormatArithmetic arithmetic;
  ScaleOrder order = ScaleOrder::after;
  Accumulation dot = Accumulation::wide;  ///< of the products of one dot product
};

struct FormatAttentionRow {
  List<double> scores;  ///< what the product leaves in the format, divided already where the divisor comes before
  List<double> logits;
  List<double> weights;
  bool score_inf = false;  ///< a score is ±∞
  FormatRowReport report;
};

/// Computes scores, logits and weights of one query in a format (§3.2).
///   the entries are rounded to the format; the dot product is kept wide (double) and its *result* is rounded, so that
///   float16 overflows at |q·k| ≥ 65520; or, with `dot: format`, every product and every partial sum is rounded
/// Shapes: query d_k, key n × d_k
/// Requires: entries finite
/// Errors: head_dim_out_of_range "query", key_count_out_of_range "key" (outside 1 … 65536), shape_mismatch "key",
///   too_large "key" (n d_k > 2²⁴), not_finite, those of check_divisor,
///   not_finite "scores" (∞ − ∞ in a dot product)
/// Accuracy: the stated arithmetic, exactly; the divisor is a double that is not rounded to the format, as a kernel's scalar
Result<FormatAttentionRow> format_attention_row(const FormatAttentionRequest& request);

/// Rounds one row's scores as `order` says; `exact` holds q·k. For rows that are drawn by the law of the scores.
///   after: scores = round(exact), logits = round(scores / c); before: both = round(exact / c)
void format_scores(double exact, double divisor, ScaleOrder order, const NumberFormat& format, double& score, double& logit);

/// Takes the dot product of two vectors of members of the format.
double format_dot(std::span<const double> left, std::span<const double> right, const NumberFormat& format, Accumulation accumulation);

}  // namespace attn
