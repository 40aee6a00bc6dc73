#include "core/saturation_tables.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/quadrature.h"

namespace attn {
namespace {

constexpr double kEulerGamma = 0.5772156649015329;
constexpr double kNarrow = 0.5;  // below: sums over z; above: sums over u = y + σz

// --- the line -------------------------------------------------------------------------------------------------------

/// K(u) = E₁(t) + e^(−t)(γ + u), t = e^u: the integral of (−γ − v)e^(v − e^v) up to u. Positive, small at both ends.
double entropy_kernel(double u) {
  const double t = exp_d(u);
  if (t <= 2.0) {
    double term = t, sum = t;  // Σ (−1)^(k+1) t^k/(k·k!)
    for (int k = 2; k <= 30; ++k) {
      term *= -t / k;
      sum += term / k;
    }
    return sum + expm1_d(-t) * (kEulerGamma + u);
  }
  double fraction = 0.0;  // e^t E₁(t) = 1/(t + 1/(1 + 1/(t + 2/(1 + 2/(t + …
  for (int k = 80; k >= 1; --k) fraction = k / (1.0 + k / (t + fraction));
  return exp_d(-t) * (1.0 / (t + fraction) + (kEulerGamma + u));
}

/// Functions of u at u = −50, −49.7 … 8, times the step.
struct WideGrid {
  static constexpr double kLow = -50.0, kStep = 0.3;
  static constexpr int kCount = 194;
  List<double> step_rest, first, second, kernel;

  WideGrid() {
    for (int j = 0; j < kCount; ++j) {
      const double u = kLow + kStep * j, t = exp_d(u), decay = exp_d(-t);
      // 1 − e^(−t) less Φ(u), whose Gaussian mean is known: the rest vanishes at both ends.
      step_rest.push_back(kStep * (u > 0.0 ? normal_sf(u) - decay : -expm1_d(-t) - normal_cdf(u)));
      first.push_back(kStep * t * decay);
      second.push_back(kStep * t * t * decay);
      kernel.push_back(kStep * entropy_kernel(u));
    }
  }
};

const WideGrid& wide_grid() {
  static const WideGrid grid;
  return grid;
}

// --- the plane ------------------------------------------------------------------------------------------------------

constexpr double kMaxLow = -5.0, kMaxStep = 1.0 / 12.0;
constexpr int kMaxRows = 160;
constexpr int kColumns = 64;

/// Nodes in u for ∫ e^(u − e^u) f(u) du, stretched to the left: u = v − e^(−(v + 12)).
struct ColumnGrid {
  double u[kColumns];
  double weight[kColumns];

