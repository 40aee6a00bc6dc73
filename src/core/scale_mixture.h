#pragma once
// The quadrature behind every law of q·k: given the length R of q, a score is N(0, R²), and R ~ χ_d.
#include <cmath>
#include <initializer_list>

#include "core/elementary.h"

namespace attn {

/// The law of u = ln R where R ~ χ_d is the length of a vector of d independent N(0, 1) entries.
struct LogChiLaw {
  double d;
  double half_log_d;  // ln √d, the middle of the law
  double log_norm;    // ½ ln(d/π) − S(d/2), S being what Stirling's formula leaves out of ln Γ

  /// Makes the law for d entries.
  /// Requires: d ≥ 1
  explicit LogChiLaw(int head_dim);

  /// One node of the quadrature: R² and the log density of u there.
  struct Node {
    double radius_squared;
    double log_density;
  };

  /// Evaluates the node at u = ln √d + v.
  ///   ln p(v) = log_norm + d·v − (d/2)(e^{2v} − 1)
  /// Accuracy: the large terms of ln Γ(d/2) have been cancelled on paper, so that the absolute error stays near
  ///   10⁻¹⁶·d·(|v| + e^{2v}) instead of 10⁻¹⁶·ln Γ(d/2).
  Node node(double v) const {
    const double doubled = 2.0 * v;
    double power, power_minus_one;
    if (doubled > -0.5 && doubled < 0.5) {
      power_minus_one = expm1_d(doubled);
      power = 1.0 + power_minus_one;
    } else {
      power = exp_d(doubled);
      power_minus_one = power - 1.0;
    }
    return {d * power, log_norm + d * v - 0.5 * d * power_minus_one};
  }
};

/// Returns what Stirling's formula leaves out: S(z) = ln Γ(z) − [(z − ½) ln z − z + ½ ln 2π].
/// Requires: z > 0
/// Accuracy: absolute 2e-16
/// Source: Abramowitz & Stegun (1964), 6.1.42, after S(z) = S(z + 1) + (z + ½) ln(1 + 1/z) − 1
double stirling_remainder(double z);

/// Integrates exp(log_integrand(v)) over the whole line by the trapezoid rule and returns the logarithm.
/// Requires: log_integrand concave, near its maximum at `start`; `step` well below its width
/// Accuracy: the rule converges like exp(−2π a / step), a being the half width of the strip of the complex plane where the
///   integrand is tame; terms below 10⁻¹⁸ of the sum are left out
/// Cost: about 40 evaluations; up to 500 for d = 1, whose density in v falls only like e^v
template <class LogIntegrand>
double log_integral(double start, double step, const LogIntegrand& log_integrand) {
  constexpr double kNegligible = 1e-18;
  const double top = log_integrand(start);
  double sum = 1.0;
  for (const double direction : {step, -step}) {
    for (int i = 1; i < 100000; ++i) {
      const double term = exp_d(log_integrand(start + i * direction) - top);
      sum += term;
      if (!(term > kNegligible * sum)) break;
    }
  }
  return top + log_d(step * sum);
}

}  // namespace attn
