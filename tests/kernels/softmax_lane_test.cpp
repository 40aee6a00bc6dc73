#include "kernels/softmax_lane.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/bit_cast.h"
#include "kernels/dot.h"
#include "kernels/draw.h"
#include "support/accuracy.h"
#include "support/catch.h"

using attn::bit_cast;
using attn::kernels::Lane;
using attn::kernels::ScalarLane;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

template <class Family>
float exp_one(float x) {
  float out[4];
  attn::kernels::exp_lane(Family::Float::splat(x)).store(out);
  return out[0];
}

std::vector<float> normals(std::uint32_t row, size_t count, float factor) {
  std::vector<float> z(count);
  attn::kernels::draw_normal<ScalarLane>(attn::kernels::hash_name(9, 9, row, 0), z.data(), count);
  for (float& value : z) value *= factor;
  return z;
}

std::uint32_t pattern(float x) { return bit_cast<std::uint32_t>(x); }

}  // namespace

TEST_CASE("the float32 exponential is right to two units in the last place over its whole range", "[accuracy]") {
  double worst = 0, worst_subnormal = 0;
  for (double x = -104.5; x < 88.72; x += 0.00037) {
    const auto argument = static_cast<float>(x);
    const double exact = std::exp(static_cast<double>(argument)), got = exp_one<Lane>(argument);
    if (exact < 1.17549435e-38)
      worst_subnormal = std::max(worst_subnormal, std::fabs(got - exact) / 1.401298464324817e-45);
    else
      worst = std::max(worst, std::fabs(got - exact) / std::ldexp(1.0, std::ilogb(exact) - 23));
  }
  CHECK(worst < 2);
  CHECK(worst_subnormal < 2);
  attn_test::report_accuracy("exp_lane (float32)", worst, "ulp", "results ≥ 2⁻¹²⁶");
  attn_test::report_accuracy("exp_lane (float32)", worst_subnormal, "multiples of 2⁻¹⁴⁹", "subnormal results");
}

TEST_CASE("the float32 exponential is right at its edges") {
  CHECK(exp_one<Lane>(-kInfinity) == 0.0f);
  CHECK(exp_one<Lane>(kInfinity) == kInfinity);
  CHECK(exp_one<Lane>(0.0f) == 1.0f);
  CHECK(exp_one<Lane>(-0.0f) == 1.0f);
  CHECK(exp_one<Lane>(88.72283f) < kInfinity);
  CHECK(exp_one<Lane>(88.72284f) == kInfinity);
  CHECK(exp_one<Lane>(3e38f) == kInfinity);
  CHECK(exp_one<Lane>(-3e38f) == 0.0f);
  CHECK(exp_one<Lane>(-103.9f) == 1.401298464324817e-45f);
  CHECK(exp_one<Lane>(-104.1f) == 0.0f);
  CHECK(std::isnan(exp_one<Lane>(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("vector and scalar lanes give the same bits for every row operation") {
  const float factors[] = {0.01f, 1.0f, 30.0f, 1e30f};
  for (std::uint32_t count = 1; count < 300; count += (count < 40 ? 1 : 37))
    for (const float factor : factors) {
      CAPTURE(count, factor);
      const auto x = normals(count, count, factor), y = normals(count + 1000, count, 1.0f);
      REQUIRE(pattern(attn::kernels::dot<Lane>(x.data(), y.data(), count)) == pattern(attn::kernels::dot<ScalarLane>(x.data(), y.data(), count)));
      const float largest = attn::kernels::row_max<Lane>(x.data(), count);
      REQUIRE(pattern(largest) == pattern(attn::kernels::row_max<ScalarLane>(x.data(), count)));
      std::vector<float> a(count), b(count);
      const double sum_a = attn::kernels::softmax_row<Lane>(x.data(), 0.7f, a.data(), count);
      const double sum_b = attn::kernels::softmax_row<ScalarLane>(x.data(), 0.7f, b.data(), count);
      REQUIRE(bit_cast<std::uint64_t>(sum_a) == bit_cast<std::uint64_t>(sum_b));
      for (size_t i = 0; i < count; ++i) REQUIRE(pattern(a[i]) == pattern(b[i]));
      const auto parts_a = attn::kernels::softmax_parts<Lane>(x.data(), largest, 0.7f, count);
      const auto parts_b = attn::kernels::softmax_parts<ScalarLane>(x.data(), largest, 0.7f, count);
      REQUIRE(bit_cast<std::uint64_t>(parts_a.ties) == bit_cast<std::uint64_t>(parts_b.ties));
      REQUIRE(bit_cast<std::uint64_t>(parts_a.rest) == bit_cast<std::uint64_t>(parts_b.rest));
      REQUIRE(bit_cast<std::uint64_t>(parts_a.descent) == bit_cast<std::uint64_t>(parts_b.descent));
    }
}

TEST_CASE("vector and scalar exponentials agree to the bit over all float32 patterns in steps") {
  for (std::uint32_t high = 0; high < 65536; ++high) {
    const auto x = bit_cast<float>((high << 16) | 0x4d3bu);
    if (std::isnan(x)) continue;
    REQUIRE(pattern(exp_one<Lane>(x)) == pattern(exp_one<ScalarLane>(x)));
  }
}

TEST_CASE("dot products equal the naive sum in double to float32 accuracy at every length") {
  for (size_t count = 0; count < 200; ++count) {
    const auto a = normals(1, count, 1.0f), b = normals(2, count, 1.0f);
    double naive = 0, size = 0;
    for (size_t i = 0; i < count; ++i) naive += static_cast<double>(a[i]) * b[i], size += std::fabs(static_cast<double>(a[i]) * b[i]);
    REQUIRE(std::fabs(attn::kernels::dot<Lane>(a.data(), b.data(), count) - naive) <= (static_cast<double>(count) / 16 + 6) * std::ldexp(size, -24));
  }
}

TEST_CASE("the parts of a softmax row give its sum and its entropy") {
  const float row[] = {1.0f, -2.0f, 1.0f, 0.5f, -300.0f};
  const auto parts = attn::kernels::softmax_parts<Lane>(row, 1.0f, 2.0f, 5);
  CHECK(parts.ties == 2);
  CHECK(parts.rest == Approx(std::exp(-6.0) + std::exp(-1.0)).epsilon(1e-6));
  CHECK(parts.descent == Approx(6 * std::exp(-6.0) + std::exp(-1.0)).epsilon(1e-6));
}

TEST_CASE("a fully masked float32 row becomes zeros") {
  float row[] = {-kInfinity, -kInfinity, -kInfinity, -kInfinity, -kInfinity};
  CHECK(attn::kernels::softmax_row<Lane>(row, 1.0f, row, 5) == 0);
  for (const float weight : row) CHECK(weight == 0.0f);
}
