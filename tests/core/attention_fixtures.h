#pragma once
#include <cmath>
#include <numbers>
#include <random>

#include "core/attention_backward.h"
#include "support/catch.h"

namespace attn_test {

using attn::Index;
using attn::MatrixOf;

/// Independent N(0, spread²) numbers; the same on every machine up to the last digits of the standard library.
template <class Scalar>
MatrixOf<Scalar> random_matrix(Index rows, Index columns, unsigned seed, double spread = 1) {
  std::mt19937_64 engine(seed);
  const auto uniform = [&engine] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  MatrixOf<Scalar> matrix(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) {
      const double radius = std::sqrt(-2 * std::log(uniform()));
      matrix(i, j) = static_cast<Scalar>(spread * radius * std::cos(2 * std::numbers::pi * uniform()));
    }
  return matrix;
}

template <class Scalar>
attn::AttentionRequest<Scalar> random_request(Index query_count, Index key_count, Index head_dim, Index value_dim, unsigned seed) {
  attn::AttentionRequest<Scalar> request;
  request.query = random_matrix<Scalar>(query_count, head_dim, seed);
  request.key = random_matrix<Scalar>(key_count, head_dim, seed + 1000);
  request.value = random_matrix<Scalar>(key_count, value_dim, seed + 2000);
  return request;
}

/// The naive double version: one loop a formula, no Eigen product, no shared code.
struct NaiveAttention {
  attn::MatrixD logits, weights, output;
};

template <class Scalar>
NaiveAttention naive_attention(const attn::AttentionInputs<Scalar>& inputs, double divisor) {
  const Index query_count = inputs.query.rows(), key_count = inputs.key.rows();
  const auto visible = [&](Index i, Index j) {
    if (inputs.mask == attn::MaskKind::causal) return j <= i;
    if (inputs.mask == attn::MaskKind::causal_br) return j - key_count <= i - query_count;
    if (inputs.mask == attn::MaskKind::allow) return inputs.allow(i, j) != 0;
    return true;
  };
  NaiveAttention naive;
  naive.logits.resize(query_count, key_count);
  naive.weights = attn::MatrixD::Zero(query_count, key_count);
  naive.output = attn::MatrixD::Zero(query_count, inputs.value.cols());
  for (Index i = 0; i < query_count; ++i) {
    double largest = -INFINITY, sum = 0;
    for (Index j = 0; j < key_count; ++j) {
      double dot = 0;
      for (Index t = 0; t < inputs.query.cols(); ++t) dot += static_cast<double>(inputs.query(i, t)) * static_cast<double>(inputs.key(j, t));
      naive.logits(i, j) = visible(i, j) ? dot / divisor : -INFINITY;
      largest = std::fmax(largest, naive.logits(i, j));
    }
    for (Index j = 0; j < key_count; ++j) sum += visible(i, j) ? std::exp(naive.logits(i, j) - largest) : 0;
    for (Index j = 0; j < key_count; ++j)
      if (visible(i, j)) naive.weights(i, j) = std::exp(naive.logits(i, j) - largest) / sum;
    for (Index j = 0; j < key_count; ++j)
      for (Index t = 0; t < inputs.value.cols(); ++t) naive.output(i, t) += naive.weights(i, j) * static_cast<double>(inputs.value(j, t));
  }
  return naive;
}

template <class Left, class Right>
double largest_difference(const Left& left, const Right& right) {
  REQUIRE(left.rows() == right.rows());
  REQUIRE(left.cols() == right.cols());
  return (left.template cast<double>() - right.template cast<double>()).cwiseAbs().maxCoeff();
}

}  // namespace attn_test
