// Claims 14 to 16: one scale for all dimensions (§3.3).
#include <algorithm>
#include <cmath>

#include "core/claims_parts.h"
#include "core/dot_product_law.h"
#include "core/list.h"

namespace attn {
namespace {

// 14: low scores for small d_k, high ones for large? Mean and spread at d_k = 8 and 512.
constexpr std::string_view kLowHigh[] = {"mean-8", "mean-512", "spread-8", "spread-512"};
void measure_low_high(std::uint32_t seed, ClaimNumbers& out) {
  const ClaimSample small = claim_sample(seed, 8, 1.0), large = claim_sample(seed, 512, 1.0);
  out.add(small.mean, 0.0);
  out.add(large.mean, 0.0);
  out.add(small.spread, std::sqrt(8.0));
  out.add(large.spread, std::sqrt(512.0));
}
Verdict judge_low_high(ClaimValues v) {
  if (v[3].mean < 2.0 * v[2].mean) return Verdict::wrong;
  return v[1].mean - v[0].mean > 5.0 * joint_error(v[0].error, v[1].error) ? Verdict::holds : Verdict::imprecise;
}

// 15: variance after dividing by √d_k, and what is left of the shape.
constexpr std::string_view kSameScale[] = {"variance-8", "variance-64", "variance-512", "kurtosis-8", "kurtosis-512"};
void measure_same_scale(std::uint32_t seed, ClaimNumbers& out) {
  Estimate kurtosis[2];
  for (const int head_dim : {8, 64, 512}) {
    const ClaimSample sample = claim_sample(seed, head_dim, std::sqrt(static_cast<double>(head_dim)));
    out.add(sample.variance, 1.0);
    if (head_dim != 64) kurtosis[head_dim == 512] = sample.excess_kurtosis;
  }
  out.add(kurtosis[0], dot_product_excess_kurtosis(8));
  out.add(kurtosis[1], dot_product_excess_kurtosis(512));
}
Verdict judge_same_scale(ClaimValues v) { return near_one(v[0].mean) && near_one(v[1].mean) && near_one(v[2].mean) ? Verdict::holds : Verdict::wrong; }

// 16: steps until the look-up is solved, d_k = 16 and 1024, each divided by its √d_k.
constexpr std::string_view kConsistent[] = {"sgd-16", "sgd-1024", "adam-16", "adam-1024"};
void measure_consistent(std::uint32_t seed, ClaimNumbers& out) {
  struct Recipe {
    Optimiser optimiser;
    double learning_rate;
    int steps;
  };
  for (const Recipe& recipe : {Recipe{Optimiser::sgd, 2.0, 40}, Recipe{Optimiser::adam, 0.01, 60}})
    for (const int head_dim : {16, 1024}) {
      TrainingOptions options;
      options.head_dim = head_dim;
      options.optimiser = recipe.optimiser;
      options.learning_rates = {recipe.learning_rate};
      out.add(claim_training(options, seed, recipe.steps).steps[0].estimate());
    }
}
bool alike(double a, double b) { return std::max(a, b) < 1.5 * std::min(a, b); }
Verdict judge_consistent(ClaimValues v) {
  const bool sgd = alike(v[0].mean, v[1].mean), adam = alike(v[2].mean, v[3].mean);
  return sgd && adam ? Verdict::holds : sgd || adam ? Verdict::conditional : Verdict::wrong;
}

constexpr Claim kClaims[] = {
    {14, "3.3", Verdict::imprecise, kLowHigh, measure_low_high, judge_low_high},
    {15, "3.3", Verdict::holds, kSameScale, measure_same_scale, judge_same_scale},
    {16, "3.3", Verdict::conditional, kConsistent, measure_consistent, judge_consistent},
};

}  // namespace

std::span<const Claim> invariance_claims() { return kClaims; }

}  // namespace attn
