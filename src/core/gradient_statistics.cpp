#include "core/gradient_statistics.h"

#include <algorithm>

#include "core/quantiles.h"

namespace attn {
namespace {

constexpr double kTopRows = 0.01;

// Appends one α's entry; leaves the values sorted in `sorted`.
void summarise(const MatrixD& rows, Index alpha, List<double>& sorted, NormDistribution& out) {
  sorted.assign(&rows(alpha, 0), &rows(alpha, 0) + rows.cols());
  append_distribution(sorted, out);
}

}  // namespace

Result<GradientStatistics> gradient_statistics(const GradientRequest& request) {
  const Failure failure = check_gradient_request(request);
  if (failure.status != Status::ok) return failure;
  const GradientRows rows = draw_gradient_rows(request);

  Result<GradientStatistics> answer;
  GradientStatistics& out = *answer;
  out.drawn = rows.drawn;
  out.rows = request.rows;
  List<double> sorted;
  for (Index alpha = 0; alpha < rows.query_grad.rows(); ++alpha) {
    summarise(rows.key_grad, alpha, sorted, out.key_grad);
    summarise(rows.score_grad, alpha, sorted, out.score_grad);
    summarise(rows.weight_norm, alpha, sorted, out.weight_norm);
    summarise(rows.jacobian_trace, alpha, sorted, out.jacobian_trace);
    summarise(rows.jacobian_fro, alpha, sorted, out.jacobian_fro);
    summarise(rows.query_grad, alpha, sorted, out.query_grad);
    for (double& value : sorted) value *= value;
    out.top_share.push_back(top_share(sorted, kTopRows));
  }
  out.strip = rows.query_grad.leftCols(std::min(request.strip_rows, request.rows)).cast<float>();
  return answer;
}

}  // namespace attn
