#pragma once
#include <type_traits>

namespace attn {

/// Reads the bits of one value as another type of the same size.
/// Source: what C++20's std::bit_cast does; Emscripten 3.1.6's library has none, while all three compilers have the builtin.
template <class To, class From>
constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

}  // namespace attn
