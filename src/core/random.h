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
///   common random numbers: a longer vector of the same name begins with the shorter one
/// Shapes: any length, 0 included
/// Accuracy: the same bits natively and in WebAssembly, with and without SIMD; 2³¹ radii, |z| ≤ 6.66
/// Cost: about 2 generator steps, a logarithm and a root for 8 numbers
/// Source: Box, Muller 1958; generator xoshiro128+, Blackman, Vigna 2018
void fill_normal(const VectorName& name, std::span<float> out);

/// Fills with independent numbers, uniform on the open interval (0, 1), coordinate by coordinate.
/// Shapes: any length, 0 included
/// Accuracy: odd multiples of 2⁻²⁴; the same bits everywhere
void fill_uniform(const VectorName& name, std::span<float> out);

/// Fills with independent −1 or +1, coordinate by coordinate.
/// Shapes: any length, 0 included
/// Accuracy: the same bits everywhere
void fill_sign(const VectorName& name, std::span<float> out);

}  // namespace attn
