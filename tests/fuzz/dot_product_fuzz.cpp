// Feeds arbitrary requests to the dot product's law, its samples and the overflow probabilities.
// Whatever the bytes say, an operation answers with a status, or with values that are no NaN.
#include <cmath>
#include <cstdint>

#include "core/dot_product_law.h"
#include "core/dot_product_sample.h"
#include "core/overflow_probability.h"
#include "fuzz/byte_reader.h"

namespace {

using attn_test::require;

/// A quarter of the time any bits at all, otherwise a number of ordinary size.
struct Bytes : attn_test::ByteReader {
  using ByteReader::ByteReader;
  double number() { return take<std::uint8_t>() % 4 == 3 ? take<double>() : 1.0 + take<std::int16_t>() / 256.0; }
  int integer(int ordinary) { return take<std::uint8_t>() % 4 == 3 ? take<std::int32_t>() : 1 + take<std::uint16_t>() % ordinary; }
};

void require_numbers(const std::vector<double>& values) {
  for (const double value : values) require(!std::isnan(value));
}

attn::EntryAssumptions assumptions(Bytes& bytes) {
  attn::EntryAssumptions result;
  result.entries = static_cast<attn::EntryLaw>(bytes.take<std::uint8_t>() % 6);
  result.normalisation = static_cast<attn::Normalisation>(bytes.take<std::uint8_t>() % 3);
  const auto which = bytes.take<std::uint8_t>();
  if (which & 1) result.entry_std = bytes.number();
  if (which & 2) result.mean_query = bytes.number();
  if (which & 4) result.mean_key = bytes.number();
  if (which & 8) result.correlation = bytes.number() / 64.0;
  if (which & 16) result.within_correlation = bytes.number() / 128.0;
  return result;
}

void law(Bytes& bytes) {
  attn::DotProductLawRequest request;
  request.head_dim = bytes.integer(4096);
  request.divisor = bytes.number();
  for (int i = 0; i < 4; ++i) request.x.push_back(bytes.number());
  const auto result = attn::dot_product_law(request);
  if (!result.ok()) return;
  for (const auto* values : {&result->pdf, &result->log_pdf, &result->cdf, &result->sf, &result->log_sf}) require_numbers(*values);
  for (const double p : result->cdf) require(p >= 0 && p <= 1);
  for (const double p : result->sf) require(p >= 0 && p <= 1 + 1e-12);
  require(result->ks_distance > 0 && result->ks_distance < 0.11);
}

void sample(Bytes& bytes) {
  attn::DotProductSampleRequest request;
  request.assumptions = assumptions(bytes);
  request.head_dim = bytes.integer(300);
  request.pairs = 1 + bytes.integer(60) % 200000;
  request.seed = bytes.take<std::uint32_t>();
  request.divisor = bytes.number();
  request.compared_with = static_cast<attn::ComparedLaw>(bytes.take<std::uint8_t>() % 2);
  request.bins = bytes.integer(40);
  request.histogram_low = bytes.number();
  request.histogram_high = request.histogram_low + bytes.number();
  request.keep = bytes.integer(100);
  if (static_cast<double>(request.pairs) * request.head_dim > 1e5) return;
  const auto result = attn::dot_product_sample(request);
  if (!result.ok()) return;
  const auto& moments = result->moments;
  require_numbers({moments.mean, moments.mean_error, moments.variance, moments.variance_error, moments.excess_kurtosis, moments.excess_kurtosis_error,
                   result->theory.mean, result->theory.variance, result->theory.excess_kurtosis});
  require(moments.variance >= 0 && result->theory.variance >= 0);
  require(result->ks_distance >= 0 && result->ks_distance <= 1);
  require(result->ks_p_value >= 0 && result->ks_p_value <= 1);
  double counted = result->below + result->above;
  for (const double count : result->counts) counted += count;
  require(request.bins == 0 || counted == request.pairs);
}

void rows(Bytes& bytes) {
  attn::DotProductRowsRequest request;
  request.assumptions = assumptions(bytes);
  request.head_dim = bytes.integer(100);
  request.rows = 1 + bytes.integer(8) % 200000;
  request.key_count = 1 + bytes.integer(12) % 10000;
  request.seed = bytes.take<std::uint32_t>();
  request.divisor = bytes.number();
  request.all_keys = bytes.take<std::uint8_t>() % 2 == 0;
  if (static_cast<double>(request.rows) * request.head_dim * request.key_count > 1e5) return;
  const auto result = attn::dot_product_rows(request);
  if (!result.ok()) return;
  require_numbers({result->row_variance, result->row_variance_error, result->row_variance_theory, result->total_variance, result->first_weight});
  require(result->row_variance >= 0 && result->row_variance_theory >= 0);
  require(result->max_weight > 0 && result->max_weight <= 1 + 1e-12);
}

void overflow(Bytes& bytes) {
  attn::OverflowRequest request;
  request.head_dim = bytes.integer(4096);
  request.key_count = bytes.integer(5000);
  request.format = static_cast<attn::FormatName>(bytes.take<std::uint8_t>() % 4);
  request.entry_std = bytes.number();
  for (int i = 0; i < 2; ++i) request.divisors.push_back(bytes.number());
  if (const auto result = attn::overflow_probability(request); result.ok())
    for (std::size_t i = 0; i < 2; ++i) {
      require(std::isfinite(result->log10_score[i]) && std::isfinite(result->log10_row[i]));
      require(result->row[i] >= 0 && result->row[i] <= 1 + 1e-9);
      require(result->log10_row[i] >= result->log10_score[i] - 1e-6 * (1 + std::fabs(result->log10_score[i]) * 1e-6));
    }
  const auto raw = attn::raw_overflow({request.head_dim, attn::FormatName::float16, request.entry_std, request.divisors[0]});
  if (raw.ok()) require(std::isfinite(raw->log10_raw) && std::isfinite(raw->log10_scaled_first));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  switch (bytes.take<std::uint8_t>() % 4) {
    case 0: law(bytes); break;
    case 1: sample(bytes); break;
    case 2: rows(bytes); break;
    default: overflow(bytes); break;
  }
  return 0;
}
