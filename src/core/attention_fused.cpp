#include "core/attention_fused.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/elementary.h"
#include "kernels/attention_backward.h"
#include "kernels/attention_forward.h"
#include "kernels/magnitude.h"

namespace attn::attention_steps {
namespace {

using kernels::Lane;

/// Bounds between which nothing overflows and what underflows weighs less than a logit's rounding.
constexpr double kLargestEntry = 0x1p60, kLargestSum = 0x1p100;

kernels::AttentionShape shape_of(const AttentionInputs<float>& inputs) {
  const auto size = [](Index count) { return static_cast<std::size_t>(count); };
  return {size(inputs.query.rows()), size(inputs.key.rows()), size(inputs.query.cols()), size(inputs.value.cols())};
}

kernels::AttentionMask mask_of(const Plan& plan) {
  const Mask& mask = plan.mask;
  return {mask.kind == MaskKind::causal || mask.kind == MaskKind::causal_br, mask.kind == MaskKind::causal_br ? mask.key_count - mask.query_count : 0,
          mask.kind == MaskKind::allow ? mask.allow->data() : nullptr};
}

double scale_of(const Plan& plan) { return 1 / (plan.factors.query * plan.factors.key * plan.factors.score); }

bool logits_fit(const AttentionInputs<float>& inputs, const Plan& plan, double scale) {
  if (plan.largest_query > kLargestEntry || plan.largest_key > kLargestEntry || plan.largest_value > kLargestEntry) return false;
  return plan.largest_query * plan.largest_key * static_cast<double>(inputs.query.cols()) * scale <= kLargestSum;
}

/// Working memory that nobody has to fill first.
using Room = std::unique_ptr<float[]>;
Room take_room(std::size_t size) { return Room(new float[size]); }

}  // namespace

double largest_entry(const MatrixOf<float>& matrix) {
  const kernels::Magnitude found = kernels::magnitude<Lane>(matrix.data(), static_cast<std::size_t>(matrix.size()));
  return found.finite ? static_cast<double>(found.largest) : -1;
}

bool fused_forward(const AttentionRequest<float>& request, const Plan& plan, Attention<float>& result) {
  if (!request.want_output || request.want_scores || request.want_logits || request.want_weights || request.want_moments || request.want_histogram)
    return false;
  const double scale = scale_of(plan);
  if (!logits_fit(request, plan, scale)) return false;
  const kernels::AttentionShape shape = shape_of(request);
  const Room room = take_room(kernels::forward_room(shape) + 2 * shape.queries);
  kernels::RowSums sums;
  sums.largest = room.get() + kernels::forward_room(shape);
  sums.sum = sums.largest + shape.queries;
  result.output.resize(request.query.rows(), request.value.cols());
  kernels::attention_forward<Lane>(shape, request.query.data(), request.key.data(), request.value.data(), scale, mask_of(plan), room.get(),
                                   result.output.data(), sums);
  result.fully_masked.resize(shape.queries);
  if (request.want_logsumexp) result.logsumexp.resize(shape.queries);
  for (std::size_t i = 0; i < shape.queries; ++i) {
    const double sum = static_cast<double>(sums.sum[i]);
    result.fully_masked[i] = sum > 0 ? 0 : 1;
    if (!request.want_logsumexp) continue;
    result.logsumexp[i] = sum > 0 ? static_cast<double>(sums.largest[i]) / kernels::kLog2E + log_d(sum) : -std::numeric_limits<double>::infinity();
  }
  return true;
}

bool fused_backward(const AttentionBackwardRequest<float>& request, const Plan& plan, AttentionGradients<float>& grad) {
  if (request.want_grad_weights || request.want_grad_logits) return false;
  const double scale = scale_of(plan), upstream = largest_entry(request.grad_output);
  if (!logits_fit(request, plan, scale) || upstream > kLargestEntry) return false;
  const kernels::AttentionShape shape = shape_of(request);
  const double products = upstream * plan.largest_value * static_cast<double>(request.value.cols());
  const double entries = std::fmax(1, std::fmax(plan.largest_query, plan.largest_key));
  if (products * entries * static_cast<double>(std::max(shape.queries, shape.keys)) * std::fmax(1, scale) > kLargestSum) return false;
  const Room room = take_room(kernels::BackwardRoom(shape, nullptr).size);
  grad.grad_query.resize(request.query.rows(), request.query.cols());
  grad.grad_key.resize(request.key.rows(), request.key.cols());
  grad.grad_value.resize(request.value.rows(), request.value.cols());
  kernels::attention_backward<Lane>(shape,
                                    {request.query.data(), request.key.data(), request.value.data(), request.grad_output.data(), grad.grad_query.data(),
                                     grad.grad_key.data(), grad.grad_value.data()},
                                    scale, mask_of(plan), room.get());
  // The logits are linear in Q, so Σ dS ∘ S = Σ Q ∘ dQ.
  double sum = 0;
  for (Index i = 0; i < request.query.size(); ++i) sum += static_cast<double>(request.query.data()[i]) * static_cast<double>(grad.grad_query.data()[i]);
  grad.grad_divisor = -plan.factors.exponent * sum / plan.divisor;
  return true;
}

}  // namespace attn::attention_steps
