#include "core/attention.h"

#include <cmath>
#include <limits>

#include "core/attention_fused.h"
#include "core/elementary.h"
#include "core/product.h"
#include "core/scores.h"
#include "core/softmax.h"

namespace attn {

namespace attention_steps {

namespace {

DivisorFactors factors_of(double divisor, DivisorPlacement placement) {
  switch (placement) {
    case DivisorPlacement::scores: return {1, 1, divisor, 1};
    case DivisorPlacement::query: return {divisor, 1, 1, 1};
    case DivisorPlacement::both_roots: return {std::sqrt(divisor), std::sqrt(divisor), 1, 1};
    case DivisorPlacement::query_root: return {std::sqrt(divisor), 1, 1, 0.5};
  }
  return {};
}

Failure check_sizes(Index query_count, Index key_count, Index head_dim, Index value_dim) {
  if (head_dim < 1 || head_dim > kMaxHeadDim) return {Status::head_dim_out_of_range, "query"};
  if (query_count < 1 || query_count > kMaxAttentionRows) return {Status::query_count_out_of_range, "query"};
  if (key_count < 1 || key_count > kMaxAttentionRows) return {Status::key_count_out_of_range, "key"};
  const double cells = static_cast<double>(query_count) * static_cast<double>(key_count);
  if (cells > kMaxAttentionCells || cells * static_cast<double>(head_dim + value_dim) > kMaxAttentionWork) return {Status::too_large, "query"};
  return {};
}

}  // namespace

double largest_entry(const MatrixOf<double>& matrix) { return matrix.size() == 0 ? 0 : matrix.allFinite() ? matrix.cwiseAbs().maxCoeff() : -1; }

template <class Scalar>
Result<Plan> make_plan(const AttentionInputs<Scalar>& inputs, bool needs_value) {
  const Index head_dim = inputs.query.cols();
  const Index value_dim = needs_value ? inputs.value.cols() : 0;
  if (const Failure failure = check_sizes(inputs.query.rows(), inputs.key.rows(), head_dim, value_dim); failure.status != Status::ok) return failure;
  if (inputs.key.cols() != head_dim) return Failure{Status::shape_mismatch, "key"};
  if (needs_value && value_dim < 1) return Failure{Status::out_of_range, "value"};
  if (needs_value && inputs.value.rows() != inputs.key.rows()) return Failure{Status::shape_mismatch, "value"};
  const double query = largest_entry(inputs.query), key = largest_entry(inputs.key), value = needs_value ? largest_entry(inputs.value) : 0;
  if (query < 0) return Failure{Status::not_finite, "query"};
  if (key < 0) return Failure{Status::not_finite, "key"};
  if (value < 0) return Failure{Status::not_finite, "value"};
  const double divisor = inputs.divisor.value_or(std::sqrt(static_cast<double>(head_dim)));
  if (const Failure failure = check_divisor(divisor); failure.status != Status::ok) return failure;
  const Result<Mask> mask = make_mask(inputs.mask, inputs.query.rows(), inputs.key.rows(), inputs.allow);
  if (!mask) return mask.failure();
  return Plan{*mask, divisor, factors_of(divisor, inputs.placement), query, key, value};
}

/// Within float's range in double too: sums of squares over the logits then stay finite.
template <class Scalar>
bool within_range(const MatrixOf<Scalar>& matrix) {
  return matrix.allFinite() && static_cast<double>(matrix.cwiseAbs().maxCoeff()) <= kLargestScore;
}

template <class Scalar>
MatrixOf<Scalar> divided(const MatrixOf<Scalar>& matrix, double factor) {
  if (factor == 1) return matrix;
  // In double: the divisor is not rounded to float before it divides.
  return matrix.unaryExpr([factor](Scalar x) { return static_cast<Scalar>(static_cast<double>(x) / factor); });
}

template <class Scalar>
Result<MatrixOf<Scalar>> masked_logits(const MatrixOf<Scalar>& scaled_query, const MatrixOf<Scalar>& scaled_key, const Plan& plan) {
  Result<MatrixOf<Scalar>> products = scores(scaled_query, scaled_key);
  if (!products || !within_range(*products)) return Failure{Status::not_finite, "scores"};
  MatrixOf<Scalar> logits = divided(*products, plan.factors.score);
  if (!within_range(logits)) return Failure{Status::divisor_out_of_range, "divisor"};
  if (plan.mask.kind == MaskKind::none) return logits;
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; j < logits.cols(); ++j)
      if (!plan.mask.allows(i, j)) logits(i, j) = -std::numeric_limits<Scalar>::infinity();
  return logits;
}

template Result<Plan> make_plan<float>(const AttentionInputs<float>&, bool);
template Result<Plan> make_plan<double>(const AttentionInputs<double>&, bool);
template MatrixOf<float> divided<float>(const MatrixOf<float>&, double);
template MatrixOf<double> divided<double>(const MatrixOf<double>&, double);
template Result<MatrixOf<float>> masked_logits<float>(const MatrixOf<float>&, const MatrixOf<float>&, const Plan&);
template Result<MatrixOf<double>> masked_logits<double>(const MatrixOf<double>&, const MatrixOf<double>&, const Plan&);

}  // namespace attention_steps

