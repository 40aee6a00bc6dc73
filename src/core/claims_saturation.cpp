// Claims 7 to 11: large d_k, weights near 0 or 1, small gradients (§3.1).
#include <algorithm>
#include <cmath>

#include "core/claims_parts.h"
#include "core/dot_product_law.h"
#include "core/gradient_limits.h"
#include "core/gradient_statistics.h"
#include "core/list.h"
#include "core/random.h"
#include "core/row_summary.h"
#include "core/softmax.h"

namespace attn {
namespace {

// 7: how large is a dot product? Small entries keep it small.
constexpr std::string_view kSize[] = {"size-64", "size-1024", "size-1024-small"};
constexpr double kSmallEntry = 0.25;
void measure_size(std::uint32_t seed, ClaimNumbers& out) {
  EntryAssumptions small;
  small.entry_std = kSmallEntry;
  out.add(claim_sample(seed, 64, 1.0).size, dot_product_mean_abs(64));
  out.add(claim_sample(seed, 1024, 1.0).size, dot_product_mean_abs(1024));
  out.add(claim_sample(seed, 1024, 1.0, small).size, dot_product_mean_abs(1024) * kSmallEntry * kSmallEntry);
}
Verdict judge_size(ClaimValues v) {
  if (v[1].mean < 2.0 * v[0].mean) return Verdict::wrong;
  return v[2].mean < v[0].mean ? Verdict::conditional : Verdict::holds;
}

// 8: how full is the largest weight, unscaled? And how many rows are stuck above 0.99?
constexpr std::string_view kFull[] = {"max-512-8", "max-64-512", "max-64-4096", "stuck-64-512"};
Estimate stuck_share(std::uint32_t seed, int head_dim, int key_count, double divisor, int rows) {
  List<float> query(static_cast<size_t>(head_dim)), none, scores(static_cast<size_t>(key_count));
  RunningStatistics stuck;
  for (int row = 0; row < rows; ++row) {
    draw_row_scores(Drawn::law, seed, static_cast<std::uint32_t>(row), query, none, scores);
    stuck.add(summarise_row(scores, largest_score(scores), divisor).max_weight > 0.99 ? 1.0 : 0.0);
  }
  return stuck.estimate();
}
void measure_full(std::uint32_t seed, ClaimNumbers& out) {
  for (const auto& [head_dim, key_count] : {std::pair{512, 8}, std::pair{64, 512}, std::pair{64, 4096}}) {
    const ClaimRows rows = claim_rows(seed, head_dim, key_count, 1.0);
    out.add(rows.max_weight, rows.max_weight_theory);
  }
  out.add(stuck_share(seed, 64, 512, 1.0, 4000));
}
Verdict judge_full(ClaimValues v) {
  const auto saturated = std::count_if(v.begin(), v.begin() + 3, [](const Estimate& w) { return w.mean > kSaturatedWeight; });
  return saturated == 3 ? Verdict::holds : saturated == 0 ? Verdict::wrong : Verdict::conditional;
}

// 9: what the query's gradient does: its median over rows, and its mean. d_k = 4096, 512 keys, undivided and divided by √d_k.
constexpr std::string_view kGradient[] = {"median-root", "median-unscaled", "mean-root", "mean-unscaled"};
void measure_gradient(std::uint32_t seed, ClaimNumbers& out) {
  constexpr double kUnscaled = 1.0 / 64.0;
  GradientRequest request;
  request.head_dim = 4096;
  request.key_count = 512;
  request.alphas = {1.0, kUnscaled};
  request.rows = 2000;
  request.seed = seed;
  request.budget = 0;
  const auto rows = gradient_statistics(request);
  const NormDistribution& grad = rows->query_grad;
  out.add(grad.median[0]);
  out.add(grad.median[1]);
  out.add({grad.mean[0], grad.error[0]});
  out.add({grad.mean[1], grad.error[1]}, gradient_limits({request.key_count, {kUnscaled}})->mean_plateau);
}
Verdict judge_gradient(ClaimValues v) {
  const bool median_falls = v[1].mean < v[0].mean / 10.0, mean_falls = v[3].mean < v[2].mean / 10.0;
  return median_falls && mean_falls ? Verdict::holds : median_falls || mean_falls ? Verdict::partly : Verdict::wrong;
}

// 10: what division by √d_k does at the start.
constexpr std::string_view kDivided[] = {"variance-16", "variance-1024", "max-64-512", "keys-64-512"};
void measure_divided(std::uint32_t seed, ClaimNumbers& out) {
  for (const int head_dim : {16, 1024}) out.add(claim_sample(seed, head_dim, std::sqrt(static_cast<double>(head_dim))).variance, 1.0);
  const ClaimRows rows = claim_rows(seed, 64, 512, 8.0);
  out.add(rows.max_weight, rows.max_weight_theory);
  out.add(rows.effective_keys);
}
Verdict judge_divided(ClaimValues v) {
  const bool in_range = near_one(v[0].mean) && near_one(v[1].mean), spread_out = v[2].mean < kSaturatedWeight;
  return in_range && spread_out ? Verdict::holds : in_range || spread_out ? Verdict::partly : Verdict::wrong;
}

// 11: an activation acts on one number; softmax sees differences, and all numbers at once.
constexpr std::string_view kActivation[] = {"shift-change", "neighbour-change"};
void measure_activation(std::uint32_t seed, ClaimNumbers& out) {
  constexpr size_t kKeys = 8;
  List<float> drawn(kKeys);
  fill_normal({seed, Stream::score, 0, 0}, drawn);
  List<double> logits(kKeys);
  std::copy(drawn.begin(), drawn.end(), logits.begin());
  const auto softmax = [](List<double> row) {
    softmax_row(List<double>(row), row);
    return row;
  };
  List<double> shifted = logits, raised = logits;
  for (double& x : shifted) x += 1000.0;
  raised[0] += 1.0;
  const auto before = softmax(logits), after_shift = softmax(shifted), after_raise = softmax(raised);
  double shift = 0, neighbour = 0;
  for (size_t i = 0; i < kKeys; ++i) {
    shift = std::fmax(shift, std::fabs(after_shift[i] - before[i]));
    if (i > 0) neighbour = std::fmax(neighbour, std::fabs(after_raise[i] - before[i]));
  }
  out.add({shift, 0}, 0.0);
  out.add(neighbour);
}
Verdict judge_activation(ClaimValues v) { return v[0].mean < 1e-9 && v[1].mean > 1e-3 ? Verdict::imprecise : Verdict::holds; }

constexpr Claim kClaims[] = {
    {7, "3.1", Verdict::conditional, kSize, measure_size, judge_size},
    {8, "3.1", Verdict::conditional, kFull, measure_full, judge_full},
    {9, "3.1", Verdict::partly, kGradient, measure_gradient, judge_gradient},
    {10, "3.1", Verdict::holds, kDivided, measure_divided, judge_divided},
    {11, "3.1", Verdict::imprecise, kActivation, measure_activation, judge_activation},
};

}  // namespace

std::span<const Claim> saturation_claims() { return kClaims; }

}  // namespace attn
