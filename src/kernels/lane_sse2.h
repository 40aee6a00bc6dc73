#pragma once
// The lane family on SSE2 (every x86-64 has it); the contract stands in lane.h.
#include <emmintrin.h>

#include <cstdint>

namespace attn::kernels {

struct Sse2Word {
  __m128i value;
  static Sse2Word splat(std::uint32_t w) { return {_mm_set1_epi32(static_cast<int>(w))}; }
  static Sse2Word make(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    return {_mm_set_epi32(static_cast<int>(d), static_cast<int>(c), static_cast<int>(b), static_cast<int>(a))};
  }
};

struct Sse2Float {
  __m128 value;
  static Sse2Float splat(float x) { return {_mm_set1_ps(x)}; }
  static Sse2Float load(const float* from) { return {_mm_loadu_ps(from)}; }
  void store(float* to) const { _mm_storeu_ps(to, value); }
};

struct Sse2Lane {
  using Float = Sse2Float;
  using Word = Sse2Word;
};

inline Sse2Float operator+(Sse2Float a, Sse2Float b) { return {_mm_add_ps(a.value, b.value)}; }
inline Sse2Float operator-(Sse2Float a, Sse2Float b) { return {_mm_sub_ps(a.value, b.value)}; }
inline Sse2Float operator*(Sse2Float a, Sse2Float b) { return {_mm_mul_ps(a.value, b.value)}; }
inline Sse2Float operator/(Sse2Float a, Sse2Float b) { return {_mm_div_ps(a.value, b.value)}; }
inline Sse2Float sqrt(Sse2Float a) { return {_mm_sqrt_ps(a.value)}; }
// minps(x, y) is x < y ? x : y and maxps(x, y) is x > y ? x : y, hence the exchanged operands.
inline Sse2Float smaller(Sse2Float a, Sse2Float b) { return {_mm_min_ps(b.value, a.value)}; }
inline Sse2Float larger(Sse2Float a, Sse2Float b) { return {_mm_max_ps(b.value, a.value)}; }
inline Sse2Float from_bits(Sse2Word w) { return {_mm_castsi128_ps(w.value)}; }
inline Sse2Float convert_signed(Sse2Word w) { return {_mm_cvtepi32_ps(w.value)}; }
inline Sse2Word bits(Sse2Float a) { return {_mm_castps_si128(a.value)}; }
inline Sse2Word less(Sse2Float a, Sse2Float b) { return {_mm_castps_si128(_mm_cmplt_ps(a.value, b.value))}; }
inline Sse2Word operator+(Sse2Word a, Sse2Word b) { return {_mm_add_epi32(a.value, b.value)}; }
inline Sse2Word operator-(Sse2Word a, Sse2Word b) { return {_mm_sub_epi32(a.value, b.value)}; }
inline Sse2Word operator^(Sse2Word a, Sse2Word b) { return {_mm_xor_si128(a.value, b.value)}; }
inline Sse2Word operator&(Sse2Word a, Sse2Word b) { return {_mm_and_si128(a.value, b.value)}; }
inline Sse2Word operator|(Sse2Word a, Sse2Word b) { return {_mm_or_si128(a.value, b.value)}; }
template <int k>
inline Sse2Word shift_left(Sse2Word a) {
  return {_mm_slli_epi32(a.value, k)};
}
template <int k>
inline Sse2Word shift_right(Sse2Word a) {
  return {_mm_srli_epi32(a.value, k)};
}
template <int k>
inline Sse2Word shift_right_signed(Sse2Word a) {
  return {_mm_srai_epi32(a.value, k)};
}
inline Sse2Float zip_low(Sse2Float a, Sse2Float b) { return {_mm_unpacklo_ps(a.value, b.value)}; }
inline Sse2Float zip_high(Sse2Float a, Sse2Float b) { return {_mm_unpackhi_ps(a.value, b.value)}; }
inline Sse2Float select(Sse2Word mask, Sse2Float a, Sse2Float b) {
  return {_mm_castsi128_ps(_mm_or_si128(_mm_and_si128(mask.value, bits(a).value), _mm_andnot_si128(mask.value, bits(b).value)))};
}

inline Sse2Word bits_of_bytes(Sse2Word a) {
  const auto mask = [](std::uint32_t w) { return Sse2Word::splat(w); };
  a = a - (shift_right<1>(a) & mask(0x55555555u));
  a = (a & mask(0x33333333u)) + (shift_right<2>(a) & mask(0x33333333u));
  return (a + shift_right<4>(a)) & mask(0x0f0f0f0fu);
}

}  // namespace attn::kernels
