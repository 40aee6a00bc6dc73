#include "core/dot_product_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/matrix.h"

namespace attn {
namespace {

constexpr double kHalfLogTwoPi = 0.91893853320467274178;
constexpr double kEulerGamma = 0.57721566490153286061;
// The rule's error at step h is the integrand's Fourier transform at 2π/h. For χ_d that is |Γ(d/2 + iπ/h)|/Γ(d/2):
// with h = min(0.1, 0.57/√(2d)) it stays below 2e-15 for every d (docs/numerics/dot_product.md).
constexpr double kWidestStep = 0.1;
constexpr double kStepPerWidth = 0.57;

/// The trapezoid's step for an integrand in v whose curvature at the top is −2·(R² + x²/R²) = −2·`total`.
double step_for(double total) { return std::min(kWidestStep, kStepPerWidth / std::sqrt(2.0 * total)); }

/// The saddle R² of R^m exp(−R²/2 − x²/2R²), and √(m² + 4x²) = R² + x²/R².
struct Saddle {
  double radius_squared;
  double total;
};
Saddle saddle(double m, double x) {
  const double total = std::sqrt(m * m + 4.0 * x * x);
  return {0.5 * (m + total), total};
}

/// ln P(max of n independent N(0, 1) > z), n given as a double; z ≥ 0.
double log_max_exceeds(double z, double n) {
  const double log_all_below = n * normal_log_cdf(z);
  if (log_all_below > -1e-30) return log_d(n) + normal_log_cdf(-z);
  if (log_all_below > -0.5) return log_d(-expm1_d(log_all_below));
  return log1p_d(-exp_d(log_all_below));
}

/// K₀(x)/π for 0 < x < 1e-4: −ln(x/2) − γ and its first correction; the next one is below 1e-17. Half of the smallest double would be 0.
double tiny_bessel_pdf(double x) {
  const double leading = std::numbers::ln2 - log_d(x) - kEulerGamma;
  return (leading + 0.25 * x * x * (leading + 1.0)) / std::numbers::pi;
}

}  // namespace

double DotProductLaw::log_pdf(double x) const {
  x = std::fabs(x);
  if (head_dim_ == 2) return -x - std::numbers::ln2;
  if (head_dim_ == 1) {
    if (x == 0.0) return std::numeric_limits<double>::infinity();
    if (x < 1e-4) return log_d(tiny_bessel_pdf(x));
  }
  const Saddle top = saddle(chi_.d - 1.0, x);
  const double half_square = 0.5 * x * x;
  const double start = 0.5 * log_d(top.radius_squared) - chi_.half_log_d;
  return log_integral(start, step_for(top.total),
                      [&](double v) {
                        const LogChiLaw::Node node = chi_.node(v);
                        return node.log_density - v - half_square / node.radius_squared;
                      }) -
         chi_.half_log_d - kHalfLogTwoPi;
}

double DotProductLaw::pdf(double x) const { return exp_d(log_pdf(x)); }

double DotProductLaw::log_tail(double x) const {
  if (head_dim_ == 2) return -x - std::numbers::ln2;
  const Saddle top = saddle(chi_.d, x);
  const double start = 0.5 * log_d(top.radius_squared) - chi_.half_log_d;
  return log_integral(start, step_for(top.total), [&](double v) {
    const LogChiLaw::Node node = chi_.node(v);
    return node.log_density + normal_log_cdf(-x / std::sqrt(node.radius_squared));
  });
}

double DotProductLaw::cdf(double x) const {
  if (x == 0.0) return 0.5;
  const double tail = exp_d(log_tail(std::fabs(x)));
  return x < 0.0 ? tail : 1.0 - tail;
}

double DotProductLaw::log_sf(double x) const {
  if (x == 0.0) return -std::numbers::ln2;
  return x > 0.0 ? log_tail(x) : log1p_d(-exp_d(log_tail(-x)));
}

double DotProductLaw::log_row_exceeds(double x, int n) const {
  if (n == 1) return log_sf(x);
  const double count = n, log_count = log_d(count);
  const auto log_integrand = [&](double v) {
    const LogChiLaw::Node node = chi_.node(v);
    return node.log_density + log_max_exceeds(x / std::sqrt(node.radius_squared), count);
  };
  // The top lies between χ's own (R² = d) and the saddle of one far-out score; the slope d − R² + z·hazard(z) falls.
  const Saddle far = saddle(chi_.d, x);
  double low = 0.0, high = 0.5 * log_d(far.radius_squared) - chi_.half_log_d;
  for (int i = 0; i < 40 && high - low > 1e-3; ++i) {
    const double v = 0.5 * (low + high);
    const double radius_squared = chi_.node(v).radius_squared;
    const double z = x / std::sqrt(radius_squared);
    const double log_hazard = log_count + (count - 1.0) * normal_log_cdf(z) - 0.5 * z * z - kHalfLogTwoPi - log_max_exceeds(z, count);
    (chi_.d - radius_squared + z * exp_d(log_hazard) > 0.0 ? low : high) = v;
  }
  // 1 − Φ(z)^n turns over within a width of about 1/(2 ln n) in ln z, and is tame only for |Im v| < π/(4 ln n).
  const double step = std::min(step_for(far.total), 0.14 / (1.0 + log_count));
  return log_integral(0.5 * (low + high), step, log_integrand);
}

double dot_product_mean_abs(int head_dim) {
  const double z = 0.5 * head_dim;
  const double log_ratio = z * log1p_d(0.5 / z) - 0.5 + stirling_remainder(z + 0.5) - stirling_remainder(z);
  return 2.0 * std::sqrt(z / std::numbers::pi) * exp_d(log_ratio);
}

double dot_product_excess_kurtosis(int head_dim) { return 6.0 / head_dim; }

double dot_product_sixth_moment(int head_dim) {
  const double d = head_dim;
  return 15.0 + 90.0 / d + 120.0 / (d * d);
}

LawDistance dot_product_distance_to_normal(int head_dim) {
  const DotProductLaw law(head_dim);
  const double root = std::sqrt(static_cast<double>(head_dim));
  // F(z√d) − Φ(z) is largest where √d f(z√d) = φ(z): one crossing between 0 and 1.5 for every d.
  double low = 0.05, high = 1.5;
  for (int i = 0; i < 45; ++i) {
    const double z = 0.5 * (low + high);
    const double log_ratio = law.log_pdf(z * root) + log_d(root) + 0.5 * z * z + kHalfLogTwoPi;
    (log_ratio > 0.0 ? low : high) = z;
  }
  const double at = 0.5 * (low + high);
  return {std::fabs(law.cdf(at * root) - normal_cdf(at)), at};
}

Result<DotProductLawCurve> dot_product_law(const DotProductLawRequest& request) {
  if (request.head_dim < 1 || request.head_dim > kMaxHeadDim) return Failure{Status::head_dim_out_of_range, "head_dim"};
  if (!std::isfinite(request.divisor)) return Failure{Status::not_finite, "divisor"};
  if (!(request.divisor > 0.0)) return Failure{Status::divisor_not_positive, "divisor"};
  if (request.x.size() > kMaxCurvePoints) return Failure{Status::too_large, "x"};
  for (const double x : request.x)
    if (!std::isfinite(x)) return Failure{Status::not_finite, "x"};
  for (const double x : request.x)
    if (!(std::fabs(x) * request.divisor <= kMaxScore)) return Failure{Status::out_of_range, "x"};

  const DotProductLaw law(request.head_dim);
  const double c = request.divisor, log_c = log_d(c);
  Result<DotProductLawCurve> answer;
  DotProductLawCurve& curve = *answer;
  for (const double x : request.x) {
    const double score = x * c;
    const double log_density = law.log_pdf(score) + log_c, log_survival = law.log_sf(score);
    curve.log_pdf.push_back(log_density);
    curve.pdf.push_back(exp_d(log_density));
    curve.log_sf.push_back(log_survival);
    curve.sf.push_back(exp_d(log_survival));
    curve.cdf.push_back(score > 0.0 ? 1.0 - exp_d(log_survival) : law.cdf(score));
  }
  const double d = request.head_dim;
  curve.variance = d / c / c;
  curve.mean_abs = dot_product_mean_abs(request.head_dim) / c;
  curve.excess_kurtosis = dot_product_excess_kurtosis(request.head_dim);
  curve.sixth_moment = dot_product_sixth_moment(request.head_dim);
  const LawDistance normal = dot_product_distance_to_normal(request.head_dim);
  curve.ks_distance = normal.distance;
  curve.ks_at = normal.at;
  return answer;
}

}  // namespace attn
