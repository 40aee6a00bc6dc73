#include "core/jacobian_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/matrix.h"
#include "core/saturation_theory.h"

namespace attn {

double top_gap_density(int key_count) {
  if (key_count < 2) return std::numeric_limits<double>::quiet_NaN();
  constexpr double kStep = 1.0 / 32.0;
  const double n = key_count;
  double sum = 0.0;
  for (int i = -9 * 32; i <= 10 * 32; ++i) {
    const double z = kStep * i, density = normal_pdf(z);
    sum += density * density * exp_d((n - 2.0) * normal_log_cdf(z));
  }
  return n * (n - 1.0) * kStep * sum;
}

double freezing_sigma(int key_count) { return std::sqrt(2.0 * log_d(static_cast<double>(key_count))); }

Result<JacobianLimits> jacobian_limits(const JacobianLimitsRequest& request) {
  if (request.key_count < 2 || request.key_count > kMaxKeyCount) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.sigmas.empty()) return Failure{Status::empty_input, "sigmas"};
  if (request.sigmas.size() > kMaxSigmaCount) return Failure{Status::too_large, "sigmas"};
  for (const double sigma : request.sigmas) {
    if (!std::isfinite(sigma)) return Failure{Status::not_finite, "sigmas"};
    if (sigma < 1e-100 || sigma > kMaxSigma) return Failure{Status::out_of_range, "sigmas"};
  }
  const double n = request.key_count;
  Result<JacobianLimits> answer;
  JacobianLimits& limits = *answer;
  limits.top_gap = top_gap_density(request.key_count);
  limits.freezing_sigma = freezing_sigma(request.key_count);
  limits.uniform_trace = 1.0 - 1.0 / n;
  limits.uniform_frobenius = std::sqrt(n - 1.0) / n;
  for (const double sigma : request.sigmas) {
    limits.trace_above.push_back(limits.top_gap / sigma);
    limits.squares_above.push_back(limits.top_gap / sigma / 3.0);
    limits.entropy_below.push_back(std::max(0.0, log_d(n) - 0.5 * sigma * sigma));
    limits.sum_squares_below.push_back(std::min(1.0, exp_d(sigma * sigma) / n));
    limits.sum_squares_frozen.push_back(std::max(0.0, 1.0 - limits.freezing_sigma / sigma));
  }
  return answer;
}

}  // namespace attn
