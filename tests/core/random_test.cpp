#include "core/random.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/bit_cast.h"
#include "support/catch.h"

namespace {

using attn::Stream;
using attn::VectorName;
using Fill = void (*)(const VectorName&, std::span<float>);

std::vector<float> draw(Fill fill, const VectorName& name, size_t count) {
  std::vector<float> out(count);
  fill(name, out);
  return out;
}

/// FNV-1a over the bit patterns, byte by byte.
std::uint64_t hash_bits(const std::vector<float>& values) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const float value : values) {
    const auto pattern = attn::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) hash = (hash ^ ((pattern >> shift) & 0xffu)) * 0x100000001b3u;
  }
  return hash;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (attn::bit_cast<std::uint32_t>(a[i]) != attn::bit_cast<std::uint32_t>(b[i])) return false;
  return true;
}

}  // namespace

TEST_CASE("case 20: random vectors have the same bits on every machine and with every lane type") {
  // The hashes were made once; this test runs natively (gcc, clang) and in WebAssembly with and without SIMD.
  struct Golden {
    Fill fill;
    VectorName name;
    std::uint64_t hash;
  };
  const Golden goldens[] = {
      {attn::fill_normal, {1, Stream::query, 0, 0}, 0x88ffd5efe7e958f5u},
      {attn::fill_normal, {7, Stream::key, 999, 63}, 0x9a5af9a334c0236fu},
      {attn::fill_normal, {4294967295u, Stream::score, 4294967295u, 4294967295u}, 0xf1b82cdefb07d67fu},
      {attn::fill_uniform, {1, Stream::training, 3, 5}, 0x33669c9275cb1cb6u},
      {attn::fill_sign, {0, Stream::auxiliary, 0, 0}, 0xf0177b31b5a239a5u},
  };
  for (const Golden& golden : goldens) {
    CAPTURE(golden.name.seed, golden.name.row, golden.name.key);
    CHECK(hash_bits(draw(golden.fill, golden.name, 4096)) == golden.hash);
  }
}

TEST_CASE("a longer vector begins with the shorter one of the same name") {
  const VectorName name{5, Stream::key, 17, 3};
  for (const Fill fill : {Fill{attn::fill_normal}, Fill{attn::fill_uniform}, Fill{attn::fill_sign}}) {
    const auto longest = draw(fill, name, 400);
    for (size_t count = 0; count <= 400; ++count) {
      auto shorter = draw(fill, name, count);
      REQUIRE(same_bits(shorter, longest, count));
    }
  }
}

TEST_CASE("filling writes nothing beyond the span") {
  std::vector<float> guarded(40, 123.0f);
  for (size_t count = 0; count < 32; ++count) {
    for (const Fill fill : {Fill{attn::fill_normal}, Fill{attn::fill_uniform}, Fill{attn::fill_sign}}) {
      std::fill(guarded.begin(), guarded.end(), 123.0f);
      fill({1, Stream::query, 0, 0}, std::span(guarded).subspan(4, count));
      for (size_t i = 0; i < guarded.size(); ++i)
        if (i < 4 || i >= 4 + count) REQUIRE(guarded[i] == 123.0f);
    }
  }
}

TEST_CASE("every part of the name changes the numbers") {
  const VectorName base{1, Stream::query, 2, 3};
  const auto numbers = draw(attn::fill_normal, base, 16);
  const VectorName others[] = {{2, Stream::query, 2, 3}, {1, Stream::key, 2, 3}, {1, Stream::query, 3, 3}, {1, Stream::query, 2, 4}, {1, Stream::query, 3, 2}};
  for (const VectorName& other : others) {
    const auto changed = draw(attn::fill_normal, other, 16);
    int equal = 0;
    for (size_t i = 0; i < 16; ++i) equal += numbers[i] == changed[i] ? 1 : 0;
    CHECK(equal == 0);
  }
}

TEST_CASE("normal numbers have the moments of N(0, 1)") {
  constexpr size_t kCount = 1 << 20;
  const auto z = draw(attn::fill_normal, {3, Stream::score, 1, 1}, kCount);
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  for (const float value : z) {
    const double x = value;
    m1 += x, m2 += x * x, m3 += x * x * x, m4 += x * x * x * x;
  }
  const double n = static_cast<double>(kCount), five = 5 / std::sqrt(n);
  // Five standard errors; the variances of z, z², z³, z⁴ are 1, 2, 15, 96.
  CHECK(std::fabs(m1 / n) < five);
  CHECK(std::fabs(m2 / n - 1) < five * std::sqrt(2.0));
  CHECK(std::fabs(m3 / n) < five * std::sqrt(15.0));
  CHECK(std::fabs(m4 / n - 3) < five * std::sqrt(96.0));
}

