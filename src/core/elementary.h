#pragma once
// Elementary functions of the engine. Built from + − × ÷, sqrt and bit operations alone, so that every compiler
// and WebAssembly give the same bits. Method and error bound of each: docs/numerics/elementary.md.

namespace attn {

/// Computes eˣ.
/// Accuracy: ≤ 1 ulp, subnormal results included.
/// Edge: NaN → NaN, −∞ → 0, +∞ → +∞; overflows above 709.78, is 0 below −745.13.
double exp_d(double x);

/// Computes eˣ − 1 without cancellation near 0.
/// Accuracy: ≤ 1 ulp.
/// Edge: keeps the sign of ±0; −∞ → −1.
double expm1_d(double x);

/// Computes the natural logarithm.
/// Accuracy: ≤ 1 ulp, subnormal arguments included.
/// Edge: 0 → −∞, negative → NaN, +∞ → +∞.
double log_d(double x);

/// Computes ln(1 + x) without cancellation near 0.
/// Accuracy: ≤ 1 ulp.
/// Edge: keeps the sign of ±0; −1 → −∞, below −1 → NaN.
double log1p_d(double x);

/// Computes baseᵉ for base ≥ 0.
/// Accuracy: ≤ 1 ulp (the logarithm is carried with 68 bits).
/// Edge: base < 0 → NaN; e = 0 or base = 1 → 1; 0 and +∞ as base by the sign of e.
double pow_d(double base, double exponent);

/// Computes the sine or the cosine of x radians.
/// Requires: |x| ≤ 10⁶.
/// Accuracy: ≤ 1 ulp.
/// Edge: NaN, ±∞ and |x| > 10⁶ → NaN.
double sin_d(double x);
double cos_d(double x);

/// Computes the hyperbolic tangent.
/// Accuracy: ≤ 1 ulp.
double tanh_d(double x);

/// Computes ln Γ(x) for x > 0.
/// Accuracy: relative 2e-15, next to its zeros 1 and 2 too.
/// Edge: 0 → +∞, negative → NaN, +∞ → +∞.
double lgamma_d(double x);

/// Computes erfc(x) = 2/√π ∫ₓ^∞ e^(−t²) dt.
/// Accuracy: relative 2e-15 where the result is normal.
double erfc_d(double x);

/// Computes the standard normal density e^(−x²/2)/√(2π).
/// Accuracy: relative 1e-15 where the result is normal.
double normal_pdf(double x);

/// Computes Φ(x), the standard normal distribution function.
/// Accuracy: absolute 2e-16; relative 2e-15 where the result is normal.
double normal_cdf(double x);

/// Computes 1 − Φ(x), the upper tail.
/// Accuracy: relative 2e-15 where the result is normal.
double normal_sf(double x);

/// Computes ln Φ(x), in the deep left tail too (x = −10⁵ is −5·10⁹).
/// Accuracy: relative 2e-15.
/// Edge: +∞ → 0, −∞ → −∞.
double normal_log_cdf(double x);

/// Computes x with Φ(x) = p.
/// Accuracy: relative 4e-15 in x for the given p.
/// Edge: 0 → −∞, 1 → +∞, outside [0, 1] and NaN → NaN.
double normal_quantile(double p);

}  // namespace attn
