#pragma once
#include <cstdint>
#include <type_traits>

namespace attn::kernels {

/// Reads the bits of one value as another type of the same size (Emscripten 3.1.6 has no std::bit_cast).
template <class To, class From>
inline To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

}  // namespace attn::kernels
