#include "core/overflow_share.h"

#include <cmath>

#include "support/catch.h"
#include "support/reference.h"

using namespace attn;

namespace {

OverflowShareRequest naive_request(FormatName format, int head_dim, double divisor) {
  OverflowShareRequest request;
  request.arithmetic = {format, SoftmaxAlgorithm::naive, Accumulation::wide};
  request.head_dim = head_dim;
  request.divisor = divisor;
  return request;
}

}  // namespace

TEST_CASE("the measured share of overflowing rows agrees with the exact probabilities of the reference table") {
  int compared = 0;
  const auto table = attn_test::reference_table("overflow");
  for (const auto& entry : table["probabilities"]) {
    const std::string format = entry["format"].get<std::string>();
    const double divisor = attn_test::number(entry["divisor_value"]);
    const double exact = attn_test::number(entry["P_row_n64"]);
    const int head_dim = entry["d_k"].get<int>();
    if (format == "float64" || !(exact > 0.01 && exact < 0.99) || head_dim > 4096) continue;
    const FormatName name = format == "float16" ? FormatName::float16 : format == "bfloat16" ? FormatName::bfloat16 : FormatName::float32;
    auto request = naive_request(name, head_dim, divisor);
    request.key_count = 64;
    request.rows = 1500;
    request.budget = 4e6;  // real vectors for d_k up to 41, the law above: both ways are compared
    const auto share = overflow_share(request);
    REQUIRE(share.ok());
    INFO(format << " d_k " << head_dim << " divisor " << divisor << " by law " << (share->drawn == Drawn::law));
    // Logits are members of the format, so the real threshold moves by at most half a spacing (0.25 in bfloat16).
    const double rounding = name == FormatName::bfloat16 ? 0.03 : 0.005;
    CHECK(share->exp_inf.share == Approx(exact).margin(4.5 * std::sqrt(exact * (1 - exact) / 1500) + rounding));
    CHECK(share->exp_inf.error > 0);
    ++compared;
  }
  CHECK(compared >= 1);  // how many lie between 1 % and 99 % depends on the table
}

TEST_CASE("vectors and the law give the same share within their errors") {
  auto request = naive_request(FormatName::float16, 8, 1);
  request.rows = 4000;
  request.key_count = 128;
  const auto by_vectors = overflow_share(request);
  request.budget = 0;
  const auto by_law = overflow_share(request);
  CHECK(by_vectors->drawn == Drawn::vectors);
  CHECK(by_law->drawn == Drawn::law);
  const double error = std::hypot(by_vectors->exp_inf.error, by_law->exp_inf.error);
  CHECK(std::fabs(by_vectors->exp_inf.share - by_law->exp_inf.share) < 4 * error);
  CHECK(by_vectors->exp_inf.share != by_law->exp_inf.share);
  CHECK(by_vectors->exp_inf.error == Approx(std::sqrt(by_vectors->exp_inf.share * (1 - by_vectors->exp_inf.share) / 4000)));
}

TEST_CASE("float16 rows at d_k = 64 all overflow undivided and none divided by the root") {
  auto request = naive_request(FormatName::float16, 64, 1);
  request.rows = 100;
  const auto undivided = overflow_share(request);
  CHECK(undivided->exp_inf.share == 1);
  CHECK(undivided->nan.share == 1);
  CHECK(undivided->any.share == 1);
  CHECK(undivided->exp_inf.error == 0);
  request.divisor.reset();
  CHECK(overflow_share(request)->any.share == 0);
  request.divisor = 1;
  request.arithmetic.algorithm = SoftmaxAlgorithm::max_subtracted;
  CHECK(overflow_share(request)->any.share == 0);
  CHECK(overflow_share(request)->flushed_weights.share > 0.5);
  CHECK(overflow_share(request)->flushed_weights.error > 0);
  request.arithmetic.algorithm = SoftmaxAlgorithm::online;
  CHECK(overflow_share(request)->any.share == 0);
}

