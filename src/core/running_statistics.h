#pragma once
#include <cmath>
#include <cstdint>

namespace attn {

/// A mean over rows and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;
};

/// Mean and variance of a sequence in one pass.
///   mean ← mean + (x − mean)/n, squares ← squares + (x − mean_before)(x − mean_after)
/// Accuracy: no E[x²] − E[x]²; the relative error of the variance stays near n·2⁻⁵³ whatever the mean
/// Edge: 0 values: mean 0; fewer than 2: variance and error 0
/// Source: Welford 1962; merging: Chan, Golub, LeVeque 1983
class RunningStatistics {
 public:
  /// Takes one more value.
  void add(double x) {
    ++count_;
    const double before = x - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (x - mean_);
  }

  /// Takes all values of another sequence.
  void merge(const RunningStatistics& other) {
    if (other.count_ == 0) return;
    const double here = static_cast<double>(count_), there = static_cast<double>(other.count_), all = here + there;
    const double gap = other.mean_ - mean_;
    mean_ += gap * (there / all);
    squares_ += other.squares_ + gap * gap * (here * there / all);
    count_ += other.count_;
  }

  /// Describes `count` values by their mean and their sum of squared distances from it.
  static RunningStatistics of(std::uint64_t count, double mean, double squares) {
    RunningStatistics statistics;
    statistics.count_ = count, statistics.mean_ = mean, statistics.squares_ = squares;
    return statistics;
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  /// The unbiased estimate, divided by n − 1.
  double variance() const { return count_ < 2 ? 0.0 : squares_ / static_cast<double>(count_ - 1); }
  /// Of the mean: √(variance / n).
  double standard_error() const { return count_ < 2 ? 0.0 : std::sqrt(variance() / static_cast<double>(count_)); }
  Estimate estimate() const { return {mean_, standard_error()}; }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace attn
