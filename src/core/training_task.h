#pragma once
#include <cstdint>

#include "core/list.h"
#include "core/status.h"

namespace attn {

/// Length of the value vectors that the look-up averages.
inline constexpr int kLookupValueDim = 8;
/// The query's token is (x_0 + kLookupNoise·e) / √(1 + kLookupNoise²).
inline constexpr float kLookupNoise = 0.3F;

inline constexpr int kMaxTrainingKeys = 256;
inline constexpr int kMaxTrainingInput = 64;
inline constexpr int kMaxTrainingBatch = 256;

/// Sizes of the look-up: d_k, length of a token, number of keys, samples a step.
struct LookupShape {
  int head_dim = 64;
  int input_dim = 16;
  int key_count = 16;
  int batch = 32;
};

/// Says whether the shape is inside its ranges (d_k 1 … 4096, tokens 1 … 64 long, 2 … 256 keys, 1 … 256 samples).
/// Errors: head_dim_out_of_range, key_count_out_of_range, out_of_range (input_dim, batch), too_large (weights above 2¹⁶ numbers)
Failure check_lookup_shape(const LookupShape& shape);

/// One step's fresh samples. Sample b occupies block b of each array.
struct LookupBatch {
  LookupShape shape;
  List<float> keys;             ///< batch × key_count × input_dim: the tokens x_i
  List<float> keys_transposed;  ///< batch × input_dim × key_count: the same numbers
  List<float> token;            ///< batch × input_dim: the query's token
  List<float> values;           ///< batch × key_count × kLookupValueDim: the values v_i
};

/// W_Q and W_K, stored by head coordinate: query[j · input_dim + a] = W_Q[a][j], so that q = W_Qᵀ token.
struct LookupWeights {
  List<float> query;
  List<float> key;
};

/// Draws the samples of one step: keys x_i ~ N(0, I), token (x_0 + 0.3 e)/√1.09, values ~ N(0, I_8).
///   Key 0 is the right answer; more keys, or a larger batch, leave the numbers of the others as they are.
/// Shapes: see LookupBatch; `batch` is reused from step to step
/// Requires: a shape that check_lookup_shape accepts; step · batch < 2³²
/// Cost: batch · (key_count · (input_dim + 8) + input_dim) normal numbers
void draw_lookup_batch(const LookupShape& shape, std::uint32_t seed, std::uint32_t step, LookupBatch& batch);

/// Draws the start: W_Q and W_K with independent N(0, 1/input_dim) entries, so that entries of q and k have variance 1.
///   A larger d_k leaves the earlier head coordinates as they are.
LookupWeights draw_lookup_weights(const LookupShape& shape, std::uint32_t seed);

}  // namespace attn
