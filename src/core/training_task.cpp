#include "core/training_task.h"

#include <cmath>

#include "core/matrix.h"
#include "core/random.h"

namespace attn {
namespace {

constexpr int kMaxWeightCount = 1 << 16;

// Key of the vector's name under Stream::training, row = step · batch + sample.
constexpr std::uint32_t kKeysName = 0, kNoiseName = 1, kValuesName = 2;

std::span<float> block(List<float>& data, size_t index, size_t length) { return std::span<float>(data).subspan(index * length, length); }

}  // namespace

Failure check_lookup_shape(const LookupShape& shape) {
  if (shape.head_dim < 1 || shape.head_dim > kMaxHeadDim) return {Status::head_dim_out_of_range, "head_dim"};
  if (shape.key_count < 2 || shape.key_count > kMaxTrainingKeys) return {Status::key_count_out_of_range, "key_count"};
  if (shape.input_dim < 1 || shape.input_dim > kMaxTrainingInput) return {Status::out_of_range, "input_dim"};
  if (shape.batch < 1 || shape.batch > kMaxTrainingBatch) return {Status::out_of_range, "batch"};
  if (shape.head_dim * shape.input_dim > kMaxWeightCount) return {Status::too_large, "head_dim"};
  return {};
}

void draw_lookup_batch(const LookupShape& shape, std::uint32_t seed, std::uint32_t step, LookupBatch& batch) {
  const auto samples = static_cast<size_t>(shape.batch);
  const auto keys = static_cast<size_t>(shape.key_count);
  const auto inputs = static_cast<size_t>(shape.input_dim);
  batch.shape = shape;
  batch.keys.resize(samples * keys * inputs);
  batch.keys_transposed.resize(samples * keys * inputs);
  batch.token.resize(samples * inputs);
  batch.values.resize(samples * keys * kLookupValueDim);

  const float norm = std::sqrt(1.0F + kLookupNoise * kLookupNoise);
  for (size_t b = 0; b < samples; ++b) {
    const auto row = step * static_cast<std::uint32_t>(shape.batch) + static_cast<std::uint32_t>(b);
    const std::span<float> x = block(batch.keys, b, keys * inputs);
    fill_normal({seed, Stream::training, row, kKeysName}, x);
    const std::span<float> token = block(batch.token, b, inputs);
    fill_normal({seed, Stream::training, row, kNoiseName}, token);
    for (size_t a = 0; a < inputs; ++a) token[a] = (x[a] + kLookupNoise * token[a]) / norm;
    fill_normal({seed, Stream::training, row, kValuesName}, block(batch.values, b, keys * kLookupValueDim));

    const std::span<float> xt = block(batch.keys_transposed, b, keys * inputs);
    for (size_t i = 0; i < keys; ++i)
      for (size_t a = 0; a < inputs; ++a) xt[a * keys + i] = x[i * inputs + a];
  }
}

LookupWeights draw_lookup_weights(const LookupShape& shape, std::uint32_t seed) {
  const size_t count = static_cast<size_t>(shape.head_dim) * static_cast<size_t>(shape.input_dim);
  const float scale = 1.0F / std::sqrt(static_cast<float>(shape.input_dim));
  LookupWeights weights{List<float>(count), List<float>(count)};
  fill_normal({seed, Stream::auxiliary, 0, 0}, weights.query);
  fill_normal({seed, Stream::auxiliary, 0, 1}, weights.key);
  for (float& w : weights.query) w *= scale;
  for (float& w : weights.key) w *= scale;
  return weights;
}

}  // namespace attn
