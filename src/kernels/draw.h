#pragma once
// Vectors of random numbers, coordinate by coordinate: a longer vector of the same name begins with the shorter one.
#include <cstddef>

#include "kernels/elementary_lane.h"
#include "kernels/generator.h"

namespace attn::kernels {

/// Draws eight independent N(0, 1): `first` holds coordinates 0–3 of the block, `second` 4–7.
///   r = √(−2 ln u), (r cos θ, r sin θ)
/// Edge: u has 31 bits and is at least 2⁻³², so |z| reaches 6.66 and the logarithm never sees 0.
/// Source: Box, Muller 1958
template <class Family>
inline void normal_block(Generator<Family>& generator, typename Family::Float& first, typename Family::Float& second) {
  using Float = typename Family::Float;
  using Word = typename Family::Word;
  const Word radius_bits = generator.next();
  const Word angle_bits = generator.next();
  const Float u = (convert_signed(shift_right<1>(radius_bits)) + Float::splat(0.5f)) * Float::splat(4.65661287e-10f);  // 2⁻³¹
  const Float r = sqrt(minus_two_log_lane(u));
  // The top bit turns by half a turn, the other 31 choose an angle within ±¼ turn.
  const Float f = convert_signed(shift_left<1>(angle_bits)) * Float::splat(2.32830644e-10f);  // 2⁻³²
  const Float signed_r = from_bits(bits(r) ^ (angle_bits & Word::splat(0x80000000u)));
  first = signed_r * cosine_of_half_turns_lane(f);
  second = signed_r * sine_of_half_turns_lane(f);
}

/// Fills out[0 … count) with independent N(0, 1).
template <class Family>
void draw_normal(std::uint64_t hash, float* out, std::size_t count) {
  using Float = typename Family::Float;
  Generator<Family> generator(hash);
  Float first, second;
  for (std::size_t i = 0; i < count; i += 8) {
    normal_block(generator, first, second);
    if (i + 8 > count) {
      float block[8];
      first.store(block);
      second.store(block + 4);
      for (std::size_t k = 0; i + k < count; ++k) out[i + k] = block[k];
      return;
    }
    first.store(out + i);
    second.store(out + i + 4);
  }
}

/// Fills out[0 … count) with independent uniform numbers on the open interval (0, 1): odd multiples of 2⁻²⁴.
template <class Family>
void draw_uniform(std::uint64_t hash, float* out, std::size_t count) {
  using Float = typename Family::Float;
  Generator<Family> generator(hash);
  for (std::size_t i = 0; i < count; i += 4) {
    const Float u = (convert_signed(shift_right<9>(generator.next())) + Float::splat(0.5f)) * Float::splat(1.19209290e-7f);  // 2⁻²³
    if (i + 4 <= count)
      u.store(out + i);
    else
      store_partial(u, out + i, static_cast<unsigned>(count - i));
  }
}

/// Fills out[0 … count) with independent −1 or +1: the 16 high bits of each word, highest first; a set bit is −1.
template <class Family>
void draw_sign(std::uint64_t hash, float* out, std::size_t count) {
  using Word = typename Family::Word;
  Generator<Family> generator(hash);
  Word word = Word::splat(0);
  for (std::size_t i = 0; i < count; i += 4) {
    word = i % 64 == 0 ? generator.next() : shift_left<1>(word);
    const auto sign = from_bits((word & Word::splat(0x80000000u)) | Word::splat(0x3f800000u));
    if (i + 4 <= count)
      sign.store(out + i);
    else
      store_partial(sign, out + i, static_cast<unsigned>(count - i));
  }
}

/// Computes Σ aᵢbᵢ for the two vectors that draw_sign would draw, without drawing them: d − 2·(how many signs differ).
/// Accuracy: exact · Cost: two generator steps and one count of bits for 64 coordinates
template <class Family>
long sign_dot(std::uint64_t hash_a, std::uint64_t hash_b, std::size_t count) {
  using Word = typename Family::Word;
  constexpr std::size_t kMostSteps = 31;  // of at most 8 bits a byte
  Generator<Family> a(hash_a), b(hash_b);
  std::size_t differing = 0;
  const auto flush = [&differing](Word counts) {
    float lanes[4];
    from_bits(counts).store(lanes);
    for (const float lane : lanes)
      for (std::uint32_t word = bit_cast<std::uint32_t>(lane); word != 0; word >>= 8) differing += word & 255u;
  };
  for (std::size_t left = count / 64; left > 0;) {
    Word counts = Word::splat(0);
    const std::size_t steps = left < kMostSteps ? left : kMostSteps;
    for (std::size_t i = 0; i < steps; ++i) counts = counts + bits_of_bytes((a.next() ^ b.next()) & Word::splat(0xffff0000u));
    flush(counts);
    left -= steps;
  }
  if (const auto rest = static_cast<std::uint32_t>(count % 64); rest > 0) {
    // Coordinate 4 k + lane is bit 31 − k of its lane.
    const auto high_bits = [rest](std::uint32_t lane) { return rest > lane ? ~(0xffffffffu >> ((rest - lane + 3) / 4)) : 0u; };
    flush(bits_of_bytes((a.next() ^ b.next()) & Word::make(high_bits(0), high_bits(1), high_bits(2), high_bits(3))));
  }
  return static_cast<long>(count) - 2 * static_cast<long>(differing);
}

}  // namespace attn::kernels
