#include "core/number_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "core/elementary.h"
#include "support/catch.h"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// All numbers ≥ 0 of a 16-bit format, decoded from their bit patterns in order; the last one is +∞.
std::vector<double> members(int fraction_bits, int exponent_bits) {
  std::vector<double> result;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int infinite = ((1 << exponent_bits) - 1) << fraction_bits;
  for (int pattern = 0; pattern < infinite; ++pattern) {
    const int exponent = pattern >> fraction_bits;
    const int fraction = pattern & ((1 << fraction_bits) - 1);
    const int significand = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
    result.push_back(std::ldexp(significand, std::max(exponent, 1) - bias - fraction_bits));
  }
  result.push_back(kInfinity);
  return result;
}

const std::vector<double>& members_of(FormatName name) {
  static const std::vector<double> half = members(10, 5), brain = members(7, 8);
  return name == FormatName::float16 ? half : brain;
}

/// Naive rounding: the nearest member by search, the even pattern on a tie, ∞ standing where the next power of two would be.
double nearest_member(double x, FormatName name) {
  const std::vector<double>& list = members_of(name);
  const double size = std::fabs(x);
  const size_t above = static_cast<size_t>(std::lower_bound(list.begin(), list.end(), size) - list.begin());
  if (list[above] == size) return x;
  const double low = list[above - 1];
  const double high = list[above] == kInfinity ? 2 * std::ldexp(1.0, std::ilogb(low)) : list[above];
  const double to_low = size - low, to_high = high - size;  // exact: all are multiples of one small power of two
  const bool up = to_high < to_low || (to_high == to_low && above % 2 == 0);
  return std::copysign(up ? list[above] : low, x);
}

}  // namespace

TEST_CASE("every member of float16 and bfloat16 rounds to itself, with both signs") {
  for (const FormatName name : {FormatName::float16, FormatName::bfloat16}) {
    const NumberFormat format = number_format(name);
    for (const double x : members_of(name)) {
      REQUIRE(round_to_format(x, format) == x);
      REQUIRE(round_to_format(-x, format) == -x);
    }
  }
}

TEST_CASE("midpoints go to the even neighbour and their neighbours as doubles to the nearer one") {
  for (const FormatName name : {FormatName::float16, FormatName::bfloat16}) {
    const NumberFormat format = number_format(name);
    const std::vector<double>& list = members_of(name);
    for (size_t i = 0; i + 2 < list.size(); ++i) {
      const double middle = list[i] + (list[i + 1] - list[i]) / 2;
      REQUIRE(round_to_format(middle, format) == list[i % 2 == 0 ? i : i + 1]);
      // One double away from the tie: rounding through float32 first would lose this and round wrongly.
      REQUIRE(round_to_format(std::nextafter(middle, kInfinity), format) == list[i + 1]);
      REQUIRE(round_to_format(-std::nextafter(middle, 0.0), format) == -list[i]);
    }
  }
}

TEST_CASE("random doubles round as by searching the list of members") {
  std::mt19937_64 engine(7);
  for (const FormatName name : {FormatName::float16, FormatName::bfloat16}) {
    const NumberFormat format = number_format(name);
    const int span = name == FormatName::float16 ? 45 : 290;
    for (int i = 0; i < 20000; ++i) {
      const double significand = 1 + static_cast<double>(engine() >> 12) * 0x1p-52;
      const int exponent = static_cast<int>(engine() % static_cast<unsigned>(span)) - (name == FormatName::float16 ? 27 : 155);
      const double x = std::ldexp(engine() & 1 ? significand : -significand, exponent);
      REQUIRE(round_to_format(x, format) == nearest_member(x, name));
    }
  }
}

TEST_CASE("float32 rounds as the hardware converts") {
  std::mt19937_64 engine(8);
  const NumberFormat format = number_format(FormatName::float32);
  for (int i = 0; i < 50000; ++i) {
    const double x = std::ldexp(1 + static_cast<double>(engine() >> 12) * 0x1p-52, static_cast<int>(engine() % 280) - 152);
    REQUIRE(round_to_format(x, format) == static_cast<double>(static_cast<float>(x)));
    const double middle = static_cast<double>(static_cast<float>(x)) + std::ldexp(1.0, std::max(std::ilogb(x), -126) - 24);
    REQUIRE(round_to_format(middle, format) == static_cast<double>(static_cast<float>(middle)));
  }
}

TEST_CASE("the overflow limit is half a spacing above the largest finite number") {
  const NumberFormat half = number_format(FormatName::float16);
  CHECK(half.max_finite() == 65504);
  CHECK(round_to_format(65519.999999, half) == 65504);
  CHECK(round_to_format(65520, half) == kInfinity);
  CHECK(round_to_format(-65520, half) == -kInfinity);
  CHECK(round_to_format(1e300, number_format(FormatName::bfloat16)) == kInfinity);
  CHECK(round_to_format(1e300, number_format(FormatName::float64)) == 1e300);
}

TEST_CASE("rounding keeps specials and the sign of zero") {
  for (const FormatName name : {FormatName::float16, FormatName::bfloat16, FormatName::float32, FormatName::float64}) {
    const NumberFormat format = number_format(name);
    CHECK(round_to_format(kInfinity, format) == kInfinity);
    CHECK(round_to_format(-kInfinity, format) == -kInfinity);
    CHECK(std::isnan(round_to_format(std::nan(""), format)));
    CHECK(round_to_format(0.0, format) == 0);
    CHECK(std::signbit(round_to_format(-0.0, format)));
    CHECK(std::signbit(round_to_format(-format.min_subnormal() / 2, format)));
    CHECK(round_to_format(format.min_subnormal(), format) == format.min_subnormal());
  }
}

TEST_CASE("the next member follows the list, below zero and across binades") {
  for (const FormatName name : {FormatName::float16, FormatName::bfloat16}) {
    const NumberFormat format = number_format(name);
    const std::vector<double>& list = members_of(name);
    for (size_t i = 0; i + 1 < list.size(); ++i) {
      REQUIRE(floor_to_format(list[i], format) == list[i]);
      REQUIRE(next_in_format(list[i], format) == list[i + 1]);
      if (list[i + 1] < kInfinity) REQUIRE(next_in_format(-list[i + 1], format) == -list[i]);
    }
    CHECK(floor_to_format(std::nextafter(1.0, 0.0), format) == *(std::find(list.begin(), list.end(), 1.0) - 1));
    CHECK(floor_to_format(-1e-9 - 1.0, format) == -*(std::find(list.begin(), list.end(), 1.0) + 1));
  }
}

TEST_CASE("exp of every 16-bit number is correctly rounded: no result is near enough to a tie for exp_d to matter") {
  for (const FormatName name : {FormatName::float16, FormatName::bfloat16}) {
    const NumberFormat format = number_format(name);
    double nearest_tie = 1;
    for (const double size : members_of(name))
      for (const double x : {size, -size}) {
        const double value = exp_d(x);
        if (!(value > 0 && value < kInfinity) || x == 0) continue;
        // The nearest tie is a number with one more bit that rounding to one more bit finds.
        const NumberFormat finer{format.precision + 1, format.largest_exponent, format.smallest_exponent};
        const double candidate = round_to_format(value, finer);
        if (candidate == 0 || std::isinf(candidate) || round_to_format(candidate, format) == candidate) continue;
        nearest_tie = std::min(nearest_tie, std::fabs(value - candidate) / value);
      }
    CHECK(nearest_tie > 4 * 0x1p-52);  // exp_d errs by at most one ulp
  }
}
