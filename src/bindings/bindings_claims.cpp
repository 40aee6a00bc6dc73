// The article's claims: claimList, measureClaim and judgeClaim.
#include "bindings/marshal.h"
#include "core/claims.h"

namespace attn {

template <class Visitor>
void visit(Visitor& field, MeasureClaimRequest& request) {
  field("id", request.id);
  field("seed", request.seed);
}

template <class Visitor>
void visit(Visitor& field, ClaimMeasurement& measurement) {
  field("values", measurement.values);
  field("errors", measurement.errors);
  field("theory", measurement.theory);
  field.option("verdict", measurement.verdict, kVerdictNames);
}

template <class Visitor>
void visit(Visitor& field, JudgeClaimRequest& request) {
  field("id", request.id);
  field("values", request.values);
  field("errors", request.errors);
}

template <class Visitor>
void visit(Visitor& field, ClaimJudgement& judgement) {
  field.option("verdict", judgement.verdict, kVerdictNames);
}

}  // namespace attn

namespace attn::bindings {

/// Answers all claims in their order: number, section, the article's verdict, names of what is measured. The request is not looked at.
static val claim_list(const val&) {
  val list = val::array();
  for (const Claim& claim : claims()) {
    val numbers = val::array();
    for (const std::string_view name : claim.numbers) numbers.call<void>("push", std::string(name));
    val entry = val::object();
    entry.set("id", claim.id);
    entry.set("section", std::string(claim.section));
    entry.set("verdict", std::string(kVerdictNames[static_cast<size_t>(claim.verdict)]));
    entry.set("numbers", numbers);
    list.call<void>("push", entry);
  }
  val value = val::object();
  value.set("claims", list);
  val answer = val::object();
  answer.set("status", static_cast<int>(Status::ok));
  answer.set("argument", std::string());
  answer.set("value", value);
  return answer;
}

EMSCRIPTEN_BINDINGS(claims) {
  emscripten::function("claimList", &claim_list);
  emscripten::function("measureClaim", &call<&attn::measure_claim>);
  emscripten::function("judgeClaim", &call<&attn::judge_claim>);
}

}  // namespace attn::bindings
