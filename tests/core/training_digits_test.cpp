// The digits themselves, pinned: gcc, clang, WebAssembly with and without SIMD all have to give these bits.
#include <cstdint>
#include <cstring>

#include "core/gradient_rows.h"
#include "core/training.h"
#include "support/catch.h"

using namespace attn;

namespace {

// FNV-1a over the bits, byte by byte.
template <class T>
std::uint64_t digest(const T* values, size_t count) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (size_t i = 0; i < count; ++i) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &values[i], sizeof(T));
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ULL;
  }
  return hash;
}

}  // namespace

TEST_CASE("training gives the same bits with every compiler and in WebAssembly") {
  const auto weights_after = [](Optimiser optimiser, double rate, LookupLoss loss, bool qk_norm) {
    TrainingStepsRequest request;
    request.options.alphas = {0.5, 1.0, 4.0};
    request.options.learning_rates = {rate};
    request.options.optimiser = optimiser;
    request.options.loss = loss;
    request.options.qk_norm = qk_norm;
    request.options.clip = 0.5;
    request.step_count = 30;
    const auto steps = training_steps(request);
    REQUIRE(steps.ok());
    REQUIRE(steps->trace.non_finite_step == std::vector<std::int32_t>(3, -1));
    return digest(steps->state.data(), steps->state.size());
  };
  CHECK(weights_after(Optimiser::sgd, 5.0, LookupLoss::mse, false) == 0xc6554ef5f88bc79bULL);
  CHECK(weights_after(Optimiser::adam, 0.01, LookupLoss::ce, false) == 0xff73b5b0ada03134ULL);
  CHECK(weights_after(Optimiser::adam, 0.01, LookupLoss::mse, true) == 0x840d9910e10e29fbULL);
}

TEST_CASE("gradient rows have the same bits with every compiler and in WebAssembly") {
  GradientRequest request;
  request.alphas = {1.0 / 64.0, 1.0, 64.0};
  request.rows = 100;
  const GradientRows real = draw_gradient_rows(request);
  request.budget = 0;
  const GradientRows law = draw_gradient_rows(request);
  CHECK(digest(real.query_grad.data(), 300) == 0x13a75c4b9730dac9ULL);
  CHECK(digest(law.query_grad.data(), 300) == 0x32682974ab954e8aULL);
  CHECK(digest(law.jacobian_fro.data(), 300) == 0x2b7d07331b7f5fddULL);
}
