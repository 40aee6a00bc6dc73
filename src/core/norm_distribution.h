#pragma once
#include <span>
#include <vector>

namespace attn {

/// How one norm is distributed over rows; one entry an α. `error` is the standard error of the mean (0 for one row).
struct NormDistribution {
  std::vector<double> mean;
  std::vector<double> error;
  std::vector<double> median;
  std::vector<double> p999;  ///< the 99.9 % quantile
  std::vector<double> largest;
  std::vector<double> mean_square;
};

/// Appends the entry of one sample and leaves the sample sorted.
/// Requires: at least one value, none NaN
/// Accuracy: mean, error and mean square in one stable pass (Welford), in double
/// Cost: a sort
void append_distribution(std::span<double> values, NormDistribution& out);

}  // namespace attn
