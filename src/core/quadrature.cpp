#include "core/quadrature.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace attn {
namespace {

constexpr double kPi = 3.141592653589793;

/// v with v − e^(−v) = log_radius, by Newton from the right of the root (the function is concave and rising).
double half_line_map(double log_radius) {
  double v = log_radius > 0.0 ? log_radius : -log1p_d(-log_radius);
  for (int step = 0; step < 60; ++step) {
    const double e = exp_d(-v);
    const double change = (v - e - log_radius) / (1.0 + e);
    v -= change;
    if (std::fabs(change) < 1e-12) break;
  }
  return v;
}

/// l = ln(R/√d) where the density of ln R is e^(−38) of its peak: d·(l − (e^(2l) − 1)/2) = −38, by Newton from outside, where
/// it cannot overshoot.
double density_end(double d, double outside) {
  double l = outside;
  for (int step = 0; step < 30; ++step) {
    const double grown = expm1_d(2.0 * l);
    l += (l - 0.5 * grown + 38.0 / d) / grown;
  }
  return l;
}

}  // namespace

Quadrature gauss_legendre(int count) {
  Quadrature rule;
  rule.nodes.resize(static_cast<size_t>(count));
  rule.weights.resize(static_cast<size_t>(count));
  for (int i = 0; i < (count + 1) / 2; ++i) {
    double x = cos_d(kPi * (i + 0.75) / (count + 0.5));
    double slope = 0.0;
    for (int step = 0; step < 8; ++step) {
      double p0 = 1.0, p1 = x;
      for (int k = 2; k <= count; ++k) {
        const double p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
        p0 = p1;
        p1 = p2;
      }
      slope = count * (p0 - x * p1) / (1.0 - x * x);
      const double change = p1 / slope;
      x -= change;
      if (std::fabs(change) < 1e-16) break;
    }
    const size_t low = static_cast<size_t>(i), high = static_cast<size_t>(count - 1 - i);
    const double weight = 2.0 / ((1.0 - x * x) * slope * slope);
    rule.nodes[low] = -x;
    rule.nodes[high] = x;
    rule.weights[low] = rule.weights[high] = weight;
  }
  if (count % 2 == 1) rule.nodes[static_cast<size_t>(count / 2)] = 0.0;
  return rule;
}

Quadrature chi_quadrature(int head_dim) {
  constexpr int kCount = 64;
  const double d = head_dim, root = std::sqrt(d);
  const double low = half_line_map(log_d(root) + density_end(d, -38.0 / d - 0.5));
  const double high = half_line_map(log_d(root) + density_end(d, log1p_d(8.8 / root)));
  const double step = (high - low) / (kCount - 1);
  Quadrature rule;
  rule.nodes.resize(kCount);
  rule.weights.resize(kCount);
  double total = 0.0;
  for (int k = 0; k < kCount; ++k) {
    const double v = low + step * k, e = exp_d(-v), log_radius = v - e;
    const double radius = exp_d(log_radius);
    const double ratio = radius / root;
    // Exponent relative to the peak R = √d: d·ln(R/√d) − (R² − d)/2.
    const double exponent = d * (log_d(ratio) - 0.5 * (ratio - 1.0) * (ratio + 1.0));
    const double weight = exp_d(exponent) * (1.0 + e);
    rule.nodes[static_cast<size_t>(k)] = radius;
    rule.weights[static_cast<size_t>(k)] = weight;
    total += weight;
  }
  for (double& weight : rule.weights) weight /= total;
  return rule;
}

double chebyshev_point(int k, int count) { return 0.5 - 0.5 * cos_d(kPi * (2 * k + 1) / (2.0 * count)); }

ChebyshevSeries::ChebyshevSeries(std::span<const double> values) : coefficients_(values.size()) {
  const int count = static_cast<int>(values.size());
  for (int j = 0; j < count; ++j) {
    double sum = 0.0;
    for (int k = 0; k < count; ++k) {
      const int turns = (j * (2 * k + 1)) % (4 * count);
      sum += values[static_cast<size_t>(k)] * cos_d(kPi * turns / (2.0 * count));
    }
    // The points run from 0 to 1, the cosines from 1 to −1: odd coefficients change sign.
    coefficients_[static_cast<size_t>(j)] = (j == 0 ? 1.0 : 2.0) * (j % 2 == 0 ? sum : -sum) / count;
  }
}

double ChebyshevSeries::operator()(double t) const {
  const double x = 2.0 * t - 1.0;
  double b1 = 0.0, b2 = 0.0;
  for (size_t j = coefficients_.size() - 1; j > 0; --j) {
    const double b0 = coefficients_[j] + (2.0 * x * b1 - b2);
    b2 = b1;
    b1 = b0;
  }
  return coefficients_[0] + (x * b1 - b2);
}

}  // namespace attn
