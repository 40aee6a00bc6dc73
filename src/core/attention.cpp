#include "core/attention.h"

#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/product.h"

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

Failure check_divisor(double divisor) {
  if (!std::isfinite(divisor)) return {Status::not_finite, "divisor"};
  if (divisor <= 0) return {Status::divisor_not_positive, "divisor"};
  if (divisor < kSmallestDivisor || divisor > kLargestDivisor) return {Status::divisor_out_of_range, "divisor"};
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

template <class Scalar>
Result<Plan> make_plan(const AttentionInputs<Scalar>& inputs, bool needs_value) {
  const Index head_dim = inputs.query.cols();
  const Index value_dim = needs_value ? inputs.value.cols() : 0;
  if (const Failure failure = check_sizes(inputs.query.rows(), inputs.key.rows(), head_dim, value_dim); failure.status != Status::ok) return failure;
  if (inputs.key.cols() != head_dim) return Failure{Status::shape_mismatch, "key"};
  if (needs_value && value_dim < 1) return Failure{Status::out_of_range, "value"};
  if (needs_value && inputs.value.rows() != inputs.key.rows()) return Failure{Status::shape_mismatch, "value"};
  if (!inputs.query.allFinite()) return Failure{Status::not_finite, "query"};
  if (!inputs.key.allFinite()) return Failure{Status::not_finite, "key"};
  if (needs_value && !inputs.value.allFinite()) return Failure{Status::not_finite, "value"};
  const double divisor = inputs.divisor.value_or(std::sqrt(static_cast<double>(head_dim)));
  if (const Failure failure = check_divisor(divisor); failure.status != Status::ok) return failure;
  const Result<Mask> mask = make_mask(inputs.mask, inputs.query.rows(), inputs.key.rows(), inputs.allow);
  if (!mask) return mask.failure();
  return Plan{*mask, divisor, factors_of(divisor, inputs.placement)};
}

template <class Scalar>
MatrixOf<Scalar> divided(const MatrixOf<Scalar>& matrix, double factor) {
  if (factor == 1) return matrix;
  // In double: the divisor is not rounded to float before it divides.
  return matrix.unaryExpr([factor](Scalar x) { return static_cast<Scalar>(static_cast<double>(x) / factor); });
}

template <class Scalar>
Result<MatrixOf<Scalar>> masked_logits(const MatrixOf<Scalar>& scaled_query, const MatrixOf<Scalar>& scaled_key, const Plan& plan) {
  MatrixOf<Scalar> logits = sliced_product(scaled_query, scaled_key.transpose());
  if (!logits.allFinite()) return Failure{Status::not_finite, "scores"};
  if (plan.factors.score != 1) logits = divided(logits, plan.factors.score);
  if (!logits.allFinite()) return Failure{Status::divisor_out_of_range, "divisor"};
  if (plan.mask.kind == MaskKind::none) return logits;
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; j < logits.cols(); ++j)
      if (!plan.mask.allows(i, j)) logits(i, j) = -std::numeric_limits<Scalar>::infinity();
  return logits;
}

template <class Scalar>
std::vector<double> weights_in_place(MatrixOf<Scalar>& logits) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> logsumexp(static_cast<size_t>(logits.rows()));
  VectorD exponentials(logits.cols());
  for (Index i = 0; i < logits.rows(); ++i) {
    const double largest = static_cast<double>(logits.row(i).maxCoeff());
    if (largest == -kInfinity) {
      logits.row(i).setZero();
      logsumexp[static_cast<size_t>(i)] = -kInfinity;
      continue;
    }
    double sum = 0;
    for (Index j = 0; j < logits.cols(); ++j) {
      exponentials[j] = exp_d(static_cast<double>(logits(i, j)) - largest);
      sum += exponentials[j];
    }
    for (Index j = 0; j < logits.cols(); ++j) logits(i, j) = static_cast<Scalar>(exponentials[j] / sum);
    logsumexp[static_cast<size_t>(i)] = largest + log_d(sum);
  }
  return logsumexp;
}

template Result<Plan> make_plan<float>(const AttentionInputs<float>&, bool);
template Result<Plan> make_plan<double>(const AttentionInputs<double>&, bool);
template MatrixOf<float> divided<float>(const MatrixOf<float>&, double);
template MatrixOf<double> divided<double>(const MatrixOf<double>&, double);
template Result<MatrixOf<float>> masked_logits<float>(const MatrixOf<float>&, const MatrixOf<float>&, const Plan&);
template Result<MatrixOf<double>> masked_logits<double>(const MatrixOf<double>&, const MatrixOf<double>&, const Plan&);
template std::vector<double> weights_in_place<float>(MatrixOf<float>&);
template std::vector<double> weights_in_place<double>(MatrixOf<double>&);

}  // namespace attention_steps

template <class Scalar>
Result<Attention<Scalar>> attention_forward(const AttentionRequest<Scalar>& request) {
  using namespace attention_steps;
  const Result<Plan> plan = make_plan<Scalar>(request, request.want_output);
  if (!plan) return plan.failure();
  const DivisorFactors& factors = plan->factors;

  Attention<Scalar> result;
  result.divisor = plan->divisor;
  if (request.want_scores) {
    result.scores = sliced_product(request.query, request.key.transpose());
    if (!result.scores.allFinite()) return Failure{Status::not_finite, "scores"};
  }
  auto logits = masked_logits(divided(request.query, factors.query), divided(request.key, factors.key), *plan);
  if (!logits) return logits.failure();
  if (request.want_moments) result.moments = logit_moments(*logits);
  if (request.want_histogram) {
    auto histogram = logit_histogram(*logits, request.histogram_range);
    if (!histogram) return histogram.failure();
    result.histogram = std::move(*histogram);
  }
  if (request.want_logits) result.logits = *logits;

  MatrixOf<Scalar> weights = std::move(*logits);
  std::vector<double> logsumexp = weights_in_place(weights);
  for (const double row : logsumexp) result.fully_masked.push_back(row == -std::numeric_limits<double>::infinity() ? 1 : 0);
  if (request.want_logsumexp) result.logsumexp = std::move(logsumexp);
  if (request.want_output) {
    result.output = sliced_product(weights, request.value);
    if (!result.output.allFinite()) return Failure{Status::not_finite, "output"};
  }
  if (request.want_weights) result.weights = std::move(weights);
  return result;
}

template Result<Attention<float>> attention_forward<float>(const AttentionRequest<float>&);
template Result<Attention<double>> attention_forward<double>(const AttentionRequest<double>&);

}  // namespace attn
