#pragma once
#include <cstdint>
#include <optional>

#include "core/format_attention.h"
#include "core/row_drawing.h"

namespace attn {

struct OverflowShareRequest {
  FormatArithmetic arithmetic;
  ScaleOrder order = ScaleOrder::after;
  int head_dim = 64;
  int key_count = 512;
  std::optional<double> divisor;  ///< default: √d_k
  int rows = 1000;
  std::uint32_t seed = 1;
  double entry_std = 1;  ///< of the entries of q and k
  double budget = 3e7;   ///< numbers that may be drawn for keys: rows × keys × d_k
};

/// The share of rows in which something happened, and its standard error √(p(1 − p)/rows).
struct RowShare {
  double share = 0;
  double error = 0;
};

struct OverflowShare {
  int rows = 0;
  Drawn drawn = Drawn::vectors;  ///< or law: scores as N(0, entry_std⁴ |z|²) given q = entry_std z, keys not drawn
  RowShare score_inf;            ///< a score is ±∞ in the format
  RowShare exp_inf;              ///< an exponential is infinite
  RowShare sum_inf;              ///< the sum of exponentials is infinite
  RowShare nan;                  ///< a weight is NaN
  RowShare any;                  ///< one of these four
  RowShare flushed_weights;      ///< of the weights, not of the rows: those that became 0; its error is over rows
};

/// Measures how often a row of attention overflows or becomes NaN in a format (§3.2).
///   q, k ~ N(0, entry_std² I), each row its own q and keys; where rows × keys × d_k > budget, scores by their law given q
/// Requires: arithmetic, order: any
/// Errors: head_dim_out_of_range, key_count_out_of_range (1 … 4096), query_count_out_of_range "rows" (1 … 100,000),
///   out_of_range "entryStd" (1e-3 … 1e3), not_finite or out_of_range "budget" (negative or above 3·10⁸),
///   too_large "rows" (rows × (keys + d_k) > 5·10⁷), those of check_divisor
/// Accuracy: a sample; the same digits on every machine. By law the entries of q and k are not rounded first, only the scores
/// Cost: 3·10⁷ multiply-adds at most by default, rows × keys exponentials
Result<OverflowShare> overflow_share(const OverflowShareRequest& request);

}  // namespace attn
