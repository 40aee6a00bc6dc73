#include "core/attention.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "core/attention_fixtures.h"

using namespace attn;
using namespace attn_test;

TEST_CASE("attention agrees with a naive double version for every mask and many shapes") {
  const Index shapes[][4] = {{1, 1, 1, 1}, {3, 5, 2, 7}, {7, 3, 5, 1}, {17, 33, 64, 9}, {5, 4, 300, 6}, {2, 700, 3, 2}};
  unsigned seed = 1;
  for (const auto& shape : shapes)
    for (const MaskKind mask : {MaskKind::none, MaskKind::causal, MaskKind::causal_br, MaskKind::allow}) {
      auto request = random_request<float>(shape[0], shape[1], shape[2], shape[3], ++seed);
      request.mask = mask;
      if (mask == MaskKind::allow) request.allow = (random_matrix<double>(shape[0], shape[1], seed).array() > 0).cast<std::uint8_t>();
      request.divisor = 0.7 * std::sqrt(static_cast<double>(shape[2]));
      const auto result = attention_forward(request);
      REQUIRE(result.ok());
      const NaiveAttention naive = naive_attention(request, *request.divisor);
      CHECK(largest_difference(result->weights, naive.weights) < 3e-6);
      CHECK(largest_difference(result->output, naive.output) < 1e-5);
    }
}

TEST_CASE("attention divides by the square root of the columns of query unless told otherwise") {
  auto request = random_request<float>(4, 6, 64, 2, 1);
  const auto by_default = attention_forward(request);
  request.divisor = 8;
  const auto by_eight = attention_forward(request);
  request.divisor = 4;
  const auto by_four = attention_forward(request);
  CHECK(by_default->divisor == 8);
  CHECK(by_default->weights == by_eight->weights);
  CHECK(largest_difference(by_default->weights, by_four->weights) > 1e-3);
}

TEST_CASE("softmax rows sum to one at any divisor") {
  for (const double divisor : {1e-6, 1e-3, 0.1, 1.0, 8.0, 1e3, 1e6}) {
    auto request = random_request<float>(20, 50, 4096, 1, 2);
    request.divisor = divisor;
    const auto result = attention_forward(request);
    REQUIRE(result.ok());
    REQUIRE(result->weights.allFinite());
    for (Index i = 0; i < 20; ++i) CHECK(result->weights.row(i).cast<double>().sum() == Approx(1).margin(1e-6));
  }
}

TEST_CASE("a constant added to every score of a row changes no weight") {
  // One more coordinate: 1 in every key and t in the query adds t to all scores of the row.
  auto request = random_request<float>(3, 9, 5, 2, 3);
  request.divisor = 1;
  auto shifted = request;
  shifted.query.conservativeResize(3, 6);
  shifted.key.conservativeResize(9, 6);
  shifted.query.col(5).setConstant(1000);
  shifted.key.col(5).setOnes();
  const auto before = attention_forward(request);
  const auto after = attention_forward(shifted);
  CHECK(largest_difference(before->weights, after->weights) < 1e-3 * 0.2);  // u · 1000 · 3 roundings ≈ 1.8e-4
  auto exact = random_request<double>(3, 9, 5, 2, 3);
  exact.divisor = 1;
  auto exact_shifted = exact;
  exact_shifted.query.conservativeResize(3, 6);
  exact_shifted.key.conservativeResize(9, 6);
  exact_shifted.query.col(5).setConstant(1000);
  exact_shifted.key.col(5).setOnes();
  CHECK(largest_difference(attention_forward(exact)->weights, attention_forward(exact_shifted)->weights) < 1e-12);
}

TEST_CASE("permuting keys with their values permutes weights and leaves the output") {
  const auto request = random_request<double>(4, 8, 6, 3, 4);
  auto permuted = request;
  const Index order[] = {3, 0, 7, 1, 6, 2, 5, 4};
  for (Index j = 0; j < 8; ++j) {
    permuted.key.row(j) = request.key.row(order[j]);
    permuted.value.row(j) = request.value.row(order[j]);
  }
  const auto plain = attention_forward(request);
  const auto mixed = attention_forward(permuted);
  for (Index j = 0; j < 8; ++j) CHECK(largest_difference(mixed->weights.col(j), plain->weights.col(order[j])) < 1e-14);
  CHECK(largest_difference(mixed->output, plain->output) < 1e-13);
}

TEST_CASE("permuting queries permutes the rows of weights and output") {
  const auto request = random_request<float>(3, 8, 6, 3, 5);
  auto permuted = request;
  for (Index i = 0; i < 3; ++i) permuted.query.row(i) = request.query.row(2 - i);
  const auto plain = attention_forward(request);
  const auto mixed = attention_forward(permuted);
  for (Index i = 0; i < 3; ++i) {
    CHECK(largest_difference(mixed->weights.row(i), plain->weights.row(2 - i)) < 1e-7);
    CHECK(largest_difference(mixed->output.row(i), plain->output.row(2 - i)) < 1e-6);
  }
}

