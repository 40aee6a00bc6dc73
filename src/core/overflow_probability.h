#pragma once
// How likely it is that a naive softmax overflows, or that QKᵀ itself does, for q and k with normal entries.

#include "core/list.h"
#include "core/number_format.h"
#include "core/status.h"

namespace attn {

/// Returns the smallest real number that rounds (to nearest, ties to even) to infinity: 65520 for float16.
///   (2 − 2^{−precision})·2^largest_exponent; section 3.2
/// Edge: +∞ for float64, whose limit is not itself a double
double smallest_real_to_infinity(const NumberFormat& format);

/// Asks how likely exp overflows in a softmax that subtracts nothing, for logits q·k/divisor.
struct OverflowRequest {
  int head_dim = 64;
  int key_count = 512;
  FormatName format = FormatName::float32;
  /// Of the entries of q and of k.
  double entry_std = 1.0;
  /// One or several, at most 256.
  List<double> divisors;
};

/// One entry a divisor. Probabilities below 1e-308 are 0; their logarithms are always there.
struct OverflowProbability {
  double threshold = 0.0;           // a logit above it makes exp infinite
  List<double> score, log10_score;  // one given score overflows
  List<double> row, log10_row;      // at least one of the row's key_count scores does
};

inline constexpr std::size_t kMaxOverflowDivisors = 256;
inline constexpr int kMaxOverflowKeys = 1 << 20;

/// Computes the exact probability that naive exp overflows, for one score and for a row whose scores share q.
///   P(q·k > c·T) and 1 − E_R[(1 − P(N(0, R²) > c·T))^n], T = format_thresholds(format).overflow_exp_real; section 3.2
/// Errors: head_dim_out_of_range; key_count_out_of_range outside 1 … 2²⁰; empty_input or too_large "divisors";
///   divisor_not_positive, not_finite, divisor_out_of_range outside 1e-6 … 1e6; out_of_range "entry_std" outside 1e-3 … 1e3
/// Accuracy: log10 within 1e-9·max(1, |value|·1e-3)
/// Cost: 0.05 ms a divisor; up to 1 ms for d = 1 and n = 2²⁰
Result<OverflowProbability> overflow_probability(const OverflowRequest& request);

/// Asks how likely a raw product QKᵀ overflows while it is stored, before any division.
struct RawOverflowRequest {
  int head_dim = 64;
  FormatName format = FormatName::float16;
  double entry_std = 1.0;
  /// Divided into q before the product for the second pair of results.
  double divisor = 8.0;
};

struct RawOverflow {
  double threshold = 0.0;  // |q·k| at or above it is stored as infinity
  double raw = 0.0, log10_raw = 0.0;
  double scaled_first = 0.0, log10_scaled_first = 0.0;
};

/// Computes P(|q·k| ≥ limit) for entries of any spread, with the scale applied after the product and before it.
///   2·P(s > limit/entry_std²) and 2·P(s > divisor·limit/entry_std²); section 3.2
/// Errors: as overflow_probability; unknown_option "format" for bfloat16, float32 and float64: their limits lie where no
///   score with entries of spread ≤ 1e3 gets
/// Accuracy: log10 within 1e-9·max(1, |value|·1e-3)
Result<RawOverflow> raw_overflow(const RawOverflowRequest& request);

}  // namespace attn
