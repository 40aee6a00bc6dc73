// Attention forward and backward on any shapes, masks, divisors and entries: a status, or finite values and rows that sum to one.
#include <cmath>

#include "core/attention_backward.h"
#include "fuzz/byte_reader.h"

using attn::Index;
using attn_test::ByteReader;
using attn_test::require;

namespace {

template <class Scalar>
attn::MatrixOf<Scalar> take_matrix(ByteReader& bytes, Index rows, Index columns, bool any_pattern) {
  attn::MatrixOf<Scalar> matrix(rows, columns);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = any_pattern ? bytes.take<Scalar>() : static_cast<Scalar>(bytes.take<std::int8_t>()) / Scalar{16};
  return matrix;
}

template <class Scalar>
void fuzz(ByteReader bytes) {
  const auto kind = bytes.take<std::uint8_t>();
  const auto size = [&bytes, kind](Index usual) { return kind & 1 ? static_cast<Index>(bytes.take<std::uint8_t>() % 9) : usual; };
  const Index query_count = size(3), key_count = size(4), head_dim = size(5), value_dim = size(2);
  // One time in eight a shape does not fit.
  const Index other_dim = kind % 8 == 7 ? size(5) : head_dim;
  attn::AttentionRequest<Scalar> request;
  request.mask = static_cast<attn::MaskKind>(bytes.take<std::uint8_t>() % 4);
  request.placement = static_cast<attn::DivisorPlacement>(bytes.take<std::uint8_t>() % 4);
  if (kind & 2) request.divisor = kind & 4 ? bytes.take<double>() : bytes.take<std::uint16_t>() * 0x1p-8;
  request.want_scores = request.want_logits = request.want_logsumexp = request.want_moments = request.want_histogram = true;
  request.histogram_range.bins = bytes.whole(1, 20);
  if (kind & 8) request.histogram_range.low = bytes.take<double>();
  if (kind & 16) request.histogram_range.high = bytes.take<double>();
  const bool any_pattern = kind >= 224;
  request.query = take_matrix<Scalar>(bytes, query_count, head_dim, any_pattern);
  request.key = take_matrix<Scalar>(bytes, key_count, other_dim, any_pattern);
  request.value = take_matrix<Scalar>(bytes, key_count, value_dim, any_pattern);
  if (request.mask == attn::MaskKind::allow || kind % 32 == 5) {
    request.allow.resize(query_count, key_count);
    for (Index i = 0; i < request.allow.size(); ++i) request.allow.data()[i] = bytes.take<std::uint8_t>() & 1;
  }

  const auto forward = attn::attention_forward(request);
  if (forward.ok()) {
    require(forward->weights.allFinite() && forward->output.allFinite() && forward->scores.allFinite());
    for (Index i = 0; i < query_count; ++i) {
      const double sum = forward->weights.row(i).template cast<double>().sum();
      const bool masked = forward->fully_masked[static_cast<size_t>(i)] != 0;
      require(masked ? sum == 0 : std::fabs(sum - 1) < 1e-6);
      require(masked == (forward->logsumexp[static_cast<size_t>(i)] == -INFINITY));
      for (Index j = 0; j < key_count; ++j)
        if (forward->logits(i, j) == -INFINITY) require(forward->weights(i, j) == 0);
    }
    require(forward->moments.variance >= 0 && std::isfinite(forward->moments.variance) && std::isfinite(forward->moments.mean));
    double counted = forward->histogram.below + forward->histogram.above;
    for (const auto count : forward->histogram.counts) counted += count;
    require(counted == forward->moments.count);
  }

  attn::AttentionBackwardRequest<Scalar> backward;
  static_cast<attn::AttentionInputs<Scalar>&>(backward) = request;
  backward.grad_output = take_matrix<Scalar>(bytes, query_count, kind % 16 == 9 ? size(2) : value_dim, any_pattern);
  const auto grad = attn::attention_backward(backward);
  if (!grad.ok()) return;
  require(grad->grad_query.allFinite() && grad->grad_key.allFinite() && grad->grad_value.allFinite() && grad->grad_logits.allFinite());
  require(std::isfinite(grad->grad_divisor));
  if (!forward.ok()) return;
  for (Index i = 0; i < query_count; ++i)
    for (Index j = 0; j < key_count; ++j)
      if (forward->logits(i, j) == -INFINITY) require(grad->grad_logits(i, j) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz<float>(ByteReader(data, size));
  fuzz<double>(ByteReader(data, size));
  return 0;
}
