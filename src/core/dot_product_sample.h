#pragma once
// Sampled dot products, beside what the exact law says of them.
#include <cstdint>
#include <string_view>

#include "core/dot_product_moments.h"
#include "core/entry_laws.h"
#include "core/list.h"
#include "core/moments.h"
#include "core/status.h"

namespace attn {

/// The law that a sample is compared with: that of q·k for independent normal entries of spread entry_std (the null
/// hypothesis of section 3.4), or the normal law of the same variance.
enum class ComparedLaw { exact, normal };
inline constexpr std::string_view kComparedLawNames[] = {"exact", "normal"};

/// Numbers one request may draw; above it `too_large`, so that a request ends within about a second.
inline constexpr double kMaxNumbersDrawn = 1.0e8;
inline constexpr int kMaxPairs = 100000;

/// Asks for a sample of logits q·k/divisor, each from its own pair of vectors.
struct DotProductSampleRequest {
  EntryAssumptions assumptions;
  int head_dim = 64;
  int pairs = 4000;  // 2 … 100,000
  std::uint32_t seed = 1;
  double divisor = 1.0;
  ComparedLaw compared_with = ComparedLaw::exact;
  /// Equal bins from low to high; none for 0.
  int bins = 0;
  double histogram_low = -1.0, histogram_high = 1.0;
  /// How many of the logits are handed back, in the order drawn.
  int keep = 0;
};

/// Everything is of the logits, after the division.
struct DotProductSample {
  MomentSummary moments;
  TheoryMoments theory;
  double ks_distance = 0.0, ks_p_value = 1.0;
  List<double> counts;  // one a bin
  double below = 0.0, above = 0.0;
  List<double> logits;  // the first `keep`
  double numbers_drawn = 0.0;
};

/// Draws pairs and describes their dot products: moments with standard errors, theory, histogram, Kolmogorov–Smirnov test.
/// Units: nats
/// Errors: head_dim_out_of_range; query_count_out_of_range "pairs"; not_finite, divisor_not_positive, divisor_out_of_range;
///   out_of_range (a field of the assumptions, "bins", "histogram_low", "keep"); too_large "pairs" above 10⁸ numbers
/// Edge: a bin holds low ≤ x < high, the last one also x = histogram_high
/// Cost: 4,000 pairs at d = 64 about 10 ms; a changed divisor leaves the raw scores bit-identical
Result<DotProductSample> dot_product_sample(const DotProductSampleRequest& request);

/// Asks for rows: one query, `key_count` keys, of which all or only the first correlate with it.
struct DotProductRowsRequest {
  EntryAssumptions assumptions;
  int head_dim = 64;
  int rows = 1000;     // 2 … 100,000
  int key_count = 64;  // 2 … 4096
  std::uint32_t seed = 1;
  double divisor = 8.0;
  bool all_keys = true;
};

/// Everything is of the logits; errors are over rows.
struct DotProductRows {
  double row_variance = 0.0, row_variance_error = 0.0;  // mean over rows of the unbiased variance within a row
  double row_variance_theory = 0.0;
  bool row_variance_known = false;
  double total_variance = 0.0;                          // over all rows and keys
  double max_weight = 0.0, max_weight_error = 0.0;      // after softmax
  double first_weight = 0.0, first_weight_error = 0.0;  // of the first key, the one that may correlate alone
  double numbers_drawn = 0.0;
};

/// Measures how far the scores within one row spread, which is all that softmax sees.
/// Errors: as dot_product_sample; query_count_out_of_range "rows"; key_count_out_of_range
/// Cost: 64 rows of 64 keys at d = 64 about 10 ms
Result<DotProductRows> dot_product_rows(const DotProductRowsRequest& request);

}  // namespace attn
