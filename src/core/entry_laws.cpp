#include "core/entry_laws.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace attn {
namespace {

/// The names of the further vectors that one vector needs: up to five for its entries, one for what its entries share.
VectorName further(std::uint32_t seed, Stream stream, std::uint32_t row, std::uint32_t key, std::uint32_t slot) {
  return {seed, Stream::auxiliary, row, 16 * key + (stream == Stream::key ? 8 : 0) + slot};
}
constexpr std::uint32_t kSharedSlot = 5;

/// Further normal numbers an entry is made of. Products and quotients of normal numbers need no logarithm and are fast:
/// (z₀z₁ + z₂z₃)/√2 is Laplace (it is q·k at d = 2), z₀/|(z₁ … z_m)| is Student's t(m) over √m.
std::size_t further_normals(EntryLaw law) {
  switch (law) {
    case EntryLaw::laplace:
    case EntryLaw::student3: return 3;
    case EntryLaw::student5: return 5;
    default: return 0;
  }
}

}  // namespace

double entry_moment(EntryLaw law, int order) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  constexpr double kMoments[][5] = {
      {1, 1, 3, 15, 105},                      // normal: (2k − 1)!!
      {1, 1, 9.0 / 5, 27.0 / 7, 9},            // uniform on ±√3: 3^k/(2k + 1)
      {1, 1, 1, 1, 1},                         // ±1
      {1, 1, 6, 90, 2520},                     // Laplace: (2k)!/2^k
      {1, 1, 9, kInfinite, kInfinite},         // t(5)
      {1, 1, kInfinite, kInfinite, kInfinite}  // t(3)
  };
  return kMoments[static_cast<int>(law)][order / 2];
}

Failure check_assumptions(const EntryAssumptions& assumptions) {
  struct Range {
    double value, low, high;
    const char* name;
  };
  const Range ranges[] = {{assumptions.entry_std, 1e-3, 1e3, "entry_std"},
                          {assumptions.mean_query, -1e3, 1e3, "mean_query"},
                          {assumptions.mean_key, -1e3, 1e3, "mean_key"},
                          {assumptions.correlation, -1.0, 1.0, "correlation"},
                          {assumptions.within_correlation, 0.0, 0.999, "within_correlation"}};
  for (const Range& range : ranges) {
    if (!std::isfinite(range.value)) return {Status::not_finite, range.name};
    if (range.value < range.low || range.value > range.high) return {Status::out_of_range, range.name};
  }
  return {};
}

VectorSampler::VectorSampler(const EntryAssumptions& assumptions, int head_dim, std::uint32_t seed) : assumptions_(assumptions), seed_(seed) {
  const auto size = static_cast<std::size_t>(head_dim);
  draw_.resize(size);
  extra_.resize(further_normals(assumptions.entries) * size);
  for (auto* vector : {&unit_query_, &unit_key_, &query_, &key_}) vector->resize(size);
}

double VectorSampler::numbers_per_vector(EntryLaw law, int head_dim) { return static_cast<double>(1 + further_normals(law)) * head_dim; }

void VectorSampler::draw_unit(Stream stream, std::uint32_t row, std::uint32_t key, List<double>& to) {
  const VectorName name{seed_, stream, row, key};
  const std::size_t size = to.size();
  for (std::uint32_t slot = 0; slot * size < extra_.size(); ++slot) fill_normal(further(seed_, stream, row, key, slot), {extra_.data() + slot * size, size});
  if (!extra_.empty()) fill_normal(name, draw_);
  const auto z = [&](std::size_t which, std::size_t i) { return static_cast<double>(which == 0 ? draw_[i] : extra_[(which - 1) * size + i]); };
  const auto square = [](double x) { return x * x; };
  switch (assumptions_.entries) {
    case EntryLaw::normal:
      fill_normal(name, draw_);
      for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<double>(draw_[i]);
      break;
    case EntryLaw::uniform:
      fill_uniform(name, draw_);
      for (std::size_t i = 0; i < size; ++i) to[i] = (static_cast<double>(draw_[i]) - 0.5) * (2.0 * std::numbers::sqrt3);
      break;
    case EntryLaw::sign:
      fill_sign(name, draw_);
      for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<double>(draw_[i]);
      break;
    case EntryLaw::laplace:
      for (std::size_t i = 0; i < size; ++i) to[i] = (z(0, i) * z(1, i) + z(2, i) * z(3, i)) * (0.5 * std::numbers::sqrt2);
      break;
    case EntryLaw::student5:
      // t(5) = z₀√5/χ₅ has variance 5/3
      for (std::size_t i = 0; i < size; ++i)
        to[i] = z(0, i) * std::numbers::sqrt3 / std::sqrt(square(z(1, i)) + square(z(2, i)) + square(z(3, i)) + square(z(4, i)) + square(z(5, i)));
      break;
    case EntryLaw::student3:
      // t(3) = z₀√3/χ₃ has variance 3
      for (std::size_t i = 0; i < size; ++i) to[i] = z(0, i) / std::sqrt(square(z(1, i)) + square(z(2, i)) + square(z(3, i)));
      break;
  }
  const double tau = assumptions_.within_correlation;
  if (tau > 0.0) {
    float shared = 0.0f;
    fill_normal(further(seed_, stream, row, key, kSharedSlot), {&shared, 1});
    const double own = std::sqrt(1.0 - tau), common = std::sqrt(tau) * static_cast<double>(shared);
    for (double& x : to) x = own * x + common;
  }
}

void VectorSampler::normalise(List<double>& vector) const {
  if (assumptions_.normalisation == Normalisation::none) return;
  const double size = static_cast<double>(vector.size());
  if (assumptions_.normalisation == Normalisation::layer) {
    double mean = 0.0;
    for (const double x : vector) mean += x;
    mean /= size;
    for (double& x : vector) x -= mean;
  }
  double square = 0.0;
  for (const double x : vector) square += x * x;
  // Equal entries have nothing left but rounding after the mean is gone: a row of zeros, as with LayerNorm's ε.
  const double scale = std::fabs(assumptions_.mean_query) + std::fabs(assumptions_.mean_key) + assumptions_.entry_std;
  const double root = std::sqrt(square / size), factor = root > 1e-12 * scale ? 1.0 / root : 0.0;
  for (double& x : vector) x *= factor;
}

void VectorSampler::draw_query(std::uint32_t row) {
  draw_unit(Stream::query, row, 0, unit_query_);
  for (std::size_t i = 0; i < query_.size(); ++i) query_[i] = assumptions_.mean_query + assumptions_.entry_std * unit_query_[i];
  normalise(query_);
}

void VectorSampler::draw_key(std::uint32_t row, std::uint32_t key, bool correlated) {
  draw_unit(Stream::key, row, key, unit_key_);
  const double rho = correlated ? assumptions_.correlation : 0.0, rest = std::sqrt(1.0 - rho * rho);
  for (std::size_t i = 0; i < key_.size(); ++i) key_[i] = assumptions_.mean_key + assumptions_.entry_std * (rho * unit_query_[i] + rest * unit_key_[i]);
  normalise(key_);
}

double VectorSampler::score() const {
  // Four sums, so that the order of additions is fixed and may still be done four at a time.
  double sum[4] = {0.0, 0.0, 0.0, 0.0};
  std::size_t i = 0;
  for (; i + 4 <= query_.size(); i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sum[lane] += query_[i + lane] * key_[i + lane];
  for (; i < query_.size(); ++i) sum[i % 4] += query_[i] * key_[i];
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

}  // namespace attn
