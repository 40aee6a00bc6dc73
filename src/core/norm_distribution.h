#pragma once
#include <span>

#include "core/list.h"

namespace attn {

/// How one norm is distributed over rows; one entry an α. `error` is the standard error of the mean (0 for one row).
struct NormDistribution {
  List<double> mean;
  List<double> error;
  List<double> median;
  List<double> p999;  ///< the 99.9 % quantile
  List<double> largest;
  List<double> mean_square;
};

/// Appends the entry of one sample and leaves the sample sorted.
/// Requires: at least one value, none NaN
/// Accuracy: mean, error and mean square in one stable pass (Welford), in double
/// Cost: a sort
void append_distribution(std::span<double> values, NormDistribution& out);

}  // namespace attn
