#include "core/gradient_rows.h"

#include <cmath>

#include "core/chi_sampler.h"
#include "core/elementary.h"
#include "core/random.h"
#include "support/accuracy.h"
#include "support/catch.h"

using namespace attn;

namespace {

std::vector<double> normals(std::uint32_t row, size_t count, double scale) {
  std::vector<float> drawn(count);
  fill_normal({21, Stream::score, row, 0}, drawn);
  std::vector<double> values(drawn.begin(), drawn.end());
  for (double& v : values) v *= scale;
  return values;
}

// J g, tr J and |J|_F in long double, from the matrix itself.
struct NaiveRow {
  std::vector<long double> grad;
  long double trace = 0, fro = 0, norm = 0, score_norm = 0;
};

NaiveRow naive_row(const std::vector<double>& scores, double divisor, const std::vector<double>& g) {
  const size_t n = scores.size();
  std::vector<long double> p(n);
  long double largest = -INFINITY, sum = 0.0L;
  for (const double s : scores) largest = std::max<long double>(largest, s);
  for (size_t i = 0; i < n; ++i) sum += p[i] = std::exp((static_cast<long double>(scores[i]) - largest) / static_cast<long double>(divisor));
  NaiveRow out;
  for (auto& v : p) v /= sum, out.norm += v * v;
  out.norm = std::sqrt(out.norm);
  for (size_t i = 0; i < n; ++i) {
    long double grad = 0.0L;
    for (size_t j = 0; j < n; ++j) {
      long double rest = 0.0L;  // 1 − p_i from the others
      for (size_t m = 0; m < n; ++m) rest += m == i ? 0.0L : p[m];
      const long double entry = i == j ? p[i] * rest : -p[i] * p[j];
      grad += entry * static_cast<long double>(g[j]);
      out.fro += entry * entry;
      if (i == j) out.trace += entry;
    }
    out.grad.push_back(grad);
    out.score_norm += grad * grad;
  }
  out.fro = std::sqrt(out.fro);
  out.score_norm = std::sqrt(out.score_norm);
  return out;
}

}  // namespace

TEST_CASE("a row's gradient keeps its digits however one-sided the weights are", "[accuracy]") {
  double worst = 0.0;
  for (const size_t n : {2U, 3U, 8U, 17U})
    for (const double divisor : {0.02, 0.1, 0.5, 1.0, 8.0, 1000.0})
      for (std::uint32_t row = 0; row < 20; ++row) {
        const std::vector<double> scores = normals(row, n, 2.0), upstream = normals(row + 1000, n, 1.0);
        std::vector<double> grad(n);
        const RowGradient ours = row_gradient(scores, divisor, upstream, grad);
        const NaiveRow naive = naive_row(scores, divisor, upstream);
        const auto error = [&](double value, long double exact, long double scale) {
          if (scale > 1e-150L) worst = std::fmax(worst, static_cast<double>(std::fabs(static_cast<long double>(value) - exact) / scale));
        };
        error(ours.weight_norm, naive.norm, naive.norm);
        error(ours.jacobian_trace, naive.trace, naive.trace);
        error(ours.jacobian_fro, naive.fro, naive.fro);
        error(ours.score_grad_norm, naive.score_norm, naive.score_norm);
        for (size_t i = 0; i < n; ++i) error(grad[i], naive.grad[i], naive.score_norm);
      }
  CHECK(worst < 1e-12);
  attn_test::report_accuracy("row_gradient", worst, "relative", "n 2 … 17, weights down to 1e-150");
}

