// gradient_scaling.json against our own rows. Both are Monte Carlo; heavy tails are compared by rank or with the standard
// error of what is compared. Bounds: docs/numerics/gradients.md.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/gradient_rows.h"
#include "core/gradient_statistics.h"
#include "core/quantiles.h"
#include "support/catch.h"
#include "support/reference.h"

using namespace attn;

namespace {

struct Sample {
  std::vector<double> sorted;
  double mean = 0, error = 0, mean_square = 0, square_error = 0;

  explicit Sample(const MatrixD& rows, Index alpha) : sorted(rows.row(alpha).begin(), rows.row(alpha).end()) {
    std::sort(sorted.begin(), sorted.end());
    const double n = static_cast<double>(sorted.size());
    for (const double v : sorted) mean += v / n, mean_square += v * v / n;
    for (const double v : sorted) {
      error += (v - mean) * (v - mean) / n / n;
      square_error += (v * v - mean_square) * (v * v - mean_square) / n / n;
    }
    error = std::sqrt(error);
    square_error = std::sqrt(square_error);
  }
  double quantile(double level) const { return sorted_quantile(sorted, std::clamp(level, 0.0, 1.0)); }
  double count() const { return static_cast<double>(sorted.size()); }
};

// A table's quantile: as many of our rows lie beyond it as of theirs, within four standard deviations of the difference of
// two counts of the same chance (their common chance, not the level: at 6 rows beyond, that difference decides). Where
// it is beyond the largest of ours, nothing but a quarter more is known. `rounding` is absolute.
void check_quantile(const Sample& ours, double level, double theirs, double their_rows, double rounding) {
  const auto beyond = [&](double value) { return static_cast<double>(ours.sorted.end() - std::upper_bound(ours.sorted.begin(), ours.sorted.end(), value)); };
  const double expected = (1.0 - level) * their_rows, n = ours.count();
  const auto allowed = [&](double count) {
    const double chance = (count + expected) / (n + their_rows);
    return 4.0 * std::sqrt(chance * (1.0 - chance) * (1.0 / n + 1.0 / their_rows)) + 1.0 / n + 1.0 / their_rows;
  };
  // the printed digits of theirs may lie on either side of equal numbers of ours
  const double most = beyond(theirs * (1.0 - 1e-3) - rounding), least = beyond(theirs * (1.0 + 1e-3) + rounding);
  INFO("level " << level << " ours " << ours.quantile(level) << " theirs " << theirs << ", of ours beyond it " << least << " … " << most << " of " << n);
  CHECK(least / n - (1.0 - level) <= allowed(least));
  CHECK((1.0 - level) - most / n <= allowed(most));
  CHECK(theirs <= ours.sorted.back() * 1.25 + rounding);
}

void check_norm(const std::string& name, const Sample& ours, const nlohmann::json& theirs, double their_rows, double alpha) {
  INFO(name);
  const double mean = attn_test::number(theirs.at("mean")), their_error = attn_test::number(theirs.at("mean_se"));
  INFO("mean: ours " << ours.mean << " ± " << ours.error << " theirs " << mean << " ± " << their_error);
  // 1e-6: the table's printed digits, where a norm does not vary at all
  CHECK(std::fabs(ours.mean - mean) <= 5.0 * std::sqrt(ours.error * ours.error + their_error * their_error) + 1e-6 * mean);

  const double square = attn_test::number(theirs.at("mean_square"));
  const double their_square_error = ours.square_error * std::sqrt(ours.count() / their_rows);
  const double statistical = 5.0 * std::sqrt(ours.square_error * ours.square_error + their_square_error * their_square_error) + 1e-5 * square;
  INFO("mean square: ours " << ours.mean_square << " ± " << ours.square_error << " theirs " << square);
  CHECK(std::fabs(ours.mean_square - square) <= (alpha <= 0.125 ? std::fmax(0.25 * square, statistical) : statistical));

  // the table's tr J is 1 − p₂, rounded at 1e-16
  const double rounding = name == "jacobian_trace" ? 1e-15 : 1e-300;
  check_quantile(ours, 0.999, attn_test::number(theirs.at("p99_9")), their_rows, rounding);
  // the table's |J|_F is formed with cancellation: not below double rounding of p₂ − 2p₃ + p₂²
  if (!(name == "jacobian_fro" && alpha <= 1.0 / 32.0)) check_quantile(ours, 0.5, attn_test::number(theirs.at("median")), their_rows, rounding);
}

}  // namespace

