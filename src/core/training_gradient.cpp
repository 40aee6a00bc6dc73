#include "core/training_gradient.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace attn {
namespace {

using Size = size_t;

// y += a·x. Every product below is a sum of such rows: no sum is ever reordered, with or without vector lanes.
// Blocks of eight let each compiler use its lanes without a hint.
inline void add_scaled(float a, const float* __restrict x, float* __restrict y, Size count) {
  Size i = 0;
  for (; i + 8 <= count; i += 8)
    for (Size lane = i; lane < i + 8; ++lane) y[lane] += a * x[lane];
  for (; i < count; ++i) y[i] += a * x[i];
}

// out[·] += Σ_a scale left[a] matrix[a][·]: a row times a matrix. With add_outer below, all of training's arithmetic, each there once.
__attribute__((noinline)) void add_row(float scale, const float* left, Size rows, const float* matrix, Size columns, float* out) {
  for (Size a = 0; a < rows; ++a) add_scaled(scale * left[a], matrix + a * columns, out, columns);
}

// matrix[a][·] += scale left[a] row[·]
__attribute__((noinline)) void add_outer(float scale, const float* left, Size rows, const float* row, Size columns, float* matrix) {
  for (Size a = 0; a < rows; ++a) add_scaled(scale * left[a], row, matrix + a * columns, columns);
}

// out[a][b] = scale · Σ_j left[j][a] right[j][b]
void sum_outer(const List<float>& left, const List<float>& right, Size rows, Size inputs, float scale, List<float>& out) {
  out.assign_zeros(inputs * inputs);
  for (Size j = 0; j < rows; ++j) add_outer(1.0F, &left[j * inputs], inputs, &right[j * inputs], inputs, out.data());
  for (float& value : out) value *= scale;
}

// out[j][·] += scale · Σ_a left[j][a] matrix[a][·]
void add_product(const List<float>& left, const List<float>& matrix, Size rows, Size inputs, float scale, List<float>& out) {
  for (Size j = 0; j < rows; ++j) add_row(scale, &left[j * inputs], inputs, matrix.data(), inputs, &out[j * inputs]);
}

// xᵀ G x
float quadratic_form(const float* x, const List<float>& gram, Size inputs, List<float>& room) {
  room.assign_zeros(inputs);
  add_row(1.0F, x, inputs, gram.data(), inputs, room.data());
  float sum = 0.0F;
  for (Size a = 0; a < inputs; ++a) sum += room[a] * x[a];
  return sum;
}

float inverse_root(float square) { return square > 0.0F ? 1.0F / std::sqrt(square) : 0.0F * square; }

// p = softmax(s), the largest subtracted; a NaN or infinite score makes NaN weights.
void softmax(const List<float>& scores, List<float>& weights) {
  float largest = scores[0];
  for (const float s : scores) largest = s > largest ? s : largest;
  float sum = 0.0F;
  for (Size i = 0; i < scores.size(); ++i) {
    weights[i] = static_cast<float>(exp_d(static_cast<double>(scores[i] - largest)));
    sum += weights[i];
  }
  for (float& p : weights) p /= sum;
}

// Loss of one sample; `upstream` becomes dL/dP for mse and stays unused for ce.
double sample_loss(LookupLoss loss, const List<float>& weights, const float* values, List<float>& upstream) {
  if (loss == LookupLoss::ce) {
    // forward: L = −log p_0
    const float p = weights[0] < kSmallestWeight ? kSmallestWeight : weights[0];
    return std::isnan(p) ? static_cast<double>(p) : -log_d(static_cast<double>(p));
  }
  // forward: o = Σ p_i v_i;  L = |o − v_0|² / 8
  float error[kLookupValueDim] = {};
  for (Size i = 0; i < weights.size(); ++i)
    for (Size m = 0; m < kLookupValueDim; ++m) error[m] += weights[i] * values[i * kLookupValueDim + m];
  float sum = 0.0F;
  for (Size m = 0; m < kLookupValueDim; ++m) {
    error[m] -= values[m];
    sum += error[m] * error[m];
  }
  for (Size i = 0; i < weights.size(); ++i) {
    float dot = 0.0F;
    for (Size m = 0; m < kLookupValueDim; ++m) dot += error[m] * values[i * kLookupValueDim + m];
    upstream[i] = dot * (2.0F / kLookupValueDim);
  }
  return static_cast<double>(sum / kLookupValueDim);
}

// dS from p and dP (mse), or from p alone (ce); written into `upstream`.
void softmax_backward(LookupLoss loss, const List<float>& weights, List<float>& upstream) {
  if (loss == LookupLoss::ce) {
    // forward: L = −log softmax(s)_0
    for (Size i = 0; i < weights.size(); ++i) upstream[i] = weights[i];
    upstream[0] -= 1.0F;
    return;
  }
  // forward: p = softmax(s), so dS = p ∘ (dP − p·dP)
  float mean = 0.0F;
  for (Size i = 0; i < weights.size(); ++i) mean += weights[i] * upstream[i];
  for (Size i = 0; i < weights.size(); ++i) upstream[i] = weights[i] * (upstream[i] - mean);
}

}  // namespace

