#include "core/dot_product_sample.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dot_product_law.h"
#include "core/sample_distance.h"
#include "support/catch.h"

using attn::DotProductRowsRequest;
using attn::DotProductSampleRequest;
using attn::EntryLaw;
using attn::Normalisation;
using attn::Status;

static attn::DotProductSample draw(const DotProductSampleRequest& request) {
  const auto result = attn::dot_product_sample(request);
  REQUIRE(result.ok());
  return *result;
}
static attn::DotProductRows draw(const DotProductRowsRequest& request) {
  const auto result = attn::dot_product_rows(request);
  REQUIRE(result.ok());
  return *result;
}

/// P(|xy| < limit) by 400,000-node quadrature over one factor. (No lambda: those are constexpr, and g++ spent a minute computing it.)
static double product_within(auto density, auto cdf_abs, double limit) {
  double sum = 0, weight = 0;
  for (int i = 0; i < 400000; ++i) {
    const double u = -16 + 24 * (i + 0.5) / 400000, x = std::exp(u), w = density(x) * x;
    sum += w * cdf_abs(limit / x);
    weight += w;
  }
  return sum / weight;
}

static void check_against_theory(const attn::DotProductSample& sample, bool kurtosis = true) {
  CHECK(sample.theory.mean_known);
  CHECK(sample.theory.variance_known);
  CHECK(std::fabs(sample.moments.mean - sample.theory.mean) < 4.5 * sample.moments.mean_error);
  CHECK(std::fabs(sample.moments.variance - sample.theory.variance) < 4.5 * sample.moments.variance_error);
  if (kurtosis) {
    CHECK(sample.theory.excess_kurtosis_known);
    CHECK(std::fabs(sample.moments.excess_kurtosis - sample.theory.excess_kurtosis) < 5 * sample.moments.excess_kurtosis_error);
  }
}

TEST_CASE("sampled dot products have the mean, variance and kurtosis of theory for every entry law") {
  for (const EntryLaw law : {EntryLaw::normal, EntryLaw::uniform, EntryLaw::sign, EntryLaw::laplace, EntryLaw::student5})
    for (const int d : {3, 16, 64}) {
      CAPTURE(static_cast<int>(law), d);
      DotProductSampleRequest request;
      request.assumptions.entries = law;
      request.head_dim = d;
      request.pairs = 20000;
      check_against_theory(draw(request), law != EntryLaw::student5);
    }
  DotProductSampleRequest heavy;
  heavy.assumptions.entries = EntryLaw::student3;
  heavy.pairs = 40000;
  const auto sample = draw(heavy);
  CHECK(sample.moments.variance / 64 == Approx(0.97).margin(0.06));  // converges slowly, from below
  CHECK(std::isinf(sample.theory.excess_kurtosis));
}

TEST_CASE("entry laws have their own quantiles, not only their moments") {
  // P(|s| < ½√d) at d = 1 differs between the laws; s = q·k there.
  const auto share_within = [](EntryLaw law, double limit) {
    DotProductSampleRequest request;
    request.assumptions.entries = law;
    request.head_dim = 1;
    request.pairs = 40000;
    request.bins = 1;
    request.histogram_low = -limit;
    request.histogram_high = limit;
    return draw(request).counts[0] / 40000;
  };
  CHECK(share_within(EntryLaw::normal, 0.5) == Approx(2 * attn::DotProductLaw(1).cdf(0.5) - 1).margin(0.011));
  CHECK(share_within(EntryLaw::uniform, 0.5) == Approx((1 + std::log(6.0)) / 6).margin(0.011));  // P(uv < 1/6)
  CHECK(share_within(EntryLaw::sign, 0.5) == 0.0);
  const auto laplace = product_within([](double x) { return std::exp(-std::sqrt(2.0) * x); }, [](double x) { return 1 - std::exp(-std::sqrt(2.0) * x); }, 0.5);
  CHECK(share_within(EntryLaw::laplace, 0.5) == Approx(laplace).margin(0.011));
  // Unit-variance t(3): t = x√3, P(|t| < y) = (2/π)(atan(y/√3) + (y/√3)/(1 + y²/3)), so with x: atan x + x/(1 + x²)
  const auto student3 = product_within([](double x) { return 1 / ((1 + x * x) * (1 + x * x)); },
                                       [](double x) { return 2 / std::numbers::pi * (std::atan(x) + x / (1 + x * x)); }, 0.5);
  CHECK(share_within(EntryLaw::student3, 0.5) == Approx(student3).margin(0.011));
  // Unit-variance t(5): density ∝ (1 + x²/3)^{−3}; with θ = atan(x/√3), P = (2/π)(θ + sin θ cos θ (1 + (2/3) cos² θ))
  const auto student5 = product_within([](double x) { return std::pow(1 + x * x / 3, -3); },
                                       [](double x) {
                                         const double t = std::atan(x / std::sqrt(3.0)), c = std::cos(t);
                                         return 2 / std::numbers::pi * (t + std::sin(t) * c * (1 + 2.0 / 3 * c * c));
                                       },
                                       0.5);
  CHECK(share_within(EntryLaw::student5, 0.5) == Approx(student5).margin(0.011));
}

