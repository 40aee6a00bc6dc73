#include "core/saturation_theory.h"

#include <cmath>

#include "core/matrix.h"
#include "core/quadrature.h"
#include "core/saturation_curve.h"
#include "core/saturation_sample.h"
#include "core/scores.h"

namespace attn {

Result<SaturationTheory> saturation_theory(const SaturationTheoryRequest& request) {
  const Failure shape = check_row_shape(request.head_dim, request.key_count);
  if (shape.status != Status::ok) return shape;
  if (request.divisors.empty()) return Failure{Status::empty_input, "divisors"};
  if (request.divisors.size() > static_cast<size_t>(kMaxDivisorCount)) return Failure{Status::too_large, "divisors"};
  for (const double divisor : request.divisors) {
    const Failure failure = check_divisor(divisor);
    if (failure.status != Status::ok) return failure;
  }
  const SaturationCurve& curve = saturation_curve(request.key_count);
  const Quadrature lengths = chi_quadrature(request.head_dim);
  Result<SaturationTheory> answer;
  SaturationTheory& theory = *answer;
  for (const double divisor : request.divisors) {
    double max_weight = 0.0, entropy = 0.0;
    for (size_t k = 0; k < lengths.nodes.size(); ++k) {
      const double sigma = lengths.nodes[k] / divisor;
      max_weight += lengths.weights[k] * curve.max_weight(sigma);
      entropy += lengths.weights[k] * curve.entropy(sigma);
    }
    theory.max_weight.push_back(max_weight);
    theory.entropy.push_back(entropy);
  }
  return answer;
}

Result<SaturationAtSigma> saturation_at_sigma(const SaturationAtSigmaRequest& request) {
  if (request.key_count < 2 || request.key_count > kMaxKeyCount) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.sigmas.empty()) return Failure{Status::empty_input, "sigmas"};
  if (request.sigmas.size() > kMaxSigmaCount) return Failure{Status::too_large, "sigmas"};
  for (const double sigma : request.sigmas) {
    if (!std::isfinite(sigma)) return Failure{Status::not_finite, "sigmas"};
    if (sigma < 0.0 || sigma > kMaxSigma) return Failure{Status::out_of_range, "sigmas"};
  }
  Result<SaturationAtSigma> answer;
  SaturationAtSigma& result = *answer;
  for (const double sigma : request.sigmas) {
    const RowExpectations row = saturation_tables(sigma).expectations(request.key_count);
    result.max_weight.push_back(row.max_weight);
    result.entropy.push_back(row.entropy);
    result.log_sum.push_back(row.log_sum);
    result.sum_squares.push_back(row.sum_squares);
    result.jacobian_trace.push_back(row.jacobian_trace);
    result.jacobian_squares.push_back(row.jacobian_squares);
  }
  return answer;
}

}  // namespace attn
