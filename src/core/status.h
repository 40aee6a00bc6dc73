#pragma once
#include <memory>
#include <string_view>
#include <utility>

namespace attn {

/// The one list of what can go wrong. It makes the enum, the names and the numbers;
/// a test compares the TypeScript union in web/engine/abi.ts with what the module reports.
#define ATTN_STATUS_LIST(X)                                                                  \
  X(ok)                       /* the value is there */                                       \
  X(not_finite)               /* NaN or infinity where a finite number is needed */          \
  X(divisor_not_positive)     /* divisor ≤ 0 */                                            \
  X(divisor_out_of_range)     /* divisor so small or large that scores / divisor is lost */  \
  X(head_dim_out_of_range)    /* d_k outside 1 … 4096 */                                   \
  X(key_count_out_of_range)   /* n outside the operation's range */                          \
  X(query_count_out_of_range) /* n_q or the number of rows outside the operation's range */  \
  X(shape_mismatch)           /* matrices that do not fit together */                        \
  X(empty_input)              /* nothing to compute on */                                    \
  X(out_of_range)             /* another parameter outside its range; `argument` names it */ \
  X(too_large)                /* the request would need more memory or time than its cap */  \
  X(unknown_option)           /* a name that is not in its list */

enum class Status : int {
#define ATTN_STATUS_ENUM(name) name,
  ATTN_STATUS_LIST(ATTN_STATUS_ENUM)
#undef ATTN_STATUS_ENUM
};

inline constexpr std::string_view kStatusNames[] = {
#define ATTN_STATUS_NAME(name) #name,
    ATTN_STATUS_LIST(ATTN_STATUS_NAME)
#undef ATTN_STATUS_NAME
};

/// Names the status as written in the list.
constexpr std::string_view status_name(Status status) { return kStatusNames[static_cast<int>(status)]; }

/// What went wrong, and with which argument (its name in the contract; a string literal).
struct Failure {
  Status status = Status::ok;
  const char* argument = "";
};

/// A value, or the reason why there is none. `value()` may be read only where `ok()`.
/// The value lives on the heap: handing a result on moves a pointer, whatever is in it.
template <class T>
class Result {
 public:
  /// An empty value to be filled in place: `Result<X> answer; X& out = *answer; … return answer;`.
  Result() : value_(std::make_unique<T>()) {}
  Result(T&& value) : value_(std::make_unique<T>(std::move(value))) {}
  Result(const T& value) : value_(std::make_unique<T>(value)) {}
  Result(Failure failure) : failure_(failure) {}

  bool ok() const { return failure_.status == Status::ok; }
  explicit operator bool() const { return ok(); }
  Status status() const { return failure_.status; }
  const char* argument() const { return failure_.argument; }
  Failure failure() const { return failure_; }

  const T& value() const { return *value_; }
  T& value() { return *value_; }
  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return value_.get(); }

 private:
  Failure failure_{};
  std::unique_ptr<T> value_;
};

}  // namespace attn
