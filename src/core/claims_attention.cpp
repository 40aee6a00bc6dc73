// Claims 1 to 6: what attention is.
#include <cmath>

#include "core/attention.h"
#include "core/claims_parts.h"
#include "core/elementary.h"
#include "core/random.h"

namespace attn {
namespace {

constexpr Index kSide = 8;

MatrixD drawn(std::uint32_t seed, Stream stream, Index rows, Index columns, std::uint32_t key = 0) {
  std::vector<float> numbers(static_cast<size_t>(rows * columns));
  fill_normal({seed, stream, 0, key}, numbers);
  return Eigen::Map<const Matrix>(numbers.data(), rows, columns).cast<double>();
}

Attention<double> attend(std::uint32_t seed, Index keys, const MatrixD& value) {
  AttentionRequest<double> request;
  request.query = drawn(seed, Stream::query, keys, kSide);
  request.key = drawn(seed, Stream::key, keys, kSide);
  request.value = value;
  return *attention_forward(request);
}

double stored_weights(std::uint32_t seed, Index keys) {
  return static_cast<double>(attend(seed, keys, drawn(seed, Stream::value, keys, kSide)).weights.size());
}

// 3: efficient? How many weights are kept for 64 and for 128 keys and queries.
constexpr std::string_view kStored[] = {"stored-64", "stored-128"};
void measure_stored(std::uint32_t seed, ClaimNumbers& out) {
  for (const Index keys : {64, 128}) out.add({stored_weights(seed, keys), 0}, static_cast<double>(keys * keys));
}
Verdict judge_stored(ClaimValues v) { return v[1].mean > 2.0 * v[0].mean ? Verdict::conditional : Verdict::holds; }

// 4: do values take part in the weights? The same q and k with other values.
constexpr std::string_view kOtherValues[] = {"weights-change", "output-change"};
void measure_other_values(std::uint32_t seed, ClaimNumbers& out) {
  const auto before = attend(seed, kSide, drawn(seed, Stream::value, kSide, kSide));
  const auto after = attend(seed, kSide, drawn(seed, Stream::value, kSide, kSide, 1));
  out.add({(after.weights - before.weights).cwiseAbs().maxCoeff(), 0}, 0.0);
  out.add((after.output - before.output).cwiseAbs().maxCoeff());
}
Verdict judge_other_values(ClaimValues v) { return v[0].mean > 0.0 ? Verdict::holds : Verdict::imprecise; }

// 5: is it the formula, and along which direction does softmax run?
constexpr std::string_view kFormula[] = {"formula-gap", "row-gap", "column-gap"};
void measure_formula(std::uint32_t seed, ClaimNumbers& out) {
  const MatrixD value = drawn(seed, Stream::value, kSide, kSide);
  const auto engine = attend(seed, kSide, value);
  const MatrixD scores = drawn(seed, Stream::query, kSide, kSide) * drawn(seed, Stream::key, kSide, kSide).transpose();
  MatrixD weights = (scores / std::sqrt(static_cast<double>(kSide))).unaryExpr([](double x) { return exp_d(x); });
  for (Index i = 0; i < kSide; ++i) weights.row(i) /= weights.row(i).sum();
  out.add({(engine.output - weights * value).cwiseAbs().maxCoeff(), 0}, 0.0);
  out.add({(engine.weights.rowwise().sum().array() - 1.0).abs().maxCoeff(), 0}, 0.0);
  out.add((engine.weights.colwise().sum().array() - 1.0).abs().maxCoeff());
}
Verdict judge_formula(ClaimValues v) { return v[0].mean < 1e-9 && v[1].mean < 1e-9 ? Verdict::holds : Verdict::wrong; }

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
