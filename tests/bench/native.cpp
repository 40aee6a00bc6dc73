// The kernels on SSE2 against Eigen with its own vectors, natively; Eigen's file is compiled once for SSE2 and once for AVX2 (see CMakeLists.txt).
// Prints one JSON object in the form of suite.mjs's results.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "kernels/attention_forward.h"
#include "kernels/draw.h"

using namespace attn::kernels;

extern "C" {
void bench_eigen_sse2(const float*, const float*, const float*, float*, std::size_t, std::size_t, std::size_t, std::size_t, double);
void bench_eigen_avx2(const float*, const float*, const float*, float*, std::size_t, std::size_t, std::size_t, std::size_t, double);
}

namespace {

struct Contestant {
  std::string name;
  std::function<void()> run;
  std::vector<double> times;
};

double milliseconds(const std::function<void()>& run, int repeats) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / repeats;
}

void print_rows(std::vector<Contestant>& contestants) {
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    std::vector<double> sorted = contestants[c].times, ratios;
    for (std::size_t i = 0; i < sorted.size(); ++i) ratios.push_back(sorted[i] / contestants[0].times[i]);
    std::sort(sorted.begin(), sorted.end());
    std::sort(ratios.begin(), ratios.end());
    const std::size_t n = sorted.size();
    std::printf("%s{\"name\":\"%s\",\"best\":%g,\"median\":%g,\"iqr\":%g,\"paired\":%g}", c ? "," : "", contestants[c].name.c_str(), sorted[0], sorted[n / 2],
                sorted[3 * n / 4] - sorted[n / 4], ratios[n / 2]);
  }
}

}  // namespace

int main() {
  std::printf("{\"where\":\"natively\",\"results\":[");
  bool first = true;
  const std::size_t sizes[][2] = {{64, 64}, {128, 64}, {512, 64}, {1024, 64}, {2048, 128}};
  for (const auto& [n, d] : sizes) {
    std::vector<float> arrays[4];
    for (std::uint32_t i = 0; i < 4; ++i) {
      arrays[i].resize(n * d);
      draw_normal<Lane>(hash_name(1, i, 0, 0), arrays[i].data(), n * d);
    }
    std::vector<float> room(forward_room({n, n, d, d}));
    const float *q = arrays[0].data(), *k = arrays[1].data(), *v = arrays[2].data();
    float* const out = arrays[3].data();
    const double scale = 1 / std::sqrt(static_cast<double>(d));
    const std::size_t size = n, dim = d;
    // clang-format off
    std::vector<Contestant> contestants{
        {"engine, SSE2", [&, size, dim] { attention_forward<Lane>({size, size, dim, dim}, q, k, v, scale, {}, room.data(), out); }, {}},
        {"Eigen, SSE2", [&, size, dim] { bench_eigen_sse2(q, k, v, out, size, size, dim, dim, scale); }, {}}};
    // clang-format on
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      contestants.push_back({"Eigen, AVX2 and FMA", [&, size, dim] { bench_eigen_avx2(q, k, v, out, size, size, dim, dim, scale); }, {}});
    std::vector<int> repeats;
    for (Contestant& one : contestants) repeats.push_back(std::max(1, static_cast<int>(6 / std::max(milliseconds(one.run, 3), 1e-3))));
    for (int round = 0; round < 15; ++round)
      for (std::size_t c = 0; c < contestants.size(); ++c) contestants[c].times.push_back(milliseconds(contestants[c].run, repeats[c]));
    std::printf("%s{\"work\":\"forward %zu × %zu\",\"flops\":%g,\"rows\":[", first ? "" : ",", size, dim, 4.0 * static_cast<double>(size * size * dim));
    print_rows(contestants);
    std::printf("]}");
    first = false;
  }
  std::printf("]}\n");
}