LookupReport lookup_gradient(const LookupModel& model, const LookupBatch& batch, const LookupWeights& weights, LookupScratch& room, LookupWeights& gradient) {
  const Size samples = static_cast<Size>(batch.shape.batch), keys = static_cast<Size>(batch.shape.key_count);
  const Size inputs = static_cast<Size>(batch.shape.input_dim), rows = static_cast<Size>(batch.shape.head_dim);
  const float inverse_divisor = static_cast<float>(1.0 / model.divisor);
  const float share = 1.0F / static_cast<float>(samples);

  // forward: A = W_Q W_Kᵀ / c, and for qk_norm the Gram matrices that give |q|² and |k_i|²
  sum_outer(weights.query, weights.key, rows, inputs, inverse_divisor, room.bilinear);
  room.grad_bilinear.assign_zeros(inputs * inputs);
  if (model.qk_norm) {
    sum_outer(weights.query, weights.query, rows, inputs, 1.0F, room.query_gram);
    sum_outer(weights.key, weights.key, rows, inputs, 1.0F, room.key_gram);
    room.grad_query_gram.assign_zeros(inputs * inputs);
    room.grad_key_gram.assign_zeros(inputs * inputs);
  }
  room.weights.resize(keys);
  room.upstream.resize(keys);
  room.key_length.resize(keys);

  LookupReport report;
  for (Size b = 0; b < samples; ++b) {
    const float* token = &batch.token[b * inputs];
    const float* x = &batch.keys[b * keys * inputs];
    const float* xt = &batch.keys_transposed[b * keys * inputs];

    // forward: s_i = tokenᵀ A x_i
    room.projected.assign_zeros(inputs);
    add_row(1.0F, token, inputs, room.bilinear.data(), inputs, room.projected.data());
    room.scores.assign_zeros(keys);
    add_row(1.0F, room.projected.data(), inputs, xt, keys, room.scores.data());

    // forward: s_i ← s_i · d_k / (|q| |k_i|)
    float query_inverse = 1.0F;
    if (model.qk_norm) {
      query_inverse = inverse_root(quadratic_form(token, room.query_gram, inputs, room.swap));
      for (Size i = 0; i < keys; ++i) {
        room.key_length[i] = inverse_root(quadratic_form(x + i * inputs, room.key_gram, inputs, room.swap));
        room.scores[i] *= static_cast<float>(rows) * query_inverse * room.key_length[i];
      }
    }
    softmax(room.scores, room.weights);
    report.loss += sample_loss(model.loss, room.weights, &batch.values[b * keys * kLookupValueDim], room.upstream);

    const auto largest = std::max_element(room.weights.begin(), room.weights.end());
    report.max_weight += static_cast<double>(*largest);
    report.right_weight += static_cast<double>(room.weights[0]);
    report.accuracy += largest == room.weights.begin() ? 1.0 : 0.0;

    softmax_backward(model.loss, room.weights, room.upstream);
    float query_pull = 0.0F;
    if (model.qk_norm) {
      // forward: s_i = a_i · d_k (|q|²)^(−½) (|k_i|²)^(−½), so ∂s_i/∂|k_i|² = −s_i / (2|k_i|²), and alike for q
      for (Size i = 0; i < keys; ++i) {
        const float pull = -0.5F * room.upstream[i] * room.scores[i];
        query_pull += pull;
        const float key_pull = share * pull * room.key_length[i] * room.key_length[i];
        add_outer(key_pull, x + i * inputs, inputs, x + i * inputs, inputs, room.grad_key_gram.data());
        room.upstream[i] *= static_cast<float>(rows) * query_inverse * room.key_length[i];
      }
      query_pull *= share * query_inverse * query_inverse;
      add_outer(query_pull, token, inputs, token, inputs, room.grad_query_gram.data());
    }
    // forward: s_i = tokenᵀ A x_i, so dA = token ⊗ Σ dS_i x_i (mean over the batch)
    room.weighted_key.assign_zeros(inputs);
    add_row(share, room.upstream.data(), keys, x, inputs, room.weighted_key.data());
    add_outer(1.0F, token, inputs, room.weighted_key.data(), inputs, room.grad_bilinear.data());
  }

  // forward: A[a][b] = Σ_j W_Q[j][a] W_K[j][b] / c, so dW_K[j] = Σ_a W_Q[j][a] dA[a] / c and dW_Q[j] = Σ_b W_K[j][b] dAᵀ[b] / c
  gradient.query.assign_zeros(rows * inputs);
  gradient.key.assign_zeros(rows * inputs);
  add_product(weights.query, room.grad_bilinear, rows, inputs, inverse_divisor, gradient.key);
  for (Size a = 0; a < inputs; ++a)
    for (Size b = a + 1; b < inputs; ++b) std::swap(room.grad_bilinear[a * inputs + b], room.grad_bilinear[b * inputs + a]);
  add_product(weights.key, room.grad_bilinear, rows, inputs, inverse_divisor, gradient.query);
  if (model.qk_norm) {
    // forward: G_Q[a][b] = Σ_j W_Q[j][a] W_Q[j][b], so dW_Q[j] += 2 Σ_a W_Q[j][a] dG_Q[a], and alike for the keys
    add_product(weights.query, room.grad_query_gram, rows, inputs, 2.0F, gradient.query);
    add_product(weights.key, room.grad_key_gram, rows, inputs, 2.0F, gradient.key);
  }

  const double count = static_cast<double>(samples);
  report.loss /= count;
  report.max_weight /= count;
  report.right_weight /= count;
  report.accuracy /= count;
  return report;
}

}  // namespace attn
