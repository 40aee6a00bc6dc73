#pragma once
// The lane family without vector instructions; the contract stands in lane.h.
#include <cmath>
#include <cstdint>

#include "kernels/bit_cast.h"

namespace attn::kernels {

struct ScalarWord {
  std::uint32_t lane[4];
  static ScalarWord splat(std::uint32_t w) { return {{w, w, w, w}}; }
  static ScalarWord make(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) { return {{a, b, c, d}}; }
};

struct ScalarFloat {
  float lane[4];
  static ScalarFloat splat(float x) { return {{x, x, x, x}}; }
  static ScalarFloat load(const float* from) { return {{from[0], from[1], from[2], from[3]}}; }
  void store(float* to) const {
    for (int i = 0; i < 4; ++i) to[i] = lane[i];
  }
};

struct ScalarLane {
  using Float = ScalarFloat;
  using Word = ScalarWord;
};

namespace scalar_lane {
template <class To, class Function>
inline To each(Function function) {
  return To{{function(0), function(1), function(2), function(3)}};
}
}  // namespace scalar_lane

// clang-format off
#define ATTN_SCALAR(Type, name, expression) \
  inline Type name { return scalar_lane::each<Type>([&](int i) { return expression; }); }
// clang-format on

ATTN_SCALAR(ScalarFloat, operator+(ScalarFloat a, ScalarFloat b), a.lane[i] + b.lane[i])
ATTN_SCALAR(ScalarFloat, operator-(ScalarFloat a, ScalarFloat b), a.lane[i] - b.lane[i])
ATTN_SCALAR(ScalarFloat, operator*(ScalarFloat a, ScalarFloat b), a.lane[i] * b.lane[i])
ATTN_SCALAR(ScalarFloat, operator/(ScalarFloat a, ScalarFloat b), a.lane[i] / b.lane[i])
ATTN_SCALAR(ScalarFloat, sqrt(ScalarFloat a), std::sqrt(a.lane[i]))
ATTN_SCALAR(ScalarFloat, smaller(ScalarFloat a, ScalarFloat b), b.lane[i] < a.lane[i] ? b.lane[i] : a.lane[i])
ATTN_SCALAR(ScalarFloat, larger(ScalarFloat a, ScalarFloat b), a.lane[i] < b.lane[i] ? b.lane[i] : a.lane[i])
ATTN_SCALAR(ScalarFloat, from_bits(ScalarWord w), bit_cast<float>(w.lane[i]))
ATTN_SCALAR(ScalarFloat, convert_signed(ScalarWord w), static_cast<float>(static_cast<std::int32_t>(w.lane[i])))
ATTN_SCALAR(ScalarWord, bits(ScalarFloat a), bit_cast<std::uint32_t>(a.lane[i]))
ATTN_SCALAR(ScalarWord, less(ScalarFloat a, ScalarFloat b), a.lane[i] < b.lane[i] ? ~std::uint32_t{0} : std::uint32_t{0})
ATTN_SCALAR(ScalarWord, operator+(ScalarWord a, ScalarWord b), a.lane[i] + b.lane[i])
ATTN_SCALAR(ScalarWord, operator-(ScalarWord a, ScalarWord b), a.lane[i] - b.lane[i])
ATTN_SCALAR(ScalarWord, operator^(ScalarWord a, ScalarWord b), a.lane[i] ^ b.lane[i])
ATTN_SCALAR(ScalarWord, operator&(ScalarWord a, ScalarWord b), a.lane[i] & b.lane[i])
ATTN_SCALAR(ScalarWord, operator|(ScalarWord a, ScalarWord b), a.lane[i] | b.lane[i])
template <int k>
ATTN_SCALAR(ScalarWord, shift_left(ScalarWord a), a.lane[i] << k)
template <int k>
ATTN_SCALAR(ScalarWord, shift_right(ScalarWord a), a.lane[i] >> k)
template <int k>
ATTN_SCALAR(ScalarWord, shift_right_signed(ScalarWord a), static_cast<std::uint32_t>(static_cast<std::int32_t>(a.lane[i]) >> k))
#undef ATTN_SCALAR

inline ScalarFloat zip_low(ScalarFloat a, ScalarFloat b) {
  return {{a.lane[0], b.lane[0], a.lane[1], b.lane[1]}};
}
inline ScalarFloat zip_high(ScalarFloat a, ScalarFloat b) { return {{a.lane[2], b.lane[2], a.lane[3], b.lane[3]}}; }
inline ScalarFloat select(ScalarWord mask, ScalarFloat a, ScalarFloat b) { return from_bits((mask & bits(a)) | ((mask ^ ScalarWord::splat(~0u)) & bits(b))); }

inline ScalarWord bits_of_bytes(ScalarWord a) {
  const auto mask = [](std::uint32_t w) { return ScalarWord::splat(w); };
  a = a - (shift_right<1>(a) & mask(0x55555555u));
  a = (a & mask(0x33333333u)) + (shift_right<2>(a) & mask(0x33333333u));
  return (a + shift_right<4>(a)) & mask(0x0f0f0f0fu);
}

}  // namespace attn::kernels
