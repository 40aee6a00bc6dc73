// One row of scores divided by 1 and by √d_k: build it as docs/api_cpp.md says.
#include <cmath>
#include <cstdio>

#include "core/saturation_theory.h"
#include "core/softmax.h"

int main() {
  attn::Matrix logits(2, 3);
  logits << 16, 8, 0, 2, 1, 0;  // scores 16, 8, 0 at d_k = 64: divided by 1, and by √64
  const auto weights = attn::softmax_rows(logits);
  if (!weights) return std::printf("%s: %s\n", weights.argument(), attn::status_name(weights.status()).data()), 1;
  for (attn::Index i = 0; i < 2; ++i) std::printf("%.4f %.4f %.4f\n", (*weights)(i, 0), (*weights)(i, 1), (*weights)(i, 2));

  const auto theory = attn::saturation_theory({.head_dim = 64, .key_count = 8, .divisors = {1, 8}});
  if (!theory) return 1;
  for (double largest : theory->max_weight) std::printf("mean largest weight of 8 keys: %.4f\n", largest);
}
