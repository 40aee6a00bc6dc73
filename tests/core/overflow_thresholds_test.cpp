#include "core/overflow_thresholds.h"

#include <cmath>

#include "support/catch.h"
#include "support/reference.h"

using namespace attn;

TEST_CASE("the thresholds of every format are exactly those of the reference table") {
  const auto table = attn_test::reference_table("overflow")["thresholds"];
  REQUIRE(table.size() == std::size(kFormatNames));
  for (size_t i = 0; i < std::size(kFormatNames); ++i) {
    INFO(kFormatNames[i]);
    const auto& want = table.at(std::string(kFormatNames[i]));
    const auto got = format_thresholds({static_cast<FormatName>(i)});
    REQUIRE(got.ok());
    CHECK(got->max_finite == attn_test::number(want["max_finite"]));
    CHECK(got->min_normal == attn_test::number(want["min_normal"]));
    CHECK(got->min_subnormal == attn_test::number(want["min_subnormal"]));
    // 25 decimal digits in the table; the double nearest to them is wanted.
    CHECK(got->overflow_exp_real == attn_test::number(want["overflow_exp_real"]));
    CHECK(got->log_max_finite == attn_test::number(want["log_max_finite"]));
    CHECK(got->zero_real == attn_test::number(want["zero_real"]));
    CHECK(got->subnormal_real == attn_test::number(want["subnormal_real"]));
    CHECK(got->largest_x_finite == attn_test::number(want["largest_x_finite"]));
    CHECK(got->smallest_x_inf == attn_test::number(want["smallest_x_inf"]));
    CHECK(got->x_spacing == attn_test::number(want["x_spacing"]));
    CHECK(got->largest_x_zero == attn_test::number(want["largest_x_zero"]));
    CHECK(got->smallest_x_nonzero == attn_test::number(want["smallest_x_nonzero"]));
  }
}

TEST_CASE("exp in each format overflows and vanishes exactly at its thresholds") {
  for (size_t i = 0; i < std::size(kFormatNames); ++i) {
    INFO(kFormatNames[i]);
    const NumberFormat format = number_format(static_cast<FormatName>(i));
    const auto at = format_thresholds({static_cast<FormatName>(i)});
    CHECK(std::isfinite(exp_in_format(at->largest_x_finite, format)));
    CHECK(std::isinf(exp_in_format(at->smallest_x_inf, format)));
    CHECK(exp_in_format(at->largest_x_zero, format) == 0);
    CHECK(exp_in_format(at->smallest_x_nonzero, format) == format.min_subnormal());
    CHECK(round_to_format(at->smallest_x_inf, format) == at->smallest_x_inf);
    CHECK(round_to_format(at->largest_x_zero, format) == at->largest_x_zero);
  }
}
