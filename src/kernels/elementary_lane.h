#pragma once
// exp, log and the turn's sine and cosine for four float32 at a time. The polynomials are minimax fits made for this
// project (Remez, 40 digits); docs/numerics/sampling.md has their errors.
#include "kernels/lane.h"

namespace attn::kernels {

/// Computes e^x.
/// Accuracy: ≤ 2 ulp over the whole range, subnormal results included.
/// Edge: e^−∞ = 0; +∞ above 88.7228; a NaN stays a NaN.
template <class Float>
inline Float exp_lane(Float x) noexcept {
  const auto splat = [](float c) { return Float::splat(c); };
  using Word = decltype(bits(x));
  // Beyond these bounds the result is 0 or ∞ anyway; clamping keeps the exponent arithmetic below in range.
  const Float clamped = smaller(larger(x, splat(-105.0f)), splat(90.0f));
  // Adding 1.5·2²³ rounds to the nearest integer and leaves it in the low bits.
  const Float shifted = clamped * splat(1.44269504f) + splat(12582912.0f);
  const Float n = shifted - splat(12582912.0f);
  const Word whole = bits(shifted) - Word::splat(0x4b400000u);
  // ln 2 in two parts; the first has 10 bits, so that n times it is exact.
  const Float r = (clamped - n * splat(0.693359375f)) - n * splat(-2.12194440e-4f);
  Float p = splat(0.00138143206f);
  p = p * r + splat(0.00836885069f);
  p = p * r + splat(0.0416684002f);
  p = p * r + splat(0.166665196f);
  p = p * r + splat(0.49999994f);
  const Float value = (p * (r * r) + r) + splat(1.0f);
  // 2ⁿ in two factors: one alone could not reach the subnormals or the last binade.
  const Word half = shift_right_signed<1>(whole);
  const Float first = from_bits(shift_left<23>(half + Word::splat(127)));
  const Float second = from_bits(shift_left<23>((whole - half) + Word::splat(127)));
  return (value * first) * second;
}

/// Computes 2^x for x ≤ 0: the exponential inside attention, whose logits are in units of ln 2 already.
/// Accuracy: relative 3·10⁻⁷ for x ≥ −125; absolute 2⁻¹²⁵ below
/// Edge: exactly 1 for x = 0, exactly 0 for x ≤ −127, −∞ included
template <class Float>
inline Float exp2_lane(Float x) noexcept {
  const auto splat = [](float c) { return Float::splat(c); };
  // At −127 the bits below are those of 0.
  const Float clamped = larger(x, splat(-127.0f));
  const Float shifted = clamped + splat(12582912.0f);
  const Float r = clamped - (shifted - splat(12582912.0f));
  Float p = splat(0.00132764725f);
  p = p * r + splat(0.00967554096f);
  p = p * r + splat(0.0555071309f);
  p = p * r + splat(0.240221202f);
  p = p * r + splat(0.693146944f);
  p = p * r + splat(1.0f);
  // The whole part stands in the low bits of `shifted`; those above it leave the word.
  return from_bits(bits(p) + shift_left<23>(bits(shifted)));
}

/// Computes −2 ln u for 2⁻³² ≤ u ≤ 1: the squared radius of Box–Muller.
/// Accuracy: relative 4e-7; exactly 0 for u = 1.
template <class Float>
inline Float minus_two_log_lane(Float u) noexcept {
  const auto splat = [](float c) { return Float::splat(c); };
  using Word = decltype(bits(u));
  // u = m·2ᵉ with m in [√½, √2); x = m − 1 is exact.
  const Word pattern = bits(u);
  const Word exponent = shift_right_signed<23>(pattern - Word::splat(0x3f3504f3u));
  const Float x = from_bits(pattern - shift_left<23>(exponent)) - splat(1.0f);
  Float p = splat(0.0873480886f);
  p = p * x + splat(-0.143075034f);
  p = p * x + splat(0.149179757f);
  p = p * x + splat(-0.1657051f);
  p = p * x + splat(0.199620724f);
  p = p * x + splat(-0.250017554f);
  p = p * x + splat(0.333339512f);
  p = p * x + splat(-0.499999911f);
  const Float log_m = (x * x) * p + x;
  return convert_signed(exponent) * splat(-1.38629436f) + log_m * splat(-2.0f);
}

/// Computes sin πf for −½ ≤ f ≤ ½.
/// Accuracy: absolute 2e-7.
template <class Float>
inline Float sine_of_half_turns_lane(Float f) noexcept {
  const auto splat = [](float c) { return Float::splat(c); };
  const Float z = f * f;
  Float p = splat(0.0772201344f);
  p = p * z + splat(-0.59804517f);
  p = p * z + splat(2.55003142f);
  p = p * z + splat(-5.16770697f);
  p = p * z + splat(3.1415925f);
  return p * f;
}

/// Computes cos πf for −½ ≤ f ≤ ½.
/// Accuracy: absolute 2e-7.
template <class Float>
inline Float cosine_of_half_turns_lane(Float f) noexcept {
  const auto splat = [](float c) { return Float::splat(c); };
  const Float z = f * f;
  Float p = splat(0.219696805f);
  p = p * z + splat(-1.33188021f);
  p = p * z + splat(4.05841208f);
  p = p * z + splat(-4.934793f);
  return p * z + splat(0.99999994f);
}

}  // namespace attn::kernels