TEST_CASE("as the divisor tends to zero the weights tend to the arg-max, as it grows to uniform") {
  auto request = random_request<float>(16, 12, 32, 1, 6);
  request.want_scores = true;
  request.divisor = 1e-5;
  const auto sharp = attention_forward(request);
  request.divisor = 1e6;
  const auto flat = attention_forward(request);
  for (Index i = 0; i < 16; ++i) {
    Index best = 0;
    sharp->scores.row(i).maxCoeff(&best);
    CHECK(sharp->weights(i, best) == 1.0f);
    CHECK(sharp->weights.row(i).sum() == 1.0f);
    CHECK((flat->weights.row(i).array() - 1.0f / 12).abs().maxCoeff() < 1e-5f);
  }
}

TEST_CASE("a changed divisor leaves the raw scores bit-identical") {
  auto request = random_request<float>(5, 7, 65, 1, 7);
  request.want_scores = true;
  const auto first = attention_forward(request);
  request.divisor = 0.013;
  request.placement = DivisorPlacement::both_roots;
  CHECK(attention_forward(request)->scores == first->scores);
}

TEST_CASE("a masked key has weight exactly zero at any score, also at 1e30") {
  auto request = random_request<float>(1, 3, 1, 1, 8);
  request.query << 1e15f;
  request.key << 1e15f, 1.0f, 1.0f;
  request.mask = MaskKind::allow;
  request.allow.resize(1, 3);
  request.allow << 0, 1, 1;
  request.divisor = 1;
  request.want_scores = true;
  const auto result = attention_forward(request);
  REQUIRE(result.ok());
  CHECK(result->scores(0, 0) == Approx(1e30));
  CHECK(result->weights(0, 0) == 0.0f);
  CHECK(result->weights(0, 1) == 0.5f);
  request.allow << 1, 1, 0;  // and the other way: what is far below is masked, the huge one is seen
  const auto seen = attention_forward(request);
  CHECK(seen->weights(0, 0) == 1.0f);
  CHECK(seen->weights(0, 2) == 0.0f);
}

TEST_CASE("a fully masked row is a row of zeros and says so") {
  auto request = random_request<float>(4, 2, 3, 2, 9);
  request.mask = MaskKind::causal_br;  // four queries, two keys: the first two rows see nothing
  request.want_logits = request.want_logsumexp = request.want_moments = true;
  const auto result = attention_forward(request);
  REQUIRE(result.ok());
  CHECK(result->fully_masked == std::vector<std::uint8_t>{1, 1, 0, 0});
  CHECK(result->weights.topRows(2).isZero(0));
  CHECK(result->output.topRows(2).isZero(0));
  CHECK(result->logsumexp[0] == -std::numeric_limits<double>::infinity());
  CHECK(result->weights(2, 0) == 1.0f);
  CHECK(result->weights(2, 1) == 0.0f);
  CHECK(result->weights.allFinite());
  CHECK(result->moments.count == 3);
}

TEST_CASE("the first row of causal attention sees the first key only") {
  auto request = random_request<float>(3, 5, 4, 2, 10);
  request.mask = MaskKind::causal;
  const auto result = attention_forward(request);
  CHECK(result->weights(0, 0) == 1.0f);
  CHECK(result->weights.row(0).tail(4).isZero(0));
  CHECK(result->weights(2, 2) > 0.0f);
  CHECK(result->weights.row(2).tail(2).isZero(0));
}

TEST_CASE("the two causal masks differ where queries are fewer than keys") {
  auto request = random_request<float>(2, 5, 4, 2, 11);
  request.mask = MaskKind::causal_br;
  const auto result = attention_forward(request);
  CHECK(result->weights(0, 3) > 0.0f);
  CHECK(result->weights(0, 4) == 0.0f);
  CHECK(result->weights(1, 4) > 0.0f);
}

TEST_CASE("the weights do not depend on the values, the output does") {
  auto request = random_request<float>(4, 6, 8, 3, 12);
  const auto first = attention_forward(request);
  request.value *= 2.0f;
  const auto second = attention_forward(request);
  CHECK(first->weights == second->weights);
  CHECK(largest_difference(first->output * 2.0f, second->output) < 1e-6);
}

