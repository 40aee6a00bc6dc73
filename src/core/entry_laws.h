#pragma once
// What the entries of q and k may be instead of independent N(0, 1), and how such vectors are drawn.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/list.h"
#include "core/random.h"
#include "core/status.h"

namespace attn {

/// The law of one entry; each has mean 0 and variance 1 and is symmetric.
enum class EntryLaw { normal, uniform, sign, laplace, student5, student3 };
inline constexpr std::string_view kEntryLawNames[] = {"normal", "uniform", "sign", "laplace", "student5", "student3"};

/// What is done to a whole vector at the end: LayerNorm (without gain: mean 0, mean square 1) or RMSNorm (mean square 1).
enum class Normalisation { none, layer, rms };
inline constexpr std::string_view kNormalisationNames[] = {"none", "layer", "rms"};

/// Returns E x^order of the unit-variance law.
/// Requires: order even, 0 … 8
/// Edge: +∞ where the moment does not exist (Student t(5) from the sixth, t(3) from the fourth)
double entry_moment(EntryLaw law, int order);

/// How q and k are made. With unit-variance entries a, b of the law and one N(0, 1) number g, h a vector:
///   q = mean_query + entry_std·x, x = √(1 − τ) a + √τ g;  k = mean_key + entry_std·(ρ x + √(1 − ρ²)(√(1 − τ) b + √τ h))
/// and then the normalisation.
struct EntryAssumptions {
  EntryLaw entries = EntryLaw::normal;
  Normalisation normalisation = Normalisation::none;
  double entry_std = 1.0;   // 1e-3 … 1e3
  double mean_query = 0.0;  // |mean| ≤ 1e3
  double mean_key = 0.0;
  double correlation = 0.0;         // ρ between q and k, coordinate by coordinate; −1 … 1
  double within_correlation = 0.0;  // τ between any two coordinates of one vector; 0 … 0.999
};

/// Checks the ranges above.
/// Errors: not_finite, out_of_range; `argument` names the field
Failure check_assumptions(const EntryAssumptions& assumptions);

/// Draws queries and keys under the assumptions, each named by (seed, row, key): drawing more, or longer ones, changes
/// nothing that was drawn before (the normalisation excepted, which sees the whole vector).
class VectorSampler {
 public:
  /// Requires: checked assumptions, 1 ≤ head_dim ≤ 4096
  VectorSampler(const EntryAssumptions& assumptions, int head_dim, std::uint32_t seed);

  /// Draws the query of a row; later keys correlate with it.
  void draw_query(std::uint32_t row);

  /// Draws a key of the row; `correlated` = false leaves out ρ.
  void draw_key(std::uint32_t row, std::uint32_t key, bool correlated = true);

  /// Returns q·k of the vectors drawn last, accumulated in double.
  double score() const;

  /// Returns how many random numbers one vector takes.
  static double numbers_per_vector(EntryLaw law, int head_dim);

 private:
  void draw_unit(Stream stream, std::uint32_t row, std::uint32_t key, List<double>& to);
  void normalise(List<double>& vector) const;

  EntryAssumptions assumptions_;
  std::uint32_t seed_;
  List<float> draw_;
  List<float> extra_;  // further vectors of normal numbers, one after another
  List<double> unit_query_, unit_key_, query_, key_;
};

}  // namespace attn
