#pragma once
#include <span>

#include "core/quadrature.h"
#include "core/saturation_tables.h"

namespace attn {

/// The mean largest weight and the mean entropy of n iid logits N(0, σ²) as functions of σ, for all σ ≥ 0: Chebyshev series
/// in σ/(σ + 2).
class SaturationCurve {
 public:
  static constexpr int kPoints = 56;

  /// Answers σ of the k-th point.
  static double point_sigma(int k);

  SaturationCurve() = default;
  /// Requires: tables[k].sigma() = point_sigma(k).
  SaturationCurve(std::span<const SaturationTables> tables, int key_count);

  int key_count() const { return key_count_; }
  /// Accuracy: relative 1e-10 at n = 4096, better below.
  double max_weight(double sigma) const;
  double entropy(double sigma) const;

 private:
  int key_count_ = 0;
  ChebyshevSeries log_max_weight_, scaled_entropy_;
};

/// Answers the curve for n, from the last few that were asked for or newly built.
/// Requires: 2 ≤ key_count ≤ 4096; one thread.
const SaturationCurve& saturation_curve(int key_count);

/// Answers the tables for σ, kept for up to 96 values.
/// Requires: as SaturationTables; one thread; the reference holds until the next call.
const SaturationTables& saturation_tables(double sigma);

}  // namespace attn
