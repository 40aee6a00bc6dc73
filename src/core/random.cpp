#include "core/random.h"

#include "kernels/draw.h"

namespace attn {
namespace {

std::uint64_t hash_of(const VectorName& name) { return kernels::hash_name(name.seed, static_cast<std::uint32_t>(name.stream), name.row, name.key); }

}  // namespace

void fill_normal(const VectorName& name, std::span<float> out) { kernels::draw_normal<kernels::Lane>(hash_of(name), out.data(), out.size()); }

void fill_uniform(const VectorName& name, std::span<float> out) { kernels::draw_uniform<kernels::Lane>(hash_of(name), out.data(), out.size()); }

void fill_sign(const VectorName& name, std::span<float> out) { kernels::draw_sign<kernels::Lane>(hash_of(name), out.data(), out.size()); }

}  // namespace attn
