#include "core/product.h"

#include "core/list.h"
#include "kernels/product.h"

namespace attn {
namespace {

Matrix multiply(const Matrix& left, const Matrix& right, bool transposed) {
  const Index columns = transposed ? right.rows() : right.cols();
  Matrix product(left.rows(), columns);
  const auto size = [](Index count) { return static_cast<std::size_t>(count); };
  List<float> room(kernels::product_room(size(left.cols()), size(columns)));
  kernels::multiply<kernels::Lane>(left.data(), right.data(), transposed, size(left.rows()), size(left.cols()), size(columns), room.data(), product.data());
  return product;
}

}  // namespace

Matrix sliced_product(const Matrix& left, const Matrix& right) { return multiply(left, right, false); }
Matrix times_transposed(const Matrix& left, const Matrix& right) { return multiply(left, right, true); }

}  // namespace attn