  ColumnGrid() {
    constexpr double kLow = -15.3, kHigh = 3.6, kStep = (kHigh - kLow) / (kColumns - 1);
    for (int k = 0; k < kColumns; ++k) {
      const double v = kLow + kStep * k, stretch = exp_d(-(v + 12.0));
      u[k] = v - stretch;
      weight[k] = kStep * (1.0 + stretch) * exp_d(u[k] - exp_d(u[k]));
    }
  }
};

const ColumnGrid& column_grid() {
  static const ColumnGrid grid;
  return grid;
}

/// Gauss–Legendre panels in s for ∫₀^∞ φ(m − s)(1 − exp(−e^(u − σs))) ds.
Quadrature panel_rule(double sigma) {
  static const Quadrature rule = gauss_legendre(12);
  constexpr double kLongest = 2.5, kEnd = 16.75;
  Quadrature panels;
  double start = 0.0;
  const double end = std::min(kEnd, 42.0 / std::max(sigma, 1e-300));
  while (start < end) {
    const double v = sigma * start;
    const double scaled = v < 7.9 ? 2.0 : v < 11.9 ? 4.0 : v < 19.9 ? 8.0 : 22.0;
    const double width = std::min({kLongest, scaled / std::max(sigma, 1e-300), end - start});
    for (size_t k = 0; k < rule.nodes.size(); ++k) {
      panels.nodes.push_back(start + 0.5 * width * (1.0 + rule.nodes[k]));
      panels.weights.push_back(0.5 * width * rule.weights[k]);
    }
    start = width == end - start ? end : start + width;
  }
  return panels;
}

}  // namespace

SaturationTables::SaturationTables(double sigma) : sigma_(sigma), narrow_(sigma < kNarrow) {
  if (narrow_)
    fill_line_narrow();
  else
    fill_line_wide();
  fill_plane();
}

void SaturationTables::fill_line_narrow() {
  constexpr double kLow = -38.0, kHigh = 8.0, kZStep = 0.5;
  constexpr int kCount = 165, kZCount = 41;
  y_step_ = (kHigh - kLow) / (kCount - 1);
  double growth[kZCount], weight[kZCount];
  for (int l = 0; l < kZCount; ++l) {
    const double z = kZStep * (l - kZCount / 2);  // NOLINT(bugprone-integer-division): whole cells
    growth[l] = exp_d(sigma_ * z);
    weight[l] = kZStep * normal_pdf(z);
  }
  for (int i = 0; i < kCount; ++i) {
    const double t = exp_d(kLow + y_step_ * i);
    double complement = 0.0, first = 0.0, second = 0.0;
    for (int l = 0; l < kZCount; ++l) {
      const double x = t * growth[l], miss = -expm1_d(-x), decay = 1.0 - miss;
      complement += weight[l] * miss;
      first += weight[l] * (x * decay);
      second += weight[l] * (x * x * decay);
    }
    complement_.push_back(complement);
    first_.push_back(first);
    second_.push_back(second);
    kernel_.push_back(-expm1_d(-t));
  }
}

void SaturationTables::fill_line_wide() {
  const WideGrid& grid = wide_grid();
  y_step_ = 0.28 * std::max(1.0, sigma_ / 3.5);
  const double low = sigma_ >= 6.85 ? -6.85 * sigma_ - 4.0 : -(23.4 + 0.5 * sigma_ * sigma_) - 4.0;
  const double high = 5.5 * sigma_ + 4.0;
  const size_t count = static_cast<size_t>(std::ceil((high - low) / y_step_)) + 1;
  // In units of σ, so that σ may be very large.
  const double x_step = y_step_ / sigma_, x_low = low / sigma_, u_step = WideGrid::kStep / sigma_;
  const double spread = std::sqrt(1.0 + 1.0 / (sigma_ * sigma_));
  complement_.resize(count);
  first_.assign_zeros(count);
  second_.assign_zeros(count);
  kernel_.assign_zeros(count);
  for (size_t i = 0; i < count; ++i) complement_[i] = normal_cdf((x_low + x_step * static_cast<double>(i)) / spread);
  // φ((u_j − y_i)/σ)/σ by products; an exponential again every 16 steps keeps the error below 1e-14.
  List<double> weight(count), ratio(count);
  const double ratio_step = exp_d(-u_step * u_step);
  for (int j = 0; j < WideGrid::kCount; ++j) {
    if (j % 16 == 0) {
      for (size_t i = 0; i < count; ++i) {
        const double a = (WideGrid::kLow / sigma_ + u_step * j) - (x_low + x_step * static_cast<double>(i));
        weight[i] = normal_pdf(a) / sigma_;
        ratio[i] = weight[i] > 0.0 ? exp_d(-u_step * (a + 0.5 * u_step)) : 0.0;
      }
    }
    const size_t column = static_cast<size_t>(j);
    const double rest = grid.step_rest[column], first = grid.first[column], second = grid.second[column], kernel = grid.kernel[column];
    for (size_t i = 0; i < count; ++i) {
      const double w = weight[i];
      complement_[i] += rest * w;
      first_[i] += first * w;
      second_[i] += second * w;
      kernel_[i] += kernel * w;
      weight[i] = w * ratio[i];
      ratio[i] *= ratio_step;
    }
  }
  for (double& c : complement_) c = std::clamp(c, 0.0, 1.0);
}

void SaturationTables::fill_plane() {
  const ColumnGrid& grid = column_grid();
  const Quadrature panels = panel_rule(sigma_);
  const size_t nodes = panels.nodes.size();
  // 1 − exp(−e^(u − σs)) times the panel's weight.
  List<double> miss(nodes * kColumns);
  for (size_t l = 0; l < nodes; ++l) {
    const double fall = exp_d(-sigma_ * panels.nodes[l]);
    for (int k = 0; k < kColumns; ++k) miss[l * kColumns + static_cast<size_t>(k)] = -panels.weights[l] * expm1_d(-exp_d(grid.u[k]) * fall);
  }
  // Rows of φ(m − s), then the product of the two matrices in tiles of 2 × 8 that stay in registers.
  List<double> density(static_cast<size_t>(kMaxRows) * nodes), ratio(nodes);
  const double ratio_step = exp_d(-kMaxStep * kMaxStep);
  for (int row = 0; row < kMaxRows; ++row) {
    double* to = density.data() + static_cast<size_t>(row) * nodes;
    for (size_t l = 0; l < nodes; ++l) {
      if (row % 16 == 0) {
        const double a = kMaxLow + kMaxStep * row - panels.nodes[l];
        to[l] = normal_pdf(a);
        ratio[l] = exp_d(-kMaxStep * (a + 0.5 * kMaxStep));
      } else {
        to[l] = *(to + l - nodes) * ratio[l];
        ratio[l] *= ratio_step;
      }
    }
  }
  plane_.resize(static_cast<size_t>(kMaxRows) * kColumns);
  for (int row = 0; row < kMaxRows; row += 2) {
    const double* upper = density.data() + static_cast<size_t>(row) * nodes;
    const double whole[2] = {normal_cdf(kMaxLow + kMaxStep * row), normal_cdf(kMaxLow + kMaxStep * (row + 1))};
    for (size_t column = 0; column < kColumns; column += 8) {
      double sums[2][8] = {};
      for (size_t l = 0; l < nodes; ++l) {
        const double* from = miss.data() + l * kColumns + column;
        for (size_t k = 0; k < 8; ++k) {
          sums[0][k] += upper[l] * from[k];
          sums[1][k] += upper[nodes + l] * from[k];
        }
      }
      double* to = plane_.data() + static_cast<size_t>(row) * kColumns + column;
      for (size_t k = 0; k < 8; ++k) {
        to[k] = std::clamp(whole[0] - sums[0][k], 0.0, 1.0);
        to[k + kColumns] = std::clamp(whole[1] - sums[1][k], 0.0, 1.0);
      }
    }
  }
}

double SaturationTables::max_weight(int key_count) const {
  const ColumnGrid& grid = column_grid();
  const double n = key_count;
  const int stride = key_count <= 16 ? 2 : 1;
  double total = 0.0;
  for (int row = 0; row < kMaxRows; row += stride) {
    const double m = kMaxLow + kMaxStep * row;
    const double density = n * normal_pdf(m);
    const double others = exp_d((n - 1.0) * normal_log_cdf(m));
    if (density * others < 1e-15) continue;
    double base[kColumns], power[kColumns];
    const double* h = plane_.data() + static_cast<size_t>(row) * kColumns;
    for (int k = 0; k < kColumns; ++k) {
      base[k] = h[k];
      power[k] = grid.weight[k];
    }
    for (int exponent = key_count - 1; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1)
        for (int k = 0; k < kColumns; ++k) power[k] *= base[k];
      for (int k = 0; k < kColumns; ++k) base[k] *= base[k];
    }
    double sum = 0.0;
    for (int k = 0; k < kColumns; ++k) sum += power[k];
    total += density * sum;
  }
  return total * kMaxStep * stride;
}

