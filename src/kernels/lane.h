#pragma once
// Four numbers at a time. Kernels are templates over a lane family, so one body is compiled for WebAssembly SIMD, for SSE2
// and for plain scalars, and all three give the same bits: every operation below is one IEEE operation per lane, and the
// order of a sum is written in the kernel, never chosen by the compiler (-ffp-contract=off everywhere).
//
// A family has `Float` (four float32) and `Word` (four uint32):
//   Float::splat(x) · Float::load(p) · x.store(p) · + − * / · sqrt(x) · bits(x) · less(a, b) → Word of all ones or zeros
//   Word::splat(w) · Word::make(a, b, c, d) · + − ^ & | · shift_left<k> · shift_right<k> (zeros) · shift_right_signed<k>
//   bits_of_bytes(w): how many bits are set in each byte, in that byte
//   from_bits(w) → Float · convert_signed(w) → Float, rounded to nearest · select(mask, a, b) = mask ? a : b
//   zip_low(a, b) = a0 b0 a1 b1 · zip_high(a, b) = a2 b2 a3 b3
//   smaller(a, b) = b < a ? b : a · larger(a, b) = a < b ? b : a      (so a NaN in `a` stays, a NaN in `b` is dropped)
#include "kernels/lane_scalar.h"
#if defined(__wasm_simd128__)
#include "kernels/lane_wasm.h"
#elif defined(__SSE2__)
#include "kernels/lane_sse2.h"
#endif

// A function of its own: inlined into a large one a loop would lose its registers, and inlined into several it would weigh several times.
// Those that take or return a vector are noexcept: where exceptions are on (tests), Emscripten calls others through JavaScript, which knows no vectors.
#define ATTN_APART __attribute__((noinline))

namespace attn::kernels {

#if defined(__wasm_simd128__)
using Lane = WasmLane;
#elif defined(__SSE2__)
using Lane = Sse2Lane;
#else
using Lane = ScalarLane;
#endif

/// Adds the four lanes: (l0 + l2) + (l1 + l3).
template <class Float>
inline float sum_lanes(Float x) noexcept {
  float lane[4];
  x.store(lane);
  return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/// Takes the largest of the four lanes (none may be NaN).
template <class Float>
inline float largest_lane(Float x) noexcept {
  float lane[4];
  x.store(lane);
  const float a = lane[0] < lane[1] ? lane[1] : lane[0];
  const float b = lane[2] < lane[3] ? lane[3] : lane[2];
  return a < b ? b : a;
}

/// Transposes four vectors in place: row i becomes column i.
template <class Float>
inline void transpose(Float& a, Float& b, Float& c, Float& d) noexcept {
  const Float ac_low = zip_low(a, c), ac_high = zip_high(a, c), bd_low = zip_low(b, d), bd_high = zip_high(b, d);
  a = zip_low(ac_low, bd_low);
  b = zip_high(ac_low, bd_low);
  c = zip_low(ac_high, bd_high);
  d = zip_high(ac_high, bd_high);
}

/// Loads `count` (1 … 3) numbers and fills the other lanes with `rest`.
template <class Float>
ATTN_APART Float load_partial(const float* from, unsigned count, float rest) noexcept {
  float lane[4] = {rest, rest, rest, rest};
  for (unsigned i = 0; i < count; ++i) lane[i] = from[i];
  return Float::load(lane);
}

/// Stores the first `count` (1 … 3) lanes.
template <class Float>
ATTN_APART void store_partial(Float x, float* to, unsigned count) noexcept {
  float lane[4];
  x.store(lane);
  for (unsigned i = 0; i < count; ++i) to[i] = lane[i];
}

}  // namespace attn::kernels
