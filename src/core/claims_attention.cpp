// Claims 1 to 6: what attention is.
#include <cmath>

#include "core/attention.h"
#include "core/claims_parts.h"
#include "core/elementary.h"
#include "core/random.h"

namespace attn {
namespace {

constexpr Index kSide = 8;

Matrix drawn(std::uint32_t seed, Stream stream, Index rows, std::uint32_t key = 0) {
  Matrix numbers(rows, kSide);
  fill_normal({seed, stream, 0, key}, {numbers.data(), static_cast<size_t>(numbers.size())});
  return numbers;
}

Attention<float> attend(std::uint32_t seed, Index keys, std::uint32_t value = 0) {
  AttentionRequest<float> request;
  request.query = drawn(seed, Stream::query, keys);
  request.key = drawn(seed, Stream::key, keys);
  request.value = drawn(seed, Stream::value, keys, value);
  return *attention_forward(request);
}

double largest_change(const Matrix& before, const Matrix& after) {
  double largest = 0;
  for (Index i = 0; i < before.size(); ++i)
    largest = std::fmax(largest, std::fabs(static_cast<double>(after.data()[i]) - static_cast<double>(before.data()[i])));
  return largest;
}

double stored_weights(std::uint32_t seed, Index keys) { return static_cast<double>(attend(seed, keys).weights.size()); }

// 3: efficient? How many weights are kept for 64 and for 128 keys and queries.
constexpr std::string_view kStored[] = {"stored-64", "stored-128"};
void measure_stored(std::uint32_t seed, ClaimNumbers& out) {
  for (const Index keys : {64, 128}) out.add({stored_weights(seed, keys), 0}, static_cast<double>(keys * keys));
}
Verdict judge_stored(ClaimValues v) { return v[1].mean > 2.0 * v[0].mean ? Verdict::conditional : Verdict::holds; }

// 4: do values take part in the weights? The same q and k with other values.
constexpr std::string_view kOtherValues[] = {"weights-change", "output-change"};
void measure_other_values(std::uint32_t seed, ClaimNumbers& out) {
  const auto before = attend(seed, kSide), after = attend(seed, kSide, 1);
  out.add({largest_change(before.weights, after.weights), 0}, 0.0);
  out.add(largest_change(before.output, after.output));
}
Verdict judge_other_values(ClaimValues v) { return v[0].mean > 0.0 ? Verdict::holds : Verdict::imprecise; }

// 5: is it the formula, and along which direction does softmax run? The engine's float32 beside the formula taken step by step in double.
constexpr std::string_view kFormula[] = {"formula-gap", "row-gap", "column-gap"};
constexpr double kRounding = 1e-5;
void measure_formula(std::uint32_t seed, ClaimNumbers& out) {
  const auto engine = attend(seed, kSide);
  const Matrix query = drawn(seed, Stream::query, kSide), key = drawn(seed, Stream::key, kSide), value = drawn(seed, Stream::value, kSide);
  const auto at = [](const Matrix& matrix, Index row, Index column) { return static_cast<double>(matrix(row, column)); };
  double gap = 0, row_gap = 0, column_gap = 0;
  for (Index i = 0; i < kSide; ++i) {
    double weights[kSide], sum = 0, row = 0, column = 0;
    for (Index j = 0; j < kSide; ++j) {
      double score = 0;
      for (Index k = 0; k < kSide; ++k) score += at(query, i, k) * at(key, j, k);
      sum += weights[j] = exp_d(score / std::sqrt(static_cast<double>(kSide)));
      row += at(engine.weights, i, j);
      column += at(engine.weights, j, i);
    }
    for (Index k = 0; k < kSide; ++k) {
      double output = 0;
      for (Index j = 0; j < kSide; ++j) output += weights[j] / sum * at(value, j, k);
      gap = std::fmax(gap, std::fabs(at(engine.output, i, k) - output));
    }
    row_gap = std::fmax(row_gap, std::fabs(row - 1.0));
    column_gap = std::fmax(column_gap, std::fabs(column - 1.0));
  }
  out.add({gap, 0}, 0.0);
  out.add({row_gap, 0}, 0.0);
  out.add(column_gap);
}
Verdict judge_formula(ClaimValues v) { return v[0].mean < kRounding && v[1].mean < kRounding ? Verdict::holds : Verdict::wrong; }

constexpr Claim kClaims[] = {
    {1, "1", Verdict::holds, {}},
    {2, "1", Verdict::holds, {}},
    {3, "2", Verdict::conditional, kStored, measure_stored, judge_stored},
    {4, "2", Verdict::imprecise, kOtherValues, measure_other_values, judge_other_values},
    {5, "2", Verdict::holds, kFormula, measure_formula, judge_formula},
    {6, "2", Verdict::holds, {}},
};

}  // namespace

std::span<const Claim> attention_claims() { return kClaims; }

}  // namespace attn
