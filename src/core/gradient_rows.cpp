#include "core/gradient_rows.h"

#include <cmath>

#include "core/chi_sampler.h"
#include "core/elementary.h"
#include "core/random.h"

namespace attn {
namespace {

void fill(const VectorName& name, List<float>& room, std::span<double> out) {
  room.resize(out.size());
  fill_normal(name, room);
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(room[i]);
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// One row of the sample, before any division.
struct Row {
  List<double> query, keys, scores, upstream, score_grad, query_grad;
  double query_norm = 0;
  double across = 0;  // χ² with d_k − 1 degrees of freedom
  List<float> room;
};

void draw_row(const GradientRequest& request, Drawn drawn, std::uint32_t index, Row& row) {
  const auto dim = static_cast<size_t>(request.head_dim), keys = static_cast<size_t>(request.key_count);
  row.query.resize(dim);
  row.scores.resize(keys);
  row.upstream.resize(keys);
  row.score_grad.resize(keys);
  fill({request.seed, Stream::query, index, 0}, row.room, row.query);
  fill({request.seed, Stream::upstream, index, 0}, row.room, row.upstream);
  row.query_norm = std::sqrt(dot(row.query, row.query));
  if (drawn == Drawn::vectors) {
    row.keys.resize(keys * dim);
    for (size_t i = 0; i < keys; ++i) {
      const std::span<double> key = std::span<double>(row.keys).subspan(i * dim, dim);
      fill({request.seed, Stream::key, index, static_cast<std::uint32_t>(i)}, row.room, key);
      row.scores[i] = dot(row.query, key);
    }
  } else {
    fill({request.seed, Stream::score, index, 0}, row.room, row.scores);
    for (double& s : row.scores) s *= row.query_norm;
    row.across = draw_chi_square(request.seed, index, request.head_dim - 1);
  }
}

// |Kᵀ dS|
double key_sum_norm(Drawn drawn, double score_grad_norm, Row& row) {
  if (drawn == Drawn::law) {
    const double along = row.query_norm > 0.0 ? dot(row.score_grad, row.scores) / row.query_norm : 0.0;
    return std::sqrt(along * along + score_grad_norm * score_grad_norm * row.across);
  }
  const size_t dim = row.query.size();
  row.query_grad.assign_zeros(dim);
  for (size_t i = 0; i < row.score_grad.size(); ++i) {
    const double grad = row.score_grad[i];
    if (grad == 0.0) continue;
    for (size_t j = 0; j < dim; ++j) row.query_grad[j] += grad * row.keys[i * dim + j];
  }
  return std::sqrt(dot(row.query_grad, row.query_grad));
}

}  // namespace

Failure check_gradient_request(const GradientRequest& request) {
  if (request.head_dim < 1 || request.head_dim > kMaxHeadDim) return {Status::head_dim_out_of_range, "head_dim"};
  if (request.key_count < 2 || request.key_count > kMaxKeyCount) return {Status::key_count_out_of_range, "key_count"};
  if (request.rows < 1 || request.rows > kMaxGradientRows) return {Status::query_count_out_of_range, "rows"};
  if (request.alphas.empty()) return {Status::empty_input, "alphas"};
  if (request.alphas.size() > kMaxGradientAlphas) return {Status::too_large, "alphas"};
  for (const double alpha : request.alphas) {
    if (!std::isfinite(alpha)) return {Status::not_finite, "alphas"};
    if (!(alpha >= 1e-6 && alpha <= 1e6)) return {Status::out_of_range, "alphas"};
  }
  if (!std::isfinite(request.budget)) return {Status::not_finite, "budget"};
  if (!(request.budget >= 0.0 && request.budget <= kMaxGradientBudget)) return {Status::out_of_range, "budget"};
  if (request.strip_rows < 0 || request.strip_rows > kMaxGradientRows) return {Status::out_of_range, "strip_rows"};
  const double norms = static_cast<double>(request.rows) * static_cast<double>(request.alphas.size());
  if (norms > kMaxGradientNorms || norms * request.key_count > kMaxGradientWork) return {Status::too_large, "rows"};
  if (static_cast<double>(request.rows) * request.head_dim > kMaxGradientBudget) return {Status::too_large, "rows"};
  return {};
}

RowGradient row_gradient(std::span<const double> scores, double divisor, std::span<const double> upstream, std::span<double> score_grad) {
  const size_t n = scores.size();
  size_t top = 0;
  for (size_t i = 1; i < n; ++i)
    if (scores[i] > scores[top]) top = i;

  // p = softmax(scores / divisor); `rest` = Σ_{i≠top} p_i. The weights stand in score_grad until dS replaces them.
  double others = 0.0;
  for (size_t i = 0; i < n; ++i) {
    score_grad[i] = i == top ? 1.0 : exp_d((scores[i] - scores[top]) / divisor);
    if (i != top) others += score_grad[i];
  }
  const double total = 1.0 + others, top_weight = 1.0 / total, rest = others / total;
  double mean = top_weight * upstream[top];
  for (size_t i = 0; i < n; ++i) {
    score_grad[i] /= total;
    if (i != top) mean += score_grad[i] * upstream[i];
  }

  // J_ii = p_i(1 − p_i), J_ij = −p_i p_j;  dS_i = p_i (g_i − p·g)
  double trace = top_weight * rest, squares = 0.0, fourths = 0.0, diagonal = trace * trace, sum = 0.0, norm = 0.0;
  for (size_t i = 0; i < n; ++i) {
    if (i == top) continue;
    const double p = score_grad[i], variance = p * (1.0 - p), grad = p * (upstream[i] - mean);
    trace += variance;
    diagonal += variance * variance;
    squares += p * p;
    fourths += p * p * p * p;
    sum += grad;
    norm += grad * grad;
    score_grad[i] = grad;
  }
  score_grad[top] = -sum;
  const double pairs = 2.0 * top_weight * top_weight * squares + std::fmax(squares * squares - fourths, 0.0);
  return {std::sqrt(top_weight * top_weight + squares), trace, std::sqrt(diagonal + pairs), std::sqrt(norm + sum * sum)};
}

GradientRows draw_gradient_rows(const GradientRequest& request) {
  const double numbers = static_cast<double>(request.rows) * request.key_count * request.head_dim;
  GradientRows out;
  out.drawn = numbers <= request.budget ? Drawn::vectors : Drawn::law;
  const auto alphas = static_cast<Index>(request.alphas.size());
  for (MatrixD* m : {&out.query_grad, &out.key_grad, &out.score_grad, &out.weight_norm, &out.jacobian_trace, &out.jacobian_fro})
    m->resize(alphas, request.rows);

  Row row;
  for (Index r = 0; r < request.rows; ++r) {
    draw_row(request, out.drawn, static_cast<std::uint32_t>(r), row);
    for (Index a = 0; a < alphas; ++a) {
      const double divisor = request.alphas[static_cast<size_t>(a)] * std::sqrt(static_cast<double>(request.head_dim));
      const RowGradient gradient = row_gradient(row.scores, divisor, row.upstream, row.score_grad);
      out.query_grad(a, r) = key_sum_norm(out.drawn, gradient.score_grad_norm, row) / divisor;
      out.key_grad(a, r) = gradient.score_grad_norm * row.query_norm / divisor;
      out.score_grad(a, r) = gradient.score_grad_norm;
      out.weight_norm(a, r) = gradient.weight_norm;
      out.jacobian_trace(a, r) = gradient.jacobian_trace;
      out.jacobian_fro(a, r) = gradient.jacobian_fro;
    }
  }
  return out;
}

}  // namespace attn
