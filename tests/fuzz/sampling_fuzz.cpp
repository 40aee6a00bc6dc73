// Any request to the sampling operations gives a status or finite numbers within their bounds.
#include <cmath>

#include "core/attention_row.h"
#include "core/saturation_sample.h"
#include "fuzz/byte_reader.h"

using attn_test::ByteReader;
using attn_test::require;

namespace {

double divisor_from(ByteReader& bytes) {
  switch (bytes.take<std::uint8_t>() % 4) {
    case 0: return bytes.take<double>();
    case 1: return std::ldexp(1.0, bytes.take<std::uint8_t>() % 80 - 40);
    default: return 0.25 * (1 + bytes.take<std::uint16_t>());
  }
}

void check_row(double max_weight, double entropy, double effective_keys, int key_count) {
  const double n = key_count;
  require(max_weight >= (1 - 1e-5) / n && max_weight <= 1);
  require(entropy >= 0 && entropy <= std::log(n) + 1e-5);
  require(effective_keys >= 1 && effective_keys <= n * (1 + 1e-5));
}

void fuzz_row(ByteReader& bytes) {
  attn::AttentionRowRequest request;
  request.head_dim = bytes.whole(1, 600);
  request.key_count = bytes.whole(2, 300);
  request.seed = bytes.take<std::uint32_t>();
  request.row = bytes.take<std::uint32_t>();
  request.divisor = divisor_from(bytes);
  const auto result = attn::attention_row(request);
  if (!result.ok()) return;
  double sum = 0;
  for (const float score : result->scores) require(std::isfinite(score));
  for (const float weight : result->weights) {
    require(weight >= 0 && weight <= 1);
    sum += weight;
  }
  require(result->weights.size() == static_cast<size_t>(request.key_count) && std::fabs(sum - 1) < 1e-6);
  check_row(result->max_weight, result->entropy, result->effective_keys, request.key_count);
}

void fuzz_sample(ByteReader& bytes) {
  attn::SaturationSampleRequest request;
  request.head_dim = bytes.whole(1, 200);
  request.key_count = bytes.whole(2, 40);
  request.seed = bytes.take<std::uint32_t>();
  request.budget = bytes.take<std::uint8_t>() % 8 == 0 ? bytes.take<double>() : bytes.take<std::uint16_t>();
  request.min_rows = bytes.whole(2, 20);
  request.max_rows = bytes.whole(20, 40);
  // Valid but long requests would only make the fuzzer slow.
  if (request.min_rows >= 2 && request.min_rows <= attn::kMaxSampleRows) request.min_rows = 2 + request.min_rows % 20;
  if (request.max_rows >= 2 && request.max_rows <= attn::kMaxSampleRows) request.max_rows = 2 + request.max_rows % 60;
  const int divisor_count = bytes.take<std::uint8_t>() % 32 == 0 ? 300 : bytes.take<std::uint8_t>() % 5;
  for (int i = 0; i < divisor_count; ++i) request.divisors.push_back(divisor_from(bytes));
  const auto result = attn::saturation_sample(request);
  if (!result.ok()) return;
  require(result->rows >= request.min_rows && result->rows <= request.max_rows);
  require(std::isfinite(result->score_mean) && result->score_variance >= 0 && std::isfinite(result->score_variance));
  for (size_t i = 0; i < request.divisors.size(); ++i) {
    check_row(result->max_weight_mean[i], result->entropy_mean[i], result->effective_keys_mean[i], request.key_count);
    for (const double error : {result->max_weight_error[i], result->entropy_error[i], result->effective_keys_error[i]})
      require(error >= 0 && std::isfinite(error));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader bytes(data, size);
  if (bytes.take<std::uint8_t>() % 2 == 0)
    fuzz_row(bytes);
  else
    fuzz_sample(bytes);
  return 0;
}
