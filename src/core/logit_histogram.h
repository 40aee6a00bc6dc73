#pragma once
#include <cstdint>
#include <optional>

#include "core/list.h"
#include "core/matrix.h"

namespace attn {

/// Moments of the logits that are not masked.
struct LogitMoments {
  double count = 0;
  double mean = 0;
  double variance = 0;
  double excess_kurtosis = 0;
  double smallest = 0;
  double largest = 0;
};

/// Counts of logits by value; masked ones are left out, those outside [low, high] are counted apart.
struct LogitHistogram {
  double low = 0;
  double high = 0;
  double below = 0;
  double above = 0;
  List<std::uint32_t> counts;
};

struct HistogramRange {
  std::optional<double> low;   ///< default: the smallest logit
  std::optional<double> high;  ///< default: the largest logit
  int bins = 64;
};

inline constexpr int kMaxHistogramBins = 4096;

/// Computes mean, variance and excess kurtosis of all entries that are not −∞ (§3.3, §3.4).
///   mean = Σx/N; variance = Σ(x − mean)²/N; excess kurtosis = N Σ(x − mean)⁴ / (Σ(x − mean)²)² − 3
/// Requires: entries −∞ or of size up to 1e150
/// Accuracy: two passes in double, the mean corrected by the mean of the deviations; never E[x²] − E[x]², so never negative
/// Edge: nothing to count: all zero; all entries equal: variance and excess kurtosis 0
template <class Scalar>
LogitMoments logit_moments(const MatrixOf<Scalar>& logits);

/// Counts the entries that are not −∞ in `bins` equal bins of [low, high]; `high` itself belongs to the last bin.
/// Errors: not_finite, out_of_range "histogramLow" (low ≥ high), out_of_range "histogramBins" (outside 1 … 4096)
/// Edge: no range given and all entries equal: the range is that value ± 0.5 (± its millionth if larger)
template <class Scalar>
Result<LogitHistogram> logit_histogram(const MatrixOf<Scalar>& logits, const HistogramRange& range);

}  // namespace attn
