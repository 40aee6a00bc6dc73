#pragma once

namespace attn {

double exp_d(double x);
double log_d(double x);

}  // namespace attn
