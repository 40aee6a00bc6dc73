#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace attn_test {

/// Takes values off a fuzzer's bytes; zeros once they are used up.
class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  template <class T>
  T take() {
    T value{};
    const std::size_t count = left_ < sizeof(T) ? left_ : sizeof(T);
    if (count > 0) std::memcpy(&value, data_, count);
    data_ += count;
    left_ -= count;
    return value;
  }

  /// A number from small … small + range − 1, or one time in eight any bit pattern.
  int whole(int small, int range) {
    if (take<std::uint8_t>() % 8 == 0) return take<std::int32_t>();
    return small + take<std::uint16_t>() % range;
  }

  /// The same by one byte, one time in 256 any bit pattern. Zeros, which stand for bytes that are used up, give `small`: a valid request.
  int mostly_whole(int small, int range) {
    const auto byte = take<std::uint8_t>();
    return byte == 255 ? take<std::int32_t>() : small + byte % range;
  }

  std::size_t left() const { return left_; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

/// Ends the run where an invariant does not hold, so that the fuzzer keeps the input.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace attn_test
