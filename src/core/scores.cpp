#include "core/scores.h"

#include <cmath>

#include "kernels/dot.h"

namespace attn {
namespace {

float dot_product(const float* a, const float* b, Index n) { return kernels::dot<kernels::Lane>(a, b, static_cast<std::size_t>(n)); }

double dot_product(const double* a, const double* b, Index n) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

template <class Scalar>
bool all_finite(const MatrixOf<Scalar>& matrix) {
  const Scalar* data = matrix.data();
  for (Index i = 0; i < matrix.size(); ++i)
    if (!std::isfinite(data[i])) return false;
  return true;
}

template <class Scalar>
Result<MatrixOf<Scalar>> scores_of(const MatrixOf<Scalar>& query, const MatrixOf<Scalar>& key) {
  const Failure shapes = check_query_key_shapes(query.rows(), query.cols(), key.rows(), key.cols());
  if (shapes.status != Status::ok) return shapes;
  if (!all_finite(query)) return Failure{Status::not_finite, "query"};
  if (!all_finite(key)) return Failure{Status::not_finite, "key"};
  MatrixOf<Scalar> out(query.rows(), key.rows());
  for (Index i = 0; i < query.rows(); ++i)
    for (Index j = 0; j < key.rows(); ++j) out(i, j) = dot_product(query.row(i).data(), key.row(j).data(), query.cols());
  if (!all_finite(out)) return Failure{Status::not_finite, "scores"};
  return out;
}

template <class Scalar>
Result<MatrixOf<Scalar>> logits_of(const MatrixOf<Scalar>& query, const MatrixOf<Scalar>& key, std::optional<double> divisor) {
  if (divisor) {
    const Failure failure = check_divisor(*divisor);
    if (failure.status != Status::ok) return failure;
  }
  Result<MatrixOf<Scalar>> result = scores_of(query, key);
  if (!result.ok()) return result;
  const double by = divisor ? *divisor : std::sqrt(static_cast<double>(query.cols()));
  Scalar* data = result.value().data();
  for (Index i = 0; i < result->size(); ++i) data[i] = static_cast<Scalar>(static_cast<double>(data[i]) / by);
  if (!all_finite(*result)) return Failure{Status::not_finite, "logits"};
  return result;
}

}  // namespace

Failure check_divisor(double divisor) {
  if (!std::isfinite(divisor)) return {Status::not_finite, "divisor"};
  if (divisor <= 0) return {Status::divisor_not_positive, "divisor"};
  if (divisor < kMinDivisor || divisor > kMaxDivisor) return {Status::divisor_out_of_range, "divisor"};
  return {};
}

Failure check_query_key_shapes(Index query_rows, Index query_columns, Index key_rows, Index key_columns) {
  if (query_rows == 0) return {Status::empty_input, "query"};
  if (key_rows == 0) return {Status::empty_input, "key"};
  if (query_columns < 1 || query_columns > kMaxHeadDim) return {Status::head_dim_out_of_range, "query"};
  if (query_columns != key_columns) return {Status::shape_mismatch, "key"};
  if (query_rows > kMaxScoreCount / key_rows) return {Status::too_large, "query"};
  return {};
}

Result<Matrix> scores(const Matrix& query, const Matrix& key) { return scores_of(query, key); }
Result<MatrixD> scores(const MatrixD& query, const MatrixD& key) { return scores_of(query, key); }
Result<Matrix> logits(const Matrix& query, const Matrix& key, std::optional<double> divisor) { return logits_of(query, key, divisor); }
Result<MatrixD> logits(const MatrixD& query, const MatrixD& key, std::optional<double> divisor) { return logits_of(query, key, divisor); }

}  // namespace attn
