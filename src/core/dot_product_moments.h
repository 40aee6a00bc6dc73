#pragma once
// What theory says of q·k when the entries are not independent N(0, 1).
#include "core/entry_laws.h"

namespace attn {

/// Mean, variance and excess kurtosis of q·k; where there is no closed form, `…_known` is false and the value 0.
struct TheoryMoments {
  double mean = 0.0, variance = 0.0, excess_kurtosis = 0.0;
  bool mean_known = false, variance_known = false, excess_kurtosis_known = false;
};

/// Computes the exact moments of q·k under the assumptions; section 3.4.
///   without normalisation, from E (Σᵢ Xᵢ)^{1,2,4}, Xᵢ = qᵢkᵢ a polynomial in independent entries and in what a vector shares;
///   special cases: variance d, kurtosis (m₄ m₄ − 3)/d; mean ρd, variance d(1 + ρ²); tr(Σ_q Σ_k) = d + d(d − 1)τ²;
///   LayerNorm: d²/(d − 1), −6/(d + 1) for normal entries; RMSNorm: d, −6/(d + 2)
/// Requires: checked assumptions
/// Accuracy: relative 1e-12; kurtosis absolute 1e-12
/// Edge: +∞ where a moment does not exist (kurtosis of t(3) entries; variance too once ρ ≠ 0)
/// Cost: 0.1 ms
TheoryMoments theory_moments(const EntryAssumptions& assumptions, int head_dim);

/// The expected unbiased variance of q·k within a row whose keys share q.
struct RowVariance {
  double value = 0.0;
  bool known = false;
};

/// Computes the within-row variance for `key_count` keys, of which all, or only the first, correlate with q by ρ.
///   all: (1 − ρ²) E[qᵀ Cov(k) q]; what all keys share has cancelled; section 3.4
///   one: v(1 − ρ²/n) + E[(ρ q·(q − μ_q))²]/n, v = E[qᵀ Cov(k) q]
/// Requires: checked assumptions, key_count ≥ 2
/// Edge: unknown for normalised vectors with ρ ≠ 0; +∞ where the moment does not exist
RowVariance theory_row_variance(const EntryAssumptions& assumptions, int head_dim, int key_count, bool all_keys);

}  // namespace attn