TEST_CASE("only what is asked for is returned") {
  auto request = random_request<float>(4, 6, 8, 3, 13);
  request.want_weights = request.want_output = false;
  const auto nothing = attention_forward(request);
  REQUIRE(nothing.ok());
  CHECK(nothing->scores.size() + nothing->logits.size() + nothing->weights.size() + nothing->output.size() == 0);
  CHECK(nothing->logsumexp.empty());
  CHECK(nothing->moments.count == 0);
  CHECK(nothing->histogram.counts.empty());
  request.want_scores = request.want_logits = request.want_logsumexp = request.want_moments = request.want_histogram = true;
  request.want_weights = request.want_output = true;
  request.histogram_range.bins = 10;
  const auto all = attention_forward(request);
  CHECK(all->scores.size() == 24);
  CHECK(all->logits.size() == 24);
  CHECK(all->weights.size() == 24);
  CHECK(all->output.size() == 12);
  CHECK(all->logsumexp.size() == 4);
  CHECK(all->moments.count == 24);
  CHECK(all->histogram.counts.size() == 10);
  CHECK(std::accumulate(all->histogram.counts.begin(), all->histogram.counts.end(), 0u) == 24);
}

TEST_CASE("values may be left out where no output is wanted") {
  auto request = random_request<float>(2, 3, 4, 1, 14);
  request.value.resize(0, 0);
  CHECK(attention_forward(request).status() == Status::out_of_range);
  request.want_output = false;
  CHECK(attention_forward(request).ok());
}

TEST_CASE("scores beyond float's range are refused in double too") {
  auto request = random_request<double>(2, 3, 4, 2, 16);
  request.query *= 1e30;
  request.key *= 1e30;
  CHECK(attention_forward(request).status() == Status::not_finite);
  request.key *= 1e-25;
  CHECK(attention_forward(request).ok());
  request.divisor = 1e-9;
  CHECK(attention_forward(request).status() == Status::divisor_out_of_range);
}

TEST_CASE("attention refuses bad requests and names the argument") {
  const auto good = random_request<float>(2, 3, 4, 2, 15);
  const auto refused = [&](auto change, Status status, std::string_view argument) {
    auto request = good;
    change(request);
    const auto result = attention_forward(request);
    CHECK(status_name(result.status()) == status_name(status));
    CHECK(std::string_view(result.argument()) == argument);
  };
  const double infinity = std::numeric_limits<double>::infinity();
  // clang-format off
  refused([](auto& r) { r.divisor = 0.0; }, Status::divisor_not_positive, "divisor");
  refused([](auto& r) { r.divisor = -1.0; }, Status::divisor_not_positive, "divisor");
  refused([](auto& r) { r.divisor = 1e-308; }, Status::divisor_out_of_range, "divisor");
  refused([](auto& r) { r.divisor = 1e300; }, Status::divisor_out_of_range, "divisor");
  refused([&](auto& r) { r.divisor = infinity; }, Status::not_finite, "divisor");
  refused([](auto& r) { r.divisor = std::nan(""); }, Status::not_finite, "divisor");
  refused([](auto& r) { r.query *= 1e20f; r.divisor = 1e-25; }, Status::divisor_out_of_range, "divisor");
  refused([](auto& r) { r.query *= 1e30f; r.key *= 1e30f; }, Status::not_finite, "scores");
  refused([](auto& r) { r.query.resize(2, 0); }, Status::head_dim_out_of_range, "query");
  refused([](auto& r) { r.query.setZero(1, 4097); }, Status::head_dim_out_of_range, "query");
  refused([](auto& r) { r.query.resize(0, 4); }, Status::query_count_out_of_range, "query");
  refused([](auto& r) { r.key.resize(0, 4); }, Status::key_count_out_of_range, "key");
  refused([](auto& r) { r.key.setZero(3, 5); }, Status::shape_mismatch, "key");
  refused([](auto& r) { r.value.setZero(4, 2); }, Status::shape_mismatch, "value");
  refused([](auto& r) { r.value.setZero(3, 0); }, Status::out_of_range, "value");
  refused([](auto& r) { r.query.setZero(65536, 4); r.key.setZero(257, 4); r.value.setZero(257, 1); }, Status::too_large, "query");
  refused([](auto& r) { r.query.setZero(2048, 2000); r.key.setZero(4096, 2000); r.value.setZero(4096, 1); }, Status::too_large, "query");
  refused([](auto& r) { r.mask = MaskKind::allow; }, Status::shape_mismatch, "allow");
  refused([](auto& r) { r.allow.setOnes(2, 3); }, Status::shape_mismatch, "allow");
  refused([](auto& r) { r.query(0, 0) = std::nanf(""); }, Status::not_finite, "query");
  refused([](auto& r) { r.key(0, 0) = INFINITY; }, Status::not_finite, "key");
  refused([](auto& r) { r.value(0, 0) = INFINITY; }, Status::not_finite, "value");
  refused([](auto& r) { r.want_histogram = true; r.histogram_range.bins = 0; }, Status::out_of_range, "histogramBins");
  // clang-format on
}
