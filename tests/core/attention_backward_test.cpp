#include "core/attention_backward.h"

#include <cmath>

#include "core/attention_fixtures.h"

using namespace attn;
using namespace attn_test;

namespace {

AttentionBackwardRequest<double> random_backward(Index query_count, Index key_count, Index head_dim, Index value_dim, unsigned seed) {
  AttentionBackwardRequest<double> request;
  static_cast<AttentionInputs<double>&>(request) = random_request<double>(query_count, key_count, head_dim, value_dim, seed);
  request.grad_output = random_matrix<double>(query_count, value_dim, seed + 3000);
  return request;
}

/// L = Σ O ∘ dO
double loss(const AttentionBackwardRequest<double>& request) {
  AttentionRequest<double> forward;
  static_cast<AttentionInputs<double>&>(forward) = request;
  return attention_forward(forward)->output.cwiseProduct(request.grad_output).sum();
}

/// Central difference with step h: the error is h² |L‴|/6 + u|L|/h, near 1e-9 at h = 1e-5 here.
template <class Entry>
double slope(AttentionBackwardRequest<double> request, Entry entry) {
  const double step = 1e-5;
  double& x = entry(request);
  const double middle = x;
  x = middle + step;
  const double above = loss(request);
  x = middle - step;
  const double below = loss(request);
  return (above - below) / (2 * step);
}

}  // namespace

TEST_CASE("gradients agree with finite differences for every mask, placement and shape") {
  const Index shapes[][4] = {{1, 1, 1, 1}, {2, 3, 2, 1}, {4, 2, 3, 5}, {3, 5, 4, 2}};
  unsigned seed = 100;
  for (const auto& shape : shapes)
    for (const MaskKind mask : {MaskKind::none, MaskKind::causal, MaskKind::causal_br, MaskKind::allow})
      for (const DivisorPlacement placement : {DivisorPlacement::scores, DivisorPlacement::query, DivisorPlacement::both_roots, DivisorPlacement::query_root}) {
        auto request = random_backward(shape[0], shape[1], shape[2], shape[3], ++seed);
        request.mask = mask;
        request.placement = placement;
        request.divisor = 0.8;
        if (mask == MaskKind::allow) request.allow = (random_matrix<double>(shape[0], shape[1], seed).array() > -0.3).cast<std::uint8_t>();
        const auto grad = attention_backward(request);
        REQUIRE(grad.ok());
        const auto check = [&](const MatrixD& gradient, MatrixD AttentionInputs<double>::*member) {
          REQUIRE(gradient.rows() == (request.*member).rows());
          REQUIRE(gradient.cols() == (request.*member).cols());
          for (Index i = 0; i < gradient.rows(); ++i)
            for (Index j = 0; j < gradient.cols(); ++j)
              CHECK(gradient(i, j) == Approx(slope(request, [&](auto& r) -> double& { return (r.*member)(i, j); })).margin(1e-8));
        };
        check(grad->grad_query, &AttentionInputs<double>::query);
        check(grad->grad_key, &AttentionInputs<double>::key);
        check(grad->grad_value, &AttentionInputs<double>::value);
        CHECK(grad->grad_divisor == Approx(slope(request, [](auto& r) -> double& { return *r.divisor; })).margin(1e-8));
      }
}

TEST_CASE("the gradient to the logits sums to zero along each row and is zero where masked") {
  auto request = random_backward(5, 9, 6, 3, 1);
  request.mask = MaskKind::causal;
  const auto grad = attention_backward(request);
  REQUIRE(grad.ok());
  for (Index i = 0; i < 5; ++i) {
    CHECK(grad->grad_logits.row(i).sum() == Approx(0).margin(1e-14));
    CHECK(grad->grad_logits.row(i).tail(8 - i).isZero(0));
  }
  CHECK(grad->grad_key.bottomRows(4).isZero(0));
  CHECK(grad->grad_value.bottomRows(4).isZero(0));
}

TEST_CASE("a fully masked row gives no gradient and no NaN") {
  auto request = random_backward(3, 2, 4, 2, 2);
  request.mask = MaskKind::allow;
  request.allow.setZero(3, 2);
  const auto grad = attention_backward(request);
  REQUIRE(grad.ok());
  CHECK(grad->grad_query.isZero(0));
  CHECK(grad->grad_key.isZero(0));
  CHECK(grad->grad_value.isZero(0));
  CHECK(grad->grad_divisor == 0);
}

