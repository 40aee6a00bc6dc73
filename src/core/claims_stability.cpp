// Claims 12 and 13: does exp overflow, and does dividing help (§3.2)?
#include "core/claims_parts.h"
#include "core/overflow_probability.h"
#include "core/overflow_share.h"

namespace attn {
namespace {

constexpr int kKeys = 512;

// Adds the share of rows in which something became infinite or NaN, and for the naive softmax what the exact law says of exp.
void add_share(std::uint32_t seed, FormatName format, SoftmaxAlgorithm algorithm, int head_dim, double divisor, ClaimNumbers& out) {
  OverflowShareRequest request;
  request.arithmetic = {format, algorithm, Accumulation::wide};
  request.head_dim = head_dim;
  request.key_count = kKeys;
  request.divisor = divisor;
  request.rows = 1000;
  request.seed = seed;
  request.budget = 0;
  const auto share = overflow_share(request);
  if (algorithm != SoftmaxAlgorithm::naive) return out.add({share->any.share, share->any.error}, 0.0);
  OverflowRequest exact;
  exact.head_dim = head_dim;
  exact.key_count = kKeys;
  exact.format = format;
  exact.divisors = {divisor};
  out.add({share->exp_inf.share, share->exp_inf.error}, overflow_probability(exact)->row[0]);
}

// 12: how many rows overflow when exp is taken of the scores as they are?
constexpr std::string_view kOverflow[] = {"float16-64", "float32-64", "float32-1024", "subtracted-64"};
void measure_overflow(std::uint32_t seed, ClaimNumbers& out) {
  add_share(seed, FormatName::float16, SoftmaxAlgorithm::naive, 64, 1.0, out);
  add_share(seed, FormatName::float32, SoftmaxAlgorithm::naive, 64, 1.0, out);
  add_share(seed, FormatName::float32, SoftmaxAlgorithm::naive, 1024, 1.0, out);
  add_share(seed, FormatName::float16, SoftmaxAlgorithm::max_subtracted, 64, 1.0, out);
}
Verdict judge_overflow(ClaimValues v) {
  if (v[0].mean <= 0.0 && v[1].mean <= 0.0 && v[2].mean <= 0.0) return Verdict::wrong;
  return v[3].mean > 0.0 ? Verdict::holds : Verdict::conditional;
}

// 13: and when the scores are divided by √d_k first?
constexpr std::string_view kMitigated[] = {"naive-unscaled", "naive-root", "subtracted-unscaled"};
void measure_mitigated(std::uint32_t seed, ClaimNumbers& out) {
  add_share(seed, FormatName::float16, SoftmaxAlgorithm::naive, 64, 1.0, out);
  add_share(seed, FormatName::float16, SoftmaxAlgorithm::naive, 64, 8.0, out);
  add_share(seed, FormatName::float16, SoftmaxAlgorithm::max_subtracted, 64, 1.0, out);
}
Verdict judge_mitigated(ClaimValues v) {
  if (v[1].mean >= v[0].mean) return Verdict::wrong;
  return v[2].mean > 0.0 ? Verdict::holds : Verdict::conditional;
}

constexpr Claim kClaims[] = {
    {12, "3.2", Verdict::conditional, kOverflow, measure_overflow, judge_overflow},
    {13, "3.2", Verdict::conditional, kMitigated, measure_mitigated, judge_mitigated},
};

}  // namespace

std::span<const Claim> stability_claims() { return kClaims; }

}  // namespace attn
