// All cases of attention_cases.json, in float and in double, with the tolerances that the table states.
#include "core/attention_backward.h"

#include <algorithm>
#include <cmath>

#include "support/accuracy.h"
#include "support/catch.h"
#include "support/reference.h"

namespace {

using attn::Index;
using attn::MatrixD;
using attn::MatrixOf;
using nlohmann::json;

template <class Scalar>
struct Case {
  attn::AttentionRequest<Scalar> forward;
  attn::AttentionBackwardRequest<Scalar> backward;
};

template <class Scalar>
Case<Scalar> read_case(const json& entry) {
  attn::AttentionInputs<Scalar> inputs;
  inputs.query = attn_test::matrix(entry["Q"]).cast<Scalar>();
  inputs.key = attn_test::matrix(entry["K"]).cast<Scalar>();
  inputs.value = attn_test::matrix(entry["V"]).cast<Scalar>();
  inputs.divisor = attn_test::number(entry["divisor"]);
  const std::string mask = entry["mask"].get<std::string>();
  if (mask == "causal") inputs.mask = attn::MaskKind::causal;
  if (mask == "causal_br") inputs.mask = attn::MaskKind::causal_br;
  if (mask != "none" && mask != "causal" && mask != "causal_br") {
    inputs.mask = attn::MaskKind::allow;
    inputs.allow = attn_test::matrix(entry["allow"]).cast<std::uint8_t>();
  }
  Case<Scalar> result;
  static_cast<attn::AttentionInputs<Scalar>&>(result.forward) = inputs;
  static_cast<attn::AttentionInputs<Scalar>&>(result.backward) = inputs;
  result.forward.want_logits = result.forward.want_logsumexp = true;
  result.backward.grad_output = attn_test::matrix(entry["dO"]).cast<Scalar>();
  return result;
}

/// |got − want| ≤ rel · max|want| + floor; infinities must agree exactly. Returns the error as a share of what is allowed.
template <class Scalar>
double share_of_tolerance(const MatrixOf<Scalar>& got, const json& rows, double rel, double floor) {
  const MatrixD want = attn_test::matrix(rows);
  REQUIRE(got.rows() == want.rows());
  REQUIRE(got.cols() == want.cols());
  double largest = 0, error = 0;
  for (Index i = 0; i < want.rows(); ++i)
    for (Index j = 0; j < want.cols(); ++j) {
      const double g = static_cast<double>(got(i, j));
      if (!std::isfinite(want(i, j))) {
        CHECK(g == want(i, j));
        continue;
      }
      REQUIRE(std::isfinite(g));
      largest = std::max(largest, std::fabs(want(i, j)));
      error = std::max(error, std::fabs(g - want(i, j)));
    }
  return error / (rel * largest + floor);
}

template <class Scalar>
void check_table(double unit, const std::string& scalar_name) {
  const json table = attn_test::reference_table("attention_cases");
  REQUIRE(table["kind"] == "attention_forward_backward");
  double worst_forward = 0, worst_backward = 0;
  for (const json& entry : table["cases"]) {
    INFO(entry["name"].get<std::string>() << " in " << scalar_name);
    const Case<Scalar> request = read_case<Scalar>(entry);
    const auto forward = attn::attention_forward(request.forward);
    const auto backward = attn::attention_backward(request.backward);
    REQUIRE(forward.ok());
    REQUIRE(backward.ok());
    const double divisor = attn_test::number(entry["divisor"]);
    const double spread = attn_test::number(entry["max_abs_S"]);
    const double floor = unit * 1e-6 * std::max(1.0, 1 / divisor);
    const double weights_rel = unit * (1e-5 + 4e-7 * spread);
    const double gradient_rel = unit * (2e-5 + 1e-6 * spread);

    const double forward_shares[] = {share_of_tolerance(forward->logits, entry["S"], unit * 2e-6, floor),
                                     share_of_tolerance(forward->weights, entry["P"], weights_rel, floor),
                                     share_of_tolerance(forward->output, entry["O"], weights_rel, floor)};
    const double backward_shares[] = {
        share_of_tolerance(backward->grad_value, entry["dV"], weights_rel, floor), share_of_tolerance(backward->grad_logits, entry["dS"], gradient_rel, floor),
        share_of_tolerance(backward->grad_query, entry["dQ"], gradient_rel, floor), share_of_tolerance(backward->grad_key, entry["dK"], gradient_rel, floor)};
    for (const double share : forward_shares) {
      CHECK(share <= 1);
      worst_forward = std::max(worst_forward, share);
    }
    for (const double share : backward_shares) {
      CHECK(share <= 1);
      worst_backward = std::max(worst_backward, share);
    }

    const std::vector<double> logsumexp = attn_test::numbers(entry["row_logsumexp"]);
    REQUIRE(forward->logsumexp.size() == logsumexp.size());
    for (size_t i = 0; i < logsumexp.size(); ++i) {
      if (std::isfinite(logsumexp[i])) {
        CHECK(std::fabs(forward->logsumexp[i] - logsumexp[i]) <= unit * 2e-6 * std::max(spread, std::fabs(logsumexp[i])) + floor);
      } else {
        CHECK(forward->logsumexp[i] == logsumexp[i]);
        CHECK(forward->fully_masked[i] == 1);
      }
    }

    const double divisor_tolerance = unit * (1e-4 + 2e-6 * spread) * attn_test::number(entry["d_divisor_abs_sum"]) + floor;
    CHECK(std::fabs(backward->grad_divisor - attn_test::number(entry["d_divisor"])) <= divisor_tolerance);
  }
  attn_test::report_accuracy("attention_forward, " + scalar_name, worst_forward, "share of the table's tolerance", "attention_cases.json");
  attn_test::report_accuracy("attention_backward, " + scalar_name, worst_backward, "share of the table's tolerance", "attention_cases.json");
}

}  // namespace

TEST_CASE("attention in float agrees with the reference table, forward and backward", "[accuracy]") { check_table<float>(1, "float"); }

TEST_CASE("attention in double agrees with the reference table, forward and backward", "[accuracy]") { check_table<double>(1e-8, "double"); }
