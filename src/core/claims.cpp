#include "core/claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/claims_parts.h"

namespace attn {
namespace {

Result<const Claim*> measurable(int id) {
  const auto all = claims();
  if (id < 1 || id > static_cast<int>(all.size())) return Failure{Status::out_of_range, "id"};
  const Claim& claim = all[static_cast<size_t>(id) - 1];
  if (claim.numbers.empty()) return Failure{Status::empty_input, "id"};
  return &claim;
}

List<Estimate> estimates(const List<double>& values, const List<double>& errors) {
  List<Estimate> out(values.size());
  for (size_t i = 0; i < values.size(); ++i) out[i] = {values[i], errors[i]};
  return out;
}

}  // namespace

double ClaimNumbers::kNoTheory() { return std::numeric_limits<double>::quiet_NaN(); }

void ClaimNumbers::add(Estimate measured, double law) {
  values.push_back(measured.mean);
  errors.push_back(measured.error);
  theory.push_back(law);
}

std::span<const Claim> claims() {
  // The parts follow one another in the article's order.
  static std::array<Claim, kClaimCount> all;
  if (all[0].id == 0) {
    auto* next = all.data();
    for (const auto part : {attention_claims(), saturation_claims(), stability_claims(), invariance_claims(), statistics_claims(), larger_claims(),
                            smaller_claims(), summary_claims()})
      for (const Claim& claim : part) *next++ = claim;
  }
  return all;
}

Result<ClaimMeasurement> measure_claim(const MeasureClaimRequest& request) {
  const auto claim = measurable(request.id);
  if (!claim.ok()) return claim.failure();
  ClaimNumbers numbers;
  (*claim)->measure(request.seed, numbers);
  Result<ClaimMeasurement> answer;
  ClaimMeasurement& out = *answer;
  out.verdict = (*claim)->judge(estimates(numbers.values, numbers.errors));
  out.values = std::move(numbers.values);
  out.errors = std::move(numbers.errors);
  out.theory = std::move(numbers.theory);
  return answer;
}

Result<ClaimJudgement> judge_claim(const JudgeClaimRequest& request) {
  const auto claim = measurable(request.id);
  if (!claim.ok()) return claim.failure();
  const size_t count = (*claim)->numbers.size();
  if (request.values.size() != count) return Failure{Status::shape_mismatch, "values"};
  if (request.errors.size() != count) return Failure{Status::shape_mismatch, "errors"};
  const auto finite = [](const List<double>& list) { return std::all_of(list.begin(), list.end(), [](double x) { return std::isfinite(x); }); };
  if (!finite(request.values)) return Failure{Status::not_finite, "values"};
  if (!finite(request.errors)) return Failure{Status::not_finite, "errors"};
  if (std::any_of(request.errors.begin(), request.errors.end(), [](double x) { return x < 0.0; })) return Failure{Status::out_of_range, "errors"};
  return ClaimJudgement{(*claim)->judge(estimates(request.values, request.errors))};
}

}  // namespace attn
