#include "support/reference.h"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace attn_test {

nlohmann::json reference_table(const std::string& name) {
  const char* folder = std::getenv("SQRT_DK_REFERENCE");
  const std::string path = std::string(folder != nullptr && *folder != '\0' ? folder : ATTN_DEFAULT_REFERENCE) + "/" + name + ".json";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read the reference table " + path);
  return nlohmann::json::parse(file);
}

double number(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = value.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::stod(text);
}

std::vector<double> numbers(const nlohmann::json& list) {
  std::vector<double> values;
  for (const auto& value : list) values.push_back(number(value));
  return values;
}

attn::MatrixD matrix(const nlohmann::json& rows) {
  const auto row_count = static_cast<attn::Index>(rows.size());
  const auto column_count = row_count > 0 ? static_cast<attn::Index>(rows[0].size()) : 0;
  attn::MatrixD values(row_count, column_count);
  for (attn::Index i = 0; i < row_count; ++i)
    for (attn::Index j = 0; j < column_count; ++j) values(i, j) = number(rows.at(static_cast<size_t>(i)).at(static_cast<size_t>(j)));
  return values;
}

}  // namespace attn_test
