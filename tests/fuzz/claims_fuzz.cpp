// Any numbers under any claim's rule: a status with the argument's name, or one of the five verdicts.
#include "core/claims.h"
#include "fuzz/byte_reader.h"

using attn_test::ByteReader;
using attn_test::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader bytes(data, size);
  attn::JudgeClaimRequest request;
  request.id = bytes.whole(0, 36);
  const bool known = request.id >= 1 && request.id <= 34;
  const size_t count =
      known && bytes.take<std::uint8_t>() % 8 != 0 ? attn::claims()[static_cast<size_t>(request.id) - 1].numbers.size() : bytes.take<std::uint8_t>() % 8;
  const bool plain = bytes.take<std::uint8_t>() % 4 != 0;
  for (size_t i = 0; i < count; ++i) {
    request.values.push_back(plain ? static_cast<double>(bytes.take<std::int16_t>()) / 256.0 : bytes.take<double>());
    request.errors.push_back(plain ? static_cast<double>(bytes.take<std::uint8_t>()) / 256.0 : bytes.take<double>());
  }
  const auto judged = attn::judge_claim(request);
  if (!judged.ok()) {
    require(*judged.argument() != '\0');
    return 0;
  }
  const int verdict = static_cast<int>(judged->verdict);
  require(verdict >= 0 && verdict < static_cast<int>(std::size(attn::kVerdictNames)));
  return 0;
}
