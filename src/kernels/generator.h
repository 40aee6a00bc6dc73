#pragma once
// The generator behind every random vector: four xoshiro128+ (Blackman, Vigna 2018) side by side, one a lane, all four
// started from a hash of the vector's name.
#include <array>
#include <cstdint>

#include "kernels/lane.h"

namespace attn::kernels {

/// Mixes 64 bits one to one (the finaliser of splitmix64; Steele, Lea, Flood 2014).
inline std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Hashes a name. For one (seed, stream) the map from (row, key) is one to one: no two vectors share a start.
inline std::uint64_t hash_name(std::uint32_t seed, std::uint32_t stream, std::uint32_t row, std::uint32_t key) {
  const std::uint64_t place = (static_cast<std::uint64_t>(row) << 32) | key;
  const std::uint64_t origin = (static_cast<std::uint64_t>(stream) << 32) | seed;
  return mix64(place + mix64(origin + 0x9e3779b97f4a7c15u));
}

template <class Family>
class Generator {
 public:
  using Float = typename Family::Float;
  using Word = typename Family::Word;

  /// Starts from a hashed name. A lane's state is two different values of a one-to-one mix, so it is never all zero.
  ATTN_APART explicit Generator(std::uint64_t hash) {
    std::array<std::uint32_t, 16> w;
    for (unsigned i = 0; i < 8; ++i) {
      hash += 0x9e3779b97f4a7c15u;
      const std::uint64_t z = mix64(hash);
      w[2 * i] = static_cast<std::uint32_t>(z);
      w[2 * i + 1] = static_cast<std::uint32_t>(z >> 32);
    }
    s0_ = Word::make(w[0], w[4], w[8], w[12]);
    s1_ = Word::make(w[1], w[5], w[9], w[13]);
    s2_ = Word::make(w[2], w[6], w[10], w[14]);
    s3_ = Word::make(w[3], w[7], w[11], w[15]);
  }

  /// Draws 32 bits a lane; the high bits are the good ones.
  Word next() noexcept {
    const Word result = s0_ + s3_;
    const Word t = shift_left<9>(s1_);
    s2_ = s2_ ^ s0_;
    s3_ = s3_ ^ s1_;
    s1_ = s1_ ^ s2_;
    s0_ = s0_ ^ s3_;
    s2_ = s2_ ^ t;
    s3_ = shift_left<11>(s3_) | shift_right<21>(s3_);
    return result;
  }

 private:
  Word s0_, s1_, s2_, s3_;
};

}  // namespace attn::kernels
