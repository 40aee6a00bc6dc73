#include "core/status.h"

#include "support/catch.h"

TEST_CASE("every status has the name that stands in the list") {
  CHECK(attn::status_name(attn::Status::ok) == "ok");
  CHECK(attn::status_name(attn::Status::unknown_option) == "unknown_option");
  CHECK(std::size(attn::kStatusNames) == static_cast<size_t>(attn::Status::unknown_option) + 1);
}

TEST_CASE("a result carries either a value or a status with the argument's name") {
  const attn::Result<int> good(3);
  const attn::Result<int> bad(attn::Failure{attn::Status::not_finite, "divisor"});
  CHECK(good.ok());
  CHECK(*good == 3);
  CHECK_FALSE(bad.ok());
  CHECK(bad.status() == attn::Status::not_finite);
  CHECK(std::string_view(bad.argument()) == "divisor");
}
