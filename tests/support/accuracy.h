#pragma once
#include <string>

namespace attn_test {

/// Reports the worst error that a test measured, as one row of the table in docs/numerics.md:
/// `| function | worst error | kind (relative, absolute, ulp) | over |`. Printed only where the environment variable
/// SQRT_DK_ACCURACY is set: `SQRT_DK_ACCURACY=1 build/native/attn_tests "[accuracy]"`.
void report_accuracy(const std::string& function, double worst, const std::string& kind, const std::string& over);

}  // namespace attn_test
