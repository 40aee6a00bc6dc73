#include "core/row_drawing.h"

#include <cmath>

#include "core/matrix.h"
#include "core/random.h"
#include "kernels/dot.h"
#include "kernels/softmax_lane.h"

namespace attn {

using kernels::Lane;

Failure check_row_shape(int head_dim, int key_count) {
  if (head_dim < 1 || head_dim > kMaxHeadDim) return {Status::head_dim_out_of_range, "head_dim"};
  if (key_count < 2 || key_count > kMaxKeyCount) return {Status::key_count_out_of_range, "key_count"};
  return {};
}

void draw_row_scores(Drawn drawn, std::uint32_t seed, std::uint32_t row, std::span<float> query, std::span<float> key, std::span<float> scores) {
  fill_normal({seed, Stream::query, row, 0}, query);
  if (drawn == Drawn::law) {
    fill_normal({seed, Stream::score, row, 0}, scores);
    kernels::scale_row<Lane>(scores.data(), std::sqrt(kernels::dot<Lane>(query.data(), query.data(), query.size())), scores.size());
    return;
  }
  for (std::uint32_t j = 0; j < scores.size(); ++j) {
    fill_normal({seed, Stream::key, row, j}, key);
    scores[j] = kernels::dot<Lane>(query.data(), key.data(), query.size());
  }
}

}  // namespace attn
