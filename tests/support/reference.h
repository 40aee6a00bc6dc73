#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace attn_test {

/// Reads a table, for example `reference_table("softmax_cases")`, from the folder in the environment
/// variable SQRT_DK_REFERENCE, or from tests/reference. A missing or broken file fails the test that asks.
nlohmann::json reference_table(const std::string& name);

/// Reads a number of a table: a JSON number, or one of the strings "inf", "-inf", "nan".
double number(const nlohmann::json& value);

/// Reads a list of numbers.
std::vector<double> numbers(const nlohmann::json& list);

/// Reads a list of equally long rows.
attn::MatrixD matrix(const nlohmann::json& rows);

}  // namespace attn_test
