// Claims 32 to 34: the summary (§5).
#include "core/claims_parts.h"

namespace attn {
namespace {

// 33: divided by √d_k: the largest weight of unrelated vectors, and once q is correlated with one key.
constexpr std::string_view kPrevented[] = {"max-unrelated", "max-related"};
void measure_prevented(std::uint32_t seed, ClaimNumbers& out) {
  DotProductRowsRequest request;
  request.head_dim = 1024;
  request.divisor = 32.0;
  request.rows = 200;
  request.seed = seed;
  request.all_keys = false;
  for (const double correlation : {0.0, 0.5}) {
    request.assumptions.correlation = correlation;
    const auto rows = dot_product_rows(request);
    out.add({rows->max_weight, rows->max_weight_error});
  }
}
Verdict judge_prevented(ClaimValues v) {
  if (v[0].mean > kSaturatedWeight) return Verdict::wrong;
  return v[1].mean > kSaturatedWeight ? Verdict::conditional : Verdict::holds;
}

constexpr Claim kClaims[] = {
    {32, "5", Verdict::conditional, {}},
    {33, "5", Verdict::conditional, kPrevented, measure_prevented, judge_prevented},
    {34, "5", Verdict::conditional, {}},
};

}  // namespace

std::span<const Claim> summary_claims() { return kClaims; }

}  // namespace attn
