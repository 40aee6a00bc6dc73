#pragma once
// The lane family on WebAssembly SIMD (128 bits); the contract stands in lane.h.
#include <wasm_simd128.h>

#include <cstdint>

namespace attn::kernels {

struct WasmWord {
  v128_t value;
  static WasmWord splat(std::uint32_t w) noexcept { return {wasm_u32x4_splat(w)}; }
  static WasmWord make(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) noexcept { return {wasm_u32x4_make(a, b, c, d)}; }
};

struct WasmFloat {
  v128_t value;
  static WasmFloat splat(float x) noexcept { return {wasm_f32x4_splat(x)}; }
  static WasmFloat load(const float* from) noexcept { return {wasm_v128_load(from)}; }
  void store(float* to) const noexcept { wasm_v128_store(to, value); }
};

struct WasmLane {
  using Float = WasmFloat;
  using Word = WasmWord;
};

inline WasmFloat operator+(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_add(a.value, b.value)}; }
inline WasmFloat operator-(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_sub(a.value, b.value)}; }
inline WasmFloat operator*(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_mul(a.value, b.value)}; }
inline WasmFloat operator/(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_div(a.value, b.value)}; }
inline WasmFloat sqrt(WasmFloat a) noexcept { return {wasm_f32x4_sqrt(a.value)}; }
// pmin and pmax are one x86 instruction each and have exactly the contract's semantics.
inline WasmFloat smaller(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_pmin(a.value, b.value)}; }
inline WasmFloat larger(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_pmax(a.value, b.value)}; }
inline WasmFloat from_bits(WasmWord w) noexcept { return {w.value}; }
inline WasmFloat convert_signed(WasmWord w) noexcept { return {wasm_f32x4_convert_i32x4(w.value)}; }
inline WasmWord bits(WasmFloat a) noexcept { return {a.value}; }
inline WasmWord less(WasmFloat a, WasmFloat b) noexcept { return {wasm_f32x4_lt(a.value, b.value)}; }
inline WasmWord operator+(WasmWord a, WasmWord b) noexcept { return {wasm_i32x4_add(a.value, b.value)}; }
inline WasmWord operator-(WasmWord a, WasmWord b) noexcept { return {wasm_i32x4_sub(a.value, b.value)}; }
inline WasmWord operator^(WasmWord a, WasmWord b) noexcept { return {wasm_v128_xor(a.value, b.value)}; }
inline WasmWord operator&(WasmWord a, WasmWord b) noexcept { return {wasm_v128_and(a.value, b.value)}; }
inline WasmWord operator|(WasmWord a, WasmWord b) noexcept { return {wasm_v128_or(a.value, b.value)}; }
template <int k>
inline WasmWord shift_left(WasmWord a) noexcept {
  return {wasm_i32x4_shl(a.value, k)};
}
template <int k>
inline WasmWord shift_right(WasmWord a) noexcept {
  return {wasm_u32x4_shr(a.value, k)};
}
template <int k>
inline WasmWord shift_right_signed(WasmWord a) noexcept {
  return {wasm_i32x4_shr(a.value, k)};
}
inline WasmFloat zip_low(WasmFloat a, WasmFloat b) noexcept { return {wasm_i32x4_shuffle(a.value, b.value, 0, 4, 1, 5)}; }
inline WasmFloat zip_high(WasmFloat a, WasmFloat b) noexcept { return {wasm_i32x4_shuffle(a.value, b.value, 2, 6, 3, 7)}; }
inline WasmFloat select(WasmWord mask, WasmFloat a, WasmFloat b) noexcept { return {wasm_v128_bitselect(a.value, b.value, mask.value)}; }

inline WasmWord bits_of_bytes(WasmWord a) noexcept { return {wasm_i8x16_popcnt(a.value)}; }

}  // namespace attn::kernels
