#pragma once
// Runs what a row of training_toy.json describes, over several seeds, and sums up as that table does.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/quantiles.h"
#include "core/training.h"
#include "core/training_summary.h"
#include "support/reference.h"

namespace attn_test {

struct SeedSpread {
  std::vector<double> values;

  double mean() const {
    double sum = 0.0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
  }
  double deviation() const {
    double sum = 0.0;
    for (const double v : values) sum += (v - mean()) * (v - mean());
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
  }
  double median() const { return attn::median(values); }
  double smallest() const { return *std::min_element(values.begin(), values.end()); }
  double largest() const { return *std::max_element(values.begin(), values.end()); }
};

/// One α of one run: every figure of the summary, seed by seed.
struct AlphaRuns {
  double alpha = 0;
  int seeds = 0;
  SeedSpread initial_loss, final_loss, solved, non_finite, steps, max_grad_norm, median_grad_norm, weight_ratio, max_weight_start;

  int solved_count() const { return static_cast<int>(std::lround(solved.mean() * seeds)); }
  int non_finite_count() const { return static_cast<int>(std::lround(non_finite.mean() * seeds)); }
};

inline attn::TrainingOptions training_options(const nlohmann::json& run) {
  attn::TrainingOptions options;
  options.head_dim = run.at("d_k");
  options.input_dim = run.at("d_in");
  options.key_count = run.at("n_keys");
  options.batch = run.at("batch");
  options.alphas.clear();
  for (const auto& row : run.at("rows")) options.alphas.push_back(number(row.at("alpha")));
  options.learning_rates = run.at("lr").is_array() ? numbers(run.at("lr")) : std::vector<double>{number(run.at("lr"))};
  options.optimiser = run.at("optimiser") == "adam" ? attn::Optimiser::adam : attn::Optimiser::sgd;
  options.loss = run.at("loss") == "ce" ? attn::LookupLoss::ce : attn::LookupLoss::mse;
  options.clip = run.at("clip").is_null() ? 0.0 : number(run.at("clip"));
  if (run.contains("qk_norm")) options.qk_norm = run.at("qk_norm").get<bool>();
  return options;
}

inline std::vector<AlphaRuns> train_seeds(const nlohmann::json& run, int seeds) {
  attn::TrainingStepsRequest request;
  request.options = training_options(run);
  request.step_count = run.at("steps");
  std::vector<AlphaRuns> all(request.options.alphas.size());
  for (int seed = 1; seed <= seeds; ++seed) {
    request.options.seed = static_cast<std::uint32_t>(seed);
    const auto steps = attn::training_steps(request);
    if (!steps.ok()) throw std::runtime_error(std::string("training refused: ") + steps.argument());
    const auto& trace = steps->trace;
    const auto summary = attn::training_summary({trace.loss, trace.grad_norm, trace.weight_ratio, trace.max_weight, number(run.at("threshold"))});
    if (!summary.ok()) throw std::runtime_error("summary refused");
    for (size_t i = 0; i < all.size(); ++i) {
      AlphaRuns& runs = all[i];
      runs.alpha = request.options.alphas[i];
      runs.seeds = seeds;
      runs.initial_loss.values.push_back(summary->initial_loss[i]);
      runs.final_loss.values.push_back(summary->final_loss[i]);
      runs.solved.values.push_back(summary->solved[i]);
      runs.non_finite.values.push_back(summary->non_finite[i]);
      runs.steps.values.push_back(summary->steps_to_threshold[i]);
      runs.max_grad_norm.values.push_back(summary->max_grad_norm[i]);
      runs.median_grad_norm.values.push_back(summary->median_grad_norm[i]);
      runs.weight_ratio.values.push_back(summary->weight_norm_ratio[i]);
      runs.max_weight_start.values.push_back(summary->mean_max_weight_start[i]);
    }
  }
  return all;
}

// Under the sanitizers a step costs ten times as much: half the seeds are enough there.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kMostSeeds = 6;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr int kMostSeeds = 6;
#else
inline constexpr int kMostSeeds = 12;
#endif
#else
inline constexpr int kMostSeeds = 12;
#endif

/// The table, and each of its runs trained once, with the table's number of seeds or 6 … 12.
struct TrainedTable {
  nlohmann::json table;
  std::map<std::string, std::vector<AlphaRuns>> runs;
};

inline const TrainedTable& trained_table() {
  static const TrainedTable trained = [] {
    TrainedTable t;
    t.table = reference_table("training_toy");
    for (const auto& run : t.table.at("runs"))
      t.runs[run.at("name").get<std::string>()] = train_seeds(run, std::clamp(run.at("seeds").get<int>(), 6, kMostSeeds));
    return t;
  }();
  return trained;
}

}  // namespace attn_test