TEST_CASE("gradient norms at every alpha agree with the reference samples") {
  const auto table = attn_test::reference_table("gradient_scaling");
  std::map<std::tuple<int, int, int>, std::vector<nlohmann::json>> groups;
  for (const auto& row : table.at("grid")) groups[{row.at("n"), row.at("d_k"), row.at("rows")}].push_back(row);

  for (const auto& [key, cases] : groups) {
    GradientRequest request;
    int their_rows = 0;
    std::tie(request.key_count, request.head_dim, their_rows) = key;
    request.rows = std::clamp(2000000 / request.key_count, 4000, std::max(4000, std::min(their_rows, 20000)));
    request.budget = 0;
    request.seed = 11;
    request.alphas.clear();
    for (const auto& c : cases) request.alphas.push_back(attn_test::number(c.at("alpha")));
    REQUIRE(check_gradient_request(request).status == Status::ok);
    const GradientRows rows = draw_gradient_rows(request);

    for (size_t i = 0; i < cases.size(); ++i) {
      const double alpha = request.alphas[i], theirs = their_rows;
      const auto a = static_cast<Index>(i);
      INFO("n " << request.key_count << " d_k " << request.head_dim << " alpha " << alpha << " rows " << request.rows);
      check_norm("dQ_norm", Sample(rows.query_grad, a), cases[i].at("dQ_norm"), theirs, alpha);
      check_norm("dK_norm", Sample(rows.key_grad, a), cases[i].at("dK_norm"), theirs, alpha);
      check_norm("dS_norm", Sample(rows.score_grad, a), cases[i].at("dS_norm"), theirs, alpha);
      check_norm("p_norm", Sample(rows.weight_norm, a), cases[i].at("p_norm"), theirs, alpha);
      check_norm("jacobian_trace", Sample(rows.jacobian_trace, a), cases[i].at("jacobian_trace"), theirs, alpha);
      check_norm("jacobian_fro", Sample(rows.jacobian_fro, a), cases[i].at("jacobian_fro"), theirs, alpha);

      Sample squares(rows.query_grad, a);
      // where few rows carry the sum, its share is as uncertain as the sum itself
      const double uncertain = 5.0 * squares.square_error / squares.mean_square * std::sqrt(1.0 + squares.count() / theirs);
      for (double& v : squares.sorted) v *= v;
      const double share = attn_test::number(cases[i].at("top1pct_share_of_squared_dQ"));
      CHECK(top_share(squares.sorted, 0.01) == Approx(share).epsilon(std::fmax(0.25, uncertain)));
      // the d → ∞ value: at d_k ≥ 512 the spread of |q| moves it by less than 1 %
      if (request.head_dim >= 512 && cases[i].contains("rms_dQ_large_d_exact")) {
        const Sample grads(rows.query_grad, a);
        const double exact = attn_test::number(cases[i].at("rms_dQ_large_d_exact"));
        CHECK(std::fabs(grads.mean_square - exact * exact) <= 5.0 * grads.square_error + 0.02 * exact * exact);
      }
    }
  }
}

TEST_CASE("the statistics are those of the rows") {
  GradientRequest request;
  request.alphas = {0.125, 1.0};
  request.rows = 501;
  request.key_count = 16;
  request.strip_rows = 40;
  const auto statistics = gradient_statistics(request);
  REQUIRE(statistics.ok());
  const GradientRows rows = draw_gradient_rows(request);
  CHECK(statistics->drawn == Drawn::vectors);
  for (Index a = 0; a < 2; ++a) {
    const auto i = static_cast<size_t>(a);
    const auto check = [&](const NormDistribution& d, const MatrixD& norms) {
      const Sample sample(norms, a);
      CHECK(d.mean[i] == Approx(sample.mean).epsilon(1e-12));
      CHECK(d.error[i] == Approx(sample.error * std::sqrt(501.0 / 500.0)).epsilon(1e-9));
      CHECK(d.median[i] == sample.sorted[250]);
      CHECK(d.p999[i] == Approx(0.5 * (sample.sorted[499] + sample.sorted[500])));
      CHECK(d.largest[i] == sample.sorted[500]);
      CHECK(d.mean_square[i] == Approx(sample.mean_square).epsilon(1e-12));
    };
    check(statistics->query_grad, rows.query_grad);
    check(statistics->key_grad, rows.key_grad);
    check(statistics->score_grad, rows.score_grad);
    check(statistics->weight_norm, rows.weight_norm);
    check(statistics->jacobian_trace, rows.jacobian_trace);
    check(statistics->jacobian_fro, rows.jacobian_fro);
    double top = 0.0, all = 0.0;
    const Sample grads(rows.query_grad, a);
    for (size_t r = 0; r < 501; ++r) {
      all += grads.sorted[r] * grads.sorted[r];
      if (r >= 495) top += grads.sorted[r] * grads.sorted[r];  // ⌈5.01⌉ rows
    }
    CHECK(statistics->top_share[i] == Approx(top / all).epsilon(1e-12));
  }
  CHECK(statistics->strip.cols() == 40);
  CHECK(statistics->strip(1, 7) == static_cast<float>(rows.query_grad(1, 7)));
}
