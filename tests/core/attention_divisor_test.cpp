// The divisor in its several places, and what each common mistake does to the spread of the logits.
#include "core/attention.h"

#include <cmath>

#include "core/attention_fixtures.h"

using namespace attn;
using namespace attn_test;

namespace {

double spread_of_logits(AttentionRequest<float> request) {
  request.want_moments = true;
  request.want_weights = request.want_output = false;
  const auto result = attention_forward(request);
  REQUIRE(result.ok());
  return std::sqrt(result->moments.variance);
}

}  // namespace

TEST_CASE("a divisor split over query and key by its roots gives the same weights as one division of the scores") {
  for (const Index head_dim : {3, 64, 256, 1000}) {
    auto request = random_request<float>(20, 20, head_dim, 2, 1);
    const auto whole = attention_forward(request);
    for (const DivisorPlacement placement : {DivisorPlacement::query, DivisorPlacement::both_roots}) {
      request.placement = placement;
      CHECK(largest_difference(attention_forward(request)->weights, whole->weights) < 1e-6);
    }
  }
}

TEST_CASE("one root forgotten at d_k = 256 leaves logits with spread 4") {
  auto request = random_request<float>(200, 200, 256, 1, 2);
  CHECK(spread_of_logits(request) == Approx(1.0).epsilon(0.03));
  request.placement = DivisorPlacement::query_root;
  CHECK(spread_of_logits(request) == Approx(4.0).epsilon(0.03));
  request.placement = DivisorPlacement::both_roots;
  CHECK(spread_of_logits(request) == Approx(1.0).epsilon(0.03));
}

TEST_CASE("dividing by the root of d_model by mistake gives spread 0.354 and flatter weights") {
  auto request = random_request<float>(200, 200, 64, 1, 3);  // 8 heads of 64: d_model = 512
  const auto right = attention_forward(request);
  request.divisor = std::sqrt(512.0);
  CHECK(spread_of_logits(request) == Approx(0.354).epsilon(0.03));
  const auto mistaken = attention_forward(request);
  CHECK(mistaken->weights.rowwise().maxCoeff().mean() < 0.5f * right->weights.rowwise().maxCoeff().mean());
}

TEST_CASE("d_k itself as the divisor at d_k = 300 gives spread 0.058") {
  auto request = random_request<float>(200, 200, 300, 1, 4);
  request.divisor = 300;
  CHECK(spread_of_logits(request) == Approx(0.0577).epsilon(0.05));
}

TEST_CASE("unscaled logits spread like the square root of d_k") {
  for (const Index head_dim : {16, 64, 256, 1024}) {
    auto request = random_request<float>(200, 200, head_dim, 1, 5);
    request.divisor = 1;
    CHECK(spread_of_logits(request) == Approx(std::sqrt(static_cast<double>(head_dim))).epsilon(0.03));
  }
}

TEST_CASE("one over root d_k folded into the query projection gives the same weights with no divisor at all") {
  const Index head_dim = 64, model_dim = 96;
  const MatrixOf<float> input = random_matrix<float>(12, model_dim, 6);
  const MatrixOf<float> query_projection = random_matrix<float>(model_dim, head_dim, 7, 1 / std::sqrt(96.0));
  const MatrixOf<float> key_projection = random_matrix<float>(model_dim, head_dim, 8, 1 / std::sqrt(96.0));
  AttentionRequest<float> divided;
  divided.query = input * query_projection;
  divided.key = input * key_projection;
  divided.want_output = false;
  AttentionRequest<float> folded = divided;
  const MatrixOf<float> folded_projection = query_projection / 8.0f;
  folded.query = input * folded_projection;
  folded.divisor = 1;
  CHECK(largest_difference(attention_forward(divided)->weights, attention_forward(folded)->weights) < 1e-6);
  folded.query = input * query_projection;
  CHECK(largest_difference(attention_forward(divided)->weights, attention_forward(folded)->weights) > 1e-2);
}
