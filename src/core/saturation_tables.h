#pragma once
#include "core/list.h"
// What the expectations over a row of iid normal logits need at one spread σ, for every number of keys n at once.

namespace attn {

/// Expectations over one row of n iid logits N(0, σ²), p = softmax, Z = Σ e^logit, J = diag(p) − p pᵀ.
struct RowExpectations {
  double max_weight = 0.0;
  double entropy = 0.0;
  double log_sum = 0.0;
  double sum_squares = 0.0;
  double jacobian_trace = 0.0;
  double jacobian_squares = 0.0;
};

/// Integrals over a single logit; only powers and sums are left to do for a given n. Formulas: docs/numerics/saturation.md.
class SaturationTables {
 public:
  SaturationTables() = default;
  /// Requires: σ ≥ 0 and finite.
  /// Cost: about 0.5 ms and 90 kB.
  explicit SaturationTables(double sigma);

  /// Requires: 2 ≤ key_count ≤ 4096.
  /// Accuracy: relative 1e-10 each.
  /// Cost: about 60 µs.
  RowExpectations expectations(int key_count) const;

  /// Only the mean largest weight and the entropy.
  double max_weight(int key_count) const;
  double entropy(int key_count) const;

  double sigma() const { return sigma_; }

 private:
  void fill_line_narrow();
  void fill_line_wide();
  void fill_plane();

  double sigma_ = -1.0;
  bool narrow_ = false;
  // Along y = ln t: 1 − E e^(−u'), E u'e^(−u'), E u'²e^(−u') with u' = t e^(σz), and E K (wide) or 1 − e^(−t) (narrow).
  double y_step_ = 0.0;
  List<double> complement_, first_, second_, kernel_;
  // H(u, m): rows m, columns u.
  List<double> plane_;
};

}  // namespace attn
