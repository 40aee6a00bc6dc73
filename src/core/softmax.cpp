#include "core/softmax.h"

#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "kernels/softmax_lane.h"

namespace attn {
namespace {

/// NaN and +∞ are refused, −∞ is a mask.
template <class Scalar>
bool valid_logits(const Scalar* x, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (!(x[i] < std::numeric_limits<Scalar>::infinity())) return false;
  return true;
}

void softmax_valid_row(const float* x, float* out, size_t n) { kernels::softmax_row<kernels::Lane>(x, 1.0f, out, n); }

void softmax_valid_row(const double* x, double* out, size_t n) {
  double largest = x[0];
  for (size_t i = 1; i < n; ++i) largest = largest < x[i] ? x[i] : largest;
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    // The guard keeps −∞ − −∞ out of a fully masked row.
    out[i] = std::isinf(x[i]) ? 0.0 : exp_d(x[i] - largest);
    sum += out[i];
  }
  if (sum > 0)
    for (size_t i = 0; i < n; ++i) out[i] /= sum;
}

template <class Scalar>
Failure row_of(std::span<const Scalar> logits, std::span<Scalar> weights) {
  if (logits.empty()) return {Status::empty_input, "logits"};
  if (logits.size() != weights.size()) return {Status::shape_mismatch, "weights"};
  if (!valid_logits(logits.data(), logits.size())) return {Status::not_finite, "logits"};
  softmax_valid_row(logits.data(), weights.data(), logits.size());
  return {};
}

template <class Scalar>
Result<MatrixOf<Scalar>> rows_of(const MatrixOf<Scalar>& logits) {
  if (logits.size() == 0) return Failure{Status::empty_input, "logits"};
  if (!valid_logits(logits.data(), static_cast<size_t>(logits.size()))) return Failure{Status::not_finite, "logits"};
  MatrixOf<Scalar> weights(logits.rows(), logits.cols());
  for (Index i = 0; i < logits.rows(); ++i) softmax_valid_row(logits.row(i).data(), weights.row(i).data(), static_cast<size_t>(logits.cols()));
  return weights;
}

template <class Scalar>
Failure jacobian_product_of(std::span<const Scalar> weights, std::span<const Scalar> vector, std::span<Scalar> out) {
  const size_t n = weights.size();
  if (n == 0) return {Status::empty_input, "weights"};
  if (vector.size() != n) return {Status::shape_mismatch, "vector"};
  if (out.size() != n) return {Status::shape_mismatch, "out"};
  size_t top = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!std::isfinite(weights[i])) return {Status::not_finite, "weights"};
    if (!std::isfinite(vector[i])) return {Status::not_finite, "vector"};
    if (weights[top] < weights[i]) top = i;
  }
  const double origin = static_cast<double>(vector[top]);
  double mean = 0;
  for (size_t i = 0; i < n; ++i) mean += static_cast<double>(weights[i]) * (static_cast<double>(vector[i]) - origin);
  for (size_t i = 0; i < n; ++i) out[i] = static_cast<Scalar>(static_cast<double>(weights[i]) * ((static_cast<double>(vector[i]) - origin) - mean));
  return {};
}

}  // namespace

Failure softmax_row(std::span<const float> logits, std::span<float> weights) { return row_of(logits, weights); }
Failure softmax_row(std::span<const double> logits, std::span<double> weights) { return row_of(logits, weights); }
Result<Matrix> softmax_rows(const Matrix& logits) { return rows_of(logits); }
Result<MatrixD> softmax_rows(const MatrixD& logits) { return rows_of(logits); }

Failure softmax_jacobian_product(std::span<const float> weights, std::span<const float> vector, std::span<float> out) {
  return jacobian_product_of(weights, vector, out);
}
Failure softmax_jacobian_product(std::span<const double> weights, std::span<const double> vector, std::span<double> out) {
  return jacobian_product_of(weights, vector, out);
}

}  // namespace attn
