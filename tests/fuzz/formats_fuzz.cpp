// Rounding, softmax, attention rows and measured shares in four formats, on any bit patterns.
#include <cmath>

#include "core/overflow_share.h"
#include "core/overflow_thresholds.h"
#include "fuzz/byte_reader.h"

using namespace attn;
using attn_test::ByteReader;
using attn_test::require;

namespace {

void fuzz_rounding(double x, FormatName name) {
  const NumberFormat format = number_format(name);
  const double rounded = round_to_format(x, format);
  if (std::isnan(x)) return require(std::isnan(rounded));
  require(round_to_format(rounded, format) == rounded);
  require(round_to_format(-x, format) == -rounded);
  if (name == FormatName::float32) require(rounded == static_cast<double>(static_cast<float>(x)));
  if (!(std::fabs(x) <= format.max_finite())) return;
  const double below = floor_to_format(x, format), above = next_in_format(x, format);
  require(below <= x && x < above);
  require(rounded == below || rounded == above);
}

FormatArithmetic take_arithmetic(ByteReader& bytes) {
  FormatArithmetic arithmetic;
  arithmetic.format = static_cast<FormatName>(bytes.take<std::uint8_t>() % 4);
  arithmetic.algorithm = static_cast<SoftmaxAlgorithm>(bytes.take<std::uint8_t>() % 3);
  arithmetic.sum = static_cast<Accumulation>(bytes.take<std::uint8_t>() % 2);
  return arithmetic;
}

void fuzz_softmax(ByteReader bytes) {
  FormatSoftmaxRequest request;
  request.arithmetic = take_arithmetic(bytes);
  const Index rows = bytes.take<std::uint8_t>() % 4, columns = bytes.take<std::uint8_t>() % 20;
  const bool any_pattern = bytes.take<std::uint8_t>() % 2 == 0;
  request.logits.resize(rows, columns);
  for (Index i = 0; i < request.logits.size(); ++i)
    request.logits.data()[i] = any_pattern ? bytes.take<double>() : static_cast<double>(bytes.take<std::int8_t>());
  for (Index i = 0; i < request.logits.size(); ++i) fuzz_rounding(request.logits.data()[i], request.arithmetic.format);
  const auto result = format_softmax(request);
  if (!result.ok()) return;
  const NumberFormat format = number_format(request.arithmetic.format);
  for (Index i = 0; i < rows; ++i) {
    const auto r = static_cast<size_t>(i);
    bool nan = false;
    for (Index j = 0; j < columns; ++j) {
      const double weight = result->weights(i, j);
      nan = nan || std::isnan(weight);
      require(std::isnan(weight) || (weight >= 0 && round_to_format(weight, format) == weight));
      if (request.logits(i, j) == -INFINITY) require(!(weight > 0));
    }
    require(nan == (result->any_nan[r] != 0));
    if (request.arithmetic.algorithm == SoftmaxAlgorithm::naive || result->logit_inf[r] != 0) continue;
    require(!nan && result->any_exp_inf[r] == 0 && result->sum_inf[r] == 0);
  }
}

void fuzz_row(ByteReader bytes) {
  FormatAttentionRequest request;
  request.arithmetic = take_arithmetic(bytes);
  request.order = static_cast<ScaleOrder>(bytes.take<std::uint8_t>() % 3);
  request.dot = static_cast<Accumulation>(bytes.take<std::uint8_t>() % 2);
  const auto kind = bytes.take<std::uint8_t>();
  if (kind % 2 == 0) request.divisor = kind % 4 == 0 ? bytes.take<double>() : bytes.take<std::uint16_t>() * 0x1p-6;
  request.query.resize(kind % 7);
  request.key.resize(bytes.take<std::uint8_t>() % 5, kind % 16 == 1 ? 3 : static_cast<Index>(request.query.size()));
  for (double& entry : request.query) entry = kind < 64 ? bytes.take<double>() : bytes.take<std::int16_t>() * 0x1p-5;
  for (Index i = 0; i < request.key.size(); ++i) request.key.data()[i] = kind < 64 ? bytes.take<double>() : bytes.take<std::int16_t>() * 0x1p-5;
  const auto row = format_attention_row(request);
  if (!row.ok()) return;
  require(row->weights.size() == static_cast<size_t>(request.key.rows()));
  for (const double logit : row->logits) require(!std::isnan(logit));
}

void fuzz_share(ByteReader bytes) {
  OverflowShareRequest request;
  request.arithmetic = take_arithmetic(bytes);
  request.order = static_cast<ScaleOrder>(bytes.take<std::uint8_t>() % 3);
  request.head_dim = bytes.whole(0, 40);
  request.key_count = bytes.whole(0, 20);
  request.rows = bytes.whole(0, 10);
  request.seed = bytes.take<std::uint32_t>();
  const auto kind = bytes.take<std::uint8_t>();
  if (kind % 2 == 0) request.divisor = bytes.take<double>();
  if (kind % 4 == 0) request.entry_std = bytes.take<std::uint16_t>() * 0x1p-6;
  request.budget = kind % 8 == 0 ? bytes.take<double>() : bytes.take<std::uint16_t>();
  if (request.rows > 1000 || request.key_count > 500) return;  // right, but slow
  const auto result = overflow_share(request);
  if (!result.ok()) return;
  for (const RowShare& share : {result->score_inf, result->exp_inf, result->sum_inf, result->nan, result->any, result->flushed_weights})
    require(share.share >= 0 && share.share <= 1 && share.error >= 0 && share.error <= 1);
  require(result->any.share >= result->nan.share);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader bytes(data, size);
  fuzz_rounding(bytes.take<double>(), static_cast<FormatName>(bytes.take<std::uint8_t>() % 4));
  switch (bytes.take<std::uint8_t>() % 3) {
    case 0: fuzz_softmax(bytes); break;
    case 1: fuzz_row(bytes); break;
    default: fuzz_share(bytes);
  }
  return 0;
}