TEST_CASE("no softmax has a Jacobian above one half nor an entry above one quarter") {
  double largest_fro = 0.0, largest_entry = 0.0;
  for (std::uint32_t row = 0; row < 2000; ++row) {
    const size_t n = 2 + row % 9;
    const std::vector<double> scores = normals(row, n, 1.0), upstream(n, 0.0);
    std::vector<double> grad(n);
    largest_fro = std::fmax(largest_fro, row_gradient(scores, 0.01 * (1 + row % 50), upstream, grad).jacobian_fro);
    // entries: J e_j
    std::vector<double> unit(n, 0.0);
    unit[row % n] = 1.0;
    row_gradient(scores, 0.3, unit, grad);
    for (const double entry : grad) largest_entry = std::fmax(largest_entry, std::fabs(entry));
  }
  CHECK(largest_fro <= 0.5 + 1e-12);
  CHECK(largest_fro > 0.49);
  CHECK(largest_entry <= 0.25 + 1e-12);
  CHECK(largest_entry > 0.24);
  std::vector<double> grad(3);
  const RowGradient tie = row_gradient(std::vector<double>{5.0, 5.0, -1e6}, 1.0, std::vector<double>{1.0, -1.0, 0.0}, grad);
  CHECK(tie.jacobian_fro == Approx(0.5).epsilon(1e-14));
  CHECK(tie.jacobian_trace == Approx(0.5).epsilon(1e-14));
  CHECK(grad[0] == Approx(0.5).epsilon(1e-14));
  CHECK(grad[2] == 0.0);
}

TEST_CASE("the query's gradient stays below |g| |K| / (2c) in every row") {
  GradientRequest request;
  request.head_dim = 8;
  request.key_count = 6;
  request.rows = 300;
  request.alphas = {1.0 / 64.0, 0.25, 1.0, 8.0};
  const GradientRows rows = draw_gradient_rows(request);
  REQUIRE(rows.drawn == Drawn::vectors);
  double closest = 0.0;
  for (Index r = 0; r < request.rows; ++r) {
    std::vector<float> g(6), key(8);
    fill_normal({request.seed, Stream::upstream, static_cast<std::uint32_t>(r), 0}, g);
    double g_square = 0.0;
    MatrixD keys(6, 8);
    for (Index i = 0; i < 6; ++i) {
      g_square += static_cast<double>(g[static_cast<size_t>(i)]) * static_cast<double>(g[static_cast<size_t>(i)]);
      fill_normal({request.seed, Stream::key, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(i)}, key);
      for (Index j = 0; j < 8; ++j) keys(i, j) = static_cast<double>(key[static_cast<size_t>(j)]);
    }
    // |K|₂ by power iteration, from below; 60 rounds are within a percent
    VectorD v = VectorD::Ones(6);
    for (int t = 0; t < 60; ++t) v = (keys * (keys.transpose() * v)).normalized();
    const double spectral = (keys.transpose() * v).norm();
    for (Index a = 0; a < 4; ++a) {
      const double bound = std::sqrt(g_square) * spectral / (2.0 * request.alphas[static_cast<size_t>(a)] * std::sqrt(8.0));
      CHECK(rows.query_grad(a, r) <= 1.01 * bound);
      closest = std::fmax(closest, rows.query_grad(a, r) / bound);
    }
  }
  CHECK(closest > 0.3);
}

TEST_CASE("gradients by the exact law have the distribution of those of real keys") {
  for (const int head_dim : {1, 2, 3, 16}) {
    GradientRequest request;
    request.head_dim = head_dim;
    request.key_count = 8;
    request.rows = 6000;
    request.alphas = {0.25, 1.0, 4.0};
    const GradientRows real = draw_gradient_rows(request);
    request.budget = 0;
    request.seed = 77;
    const GradientRows law = draw_gradient_rows(request);
    REQUIRE(real.drawn == Drawn::vectors);
    REQUIRE(law.drawn == Drawn::law);
    // two-sample Kolmogorov–Smirnov; 2.2 √(2/n) is passed by chance once in 16 000
    const auto distance = [](const MatrixD& a, const MatrixD& b, Index row) {
      std::vector<double> x(a.row(row).begin(), a.row(row).end()), y(b.row(row).begin(), b.row(row).end());
      std::sort(x.begin(), x.end());
      std::sort(y.begin(), y.end());
      double worst = 0.0;
      for (size_t i = 0, j = 0; i < x.size() && j < y.size();) {
        if (x[i] < y[j])
          ++i;
        else
          ++j;
        worst = std::fmax(worst, std::fabs(static_cast<double>(i) - static_cast<double>(j)) / static_cast<double>(x.size()));
      }
      return worst;
    };
    for (Index a = 0; a < 3; ++a) {
      INFO("d_k " << head_dim << " alpha " << request.alphas[static_cast<size_t>(a)]);
      CHECK(distance(real.query_grad, law.query_grad, a) < 2.2 * std::sqrt(2.0 / 6000.0));
      CHECK(distance(real.key_grad, law.key_grad, a) < 2.2 * std::sqrt(2.0 / 6000.0));
    }
  }
}

