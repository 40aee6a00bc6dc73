"""dot_product_law.json: density, distribution function, tail and moments of q·k, at 34 digits."""

import mpmath as mp
import numpy as np

import mixture
from common import NUMBERS, committed, float32, number, value

DIGITS = 34


def point(d, z, x):
    log_pdf = mixture.log_pdf(d, x)
    sf = mp.e ** mixture.log_sf(d, x)
    return {"x": number(x), "z_approx": number(z), "pdf": number(mp.e**log_pdf if log_pdf != mp.inf else mp.inf), "log_pdf": number(log_pdf),
            "cdf": number(mp.e ** mixture.log_sf(d, -x)), "sf": number(sf)}


def distance_to_normal(d):
    """The largest |F(z√d) − Φ(z)| and its z: where √d f(z√d) = φ(z)."""
    root = mp.sqrt(d)
    low, high = mp.mpf("0.05"), mp.mpf("1.5")
    with mp.workdps(20):
        for _ in range(45):
            z = (low + high) / 2
            if mixture.log_pdf(d, z * root) + mp.log(root) + z * z / 2 + mp.log(2 * mp.pi) / 2 > 0:
                low = z
            else:
                high = z
    return abs(mp.e ** mixture.log_sf(d, low * root) - mp.erfc(low / mp.sqrt(2)) / 2), low


def law(d, points):
    distance, at = distance_to_normal(d)
    dd = mp.mpf(d)
    return {
        "d": d, "mean": 0, "variance": d, "excess_kurtosis": number(6 / dd), "sixth_standardised_moment": number(15 + 90 / dd + 120 / dd**2),
        "mean_abs": number(2 / mp.sqrt(mp.pi) * mp.e ** (mp.loggamma((dd + 1) / 2) - mp.loggamma(dd / 2))),
        "ks_distance_to_normal": number(distance), "ks_at_z": float(mp.nstr(at, 6)),
        "points": [point(d, z, x) for z, x in points],
    }


def random_inputs(rng):
    laws = []
    for d in sorted({1, 2, *(int(2 ** rng.uniform(1, 12)) for _ in range(8)), 4096}):
        zs = [0.0, *np.sort(rng.uniform(-5, 0, 4)), *np.sort(rng.uniform(0, 3, 8)), *rng.uniform(3, 12, 4), 10.0 ** rng.uniform(-8, -2)]
        laws.append((d, [(float(f"{z:.4g}"), float32(z * d**0.5)) for z in zs]))
    return laws


def make(rng=None, options=None):
    table = committed("dot_product_law")
    if rng is None:
        laws = [(entry["d"], [(value(p["z_approx"]), value(p["x"])) for p in entry["points"]]) for entry in table["laws"]]
    else:
        laws = random_inputs(rng)
    with mp.workdps(DIGITS):
        return {
            "kind": "dot_product_law",
            "source": f"s = q.k, q and k independent N(0, I_d). mpmath, {DIGITS} digits: density from K_nu (tests/reference/mixture.py), tail from the finite "
            "sum for even d and from the chi mixture for odd d; distance to the normal law at the root of the difference of densities.",
            "conventions": {"numbers": NUMBERS, "pdf_at_zero_d1": "infinite"},
            "tolerance": table["tolerance"],
            "laws": [law(*entry) for entry in laws],
        }
