"""special_functions.json: normal law, Bessel functions, Kolmogorov's laws, ln Γ and the gap of the two largest."""

import mpmath as mp
import numpy as np
from scipy.stats import kstwo

import mixture
from common import NUMBERS, committed, float32, number, value

DIGITS = 40


def normal(x):
    x = mp.mpf(x)
    sf = mp.erfc(x / mp.sqrt(2)) / 2
    cdf = mp.erfc(-x / mp.sqrt(2)) / 2
    log_cdf = mp.log(cdf) if x < 5 else mp.log1p(-sf)
    return {"x": number(x), "cdf": number(cdf), "sf": number(sf), "log_cdf": number(log_cdf), "pdf": number(mp.npdf(x))}


def quantile(p):
    """Newton's steps on ln Φ, from the left tail; the right one by symmetry."""
    exact = mp.mpf(p)
    tail = min(exact, 1 - exact)
    x = -mp.sqrt(-2 * mp.log(tail)) if tail < mp.mpf("0.1") else mp.mpf(0)
    for _ in range(60):
        cdf = mp.erfc(-x / mp.sqrt(2)) / 2
        x -= (mp.log(cdf) - mp.log(tail)) * cdf / mp.npdf(x)
    return {"p": number(p), "quantile": number(x if exact <= mp.mpf(1) / 2 else -x)}


def kolmogorov(x):
    x = mp.mpf(x)
    sf = 2 * mp.fsum((-1) ** (k - 1) * mp.e ** (-2 * k * k * x * x) for k in range(1, 200))
    cdf = mp.sqrt(2 * mp.pi) / x * mp.fsum(mp.e ** (-((2 * k - 1) ** 2) * mp.pi**2 / (8 * x * x)) for k in range(1, 200))
    return {"x": number(x), "cdf": number(cdf), "sf": number(sf)}


def top_gap(n):
    """n(n − 1) ∫ φ² Φ^{n−2}, by the trapezoid rule with step 1/32."""
    density = n * (n - 1) * mp.fsum(mp.npdf(z) ** 2 * mp.ncdf(z) ** (n - 2) for z in (mp.mpf(i) / 32 for i in range(-450, 451))) / 32
    return {"n": n, "gap_density_at_zero": number(density), "sigma_freeze_sqrt_2_ln_n": number(mp.sqrt(2 * mp.log(n)))}


def committed_inputs(table):
    column = lambda name, *keys: [tuple(value(e[k]) for k in keys) for e in table[name]]
    return {
        "x": [x for (x,) in column("normal", "x")],
        "p": [p for (p,) in column("normal_quantile", "p")],
        "k": [(e["d"], value(e["x"])) for e in table["log_bessel_k"]],
        "limit": [x for (x,) in column("kolmogorov_limit", "x")],
        "ks": [(e["n"], value(e["D"])) for e in table["ks_exact"]],
        "gap": [e["n"] for e in table["top_gap"]],
        "lgamma": [x for (x,) in column("lgamma", "x")],
    }


def random_inputs(rng):
    ks = []
    for n in (1, 2, 3, int(rng.integers(4, 30)), int(rng.integers(30, 150)), int(rng.integers(150, 400)), int(rng.integers(400, 2000))):
        ks += [(n, float32(min(0.999, v / n**0.5))) for v in rng.uniform(0.35, 2.2, 4)]
    return {
        "x": [0.0, *(float32(v) for v in rng.uniform(-9, 9, 20)), *(float32(v) for v in rng.uniform(-37.5, 37.5, 8))],
        "p": [0.5, *rng.uniform(0.001, 0.999, 12), *(10.0 ** rng.uniform(-300, -3, 8)), *(1 - 10.0 ** rng.uniform(-15, -3, 4))],
        "k": [(d, float32(10.0 ** rng.uniform(-3, 3.7))) for d in (1, 2, 3, int(rng.integers(4, 60)), int(rng.integers(60, 1000)), 4096) for _ in range(6)],
        "limit": [float(v) for v in rng.uniform(0.2, 5, 12)],
        "ks": ks,
        "gap": sorted({2, *(int(2 ** rng.uniform(1.1, 12)) for _ in range(6))}),
        "lgamma": [float32(10.0 ** rng.uniform(-1, 3.5)) for _ in range(8)],
    }


def make(rng=None, options=None):
    table = committed("special_functions")
    inputs = committed_inputs(table) if rng is None else random_inputs(rng)
    with mp.workdps(DIGITS):
        return {
            "kind": "special_functions",
            "source": f"mpmath, {DIGITS} digits; ks_exact from scipy.stats.kstwo (double, about 1e-13); gap_density_at_zero = n(n-1) int phi^2 Phi^(n-2), the "
            "density at 0 of the gap between the two largest of n N(0,1)",
            "conventions": {"numbers": NUMBERS},
            "tolerance": table["tolerance"],
            "normal": [normal(x) for x in inputs["x"]],
            "normal_quantile": [quantile(float(p)) for p in inputs["p"]],
            "log_bessel_k": [{"d": d, "nu": (d - 1) / 2, "x": number(x), "log_K_nu": number(mixture.log_bessel_k(mp.mpf(d - 1) / 2, x))} for d, x in inputs["k"]],
            "kolmogorov_limit": [kolmogorov(x) for x in inputs["limit"]],
            "ks_exact": [{"n": n, "D": x, "cdf": float(kstwo.cdf(x, n)), "sf": float(kstwo.sf(x, n))} for n, x in inputs["ks"]],
            "top_gap": [top_gap(n) for n in inputs["gap"]],
            "lgamma": [{"x": number(x), "lgamma": number(mp.loggamma(mp.mpf(x)))} for x in inputs["lgamma"]],
        }
