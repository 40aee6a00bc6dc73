// The fused kernels against a naive double version with a bound on the error, and vector lanes against scalar lanes bit by bit.
#include "kernels/attention_backward.h"
#include "kernels/attention_forward.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/bit_cast.h"
#include "kernels/draw.h"
#include "kernels/magnitude.h"
#include "kernels/product.h"
#include "kernels/softmax_lane.h"
#include "support/accuracy.h"
#include "support/catch.h"

using namespace attn::kernels;

namespace {

constexpr double kUnit = 0x1p-24;

std::vector<float> normals(std::uint32_t row, std::size_t count) {
  std::vector<float> z(count);
  draw_normal<ScalarLane>(hash_name(5, 9, row, 0), z.data(), count);
  return z;
}

struct Inputs {
  AttentionShape shape;
  std::vector<float> query, key, value, upstream;
  std::vector<std::uint8_t> allow;
  AttentionMask mask;
  double scale;

  Inputs(const AttentionShape& s, int mask_kind, double alpha = 1) : shape(s), scale(1 / (alpha * std::sqrt(static_cast<double>(s.head_dim)))) {
    query = normals(1, s.queries * s.head_dim);
    key = normals(2, s.keys * s.head_dim);
    value = normals(3, s.keys * s.value_dim);
    upstream = normals(4, s.queries * s.value_dim);
    if (mask_kind == 1) mask.causal = true;
    if (mask_kind == 2) mask.causal = true, mask.offset = static_cast<std::ptrdiff_t>(s.keys) - static_cast<std::ptrdiff_t>(s.queries);
    if (mask_kind == 3) {
      const auto z = normals(6, s.queries * s.keys);
      for (const float x : z) allow.push_back(x > 0 ? 1 : 0);
      mask.allow = allow.data();
    }
  }
  bool sees(std::size_t i, std::size_t j) const { return j < mask.end(i, shape.keys) && (mask.allow == nullptr || allow[i * shape.keys + j] != 0); }
};

struct Answers {
  std::vector<float> output, largest, sum, query_grad, key_grad, value_grad;
};

template <class Family>
Answers compute(const Inputs& in) {
  const AttentionShape& s = in.shape;
  Answers out;
  out.output.resize(s.queries * s.value_dim);
  out.largest.resize(s.queries);
  out.sum.resize(s.queries);
  out.query_grad.resize(s.queries * s.head_dim);
  out.key_grad.resize(s.keys * s.head_dim);
  out.value_grad.resize(s.keys * s.value_dim);
  // What the room held before must not matter.
  std::vector<float> room(std::max(forward_room(s), BackwardRoom(s, nullptr).size), std::nanf(""));
  attention_forward<Family>(s, in.query.data(), in.key.data(), in.value.data(), in.scale, in.mask, room.data(), out.output.data(),
                            {out.largest.data(), out.sum.data()});
  std::fill(room.begin(), room.end(), std::nanf(""));
  attention_backward<Family>(
      s, {in.query.data(), in.key.data(), in.value.data(), in.upstream.data(), out.query_grad.data(), out.key_grad.data(), out.value_grad.data()}, in.scale,
      in.mask, room.data());
  return out;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) { return attn::bit_cast<std::uint32_t>(x) == attn::bit_cast<std::uint32_t>(y); });
}

/// Everything in double, one loop a formula; `slack` is the largest relative error of a weight that the contract allows.
struct Naive {
  std::vector<double> output, logsum, query_grad, key_grad, value_grad;
  double slack = 0;

