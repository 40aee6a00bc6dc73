// The kernels alone, as plain exports without copies, for script/bench: the same source and flags as in the shipped module, which this is not.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "kernels/attention_backward.h"
#include "kernels/attention_forward.h"
#include "kernels/dot.h"
#include "kernels/draw.h"
#include "kernels/softmax_lane.h"

using attn::kernels::AttentionShape;
using attn::kernels::Lane;
using Float = Lane::Float;

#define EXPORT extern "C" __attribute__((used, visibility("default")))

EXPORT void* bench_take(std::size_t bytes) { return std::malloc(bytes); }

/// Twelve independent chains of multiply and add: what the machine can do at best. 96 flops a turn.
EXPORT float bench_peak(std::size_t turns) {
  const Float a = Float::splat(0.999f), b = Float::splat(0.001f);
  Float x0 = a, x1 = b, x2 = a, x3 = b, x4 = a, x5 = b, x6 = a, x7 = b, x8 = a, x9 = b, x10 = a, x11 = b;
  ATTN_KEEP_ROLLED
  for (std::size_t i = 0; i < turns; ++i) {
    x0 = x0 * a + b;
    x1 = x1 * a + b;
    x2 = x2 * a + b;
    x3 = x3 * a + b;
    x4 = x4 * a + b;
    x5 = x5 * a + b;
    x6 = x6 * a + b;
    x7 = x7 * a + b;
    x8 = x8 * a + b;
    x9 = x9 * a + b;
    x10 = x10 * a + b;
    x11 = x11 * a + b;
  }
  return sum_lanes(((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7)) + ((x8 + x9) + (x10 + x11)));
}

EXPORT std::size_t bench_forward_room(std::size_t queries, std::size_t keys, std::size_t head_dim, std::size_t value_dim) {
  return attn::kernels::forward_room({queries, keys, head_dim, value_dim});
}

EXPORT void bench_forward(const float* query, const float* key, const float* value, float* out, float* room, std::size_t queries, std::size_t keys,
                          std::size_t head_dim, std::size_t value_dim, double scale) {
  attn::kernels::attention_forward<Lane>({queries, keys, head_dim, value_dim}, query, key, value, scale, {}, room, out);
}

EXPORT std::size_t bench_backward_room(std::size_t queries, std::size_t keys, std::size_t head_dim, std::size_t value_dim) {
  return attn::kernels::BackwardRoom({queries, keys, head_dim, value_dim}, nullptr).size;
}

EXPORT void bench_backward(const float* query, const float* key, const float* value, const float* upstream, float* query_grad, float* key_grad,
                           float* value_grad, float* room, std::size_t queries, std::size_t keys, std::size_t head_dim, std::size_t value_dim, double scale) {
  attn::kernels::attention_backward<Lane>({queries, keys, head_dim, value_dim}, {query, key, value, upstream, query_grad, key_grad, value_grad}, scale, {},
                                          room);
}

EXPORT void bench_softmax(const float* row, float* out, std::size_t count) { attn::kernels::softmax_row<Lane>(row, 1.0f, out, count); }

/// Σ q·k over pairs of vectors that are really drawn, each by its own name, as the figures' samples are.
EXPORT double bench_normal_dots(float* query, float* key, std::size_t dim, std::uint32_t pairs, std::uint32_t seed) {
  double sum = 0;
  for (std::uint32_t row = 0; row < pairs; ++row) {
    attn::kernels::draw_normal<Lane>(attn::kernels::hash_name(seed, 0, row, 0), query, dim);
    attn::kernels::draw_normal<Lane>(attn::kernels::hash_name(seed, 1, row, 0), key, dim);
    sum += static_cast<double>(attn::kernels::dot<Lane>(query, key, dim));
  }
  return sum;
}

EXPORT double bench_sign_dots(std::size_t dim, std::uint32_t pairs, std::uint32_t seed) {
  double sum = 0;
  for (std::uint32_t row = 0; row < pairs; ++row)
    sum += static_cast<double>(attn::kernels::sign_dot<Lane>(attn::kernels::hash_name(seed, 0, row, 0), attn::kernels::hash_name(seed, 1, row, 0), dim));
  return sum;
}