TEST_CASE("chi-square numbers have the moments and the tails of their law") {
  for (const int degrees : {1, 2, 3, 7, 64, 4095}) {
    const int count = 20000;
    double mean = 0.0, square = 0.0, below = 0.0;
    // median of χ²_k ≈ k (1 − 2/(9k))³ (Wilson, Hilferty 1931), within 0.003 in probability for k ≥ 3; exact for 1 and 2
    const double k = degrees, middle = degrees == 1 ? 0.45493642 : degrees == 2 ? 2.0 * 0.69314718 : k * std::pow(1.0 - 2.0 / (9.0 * k), 3.0);
    for (int i = 0; i < count; ++i) {
      const double x = draw_chi_square(5, static_cast<std::uint32_t>(i), degrees);
      REQUIRE(x >= 0.0);
      mean += x / count;
      square += (x - k) * (x - k) / count;
      below += x < middle ? 1.0 / count : 0.0;
    }
    INFO("degrees " << degrees);
    CHECK(std::fabs(mean - k) < 5.0 * std::sqrt(2.0 * k / count));
    CHECK(std::fabs(square - 2.0 * k) < 5.0 * std::sqrt((8.0 * k * k + 48.0 * k) / count));
    CHECK(std::fabs(below - 0.5) < 5.0 * std::sqrt(0.25 / count) + 0.003);
  }
  CHECK(draw_chi_square(5, 1, 0) == 0.0);
}

TEST_CASE("raw scores do not move when alpha does, and every gradient parameter counts") {
  GradientRequest base;
  base.rows = 50;
  base.alphas = {0.5, 2.0};
  const GradientRows before = draw_gradient_rows(base);
  GradientRequest one = base;
  one.alphas = {2.0};
  CHECK(draw_gradient_rows(one).query_grad.row(0) == before.query_grad.row(1));
  GradientRequest more = base;
  more.rows = 80;
  CHECK(draw_gradient_rows(more).query_grad.leftCols(50) == before.query_grad);
  const auto differs = [&](auto change) {
    GradientRequest request = base;
    change(request);
    return draw_gradient_rows(request).query_grad != before.query_grad;
  };
  CHECK(differs([](GradientRequest& r) { r.head_dim = 65; }));
  CHECK(differs([](GradientRequest& r) { r.key_count = 65; }));
  CHECK(differs([](GradientRequest& r) { r.alphas[0] = 0.51; }));
  CHECK(differs([](GradientRequest& r) { r.seed = 2; }));
  CHECK(differs([](GradientRequest& r) { r.budget = 0; }));
}

TEST_CASE("a gradient request outside its ranges is refused and names what is wrong") {
  const auto with = [](auto change) {
    GradientRequest request;
    change(request);
    return check_gradient_request(request).status;
  };
  CHECK(with([](GradientRequest&) {}) == Status::ok);
  CHECK(with([](GradientRequest& r) { r.head_dim = 0; }) == Status::head_dim_out_of_range);
  CHECK(with([](GradientRequest& r) { r.key_count = 1; }) == Status::key_count_out_of_range);
  CHECK(with([](GradientRequest& r) { r.key_count = 4097; }) == Status::key_count_out_of_range);
  CHECK(with([](GradientRequest& r) { r.rows = 0; }) == Status::query_count_out_of_range);
  CHECK(with([](GradientRequest& r) { r.alphas = {}; }) == Status::empty_input);
  CHECK(with([](GradientRequest& r) { r.alphas = {0.0}; }) == Status::out_of_range);
  CHECK(with([](GradientRequest& r) { r.alphas = {INFINITY}; }) == Status::not_finite);
  CHECK(with([](GradientRequest& r) { r.alphas.assign(257, 1.0); }) == Status::too_large);
  CHECK(with([](GradientRequest& r) { r.budget = -1.0; }) == Status::out_of_range);
  CHECK(with([](GradientRequest& r) { r.strip_rows = -1; }) == Status::out_of_range);
  CHECK(with([](GradientRequest& r) {
          r.rows = 200000;
          r.key_count = 4096;
          r.alphas.assign(5, 1.0);
        }) == Status::too_large);
}
