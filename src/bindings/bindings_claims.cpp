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

template <class Visitor>
void visit(Visitor& field, Claim& claim) {
  field("id", claim.id);
  field.text("section", claim.section);
  field.option("verdict", claim.verdict, kVerdictNames);
  field.names("numbers", claim.numbers.data(), claim.numbers.size());
}

}  // namespace attn

namespace attn::bindings {

/// Answers all claims in their order: number, section, the article's verdict, names of what is measured. The request is not looked at.
static void claim_list() {
  answer_value_opens();
  Fields value(Fields::Direction::write);
  value.list("claims", claims());
  answer_value_closes();
  answer_status({});
}

static const Operations operations{{
    {"claimList", entry<claim_list>},
    {"measureClaim", entry<call<&attn::measure_claim>>},
    {"judgeClaim", entry<call<&attn::judge_claim>>},
}};

}  // namespace attn::bindings
