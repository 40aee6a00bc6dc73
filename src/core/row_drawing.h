#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "core/status.h"

namespace attn {

/// How a row's scores were drawn: every coordinate of q and of all keys, or the scores by their exact law given q.
enum class Drawn { vectors, law };
inline constexpr std::string_view kDrawnNames[] = {"vectors", "law"};

/// Checks what every sampling operation takes.
/// Errors: head_dim_out_of_range (outside 1 … 4096), key_count_out_of_range (outside 2 … 4096)
Failure check_row_shape(int head_dim, int key_count);

/// Draws the raw scores of one row. Row r has its own query and its own keys.
///   vectors: sⱼ = q·kⱼ, with q named (seed, query, row) and kⱼ named (seed, key, row, j)
///   law: sⱼ = |q| zⱼ, with the same q really drawn and z named (seed, score, row): given q the scores are independent
///   N(0, |q|²), so both ways have one distribution
/// Requires: a checked shape; query and key hold d_k numbers (key is not touched by `law`), scores n
/// Accuracy: the same bits everywhere; one more key leaves the scores before it as they are
/// Cost: vectors (n + 1)·d_k numbers, law n + d_k
void draw_row_scores(Drawn drawn, std::uint32_t seed, std::uint32_t row, std::span<float> query, std::span<float> key, std::span<float> scores);

}  // namespace attn
