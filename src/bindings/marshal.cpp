#include "bindings/marshal.h"

#include <emscripten/bind.h>

#include <cmath>
#include <limits>
#include <type_traits>

// JavaScript's part, in boundary.js.
extern "C" {
void attn_open(emscripten::EM_VAL request);
emscripten::EM_VAL attn_close();
int attn_kind();
int attn_look(const char* name);
double attn_number();
bool attn_is_text(const char* text);
void attn_enter();
void attn_leave();
int attn_defined_fields();
double attn_numbers();
void attn_copy_in(int element, void* to, std::size_t count);
void attn_answer();
void attn_put_number(const char* name, double number);
void attn_put_flag(const char* name, bool flag);
void attn_put_text(const char* name, const char* text);
void attn_put_numbers(const char* name, int element, const void* from, std::size_t count);
void attn_put_open(const char* name, bool list);
}

namespace attn::bindings {
namespace {

/// What JavaScript calls a value; the order is that of boundary.js.
enum Kind { kUndefined, kNumber, kText, kFalse, kTrue, kObject, kOther };

Status whole_number(double number, double lowest, double highest) {
  if (!std::isfinite(number)) return Status::not_finite;
  return number >= lowest && number <= highest && number == std::floor(number) ? Status::ok : Status::out_of_range;
}

template <class T>
Status to_whole(double number, T& field) {
  const Status status = whole_number(number, static_cast<double>(std::numeric_limits<T>::min()), static_cast<double>(std::numeric_limits<T>::max()));
  if (status == Status::ok) field = static_cast<T>(number);
  return status;
}

}  // namespace

/// Copies the array that was looked at. Numbers go straight to their place; whole numbers are checked on the way, because
/// JavaScript would round them.
Status Fields::copy_numbers(Element element, std::size_t count, void* to) {
  if (element >= Element::float32) {
    if (count > 0) attn_copy_in(static_cast<int>(element), to, count);
    return Status::ok;
  }
  List<double> exact(count);
  copy_numbers(Element::float64, count, exact.data());
  for (std::size_t i = 0; i < count; ++i) {
    const auto each = [&](auto* place) { return to_whole(exact[i], place[i]); };
    const Status status = element == Element::uint8 ? each(static_cast<std::uint8_t*>(to))
                        : element == Element::int32 ? each(static_cast<int*>(to))
                                                    : each(static_cast<std::uint32_t*>(to));
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

/// Looks at a field of a request and counts it where it is there; nothing is looked at after a failure.
int Fields::look(const char* name) {
  if (failure_.status != Status::ok) return kUndefined;
  const int kind = attn_look(name);
  if (kind != kUndefined) ++present_;
  return kind;
}

void Fields::fail(Status status, const char* name) {
  if (status != Status::ok) failure_ = {status, name};
}

void Fields::operator()(const char* name, bool& field) {
  if (writing_) return attn_put_flag(name, field);
  const int kind = look(name);
  if (kind == kTrue || kind == kFalse)
    field = kind == kTrue;
  else if (kind != kUndefined)
    fail(Status::out_of_range, name);
}

template <class T>
void Fields::whole(const char* name, T& field) {
  if (writing_) return attn_put_number(name, static_cast<double>(field));
  const int kind = look(name);
  if (kind != kUndefined) fail(kind == kNumber ? to_whole(attn_number(), field) : Status::out_of_range, name);
}

void Fields::operator()(const char* name, int& field) { whole(name, field); }
void Fields::operator()(const char* name, std::uint32_t& field) { whole(name, field); }

void Fields::operator()(const char* name, double& field) {
  if (writing_) return attn_put_number(name, field);
  const int kind = look(name);
  if (kind == kNumber)
    field = attn_number();
  else if (kind != kUndefined)
    fail(Status::out_of_range, name);
}

void Fields::operator()(const char* name, std::optional<double>& field) {
  const int kind = look(name);
  if (kind == kNumber)
    field = attn_number();
  else if (kind != kUndefined)
    fail(Status::out_of_range, name);
}

void Fields::array(const char* name, Bytes& field, Element element, int limit) {
  constexpr std::size_t kSize[] = {1, 4, 4, 4, 8};
  const std::size_t size = kSize[static_cast<int>(element)];
  if (writing_) return attn_put_numbers(name, static_cast<int>(element), field.bytes(), field.byte_count() / size);
  if (look(name) == kUndefined) return;
  const double length = attn_numbers();
  if (length < 0) return fail(Status::out_of_range, name);
  if (length > limit) return fail(Status::too_large, name);
  const auto count = static_cast<std::size_t>(length);
  field.resize_bytes(count * size);
  fail(copy_numbers(element, count, field.bytes()), name);
}

void Fields::matrix(const char* name, void* field, const MatrixKind& kind, int limit) {
  if (writing_) {
    const MatrixView view = kind.view(field);
    attn_put_open(name, false);
    attn_put_number("rows", static_cast<double>(view.rows));
    attn_put_number("columns", static_cast<double>(view.columns));
    attn_put_numbers("data", static_cast<int>(kind.element), view.data, static_cast<std::size_t>(view.rows * view.columns));
    return attn_leave();
  }
  const int found = look(name);
  if (found == kUndefined) return;
  if (found != kObject) return fail(Status::out_of_range, name);
  attn_enter();
  const auto read = [&] {
    if (attn_look("rows") != kNumber) return Status::out_of_range;
    const double rows = attn_number();
    if (attn_look("columns") != kNumber) return Status::out_of_range;
    const double columns = attn_number();
    attn_look("data");
    const double length = attn_numbers();
    if (length < 0 || whole_number(rows, 0, kMaxArrayLength) != Status::ok || whole_number(columns, 0, kMaxArrayLength) != Status::ok)
      return Status::out_of_range;
    if (length > limit) return Status::too_large;
    if (rows * columns != length) return Status::shape_mismatch;
    kind.resize(field, static_cast<Index>(rows), static_cast<Index>(columns));
    return copy_numbers(kind.element, static_cast<std::size_t>(length), kind.view(field).data);
  };
  fail(read(), name);
  attn_leave();
}

Fields::Inner Fields::enter(const char* name) {
  if (writing_) {
    attn_put_open(name, false);
    return {true, 0};
  }
  const int kind = look(name);
  if (kind != kUndefined && kind != kObject) fail(Status::out_of_range, name);
  if (kind != kObject) return {};
  attn_enter();
  const Inner inner{true, present_};
  present_ = 0;
  return inner;
}

void Fields::leave(const char* name, const Inner& inner) {
  if (!writing_) {
    fail(finish().status, name);
    present_ = inner.present;
  }
  attn_leave();
}

int Fields::option_place(const char* name, int place, const std::string_view* names, std::size_t count) {
  if (writing_) {
    attn_put_text(name, names[place].data());
    return place;
  }
  const int kind = look(name);
  if (kind == kUndefined) return place;
  if (kind == kText)
    for (std::size_t i = 0; i < count; ++i)
      if (attn_is_text(names[i].data())) return static_cast<int>(i);
  fail(Status::unknown_option, name);
  return place;
}

void Fields::names(const char* name, const std::string_view* first, std::size_t count) {
  attn_put_open(name, true);
  for (std::size_t i = 0; i < count; ++i) attn_put_text(nullptr, first[i].data());
  attn_leave();
}

void Fields::text(const char* name, std::string_view text) { attn_put_text(name, text.data()); }

void Fields::opens(const char* name, bool list) { attn_put_open(name, list); }
void Fields::closes() { attn_leave(); }

Failure Fields::finish() const {
  if (failure_.status != Status::ok) return failure_;
  return attn_defined_fields() == present_ ? Failure{} : Failure{Status::unknown_option, "request"};
}

Failure read_request(void* request, void (*description)(Fields& field, void* place)) {
  if (attn_kind() != kObject) return {Status::unknown_option, "request"};
  Fields reader(Fields::Direction::read);
  description(reader, request);
  return reader.finish();
}

void write_value(void* value, void (*description)(Fields& field, void* place)) {
  answer_value_opens();
  Fields writer(Fields::Direction::write);
  description(writer, value);
  answer_value_closes();
}

void answer_opens() { attn_answer(); }

void answer_value_opens() {
  attn_answer();
  attn_put_open("value", false);
}

void answer_value_closes() { attn_leave(); }

/// The argument is named as JavaScript does: head_dim → headDim.
void answer_status(Failure failure) {
  char name[64] = {};
  std::size_t length = 0;
  bool raise = false;
  for (const char* letter = failure.argument; *letter != 0 && length + 1 < sizeof name; ++letter) {
    if (*letter != '_') name[length++] = raise && *letter >= 'a' && *letter <= 'z' ? static_cast<char>(*letter - 'a' + 'A') : *letter;
    raise = *letter == '_';
  }
  attn_answer();
  attn_put_number("status", static_cast<int>(failure.status));
  attn_put_text("argument", name);
}

emscripten::val answer(const emscripten::val& request, void (*run)()) {
  attn_open(request.as_handle());
  run();
  return emscripten::val::take_ownership(attn_close());
}

Operations::Operations(std::initializer_list<Operation> operations) {
  for (const Operation& operation : operations) emscripten::function(operation.name, operation.entry);
}

}  // namespace attn::bindings
