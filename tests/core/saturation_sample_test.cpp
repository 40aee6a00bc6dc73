#include "core/saturation_sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention_row.h"
#include "core/random.h"
#include "kernels/bit_cast.h"
#include "support/catch.h"
#include "support/reference.h"

using attn::bit_cast;
using attn::Drawn;
using attn::SaturationSample;
using attn::SaturationSampleRequest;
using attn::Status;

namespace {

SaturationSampleRequest request(int head_dim, int key_count, std::vector<double> divisors) {
  SaturationSampleRequest query;
  query.head_dim = head_dim;
  query.key_count = key_count;
  query.divisors = std::move(divisors);
  query.budget = 3e6;
  query.min_rows = 1000;
  query.max_rows = 4000;
  return query;
}

SaturationSample sample(const SaturationSampleRequest& query) {
  const auto result = attn::saturation_sample(query);
  REQUIRE(result.ok());
  return *result;
}

attn::AttentionRow row(int head_dim, int key_count, double divisor, std::uint32_t index = 0) {
  const auto result = attn::attention_row({head_dim, key_count, 1, divisor, index});
  REQUIRE(result.ok());
  return *result;
}

std::uint64_t bits(double x) { return bit_cast<std::uint64_t>(x); }

bool same(const SaturationSample& a, size_t i, const SaturationSample& b, size_t j) {
  return bits(a.max_weight_mean[i]) == bits(b.max_weight_mean[j]) && bits(a.max_weight_error[i]) == bits(b.max_weight_error[j]) &&
         bits(a.entropy_mean[i]) == bits(b.entropy_mean[j]) && bits(a.entropy_error[i]) == bits(b.entropy_error[j]) &&
         bits(a.effective_keys_mean[i]) == bits(b.effective_keys_mean[j]) && bits(a.effective_keys_error[i]) == bits(b.effective_keys_error[j]) &&
         bits(a.score_mean) == bits(b.score_mean) && bits(a.score_variance) == bits(b.score_variance) && a.rows == b.rows && a.drawn == b.drawn;
}

}  // namespace

TEST_CASE("without division the mean largest weight of eight keys rises with d_k, at the root it stays") {
  const std::pair<int, double> expected[] = {{16, 0.75}, {64, 0.87}, {256, 0.94}, {1024, 0.97}};
  for (const auto& [head_dim, largest] : expected) {
    CAPTURE(head_dim);
    const auto got = sample(request(head_dim, 8, {1.0, std::sqrt(static_cast<double>(head_dim))}));
    CHECK(got.rows >= 1000);
    CHECK(std::fabs(got.max_weight_mean[0] - largest) < 0.02);
    CHECK(std::fabs(got.max_weight_mean[1] - 0.36) < 0.02);
  }
}

TEST_CASE("samples at large d_k agree with the exact saturation grid") {
  // At d_k = 4096 the spread |q|/c varies by 1.1 %, so the bias against a fixed spread is far below the sampling error.
  const auto table = attn_test::reference_table("saturation_grid");
  for (const auto& point : table.at("grid")) {
    const double sigma = attn_test::number(point.at("sigma"));
    const int n = point.at("n").get<int>();
    const double divisor = 64 / sigma;
    CAPTURE(sigma, n);
    auto query = request(4096, n, {divisor});
    query.budget = 1;
    query.min_rows = n > 1000 ? 400 : 1000;
    query.max_rows = query.min_rows;
    const auto got = sample(query);
    CHECK(got.drawn == Drawn::law);
    const double root = std::sqrt(static_cast<double>(got.rows));
    const auto near = [&](double mean, const char* exact, const char* deviation) {
      const double want = attn_test::number(point.at("exact").at(exact)), sd = attn_test::number(point.at("per_row_sd").at(deviation));
      CHECK(std::fabs(mean - want) <= 5 * sd / root + 1e-4 * std::fabs(want));
    };
    near(got.max_weight_mean[0], "E_max_prob", "max_prob");
    near(got.entropy_mean[0], "E_entropy", "entropy");
    // With very many keys the row-to-row variation of |q| (1.1 %) outweighs that of a fixed spread, which the table has.
    if (n > 512) continue;
    const double sd = attn_test::number(point.at("per_row_sd").at("effective_keys"));
    CHECK(std::fabs(got.effective_keys_error[0] * root / sd - 1) < 0.35);
  }
}

TEST_CASE("real vectors and the exact law describe the same distribution") {
  for (const int head_dim : {1, 2, 8, 64}) {
    CAPTURE(head_dim);
    auto query = request(head_dim, 8, {1.0, std::sqrt(static_cast<double>(head_dim))});
    const auto vectors = sample(query);
    query.budget = 1;
    query.seed = 99;
    query.min_rows = 4000;
    const auto law = sample(query);
    REQUIRE(vectors.drawn == Drawn::vectors);
    REQUIRE(law.drawn == Drawn::law);
    for (size_t c = 0; c < 2; ++c) {
      CHECK(std::fabs(vectors.max_weight_mean[c] - law.max_weight_mean[c]) < 5 * std::hypot(vectors.max_weight_error[c], law.max_weight_error[c]));
      CHECK(std::fabs(vectors.entropy_mean[c] - law.entropy_mean[c]) < 5 * std::hypot(vectors.entropy_error[c], law.entropy_error[c]));
    }
    CHECK(std::fabs(vectors.score_variance / head_dim - 1) < 0.25);
    CHECK(std::fabs(law.score_variance / head_dim - 1) < 0.25);
  }
}

