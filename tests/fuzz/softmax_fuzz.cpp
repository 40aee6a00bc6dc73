// Softmax and its statistics on any bit patterns: a status, or weights that sum to one; vector lanes equal scalar lanes.
#include <cmath>
#include <limits>
#include <vector>

#include "core/row_summary.h"
#include "core/softmax.h"
#include "core/weight_statistics.h"
#include "fuzz/byte_reader.h"
#include "kernels/bit_cast.h"
#include "kernels/dot.h"
#include "kernels/softmax_lane.h"

using attn_test::ByteReader;
using attn_test::require;

namespace {

/// −0 and +0 are one number, and so are all NaN.
bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

template <class Scalar>
void fuzz_softmax(const std::vector<Scalar>& x, double slack) {
  std::vector<Scalar> p(x.size()), g(x.size(), Scalar{1}), product(x.size());
  const auto status = attn::softmax_row(std::span<const Scalar>(x), std::span<Scalar>(p)).status;
  const auto statistics = attn::row_statistics(std::span<const Scalar>(x));
  require(statistics.status() == status);
  if (status != attn::Status::ok) return;
  double sum = 0;
  bool masked = true;
  for (size_t i = 0; i < x.size(); ++i) {
    require(p[i] >= 0 && p[i] <= 1);
    sum += static_cast<double>(p[i]);
    masked = masked && std::isinf(x[i]);
    g[i] = static_cast<Scalar>(i % 7) - 3;
  }
  require(masked ? sum == 0 : std::fabs(sum - 1) < slack);
  const double n = static_cast<double>(x.size());
  require(statistics->entropy >= 0 && statistics->entropy <= std::log(n) + 1e-12 * n);
  require(masked ? statistics->effective_keys == 0 : statistics->effective_keys >= 1);
  require(statistics->jacobian_trace >= 0 && statistics->jacobian_trace < 1 + 1e-12);
  require(statistics->jacobian_frobenius >= 0 && statistics->jacobian_frobenius <= 1);
  require(attn::softmax_jacobian_product(std::span<const Scalar>(p), std::span<const Scalar>(g), std::span<Scalar>(product)).status == attn::Status::ok);
  double total = 0;
  for (const Scalar value : product) total += static_cast<double>(value);
  require(std::fabs(total) < 10 * slack);
}

void fuzz_lanes(const std::vector<float>& x, float scale) {
  using namespace attn::kernels;
  require(same(dot<Lane>(x.data(), x.data(), x.size()), dot<ScalarLane>(x.data(), x.data(), x.size())));
  for (const float value : x)
    if (!(value < std::numeric_limits<float>::infinity())) return;
  std::vector<float> a(x.size()), b(x.size());
  softmax_row<Lane>(x.data(), scale, a.data(), x.size());
  softmax_row<ScalarLane>(x.data(), scale, b.data(), x.size());
  for (size_t i = 0; i < x.size(); ++i) require(attn::bit_cast<std::uint32_t>(a[i]) == attn::bit_cast<std::uint32_t>(b[i]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader bytes(data, size);
  const auto kind = bytes.take<std::uint8_t>();
  std::vector<float> x;
  std::vector<double> x64;
  while (bytes.left() > 0 && x.size() < 600) {
    // Any pattern, or small numbers on a lattice, so that ties and ordinary rows come up too.
    const float value = kind % 2 == 0 ? bytes.take<float>() : static_cast<float>(bytes.take<std::int8_t>()) * 0.25f;
    x.push_back(value);
    x64.push_back(kind % 4 == 0 ? bytes.take<double>() : static_cast<double>(value));
  }
  fuzz_softmax(x, 1e-5);
  fuzz_softmax(x64, 1e-12);
  fuzz_lanes(x, kind % 3 == 0 ? 1.0f : 0.01f * static_cast<float>(1 + kind));
  return 0;
}
