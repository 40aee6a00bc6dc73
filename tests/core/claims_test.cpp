#include "core/claims.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "support/catch.h"
#include "support/reference.h"

using namespace attn;

namespace {

// Measured once for all tests of this file.
const ClaimMeasurement& measured(int id) {
  static std::map<int, ClaimMeasurement> known;
  if (!known.contains(id)) {
    const auto result = measure_claim({id, 1});
    REQUIRE(result.ok());
    known[id] = *result;
  }
  return known[id];
}

std::string name_of(Verdict verdict) { return std::string(kVerdictNames[static_cast<size_t>(verdict)]); }

}  // namespace

TEST_CASE("there are 34 claims, each with its number, and five of them cannot be measured") {
  const auto all = claims();
  REQUIRE(all.size() == 34);
  std::set<int> unmeasured;
  for (size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].id == static_cast<int>(i) + 1);
    CHECK(std::set<std::string_view>(all[i].numbers.begin(), all[i].numbers.end()).size() == all[i].numbers.size());
    if (all[i].numbers.empty()) unmeasured.insert(all[i].id);
  }
  CHECK(unmeasured == std::set<int>{1, 2, 6, 32, 34});
}

TEST_CASE("every measured claim gets the article's verdict, from finite numbers that agree with theory") {
  for (const Claim& claim : claims()) {
    if (claim.numbers.empty()) continue;
    INFO("claim " << claim.id);
    const ClaimMeasurement& found = measured(claim.id);
    CHECK(name_of(found.verdict) == name_of(claim.verdict));
    REQUIRE(found.values.size() == claim.numbers.size());
    REQUIRE(found.errors.size() == claim.numbers.size());
    REQUIRE(found.theory.size() == claim.numbers.size());
    for (size_t i = 0; i < found.values.size(); ++i) {
      INFO(claim.numbers[i]);
      CHECK(std::isfinite(found.values[i]));
      CHECK((std::isfinite(found.errors[i]) && found.errors[i] >= 0.0));
      if (!std::isnan(found.theory[i])) CHECK(std::fabs(found.values[i] - found.theory[i]) <= 5.0 * found.errors[i] + 1e-6);
    }
  }
}

TEST_CASE("a claim measured again with its seed gives the same digits, with another seed others") {
  const auto again = measure_claim({23, 1}), other = measure_claim({23, 2});
  CHECK(again->values == measured(23).values);
  CHECK(other->values != measured(23).values);
  CHECK(other->verdict == again->verdict);
}

TEST_CASE("the rule, fed with what was measured, says what the measurement said; fed with falsified numbers, it says so") {
  const auto table = attn_test::reference_table("falsified_claims");
  std::set<int> falsified;
  for (const auto& entry : table.at("cases")) {
    const int id = entry.at("id").get<int>();
    INFO("claim " << id << " " << entry.dump());
    const Claim& claim = claims()[static_cast<size_t>(id) - 1];
    JudgeClaimRequest request{id, measured(id).values, measured(id).errors};
    CHECK(judge_claim(request)->verdict == measured(id).verdict);
    for (const auto& [name, value] : entry.at("numbers").items()) {
      const auto at = std::find(claim.numbers.begin(), claim.numbers.end(), name);
      REQUIRE(at != claim.numbers.end());
      request.values[static_cast<size_t>(at - claim.numbers.begin())] = value.get<double>();
    }
    const Verdict verdict = judge_claim(request)->verdict;
    CHECK(name_of(verdict) == entry.at("verdict").get<std::string>());
    CHECK(verdict != measured(id).verdict);
    falsified.insert(id);
  }
  for (const Claim& claim : claims()) CHECK(falsified.contains(claim.id) == !claim.numbers.empty());
}

TEST_CASE("what is no measurable claim, or not its numbers, is refused with the argument's name") {
  const auto refused = [](const auto& result, Status status, const std::string& argument) {
    return result.status() == status && result.argument() == argument;
  };
  CHECK(refused(measure_claim({0, 1}), Status::out_of_range, "id"));
  CHECK(refused(measure_claim({35, 1}), Status::out_of_range, "id"));
  CHECK(refused(measure_claim({1, 1}), Status::empty_input, "id"));
  CHECK(refused(judge_claim({34, {}, {}}), Status::empty_input, "id"));
  CHECK(refused(judge_claim({3, {1.0}, {0.0, 0.0}}), Status::shape_mismatch, "values"));
  CHECK(refused(judge_claim({3, {1.0, 2.0}, {0.0}}), Status::shape_mismatch, "errors"));
  CHECK(refused(judge_claim({3, {1.0, std::nan("")}, {0.0, 0.0}}), Status::not_finite, "values"));
  CHECK(refused(judge_claim({3, {1.0, 2.0}, {0.0, std::numeric_limits<double>::infinity()}}), Status::not_finite, "errors"));
  CHECK(refused(judge_claim({3, {1.0, 2.0}, {0.0, -1.0}}), Status::out_of_range, "errors"));
}