TEST_CASE("with a large divisor the gradient to the query falls like one over it, that to the logits does not") {
  auto request = random_backward(6, 8, 16, 4, 3);
  request.divisor = 1e3;
  const auto near = attention_backward(request);
  request.divisor = 1e4;
  const auto far = attention_backward(request);
  CHECK(near->grad_query.norm() / far->grad_query.norm() == Approx(10).epsilon(0.02));
  CHECK(near->grad_logits.norm() / far->grad_logits.norm() == Approx(1).epsilon(0.02));
}

TEST_CASE("the default divisor of the gradients is the square root of the columns of query") {
  auto request = random_backward(2, 3, 9, 2, 4);
  const auto by_default = attention_backward(request);
  CHECK(by_default->divisor == 3);
  request.divisor = 3;
  CHECK(attention_backward(request)->grad_query == by_default->grad_query);
}

TEST_CASE("gradients scale with what comes from above and do not need it to be small") {
  auto request = random_backward(2, 3, 9, 2, 5);
  const auto once = attention_backward(request);
  request.grad_output *= 1e6;
  const auto louder = attention_backward(request);
  CHECK(largest_difference(louder->grad_query / 1e6, once->grad_query) < 1e-13);
  CHECK(louder->grad_divisor / 1e6 == Approx(once->grad_divisor));
}

TEST_CASE("gradients are refused for a wrong or infinite gradient from above") {
  auto request = random_backward(2, 3, 4, 2, 6);
  request.grad_output.setZero(2, 3);
  CHECK(attention_backward(request).status() == Status::shape_mismatch);
  CHECK(std::string_view(attention_backward(request).argument()) == "gradOutput");
  request.grad_output.setZero(3, 2);
  CHECK(attention_backward(request).status() == Status::shape_mismatch);
  request.grad_output.setConstant(2, 2, INFINITY);
  CHECK(attention_backward(request).status() == Status::not_finite);
  request.grad_output.setConstant(2, 2, 1e308);
  request.value *= 100;
  CHECK(attention_backward(request).status() == Status::not_finite);
  request.divisor = 0.0;
  CHECK(attention_backward(request).status() == Status::divisor_not_positive);
}

TEST_CASE("float forward and backward stay within the reference table's tolerance of double on new cases") {
  const Index shapes[][4] = {{4, 6, 64, 8}, {8, 8, 1024, 16}, {16, 64, 128, 64}, {3, 200, 16, 4}, {5, 5, 4096, 3}, {64, 64, 64, 64}};
  unsigned seed = 500;
  for (const auto& shape : shapes)
    for (const double alpha : {0.0625, 1.0, 16.0}) {
      AttentionBackwardRequest<float> single;
      static_cast<AttentionInputs<float>&>(single) = random_request<float>(shape[0], shape[1], shape[2], shape[3], ++seed);
      single.query.row(0) = single.key.row(0);  // one aligned pair: the largest score is d_k
      single.grad_output = random_matrix<float>(shape[0], shape[3], seed + 3000);
      single.divisor = alpha * std::sqrt(static_cast<double>(shape[2]));
      single.mask = seed % 2 == 0 ? MaskKind::causal : MaskKind::none;
      AttentionBackwardRequest<double> exact;
      exact.query = single.query.cast<double>();
      exact.key = single.key.cast<double>();
      exact.value = single.value.cast<double>();
      exact.grad_output = single.grad_output.cast<double>();
      exact.divisor = single.divisor;
      exact.mask = single.mask;
      const auto got = attention_backward(single);
      const auto want = attention_backward(exact);
      REQUIRE(got.ok());
      REQUIRE(want.ok());
      AttentionRequest<double> forward;
      static_cast<AttentionInputs<double>&>(forward) = exact;
      forward.want_moments = true;
      const auto moments = attention_forward(forward)->moments;
      const double spread = std::fmax(std::fabs(moments.smallest), std::fabs(moments.largest));
      const double floor = 1e-6 * std::fmax(1, 1 / *single.divisor);
      const auto within = [&](const MatrixOf<float>& value, const MatrixD& reference, double rel) {
        CHECK(largest_difference(value, reference) <= rel * reference.cwiseAbs().maxCoeff() + floor);
      };
      within(got->grad_value, want->grad_value, 1e-5 + 4e-7 * spread);
      within(got->grad_logits, want->grad_logits, 2e-5 + 1e-6 * spread);
      within(got->grad_query, want->grad_query, 2e-5 + 1e-6 * spread);
      within(got->grad_key, want->grad_key, 2e-5 + 1e-6 * spread);
    }
}
