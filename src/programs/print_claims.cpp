// Prints docs/claims.md: every claim of the article, measured anew with seed 1, and the verdict that its rule gives.
//   print_claims SENTENCES [FILE]   SENTENCES: web/content/en/figures/claims.json; with FILE, says whether it is what would be printed
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "core/claims.h"

namespace {

constexpr std::uint32_t kSeed = 1;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

// What a {placeholder} is in plain text; and what Markdown's tables would misread.
std::string plain(std::string text) {
  static const std::map<std::string, std::string> symbols = {{"{dk}", "d_k"}, {"{rootdk}", "√d_k"}, {"{n}", "n"},    {"{c}", "c"},
                                                             {"{q}", "q"},    {"{k}", "k"},         {"{alpha}", "α"}};
  for (const auto& [name, symbol] : symbols) text = replaced(text, name, symbol);
  return replaced(replaced(text, "_", "\\_"), "|", "\\|");
}

std::string printed(const char* format, int precision, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, precision, value);
  return replaced(text, "-", "−");
}

// Decimals that a mean with this error has: the error has one digit, two where it begins with 1.
int decimals_for(double error) {
  const double exponent = std::floor(std::log10(error));
  return std::max(0, (error / std::pow(10.0, exponent) < 1.95 ? 1 : 0) - static_cast<int>(exponent));
}

std::string exact(double value) { return value == std::floor(value) && std::fabs(value) < 1e6 ? printed("%.*f", 0, value) : printed("%.*g", 3, value); }

std::string measured(double value, double error) {
  if (error == 0.0) return exact(value);
  const int decimals = decimals_for(error);
  return printed("%.*f", decimals, value) + " ± " + printed("%.*f", decimals, error);
}

// What theory says, with as many decimals as the measurement beside it.
std::string theory(double value, double error) {
  return error == 0.0 || value == std::floor(value) ? exact(value) : printed("%.*f", decimals_for(error), value);
}

class Document {
 public:
  explicit Document(const nlohmann::json& sentences) : sentences_(sentences) {}

  std::string print() {
    out_ << "# The claims, measured\n\n"
            "Printed by `print_claims` (`src/programs/print_claims.cpp`) and never edited by hand: what the article's figure `dk-claims` measures in the\n"
            "reader's browser, with seed "
         << kSeed
         << ". The verdict is computed from the numbers by the rule that stands with the claim (`src/core/claims_*.cpp`);\n"
            "a test feeds the rules falsified numbers (`tests/reference/falsified_claims.json`). ± is one standard error.\n\n"
            "    build/native/print_claims web/content/en/figures/claims.json > docs/claims.md\n\n"
            "| # | § | claim | measured | verdict |\n|---|---|---|---|---|\n";
    for (const attn::Claim& claim : attn::claims()) row(claim);
    out_ << "\n## The rules\n\n";
    for (const attn::Claim& claim : attn::claims()) out_ << claim.id << ". " << plain(of(claim, "rule")) << "\n";
    return out_.str();
  }

  bool agrees() const { return agrees_; }

 private:
  std::string sentence(const std::string& key) const { return sentences_.at("claims." + key).get<std::string>(); }
  std::string of(const attn::Claim& claim, const std::string& key) const { return sentence(std::to_string(claim.id) + "." + key); }

  void row(const attn::Claim& claim) {
    std::string cell = "–";
    attn::Verdict verdict = claim.verdict;
    if (!claim.numbers.empty()) {
      const auto found = attn::measure_claim({claim.id, kSeed});
      cell.clear();
      for (size_t i = 0; i < claim.numbers.size(); ++i) {
        cell += (i > 0 ? "<br>" : "") + plain(of(claim, std::string(claim.numbers[i]))) + ": " + measured(found->values[i], found->errors[i]);
        if (!std::isnan(found->theory[i])) cell += " (theory " + theory(found->theory[i], found->errors[i]) + ")";
      }
      verdict = found->verdict;
      agrees_ = agrees_ && verdict == claim.verdict;
    }
    out_ << "| " << claim.id << " | " << claim.section << " | " << plain(of(claim, "said")) << " | " << cell << " | "
         << sentence("verdict." + std::string(attn::kVerdictNames[static_cast<size_t>(verdict)])) << (claim.numbers.empty() ? " (not measured)" : "") << " |\n";
  }

  const nlohmann::json& sentences_;
  std::ostringstream out_;
  bool agrees_ = true;
};

std::string contents(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || count > 3) {
    std::cerr << "usage: print_claims SENTENCES [FILE]\n";
    return 2;
  }
  const nlohmann::json sentences = nlohmann::json::parse(contents(arguments[1]));
  Document document(sentences);
  const std::string text = document.print();
  if (!document.agrees()) std::cerr << "a measured verdict is not the article's\n";
  if (count == 2) std::cout << text;
  const bool same = count == 2 || contents(arguments[2]) == text;
  if (!same) std::cerr << arguments[2] << " is not what print_claims prints; print it anew\n";
  return same && document.agrees() ? 0 : 1;
}
