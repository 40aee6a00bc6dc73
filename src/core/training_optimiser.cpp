#include "core/training_optimiser.h"

#include <cmath>

#include "core/elementary.h"
#include "core/list.h"

namespace attn {
namespace {

double sum_of_squares(const List<float>& values) {
  double sum = 0.0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

// 1 − decayᵗ
float bias_correction(double decay, int step_number) { return static_cast<float>(1.0 - exp_d(static_cast<double>(step_number) * log_d(decay))); }

void adam(float rate, float mean_correction, float square_correction, const List<float>& gradient, List<float>& mean, List<float>& square,
          List<float>& weights) {
  constexpr auto b1 = static_cast<float>(kAdamMeanDecay), b2 = static_cast<float>(kAdamSquareDecay);
  constexpr auto a1 = static_cast<float>(1.0 - kAdamMeanDecay), a2 = static_cast<float>(1.0 - kAdamSquareDecay);
  constexpr auto epsilon = static_cast<float>(kAdamEpsilon);
  for (size_t i = 0; i < weights.size(); ++i) {
    mean[i] = b1 * mean[i] + a1 * gradient[i];
    square[i] = b2 * square[i] + a2 * gradient[i] * gradient[i];
    weights[i] -= rate * (mean[i] / mean_correction) / (std::sqrt(square[i] / square_correction) + epsilon);
  }
}

}  // namespace

double joint_norm(const LookupWeights& weights) { return std::sqrt(sum_of_squares(weights.query) + sum_of_squares(weights.key)); }

void clip_gradient(LookupWeights& gradient, double norm, double limit) {
  if (!(limit > 0.0) || !(norm > limit) || !std::isfinite(norm)) return;
  const auto scale = static_cast<float>(limit / norm);
  for (float& g : gradient.query) g *= scale;
  for (float& g : gradient.key) g *= scale;
}

void optimiser_step(Optimiser optimiser, double learning_rate, int step_number, const LookupWeights& gradient, OptimiserMoments& moments,
                    LookupWeights& weights) {
  const auto rate = static_cast<float>(learning_rate);
  if (optimiser == Optimiser::sgd) {
    for (size_t i = 0; i < weights.query.size(); ++i) weights.query[i] -= rate * gradient.query[i];
    for (size_t i = 0; i < weights.key.size(); ++i) weights.key[i] -= rate * gradient.key[i];
    return;
  }
  const float c1 = bias_correction(kAdamMeanDecay, step_number), c2 = bias_correction(kAdamSquareDecay, step_number);
  adam(rate, c1, c2, gradient.query, moments.mean.query, moments.square.query, weights.query);
  adam(rate, c1, c2, gradient.key, moments.mean.key, moments.square.key, weights.key);
}

}  // namespace attn
