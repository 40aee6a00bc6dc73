#!/usr/bin/env python3
"""Prints the constants of src/core/elementary.cpp, trigonometric.cpp and normal_law.cpp as hexadecimal doubles (needs mpmath)."""
from mpmath import mp, mpf, cos, erfc, euler, exp, floor, frexp, ldexp, log, pi, sqrt, zeta

mp.dps = 60


def leading_bits(value, bits):
    mantissa, exponent = frexp(value)
    return ldexp(floor(ldexp(mantissa, bits)), int(exponent) - bits)


def parts(name, value, bits, count):
    for _ in range(count):
        part = leading_bits(value, bits)
        print(name, float(part).hex())
        value -= part
    print(name, "rest", float(value).hex())


def mills(x):
    if x < 8:
        return sqrt(pi / 2) * exp(x * x / 2) * erfc(x / sqrt(2))
    fraction = mpf(0)
    for k in range(400, 0, -1):
        fraction = k / (x + fraction)
    return 1 / (x + fraction)


def chebyshev(function, count):
    points = [cos(pi * (2 * j + 1) / (2 * count)) for j in range(count)]
    values = [function(t) for t in points]
    series = [sum(values[j] * cos(k * pi * (2 * j + 1) / (2 * count)) for j in range(count)) * 2 / count for k in range(count)]
    series[0] /= 2
    return series


parts("ln 2", log(2), 40, 2)
parts("pi/2", pi / 2, 33, 3)
for name, value in [("1/sqrt(2 pi)", 1 / sqrt(2 * pi)), ("ln sqrt(2 pi)", log(sqrt(2 * pi))), ("1 - gamma", 1 - euler)]:
    print(name, float(value).hex())
print("(x + 1) M(x), x = 5 (1 + t)/(1 - t):")
for c in chebyshev(lambda t: (5 * (1 + t) / (1 - t) + 1) * mills(5 * (1 + t) / (1 - t)), 80)[:28]:
    print(" ", float(c).hex())
print("ln Gamma(2 + z):")
for k in range(2, 31):
    print(" ", float((-1) ** k * (zeta(k) - 1) / k).hex())