TEST_CASE("shift, spread, correlation between q and k, and inside a vector are measured as theory says") {
  const auto with = [](auto change) {
    DotProductSampleRequest request;
    request.head_dim = 24;
    request.pairs = 20000;
    change(request.assumptions);
    return draw(request);
  };
  using A = attn::EntryAssumptions;
  const auto base = with([](A&) {});
  const auto query_shift = with([](A& a) { a.mean_query = 0.7; });
  const auto key_shift = with([](A& a) { a.mean_key = -0.4, a.mean_query = 0.3; });
  const auto wide = with([](A& a) { a.entry_std = 2.5; });
  const auto correlated = with([](A& a) { a.correlation = 0.6; });
  const auto anti = with([](A& a) { a.correlation = -0.9, a.entries = EntryLaw::uniform; });
  const auto inside = with([](A& a) { a.within_correlation = 0.3; });
  const auto everything = with([](A& a) { a = {EntryLaw::laplace, Normalisation::none, 1.3, 0.2, -0.5, 0.4, 0.2}; });
  for (const auto* sample : {&base, &query_shift, &key_shift, &wide, &correlated, &anti, &inside, &everything}) check_against_theory(*sample);
  CHECK(wide.moments.variance == Approx(base.moments.variance * std::pow(2.5, 4)).epsilon(1e-9));
  CHECK(query_shift.moments.variance > base.moments.variance * 1.2);
}

TEST_CASE("LayerNorm and RMSNorm are measured as theory says, and |s| never exceeds d") {
  for (const auto norm : {Normalisation::layer, Normalisation::rms})
    for (const int d : {1, 2, 8, 64}) {
      CAPTURE(static_cast<int>(norm), d);
      DotProductSampleRequest request;
      request.assumptions.normalisation = norm;
      request.head_dim = d;
      request.pairs = 20000;
      request.keep = 4096;
      const auto sample = draw(request);
      if (d == 1 && norm == Normalisation::layer) {
        CHECK(sample.moments.variance == 0.0);
        continue;
      }
      check_against_theory(sample, d > 2);
      for (const double s : sample.logits) REQUIRE(std::fabs(s) <= d * (1 + 1e-12));
    }
  DotProductSampleRequest signs;
  signs.assumptions = {EntryLaw::sign, Normalisation::layer, 1, 0, 0, 0, 0};
  signs.head_dim = 3;
  signs.pairs = 20000;
  check_against_theory(draw(signs), false);
}

TEST_CASE("changing the divisor leaves the raw scores bit-identical, and seeds give other ones") {
  DotProductSampleRequest request;
  request.keep = 100;
  request.pairs = 100;
  const auto raw = draw(request);
  request.divisor = 8.0;
  const auto scaled = draw(request);
  for (size_t i = 0; i < 100; ++i) CHECK(scaled.logits[i] * 8.0 == raw.logits[i]);
  CHECK(scaled.moments.variance == Approx(raw.moments.variance / 64));
  CHECK(scaled.theory.variance == Approx(1.0));
  CHECK(scaled.ks_distance == Approx(raw.ks_distance).epsilon(1e-12));
  request.seed = 2;
  CHECK(draw(request).logits[0] != scaled.logits[0]);
}

