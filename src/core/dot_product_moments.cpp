#include "core/dot_product_moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/list.h"

namespace attn {
namespace {

// A polynomial in a, b (the i-th entries of q and of k) and g, h (what all entries of q and of k share).
// qᵢkᵢ has degree 2 in a and g, 1 in b and h; its fourth power needs 8 and 4.
constexpr int kHigh = 9, kLow = 5;
struct Term {
  int a, b, g, h;
  double factor;
};
using Sparse = List<Term>;
struct Dense {
  List<double> at = List<double>(static_cast<std::size_t>(kHigh * kLow * kHigh * kLow), 0.0);
  static std::size_t index(int a, int b, int g, int h) { return static_cast<std::size_t>(((a * kLow + b) * kHigh + g) * kLow + h); }
};
// The same with a and b averaged out.
struct Shared {
  std::array<std::array<double, kLow>, kHigh> at{};
};

Dense times(const Dense& left, const Sparse& right) {
  Dense product;
  for (int a = 0; a < kHigh; ++a)
    for (int b = 0; b < kLow; ++b)
      for (int g = 0; g < kHigh; ++g)
        for (int h = 0; h < kLow; ++h) {
          const double value = left.at[Dense::index(a, b, g, h)];
          if (value == 0.0) continue;
          for (const Term& term : right) product.at[Dense::index(a + term.a, b + term.b, g + term.g, h + term.h)] += value * term.factor;
        }
  return product;
}

/// Averages over a and b. A moment that does not exist makes the whole expectation infinite.
Shared average_entries(const Dense& polynomial, EntryLaw law) {
  Shared average;
  for (int a = 0; a < kHigh; a += 2)
    for (int b = 0; b < kLow; b += 2)
      for (int g = 0; g < kHigh; ++g)
        for (int h = 0; h < kLow; ++h) {
          const double value = polynomial.at[Dense::index(a, b, g, h)];
          if (value == 0.0) continue;
          const double moment = entry_moment(law, a) * entry_moment(law, b);
          average.at[static_cast<std::size_t>(g)][static_cast<std::size_t>(h)] += std::isinf(moment) ? moment : value * moment;
        }
  return average;
}

/// Averages over g and h, both N(0, 1). Odd powers are left out; an infinite coefficient of any power makes it infinite.
double average_shared(const Shared& polynomial) {
  double sum = 0.0;
  for (int g = 0; g < kHigh; ++g)
    for (int h = 0; h < kLow; ++h) {
      const double value = polynomial.at[static_cast<std::size_t>(g)][static_cast<std::size_t>(h)];
      if (std::isinf(value)) return std::numeric_limits<double>::infinity();
      if (g % 2 == 0 && h % 2 == 0) sum += value * entry_moment(EntryLaw::normal, g) * entry_moment(EntryLaw::normal, h);
    }
  return sum;
}

Shared times(const Shared& left, const Shared& right) {
  Shared product;
  for (std::size_t g = 0; g < kHigh; ++g)
    for (std::size_t h = 0; h < kLow; ++h) {
      if (left.at[g][h] == 0.0) continue;
      for (std::size_t p = 0; g + p < kHigh; ++p)
        for (std::size_t q = 0; h + q < kLow; ++q)
          if (right.at[p][q] != 0.0) product.at[g + p][h + q] += left.at[g][h] * right.at[p][q];
    }
  return product;
}

/// Mean, second and fourth central moment of Σ qᵢkᵢ. `fresh` is the factor of k's own part: √(1 − ρ²), or 0 for k = ρq.
struct CentralMoments {
  double mean, second, fourth;
};
CentralMoments product_moments(const EntryAssumptions& s, double d, double fresh) {
  const double own = s.entry_std * std::sqrt(1.0 - s.within_correlation), common = s.entry_std * std::sqrt(s.within_correlation);
  const Sparse query = {{0, 0, 0, 0, s.mean_query}, {1, 0, 0, 0, own}, {0, 0, 1, 0, common}};
  const Sparse key = {{0, 0, 0, 0, s.mean_key},
                      {1, 0, 0, 0, s.correlation * own},
                      {0, 0, 1, 0, s.correlation * common},
                      {0, 1, 0, 0, fresh * own},
                      {0, 0, 0, 1, fresh * common}};
  Dense one;
  one.at[0] = 1.0;
  Dense x = times(times(one, query), key);
  const double mean = average_shared(average_entries(x, s.entries));
  x.at[0] -= mean;  // X − E X
  Sparse centred;
  for (int a = 0; a <= 2; ++a)
    for (int b = 0; b <= 1; ++b)
      for (int g = 0; g <= 2; ++g)
        for (int h = 0; h <= 1; ++h)
          if (const double value = x.at[Dense::index(a, b, g, h)]; value != 0.0) centred.push_back({a, b, g, h, value});
  const Dense x2 = times(x, centred), x3 = times(x2, centred), x4 = times(x3, centred);
  // Given g and h the d terms are independent and alike, with these moments:
  const Shared m1 = average_entries(x, s.entries), m2 = average_entries(x2, s.entries);
  const double two = d * (d - 1.0);
  const double second = d * average_shared(m2) + two * average_shared(times(m1, m1));
  if (std::isinf(second)) return {d * mean, second, second};
  const Shared m3 = average_entries(x3, s.entries), m4 = average_entries(x4, s.entries), m11 = times(m1, m1);
  const auto scaled = [](double factor, double value) { return factor == 0.0 ? 0.0 : factor * value; };
  const double fourth = d * average_shared(m4) + scaled(two, 4.0 * average_shared(times(m3, m1)) + 3.0 * average_shared(times(m2, m2))) +
                        scaled(two * (d - 2.0), 6.0 * average_shared(times(m2, m11))) + scaled(two * (d - 2.0) * (d - 3.0), average_shared(times(m11, m11)));
  return {d * mean, second, fourth};
}

TheoryMoments normalised_moments(const EntryAssumptions& s, double d) {
  TheoryMoments theory;
  if (s.correlation != 0.0) return theory;
  const bool normal = s.entries == EntryLaw::normal, sign = s.entries == EntryLaw::sign;
  if (s.normalisation == Normalisation::layer) {
    // Shift and shared part are gone; the rest is exchangeable with sum 0, so that Σ = d/(d − 1)·(I − 11ᵀ/d).
    // ±1 entries are all alike, and thus normalised to zero, with probability 2^{1 − d}.
    const double present = sign ? 1.0 - std::ldexp(1.0, 1 - static_cast<int>(d)) : 1.0;
    theory = {0.0, d > 1.0 ? d * d / (d - 1.0) * present * present : 0.0, 0.0, true, true, false};
    theory.excess_kurtosis_known = normal;
    if (normal && d > 1.0) theory.excess_kurtosis = -6.0 / (d + 1.0);
  } else if (s.mean_query == 0.0 && s.mean_key == 0.0 && s.within_correlation == 0.0) {
    theory = {0.0, d, 0.0, true, true, normal || sign};
    if (normal) theory.excess_kurtosis = -6.0 / (d + 2.0);
    if (sign) theory.excess_kurtosis = -2.0 / d;
  }
  return theory;
}

}  // namespace

TheoryMoments theory_moments(const EntryAssumptions& assumptions, int head_dim) {
  const double d = head_dim, rho = assumptions.correlation;
  if (assumptions.normalisation != Normalisation::none) return normalised_moments(assumptions, d);
  const CentralMoments moments = product_moments(assumptions, d, std::sqrt(1.0 - rho * rho));
  TheoryMoments theory{moments.mean, moments.second, 0.0, true, true, true};
  if (std::isinf(moments.second)) {
    theory.excess_kurtosis_known = false;
  } else if (moments.second > 0.0) {
    theory.excess_kurtosis = moments.fourth / (moments.second * moments.second) - 3.0;
  }
  return theory;
}

RowVariance theory_row_variance(const EntryAssumptions& assumptions, int head_dim, int key_count, bool all_keys) {
  const double d = head_dim, rho2 = assumptions.correlation * assumptions.correlation;
  if (assumptions.normalisation != Normalisation::none) {
    const TheoryMoments theory = normalised_moments(assumptions, d);  // E[s | q] = 0 there
    return {theory.variance, theory.variance_known};
  }
  const double var = assumptions.entry_std * assumptions.entry_std, mean2 = assumptions.mean_query * assumptions.mean_query;
  const double tau = assumptions.within_correlation;
  // E[qᵀ Cov(k) q] = var·((1 − τ) E|q|² + τ E(Σqᵢ)²)
  const double fresh = var * ((1.0 - tau) * d * (mean2 + var) + tau * (d * d * mean2 + var * (d + d * (d - 1.0) * tau)));
  if (all_keys) return {(1.0 - rho2) * fresh, true};
  EntryAssumptions planted = assumptions;
  planted.mean_key = 0.0;
  const CentralMoments offset = product_moments(planted, d, 0.0);  // ρ q·(q − μ_q)
  const double n = key_count;
  return {fresh * (1.0 - rho2 / n) + (offset.second + offset.mean * offset.mean) / n, true};
}

}  // namespace attn
