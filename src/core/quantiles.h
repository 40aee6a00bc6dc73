#pragma once
#include <span>
#include <vector>

namespace attn {

/// Reads a quantile off an ascending list, between neighbours in proportion (rank (n − 1)·level).
/// Requires: a list that is not empty, ascending; 0 ≤ level ≤ 1
/// Edge: between −∞ or ∞ and a finite neighbour the answer is the nearer one
/// Source: Hyndman & Fan, 1996, definition 7
double sorted_quantile(std::span<const double> sorted, double level);

/// Sorts numbers in place; one small sort for all lists (std::sort weighs four times as much).
///   Requires  numbers without NaN
///   Cost      n log n comparisons for numbers in random order
void sort_ascending(std::span<double> numbers);

/// Takes the median of numbers in any order; infinities allowed.
/// Requires: numbers without NaN
/// Edge: an empty list gives NaN
/// Cost: a sorted copy
double median(std::span<const double> values);

/// Measures which part of the sum the largest share of the numbers carries, e.g. 0.01: the top 1 %.
///   Σ of the ⌈share·n⌉ largest / Σ of all; 0 where the sum is 0
/// Requires: an ascending list of numbers ≥ 0; 0 < share ≤ 1
double top_share(std::span<const double> sorted, double share);

}  // namespace attn
