#pragma once
// Unevaluated sums of two doubles: about 106 bits, from additions and multiplications only (no fused multiply-add).

namespace attn {

struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

/// Adds two doubles without error (Knuth).
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}

/// Adds two doubles without error where |a| ≥ |b| or a = 0 (Dekker).
inline DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// Multiplies two doubles without error where |a|, |b| < 2⁹⁹⁰ and the product is above 2⁻⁹⁶⁰ (Veltkamp, Dekker).
inline DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 134217729.0;  // 2²⁷ + 1
  const double a_wide = kSplitter * a, b_wide = kSplitter * b;
  const double a_high = a_wide - (a_wide - a), b_high = b_wide - (b_wide - b);
  const double a_low = a - a_high, b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// Adds; the error is a few units of 2⁻¹⁰⁴ of |a| + |b|.
inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble sum = two_sum(a.high, b.high);
  return quick_two_sum(sum.high, sum.low + (a.low + b.low));
}

/// Multiplies; relative error a few units of 2⁻¹⁰⁴.
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/// Multiplies by a double.
inline DoubleDouble operator*(DoubleDouble a, double b) { return a * DoubleDouble{b, 0.0}; }

/// Divides by one Newton step on the quotient of the leading parts.
inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double quotient = a.high / b.high;
  const DoubleDouble back = two_product(quotient, b.high);
  const double rest = ((a.high - back.high) - back.low) + (a.low - quotient * b.low);
  return quick_two_sum(quotient, rest / b.high);
}

}  // namespace attn
