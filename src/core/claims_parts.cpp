#include "core/claims_parts.h"

#include <cmath>

#include "core/saturation_sample.h"
#include "core/saturation_theory.h"
#include "core/training_summary.h"

namespace attn {
namespace {

constexpr int kPairs = 10000, kKept = 4000;
constexpr int kRows = 2000;
constexpr std::uint32_t kTrainingSeeds = 3;

}  // namespace

ClaimSample claim_sample(std::uint32_t seed, int head_dim, double divisor, const EntryAssumptions& assumptions) {
  DotProductSampleRequest request;
  request.assumptions = assumptions;
  request.head_dim = head_dim;
  request.pairs = kPairs;
  request.seed = seed;
  request.divisor = divisor;
  request.compared_with = ComparedLaw::normal;
  request.keep = kKept;
  const auto sample = dot_product_sample(request);
  const MomentSummary& moments = sample->moments;
  RunningStatistics size;
  for (const double logit : sample->logits) size.add(std::fabs(logit));
  const double spread = std::sqrt(moments.variance);
  return {{moments.mean, moments.mean_error},
          {moments.variance, moments.variance_error},
          {spread, moments.variance_error / (2.0 * spread)},
          {moments.excess_kurtosis, moments.excess_kurtosis_error},
          size.estimate()};
}

ClaimRows claim_rows(std::uint32_t seed, int head_dim, int key_count, double divisor) {
  SaturationSampleRequest request;
  request.head_dim = head_dim;
  request.key_count = key_count;
  request.seed = seed;
  request.divisors = {divisor};
  request.budget = 1e7;
  request.min_rows = request.max_rows = kRows;
  const auto sample = saturation_sample(request);
  const auto theory = saturation_theory({head_dim, key_count, {divisor}});
  return {{sample->max_weight_mean[0], sample->max_weight_error[0]},
          {sample->entropy_mean[0], sample->entropy_error[0]},
          {sample->effective_keys_mean[0], sample->effective_keys_error[0]},
          theory->max_weight[0],
          theory->entropy[0]};
}

ClaimTraining claim_training(TrainingOptions options, std::uint32_t seed, int steps) {
  const size_t alphas = options.alphas.size();
  ClaimTraining out;
  for (auto* list : {&out.steps, &out.final_loss, &out.exploded}) list->resize(alphas);
  for (std::uint32_t i = 0; i < kTrainingSeeds; ++i) {
    options.seed = seed + i;
    TrainingTrace trace = Training(options).step(steps);
    TrainingSummaryRequest request;
    request.loss = std::move(trace.loss);
    request.grad_norm = std::move(trace.grad_norm);
    request.weight_ratio = std::move(trace.weight_ratio);
    request.max_weight = std::move(trace.max_weight);
    const auto summary = training_summary(request);
    for (size_t a = 0; a < alphas; ++a) {
      out.steps[a].add(summary->solved[a] == 1 ? summary->steps_to_threshold[a] : steps);
      out.exploded[a].add(summary->non_finite[a]);
      if (summary->non_finite[a] == 0) out.final_loss[a].add(summary->final_loss[a]);
    }
  }
  return out;
}

}  // namespace attn