TEST_CASE("raw float16 products of entries with spread 64 overflow before the division, not if the query is divided first") {
  // P(|q·k| ≥ 65520) = 0.0464 a score at d_k = 64: nearly every row of 128 has one.
  for (const double budget : {3e7, 0.0}) {
    OverflowShareRequest request;
    request.arithmetic = {FormatName::float16, SoftmaxAlgorithm::max_subtracted, Accumulation::format};
    request.key_count = 128;
    request.rows = 200;
    request.entry_std = 64;
    request.budget = budget;
    const auto after = overflow_share(request);
    CHECK(after->score_inf.share > 0.95);
    CHECK(after->any.share >= after->nan.share);
    CHECK(after->nan.share > 0.8);  // −∞ alone leaves no NaN
    for (const ScaleOrder order : {ScaleOrder::before_on_query, ScaleOrder::before_on_both}) {
      request.order = order;
      CHECK(overflow_share(request)->any.share == 0);
    }
    request.order = ScaleOrder::after;
    request.entry_std = 1;
    CHECK(overflow_share(request)->score_inf.share == 0);
    request.entry_std = 64;
    request.arithmetic.format = FormatName::float32;
    CHECK(overflow_share(request)->score_inf.share == 0);
  }
}

TEST_CASE("one score in float16 with entries of spread 64 overflows as often as the reference table says") {
  const auto table = attn_test::reference_table("overflow");
  for (const auto& entry : table["raw_fp16_dot"]) {
    const double exact = attn_test::number(entry["P_abs_raw_dot_ge_65520"]);
    const int head_dim = entry["d_k"].get<int>();
    if (exact < 0.02 || head_dim > 4096) continue;
    OverflowShareRequest request;
    request.arithmetic.format = FormatName::float16;
    request.key_count = 1;
    request.head_dim = head_dim;
    request.rows = 5000;
    request.entry_std = attn_test::number(entry["entry_std"]);
    INFO("d_k " << head_dim << " entries " << request.entry_std);
    CHECK(overflow_share(request)->score_inf.share == Approx(exact).margin(4.5 * std::sqrt(exact * (1 - exact) / 5000) + 1e-3));
  }
}

TEST_CASE("the share depends on seed, rows, keys, dimension and divisor and repeats exactly") {
  auto request = naive_request(FormatName::float16, 32, 1.5);
  request.key_count = 32;
  const auto first = overflow_share(request);
  CHECK(overflow_share(request)->exp_inf.share == first->exp_inf.share);
  const auto differs = [&](auto change) {
    auto changed = request;
    change(changed);
    return overflow_share(changed)->exp_inf.share != first->exp_inf.share;
  };
  CHECK(first->exp_inf.share > 0);
  CHECK(first->exp_inf.share < 1);
  CHECK(differs([](auto& r) { r.seed = 2; }));
  CHECK(differs([](auto& r) { r.rows = 999; }));
  CHECK(differs([](auto& r) { r.key_count = 64; }));
  CHECK(differs([](auto& r) { r.head_dim = 40; }));
  CHECK(differs([](auto& r) { r.divisor = 2; }));
  CHECK(differs([](auto& r) { r.entry_std = 1.2; }));
  CHECK(differs([](auto& r) { r.arithmetic.format = FormatName::float32; }));
}

TEST_CASE("the share refuses bad requests and names the argument") {
  const OverflowShareRequest good;
  const auto refused = [&](auto change, Status status, std::string_view argument) {
    auto request = good;
    change(request);
    const auto result = overflow_share(request);
    CHECK(status_name(result.status()) == status_name(status));
    CHECK(std::string_view(result.argument()) == argument);
  };
  refused([](auto& r) { r.head_dim = 0; }, Status::head_dim_out_of_range, "headDim");
  refused([](auto& r) { r.head_dim = 4097; }, Status::head_dim_out_of_range, "headDim");
  refused([](auto& r) { r.key_count = 0; }, Status::key_count_out_of_range, "keyCount");
  refused([](auto& r) { r.key_count = 4097; }, Status::key_count_out_of_range, "keyCount");
  refused([](auto& r) { r.rows = 0; }, Status::query_count_out_of_range, "rows");
  refused([](auto& r) { r.rows = 100001; }, Status::query_count_out_of_range, "rows");
  refused(
      [](auto& r) {
        r.rows = 100000;
        r.key_count = 4096;
      },
      Status::too_large, "rows");
  refused([](auto& r) { r.entry_std = std::nan(""); }, Status::not_finite, "entryStd");
  refused([](auto& r) { r.entry_std = 0; }, Status::out_of_range, "entryStd");
  refused([](auto& r) { r.budget = -1; }, Status::out_of_range, "budget");
  refused([](auto& r) { r.budget = INFINITY; }, Status::not_finite, "budget");
  refused([](auto& r) { r.divisor = -1; }, Status::divisor_not_positive, "divisor");
}
