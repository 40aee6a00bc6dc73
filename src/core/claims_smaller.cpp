// Claims 26 to 31: a divisor below √d_k (§4.2, §4.2.1).
#include <algorithm>
#include <cmath>

#include "core/claims_parts.h"
#include "core/list.h"
#include "core/row_drawing.h"
#include "core/softmax.h"
#include "core/training_start.h"

namespace attn {
namespace {

constexpr int kHeadDim = 64;
constexpr double kRoot = 8.0;

// 26: the spread of the logits.
constexpr std::string_view kSpread[] = {"spread-1", "spread-quarter", "spread-16th"};
void measure_spread(std::uint32_t seed, ClaimNumbers& out) {
  for (const double alpha : {1.0, 0.25, 0.0625}) out.add(claim_sample(seed, kHeadDim, alpha * kRoot).spread, 1.0 / alpha);
}
Verdict judge_spread(ClaimValues v) { return v[0].mean < v[1].mean && v[1].mean < v[2].mean ? Verdict::holds : Verdict::wrong; }

// 27: how many of 512 keys count.
constexpr std::string_view kFew[] = {"keys-1", "keys-quarter", "keys-16th"};
void measure_few(std::uint32_t seed, ClaimNumbers& out) {
  for (const double alpha : {1.0, 0.25, 0.0625}) out.add(claim_rows(seed, kHeadDim, 512, alpha * kRoot).effective_keys);
}
Verdict judge_few(ClaimValues v) { return v[2].mean < 5.12 ? Verdict::holds : Verdict::wrong; }

// 28: the look-up before its first step: how sure it is, and what that costs beside equal weights.
constexpr std::string_view kReliance[] = {"max-weight", "loss", "loss-equal"};
void measure_reliance(std::uint32_t seed, ClaimNumbers& out) {
  RunningStatistics weight, loss, equal;
  for (std::uint32_t i = 0; i < 4; ++i) {
    TrainingStartRequest request;
    request.alphas = {0.0625, 4096.0};
    request.rows = 250;
    request.seed = seed + i;
    const auto start = training_start(request);
    weight.add(start->max_weight[0]);
    loss.add(start->loss[0]);
    equal.add(start->loss[1]);
  }
  out.add(weight.estimate());
  out.add(loss.estimate());
  out.add(equal.estimate(), 1.0 - 1.0 / 16.0);
}
Verdict judge_reliance(ClaimValues v) { return v[0].mean > 0.5 && v[1].mean > v[2].mean ? Verdict::holds : Verdict::wrong; }

// The slopes p(1 − p) of rows of softmax: at the largest weight, and elsewhere.
struct Slopes {
  RunningStatistics top, others;
  double steepest_top = 0;  ///< the largest slope at the largest weight
  double worst_ratio = 0;   ///< the largest slope/p elsewhere
};
Slopes slopes(std::uint32_t seed, int key_count, double alpha) {
  List<float> query(kHeadDim), none, scores(static_cast<size_t>(key_count));
  List<double> weights(scores.size());
  Slopes out;
  for (std::uint32_t row = 0; row < 2000; ++row) {
    draw_row_scores(Drawn::law, seed, row, query, none, scores);
    std::transform(scores.begin(), scores.end(), weights.begin(), [&](float s) { return static_cast<double>(s) / (alpha * kRoot); });
    softmax_row(List<double>(weights), weights);
    const auto top = std::max_element(weights.begin(), weights.end());
    double others = 0;
    for (auto weight = weights.begin(); weight != weights.end(); ++weight) {
      const double slope = *weight * (1.0 - *weight);
      if (weight == top) {
        out.top.add(slope);
        out.steepest_top = std::fmax(out.steepest_top, slope);
      } else {
        others += slope;
        if (*weight > 0.0) out.worst_ratio = std::fmax(out.worst_ratio, slope / *weight);
      }
    }
    out.others.add(others / (key_count - 1.0));
  }
  return out;
}

// 29: slopes away from the largest weight, α = 1/8.
constexpr std::string_view kElsewhere[] = {"slope", "slope-over-weight"};
void measure_elsewhere(std::uint32_t seed, ClaimNumbers& out) {
  const Slopes found = slopes(seed, 64, 0.125);
  out.add(found.others.estimate());
  out.add(found.worst_ratio);
}
Verdict judge_elsewhere(ClaimValues v) { return v[0].mean < 0.01 && v[1].mean <= 1.0 ? Verdict::holds : Verdict::wrong; }

// 30: slopes at the largest weight.
constexpr std::string_view kAtTheTop[] = {"steepest", "slope-1", "slope-8th", "slope-64th"};
void measure_at_the_top(std::uint32_t seed, ClaimNumbers& out) {
  const Slopes found[] = {slopes(seed, 64, 1.0), slopes(seed, 64, 0.125), slopes(seed, 64, 1.0 / 64.0)};
  out.add(std::max({found[0].steepest_top, found[1].steepest_top, found[2].steepest_top}));
  for (const Slopes& at : found) out.add(at.top.estimate());
}
Verdict judge_at_the_top(ClaimValues v) { return v[0].mean > 0.25 || v[3].mean > v[2].mean ? Verdict::holds : Verdict::wrong; }

// 31: training at α = 1/16: a loss without bound, a bounded one, and a small learning rate.
constexpr std::string_view kUnstable[] = {"exploded", "bounded-exploded", "bounded-loss", "slow-loss-16th", "slow-loss-1"};
void measure_unstable(std::uint32_t seed, ClaimNumbers& out) {
  TrainingOptions options;
  options.alphas = {0.0625};
  options.loss = LookupLoss::ce;
  options.learning_rates = {2.0};
  out.add(claim_training(options, seed, 60).exploded[0].estimate());
  options.loss = LookupLoss::mse;
  options.learning_rates = {5.0};
  const ClaimTraining bounded = claim_training(options, seed, 200);
  out.add(bounded.exploded[0].estimate());
  out.add(bounded.final_loss[0].estimate());
  options.alphas = {0.0625, 1.0};
  options.learning_rates = {0.05};
  const ClaimTraining slow = claim_training(options, seed, 300);
  for (const RunningStatistics& loss : slow.final_loss) out.add(loss.estimate());
}
Verdict judge_unstable(ClaimValues v) {
  const bool explodes = v[0].mean > 0.5, calm_when_slow = v[3].mean < v[4].mean;
  return !explodes ? Verdict::wrong : calm_when_slow ? Verdict::conditional : Verdict::holds;
}

constexpr Claim kClaims[] = {
    {26, "4.2", Verdict::holds, kSpread, measure_spread, judge_spread},
    {27, "4.2", Verdict::holds, kFew, measure_few, judge_few},
    {28, "4.2", Verdict::holds, kReliance, measure_reliance, judge_reliance},
    {29, "4.2.1", Verdict::holds, kElsewhere, measure_elsewhere, judge_elsewhere},
    {30, "4.2.1", Verdict::wrong, kAtTheTop, measure_at_the_top, judge_at_the_top},
    {31, "4.2.1", Verdict::conditional, kUnstable, measure_unstable, judge_unstable},
};

}  // namespace

std::span<const Claim> smaller_claims() { return kClaims; }

}  // namespace attn
