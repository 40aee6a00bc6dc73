// Claims 21 to 25: a divisor above √d_k (§4.1, §4.1.1).
#include <cmath>

#include "core/claims_parts.h"
#include "core/elementary.h"
#include "core/gradient_limits.h"
#include "core/gradient_statistics.h"
#include "core/planted_key.h"

namespace attn {
namespace {

constexpr int kHeadDim = 64, kKeys = 64;
constexpr double kRoot = 8.0;

// 21: the spread of the logits.
constexpr std::string_view kSpread[] = {"spread-1", "spread-4", "spread-16"};
void measure_spread(std::uint32_t seed, ClaimNumbers& out) {
  for (const double alpha : {1.0, 4.0, 16.0}) out.add(claim_sample(seed, kHeadDim, alpha * kRoot).spread, 1.0 / alpha);
}
Verdict judge_spread(ClaimValues v) { return v[0].mean > v[1].mean && v[1].mean > v[2].mean ? Verdict::holds : Verdict::wrong; }

// 22: how close to uniform: entropy as a share of ln n, and the largest weight beside 1/n.
constexpr std::string_view kUniform[] = {"entropy-4", "entropy-16", "max-16"};
void measure_uniform(std::uint32_t seed, ClaimNumbers& out) {
  const double most = log_d(static_cast<double>(kKeys));
  const ClaimRows near = claim_rows(seed, kHeadDim, kKeys, 4.0 * kRoot), far = claim_rows(seed, kHeadDim, kKeys, 16.0 * kRoot);
  out.add({near.entropy.mean / most, near.entropy.error / most}, near.entropy_theory / most);
  out.add({far.entropy.mean / most, far.entropy.error / most}, far.entropy_theory / most);
  out.add(far.max_weight, far.max_weight_theory);
}
Verdict judge_uniform(ClaimValues v) { return v[0].mean > 0.95 && v[1].mean > 0.95 ? Verdict::holds : Verdict::wrong; }

// 23: a key that equals the query among 63 random ones: its weight, and whether it still comes first.
constexpr std::string_view kPlanted[] = {"weight-1", "weight-4", "weight-16", "first-16"};
void measure_planted(std::uint32_t seed, ClaimNumbers& out) {
  PlantedKeyRequest request;
  request.alphas = {1.0, 4.0, 16.0};
  request.seed = seed;
  const auto planted = planted_key(request);
  for (size_t i = 0; i < 3; ++i) out.add({planted->weight[i], planted->error[i]});
  const double share = planted->accuracy;
  out.add({share, std::sqrt(share * (1.0 - share) / request.rows)});
}
Verdict judge_planted(ClaimValues v) {
  if (v[2].mean > v[0].mean / 10.0) return Verdict::wrong;
  return v[3].mean > 0.99 ? Verdict::conditional : Verdict::holds;
}

// 24: does softmax's derivative vanish as the weights flatten, or only what the factor 1/c makes of it?
constexpr std::string_view kFlat[] = {"trace-1", "trace-64", "score-grad-64", "query-grad-1", "query-grad-64"};
void measure_flat(std::uint32_t seed, ClaimNumbers& out) {
  GradientRequest request;
  request.alphas = {1.0, 64.0};
  request.rows = 2000;
  request.seed = seed;
  request.budget = 0;
  const auto rows = gradient_statistics(request);
  const auto limits = gradient_limits({kKeys, request.alphas});
  for (size_t i = 0; i < 2; ++i) out.add({rows->jacobian_trace.mean[i], rows->jacobian_trace.error[i]}, limits->jacobian_trace[i]);
  out.add({rows->score_grad.mean[1], rows->score_grad.error[1]});
  for (size_t i = 0; i < 2; ++i) out.add({rows->query_grad.mean[i], rows->query_grad.error[i]});
}
Verdict judge_flat(ClaimValues v) {
  if (v[1].mean >= v[0].mean) return Verdict::wrong;
  return v[1].mean > v[0].mean / 2.0 ? Verdict::partly : Verdict::holds;
}

// 25: steps until the look-up is solved: one learning rate for all, one that grows with α, and Adam.
constexpr std::string_view kSlow[] = {"fixed-1", "fixed-16", "scaled-16", "adam-16"};
void measure_slow(std::uint32_t seed, ClaimNumbers& out) {
  TrainingOptions options;
  options.alphas = {1.0, 16.0, 16.0};
  options.learning_rates = {5.0, 5.0, 32.0};
  const ClaimTraining sgd = claim_training(options, seed, 300);
  for (const RunningStatistics& steps : sgd.steps) out.add(steps.estimate());
  options.optimiser = Optimiser::adam;
  options.alphas = {16.0};
  options.learning_rates = {0.01};
  out.add(claim_training(options, seed, 150).steps[0].estimate());
}
Verdict judge_slow(ClaimValues v) {
  if (v[1].mean < 5.0 * v[0].mean) return Verdict::wrong;
  return v[2].mean < v[1].mean / 2.0 || v[3].mean < v[1].mean / 2.0 ? Verdict::conditional : Verdict::holds;
}

constexpr Claim kClaims[] = {
    // clang-format off
    {21, "4.1", Verdict::holds, kSpread, measure_spread, judge_spread},
    {22, "4.1", Verdict::holds, kUniform, measure_uniform, judge_uniform},
    {23, "4.1", Verdict::conditional, kPlanted, measure_planted, judge_planted},
    {24, "4.1.1", Verdict::wrong, kFlat, measure_flat, judge_flat},
    // clang-format on
    {25, "4.1.1", Verdict::conditional, kSlow, measure_slow, judge_slow},
};

}  // namespace

std::span<const Claim> larger_claims() { return kClaims; }

}  // namespace attn