TEST_CASE("more pairs keep the earlier ones, and moving d forth and back returns the same numbers") {
  for (const EntryLaw law : {EntryLaw::normal, EntryLaw::uniform, EntryLaw::sign, EntryLaw::laplace, EntryLaw::student5, EntryLaw::student3}) {
    CAPTURE(static_cast<int>(law));
    DotProductSampleRequest request;
    request.assumptions.entries = law;
    request.assumptions.within_correlation = 0.2;
    request.pairs = 50;
    request.keep = 50;
    const auto first = draw(request);
    request.pairs = 200;
    CHECK(draw(request).logits == first.logits);
    request.head_dim = 65;
    const auto longer = draw(request);
    request.head_dim = 64;
    CHECK(draw(request).logits == first.logits);
    // Coordinate 65 adds one product and moves none of the other 64.
    for (size_t i = 0; i < 50; ++i) CHECK(std::fabs(longer.logits[i] - first.logits[i]) < 400.0);
    CHECK(longer.logits != first.logits);
  }
}

TEST_CASE("the two vectors of a pair, and the pairs, are independent of one another") {
  for (const EntryLaw law : {EntryLaw::student5, EntryLaw::student3, EntryLaw::laplace}) {
    attn::EntryAssumptions assumptions;
    assumptions.entries = law;
    // q against itself must not appear among q·k: the mean of q·k would be about d.
    DotProductSampleRequest request;
    request.assumptions = assumptions;
    request.pairs = 4000;
    const auto sample = draw(request);
    CHECK(std::fabs(sample.moments.mean) < 5 * sample.moments.mean_error);
  }
}

TEST_CASE("a normal sample passes the Kolmogorov–Smirnov test against the exact law, and d = 1 fails it against the normal one") {
  for (const int d : {1, 2, 64}) {
    CAPTURE(d);
    DotProductSampleRequest request;
    request.head_dim = d;
    request.divisor = std::sqrt(static_cast<double>(d));
    const auto exact = draw(request);
    CHECK(exact.ks_p_value > 0.001);
    CHECK(exact.ks_distance < 0.035);
    request.compared_with = attn::ComparedLaw::normal;
    const auto normal = draw(request);
    if (d <= 2) CHECK(normal.ks_p_value < 1e-6);
    if (d == 1) CHECK(normal.ks_distance == Approx(attn::dot_product_distance_to_normal(1).distance).margin(0.025));
  }
  DotProductSampleRequest shifted;
  shifted.assumptions.mean_query = shifted.assumptions.mean_key = 0.3;
  CHECK(draw(shifted).ks_p_value < 1e-6);
}

TEST_CASE("the sample distance found by bounds equals the one found by looking at every number") {
  std::vector<double> sorted;
  double state = 0.37;
  for (const int count : {1, 2, 3, 63, 64, 65, 500, 4001}) {
    sorted.clear();
    for (int i = 0; i < count; ++i) {
      state = std::fmod(state * 997.13 + 0.1234567, 1.0);
      sorted.push_back(state * state * 0.3 + state * 0.7);
    }
    std::sort(sorted.begin(), sorted.end());
    double naive = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
      const double f = sorted[i];
      naive = std::max({naive, static_cast<double>(i + 1) / count - f, f - static_cast<double>(i) / count});
    }
    int looks = 0;
    const double found = attn::sample_distance(sorted, [&](double x) { return ++looks, x; });
    CAPTURE(count);
    CHECK(found == naive);
    if (count == 4001) CHECK(looks < 1200);
  }
}

TEST_CASE("the histogram counts every logit once") {
  DotProductSampleRequest request;
  request.pairs = 5000;
  request.bins = 37;
  request.histogram_low = -12.0;
  request.histogram_high = 9.0;
  request.keep = 4096;
  const auto sample = draw(request);
  double total = sample.below + sample.above;
  for (const double count : sample.counts) total += count;
  CHECK(total == 5000.0);
  CHECK(sample.below > 0);
  CHECK(sample.above > 0);
  // The exact law's share of one bin
  const attn::DotProductLaw law(64);
  const double low = -12.0 + 21.0 * 20 / 37, high = -12.0 + 21.0 * 21 / 37, share = law.cdf(high) - law.cdf(low);
  CHECK(sample.counts[20] == Approx(5000 * share).margin(5 * std::sqrt(5000 * share)));
  CHECK(sample.logits.size() == 4096);
}

