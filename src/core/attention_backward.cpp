#include "core/attention_backward.h"

#include <cmath>
#include <span>

#include "core/attention_fused.h"
#include "core/product.h"
#include "core/softmax.h"

namespace attn {

namespace {

/// forward: weights = softmax_rows(logits).  p_j = e_j / Σe  ⇒  ∂L/∂x_j = p_j (∂L/∂p_j − Σ_k p_k ∂L/∂p_k)
template <class Scalar>
Result<MatrixOf<Scalar>> softmax_backward(const MatrixOf<Scalar>& weights, const MatrixOf<Scalar>& grad_weights) {
  MatrixOf<Scalar> grad_logits(weights.rows(), weights.cols());
  const auto row_of = [](auto& matrix, Index i) { return std::span(matrix.data() + i * matrix.cols(), static_cast<size_t>(matrix.cols())); };
  for (Index i = 0; i < weights.rows(); ++i) {
    const Failure failure = softmax_jacobian_product(row_of(weights, i), row_of(grad_weights, i), row_of(grad_logits, i));
    if (failure.status != Status::ok) return failure;
  }
  return grad_logits;
}

/// forward: logits ∝ c^−exponent.  ⇒  ∂L/∂c = −(exponent / c) Σ ∂L/∂x x, over the logits that are not masked (those are −∞)
template <class Scalar>
double divisor_backward(const MatrixOf<Scalar>& logits, const MatrixOf<Scalar>& grad_logits, const attention_steps::Plan& plan) {
  double sum = 0;
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; j < logits.cols(); ++j)
      if (plan.mask.allows(i, j)) sum += static_cast<double>(grad_logits(i, j)) * static_cast<double>(logits(i, j));
  return -plan.factors.exponent * sum / plan.divisor;
}

}  // namespace

template <class Scalar>
Result<AttentionGradients<Scalar>> attention_backward(const AttentionBackwardRequest<Scalar>& request) {
  using namespace attention_steps;
  const Result<Plan> plan = make_plan<Scalar>(request, true);
  if (!plan) return plan.failure();
  if (request.grad_output.rows() != request.query.rows() || request.grad_output.cols() != request.value.cols())
    return Failure{Status::shape_mismatch, "gradOutput"};
  if (largest_entry(request.grad_output) < 0) return Failure{Status::not_finite, "gradOutput"};
  const DivisorFactors& factors = plan->factors;
  AttentionGradients<Scalar> grad;
  grad.divisor = plan->divisor;
  if (fused_backward(request, *plan, grad)) return grad;

  const MatrixOf<Scalar> scaled_query = divided(request.query, factors.query);
  const MatrixOf<Scalar> scaled_key = divided(request.key, factors.key);
  const auto logits = masked_logits(scaled_query, scaled_key, *plan);
  if (!logits) return logits.failure();
  const auto weights = softmax_rows(*logits);
  if (!weights) return weights.failure();

  // forward: output = weights · value
  grad.grad_value = sliced_product(MatrixOf<Scalar>(weights->transpose()), request.grad_output);
  grad.grad_weights = times_transposed(request.grad_output, request.value);
  // forward: weights = softmax_rows(logits)
  auto grad_logits = softmax_backward(*weights, grad.grad_weights);
  if (!grad_logits) return Failure{Status::not_finite, "gradOutput"};
  grad.grad_logits = std::move(*grad_logits);
  // forward: logits = divided(scaled_query · scaled_keyᵀ, factors.score)
  const MatrixOf<Scalar> grad_products = divided(grad.grad_logits, factors.score);
  // forward: scaled_query = divided(query, factors.query)
  grad.grad_query = divided(sliced_product(grad_products, scaled_key), factors.query);
  // forward: scaled_key = divided(key, factors.key)
  grad.grad_key = divided(sliced_product(MatrixOf<Scalar>(grad_products.transpose()), scaled_query), factors.key);
  // forward: plan.divisor enters through factors only
  grad.grad_divisor = divisor_backward(*logits, grad.grad_logits, *plan);

  const bool finite = grad.grad_weights.allFinite() && grad.grad_logits.allFinite() && grad.grad_query.allFinite() && grad.grad_key.allFinite() &&
                      grad.grad_value.allFinite() && std::isfinite(grad.grad_divisor);
  if (!finite) return Failure{Status::not_finite, "gradOutput"};
  if (!request.want_grad_weights) grad.grad_weights.resize(0, 0);
  if (!request.want_grad_logits) grad.grad_logits.resize(0, 0);
  return grad;
}

template Result<AttentionGradients<float>> attention_backward<float>(const AttentionBackwardRequest<float>&);
template Result<AttentionGradients<double>> attention_backward<double>(const AttentionBackwardRequest<double>&);

}  // namespace attn
