// Attention as one writes it with Eigen, for script/bench: the same machine, the same arrays, a library instead of a kernel.
#include <Eigen/Core>
#include <cstddef>

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using In = Eigen::Map<const Matrix>;

extern "C" __attribute__((used, visibility("default"))) void bench_eigen_forward(const float* query, const float* key, const float* value, float* out,
                                                                                 std::size_t queries, std::size_t keys, std::size_t head_dim,
                                                                                 std::size_t value_dim, double scale) {
  const auto index = [](std::size_t n) { return static_cast<Eigen::Index>(n); };
  const In q(query, index(queries), index(head_dim)), k(key, index(keys), index(head_dim)), v(value, index(keys), index(value_dim));
  Matrix weights(index(queries), index(keys));
  weights.noalias() = q * k.transpose();
  weights *= static_cast<float>(scale);
  weights.colwise() -= weights.rowwise().maxCoeff().eval();
  weights = weights.array().exp();
  weights.array().colwise() /= weights.rowwise().sum().array().eval();
  Eigen::Map<Matrix>(out, index(queries), index(value_dim)).noalias() = weights * v;
}
