// Claims 17 to 20: mean, variance and growth of the dot product (§3.4).
#include <algorithm>
#include <cmath>

#include "core/claims_parts.h"
#include "core/elementary.h"

namespace attn {
namespace {

double root(int head_dim) { return std::sqrt(static_cast<double>(head_dim)); }

// 17: the mean at three dimensions.
constexpr std::string_view kMean[] = {"mean-8", "mean-64", "mean-512"};
void measure_mean(std::uint32_t seed, ClaimNumbers& out) {
  for (const int head_dim : {8, 64, 512}) out.add(claim_sample(seed, head_dim, 1.0).mean, 0.0);
}
Verdict judge_mean(ClaimValues v) {
  const bool none = std::all_of(v.begin(), v.end(), [](const Estimate& mean) { return std::fabs(mean.mean) <= 5.0 * mean.error; });
  return none ? Verdict::holds : Verdict::wrong;
}

// 18: the variance over d_k; entries of ±1 instead of normal ones too.
constexpr std::string_view kVariance[] = {"ratio-8", "ratio-64", "ratio-512", "ratio-64-sign"};
void measure_variance(std::uint32_t seed, ClaimNumbers& out) {
  for (const int head_dim : {8, 64, 512}) out.add(claim_sample(seed, head_dim, root(head_dim)).variance, 1.0);
  EntryAssumptions sign;
  sign.entries = EntryLaw::sign;
  out.add(claim_sample(seed, 64, root(64), sign).variance, 1.0);
}
Verdict judge_variance(ClaimValues v) {
  return std::all_of(v.begin(), v.end(), [](const Estimate& ratio) { return near_one(ratio.mean); }) ? Verdict::holds : Verdict::wrong;
}

// 19: √d_k divides the score; dividing the variance by it would leave √d_k.
constexpr std::string_view kConstant[] = {"scaled-16", "scaled-1024", "variance-over-root-1024"};
void measure_constant(std::uint32_t seed, ClaimNumbers& out) {
  for (const int head_dim : {16, 1024}) out.add(claim_sample(seed, head_dim, root(head_dim)).variance, 1.0);
  const Estimate raw = claim_sample(seed, 1024, 1.0).variance;
  out.add({raw.mean / root(1024), raw.error / root(1024)}, root(1024));
}
Verdict judge_constant(ClaimValues v) { return near_one(v[0].mean) && near_one(v[1].mean) ? Verdict::holds : Verdict::wrong; }

// 20: with which power of d_k does the score grow? And what is left after √d_k when q and k are correlated?
constexpr std::string_view kGrowth[] = {"power", "variance-power", "correlated-16", "correlated-1024"};
void measure_growth(std::uint32_t seed, ClaimNumbers& out) {
  const Estimate small = claim_sample(seed, 16, 1.0).variance, large = claim_sample(seed, 1024, 1.0).variance;
  const double octaves = log_d(1024.0 / 16.0);
  const Estimate power{log_d(large.mean / small.mean) / octaves, joint_error(large.error / large.mean, small.error / small.mean) / octaves};
  out.add({power.mean / 2.0, power.error / 2.0}, 0.5);
  out.add(power, 1.0);
  EntryAssumptions correlated;
  correlated.correlation = 0.5;
  for (const int head_dim : {16, 1024}) out.add(claim_sample(seed, head_dim, root(head_dim), correlated).mean, 0.5 * root(head_dim));
}
Verdict judge_growth(ClaimValues v) { return v[0].mean > 0.75 ? Verdict::holds : Verdict::imprecise; }

constexpr Claim kClaims[] = {
    {17, "3.4", Verdict::holds, kMean, measure_mean, judge_mean},
    {18, "3.4", Verdict::holds, kVariance, measure_variance, judge_variance},
    {19, "3.4", Verdict::holds, kConstant, measure_constant, judge_constant},
    {20, "3.4", Verdict::imprecise, kGrowth, measure_growth, judge_growth},
};

}  // namespace

std::span<const Claim> statistics_claims() { return kClaims; }

}  // namespace attn
