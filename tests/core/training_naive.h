#pragma once
// The look-up's loss in double, written as the formulas stand: q = W_Qᵀ token, k_i = W_Kᵀ x_i, s_i = q·k_i / c.
#include <cmath>

#include "core/elementary.h"
#include "core/training_gradient.h"

namespace attn_test {

struct NaiveWeights {
  std::vector<double> query, key;  // head_dim × input_dim
};

inline double naive_loss(const attn::LookupModel& model, const attn::LookupBatch& batch, const NaiveWeights& w) {
  const auto samples = static_cast<size_t>(batch.shape.batch), keys = static_cast<size_t>(batch.shape.key_count);
  const auto inputs = static_cast<size_t>(batch.shape.input_dim), dim = static_cast<size_t>(batch.shape.head_dim);
  double total = 0.0;
  for (size_t b = 0; b < samples; ++b) {
    std::vector<double> q(dim), scores(keys), p(keys);
    double q_square = 0.0, largest = -INFINITY, sum = 0.0;
    for (size_t j = 0; j < dim; ++j) {
      for (size_t a = 0; a < inputs; ++a) q[j] += w.query[j * inputs + a] * static_cast<double>(batch.token[b * inputs + a]);
      q_square += q[j] * q[j];
    }
    for (size_t i = 0; i < keys; ++i) {
      double dot = 0.0, k_square = 0.0;
      for (size_t j = 0; j < dim; ++j) {
        double k = 0.0;
        for (size_t a = 0; a < inputs; ++a) k += w.key[j * inputs + a] * static_cast<double>(batch.keys[(b * keys + i) * inputs + a]);
        dot += q[j] * k;
        k_square += k * k;
      }
      scores[i] = (model.qk_norm ? static_cast<double>(dim) * dot / std::sqrt(q_square * k_square) : dot) / model.divisor;
      largest = std::fmax(largest, scores[i]);
    }
    for (size_t i = 0; i < keys; ++i) sum += p[i] = attn::exp_d(scores[i] - largest);
    if (model.loss == attn::LookupLoss::ce) {
      total += -attn::log_d(p[0] / sum);
      continue;
    }
    const float* values = &batch.values[b * keys * attn::kLookupValueDim];
    for (size_t m = 0; m < attn::kLookupValueDim; ++m) {
      double output = 0.0;
      for (size_t i = 0; i < keys; ++i) output += p[i] / sum * static_cast<double>(values[i * attn::kLookupValueDim + m]);
      const double error = output - static_cast<double>(values[m]);
      total += error * error / attn::kLookupValueDim;
    }
  }
  return total / static_cast<double>(samples);
}

/// Central difference of naive_loss in one entry; truncation about step², rounding about 1e-16 / step.
inline double naive_slope(const attn::LookupModel& model, const attn::LookupBatch& batch, NaiveWeights& w, double& entry) {
  constexpr double step = 1e-5;
  const double kept = entry;
  entry = kept + step;
  const double above = naive_loss(model, batch, w);
  entry = kept - step;
  const double below = naive_loss(model, batch, w);
  entry = kept;
  return (above - below) / (2.0 * step);
}

}  // namespace attn_test
