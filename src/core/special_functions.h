#pragma once
// Laws of test statistics. The normal law and ln Γ are in elementary.h.

namespace attn {

/// Numbers up to which the distribution of the Kolmogorov–Smirnov distance is exact.
inline constexpr int kMaxExactKsCount = 10000;

/// Computes Kolmogorov's limit law P(√n D ≤ x) for n → ∞, and its complement.
///   1 − 2 Σ (−1)^(k−1) e^(−2k²x²) = √(2π)/x Σ e^(−(2k−1)²π²/(8x²))
/// Accuracy: relative 1e-14 of the smaller one where that is normal.
/// Edge: x ≤ 0 → 0 and 1; NaN → NaN
/// Source: Kolmogorov (1933)
double kolmogorov_cdf(double x);
double kolmogorov_sf(double x);

/// Computes P(D ≥ distance) for the two-sided Kolmogorov–Smirnov distance D of `count` independent numbers from a
/// continuous law; ks_cdf is the complement.
///   a Poisson process held between two lines, given its value at the end
/// Requires: count ≥ 1
/// Accuracy: count ≤ 10⁴: absolute 3e-11, and ks_sf relative 5e-9; above 10⁴: absolute 1e-7 (the limit law with
///   its corrections of order 1/√n and 1/n)
/// Edge: distance ≤ 1/(2·count) → 1, ≥ 1 → 0; NaN or count < 1 → NaN
/// Cost: about 40·count^1.5 multiplications: 20 ms at count = 4000
/// Source: Pomeranz (1974); Smirnov (1944) for the far tail; Pelz and Good (1976) above 10⁴. See docs/numerics/elementary.md
double ks_sf(int count, double distance);
double ks_cdf(int count, double distance);

}  // namespace attn
