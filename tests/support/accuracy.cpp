#include "support/accuracy.h"

#include <cstdio>
#include <cstdlib>

namespace attn_test {

void report_accuracy(const std::string& function, double worst, const std::string& kind, const std::string& over) {
  if (std::getenv("SQRT_DK_ACCURACY") == nullptr) return;
  std::printf("| `%s` | %.2g | %s | %s |\n", function.c_str(), worst, kind.c_str(), over.c_str());
}

}  // namespace attn_test