TEST_CASE("moving d_k from 64 to 65 and back returns the very same numbers") {
  const auto before = sample(request(64, 8, {1.0}));
  const auto between = sample(request(65, 8, {1.0}));
  const auto after = sample(request(64, 8, {1.0}));
  CHECK(same(before, 0, after, 0));
  CHECK_FALSE(same(before, 0, between, 0));
  CHECK(row(64, 8, 1.0).scores == row(64, 8, 1.0).scores);
}

TEST_CASE("the score at d_k = 65 is the score at 64 plus one product") {
  std::vector<float> query(65), key(65);
  attn::fill_normal({1, attn::Stream::query, 3, 0}, query);
  const auto at64 = row(64, 8, 8.0, 3), at65 = row(65, 8, 8.0, 3);
  for (std::uint32_t j = 0; j < 8; ++j) {
    attn::fill_normal({1, attn::Stream::key, 3, j}, key);
    CHECK(std::fabs(at65.scores[j] - (at64.scores[j] + query[64] * key[64])) < 2e-5);
  }
}

TEST_CASE("one more key leaves the scores of the others as they are") {
  for (const int head_dim : {16, 4096}) {
    const auto few = row(head_dim, 40, 8.0), many = row(head_dim, 900, 8.0);
    // The larger row may be drawn in the same way only while it is small enough.
    REQUIRE(few.drawn == many.drawn);
    for (size_t j = 0; j < few.scores.size(); ++j) REQUIRE(few.scores[j] == many.scores[j]);
  }
  const auto few = row(4096, 1000, 8.0), many = row(4096, 4001, 8.0);
  REQUIRE(few.drawn == Drawn::law);
  for (size_t j = 0; j < few.scores.size(); ++j) REQUIRE(few.scores[j] == many.scores[j]);
}

TEST_CASE("changing the divisor leaves the raw scores bit-identical") {
  for (const int head_dim : {1, 64, 4096}) {
    const auto a = row(head_dim, 50, 1.0), b = row(head_dim, 50, 1e-6), c = row(head_dim, 50, 1e6);
    for (size_t j = 0; j < 50; ++j) {
      REQUIRE(bit_cast<std::uint32_t>(a.scores[j]) == bit_cast<std::uint32_t>(b.scores[j]));
      REQUIRE(bit_cast<std::uint32_t>(a.scores[j]) == bit_cast<std::uint32_t>(c.scores[j]));
    }
  }
  const auto one = sample(request(64, 8, {1.0})), other = sample(request(64, 8, {77.7}));
  CHECK(bits(one.score_mean) == bits(other.score_mean));
  CHECK(bits(one.score_variance) == bits(other.score_variance));
}

TEST_CASE("a divisor's digits do not depend on which others are asked with it") {
  const auto alone = sample(request(64, 13, {8.0}));
  const auto among = sample(request(64, 13, {1e-6, 1.0, 8.0, 64.0, 8.0, 1e6}));
  CHECK(same(alone, 0, among, 2));
  CHECK(same(alone, 0, among, 4));
  CHECK_FALSE(same(alone, 0, among, 1));
}

TEST_CASE("another seed gives another sample within the error bars") {
  auto query = request(64, 8, {8.0});
  const auto first = sample(query);
  query.seed = 4294967295u;
  const auto second = sample(query);
  CHECK(first.max_weight_mean[0] != second.max_weight_mean[0]);
  CHECK(std::fabs(first.max_weight_mean[0] - second.max_weight_mean[0]) < 5 * std::hypot(first.max_weight_error[0], second.max_weight_error[0]));
}

TEST_CASE("the mean of the first rows is the mean of the single rows") {
  auto query = request(64, 8, {5.0});
  query.min_rows = query.max_rows = 10;
  const auto got = sample(query);
  double largest = 0, entropy = 0, keys = 0;
  for (std::uint32_t r = 0; r < 10; ++r) {
    const auto each = row(64, 8, 5.0, r);
    largest += each.max_weight / 10, entropy += each.entropy / 10, keys += each.effective_keys / 10;
  }
  CHECK(got.max_weight_mean[0] == Approx(largest).epsilon(1e-14));
  CHECK(got.entropy_mean[0] == Approx(entropy).epsilon(1e-14));
  CHECK(got.effective_keys_mean[0] == Approx(keys).epsilon(1e-14));
}

