#include "kernels/draw.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "kernels/bit_cast.h"
#include "support/accuracy.h"
#include "support/catch.h"

using attn::kernels::Lane;
using attn::kernels::ScalarLane;

TEST_CASE("vector and scalar lanes draw the same bits at every length") {
  for (size_t count = 0; count < 150; ++count) {
    const std::uint64_t hash = attn::kernels::hash_name(1, 2, static_cast<std::uint32_t>(count), 3);
    std::vector<float> a(count), b(count);
    const auto same = [&] {
      for (size_t i = 0; i < count; ++i)
        if (attn::bit_cast<std::uint32_t>(a[i]) != attn::bit_cast<std::uint32_t>(b[i])) return false;
      return true;
    };
    attn::kernels::draw_normal<Lane>(hash, a.data(), count);
    attn::kernels::draw_normal<ScalarLane>(hash, b.data(), count);
    REQUIRE(same());
    attn::kernels::draw_uniform<Lane>(hash, a.data(), count);
    attn::kernels::draw_uniform<ScalarLane>(hash, b.data(), count);
    REQUIRE(same());
    attn::kernels::draw_sign<Lane>(hash, a.data(), count);
    attn::kernels::draw_sign<ScalarLane>(hash, b.data(), count);
    REQUIRE(same());
  }
}

TEST_CASE("names of one stream never hash alike") {
  std::set<std::uint64_t> seen;
  for (std::uint32_t row = 0; row < 300; ++row)
    for (std::uint32_t key = 0; key < 300; ++key) seen.insert(attn::kernels::hash_name(1, 1, row, key));
  CHECK(seen.size() == 90000);
}

TEST_CASE("the squared radius of Box-Muller is accurate from the smallest to the largest uniform number", "[accuracy]") {
  double worst = 0;
  const auto check = [&](float u) {
    float out[4];
    attn::kernels::minus_two_log_lane(Lane::Float::splat(u)).store(out);
    const double exact = -2 * std::log(static_cast<double>(u));
    worst = std::max(worst, exact == 0 ? std::fabs(static_cast<double>(out[0])) : std::fabs(out[0] / exact - 1));
  };
  for (double u = 2.3283064365386963e-10; u < 1; u *= 1.00007) check(static_cast<float>(u));
  for (int k = 0; k < 100000; ++k) check(1.0f - static_cast<float>(k) * 5.9604645e-8f);
  CHECK(worst < 4e-7);
  attn_test::report_accuracy("minus_two_log_lane", worst, "relative", "2⁻³² ≤ u ≤ 1");
}

TEST_CASE("sine and cosine of the angle of Box-Muller are accurate over the whole half turn", "[accuracy]") {
  double worst = 0;
  const double pi = std::acos(-1.0);
  for (int k = -100000; k <= 100000; ++k) {
    const float f = static_cast<float>(k) * 5e-6f;
    float sine[4], cosine[4];
    attn::kernels::sine_of_half_turns_lane(Lane::Float::splat(f)).store(sine);
    attn::kernels::cosine_of_half_turns_lane(Lane::Float::splat(f)).store(cosine);
    worst = std::max({worst, std::fabs(sine[0] - std::sin(pi * static_cast<double>(f))), std::fabs(cosine[0] - std::cos(pi * static_cast<double>(f)))});
  }
  CHECK(worst < 2e-7);
  attn_test::report_accuracy("sine, cosine_of_half_turns_lane", worst, "absolute", "−½ ≤ f ≤ ½");
}