RowExpectations SaturationTables::expectations(int key_count) const {
  const double n = key_count, pairs = n * (n - 1.0);
  double trace = 0.0, squares = 0.0, sum_squares = 0.0, kernel = 0.0;
  for (size_t i = 0; i < complement_.size(); ++i) {
    const double log_miss = log1p_d(-std::min(complement_[i], 1.0 - 0x1p-53)), miss = 1.0 - complement_[i];
    const double power3 = key_count > 3 ? exp_d((n - 3.0) * log_miss) : 1.0;
    const double power2 = key_count > 2 ? power3 * miss : 1.0;
    const double g1 = first_[i], g2 = second_[i];
    trace += g1 * g1 * power2;
    squares += 2.0 * g2 * g2 * power2 + (n - 2.0) * g2 * g1 * g1 * power3;
    sum_squares += g2 * power2 * miss;
    // Narrow: e^(−t) − (E e^(−tw))^n; wide: K's mean against one other key.
    kernel += narrow_ ? -expm1_d(n * log_miss) - kernel_[i] : kernel_[i] * g1 * power2;
  }
  RowExpectations result;
  result.jacobian_trace = pairs * trace * y_step_;
  result.jacobian_squares = pairs * squares * y_step_ / 6.0;
  // The direct sum keeps its digits where all weights are small; where they are not, the complement is the better one.
  result.sum_squares = result.jacobian_trace > 0.9 ? n * sum_squares * y_step_ : 1.0 - result.jacobian_trace;
  const double spread_term = sigma_ * sigma_ * result.jacobian_trace;
  if (narrow_) {
    result.log_sum = kernel * y_step_;
    result.entropy = result.log_sum - spread_term;
  } else {
    result.entropy = pairs * kernel * y_step_;
    result.log_sum = result.entropy + spread_term;
  }
  result.max_weight = max_weight(key_count);
  return result;
}

double SaturationTables::entropy(int key_count) const { return expectations(key_count).entropy; }

}  // namespace attn
