#include "core/format_attention.h"

#include <cmath>

#include "core/attention_fixtures.h"

using namespace attn;

namespace {

FormatAttentionRequest forties(FormatName format, ScaleOrder order) {
  FormatAttentionRequest request;
  request.query.assign(64, 40.0);
  request.key = MatrixD::Constant(3, 64, 40.0);
  request.arithmetic = {format, SoftmaxAlgorithm::max_subtracted, Accumulation::format};
  request.order = order;
  return request;
}

}  // namespace

TEST_CASE("entries of 40 at d_k = 64 overflow float16 if scaled after the product and not if scaled before") {
  const auto after = format_attention_row(forties(FormatName::float16, ScaleOrder::after));
  REQUIRE(after.ok());
  CHECK(std::isinf(after->scores[0]));
  CHECK(after->score_inf);
  CHECK(after->report.any_nan);
  const auto before = format_attention_row(forties(FormatName::float16, ScaleOrder::before_on_query));
  REQUIRE(before.ok());
  CHECK(before->scores == std::vector<double>(3, 12800.0));
  CHECK(before->logits == before->scores);
  CHECK_FALSE(before->report.any_nan);
  CHECK(before->weights[0] == Approx(1.0 / 3).epsilon(1e-3));
  CHECK(std::isfinite(format_attention_row(forties(FormatName::float16, ScaleOrder::before_on_both))->scores[0]));
}

TEST_CASE("in float32 the order of scale and product makes no difference to entries of 40") {
  const auto after = format_attention_row(forties(FormatName::float32, ScaleOrder::after));
  const auto before = format_attention_row(forties(FormatName::float32, ScaleOrder::before_on_query));
  CHECK(after->scores[0] == 102400);
  CHECK(after->logits == std::vector<double>(3, 12800.0));
  CHECK(before->logits == after->logits);
  CHECK(before->weights == after->weights);
}

TEST_CASE("a dot product that is rounded at every step differs from one whose result is rounded") {
  FormatAttentionRequest request;
  request.query.assign(4096, 1.0);
  request.key = MatrixD::Ones(1, 4096);
  request.arithmetic.format = FormatName::float16;
  CHECK(format_attention_row(request)->scores[0] == 4096);
  request.dot = Accumulation::format;
  CHECK(format_attention_row(request)->scores[0] == 2048);
}

TEST_CASE("cancelling halves are finite when accumulated wide and infinite step by step") {
  FormatAttentionRequest request;
  request.query = {300, 300, 300, 300};
  request.key.resize(1, 4);
  request.key << 200, 200, -200, -200;
  request.arithmetic.format = FormatName::float16;
  CHECK(format_attention_row(request)->scores[0] == 0);
  request.dot = Accumulation::format;
  CHECK(format_attention_row(request)->score_inf);
}

TEST_CASE("a row in float64 agrees with attention in double for every order, algorithm and divisor") {
  const auto inputs = attn_test::random_request<double>(1, 20, 48, 1, 1);
  for (const double divisor : {0.7, std::sqrt(48.0), 48.0}) {
    const auto naive = attn_test::naive_attention(inputs, divisor);
    for (const ScaleOrder order : {ScaleOrder::after, ScaleOrder::before_on_query, ScaleOrder::before_on_both})
      for (const SoftmaxAlgorithm algorithm : {SoftmaxAlgorithm::naive, SoftmaxAlgorithm::max_subtracted, SoftmaxAlgorithm::online}) {
        FormatAttentionRequest request;
        request.query.assign(inputs.query.data(), inputs.query.data() + 48);
        request.key = inputs.key;
        request.divisor = divisor;
        request.order = order;
        request.arithmetic = {FormatName::float64, algorithm, Accumulation::format};
        const auto row = format_attention_row(request);
        REQUIRE(row.ok());
        for (Index j = 0; j < 20; ++j) CHECK(row->weights[static_cast<size_t>(j)] == Approx(naive.weights(0, j)).epsilon(1e-12));
      }
  }
}

TEST_CASE("the default divisor of a row is the square root of the query's length") {
  FormatAttentionRequest request;
  request.query.assign(16, 1.0);
  request.key = MatrixD::Ones(1, 16);
  CHECK(format_attention_row(request)->logits[0] == 4);
  request.divisor = 2;
  CHECK(format_attention_row(request)->logits[0] == 8);
}

TEST_CASE("a row refuses bad requests and names the argument") {
  FormatAttentionRequest good;
  good.query.assign(4, 1.0);
  good.key = MatrixD::Ones(2, 4);
  const auto refused = [&](auto change, Status status, std::string_view argument) {
    auto request = good;
    change(request);
    const auto result = format_attention_row(request);
    CHECK(status_name(result.status()) == status_name(status));
    CHECK(std::string_view(result.argument()) == argument);
  };
  CHECK(format_attention_row(good).ok());
  refused([](auto& r) { r.query.clear(); }, Status::head_dim_out_of_range, "query");
  refused([](auto& r) { r.query.assign(4097, 1.0); }, Status::head_dim_out_of_range, "query");
  refused([](auto& r) { r.key.resize(0, 4); }, Status::key_count_out_of_range, "key");
  refused([](auto& r) { r.key.setOnes(2, 5); }, Status::shape_mismatch, "key");
  refused([](auto& r) { r.query[1] = INFINITY; }, Status::not_finite, "query");
  refused([](auto& r) { r.key(1, 1) = std::nan(""); }, Status::not_finite, "key");
  refused([](auto& r) { r.divisor = 0.0; }, Status::divisor_not_positive, "divisor");
  refused([](auto& r) { r.divisor = 1e-40; }, Status::divisor_out_of_range, "divisor");
  refused([](auto& r) { r.divisor = std::nan(""); }, Status::not_finite, "divisor");
  refused(
      [](auto& r) {
        r.query.assign(4096, 1.0);
        r.key.setOnes(4097, 4096);
      },
      Status::too_large, "key");
  refused(
      [](auto& r) {
        r.query.assign(4, 1e5);
        r.key.row(0) << 1, -1, 1, 1;
      },
      Status::not_finite, "scores");
}
