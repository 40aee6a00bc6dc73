"""overflow.json: where exp overflows in four formats, and how likely a score, a row or a raw product does, at 34 digits."""

import mpmath as mp
import numpy as np

import mixture
from common import NUMBERS, committed, number

DIGITS = 34
# significand bits (the leading one included), largest and smallest normal exponent
FORMATS = {"float16": (11, 15, -14), "bfloat16": (8, 127, -126), "float32": (24, 127, -126), "float64": (53, 1023, -1022)}


def below(x, bits):
    """The largest member of the format ≤ x, and the spacing there (x well inside the normal range)."""
    spacing = mp.mpf(2) ** (int(mp.floor(mp.log(abs(x), 2))) - bits + 1)
    return mp.floor(x / spacing) * spacing, spacing


def threshold(name):
    bits, high, low = FORMATS[name]
    with mp.workdps(60):
        overflow = (high + 1) * mp.log(2) + mp.log1p(-mp.mpf(2) ** (-bits - 1))
        min_subnormal, min_normal = mp.mpf(2) ** (low - bits + 1), mp.mpf(2) ** low
        zero, subnormal = mp.log(min_subnormal / 2), mp.log(min_normal)
        largest, spacing = below(overflow, bits)
        dead, dead_spacing = below(zero, bits)
        max_finite = (2 - mp.mpf(2) ** (1 - bits)) * mp.mpf(2) ** high
        digits = lambda x: mp.nstr(x, 25)
        return overflow, {
            "max_finite": number(max_finite), "overflow_exp_real": digits(overflow), "largest_x_finite": number(largest),
            "smallest_x_inf": number(largest + spacing), "x_spacing": number(spacing), "zero_real": digits(zero), "largest_x_zero": number(dead),
            "smallest_x_nonzero": number(dead + dead_spacing), "subnormal_real": digits(subnormal), "min_subnormal": float(min_subnormal),
            "min_normal": float(min_normal), "log_max_finite": digits(mp.log(max_finite)),
        }


def probability(name, limit, d, factor):
    divisor = 1.0 if factor is None else float(factor * mp.sqrt(d))
    score = limit * mp.mpf(divisor)
    log_score = mixture.log_sf(d, score)
    return {
        "format": name, "d_k": d, "divisor": "1" if factor is None else f"{factor:g}*sqrt(d_k)", "divisor_value": number(divisor),
        "P_score_exceeds": number(mp.e**log_score), "log10_P_score": number(log_score / mp.log(10)),
        **{f"P_row_n{n}": number(mp.e ** mixture.log_row(d, score, n)) for n in (64, 512)},
    }


def raw(d, entry_std):
    score = mp.mpf(65520) / mp.mpf(entry_std) ** 2
    both = lambda x: number(2 * mp.e ** mixture.log_sf(d, x))
    return {"d_k": d, "entry_std": number(entry_std), "P_abs_raw_dot_ge_65520": both(score), "P_after_dividing_q_by_sqrt_d": both(score * mp.sqrt(d))}


def committed_inputs(table):
    factor = lambda text: None if text == "1" else float(text.split("*")[0])
    return [(p["format"], p["d_k"], factor(p["divisor"])) for p in table["probabilities"]], [(r["d_k"], r["entry_std"]) for r in table["raw_fp16_dot"]]


def random_inputs(rng):
    dims = sorted({int(2 ** rng.uniform(2, 12)) for _ in range(5)})
    factors = [None, *(float(f"{2.0 ** rng.uniform(-5, 0.5):.3g}") for _ in range(4)), 1.0]
    return [(name, d, factor) for name in FORMATS for d in dims for factor in factors], [
        (d, float(f"{2.0 ** rng.uniform(3, 6.5):.3g}")) for d in dims for _ in range(4)]


def make(rng=None, options=None):
    table = committed("overflow")
    probabilities, raws = committed_inputs(table) if rng is None else random_inputs(rng)
    limits = {name: threshold(name) for name in FORMATS}
    with mp.workdps(DIGITS):
        return {
            "kind": "overflow",
            "source": "thresholds: mpmath, 60 digits; overflow_exp_real = ln of the smallest real that rounds (nearest, ties to even) to infinity, zero_real = "
            f"ln(min_subnormal/2). Probabilities: mpmath, {DIGITS} digits, N(0, I_d) vectors, one row shares q; tails from the finite sum for even d, "
            "rows from the chi mixture with a step that follows the integrand's width.",
            "conventions": {"numbers": NUMBERS},
            "tolerance": table["tolerance"],
            "thresholds": {name: entry for name, (_, entry) in limits.items()},
            "probabilities": [probability(name, limits[name][0], d, factor) for name, d, factor in probabilities],
            "raw_fp16_dot": [raw(*entry) for entry in raws],
        }
