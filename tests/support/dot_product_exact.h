#pragma once
// The tail of q·k by means that the engine does not use: for even d a finite sum of positive terms, for odd d the mixture
// on a fixed fine grid with the C library's functions.
#include <algorithm>
#include <cmath>
#include <initializer_list>
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

/// ln P(N(0, 1) > z)
inline double log_normal_tail(double z) {
  if (z < 25) return std::log(0.5 * std::erfc(z / std::numbers::sqrt2));
  const double s = 1 / (z * z);
  return -0.5 * z * z - std::log(z * std::sqrt(2 * std::numbers::pi)) + std::log1p(-s * (1 - s * (3 - s * (15 - s * 105))));
}

/// ln P(q·k > x) for any d and x > 0; odd d with nodes a twentieth of the integrand's width apart.
inline double log_tail(int d, double x) {
  if (d % 2 == 0) return log_tail_even(d, x);
  const double total = std::sqrt(static_cast<double>(d) * d + 4 * x * x), middle = 0.5 * std::log(0.5 * (d + total));
  const double step = std::min(0.02, 0.05 / std::sqrt(2 * total));
  const auto term = [&](double u) { return d * u - 0.5 * std::exp(2 * u) + log_normal_tail(x * std::exp(-u)); };
  const double top = term(middle);
  double sum = 1;
  for (const int sign : {-1, 1})
    for (int i = 1; i < 20000; ++i) {
      const double value = std::exp(term(middle + sign * i * step) - top);
      sum += value;
      if (value < 1e-17 * sum) break;
    }
  return top + std::log(sum * step) - (0.5 * d - 1) * std::numbers::ln2 - std::lgamma(0.5 * d);
}

}  // namespace attn_test
