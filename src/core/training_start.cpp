#include "core/training_start.h"

#include <cmath>

#include "core/matrix.h"
#include "core/training.h"

namespace attn {

Result<TrainingStart> training_start(const TrainingStartRequest& request) {
  TrainingOptions options;
  options.head_dim = request.head_dim;
  options.input_dim = request.input_dim;
  options.key_count = request.key_count;
  options.batch = 1;
  options.alphas = request.alphas;
  const Failure failure = Training::check(options);
  if (failure.status != Status::ok) return failure;
  if (request.rows < 1 || request.rows > kMaxTrainingStartRows) return Failure{Status::query_count_out_of_range, "rows"};
  const double weights = 8.0 * request.head_dim * request.input_dim * request.input_dim;
  if (static_cast<double>(request.rows) * static_cast<double>(request.alphas.size()) * weights > kMaxTrainingWork) return Failure{Status::too_large, "rows"};

  const LookupShape shape{request.head_dim, request.input_dim, request.key_count, 1};
  const LookupWeights start = draw_lookup_weights(shape, request.seed);
  const auto alphas = static_cast<Index>(request.alphas.size());
  MatrixD norms(alphas, request.rows);
  Result<TrainingStart> answer;
  TrainingStart& out = *answer;
  out.loss.assign_zeros(request.alphas.size());
  out.max_weight.assign_zeros(request.alphas.size());
  LookupBatch batch;
  LookupScratch scratch;
  LookupWeights gradient;
  for (Index r = 0; r < request.rows; ++r) {
    draw_lookup_batch(shape, request.seed, static_cast<std::uint32_t>(r), batch);
    for (Index a = 0; a < alphas; ++a) {
      const auto i = static_cast<size_t>(a);
      const LookupModel model{request.alphas[i] * std::sqrt(static_cast<double>(request.head_dim)), request.loss, request.qk_norm};
      const LookupReport report = lookup_gradient(model, batch, start, scratch, gradient);
      norms(a, r) = joint_norm(gradient);
      out.loss[i] += report.loss / static_cast<double>(request.rows);
      out.max_weight[i] += report.max_weight / static_cast<double>(request.rows);
    }
  }
  for (Index a = 0; a < alphas; ++a) append_distribution({&norms(a, 0), static_cast<size_t>(request.rows)}, out.gradient);
  return answer;
}

}  // namespace attn
