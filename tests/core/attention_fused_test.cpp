// Attention without its matrix of weights answers what attention with it answers.
#include "core/attention_backward.h"

#include <cmath>

#include "core/attention_fixtures.h"

using namespace attn;
using namespace attn_test;

namespace {

AttentionBackwardRequest<float> backward_of(const AttentionRequest<float>& request, unsigned seed) {
  AttentionBackwardRequest<float> backward;
  static_cast<AttentionInputs<float>&>(backward) = request;
  backward.grad_output = random_matrix<float>(request.query.rows(), request.value.cols(), seed);
  return backward;
}

}  // namespace

TEST_CASE("output, logsumexp and gradients are the same with the weights and without, for every mask and placement") {
  const Index shapes[][4] = {{1, 1, 1, 1}, {3, 5, 2, 7}, {40, 33, 64, 9}, {5, 140, 300, 6}, {130, 3, 16, 2}};
  unsigned seed = 1;
  for (const auto& shape : shapes)
    for (const MaskKind mask : {MaskKind::none, MaskKind::causal, MaskKind::causal_br, MaskKind::allow})
      for (const DivisorPlacement placement : {DivisorPlacement::scores, DivisorPlacement::query, DivisorPlacement::both_roots, DivisorPlacement::query_root}) {
        auto request = random_request<float>(shape[0], shape[1], shape[2], shape[3], ++seed);
        request.mask = mask;
        request.placement = placement;
        if (mask == MaskKind::allow) request.allow = (random_matrix<double>(shape[0], shape[1], seed).array() > 0).cast<std::uint8_t>();
        request.want_logsumexp = true;
        const auto whole = attention_forward(request);
        request.want_weights = false;
        const auto fused = attention_forward(request);
        REQUIRE(whole.ok());
        REQUIRE(fused.ok());
        CHECK(fused->weights.size() == 0);
        CHECK(fused->fully_masked == whole->fully_masked);
        CHECK(largest_difference(fused->output, whole->output) < 1e-5);
        for (size_t i = 0; i < whole->logsumexp.size(); ++i) {
          if (std::isinf(whole->logsumexp[i]))
            CHECK(fused->logsumexp[i] == whole->logsumexp[i]);
          else
            CHECK(fused->logsumexp[i] == Approx(whole->logsumexp[i]).margin(1e-5));
        }
        auto backward = backward_of(request, seed + 50);
        const auto all = attention_backward(backward);
        backward.want_grad_weights = backward.want_grad_logits = false;
        const auto some = attention_backward(backward);
        REQUIRE(all.ok());
        REQUIRE(some.ok());
        CHECK(some->grad_weights.size() + some->grad_logits.size() == 0);
        const double unit = 1e-5 * std::sqrt(static_cast<double>(shape[2]));
        CHECK(largest_difference(some->grad_query, all->grad_query) < unit);
        CHECK(largest_difference(some->grad_key, all->grad_key) < unit);
        CHECK(largest_difference(some->grad_value, all->grad_value) < 1e-5);
        CHECK(some->grad_divisor == Approx(all->grad_divisor).margin(1e-4));
      }
}

TEST_CASE("only one of the two big gradients may be asked for") {
  auto backward = backward_of(random_request<float>(3, 5, 4, 2, 1), 2);
  backward.want_grad_weights = false;
  const auto logits_only = attention_backward(backward);
  CHECK(logits_only->grad_weights.size() == 0);
  CHECK(logits_only->grad_logits.size() == 15);
  backward.want_grad_weights = true;
  backward.want_grad_logits = false;
  CHECK(attention_backward(backward)->grad_weights.size() == 15);
  CHECK(attention_backward(backward)->grad_logits.size() == 0);
}

TEST_CASE("numbers at the ends of float's range are refused or answered as with the weights") {
  for (const float size : {1e-44f, 1e-30f, 1e15f, 1e19f, 1e30f, 3e38f}) {
    auto request = random_request<float>(4, 6, 8, 3, 3);
    for (auto* matrix : {&request.query, &request.key, &request.value}) {
      const auto before = *matrix;
      *matrix = (matrix->array().max(-1.0f).min(1.0f) * size).matrix();
      request.want_weights = true;
      const auto whole = attention_forward(request);
      request.want_weights = false;
      const auto fused = attention_forward(request);
      REQUIRE(fused.status() == whole.status());
      if (whole.ok())
        CHECK(largest_difference(fused->output, whole->output) <= 1e-5 * std::fmax(1.0, static_cast<double>(whole->output.cwiseAbs().maxCoeff())));
      *matrix = before;
    }
  }
}
