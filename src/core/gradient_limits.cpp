#include "core/gradient_limits.h"

#include <cmath>

#include "core/jacobian_limits.h"
#include "core/matrix.h"
#include "core/saturation_tables.h"

namespace attn {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSmallestAlpha = 1.0 / 4096.0, kLargestAlpha = 4096.0;

}  // namespace

Result<GradientLimits> gradient_limits(const GradientLimitsRequest& request) {
  if (request.key_count < 2 || request.key_count > kMaxKeyCount) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.alphas.empty()) return Failure{Status::empty_input, "alphas"};
  if (request.alphas.size() > kMaxLimitAlphas) return Failure{Status::too_large, "alphas"};
  for (const double alpha : request.alphas) {
    if (!std::isfinite(alpha)) return Failure{Status::not_finite, "alphas"};
    if (!(alpha >= kSmallestAlpha && alpha <= kLargestAlpha)) return Failure{Status::out_of_range, "alphas"};
  }

  const double n = request.key_count;
  Result<GradientLimits> answer;
  GradientLimits& out = *answer;
  out.gap_density = top_gap_density(request.key_count);
  out.mean_plateau = std::sqrt(2.0 / kPi) * out.gap_density;
  out.uniform_jacobian_fro = std::sqrt(n - 1.0) / n;
  out.uniform_weight_norm = 1.0 / std::sqrt(n);
  for (const double alpha : request.alphas) {
    const RowExpectations row = SaturationTables(1.0 / alpha).expectations(request.key_count);
    out.rms_query_grad.push_back(std::sqrt(row.jacobian_squares) / alpha);
    out.jacobian_trace.push_back(row.jacobian_trace);
    out.jacobian_rms.push_back(std::sqrt(row.jacobian_squares));
    out.small_alpha_rms.push_back(std::sqrt(out.gap_density / (3.0 * alpha)));
    out.small_alpha_trace.push_back(out.gap_density * alpha);
    out.large_alpha_rms.push_back(out.uniform_jacobian_fro / alpha);
  }
  return answer;
}

}  // namespace attn
