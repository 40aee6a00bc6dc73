#pragma once
// The tail of q·k without any quadrature to speak of: for even d a finite sum of positive terms.
#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn_test {

inline double log_add(double a, double b) {
  const double top = std::max(a, b);
  return top + std::log1p(std::exp(std::min(a, b) - top));
}

/// ln P(q·k > x) for even d and x > 0. With n = d/2 − 1, K_{n+½} is e^{−x} times a polynomial (Abramowitz & Stegun 10.2.15):
///   f(x) = e^{−x} / (n! 2^{n+1}) Σ_k a_k 2^{−k} x^{n−k}, a_k = (n + k)! / (k! (n − k)!)
/// and ∫_x^∞ t^m e^{−t} dt = Γ(m + 1, x), where Γ(m + 1, x) = m Γ(m, x) + x^m e^{−x}.
inline double log_tail_even(int d, double x) {
  const int n = d / 2 - 1;
  double sum = -1e300, gamma = -x;  // ln Γ(1, x)
  for (int m = 0; m <= n; ++m) {
    const int k = n - m;
    if (m > 0) gamma = log_add(std::log(m) + gamma, m * std::log(x) - x);
    const double log_a = std::lgamma(n + k + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
    sum = log_add(sum, log_a - k * std::numbers::ln2 + gamma);
  }
  return sum - std::lgamma(n + 1.0) - (n + 1) * std::numbers::ln2;
}

}  // namespace attn_test
