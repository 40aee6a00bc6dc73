#include "core/quadrature.h"

#include <cmath>

#include "core/elementary.h"
#include "support/catch.h"

TEST_CASE("the Gauss-Legendre rule is exact for polynomials of its degree") {
  for (const int count : {1, 2, 5, 12, 33}) {
    const attn::Quadrature rule = attn::gauss_legendre(count);
    for (int power = 0; power < 2 * count; ++power) {
      double sum = 0.0;
      for (size_t k = 0; k < rule.nodes.size(); ++k) sum += rule.weights[k] * std::pow(rule.nodes[k], power);
      INFO("count " << count << ", power " << power);
      CHECK(sum == Approx(power % 2 == 1 ? 0.0 : 2.0 / (power + 1)).margin(1e-14));
    }
  }
}

TEST_CASE("the chi quadrature has the moments of a random vector's length") {
  for (const int d : {1, 2, 3, 5, 8, 15, 16, 17, 64, 300, 1024, 4096}) {
    const attn::Quadrature rule = attn::chi_quadrature(d);
    double total = 0.0, mean = 0.0, square = 0.0, fourth = 0.0, laplace = 0.0;
    for (size_t k = 0; k < rule.nodes.size(); ++k) {
      const double r = rule.nodes[k], w = rule.weights[k];
      total += w;
      mean += w * r;
      square += w * r * r;
      fourth += w * r * r * r * r;
      laplace += w * attn::exp_d(-0.5 * r * r / d);
    }
    INFO("d_k = " << d);
    CHECK(total == Approx(1.0).epsilon(1e-13));
    CHECK(mean == Approx(std::sqrt(2.0) * attn::exp_d(attn::lgamma_d(0.5 * (d + 1)) - attn::lgamma_d(0.5 * d))).epsilon(1e-11));
    CHECK(square == Approx(d).epsilon(1e-11));
    CHECK(fourth == Approx(d * (d + 2.0)).epsilon(1e-11));
    CHECK(laplace == Approx(attn::pow_d(1.0 + 1.0 / d, -0.5 * d)).epsilon(1e-11));
  }
}

TEST_CASE("a Chebyshev series goes through its values and converges to a smooth function") {
  constexpr int kCount = 30;
  double values[kCount];
  const auto function = [](double t) { return std::exp(t) / (1.0 + t * t); };
  for (int k = 0; k < kCount; ++k) values[k] = function(attn::chebyshev_point(k, kCount));
  const attn::ChebyshevSeries series(values);
  for (int k = 0; k < kCount; ++k) CHECK(series(attn::chebyshev_point(k, kCount)) == Approx(values[k]).epsilon(1e-13));
  for (double t = 0.0; t <= 1.0; t += 0.01) CHECK(series(t) == Approx(function(t)).epsilon(1e-13));
}
