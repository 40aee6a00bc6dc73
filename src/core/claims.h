#pragma once
// The 34 claims of the article: what is measured for each, and the rule that turns the measurement into a verdict.
#include <cstdint>
#include <span>
#include <string_view>

#include "core/list.h"
#include "core/running_statistics.h"
#include "core/status.h"

namespace attn {

/// What a measurement says of a claim: it holds; it holds under conditions; it is worded imprecisely; part of it does not hold; it does not hold.
enum class Verdict { holds, conditional, imprecise, partly, wrong };
inline constexpr std::string_view kVerdictNames[] = {"holds", "conditional", "imprecise", "partly", "wrong"};

/// The numbers of one claim as they are measured, in the order of their names.
class ClaimNumbers {
 public:
  /// Takes a measured mean with its standard error; error 0 where the number is exact or has none.
  void add(Estimate measured) { add(measured, kNoTheory()); }
  /// The same with what theory says of it.
  void add(Estimate measured, double theory);
  void add(double exact) { add(Estimate{exact, 0}); }

  List<double> values, errors;
  List<double> theory;  ///< NaN where no law is known

 private:
  static double kNoTheory();
};

/// Measured means with their standard errors, as a rule reads them.
using ClaimValues = std::span<const Estimate>;

/// One claim. Without numbers it is history, a definition or advice: nothing to measure, and `verdict` is what the article says.
struct Claim {
  int id = 0;
  std::string_view section;  ///< of the article, "3.1"
  Verdict verdict{};         ///< the article's
  std::span<const std::string_view> numbers;
  void (*measure)(std::uint32_t seed, ClaimNumbers& out) = nullptr;
  Verdict (*judge)(ClaimValues values) = nullptr;  ///< the rule: a pure function of the numbers
};

inline constexpr std::size_t kClaimCount = 34;

/// Lists all claims by their number, 1 … 34.
std::span<const Claim> claims();

struct MeasureClaimRequest {
  int id = 7;
  std::uint32_t seed = 1;
};

/// One entry a number of the claim.
struct ClaimMeasurement {
  List<double> values;
  List<double> errors;  ///< 0: exact
  List<double> theory;  ///< NaN: none
  Verdict verdict{};
};

/// Measures a claim anew and judges it by its rule.
/// Errors: out_of_range "id" (outside 1 … 34); empty_input "id" (a claim that nothing can be measured of)
/// Accuracy: the digits depend on id and seed alone
/// Cost: at most half a second; all of them some five seconds
Result<ClaimMeasurement> measure_claim(const MeasureClaimRequest& request);

struct JudgeClaimRequest {
  int id = 7;
  List<double> values;
  List<double> errors;
};

struct ClaimJudgement {
  Verdict verdict{};
};

/// Judges numbers, measured or invented, by a claim's rule.
/// Errors: those of measure_claim; shape_mismatch (values, errors: as many as the claim has numbers); not_finite;
///   out_of_range "errors" (negative)
Result<ClaimJudgement> judge_claim(const JudgeClaimRequest& request);

}  // namespace attn
