// Any training request, with any state at all, gives a status or a trace that is finite until it is NaN for good.
#include <cmath>

#include "core/training.h"
#include "core/training_start.h"
#include "core/training_summary.h"
#include "fuzz/byte_reader.h"

using attn_test::ByteReader;
using attn_test::require;

namespace {

double number_from(ByteReader& bytes) {
  if (bytes.take<std::uint8_t>() % 16 == 15) return bytes.take<double>();
  return std::ldexp(1.0, bytes.take<std::uint8_t>() % 28 - 14);
}

std::vector<double> numbers_from(ByteReader& bytes, size_t most) {
  std::vector<double> values((bytes.take<std::uint8_t>() + 1U) % (most + 1));
  for (double& v : values) v = number_from(bytes);
  return values;
}

void check_trace(const attn::TrainingTrace& trace, int first_step) {
  for (attn::Index i = 0; i < trace.loss.rows(); ++i) {
    const int stopped = trace.non_finite_step[static_cast<size_t>(i)];
    for (attn::Index t = 0; t < trace.loss.cols(); ++t) {
      const bool finite = stopped < 0 || first_step + t < stopped;
      require(std::isnan(trace.loss(i, t)) == !finite);
      if (!finite) continue;
      require(trace.max_weight(i, t) >= 0.0F && trace.max_weight(i, t) <= 1.00001F);
      require(trace.right_weight(i, t) <= trace.max_weight(i, t) * 1.00001F);
      require(trace.accuracy(i, t) >= 0.0F && trace.accuracy(i, t) <= 1.0F);
    }
  }
}

void fuzz_steps(ByteReader& bytes) {
  attn::TrainingStepsRequest request;
  attn::TrainingOptions& options = request.options;
  options.head_dim = bytes.mostly_whole(1, 20);
  options.input_dim = bytes.mostly_whole(1, 9);
  options.key_count = bytes.mostly_whole(2, 8);
  options.batch = bytes.mostly_whole(1, 4);
  options.alphas = numbers_from(bytes, 3);
  options.learning_rates = numbers_from(bytes, 3);
  options.optimiser = bytes.take<std::uint8_t>() % 2 == 0 ? attn::Optimiser::sgd : attn::Optimiser::adam;
  options.loss = bytes.take<std::uint8_t>() % 2 == 0 ? attn::LookupLoss::mse : attn::LookupLoss::ce;
  options.clip = bytes.take<std::uint8_t>() % 2 == 0 ? 0.0 : number_from(bytes);
  options.qk_norm = bytes.take<std::uint8_t>() % 2 == 0;
  options.seed = bytes.take<std::uint32_t>();
  request.step_count = bytes.mostly_whole(1, 4);
  if (request.step_count > 16 || static_cast<double>(options.head_dim) * options.input_dim > 4096) return;
  auto result = attn::training_steps(request);
  if (!result.ok()) {
    require(*result.argument() != '\0');
    return;
  }
  check_trace(result->trace, 0);

  // go on from the state, some of its numbers replaced by any bits
  request.first_step = result->steps_done;
  request.state = result->state;
  for (int i = bytes.take<std::uint8_t>() % 4; i > 0 && !request.state.empty(); --i)
    request.state[bytes.take<std::uint16_t>() % request.state.size()] = bytes.take<float>();
  if (bytes.take<std::uint8_t>() % 8 == 0) request.state.resize(bytes.take<std::uint8_t>());
  const auto more = attn::training_steps(request);
  if (!more.ok()) {
    require(more.status() == attn::Status::shape_mismatch);
    return;
  }
  check_trace(more->trace, request.first_step);
}

void fuzz_summary(ByteReader& bytes) {
  attn::TrainingSummaryRequest request;
  for (attn::Matrix* m : {&request.loss, &request.grad_norm, &request.weight_ratio, &request.max_weight}) {
    m->resize(bytes.take<std::uint8_t>() % 2 + 1, bytes.take<std::uint8_t>() % 3 == 0 ? 30 : 3);
    for (attn::Index i = 0; i < m->size(); ++i) m->data()[i] = bytes.take<float>();
  }
  request.threshold = number_from(bytes);
  const auto summary = attn::training_summary(request);
  if (!summary.ok()) return;
  for (size_t i = 0; i < summary->solved.size(); ++i) require((summary->solved[i] == 1) == std::isfinite(summary->steps_to_threshold[i]));
}

void fuzz_start(ByteReader& bytes) {
  attn::TrainingStartRequest request;
  request.head_dim = bytes.mostly_whole(1, 20);
  request.input_dim = bytes.mostly_whole(1, 9);
  request.key_count = bytes.mostly_whole(2, 8);
  request.alphas = numbers_from(bytes, 3);
  request.qk_norm = bytes.take<std::uint8_t>() % 2 == 0;
  request.rows = bytes.mostly_whole(1, 5);
  request.seed = bytes.take<std::uint32_t>();
  if (request.rows > 64 || static_cast<double>(request.head_dim) * request.input_dim > 4096) return;
  const auto start = attn::training_start(request);
  if (!start.ok()) return;
  for (const double weight : start->max_weight) require(weight >= 0.0 && weight <= 1.00001);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader bytes(data, size);
  const int kind = bytes.take<std::uint8_t>() % 4;
  if (kind < 2) fuzz_steps(bytes);
  if (kind == 2) fuzz_summary(bytes);
  if (kind == 3) fuzz_start(bytes);
  return 0;
}
