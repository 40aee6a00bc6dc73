#pragma once
#include <cstdint>

#include "core/list.h"
#include "core/status.h"

namespace attn {

inline constexpr int kMaxPlantedRows = 100000;

struct PlantedKeyRequest {
  int head_dim = 64;
  int key_count = 64;
  List<double> alphas{1.0};  ///< c / √d_k; 1e-6 … 1e6, at most 256 of them
  int rows = 2000;
  std::uint32_t seed = 1;
};

/// One entry an α, but for `accuracy`, which no divisor can change.
struct PlantedKey {
  List<double> weight;  ///< mean weight on the planted key
  List<double> error;   ///< its standard error
  double accuracy = 0;  ///< share of rows in which the planted key has the largest score
};

/// Measures how much weight a key that equals the query gets among random ones.
///   q ~ N(0, I), k_0 = q, so s_0 = |q|²; the other scores are independent N(0, |q|²) given q; section 4.1
/// Errors: head_dim_out_of_range, key_count_out_of_range (2 … 4096), query_count_out_of_range (rows), empty_input,
///   out_of_range (alphas), too_large
/// Cost: rows · (head_dim + key_count) normal numbers and rows · alphas · key_count exponentials
Result<PlantedKey> planted_key(const PlantedKeyRequest& request);

}  // namespace attn
