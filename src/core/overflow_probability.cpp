#include "core/overflow_probability.h"

#include <cmath>
#include <numbers>

#include "core/dot_product_law.h"
#include "core/matrix.h"
#include "core/overflow_thresholds.h"

namespace attn {
namespace {

Failure check_divisor(double divisor, const char* argument) {
  if (!std::isfinite(divisor)) return {Status::not_finite, argument};
  if (!(divisor > 0.0)) return {Status::divisor_not_positive, argument};
  if (divisor < 1e-6 || divisor > 1e6) return {Status::divisor_out_of_range, argument};
  return {};
}

Failure check_common(int head_dim, double entry_std) {
  if (head_dim < 1 || head_dim > kMaxHeadDim) return {Status::head_dim_out_of_range, "head_dim"};
  if (!std::isfinite(entry_std)) return {Status::not_finite, "entry_std"};
  if (entry_std < 1e-3 || entry_std > 1e3) return {Status::out_of_range, "entry_std"};
  return {};
}

}  // namespace

double smallest_real_to_infinity(const NumberFormat& format) { return std::ldexp(2.0 - std::ldexp(1.0, -format.precision), format.largest_exponent); }

Result<OverflowProbability> overflow_probability(const OverflowRequest& request) {
  if (const Failure failure = check_common(request.head_dim, request.entry_std); failure.status != Status::ok) return failure;
  if (request.key_count < 1 || request.key_count > kMaxOverflowKeys) return Failure{Status::key_count_out_of_range, "key_count"};
  if (request.divisors.empty()) return Failure{Status::empty_input, "divisors"};
  if (request.divisors.size() > kMaxOverflowDivisors) return Failure{Status::too_large, "divisors"};
  for (const double divisor : request.divisors)
    if (const Failure failure = check_divisor(divisor, "divisors"); failure.status != Status::ok) return failure;

  const DotProductLaw law(request.head_dim);
  Result<OverflowProbability> answer;
  OverflowProbability& result = *answer;
  result.threshold = format_thresholds({request.format})->overflow_exp_real;
  for (const double divisor : request.divisors) {
    const double score = result.threshold * divisor / (request.entry_std * request.entry_std);
    const double one = law.log_sf(score), row = law.log_row_exceeds(score, request.key_count);
    result.score.push_back(exp_d(one));
    result.log10_score.push_back(one / std::numbers::ln10);
    result.row.push_back(exp_d(row));
    result.log10_row.push_back(row / std::numbers::ln10);
  }
  return answer;
}

Result<RawOverflow> raw_overflow(const RawOverflowRequest& request) {
  if (const Failure failure = check_common(request.head_dim, request.entry_std); failure.status != Status::ok) return failure;
  if (const Failure failure = check_divisor(request.divisor, "divisor"); failure.status != Status::ok) return failure;
  if (request.format != FormatName::float16) return Failure{Status::unknown_option, "format"};

  const DotProductLaw law(request.head_dim);
  Result<RawOverflow> answer;
  RawOverflow& result = *answer;
  result.threshold = smallest_real_to_infinity(number_format(request.format));
  const double score = result.threshold / (request.entry_std * request.entry_std);
  const double raw = std::numbers::ln2 + law.log_sf(score), first = std::numbers::ln2 + law.log_sf(score * request.divisor);
  result.raw = exp_d(raw);
  result.log10_raw = raw / std::numbers::ln10;
  result.scaled_first = exp_d(first);
  result.log10_scaled_first = first / std::numbers::ln10;
  return answer;
}

}  // namespace attn
