#include "core/moments.h"

#include <cmath>

namespace attn {

void Moments::add(double x) {
  const double before = count_;
  count_ += 1.0;
  const double n = count_;
  const double delta = x - mean_, step = delta / n, step2 = step * step, term = delta * step * before;
  mean_ += step;
  m4_ += term * step2 * (n * n - 3.0 * n + 3.0) + 6.0 * step2 * m2_ - 4.0 * step * m3_;
  m3_ += term * step * (n - 2.0) - 3.0 * step * m2_;
  m2_ += term;
}

double Moments::excess_kurtosis() const {
  const double n = count_;
  if (n < 4.0 || !(m2_ > 0.0)) return 0.0;
  const double plain = n * m4_ / (m2_ * m2_) - 3.0;
  return (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1.0) * plain + 6.0);
}

double Moments::skewness() const { return m2_ > 0.0 ? std::sqrt(count_) * m3_ / (m2_ * std::sqrt(m2_)) : 0.0; }

MomentSummary summarise_moments(std::span<const double> sample) {
  MomentSummary summary;
  Moments moments;
  for (const double x : sample) moments.add(x);
  const double n = moments.count();
  if (n < 2.0) return summary;
  summary.mean = moments.mean();
  summary.variance = moments.variance();
  summary.mean_error = std::sqrt(summary.variance / n);
  summary.variance_relative_error = std::sqrt(2.0 / (n - 1.0));
  summary.excess_kurtosis = moments.excess_kurtosis();
  if (!(summary.variance > 0.0)) return summary;

  const double sd = std::sqrt(summary.variance * (n - 1.0) / n), beta = summary.excess_kurtosis + 3.0, gamma = moments.skewness();
  Moments of_square, of_fourth;
  for (const double x : sample) {
    const double z = (x - summary.mean) / sd, z2 = z * z;
    of_square.add(z2);
    of_fourth.add(z2 * z2 - 2.0 * beta * z2 - 4.0 * gamma * z);
  }
  summary.variance_error = summary.variance * std::sqrt(of_square.variance() / n);
  summary.excess_kurtosis_error = std::sqrt(of_fourth.variance() / n);
  return summary;
}

}  // namespace attn
