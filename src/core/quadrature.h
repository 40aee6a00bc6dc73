#pragma once
#include <span>

#include "core/list.h"

namespace attn {

/// Points and weights of a sum that stands for an integral or an expectation.
struct Quadrature {
  List<double> nodes;
  List<double> weights;
};

/// Computes the Gauss–Legendre rule on [−1, 1].
/// Requires: 1 ≤ count ≤ 200.
/// Accuracy: nodes within 2 ulp, weights within 1e-14; exact for polynomials of degree 2·count − 1.
/// Source: nodes by Newton's method on the three-term recurrence.
Quadrature gauss_legendre(int count);

/// Computes nodes R > 0 and weights (sum 1) with E f(R) ≈ Σ weight·f(node) for R ~ χ with `head_dim` degrees of freedom:
/// the length of a vector of d_k independent standard normals.
///   trapezoid in v, ln R = v − e^(−v); the density of ln R is ∝ exp(d·ln R − R²/2)
/// Requires: head_dim ≥ 1.
/// Accuracy: relative 1e-11 for f bounded and smooth in ln R on the scale 1.
/// Cost: 64 nodes.
Quadrature chi_quadrature(int head_dim);

/// A polynomial on [0, 1] through its values at Chebyshev points, for several functions at once.
class ChebyshevSeries {
 public:
  ChebyshevSeries() = default;
  /// Requires: values[k] belongs to chebyshev_point(k, values.size()).
  explicit ChebyshevSeries(std::span<const double> values);
  /// Evaluates by Clenshaw's recurrence, 0 ≤ t ≤ 1.
  double operator()(double t) const;
  bool empty() const { return coefficients_.empty(); }
  std::span<const double> coefficients() const { return coefficients_; }

 private:
  List<double> coefficients_;
};

/// Answers the k-th of `count` Chebyshev points of [0, 1], none of them at an end.
double chebyshev_point(int k, int count);

}  // namespace attn