TEST_CASE("short vectors of many names have the moments of N(0, 1), coordinate by coordinate") {
  constexpr std::uint32_t kRows = 300, kKeys = 300;
  double mean[9] = {}, square[9] = {}, neighbour_key = 0, neighbour_coordinate = 0;
  std::vector<float> previous(9);
  for (std::uint32_t row = 0; row < kRows; ++row)
    for (std::uint32_t key = 0; key < kKeys; ++key) {
      const auto z = draw(attn::fill_normal, {1, Stream::key, row, key}, 9);
      for (size_t i = 0; i < 9; ++i) mean[i] += z[i], square[i] += static_cast<double>(z[i]) * z[i];
      neighbour_key += static_cast<double>(z[0]) * previous[0];
      neighbour_coordinate += static_cast<double>(z[0]) * z[4];
      previous = z;
    }
  const double n = kRows * kKeys, five = 5 / std::sqrt(n);
  for (size_t i = 0; i < 9; ++i) {
    CHECK(std::fabs(mean[i] / n) < five);
    CHECK(std::fabs(square[i] / n - 1) < five * std::sqrt(2.0));
  }
  CHECK(std::fabs(neighbour_key / n) < five);
  CHECK(std::fabs(neighbour_coordinate / n) < five);
}

TEST_CASE("normal numbers follow the normal distribution function") {
  // The greatest distance D between the empirical and the exact distribution; √n·D < 2.3 leaves out 5 in 10⁵ samples.
  constexpr size_t kCount = 1 << 17;
  auto z = draw(attn::fill_normal, {11, Stream::value, 0, 9}, kCount);
  std::sort(z.begin(), z.end());
  double distance = 0;
  for (size_t i = 0; i < kCount; ++i) {
    const double exact = 0.5 * std::erfc(-static_cast<double>(z[i]) / std::sqrt(2.0));
    const double below = static_cast<double>(i) / kCount, above = static_cast<double>(i + 1) / kCount;
    distance = std::max({distance, std::fabs(exact - below), std::fabs(above - exact)});
  }
  CHECK(distance * std::sqrt(static_cast<double>(kCount)) < 2.3);
}

TEST_CASE("the tails of the normal numbers are there") {
  constexpr size_t kCount = 1 << 22;
  const auto z = draw(attn::fill_normal, {2, Stream::query, 0, 0}, kCount);
  double beyond4 = 0, largest = 0;
  for (const float value : z) {
    if (std::fabs(value) > 4) ++beyond4;
    largest = std::max(largest, std::fabs(static_cast<double>(value)));
  }
  const double expected = 6.334248366623996e-5 * kCount;  // P(|z| > 4)
  CHECK(std::fabs(beyond4 - expected) < 5 * std::sqrt(expected));
  CHECK(largest > 4.8);
  CHECK(largest < 6.7);
}

TEST_CASE("streams, rows and keys are uncorrelated") {
  constexpr size_t kCount = 1 << 16;
  const VectorName names[] = {{1, Stream::query, 0, 0}, {1, Stream::key, 0, 0}, {1, Stream::query, 1, 0}, {1, Stream::query, 0, 1}, {2, Stream::query, 0, 0}};
  std::vector<std::vector<float>> z;
  for (const VectorName& name : names) z.push_back(draw(attn::fill_normal, name, kCount));
  for (size_t a = 0; a < z.size(); ++a)
    for (size_t b = 0; b < a; ++b) {
      double product = 0;
      for (size_t i = 0; i < kCount; ++i) product += static_cast<double>(z[a][i]) * z[b][i];
      CHECK(std::fabs(product) < 5 * std::sqrt(static_cast<double>(kCount)));
    }
}

TEST_CASE("uniform numbers are uniform on the open interval") {
  constexpr size_t kCount = 1 << 18;
  auto u = draw(attn::fill_uniform, {1, Stream::auxiliary, 4, 4}, kCount);
  std::sort(u.begin(), u.end());
  CHECK(u.front() > 0.0f);
  CHECK(u.back() < 1.0f);
  double distance = 0;
  for (size_t i = 0; i < kCount; ++i) distance = std::max(distance, std::fabs(u[i] - (static_cast<double>(i) + 0.5) / kCount));
  CHECK(distance * std::sqrt(static_cast<double>(kCount)) < 2.3);
}

TEST_CASE("signs are fair and independent of their neighbours") {
  constexpr size_t kCount = 1 << 18;
  const auto s = draw(attn::fill_sign, {1, Stream::auxiliary, 0, 2}, kCount);
  for (const float value : s) REQUIRE((value == 1.0f || value == -1.0f));
  for (const size_t lag : {size_t{0}, size_t{1}, size_t{4}, size_t{64}}) {
    double sum = 0;
    for (size_t i = lag; i < kCount; ++i) sum += lag == 0 ? s[i] : s[i] * s[i - lag];
    CHECK(std::fabs(sum) < 5 * std::sqrt(static_cast<double>(kCount)));
  }
}
