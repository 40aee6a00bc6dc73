#pragma once
#include <cstdint>

namespace attn {

/// Draws one number of the χ² law with `degrees` degrees of freedom, named by (seed, row): the exact law, by rejection.
/// Requires: degrees ≥ 0
/// Edge: 0 degrees give 0; should 16 tries all be refused (probability below 1e-20) the last one is taken
/// Cost: 32 numbers
/// Source: Marsaglia & Tsang, 2000, A simple method for generating gamma variables
double draw_chi_square(std::uint32_t seed, std::uint32_t row, int degrees);

}  // namespace attn