TEST_CASE("the reader's extremes give finite numbers and weights that sum to one") {
  for (const int head_dim : {1, 4096})
    for (const int key_count : {2, 7, 4096})
      for (const double divisor : {1e-9, 1e-6, 1.0, 1e6, 1e9}) {
        CAPTURE(head_dim, key_count, divisor);
        const auto got = row(head_dim, key_count, divisor);
        double sum = 0, largest = 0;
        for (size_t j = 0; j < got.weights.size(); ++j) {
          REQUIRE(std::isfinite(got.scores[j]));
          REQUIRE(got.weights[j] >= 0.0f);
          sum += got.weights[j];
          largest = std::max(largest, static_cast<double>(got.weights[j]));
        }
        CHECK(std::fabs(sum - 1) < 1e-6);
        CHECK(got.max_weight == Approx(largest).epsilon(1e-6));
        CHECK(got.entropy >= 0);
        CHECK(got.entropy <= std::log(static_cast<double>(key_count)) + 5e-6);
        CHECK(got.effective_keys >= 1);
        CHECK(got.effective_keys <= key_count * (1 + 1e-5));
      }
  auto query = request(4096, 64, {1e-6, 1e6});
  query.min_rows = 100;
  const auto got = sample(query);
  CHECK(got.max_weight_mean[0] > 0.999);
  CHECK(got.entropy_mean[1] / std::log(64.0) > 0.9999);
  for (const double value : {got.score_mean, got.score_variance, got.entropy_error[0], got.entropy_error[1], got.effective_keys_mean[0]})
    CHECK(std::isfinite(value));
}

TEST_CASE("the entropy of a row agrees with its weights") {
  for (const double divisor : {2.0, 8.0, 30.0}) {
    const auto got = row(64, 100, divisor, 5);
    double entropy = 0;
    for (const float weight : got.weights)
      if (weight > 0) entropy -= weight * std::log(static_cast<double>(weight));
    CHECK(std::fabs(got.entropy - entropy) < 5e-6);
    CHECK(got.effective_keys == Approx(std::exp(got.entropy)).epsilon(1e-14));
  }
}

TEST_CASE("the budget decides the rows and the way of drawing, never the divisors") {
  auto query = request(64, 8, {8.0});
  query.budget = 3e7;
  query.max_rows = 100000;
  CHECK(sample(query).rows == 58593);  // 3·10⁷ / 512
  query.max_rows = 5000;
  CHECK(sample(query).rows == 5000);
  query.budget = 512000;
  CHECK(sample(query).rows == 1000);
  CHECK(sample(query).drawn == Drawn::vectors);
  query.budget = 511999;
  CHECK(sample(query).drawn == Drawn::law);
  CHECK(sample(query).rows == 5000);  // 511999 / 72 is beyond max_rows
}

TEST_CASE("every bad sampling request has its status and names its argument") {
  const auto failure = [](auto change) {
    auto query = request(64, 8, {8.0});
    change(query);
    return attn::saturation_sample(query).failure();
  };
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const int bad : {0, -1, 4097, 1000000000}) CHECK(failure([&](auto& q) { q.head_dim = bad; }).status == Status::head_dim_out_of_range);
  for (const int bad : {0, 1, -5, 4097}) CHECK(failure([&](auto& q) { q.key_count = bad; }).status == Status::key_count_out_of_range);
  CHECK(failure([](auto& q) { q.divisors = {}; }).status == Status::empty_input);
  CHECK(failure([](auto& q) { q.divisors = {8.0, 0.0}; }).status == Status::divisor_not_positive);
  CHECK(failure([](auto& q) { q.divisors = {-1.0}; }).status == Status::divisor_not_positive);
  CHECK(failure([](auto& q) { q.divisors = {1e-308}; }).status == Status::divisor_out_of_range);
  CHECK(failure([&](auto& q) { q.divisors = {nan}; }).status == Status::not_finite);
  CHECK(failure([&](auto& q) { q.divisors = {infinity}; }).status == Status::not_finite);
  CHECK(std::string_view(failure([&](auto& q) { q.divisors = {infinity}; }).argument) == "divisors");
  CHECK(failure([](auto& q) { q.divisors.assign(257, 1.0); }).status == Status::too_large);
  CHECK(failure([](auto& q) { q.min_rows = 1; }).status == Status::query_count_out_of_range);
  CHECK(failure([](auto& q) { q.max_rows = 999; }).status == Status::query_count_out_of_range);
  CHECK(failure([](auto& q) { q.max_rows = 100001; }).status == Status::query_count_out_of_range);
  CHECK(failure([&](auto& q) { q.budget = nan; }).status == Status::not_finite);
  CHECK(failure([](auto& q) { q.budget = 0; }).status == Status::out_of_range);
  CHECK(failure([](auto& q) { q.budget = 1e12, q.head_dim = 4096, q.max_rows = 100000; }).status == Status::too_large);
  CHECK(failure([](auto& q) { q.key_count = 4096, q.min_rows = 4000, q.divisors.assign(256, 1.0); }).status == Status::too_large);
  CHECK(attn::attention_row({0, 8, 1, 8.0, 0}).status() == Status::head_dim_out_of_range);
  CHECK(attn::attention_row({64, 1, 1, 8.0, 0}).status() == Status::key_count_out_of_range);
  CHECK(attn::attention_row({64, 8, 1, 0.0, 0}).status() == Status::divisor_not_positive);
}
