// The weights of one query; allow[j]: may it see key j?
void weights(const float* q, const float* k, const bool* allow,
             int n, int d, float* p) {
  const float c = std::sqrt(float(d));
  float top = -FLT_MAX, sum = 0;
  for (int j = 0; j < n; ++j) {
    const float s = dot(q, k + j * d, d) / c;
    p[j] = allow[j] ? s : -INFINITY;
    top = std::max(top, p[j]);
  }
  for (int j = 0; j < n; ++j) sum += p[j] = std::exp(p[j] - top);
  for (int j = 0; j < n; ++j) p[j] = sum > 0 ? p[j] / sum : 0;
}