  explicit Naive(const Inputs& in) {
    const auto [queries, keys, head, width] = in.shape;
    output.resize(queries * width);
    logsum.assign(queries, -INFINITY);
    query_grad.resize(queries * head);
    key_grad.resize(keys * head);
    value_grad.resize(keys * width);
    std::vector<double> weight(keys), grad(keys);
    for (std::size_t i = 0; i < queries; ++i) {
      double largest = -INFINITY, sum = 0, error = 0;
      for (std::size_t j = 0; j < keys; ++j) {
        double dot = 0, size = 0;
        for (std::size_t t = 0; t < head; ++t) {
          const double term = static_cast<double>(in.query[i * head + t]) * static_cast<double>(in.key[j * head + t]);
          dot += term;
          size += std::fabs(term);
        }
        weight[j] = in.sees(i, j) ? dot * in.scale : -INFINITY;
        largest = std::max(largest, weight[j]);
        error = std::max(error, (static_cast<double>(std::min(head, kSlice)) + static_cast<double>(head) / 256 + 4) * kUnit * size * in.scale);
      }
      slack = std::max(slack, 2 * error + 4e-7);
      for (double& w : weight) sum += w > -INFINITY ? std::exp(w - largest) : 0;
      if (sum > 0) logsum[i] = largest + std::log(sum);
      double mean = 0;
      for (std::size_t j = 0; j < keys; ++j) {
        weight[j] = weight[j] > -INFINITY ? std::exp(weight[j] - largest) / sum : 0;
        grad[j] = 0;
        for (std::size_t t = 0; t < width; ++t) {
          output[i * width + t] += weight[j] * static_cast<double>(in.value[j * width + t]);
          grad[j] += static_cast<double>(in.upstream[i * width + t]) * static_cast<double>(in.value[j * width + t]);
          value_grad[j * width + t] += weight[j] * static_cast<double>(in.upstream[i * width + t]);
        }
        mean += weight[j] * grad[j];
      }
      for (std::size_t j = 0; j < keys; ++j)
        for (std::size_t t = 0; t < head; ++t) {
          const double score_grad = weight[j] * (grad[j] - mean) * in.scale;
          query_grad[i * head + t] += score_grad * static_cast<double>(in.key[j * head + t]);
          key_grad[j * head + t] += score_grad * static_cast<double>(in.query[i * head + t]);
        }
    }
  }
};

double worst(const std::vector<float>& got, const std::vector<double>& want) {
  double error = 0, largest = 1e-30;
  for (std::size_t i = 0; i < want.size(); ++i) {
    REQUIRE(std::isfinite(got[i]));
    error = std::max(error, std::fabs(static_cast<double>(got[i]) - want[i]));
    largest = std::max(largest, std::fabs(want[i]));
  }
  return error / largest;
}

// Around the lane (4), the tile (4 × 8), the block (32 × 128) and the slice (256).
const AttentionShape kShapes[] = {{1, 1, 1, 1},      {1, 9, 3, 2},      {2, 3, 5, 7},     {3, 8, 4, 8},      {5, 7, 8, 9},      {31, 33, 16, 17},
                                  {32, 128, 64, 64}, {33, 129, 65, 63}, {64, 64, 64, 64}, {40, 300, 31, 40}, {70, 20, 257, 12}, {7, 260, 520, 3}};

}  // namespace

TEST_CASE("the fused kernels agree with a naive double version at any size and under any mask", "[accuracy]") {
  double worst_forward = 0, worst_backward = 0;
  for (const AttentionShape& shape : kShapes)
    for (int mask = 0; mask < 4; ++mask)
      for (const double alpha : {1.0, 0.125}) {
        CAPTURE(shape.queries, shape.keys, shape.head_dim, shape.value_dim, mask, alpha);
        const Inputs in(shape, mask, alpha);
        const Answers got = compute<Lane>(in);
        const Naive want(in);
        const double forward = worst(got.output, want.output) / want.slack;
        CHECK(forward < 1);
        worst_forward = std::max(worst_forward, forward);
        for (std::size_t i = 0; i < shape.queries; ++i) {
          if (want.logsum[i] == -INFINITY) {
            CHECK(got.sum[i] == 0.0f);
            for (std::size_t t = 0; t < shape.value_dim; ++t) CHECK(got.output[i * shape.value_dim + t] == 0.0f);
          } else {
            CHECK(std::fabs(static_cast<double>(got.largest[i]) / kLog2E + std::log(static_cast<double>(got.sum[i])) - want.logsum[i]) <
                  want.slack + std::fabs(want.logsum[i]) * 2e-7);
          }
        }
        // A gradient to the logits is a difference of numbers of size |dO||V| √d_v: its own size can be far smaller.
        for (const double error : {worst(got.query_grad, want.query_grad), worst(got.key_grad, want.key_grad), worst(got.value_grad, want.value_grad)}) {
          if (shape.keys > 1) CHECK(error < 20 * want.slack);
          worst_backward = std::max(worst_backward, shape.keys > 1 ? error / want.slack : 0);
        }
      }
  attn_test::report_accuracy("attention_forward kernel", worst_forward, "share of its bound", "12 shapes, 4 masks");
  attn_test::report_accuracy("attention_backward kernel", worst_backward, "multiples of the weights' bound", "12 shapes, 4 masks");
}

