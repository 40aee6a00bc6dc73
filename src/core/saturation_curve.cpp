#include "core/saturation_curve.h"

#include <algorithm>
#include <array>

#include "core/elementary.h"

namespace attn {
namespace {

constexpr double kMiddle = 2.0;
constexpr size_t kKeptCurves = 8;
constexpr size_t kKeptTables = 96;

double position(double sigma) { return sigma / (sigma + kMiddle); }

}  // namespace

double SaturationCurve::point_sigma(int k) {
  const double t = chebyshev_point(k, kPoints);
  return kMiddle * t / (1.0 - t);
}

SaturationCurve::SaturationCurve(std::span<const SaturationTables> tables, int key_count) : key_count_(key_count) {
  std::array<double, kPoints> log_max_weight{}, scaled_entropy{};
  for (size_t k = 0; k < kPoints; ++k) {
    log_max_weight[k] = log_d(tables[k].max_weight(key_count));
    scaled_entropy[k] = tables[k].entropy(key_count) * (1.0 + tables[k].sigma() / kMiddle);
  }
  log_max_weight_ = ChebyshevSeries(log_max_weight);
  scaled_entropy_ = ChebyshevSeries(scaled_entropy);
}

double SaturationCurve::max_weight(double sigma) const { return std::min(1.0, exp_d(log_max_weight_(position(sigma)))); }

double SaturationCurve::entropy(double sigma) const { return scaled_entropy_(position(sigma)) / (1.0 + sigma / kMiddle); }

// What is kept is never taken down: at the module's end there is nothing left to do for it.
const SaturationCurve& saturation_curve(int key_count) {
  struct Kept {
    SaturationCurve curve;
    int used = 0;
  };
  static auto& tables = *new std::array<SaturationTables, SaturationCurve::kPoints>;
  static auto& kept = *new std::array<Kept, kKeptCurves>;
  static int calls = 0;
  ++calls;
  Kept* oldest = kept.data();
  for (Kept& each : kept) {
    if (each.curve.key_count() == key_count) {
      each.used = calls;
      return each.curve;
    }
    if (each.used < oldest->used) oldest = &each;
  }
  for (int k = 0; k < SaturationCurve::kPoints; ++k)
    if (auto& point = tables[static_cast<size_t>(k)]; point.sigma() < 0.0) point = SaturationTables(SaturationCurve::point_sigma(k));
  oldest->curve = SaturationCurve(tables, key_count);
  oldest->used = calls;
  return oldest->curve;
}

const SaturationTables& saturation_tables(double sigma) {
  static auto& kept = *new std::array<SaturationTables, kKeptTables>;
  static size_t oldest = 0;
  for (const SaturationTables& tables : kept)
    if (tables.sigma() == sigma) return tables;
  SaturationTables& replaced = kept[oldest];
  oldest = (oldest + 1) % kKeptTables;
  replaced = SaturationTables(sigma);
  return replaced;
}

}  // namespace attn
