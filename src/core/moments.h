#pragma once
#include <span>

namespace attn {

/// Mean, variance and fourth moment of a stream of numbers, in one pass.
///   Welford's update carried to the fourth central moment; sums of powers are never subtracted from one another
/// Accuracy: the variance is never negative
/// Source: Pébay (2008), Sandia report 2008-6212, equations 2.1–2.4 (adding one number)
class Moments {
 public:
  void add(double x);

  double count() const { return count_; }
  double mean() const { return mean_; }

  /// Returns the unbiased variance; 0 for fewer than two numbers.
  double variance() const { return count_ > 1.0 ? m2_ / (count_ - 1.0) : 0.0; }

  /// Returns the excess kurtosis, with the correction that makes it unbiased for normal numbers (Fisher's G₂); 0 for fewer
  /// than four numbers and for equal ones.
  double excess_kurtosis() const;

  /// Returns the third standardised moment without correction; 0 for equal numbers.
  double skewness() const;

 private:
  double count_ = 0.0, mean_ = 0.0, m2_ = 0.0, m3_ = 0.0, m4_ = 0.0;
};

/// Estimates with their standard errors.
struct MomentSummary {
  double mean = 0.0, mean_error = 0.0;
  double variance = 0.0, variance_error = 0.0;
  double variance_relative_error = 0.0;  // √(2/(N − 1)): what N normal numbers can tell
  double excess_kurtosis = 0.0, excess_kurtosis_error = 0.0;
};

/// Summarises a sample.
///   errors of variance and kurtosis by their influence functions: sd of (z² − 1), and of z⁴ − 2β z² − 4γ z, over √N
/// Edge: all 0 for fewer than two numbers
/// Cost: two passes
MomentSummary summarise_moments(std::span<const double> sample);

}  // namespace attn
