#include "core/elementary.h"

#include <cmath>

namespace attn {

double exp_d(double x) { return std::exp(x); }
double log_d(double x) { return std::log(x); }

}  // namespace attn
