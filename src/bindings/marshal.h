#pragma once
// The only copying between JavaScript and C++. A struct is described once, by a function
//   template <class Visitor> void visit(Visitor& field, SaturationQuery& query) { field("headDim", query.head_dim); … }
// next to its binding; the same description, compiled once, reads requests and writes results. All work is done by the few
// functions of marshal.cpp: one call a field is all that an operation adds to the module's weight.
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/list.h"
#include "core/matrix.h"
#include "core/status.h"

namespace attn::bindings {

/// No array of a request may be longer (2²⁴ numbers, 64 MiB as float32): checked before memory is taken.
inline constexpr int kMaxArrayLength = 1 << 24;

/// The element types of arrays; the order is that of boundary.js.
enum class Element { uint8, int32, uint32, float32, float64 };
template <class T>
constexpr Element element_of() {
  return std::is_same_v<T, std::uint8_t>  ? Element::uint8
       : std::is_same_v<T, int>           ? Element::int32
       : std::is_same_v<T, std::uint32_t> ? Element::uint32
       : std::is_same_v<T, float>         ? Element::float32
                                          : Element::float64;
}

/// What is done with a matrix whose element type is known by name only.
struct MatrixView {
  void* data;
  Index rows, columns;
};
struct MatrixKind {
  Element element;
  MatrixView (*view)(void* matrix);
  void (*resize)(void* matrix, Index rows, Index columns);
};

/// Reads the fields of one JavaScript object, or writes them into a new one.
/// Reading: a field that is undefined keeps the struct's default; a field of the wrong type, and a key that the struct does not
/// have, is a failure that names it. Requests are plain data (the worker gets them by structured clone): a getter that throws is not caught.
class Fields {
 public:
  enum class Direction { read, write };
  explicit Fields(Direction direction) : writing_(direction == Direction::write) {}

  void operator()(const char* name, bool& field);
  void operator()(const char* name, int& field);
  void operator()(const char* name, std::uint32_t& field);
  void operator()(const char* name, double& field);
  void operator()(const char* name, std::optional<double>& field);

  /// `limit` is the longest array that the operation takes; a longer one is refused before memory is taken for it.
  template <class T, class Limit = int>
  void operator()(const char* name, List<T>& field, Limit limit = kMaxArrayLength) {
    array(name, field, element_of<T>(), static_cast<int>(limit));
  }
  /// A matrix crosses as {rows, columns, data}, data row by row.
  template <class T, class Limit = int>
  void operator()(const char* name, MatrixOf<T>& field, Limit limit = kMaxArrayLength) {
    static constexpr MatrixKind kKind{element_of<T>(),
                                      [](void* place) -> MatrixView {
                                        auto& matrix = *static_cast<MatrixOf<T>*>(place);
                                        return {matrix.data(), matrix.rows(), matrix.cols()};
                                      },
                                      [](void* place, Index rows, Index columns) { static_cast<MatrixOf<T>*>(place)->resize(rows, columns); }};
    matrix(name, &field, kKind, static_cast<int>(limit));
  }

  /// A struct within a struct.
  template <class Struct>
  void operator()(const char* name, Struct& field) {
    const Inner inner = enter(name);
    if (!inner.entered) return;
    visit(*this, field);
    leave(name, inner);
  }

  /// An enum that crosses the boundary by its name; the order of `names` is the order of the enum.
  template <class Enum, std::size_t N>
  void option(const char* name, Enum& field, const std::string_view (&names)[N]) {
    field = static_cast<Enum>(option_place(name, static_cast<int>(field), names, N));
  }

  /// A list of names; results only.
  void names(const char* name, const std::string_view* first, std::size_t count);
  void text(const char* name, std::string_view text);

  /// A list of structs; results only.
  template <class List>
  void list(const char* name, const List& items) {
    opens(name, true);
    for (auto item : items) {
      opens(nullptr, false);
      visit(*this, item);
      closes();
    }
    closes();
  }

  /// The first failure; also when the object has a key that no field described.
  Failure finish() const;

 private:
  struct Inner {
    bool entered = false;
    int present = 0;
  };
  Inner enter(const char* name);
  void leave(const char* name, const Inner& inner);
  int look(const char* name);
  static void opens(const char* name, bool list);
  static void closes();
  void fail(Status status, const char* name);
  int option_place(const char* name, int place, const std::string_view* names, std::size_t count);
  template <class T>
  void whole(const char* name, T& field);
  void array(const char* name, Bytes& field, Element element, int limit);
  void matrix(const char* name, void* field, const MatrixKind& kind, int limit);
  static Status copy_numbers(Element element, std::size_t count, void* to);

  bool writing_;
  int present_ = 0;
  Failure failure_{};
};

/// The answer as a whole, and the part of it that is called `value`; answer_status ends an operation's answer.
void answer_opens();
void answer_value_opens();
void answer_value_closes();
void answer_status(Failure failure);

template <class Function>
struct Signature;
template <class Value, class Request>
struct Signature<Result<Value> (*)(const Request&)> {
  using RequestType = Request;
};

/// A struct's description, for a struct known by its address only.
template <class Struct>
void visit_at(Fields& field, void* place) {
  visit(field, *static_cast<Struct*>(place));
}
/// Reads the request into a struct; writes a struct as the answer's `value`.
Failure read_request(void* request, void (*description)(Fields& field, void* place));
void write_value(void* value, void (*description)(Fields& field, void* place));

/// Calls a core operation `Result<Value> operation(const Request&)` with a JavaScript object and answers
/// `{status, argument, value}`; `value` is there only where status is 0.
template <auto operation>
void call() {
  using Request = typename Signature<decltype(operation)>::RequestType;
  Request request{};
  Failure failure = read_request(&request, visit_at<Request>);
  if (failure.status == Status::ok) {
    auto result = operation(request);
    failure = result.failure();
    if (result.ok()) write_value(&result.value(), visit_at<std::remove_reference_t<decltype(*result)>>);
  }
  answer_status(failure);
}

/// What embind calls: opens the request, runs the operation, hands out the answer.
emscripten::val answer(const emscripten::val& request, void (*run)());

template <void (*run)()>
emscripten::val entry(emscripten::val request) {
  return answer(request, run);
}

/// Makes operations functions of the module, through embind; one static object a binding file lists its operations. All have one
/// signature, so embind's templates are there once.
struct Operation {
  const char* name;
  emscripten::val (*entry)(emscripten::val request);
};
struct Operations {
  Operations(std::initializer_list<Operation> operations);
};

}  // namespace attn::bindings
