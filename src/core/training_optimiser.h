#pragma once
#include <string_view>

#include "core/training_task.h"

namespace attn {

/// How weights follow the gradient: plain descent (no momentum), or Adam.
enum class Optimiser { sgd, adam };
inline constexpr std::string_view kOptimiserNames[] = {"sgd", "adam"};

inline constexpr double kAdamMeanDecay = 0.9;
inline constexpr double kAdamSquareDecay = 0.999;
inline constexpr double kAdamEpsilon = 1e-8;

/// Adam's running means of the gradient and of its square; empty for plain descent.
struct OptimiserMoments {
  LookupWeights mean;
  LookupWeights square;
};

/// Measures √(Σ W_Q² + Σ W_K²), in double, so that exploded float32 weights still have a length.
double joint_norm(const LookupWeights& weights);

/// Shrinks the gradient to `limit` where its joint norm is larger; limit 0 means no limit.
/// Edge: a norm that is not finite is left alone
void clip_gradient(LookupWeights& gradient, double norm, double limit);

/// Takes one step.
///   sgd:  W ← W − lr·g
///   adam: m ← β₁m + (1−β₁)g;  v ← β₂v + (1−β₂)g²;  W ← W − lr · m/(1−β₁ᵗ) / (√(v/(1−β₂ᵗ)) + 10⁻⁸)
/// Requires: step_number t ≥ 1; equally long arrays; for Adam the moments too, zero before the first step
/// Source: Kingma & Ba, 2015, algorithm 1
void optimiser_step(Optimiser optimiser, double learning_rate, int step_number, const LookupWeights& gradient, OptimiserMoments& moments,
                    LookupWeights& weights);

}  // namespace attn
