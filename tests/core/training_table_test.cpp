// training_toy.json against our own runs. The random numbers differ, so every comparison is one between two samples of
// seeds; the bounds are derived in docs/numerics/training.md.
#include "core/training_runs.h"
#include "support/catch.h"

using namespace attn_test;

namespace {

constexpr double kExploded = 1e3;  // norms beyond it grow by a factor a step and say only that the run exploded

// |a − b| against five standard errors of the difference of two means over seeds.
void check_same_mean(const SeedSpread& ours, double theirs, double their_seeds) {
  const double seeds = static_cast<double>(ours.values.size());
  const double bound = 5.0 * ours.deviation() * std::sqrt(1.0 / seeds + 1.0 / their_seeds) + 1e-3 * std::fabs(theirs);
  INFO("ours " << ours.mean() << " theirs " << theirs << " bound " << bound);
  CHECK(std::fabs(ours.mean() - theirs) <= bound);
}

// Two counts of the same chance: four standard deviations of the pooled difference.
void check_same_share(double ours, double our_seeds, double theirs, double their_seeds) {
  const double pooled = (ours + theirs) / (our_seeds + their_seeds);
  const double bound = 4.0 * std::sqrt(pooled * (1.0 - pooled) * (1.0 / our_seeds + 1.0 / their_seeds));
  INFO("ours " << ours << " of " << our_seeds << ", theirs " << theirs << " of " << their_seeds);
  CHECK(std::fabs(ours / our_seeds - theirs / their_seeds) <= bound);
}

void check_within_factor(double ours, double theirs, double factor, double offset = 0.0) {
  INFO("ours " << ours << " theirs " << theirs << " factor " << factor);
  CHECK(ours <= factor * theirs + offset);
  CHECK(theirs <= factor * ours + offset);
}

// A table's median over seeds: near our median, or at least in the range of our seeds where they differ widely.
void check_in_range(const SeedSpread& ours, double theirs, double factor) {
  INFO("ours " << ours.smallest() << " … " << ours.median() << " … " << ours.largest() << " theirs " << theirs);
  CHECK(theirs >= std::fmin(ours.median() / factor, ours.smallest()));
  CHECK(theirs <= std::fmax(ours.median() * factor, ours.largest()));
}

void check_row(const AlphaRuns& ours, const nlohmann::json& row, double their_seeds) {
  const double seeds = ours.seeds, their_solved = number(row.at("solved")), their_lost = number(row.at("nonfinite"));
  check_same_mean(ours.initial_loss, number(row.at("initial_loss")), their_seeds);
  check_same_mean(ours.max_weight_start, number(row.at("mean_max_prob_start")), their_seeds);
  check_same_share(ours.solved_count(), seeds, their_solved, their_seeds);
  check_same_share(ours.non_finite_count(), seeds, their_lost, their_seeds);

  if (their_lost == their_seeds) {
    CHECK(std::isinf(number(row.at("final_loss_median"))));
    CHECK(std::isinf(ours.final_loss.median()));
    CHECK(std::isinf(ours.max_grad_norm.largest()));
  } else if (their_lost == 0.0) {
    // the median of our seeds lies in the range of theirs
    CHECK(ours.final_loss.median() >= 0.75 * number(row.at("final_loss_min")));
    CHECK(ours.final_loss.median() <= 1.25 * number(row.at("final_loss_max")));
    const double norm = number(row.at("max_grad_norm")), middle = number(row.at("median_grad_norm")), weights = number(row.at("weight_norm_ratio"));
    if (norm > kExploded) {
      CHECK(ours.max_grad_norm.largest() > kExploded);
    } else {
      check_within_factor(ours.max_grad_norm.largest(), norm, 2.5);
    }
    // a median that dies over many powers of ten says only that it died
    if (middle > 0.01 && middle < 10.0) check_in_range(ours.median_grad_norm, middle, 1.6);
    if (middle < 1e-4) CHECK(ours.median_grad_norm.median() < 1e-3);
    if (weights > kExploded) {
      CHECK(ours.weight_ratio.median() > kExploded);
    } else {
      check_in_range(ours.weight_ratio, weights, 1.35);
    }
  }
  if (their_solved == their_seeds) check_within_factor(ours.steps.median(), number(row.at("steps_to_threshold_median")), 1.5, 3.0);
  if (their_solved == 0.0) CHECK(std::isinf(ours.steps.median()));
}

const AlphaRuns& at_alpha(const std::vector<AlphaRuns>& runs, double alpha) {
  for (const AlphaRuns& r : runs)
    if (r.alpha == alpha) return r;
  throw std::runtime_error("no such alpha in the table");
}

}  // namespace

