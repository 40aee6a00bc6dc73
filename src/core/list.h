#pragma once
// The lists of numbers that requests, results and intermediate steps hold. A std::vector writes its growing, copying and freeing out
// in every function that has one, for each element type anew; here that is code of list.cpp, there once (docs/performance.md, "Weight").
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

namespace attn {

/// An allocation of bytes that grows: what all lists share.
class Bytes {
 public:
  Bytes() = default;
  Bytes(const Bytes& other);
  Bytes(Bytes&& other) noexcept;
  Bytes& operator=(const Bytes& other);
  Bytes& operator=(Bytes&& other) noexcept;
  ~Bytes();

  void* bytes() { return data_; }
  std::size_t byte_count() const { return bytes_; }
  /// Makes the list longer or shorter; what is new is zero.
  void resize_bytes(std::size_t bytes);
  /// Makes the list longer by so many bytes and answers the place of the first of them, which is to be written.
  void* append_bytes(std::size_t bytes);
  /// Makes the list longer by a copy of other bytes, which must not be its own.
  void append_bytes(const void* from, std::size_t bytes);

 protected:
  void* data_ = nullptr;
  std::size_t bytes_ = 0, room_ = 0;
};

/// A std::vector of plain data, as far as it is needed, with the same names.
/// Requires: elements that are copied as bytes, and whose default value is all zeros
template <class T>
class List : public Bytes {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  List() = default;
  explicit List(std::size_t count) { resize(count); }
  List(std::size_t count, T value) { assign(count, value); }
  List(std::initializer_list<T> values) { append_bytes(values.begin(), values.size() * sizeof(T)); }
  List(const T* first, const T* last) { assign(first, last); }
  List(const std::vector<T>& other) : List(other.data(), other.data() + other.size()) {}
  operator std::vector<T>() const { return std::vector<T>(begin(), end()); }

  std::size_t size() const { return bytes_ / sizeof(T); }
  bool empty() const { return bytes_ == 0; }
  T* data() { return static_cast<T*>(data_); }
  const T* data() const { return static_cast<const T*>(data_); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size() - 1]; }
  const T& back() const { return data()[size() - 1]; }

  void resize(std::size_t count) { resize_bytes(count * sizeof(T)); }
  void clear() { bytes_ = 0; }
  void push_back(T value) { *static_cast<T*>(append_bytes(sizeof(T))) = value; }
  /// Appends numbers of another list.
  void append(std::span<const T> values) { append_bytes(values.data(), values.size_bytes()); }
  void assign(std::size_t count, T value) {
    resize(count);
    std::fill(begin(), end(), value);
  }
  /// As many zeros.
  void assign_zeros(std::size_t count) {
    clear();
    resize(count);
  }
  void assign(const T* first, const T* last) {
    clear();
    append({first, last});
  }

  friend bool operator==(const List& a, const List& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
};

}  // namespace attn
