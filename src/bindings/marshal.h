#pragma once
// The only copying between JavaScript and C++. A struct is described once, by a function
//   template <class Visitor> void visit(Visitor& field, SaturationQuery& query) { field("headDim", query.head_dim); … }
// next to its binding; the same description reads requests and writes results.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/matrix.h"
#include "core/status.h"

namespace attn::bindings {

using emscripten::val;

/// No array of a request may be longer (2²⁶ numbers, 256 MiB as float32): checked before memory is taken.
inline constexpr double kMaxArrayLength = 67108864.0;

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::bool_constant<std::is_arithmetic_v<T>> {};
template <class T>
struct IsMatrix : std::false_type {};
template <class T>
struct IsMatrix<MatrixOf<T>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// Reads the fields of one JavaScript object. A field that is undefined keeps the struct's default; a field of the wrong
/// type, and a key that the struct does not have, is a failure that names it.
class Reader {
 public:
  explicit Reader(const val& object) : object_(object) {}

  template <class T>
  void operator()(const char* name, T& field) {
    if (failure_.status != Status::ok) return;
    const val value = object_[name];
    if (value.isUndefined()) return;
    ++present_;
    if (!read(value, field)) failure_ = {Status::out_of_range, name};
  }

  /// An enum that crosses the boundary by its name; the order of `names` is the order of the enum.
  template <class Enum, size_t N>
  void option(const char* name, Enum& field, const std::string_view (&names)[N]) {
    if (failure_.status != Status::ok) return;
    const val value = object_[name];
    if (value.isUndefined()) return;
    ++present_;
    if (value.isString()) {
      const std::string text = value.as<std::string>();
      for (size_t i = 0; i < N; ++i)
        if (names[i] == text) {
          field = static_cast<Enum>(i);
          return;
        }
    }
    failure_ = {Status::unknown_option, name};
  }

  /// The first failure; also when the object has a key that no field described.
  Failure finish() const {
    if (failure_.status != Status::ok) return failure_;
    const val keys = val::global("Object").call<val>("keys", object_);
    int defined = 0;
    const int count = keys["length"].as<int>();
    for (int i = 0; i < count; ++i)
      if (!object_[keys[i]].isUndefined()) ++defined;
    return defined == present_ ? Failure{} : Failure{Status::unknown_option, "request"};
  }

 private:
  template <class T>
  static bool read(const val& value, T& field) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!value.isTrue() && !value.isFalse()) return false;
      field = value.isTrue();
      return true;
    } else if constexpr (std::is_integral_v<T>) {
      if (!value.isNumber()) return false;
      const double number = value.as<double>();
      if (!(number >= static_cast<double>(std::numeric_limits<T>::min()) && number <= static_cast<double>(std::numeric_limits<T>::max()))) return false;
      if (number != std::floor(number)) return false;
      field = static_cast<T>(number);
      return true;
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!value.isNumber()) return false;
      field = static_cast<T>(value.as<double>());
      return true;
    } else if constexpr (IsOptional<T>::value) {
      return read(value, field.emplace());
    } else if constexpr (IsVector<T>::value) {
      const double length = array_length(value);
      if (length < 0) return false;
      field.resize(static_cast<size_t>(length));
      copy_numbers(value, field.size(), field.data());
      return true;
    } else if constexpr (IsMatrix<T>::value) {
      // {rows, columns, data}, data row by row
      const val rows = value["rows"], columns = value["columns"], data = value["data"];
      if (!rows.isNumber() || !columns.isNumber()) return false;
      const double r = rows.as<double>(), c = columns.as<double>();
      const double length = array_length(data);
      if (!(r >= 0 && c >= 0 && r <= kMaxArrayLength && c <= kMaxArrayLength) || r != std::floor(r) || c != std::floor(c) || r * c != length) return false;
      field.resize(static_cast<Index>(r), static_cast<Index>(c));
      copy_numbers(data, static_cast<size_t>(length), field.data());
      return true;
    } else {
      if (value.typeOf().template as<std::string>() != "object" || value.isNull()) return false;
      Reader nested(value);
      visit(nested, field);
      return nested.finish().status == Status::ok;
    }
  }

  /// −1 where the value is not an array or typed array of an allowed length (a detached buffer has length 0).
  static double array_length(const val& value) {
    const bool is_array = val::global("Array").call<val>("isArray", value).isTrue();
    if (!is_array && !val::global("ArrayBuffer").call<val>("isView", value).isTrue()) return -1;
    const val length = value["length"];
    if (!length.isNumber()) return -1;
    const double n = length.as<double>();
    return n >= 0 && n <= kMaxArrayLength ? n : -1;
  }

  template <class T>
  static void copy_numbers(const val& from, size_t count, T* to) {
    if (count > 0) val(emscripten::typed_memory_view(count, to)).template call<void>("set", from);
  }

  const val& object_;
  Failure failure_{};
  int present_ = 0;
};

/// Writes a struct into a new JavaScript object; arrays are copied out, so no view of WebAssembly memory survives.
class Writer {
 public:
  template <class T>
  void operator()(const char* name, T& field) {
    object_.set(name, write(field));
  }

  template <class Enum, size_t N>
  void option(const char* name, Enum& field, const std::string_view (&names)[N]) {
    object_.set(name, std::string(names[static_cast<size_t>(field)]));
  }

  const val& object() const { return object_; }

  template <class T>
  static val write(T& field) {
    if constexpr (std::is_arithmetic_v<T>) {
      return val(field);
    } else if constexpr (std::is_same_v<T, std::string>) {
      return val(field);
    } else if constexpr (IsVector<T>::value) {
      return copy_out(field.size(), field.data());
    } else if constexpr (IsMatrix<T>::value) {
      val matrix = val::object();
      matrix.set("rows", static_cast<int>(field.rows()));
      matrix.set("columns", static_cast<int>(field.cols()));
      matrix.set("data", copy_out(static_cast<size_t>(field.size()), field.data()));
      return matrix;
    } else {
      Writer nested;
      visit(nested, field);
      return nested.object();
    }
  }

 private:
  template <class T>
  static val copy_out(size_t count, const T* from) {
    return val(emscripten::typed_memory_view(count, from)).template call<val>("slice");
  }

  val object_ = val::object();
};

template <class Function>
struct Signature;
template <class Value, class Request>
struct Signature<Result<Value> (*)(const Request&)> {
  using RequestType = Request;
};

/// Calls a core operation `Result<Value> operation(const Request&)` with a JavaScript object and answers
/// `{status, argument, value}`; `value` is there only where status is 0.
template <auto operation>
val call(val request) {
  typename Signature<decltype(operation)>::RequestType query{};
  val answer = val::object();
  Failure failure{};
  if (request.isNull() || request.typeOf().as<std::string>() != "object") {
    failure = {Status::unknown_option, "request"};
  } else {
    Reader reader(request);
    visit(reader, query);
    failure = reader.finish();
  }
  if (failure.status == Status::ok) {
    auto result = operation(query);
    failure = result.failure();
    if (result.ok()) answer.set("value", Writer::write(result.value()));
  }
  answer.set("status", static_cast<int>(failure.status));
  answer.set("argument", std::string(failure.argument));
  return answer;
}

}  // namespace attn::bindings