TEST_CASE("training at every alpha agrees with the reference runs", "[long]") {
  const TrainedTable& trained = trained_table();
  for (const auto& run : trained.table.at("runs")) {
    const std::string name = run.at("name");
    const auto& ours = trained.runs.at(name);
    for (size_t i = 0; i < ours.size(); ++i) {
      INFO(name << " alpha " << ours[i].alpha);
      check_row(ours[i], run.at("rows").at(i), number(run.at("seeds")));
    }
  }
}

TEST_CASE("with one fixed SGD rate a small alpha fails, a large one is slow") {
  const auto& runs = trained_table().runs;
  if (runs.count("sgd_fixed_lr_mse") == 0) return;
  double earlier = 0.0;
  for (const AlphaRuns& r : runs.at("sgd_fixed_lr_mse")) {
    INFO("alpha " << r.alpha);
    CHECK(r.non_finite_count() == 0);
    if (r.alpha <= 0.25) {
      CHECK(r.solved_count() == 0);
      CHECK(r.final_loss.median() > 1.0 - 1.0 / 16.0);  // worse than looking at all keys alike
      CHECK(r.weight_ratio.median() >= 8.0);
      CHECK(r.median_grad_norm.median() < 0.01 * r.max_grad_norm.median());
    } else {
      CHECK(r.solved_count() == r.seeds);
    }
    if (r.alpha >= 1.0) {
      CHECK(r.steps.median() > earlier);
      earlier = r.steps.median();
    }
  }
  CHECK(at_alpha(runs.at("sgd_fixed_lr_mse"), 1.0 / 16.0).median_grad_norm.median() < 1e-9);
}

TEST_CASE("with an unbounded loss a small alpha explodes until nothing is finite") {
  const auto& runs = trained_table().runs;
  if (runs.count("sgd_fixed_lr_ce") == 0) return;
  for (const AlphaRuns& r : runs.at("sgd_fixed_lr_ce")) {
    INFO("alpha " << r.alpha);
    if (r.alpha <= 0.125) CHECK(r.non_finite_count() == r.seeds);
    if (r.alpha >= 0.5) CHECK(r.solved_count() == r.seeds);
  }
}

TEST_CASE("with a small SGD rate the order reverses") {
  const auto& runs = trained_table().runs;
  if (runs.count("sgd_small_lr_mse") == 0) return;
  const auto& small = runs.at("sgd_small_lr_mse");
  double slowest_small = 0.0, fastest_large = INFINITY;
  for (const AlphaRuns& r : small) {
    INFO("alpha " << r.alpha);
    if (r.alpha <= 0.5) slowest_small = std::max(slowest_small, r.steps.median());
    if (r.alpha > 0.5) fastest_large = std::min(fastest_large, r.steps.median());
    if (r.alpha >= 4.0) CHECK(r.solved_count() == 0);
  }
  CHECK(slowest_small < fastest_large);
}

TEST_CASE("with a rate proportional to alpha, and with Adam, every alpha is solved") {
  const auto& runs = trained_table().runs;
  for (const char* name : {"sgd_lr_proportional_to_alpha_mse", "adam_mse"}) {
    if (runs.count(name) == 0) continue;
    double fewest = INFINITY, best_alpha = 0.0;
    for (const AlphaRuns& r : runs.at(name)) {
      INFO(name << " alpha " << r.alpha);
      CHECK(r.solved_count() == r.seeds);
      if (r.steps.median() < fewest) {
        fewest = r.steps.median();
        best_alpha = r.alpha;
      }
    }
    CHECK(best_alpha >= 0.5);
    CHECK(best_alpha <= 2.0);
  }
}

TEST_CASE("gradient clipping rescues small alpha") {
  const auto& runs = trained_table().runs;
  if (runs.count("sgd_fixed_lr_mse_clip_0.1") == 0) return;
  for (const AlphaRuns& r : runs.at("sgd_fixed_lr_mse_clip_0.1")) {
    INFO("alpha " << r.alpha);
    CHECK(r.solved_count() == r.seeds);
    if (r.alpha <= 0.25) CHECK(r.final_loss.median() < 0.1);
  }
}
