#pragma once
// The exact law of the dot product s = q·k of two independent vectors with N(0, 1) entries.

#include "core/list.h"
#include "core/scale_mixture.h"
#include "core/status.h"

namespace attn {

/// The law of s = q·k, q and k in R^d with independent N(0, 1) entries; section 3.4.
///   f(x) = |x|^ν K_ν(|x|) / (√π Γ(d/2) 2^ν), ν = (d − 1)/2; given |q| = R, s ~ N(0, R²), and R ~ χ_d
/// All functions take a raw score (not divided by anything), |x| ≤ 1e12.
/// Source: Craig (1936), "On the frequency function of xy"; for d > 1 the variance-gamma law of Madan & Seneta (1990)
class DotProductLaw {
 public:
  /// Requires: 1 ≤ head_dim
  explicit DotProductLaw(int head_dim) : chi_(head_dim), head_dim_(head_dim) {}

  /// Returns the density.
  /// Accuracy: relative 1e-12 (docs/numerics/dot_product.md)
  /// Edge: +∞ at x = 0 for d = 1; 0 where it underflows
  double pdf(double x) const;

  /// Returns ln f(x).
  /// Accuracy: absolute 1e-12 + 1e-15·|value|
  double log_pdf(double x) const;

  /// Returns P(s ≤ x).
  /// Accuracy: absolute 1e-14, relative 1e-11 in the lower tail
  double cdf(double x) const;

  /// Returns P(s > x).
  /// Accuracy: relative 1e-11 down to underflow; beyond it `log_sf` goes on
  double sf(double x) const { return cdf(-x); }

  /// Returns ln P(s > x), also where P is far below the smallest double.
  /// Accuracy: absolute 1e-12 + 1e-15·|value|
  double log_sf(double x) const;

  /// Returns ln P(at least one of n scores > x) where the scores share q, so that they are independent only given |q|.
  ///   1 − E_R[(1 − P(N(0, R²) > x))^n]; section 3.2
  /// Requires: 0 ≤ x, 1 ≤ n
  /// Accuracy: absolute 1e-11 + 1e-15·|value|
  double log_row_exceeds(double x, int n) const;

  int head_dim() const { return head_dim_; }

 private:
  double log_tail(double x) const;  // ln P(s > x) for x > 0

  LogChiLaw chi_;
  int head_dim_;
};

/// Returns E|q·k| = (2/√π) Γ((d + 1)/2) / Γ(d/2), which tends to √(2d/π).
double dot_product_mean_abs(int head_dim);

/// Returns 6/d, the excess kurtosis of q·k.
double dot_product_excess_kurtosis(int head_dim);

/// Returns E s⁶ / d³ = 15 + 90/d + 120/d², from the cumulants κ₂ = d, κ₄ = 6d, κ₆ = 120d.
double dot_product_sixth_moment(int head_dim);

/// The largest distance between two distribution functions, and where it is.
struct LawDistance {
  double distance;
  double at;
};

/// Finds the largest |P(s/√d ≤ z) − Φ(z)|; `at` is the z > 0 where it is reached.
/// Accuracy: absolute 1e-13 for the distance (it is flat there)
/// Cost: about 50 densities
/// Source: tends to 0.13765/d, the first Edgeworth term max |He₃ φ|/4
LawDistance dot_product_distance_to_normal(int head_dim);

/// Asks for the law of s / divisor at the points x.
struct DotProductLawRequest {
  int head_dim = 64;
  double divisor = 1.0;
  List<double> x;
};

/// One entry a point of x; the rest describes the law as a whole.
struct DotProductLawCurve {
  List<double> pdf, log_pdf, cdf, sf, log_sf;
  double variance = 0.0;  // of s / divisor
  double mean_abs = 0.0;  // of s / divisor
  double excess_kurtosis = 0.0;
  double sixth_moment = 0.0;  // standardised
  double ks_distance = 0.0;   // to the normal law of the same variance
  double ks_at = 0.0;         // in standard deviations
};

inline constexpr std::size_t kMaxCurvePoints = 4096;
/// Beyond it x² would lose its digits against R²; ln P is about −10¹² there.
inline constexpr double kMaxScore = 1e12;

/// Evaluates the exact law of a logit s / divisor.
/// Errors: head_dim_out_of_range; divisor_not_positive, not_finite; too_large above 4096 points; not_finite "x";
///   out_of_range "x" where |x|·divisor > 1e12
/// Cost: 10–30 µs a point
Result<DotProductLawCurve> dot_product_law(const DotProductLawRequest& request);

}  // namespace attn
