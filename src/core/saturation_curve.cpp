#include "core/saturation_curve.h"

#include <algorithm>
#include <array>
#include <vector>

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

const SaturationCurve& saturation_curve(int key_count) {
  static std::vector<SaturationTables> tables;
  static std::vector<SaturationCurve> kept;  // the newest last
  for (auto curve = kept.begin(); curve != kept.end(); ++curve)
    if (curve->key_count() == key_count) {
      std::rotate(curve, curve + 1, kept.end());
      return kept.back();
    }
  if (tables.empty()) {
    tables.reserve(SaturationCurve::kPoints);
    for (int k = 0; k < SaturationCurve::kPoints; ++k) tables.emplace_back(SaturationCurve::point_sigma(k));
  }
  if (kept.size() == kKeptCurves) kept.erase(kept.begin());
  kept.emplace_back(tables, key_count);
  return kept.back();
}

const SaturationTables& saturation_tables(double sigma) {
  static std::vector<SaturationTables> kept;
  static size_t oldest = 0;
  for (const SaturationTables& tables : kept)
    if (tables.sigma() == sigma) return tables;
  if (kept.size() < kKeptTables) {
    kept.emplace_back(sigma);
    return kept.back();
  }
  SaturationTables& replaced = kept[oldest];
  oldest = (oldest + 1) % kKeptTables;
  replaced = SaturationTables(sigma);
  return replaced;
}

}  // namespace attn
