// Two routes to one number: rows really drawn, and the exact expectation over the query's length.
#include <cmath>

#include "core/saturation_sample.h"
#include "core/saturation_theory.h"
#include "support/catch.h"

TEST_CASE("sampled means agree with the exact expectation for small and large d_k, drawn in both ways") {
  for (const int head_dim : {1, 2, 8, 64, 512, 4096})
    for (const int key_count : {2, 8, 65}) {
      const double root = std::sqrt(static_cast<double>(head_dim));
      const std::vector<double> divisors{0.05 * root, 1.0, 0.5 * root, root, 4 * root, static_cast<double>(head_dim)};
      attn::SaturationSampleRequest request;
      request.head_dim = head_dim;
      request.key_count = key_count;
      request.divisors = divisors;
      request.budget = 2e6;
      request.min_rows = 1000;
      request.max_rows = 3000;
      const auto sample = attn::saturation_sample(request);
      const auto theory = attn::saturation_theory({head_dim, key_count, divisors});
      REQUIRE(sample.ok());
      REQUIRE(theory.ok());
      for (size_t i = 0; i < divisors.size(); ++i) {
        CAPTURE(head_dim, key_count, divisors[i]);
        CHECK(std::fabs(sample->max_weight_mean[i] - theory->max_weight[i]) < 4.5 * sample->max_weight_error[i] + 1e-6);
        CHECK(std::fabs(sample->entropy_mean[i] - theory->entropy[i]) < 4.5 * sample->entropy_error[i] + 1e-6);
      }
    }
}