namespace {

/// m + ln Σ exp(x − m), m = max x; −∞ where all is masked.
template <class Row>
double logsumexp_of(const Row& logits) {
  const double largest = static_cast<double>(logits.maxCoeff());
  if (largest == -std::numeric_limits<double>::infinity()) return largest;
  double sum = 0;
  for (Index j = 0; j < logits.size(); ++j) sum += exp_d(static_cast<double>(logits[j]) - largest);
  return largest + log_d(sum);
}

}  // namespace

template <class Scalar>
Result<Attention<Scalar>> attention_forward(const AttentionRequest<Scalar>& request) {
  using namespace attention_steps;
  const Result<Plan> plan = make_plan<Scalar>(request, request.want_output);
  if (!plan) return plan.failure();
  const DivisorFactors& factors = plan->factors;

  Attention<Scalar> result;
  result.divisor = plan->divisor;
  if (fused_forward(request, *plan, result)) return result;
  if (request.want_scores) {
    auto raw = scores(request.query, request.key);
    if (!raw) return raw.failure();
    result.scores = std::move(*raw);
  }
  auto logits = masked_logits(divided(request.query, factors.query), divided(request.key, factors.key), *plan);
  if (!logits) return logits.failure();
  if (request.want_moments) result.moments = logit_moments(*logits);
  if (request.want_histogram) {
    auto histogram = logit_histogram(*logits, request.histogram_range);
    if (!histogram) return histogram.failure();
    result.histogram = std::move(*histogram);
  }
  for (Index i = 0; i < logits->rows(); ++i) {
    const bool nothing_seen = logits->row(i).maxCoeff() == -std::numeric_limits<Scalar>::infinity();
    result.fully_masked.push_back(nothing_seen ? 1 : 0);
    if (request.want_logsumexp) result.logsumexp.push_back(logsumexp_of(logits->row(i)));
  }
  if (request.want_weights || request.want_output) {
    auto weights = softmax_rows(*logits);
    if (!weights) return weights.failure();
    result.weights = std::move(*weights);
  }
  if (request.want_output) {
    result.output = sliced_product(result.weights, request.value);
    if (!result.output.allFinite()) return Failure{Status::not_finite, "output"};
  }
  if (!request.want_weights) result.weights.resize(0, 0);
  if (request.want_logits) result.logits = std::move(*logits);
  return result;
}

template Result<Attention<float>> attention_forward<float>(const AttentionRequest<float>&);
template Result<Attention<double>> attention_forward<double>(const AttentionRequest<double>&);

}  // namespace attn
