#pragma once
// The claims by section of the article, and what several of them measure with. All requests made here are inside their operations' ranges.
#include <cmath>
#include <span>

#include "core/claims.h"
#include "core/dot_product_sample.h"
#include "core/list.h"
#include "core/training.h"

namespace attn {

/// Lists a part's claims: sections 1 and 2, 3.1, 3.2, 3.3, 3.4, 4.1, 4.2 and 5 of the article.
std::span<const Claim> attention_claims();   // sections 1 and 2
std::span<const Claim> saturation_claims();  // 3.1
std::span<const Claim> stability_claims();   // 3.2
std::span<const Claim> invariance_claims();  // 3.3
std::span<const Claim> statistics_claims();  // 3.4
std::span<const Claim> larger_claims();      // 4.1
std::span<const Claim> smaller_claims();     // 4.2
std::span<const Claim> summary_claims();     // 5

/// A row counts as saturated where the mean largest weight is above it.
inline constexpr double kSaturatedWeight = 0.9;

/// Tells whether a variance that should be 1 is: within a tenth.
constexpr bool near_one(double variance) { return variance > 0.9 && variance < 1.1; }

/// The error of a difference of two independent means.
inline double joint_error(double a, double b) { return std::sqrt(a * a + b * b); }

/// What a sample of dot products says, each with its error; the spread is the root of the variance, the size is the mean of |q·k|.
struct ClaimSample {
  Estimate mean, variance, spread, excess_kurtosis, size;
};
/// Draws pairs of vectors and describes the dot products.
ClaimSample claim_sample(std::uint32_t seed, int head_dim, double divisor, const EntryAssumptions& assumptions = {});

/// Means over rows of attention at one divisor: measured, and exact.
struct ClaimRows {
  Estimate max_weight, entropy, effective_keys;
  double max_weight_theory = 0, entropy_theory = 0;
};
/// Samples rows at one divisor, and takes theory beside them.
ClaimRows claim_rows(std::uint32_t seed, int head_dim, int key_count, double divisor);

/// The look-up trained from three seeds: one entry an α.
struct ClaimTraining {
  List<RunningStatistics> steps;       ///< until solved; the length of the run where it is not
  List<RunningStatistics> final_loss;  ///< of the runs that stayed finite
  List<RunningStatistics> exploded;    ///< 1 where a run stopped being finite
};
/// Trains from `seed` and the two seeds after it.
ClaimTraining claim_training(TrainingOptions options, std::uint32_t seed, int steps);

}  // namespace attn
