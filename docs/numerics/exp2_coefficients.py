#!/usr/bin/env python3
"""Prints the constants of exp2_lane in src/kernels/exponential.h (needs mpmath): 2^r on -1/2 <= r <= 1/2 by a polynomial of
degree 5 with the smallest largest relative error (Remez). Its constant is then set to exactly 1, so that 2^0 = 1 and a masked
key's weight is exactly 0, and the others are rounded to float32."""
import struct

from mpmath import lu_solve, matrix, mp, mpf

mp.dps = 40
DEGREE = 5


def as_float(x):
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def largest_error(p, steps=4000):
    return max(abs(sum(c * r**k for k, c in enumerate(p)) / 2**r - 1) for r in (mpf(i) / steps - mpf(1) / 2 for i in range(steps + 1)))


def remez():
    count = DEGREE + 2
    grid = [mpf(i) / 4000 - mpf(1) / 2 for i in range(4001)]
    points = [-mp.cos(mp.pi * i / (count - 1)) / 2 for i in range(count)]
    for _ in range(30):
        rows, right = matrix(count, count), matrix(count, 1)
        for i, r in enumerate(points):
            for k in range(DEGREE + 1):
                rows[i, k] = r**k / 2**r
            rows[i, DEGREE + 1] = (-1) ** i
            right[i] = 1
        p = list(lu_solve(rows, right))[: DEGREE + 1]
        extremes = []  # one extreme point between each two changes of the error's sign
        for r in grid:
            e = sum(c * r**k for k, c in enumerate(p)) / 2**r - 1
            if extremes and (e > 0) == (extremes[-1][1] > 0):
                if abs(e) > abs(extremes[-1][1]):
                    extremes[-1] = (r, e)
            else:
                extremes.append((r, e))
        moved = [r for r, _ in extremes]
        if len(moved) != count or max(abs(a - b) for a, b in zip(points, moved)) < mpf(10) ** -9:
            break
        points = moved
    return p


best = remez()
print("error of the best polynomial", mp.nstr(largest_error(best), 3))
rounded = [mpf(1)] + [as_float(c) for c in best[1:]]
print("error of the rounded one    ", mp.nstr(largest_error(rounded), 3))
for k in range(DEGREE, 0, -1):
    print(f"r^{k}: {float(rounded[k]):.9g}f")
