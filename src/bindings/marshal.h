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

/// The length of an array or typed array of numbers; −1 for anything else (JavaScript's part, in marshal.cpp).
extern "C" double attn_number_array_length(emscripten::EM_VAL handle);

namespace attn::bindings {

using emscripten::val;

/// No array of a request may be longer (2²⁴ numbers, 64 MiB as float32): checked before memory is taken.
inline constexpr double kMaxArrayLength = 16777216.0;

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

/// True for an object that is neither null nor an array.
inline bool is_object(const val& value) {
  return !value.isNull() && value.typeOf().as<std::string>() == "object" && !value.isArray();
}

/// Names an argument as JavaScript does: head_dim → headDim.
inline std::string camel_case(std::string_view name) {
  std::string out;
  bool raise = false;
  for (const char letter : name) {
    if (letter == '_') {
      raise = true;
    } else {
      out += raise && letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
      raise = false;
    }
  }
  return out;
}

/// Reads the fields of one JavaScript object. A field that is undefined keeps the struct's default; a field of the wrong
/// type, and a key that the struct does not have, is a failure that names it. Requests are plain data (the worker gets
/// them by structured clone): a getter that throws is not caught.
class Reader {
 public:
  explicit Reader(const val& object) : object_(object) {}

  /// `limit` is the longest array that the operation takes; a longer one is refused before memory is taken for it.
  template <class T>
  void operator()(const char* name, T& field, double limit = kMaxArrayLength) {
    if (failure_.status != Status::ok) return;
    const val value = object_[name];
    if (value.isUndefined()) return;
    ++present_;
    const Status status = read(value, field, limit);
    if (status != Status::ok) failure_ = {status, name};
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
  static Status read(const val& value, T& field, double limit) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!value.isTrue() && !value.isFalse()) return Status::out_of_range;
      field = value.isTrue();
    } else if constexpr (std::is_integral_v<T>) {
      if (!value.isNumber()) return Status::out_of_range;
      return read_whole(value.as<double>(), field);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!value.isNumber()) return Status::out_of_range;
      field = static_cast<T>(value.as<double>());
    } else if constexpr (IsOptional<T>::value) {
      return read(value, field.emplace(), limit);
    } else if constexpr (IsVector<T>::value) {
      const double length = attn_number_array_length(value.as_handle());
      if (length < 0) return Status::out_of_range;
      if (length > limit) return Status::too_large;
      field.resize(static_cast<size_t>(length));
      return read_numbers(value, field.size(), field.data());
    } else if constexpr (IsMatrix<T>::value) {
      // {rows, columns, data}, data row by row
      if (!is_object(value)) return Status::out_of_range;
      const val rows = value["rows"], columns = value["columns"], data = value["data"];
      if (!rows.isNumber() || !columns.isNumber()) return Status::out_of_range;
      const double r = rows.as<double>(), c = columns.as<double>();
      const double length = attn_number_array_length(data.as_handle());
      if (length < 0 || !(r >= 0 && c >= 0 && r <= kMaxArrayLength && c <= kMaxArrayLength) || r != std::floor(r) || c != std::floor(c)) return Status::out_of_range;
      if (length > limit) return Status::too_large;
      if (r * c != length) return Status::shape_mismatch;
      field.resize(static_cast<Index>(r), static_cast<Index>(c));
      return read_numbers(data, static_cast<size_t>(length), field.data());
    } else {
      if (!is_object(value)) return Status::out_of_range;
      Reader nested(value);
      visit(nested, field);
      return nested.finish().status;
    }
    return Status::ok;
  }

  /// Numbers go straight to their place; whole numbers are checked on the way, because JavaScript would round them.
  template <class T>
  static Status read_numbers(const val& value, size_t length, T* to) {
    if constexpr (std::is_floating_point_v<T>) {
      copy_numbers(value, length, to);
    } else {
      std::vector<double> exact(length);
      copy_numbers(value, length, exact.data());
      for (size_t i = 0; i < length; ++i) {
        const Status status = read_whole(exact[i], to[i]);
        if (status != Status::ok) return status;
      }
    }
    return Status::ok;
  }

  template <class T>
  static Status read_whole(double number, T& field) {
    if (!std::isfinite(number)) return Status::not_finite;
    if (!(number >= static_cast<double>(std::numeric_limits<T>::min()) && number <= static_cast<double>(std::numeric_limits<T>::max()))) return Status::out_of_range;
    if (number != std::floor(number)) return Status::out_of_range;
    field = static_cast<T>(number);
    return Status::ok;
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
  void operator()(const char* name, T& field, double /*limit*/ = 0) {
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
  if (!is_object(request)) {
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
  answer.set("argument", camel_case(failure.argument));
  return answer;
}

}  // namespace attn::bindings
