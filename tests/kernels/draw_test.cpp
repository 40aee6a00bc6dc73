#include "kernels/draw.h"

#include <cstdint>
#include <set>
#include <vector>

#include "kernels/bit_cast.h"
#include "support/catch.h"

using attn::kernels::Lane;
using attn::kernels::ScalarLane;

TEST_CASE("vector and scalar lanes draw the same bits at every length") {
  for (size_t count = 0; count < 150; ++count) {
    const std::uint64_t hash = attn::kernels::hash_name(1, 2, static_cast<std::uint32_t>(count), 3);
    std::vector<float> a(count), b(count);
    const auto same = [&] {
      for (size_t i = 0; i < count; ++i)
        if (attn::kernels::bit_cast<std::uint32_t>(a[i]) != attn::kernels::bit_cast<std::uint32_t>(b[i])) return false;
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
