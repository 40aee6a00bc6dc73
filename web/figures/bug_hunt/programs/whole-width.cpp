// The weights of one query over n keys.
void weights(const float* q, const float* k, int n, int d, float* p) {
  float top = -FLT_MAX, sum = 0;
  for (int j = 0; j < n; ++j) {
    p[j] = dot(q, k + j * d, d) / d;
    top = std::max(top, p[j]);
  }
  for (int j = 0; j < n; ++j) sum += p[j] = std::exp(p[j] - top);
  for (int j = 0; j < n; ++j) p[j] /= sum;
}
