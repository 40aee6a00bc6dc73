#pragma once

namespace attn_test {

/// Computes ln K_ν(x), x > 0, ν ≥ 0, by the trapezoid rule on ∫₀^∞ exp(−x cosh u) cosh(νu) du.
/// Accuracy: relative 1e-12 for x ≥ 1e-3 and ν ≤ 2048.
double log_bessel_k(double nu, double x);

}  // namespace attn_test
