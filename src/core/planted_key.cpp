#include "core/planted_key.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/gradient_rows.h"
#include "core/random.h"
#include "core/running_statistics.h"

namespace attn {
namespace {

Failure check(const PlantedKeyRequest& request) {
  GradientRequest shape;
  shape.head_dim = request.head_dim;
  shape.key_count = request.key_count;
  shape.alphas = request.alphas;
  shape.rows = 1;
  const Failure failure = check_gradient_request(shape);
  if (failure.status != Status::ok) return failure;
  if (request.rows < 1 || request.rows > kMaxPlantedRows) return {Status::query_count_out_of_range, "rows"};
  const double rows = request.rows, alphas = static_cast<double>(request.alphas.size());
  if (rows * alphas * request.key_count > kMaxGradientWork || rows * request.head_dim > kMaxGradientBudget) return {Status::too_large, "rows"};
  return {};
}

}  // namespace

Result<PlantedKey> planted_key(const PlantedKeyRequest& request) {
  const Failure failure = check(request);
  if (failure.status != Status::ok) return failure;
  const double root = std::sqrt(static_cast<double>(request.head_dim));
  List<float> query(static_cast<size_t>(request.head_dim)), others(static_cast<size_t>(request.key_count) - 1);
  List<RunningStatistics> weights(request.alphas.size());
  int right = 0;
  for (int r = 0; r < request.rows; ++r) {
    const auto row = static_cast<std::uint32_t>(r);
    fill_normal({request.seed, Stream::query, row, 0}, query);
    fill_normal({request.seed, Stream::score, row, 0}, others);
    double square = 0.0;
    for (const float x : query) square += static_cast<double>(x) * static_cast<double>(x);
    const double norm = std::sqrt(square);
    const double largest = norm * static_cast<double>(*std::max_element(others.begin(), others.end()));
    right += square > largest ? 1 : 0;
    for (size_t a = 0; a < request.alphas.size(); ++a) {
      // p_0 = e^(s_0/c) / (e^(s_0/c) + Σ e^(s_i/c)), the largest subtracted
      const double divisor = request.alphas[a] * root, top = std::fmax(square, largest);
      const double planted = exp_d((square - top) / divisor);
      double sum = planted;
      for (const float z : others) sum += exp_d((norm * static_cast<double>(z) - top) / divisor);
      weights[a].add(planted / sum);
    }
  }
  Result<PlantedKey> answer;
  PlantedKey& out = *answer;
  for (const RunningStatistics& w : weights) {
    out.weight.push_back(w.mean());
    out.error.push_back(w.standard_error());
  }
  out.accuracy = static_cast<double>(right) / static_cast<double>(request.rows);
  return answer;
}

}  // namespace attn
