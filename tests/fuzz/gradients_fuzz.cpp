// Any request to the gradient and model operations gives a status or finite numbers within their bounds.
#include <cmath>

#include "core/gradient_limits.h"
#include "core/gradient_statistics.h"
#include "core/model_rules.h"
#include "core/planted_key.h"
#include "fuzz/byte_reader.h"

using attn_test::ByteReader;
using attn_test::require;

namespace {

double number_from(ByteReader& bytes) {
  if (bytes.take<std::uint8_t>() % 16 == 15) return bytes.take<double>();
  return std::ldexp(1.0 + bytes.take<std::uint8_t>() / 256.0, bytes.take<std::uint8_t>() % 28 - 14);
}

std::vector<double> numbers_from(ByteReader& bytes, size_t most) {
  std::vector<double> values((bytes.take<std::uint8_t>() + 1U) % (most + 1));
  for (double& v : values) v = number_from(bytes);
  return values;
}

void check(const attn::NormDistribution& norms, double bound) {
  for (size_t i = 0; i < norms.mean.size(); ++i) {
    require(norms.mean[i] >= 0.0 && norms.mean[i] <= norms.largest[i] * (1.0 + 1e-12));
    require(norms.median[i] <= norms.p999[i] && norms.p999[i] <= norms.largest[i] && norms.largest[i] <= bound);
    require(std::isfinite(norms.error[i]) && norms.error[i] >= 0.0 && std::isfinite(norms.mean_square[i]));
  }
}

void fuzz_statistics(ByteReader& bytes) {
  attn::GradientRequest request;
  request.head_dim = bytes.mostly_whole(1, 96);
  request.key_count = bytes.mostly_whole(2, 64);
  request.rows = bytes.mostly_whole(1, 8);
  request.seed = bytes.take<std::uint32_t>();
  request.budget = bytes.take<std::uint8_t>() % 2 == 0 ? number_from(bytes) : 1e5;
  request.strip_rows = bytes.mostly_whole(0, 16);
  request.alphas = numbers_from(bytes, 4);
  // the caps allow seconds; a fuzzer wants many inputs
  if (static_cast<double>(request.rows) * request.key_count > 1e5 || static_cast<double>(request.rows) * request.head_dim > 1e5) return;
  const auto result = attn::gradient_statistics(request);
  require(result.ok() == (check_gradient_request(request).status == attn::Status::ok));
  if (!result.ok()) return;
  const double infinity = std::numeric_limits<double>::infinity();
  check(result->query_grad, infinity);
  check(result->key_grad, infinity);
  check(result->score_grad, infinity);
  check(result->weight_norm, 1.0 + 1e-12);
  check(result->jacobian_trace, 1.0);
  check(result->jacobian_fro, 0.5 + 1e-12);
  for (const double share : result->top_share) require(share >= 0.0 && share <= 1.0 + 1e-12);
  require(result->strip.cols() == std::min(request.rows, request.strip_rows));
}

void fuzz_row(ByteReader& bytes) {
  std::vector<double> scores(2 + bytes.take<std::uint8_t>() % 30), upstream(scores.size()), grad(scores.size());
  for (double& s : scores) s = std::ldexp(1.0, bytes.take<std::uint8_t>() % 40 - 20) * bytes.take<std::int8_t>();
  for (double& g : upstream) g = bytes.take<std::int8_t>() / 16.0;
  const attn::RowGradient row = attn::row_gradient(scores, std::ldexp(1.0, bytes.take<std::uint8_t>() % 40 - 20), upstream, grad);
  require(row.jacobian_fro >= 0.0 && row.jacobian_fro <= 0.5 + 1e-12);
  require(row.jacobian_trace >= 0.0 && row.jacobian_trace <= 1.0);
  require(row.weight_norm > 0.0 && row.weight_norm <= 1.0 + 1e-12);
  double sum = 0.0;
  for (const double g : grad) sum += g;
  require(std::fabs(sum) <= 1e-12 * (1.0 + row.score_grad_norm));
}

void fuzz_models(ByteReader& bytes) {
  attn::ModelRuleRequest request;
  request.name = static_cast<attn::ModelRule>(bytes.mostly_whole(0, 17));
  request.head_dim = 1 + bytes.take<std::uint16_t>() % 4200;
  request.key_count = 1 + bytes.take<std::uint16_t>() % 4200;
  request.layer = bytes.mostly_whole(1, 100);
  request.scale = number_from(bytes);
  const auto rule = attn::model_rule(request);
  if (rule.ok()) require(rule->divisor > 0.0 && std::isfinite(rule->divisor) && rule->alpha > 0.0 && std::isfinite(rule->alpha));
  const auto cap = attn::soft_cap({number_from(bytes), numbers_from(bytes, 8)});
  if (cap.ok())
    for (const double slope : cap->slope) require(slope >= 0.0 && slope <= 1.0);
  const auto best = attn::qk_norm_best({bytes.mostly_whole(1, 256), bytes.mostly_whole(1, 256), numbers_from(bytes, 4)});
  if (best.ok())
    for (size_t i = 0; i < best->weight.size(); ++i) require(best->weight[i] > 0.0 && best->weight[i] <= best->upper_bound[i] && best->upper_bound[i] <= 1.0);
}

void fuzz_planted(ByteReader& bytes) {
  attn::PlantedKeyRequest request;
  request.head_dim = bytes.mostly_whole(1, 64);
  request.key_count = bytes.mostly_whole(2, 64);
  request.rows = bytes.mostly_whole(1, 8);
  request.seed = bytes.take<std::uint32_t>();
  request.alphas = numbers_from(bytes, 4);
  if (static_cast<double>(request.rows) * request.key_count > 1e5 || static_cast<double>(request.rows) * request.head_dim > 1e5) return;
  const auto planted = attn::planted_key(request);
  if (!planted.ok()) return;
  for (const double weight : planted->weight) require(weight >= 0.0 && weight <= 1.0);
}

void fuzz_limits(ByteReader& bytes) {
  const auto limits = attn::gradient_limits({bytes.mostly_whole(2, 600), numbers_from(bytes, 2)});
  if (!limits.ok()) return;
  for (size_t i = 0; i < limits->jacobian_rms.size(); ++i) {
    require(limits->jacobian_rms[i] >= 0.0 && limits->jacobian_rms[i] <= 0.5);
    require(limits->jacobian_trace[i] >= 0.0 && limits->jacobian_trace[i] <= 1.0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader bytes(data, size);
  const int kind = bytes.take<std::uint8_t>() % 32;
  if (kind == 0) fuzz_limits(bytes);  // a quadrature an α: the slowest
  if (kind >= 1 && kind < 12) fuzz_statistics(bytes);
  if (kind >= 12 && kind < 20) fuzz_row(bytes);
  if (kind >= 20 && kind < 28) fuzz_models(bytes);
  if (kind >= 28) fuzz_planted(bytes);
  return 0;
}
