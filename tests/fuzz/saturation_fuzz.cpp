// Any request to the saturation theory gives a status or finite values within their bounds.
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/elementary.h"
#include "core/jacobian_limits.h"
#include "core/saturation_theory.h"
#include "core/special_functions.h"
#include "fuzz/byte_reader.h"

using attn_test::ByteReader;
using attn_test::require;

namespace {

void check_weights(const std::vector<double>& weights, int key_count) {
  for (const double w : weights) require(w >= (1.0 - 1e-8) / key_count && w <= 1.0 + 1e-12);
}

void check_within(const std::vector<double>& values, double high) {
  for (const double v : values) require(v >= 0.0 && v <= high * (1.0 + 1e-8));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  ByteReader bytes(data, size);
  const std::uint8_t kind = bytes.take<std::uint8_t>();
  const int head_dim = bytes.whole(1, 4096), key_count = bytes.whole(2, 4095);
  std::vector<double> numbers;
  while (bytes.left() > 0 && numbers.size() < 2) numbers.push_back(kind & 4 ? attn::exp_d(bytes.take<std::int16_t>() / 1500.0) : bytes.take<double>());
  switch (kind & 3) {
    case 0: {
      const auto theory = attn::saturation_theory({head_dim, key_count, numbers});
      if (!theory.ok()) break;
      require(theory->max_weight.size() == numbers.size());
      check_weights(theory->max_weight, key_count);
      check_within(theory->entropy, attn::log_d(key_count));
      break;
    }
    case 1: {
      const auto result = attn::saturation_at_sigma({key_count, numbers});
      if (!result.ok()) break;
      check_weights(result->max_weight, key_count);
      check_weights(result->sum_squares, key_count);
      check_within(result->entropy, attn::log_d(key_count));
      check_within(result->jacobian_trace, 1.0 - 1.0 / key_count);
      check_within(result->jacobian_squares, 0.25);
      for (const double v : result->log_sum) require(std::isfinite(v) && v >= attn::log_d(key_count) * (1.0 - 1e-8));
      break;
    }
    case 2: {
      const auto limits = attn::jacobian_limits({key_count, numbers});
      if (!limits.ok()) break;
      for (const auto* values : {&limits->trace_above, &limits->squares_above, &limits->entropy_below, &limits->sum_squares_below, &limits->sum_squares_frozen})
        for (const double v : *values) require(std::isfinite(v) && v >= 0.0);
      break;
    }
    default: {
      const int count = key_count > 2000 ? 1 + key_count % 2000 : key_count;
      for (const double d : numbers) {
        const double cdf = attn::ks_cdf(count, d), sf = attn::ks_sf(count, d);
        if (count < 1 || std::isnan(d)) {
          require(std::isnan(cdf) && std::isnan(sf));
        } else {
          require(cdf >= 0.0 && cdf <= 1.0 && sf >= 0.0 && sf <= 1.0 && std::fabs(cdf + sf - 1.0) < 1e-12);
        }
      }
    }
  }
  return 0;
}