TEST_CASE("the fused kernels give the same bits with vector and with scalar lanes") {
  for (const AttentionShape& shape : kShapes)
    for (int mask = 0; mask < 4; ++mask) {
      CAPTURE(shape.queries, shape.keys, shape.head_dim, shape.value_dim, mask);
      const Inputs in(shape, mask);
      const Answers a = compute<Lane>(in), b = compute<ScalarLane>(in);
      CHECK(same_bits(a.output, b.output));
      CHECK(same_bits(a.largest, b.largest));
      CHECK(same_bits(a.sum, b.sum));
      CHECK(same_bits(a.query_grad, b.query_grad));
      CHECK(same_bits(a.key_grad, b.key_grad));
      CHECK(same_bits(a.value_grad, b.value_grad));
    }
}

TEST_CASE("the fused kernels give the same bits everywhere") {
  std::uint64_t hash = 0;
  const auto take = [&](const std::vector<float>& x) {
    for (const float value : x) hash = mix64(hash ^ attn::bit_cast<std::uint32_t>(value));
  };
  const Answers a = compute<Lane>(Inputs({33, 300, 65, 20}, 2));
  take(a.output);
  take(a.query_grad);
  take(a.key_grad);
  take(a.value_grad);
  CHECK(hash == 0x25240b7cc173b5e4u);
}

TEST_CASE("a saturated row gives small gradients with small relative errors") {
  Inputs in({4, 16, 8, 8}, 0, 0.02);
  const Answers got = compute<Lane>(in);
  const Naive want(in);
  for (std::size_t i = 0; i < got.query_grad.size(); ++i)
    CHECK(std::fabs(static_cast<double>(got.query_grad[i]) - want.query_grad[i]) <= 1e-3 * std::fabs(want.query_grad[i]) + 1e-12);
}

TEST_CASE("the binary exponential is right to 3e-7 and exact at 0 and where it vanishes", "[accuracy]") {
  const auto one = [](float x) {
    float out[4];
    exp2_lane(Lane::Float::splat(x)).store(out);
    return out[0];
  };
  double relative = 0, absolute = 0;
  for (double x = -130; x <= 0; x += 0.00037) {
    const auto argument = static_cast<float>(x);
    const double exact = std::exp2(static_cast<double>(argument)), got = static_cast<double>(one(argument));
    absolute = std::max(absolute, std::fabs(got - exact));
    if (x >= -125)
      relative = std::max(relative, std::fabs(got / exact - 1));
    else
      CHECK(std::fabs(got - exact) < 0x1p-125);
  }
  CHECK(relative < 3e-7);
  CHECK(one(0.0f) == 1.0f);
  CHECK(one(-127.0f) == 0.0f);
  CHECK(one(-3e38f) == 0.0f);
  CHECK(one(-INFINITY) == 0.0f);
  attn_test::report_accuracy("exp2_lane (float32)", relative, "relative", "−125 ≤ x ≤ 0");
}

