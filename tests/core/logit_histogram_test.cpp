#include "core/logit_histogram.h"

#include <cmath>
#include <numeric>

#include "core/attention_fixtures.h"

using namespace attn;
using namespace attn_test;

namespace {

void check_variance_of_equal_query_and_key(double wobble) {
  AttentionRequest<float> request;
  request.query = random_matrix<float>(24, 4096, 1, wobble);
  if (wobble < 1) request.query.rowwise() += random_matrix<float>(1, 4096, 2).row(0);
  request.key = request.query;
  for (const double divisor : {1.0, 64.0, 4096.0}) {
    request.divisor = divisor;
    request.want_output = false;
    request.want_logits = request.want_moments = true;
    const auto result = attention_forward(request);
    REQUIRE(result.ok());
    const MatrixD logits = result->logits.cast<double>();
    const double mean = logits.mean();
    const double variance = (logits.array() - mean).square().mean();
    REQUIRE(result->moments.variance >= 0);
    CHECK(result->moments.variance == Approx(variance).epsilon(1e-10));
    const NaiveAttention naive = naive_attention(request, divisor);
    const double exact = (naive.logits.array() - naive.logits.mean()).square().mean();
    CHECK(result->moments.variance == Approx(exact).epsilon(1e-4));
  }
}

}  // namespace

TEST_CASE("the variance of logits agrees with two passes in double where q = k at d_k = 4096 in float32") {
  // Either the scores are near 4096 and differ by less than 1, where E[x²] − E[x]² in float would lose everything,
  // or only those of a vector with itself are near 4096.
  for (const double wobble : {1e-2, 1.0}) check_variance_of_equal_query_and_key(wobble);
}

TEST_CASE("equal logits have variance zero, never less") {
  for (const float value : {4096.0f, 0.1f, -1e30f, 3.3e38f}) {
    const LogitMoments moments = logit_moments<float>(MatrixOf<float>::Constant(37, 41, value));
    CHECK(moments.mean == static_cast<double>(value));
    CHECK(moments.variance == 0);
    CHECK(moments.excess_kurtosis == 0);
    CHECK(moments.count == 37 * 41);
  }
}

TEST_CASE("moments of a small list are those computed by hand") {
  MatrixOf<double> logits(1, 5);
  logits << 1, 2, 4, 5, -std::numeric_limits<double>::infinity();
  const LogitMoments moments = logit_moments(logits);
  CHECK(moments.count == 4);
  CHECK(moments.mean == Approx(3));
  CHECK(moments.variance == Approx(2.5));                         // (4 + 1 + 1 + 4) / 4
  CHECK(moments.excess_kurtosis == Approx(34.0 / 4 / 6.25 - 3));  // (16 + 1 + 1 + 16) / 4 / 2.5² − 3
  CHECK(moments.smallest == 1);
  CHECK(moments.largest == 5);
}

TEST_CASE("moments of nothing visible are zero") {
  const LogitMoments moments = logit_moments<float>(MatrixOf<float>::Constant(2, 2, -INFINITY));
  CHECK(moments.count == 0);
  CHECK(moments.variance == 0);
  CHECK(moments.largest == 0);
}

TEST_CASE("moments of huge and of tiny logits neither overflow nor vanish") {
  MatrixOf<double> logits(1, 2);
  logits << 1e100, -1e100;
  CHECK(logit_moments(logits).variance == Approx(1e200));
  CHECK(logit_moments(logits).excess_kurtosis == Approx(-2));
  logits << 1e-100, -1e-100;
  CHECK(logit_moments(logits).variance == Approx(1e-200));
  CHECK(logit_moments(logits).excess_kurtosis == Approx(-2));
}

TEST_CASE("a histogram counts each visible logit once, and those out of range apart") {
  MatrixOf<float> logits(2, 4);
  logits << -2.0f, -1.0f, -0.5f, 0.0f, 0.99f, 1.0f, 1.5f, -INFINITY;
  const auto histogram = logit_histogram(logits, {-1.0, 1.0, 4});
  REQUIRE(histogram.ok());
  CHECK(histogram->counts == std::vector<std::uint32_t>{1, 1, 1, 2});  // 1.0 is in the last bin, −0.5 in the second
  CHECK(histogram->below == 1);
  CHECK(histogram->above == 1);
}

TEST_CASE("a histogram without a range reaches from the smallest to the largest logit") {
  const MatrixOf<float> logits = random_matrix<float>(30, 30, 3);
  const auto histogram = logit_histogram(logits, {});
  REQUIRE(histogram.ok());
  CHECK(histogram->low == static_cast<double>(logits.minCoeff()));
  CHECK(histogram->high == static_cast<double>(logits.maxCoeff()));
  CHECK(histogram->below + histogram->above == 0);
  CHECK(histogram->counts.size() == 64);
  CHECK(std::accumulate(histogram->counts.begin(), histogram->counts.end(), 0u) == 900);
  CHECK(histogram->counts.front() >= 1);
  CHECK(histogram->counts.back() >= 1);
}

TEST_CASE("a histogram of equal or of no logits still has a range") {
  const auto equal = logit_histogram<float>(MatrixOf<float>::Constant(3, 3, 1e20f), {std::nullopt, std::nullopt, 8});
  REQUIRE(equal.ok());
  CHECK(std::accumulate(equal->counts.begin(), equal->counts.end(), 0u) == 9);
  const auto none = logit_histogram<float>(MatrixOf<float>::Constant(3, 3, -INFINITY), {});
  REQUIRE(none.ok());
  CHECK(none->high > none->low);
}

TEST_CASE("a histogram refuses an empty or infinite range and a silly number of bins") {
  const MatrixOf<float> logits = MatrixOf<float>::Zero(1, 1);
  CHECK(logit_histogram(logits, {1.0, 1.0, 4}).status() == Status::out_of_range);
  CHECK(logit_histogram(logits, {2.0, 1.0, 4}).status() == Status::out_of_range);
  CHECK(logit_histogram(logits, {0.0, INFINITY, 4}).status() == Status::not_finite);
  CHECK(logit_histogram(logits, {std::nan(""), 1.0, 4}).status() == Status::not_finite);
  CHECK(logit_histogram(logits, {0.0, 1.0, 4097}).status() == Status::out_of_range);
}
