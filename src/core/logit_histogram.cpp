#include "core/logit_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

template <class Scalar, class Visit>
void for_each_visible(const MatrixOf<Scalar>& logits, Visit visit) {
  const Scalar* const end = logits.data() + logits.size();
  for (const Scalar* entry = logits.data(); entry != end; ++entry) {
    const double x = static_cast<double>(*entry);
    if (x > -std::numeric_limits<double>::infinity()) visit(x);
  }
}

}  // namespace

template <class Scalar>
LogitMoments logit_moments(const MatrixOf<Scalar>& logits) {
  LogitMoments moments;
  double sum = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  for_each_visible(logits, [&](double x) {
    moments.count += 1;
    sum += x;
    smallest = std::min(smallest, x);
    largest = std::max(largest, x);
  });
  if (moments.count == 0) return moments;
  moments.smallest = smallest;
  moments.largest = largest;
  const double rough_mean = sum / moments.count;
  double correction = 0;
  for_each_visible(logits, [&](double x) { correction += x - rough_mean; });
  moments.mean = std::clamp(rough_mean + correction / moments.count, smallest, largest);
  // Deviations in units of the largest one: fourth powers neither overflow nor vanish.
  const double unit = std::max(largest - moments.mean, moments.mean - smallest);
  if (!(unit > 0)) return moments;
  double squares = 0;
  double fourths = 0;
  for_each_visible(logits, [&](double x) {
    const double deviation = (x - moments.mean) / unit;
    const double square = deviation * deviation;
    squares += square;
    fourths += square * square;
  });
  moments.variance = squares / moments.count * unit * unit;
  moments.excess_kurtosis = moments.count * fourths / (squares * squares) - 3;
  return moments;
}

template <class Scalar>
Result<LogitHistogram> logit_histogram(const MatrixOf<Scalar>& logits, const HistogramRange& range) {
  if (range.bins < 1 || range.bins > kMaxHistogramBins) return Failure{Status::out_of_range, "histogramBins"};
  if (range.low && !std::isfinite(*range.low)) return Failure{Status::not_finite, "histogramLow"};
  if (range.high && !std::isfinite(*range.high)) return Failure{Status::not_finite, "histogramHigh"};
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  for_each_visible(logits, [&](double x) {
    smallest = std::min(smallest, x);
    largest = std::max(largest, x);
  });
  if (!(smallest <= largest)) smallest = largest = 0;  // nothing is visible
  Result<LogitHistogram> answer;
  LogitHistogram& histogram = *answer;
  histogram.low = range.low.value_or(smallest);
  histogram.high = range.high.value_or(largest);
  const bool chosen_here = !range.low || !range.high;
  if (chosen_here && histogram.low >= histogram.high) {
    const double margin = std::max(0.5, 1e-6 * std::fabs(range.low ? histogram.low : histogram.high));
    if (!range.low) histogram.low = histogram.high - margin;
    if (!range.high) histogram.high = histogram.low + 2 * margin;
  }
  const double width = histogram.high - histogram.low;
  if (!(width > 0) || !std::isfinite(width)) return Failure{Status::out_of_range, "histogramLow"};
  histogram.counts.assign_zeros(static_cast<size_t>(range.bins));
  for_each_visible(logits, [&](double x) {
    if (x < histogram.low) {
      histogram.below += 1;
    } else if (x > histogram.high) {
      histogram.above += 1;
    } else {
      const double place = std::floor((x - histogram.low) / width * range.bins);
      ++histogram.counts[static_cast<size_t>(std::min(place, range.bins - 1.0))];
    }
  });
  return answer;
}

template LogitMoments logit_moments<float>(const MatrixOf<float>&);
template LogitMoments logit_moments<double>(const MatrixOf<double>&);
template Result<LogitHistogram> logit_histogram<float>(const MatrixOf<float>&, const HistogramRange&);
template Result<LogitHistogram> logit_histogram<double>(const MatrixOf<double>&, const HistogramRange&);

}  // namespace attn