TEST_CASE("within a row the shared part cancels: ρ with all keys narrows it, ρ with one key widens it") {
  DotProductRowsRequest request;
  request.rows = 400;
  const auto plain = draw(request);
  request.assumptions.correlation = 0.5;
  const auto all = draw(request);
  request.all_keys = false;
  const auto one = draw(request);
  for (const auto* rows : {&plain, &all, &one}) {
    CHECK(rows->row_variance_known);
    CHECK(std::fabs(rows->row_variance - rows->row_variance_theory) < 4.5 * rows->row_variance_error);
  }
  CHECK(std::sqrt(all.row_variance) == Approx(std::sqrt(0.75)).epsilon(0.02));
  // n = 64: mean largest weight 0.108 at ρ = 0, 0.088 with all keys, 0.375 with one
  CHECK(plain.max_weight == Approx(0.108).margin(0.008));
  CHECK(all.max_weight == Approx(0.088).margin(0.008));
  CHECK(one.max_weight == Approx(0.375).margin(0.035));
  CHECK(one.first_weight > 0.3);
  CHECK(plain.first_weight == Approx(1.0 / 64).margin(5 * plain.first_weight_error));
}

TEST_CASE("positive entries: scores of U(0, 1) vectors spread 5 over all pairs but 3.77 within a row") {
  DotProductRowsRequest request;
  request.assumptions.entries = EntryLaw::uniform;
  request.assumptions.mean_query = request.assumptions.mean_key = 0.5;
  request.assumptions.entry_std = 1 / std::sqrt(12.0);
  request.head_dim = 512;
  request.divisor = 1.0;
  request.rows = 300;
  request.key_count = 16;
  const auto rows = draw(request);
  CHECK(std::sqrt(rows.row_variance) == Approx(3.771).epsilon(0.04));
  CHECK(std::sqrt(rows.total_variance) == Approx(4.99).epsilon(0.06));
}

TEST_CASE("every row's first key is the key of the pair sample, and the key count adds keys without moving them") {
  DotProductRowsRequest request;
  request.rows = 50;
  request.key_count = 2;
  const auto two = draw(request);
  request.key_count = 3;
  CHECK(draw(request).row_variance != two.row_variance);
  request.key_count = 2;
  CHECK(draw(request).row_variance == two.row_variance);
}

TEST_CASE("sample requests outside their ranges are refused with the argument's name") {
  const auto failure = [](auto change) {
    DotProductSampleRequest request;
    change(request);
    return attn::dot_product_sample(request).failure();
  };
  using R = DotProductSampleRequest;
  CHECK(failure([](R& r) { r.head_dim = 0; }).status == Status::head_dim_out_of_range);
  CHECK(failure([](R& r) { r.pairs = 1; }).status == Status::query_count_out_of_range);
  CHECK(failure([](R& r) { r.pairs = 100001; }).status == Status::query_count_out_of_range);
  CHECK(failure([](R& r) { r.pairs = 100000, r.head_dim = 4096; }).status == Status::too_large);
  CHECK(failure([](R& r) { r.divisor = 0; }).status == Status::divisor_not_positive);
  CHECK(failure([](R& r) { r.divisor = NAN; }).status == Status::not_finite);
  CHECK(failure([](R& r) { r.divisor = 1e-9; }).status == Status::divisor_out_of_range);
  CHECK(std::string_view(failure([](R& r) { r.assumptions.correlation = 1.5; }).argument) == "correlation");
  CHECK(std::string_view(failure([](R& r) { r.assumptions.within_correlation = -0.1; }).argument) == "within_correlation");
  CHECK(failure([](R& r) { r.assumptions.mean_key = NAN; }).status == Status::not_finite);
  CHECK(std::string_view(failure([](R& r) { r.bins = 1025; }).argument) == "bins");
  CHECK(std::string_view(failure([](R& r) { r.histogram_high = -2; }).argument) == "histogram_low");
  CHECK(std::string_view(failure([](R& r) { r.keep = -1; }).argument) == "keep");

  DotProductRowsRequest rows;
  rows.rows = 1;
  CHECK(attn::dot_product_rows(rows).status() == Status::query_count_out_of_range);
  rows.rows = 100000;
  rows.key_count = 4096;
  CHECK(attn::dot_product_rows(rows).status() == Status::too_large);
  rows.key_count = 1;
  CHECK(attn::dot_product_rows(rows).status() == Status::key_count_out_of_range);
}
