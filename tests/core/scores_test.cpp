#include "core/scores.h"

#include <cmath>
#include <limits>

#include "core/random.h"
#include "support/catch.h"
#include "support/reference.h"

using attn::Status;

namespace {

attn::Matrix normal_matrix(attn::Stream stream, attn::Index rows, attn::Index columns) {
  attn::Matrix matrix(rows, columns);
  for (attn::Index i = 0; i < rows; ++i) attn::fill_normal({1, stream, 0, static_cast<std::uint32_t>(i)}, {matrix.row(i).data(), static_cast<size_t>(columns)});
  return matrix;
}

double largest(const attn::MatrixD& matrix) { return matrix.cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("scores and logits agree with the reference cases in both precisions") {
  // S in the table is the logits without their mask: got within rel·max|S| + 1e-6·max(1, 1/c).
  const auto table = attn_test::reference_table("attention_cases");
  const double relative = attn_test::number(table.at("tolerance").at("float32_S_rel"));
  for (const auto& entry : table.at("cases")) {
    CAPTURE(entry.at("name").get<std::string>());
    const attn::MatrixD query = attn_test::matrix(entry.at("Q")), key = attn_test::matrix(entry.at("K")), want = attn_test::matrix(entry.at("S"));
    const double divisor = attn_test::number(entry.at("divisor"));
    const double floor = 1e-6 * std::max(1.0, 1 / divisor), allowed = relative * largest(want) + floor;
    const auto got = attn::logits(attn::Matrix(query.cast<float>()), attn::Matrix(key.cast<float>()), divisor);
    const auto got64 = attn::logits(query, key, divisor);
    REQUIRE(got.ok());
    REQUIRE(got64.ok());
    CHECK(largest(got->cast<double>() - want) <= allowed);
    CHECK(largest(*got64 - want) <= 1e-8 * allowed);
  }
}

TEST_CASE("the default divisor is the root of the number of columns of Q") {
  const auto query = normal_matrix(attn::Stream::query, 3, 25), key = normal_matrix(attn::Stream::key, 4, 25);
  const auto by_default = attn::logits(query, key), by_five = attn::logits(query, key, 5.0);
  REQUIRE(by_default.ok());
  CHECK(*by_default == *by_five);
}

TEST_CASE("logits are the scores over the divisor") {
  const auto query = normal_matrix(attn::Stream::query, 3, 16), key = normal_matrix(attn::Stream::key, 5, 16);
  const auto raw = attn::scores(query, key), divided = attn::logits(query, key, 0.125);
  REQUIRE(raw.ok());
  CHECK(*divided == *raw * 8.0f);
  CHECK(*raw == *attn::logits(query, key, 1.0));
}

TEST_CASE("every bad divisor has its own status") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(attn::check_divisor(0).status == Status::divisor_not_positive);
  CHECK(attn::check_divisor(-0.0).status == Status::divisor_not_positive);
  CHECK(attn::check_divisor(-8).status == Status::divisor_not_positive);
  CHECK(attn::check_divisor(std::nan("")).status == Status::not_finite);
  CHECK(attn::check_divisor(infinity).status == Status::not_finite);
  CHECK(attn::check_divisor(-infinity).status == Status::not_finite);
  CHECK(attn::check_divisor(1e-308).status == Status::divisor_out_of_range);
  CHECK(attn::check_divisor(1e308).status == Status::divisor_out_of_range);
  for (const double good : {1e-9, 1e-6, 1.0, 1e6, 1e9}) CHECK(attn::check_divisor(good).status == Status::ok);
  const auto query = normal_matrix(attn::Stream::query, 1, 2);
  CHECK(attn::logits(query, query, 0.0).status() == Status::divisor_not_positive);
  CHECK(std::string_view(attn::logits(query, query, 0.0).argument()) == "divisor");
}

TEST_CASE("shapes that do not fit, empty matrices and values that are not finite are refused") {
  const auto query = normal_matrix(attn::Stream::query, 2, 4);
  CHECK(attn::scores(query, normal_matrix(attn::Stream::key, 2, 5)).status() == Status::shape_mismatch);
  CHECK(attn::scores(attn::Matrix(0, 4), query).status() == Status::empty_input);
  CHECK(attn::scores(query, attn::Matrix(0, 4)).status() == Status::empty_input);
  CHECK(attn::scores(attn::Matrix(2, 0), attn::Matrix(2, 0)).status() == Status::head_dim_out_of_range);
  CHECK(attn::check_query_key_shapes(1, 4097, 1, 4097).status == Status::head_dim_out_of_range);
  CHECK(attn::check_query_key_shapes(1 << 20, 4, 1 << 20, 4).status == Status::too_large);
  attn::Matrix broken = query;
  broken(1, 2) = std::numeric_limits<float>::quiet_NaN();
  CHECK(attn::scores(broken, query).status() == Status::not_finite);
  CHECK(attn::scores(query, broken).status() == Status::not_finite);
  attn::Matrix huge = attn::Matrix::Constant(2, 4, 1e30f);
  CHECK(attn::scores(huge, huge).status() == Status::not_finite);
  CHECK(std::string_view(attn::scores(huge, huge).argument()) == "scores");
  CHECK(attn::logits(attn::Matrix(huge * 1e-12f), attn::Matrix(huge * 1e-12f), 1e-9).status() == Status::not_finite);
}
