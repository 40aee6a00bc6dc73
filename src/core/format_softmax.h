#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "core/list.h"
#include "core/matrix.h"
#include "core/number_format.h"
#include "core/status.h"

namespace attn {

/// How a row of logits becomes weights. x̂ = round(x), every ⊕ ⊖ ⊗ ⊘ and exp rounds its result to the format.
enum class SoftmaxAlgorithm {
  naive,           ///< exp(x̂ⱼ) ⊘ ⊕exp(x̂)
  max_subtracted,  ///< exp(x̂ⱼ ⊖ m) ⊘ ⊕exp(x̂ ⊖ m), m = max x̂
  online,          ///< the same with m and the sum kept while reading: l ← l ⊗ exp(m ⊖ m′) ⊕ exp(x̂ ⊖ m′)
};
inline constexpr std::string_view kSoftmaxAlgorithmNames[] = {"naive", "maxSubtracted", "online"};

/// Where sums are kept: every partial sum rounded to the format, or in double and rounded once at the end.
enum class Accumulation { format, wide };
inline constexpr std::string_view kAccumulationNames[] = {"format", "wide"};

struct FormatArithmetic {
  FormatName format = FormatName::float16;
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::naive;
  Accumulation sum = Accumulation::format;  ///< of the exponentials
};

/// What happened in one row.
struct FormatRowReport {
  bool logit_inf = false;    ///< a logit is +∞ in the format
  bool any_exp_inf = false;  ///< an exponential is ∞
  bool sum_inf = false;
  bool sum_zero = false;
  bool any_nan = false;      ///< a weight is NaN (∞/∞ or 0/0)
  double largest_logit = 0;  ///< in the format
  double sum = 0;            ///< of the exponentials, in the format
  double max_weight = 0;     ///< NaN where a weight is NaN
  int flushed_exps = 0;      ///< exponentials that became 0 although their logit is not −∞
  int flushed_weights = 0;   ///< the same for weights
};

/// Computes the softmax of one row in a format and tells what overflowed, vanished or became NaN (§3.2).
/// Shapes: weights as long as logits
/// Requires: no logit is NaN; −∞ is a masked key, +∞ an overflowed score
/// Accuracy: the stated arithmetic, exactly; exp as exp_in_format
/// Edge: all logits −∞: naive gives 0/0 = NaN as real kernels do; the two others give zeros. A logit +∞ gives NaN in all three.
/// Cost: n exponentials; online 3 n
/// Source: online: Milakov, Gimelshein 2018, algorithm 3; Dao et al. 2022
FormatRowReport format_softmax_row(std::span<const double> logits, const FormatArithmetic& arithmetic, std::span<double> weights);

struct FormatSoftmaxRequest {
  MatrixD logits;
  FormatArithmetic arithmetic;
};

/// One entry a row in each vector; counts and flags are those of FormatRowReport.
struct FormatSoftmax {
  MatrixD weights;
  List<std::uint8_t> logit_inf, any_exp_inf, sum_inf, sum_zero, any_nan;
  List<double> largest_logit, sum, max_weight;
  List<int> flushed_exps, flushed_weights;
};

inline constexpr Index kMaxFormatCells = Index{1} << 22;

/// Computes the softmax of each row of a matrix in a format.
/// Errors: empty_input "logits", too_large "logits" (more than 2²² entries), not_finite "logits" (NaN)
Result<FormatSoftmax> format_softmax(const FormatSoftmaxRequest& request);

}  // namespace attn