TEST_CASE("products agree with the naive sum at any size, plain and transposed") {
  for (const std::size_t rows : {1u, 3u, 4u, 9u})
    for (const std::size_t inner : {1u, 5u, 256u, 257u, 600u})
      for (const std::size_t columns : {1u, 7u, 8u, 17u}) {
        const auto left = normals(1, rows * inner), right = normals(2, inner * columns);
        std::vector<float> transposed(right.size()), room(product_room(inner, columns), std::nanf("")), a(rows * columns), b(rows * columns), c(rows * columns);
        for (std::size_t k = 0; k < inner; ++k)
          for (std::size_t j = 0; j < columns; ++j) transposed[j * inner + k] = right[k * columns + j];
        multiply<Lane>(left.data(), right.data(), false, rows, inner, columns, room.data(), a.data());
        multiply<Lane>(left.data(), transposed.data(), true, rows, inner, columns, room.data(), b.data());
        multiply<ScalarLane>(left.data(), right.data(), false, rows, inner, columns, room.data(), c.data());
        REQUIRE(same_bits(a, b));
        REQUIRE(same_bits(a, c));
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t j = 0; j < columns; ++j) {
            double naive = 0, size = 0;
            for (std::size_t k = 0; k < inner; ++k) {
              const double term = static_cast<double>(left[i * inner + k]) * static_cast<double>(right[k * columns + j]);
              naive += term;
              size += std::fabs(term);
            }
            REQUIRE(std::fabs(static_cast<double>(a[i * columns + j]) - naive) <= (256 + static_cast<double>(inner) / 256) * kUnit * size);
          }
      }
}

TEST_CASE("a long row's softmax agrees with double and with scalar lanes, masked blocks included") {
  for (const std::size_t n : {8193u, 12345u, 100003u}) {
    auto x = normals(1, n);
    for (float& value : x) value *= 8;
    for (std::size_t i = 3000; i < 8192; ++i) x[i] = -INFINITY;
    std::vector<float> a(n), b(n);
    const double sum = softmax_row<Lane>(x.data(), 1.5f, a.data(), n);
    CHECK(softmax_row<ScalarLane>(x.data(), 1.5f, b.data(), n) == sum);
    CHECK(same_bits(a, b));
    const double largest = static_cast<double>(*std::max_element(x.begin(), x.end()));
    double total = 0, error = 0, all = 0;
    for (const float value : x) total += std::exp((static_cast<double>(value) - largest) * 1.5);
    for (std::size_t i = 0; i < n; ++i) {
      const double t = (static_cast<double>(x[i]) - largest) * 1.5, want = std::exp(t) / total;
      if (want > 1e-30) error = std::max(error, std::fabs(static_cast<double>(a[i]) / want - 1) / (6e-7 + std::fabs(t) * 0x1p-22));
      all += static_cast<double>(a[i]);
    }
    CHECK(error < 1);
    CHECK(all == Approx(1).margin(1e-6));
    CHECK(a[5000] == 0.0f);
  }
  std::vector<float> hidden(9000, -INFINITY), out(9000, 1.0f);
  CHECK(softmax_row<Lane>(hidden.data(), 1.0f, out.data(), 9000) == 0);
  CHECK(std::all_of(out.begin(), out.end(), [](float weight) { return weight == 0.0f; }));
}

TEST_CASE("the dot product of two sign vectors is that of the vectors drawn, at every length") {
  for (std::size_t count = 0; count < 4200; count += count < 140 ? 1 : 199) {
    const std::uint64_t first = hash_name(1, 0, static_cast<std::uint32_t>(count), 0), second = hash_name(1, 1, static_cast<std::uint32_t>(count), 0);
    std::vector<float> a(count), b(count);
    draw_sign<Lane>(first, a.data(), count);
    draw_sign<Lane>(second, b.data(), count);
    long sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] == b[i] ? 1 : -1;
    REQUIRE(sign_dot<Lane>(first, second, count) == sum);
    REQUIRE(sign_dot<ScalarLane>(first, second, count) == sum);
  }
}

TEST_CASE("the largest magnitude is found at any place and any length, and what is not finite is seen") {
  for (std::size_t n = 0; n < 40; ++n) {
    CHECK(magnitude<Lane>(std::vector<float>(n, -1.0f).data(), n).largest == (n > 0 ? 1.0f : 0.0f));
    for (std::size_t place = 0; place < n; ++place) {
      std::vector<float> x(n, 1.0f);
      x[place] = -7.0f;
      CHECK(magnitude<Lane>(x.data(), n).largest == 7.0f);
      CHECK(magnitude<Lane>(x.data(), n).finite);
      for (const float bad : {INFINITY, -INFINITY, std::nanf("")}) {
        x[place] = bad;
        CHECK_FALSE(magnitude<Lane>(x.data(), n).finite);
        CHECK_FALSE(magnitude<ScalarLane>(x.data(), n).finite);
      }
    }
  }
}
