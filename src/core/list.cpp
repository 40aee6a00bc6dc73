#include "core/list.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace attn {

Bytes::Bytes(const Bytes& other) { append_bytes(other.data_, other.bytes_); }

Bytes::Bytes(Bytes&& other) noexcept { *this = std::move(other); }

Bytes& Bytes::operator=(const Bytes& other) {
  if (this != &other) {
    bytes_ = 0;
    append_bytes(other.data_, other.bytes_);
  }
  return *this;
}

Bytes& Bytes::operator=(Bytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(room_, other.room_);
  return *this;
}

Bytes::~Bytes() { std::free(data_); }

void* Bytes::append_bytes(std::size_t bytes) {
  const std::size_t before = bytes_;
  bytes_ += bytes;
  if (bytes_ > room_) {
    room_ = before == 0 || bytes_ > 2 * room_ ? bytes_ : 2 * room_;
    data_ = std::realloc(data_, room_);
    if (data_ == nullptr) std::abort();  // as operator new does where there are no exceptions
  }
  return static_cast<char*>(data_) + before;
}

void Bytes::append_bytes(const void* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(append_bytes(bytes), from, bytes);
}

void Bytes::resize_bytes(std::size_t bytes) {
  if (bytes <= bytes_) {
    bytes_ = bytes;
    return;
  }
  const std::size_t more = bytes - bytes_;
  std::memset(append_bytes(more), 0, more);
}

}  // namespace attn
