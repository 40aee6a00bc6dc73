#pragma once
#include <cstdint>
#include <span>

namespace attn {

/// What a random vector is for. Streams never share a number.
enum class Stream : std::uint32_t { query = 0, key = 1, score = 2, value = 3, upstream = 4, training = 5, auxiliary = 6 };

/// The name of one random vector. A number is named by (seed, stream, row, key, coordinate).
struct VectorName {
  std::uint32_t seed = 1;
  Stream stream = Stream::query;
  std::uint32_t row = 0;
  std::uint32_t key = 0;
};

/// Fills with independent N(0, 1) numbers, coordinate by coordinate.
void fill_normal(const VectorName& name, std::span<float> out);

/// Fills with independent numbers, uniform on (0, 1).
void fill_uniform(const VectorName& name, std::span<float> out);

/// Fills with independent −1 or +1.
void fill_sign(const VectorName& name, std::span<float> out);

}  // namespace attn
