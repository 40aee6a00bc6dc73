"""softmax_cases.json: rows of logits with everything the engine says of a softmax, at 60 digits."""

import mpmath as mp
import numpy as np

from common import NUMBERS, committed, float32, number, numbers, value

DIGITS = 60


def weights(x):
    """exp(x − max)/Σ; zeros where every entry is −∞."""
    finite = [v for v in x if v != -mp.inf]
    if not finite:
        return [mp.mpf(0)] * len(x), -mp.inf
    top = max(finite)
    e = [mp.mpf(0) if v == -mp.inf else mp.e ** (v - top) for v in x]
    total = mp.fsum(e)
    return [v / total for v in e], top + mp.log(total)


def summary(p):
    s2, s3 = mp.fsum(v * v for v in p), mp.fsum(v**3 for v in p)
    entropy = -mp.fsum(v * mp.log(v) for v in p if v > 0)
    masked = mp.fsum(p) == 0
    # 1 − Σp² without losing the small weights: Σ p(1 − p)
    trace = mp.fsum(v * (1 - v) for v in p)
    return {
        "max_prob": number(max(p)),
        "entropy_nats": number(entropy),
        "effective_keys": number(0 if masked else mp.e**entropy),
        "sum_p_squared": number(s2),
        "jacobian_trace": number(trace),
        "jacobian_frobenius": number(mp.sqrt(abs(s2 - 2 * s3 + s2 * s2))),
    }


def naive(x, kind):
    """What exp(x)/Σexp(x) does in the given format, with each exponential correctly rounded."""
    with np.errstate(all="ignore"):
        e = np.array([kind(np.exp(np.longdouble(v))) for v in x], dtype=kind)
        total = kind(0)
        for v in e:
            total = kind(total + v)
        p = e / total
    return {
        "any_exp_inf": bool(np.isinf(e).any()),
        "sum_inf": bool(np.isinf(total)),
        "sum_zero": bool(total == 0),
        "any_nan": bool(np.isnan(p).any()),
    }


def case(name, note, x, g):
    exact = [mp.mpf(v) if np.isfinite(v) else -mp.inf for v in x]
    p, logsumexp = weights(exact)
    mean = mp.fsum(a * mp.mpf(b) for a, b in zip(p, g))
    return {
        "name": name,
        "note": note,
        "x": numbers(x),
        "p": numbers(p),
        "g": numbers(g),
        "Jg": numbers([a * (mp.mpf(b) - mean) for a, b in zip(p, g)]),
        "logsumexp": number(logsumexp),
        **summary(p),
        "all_masked": logsumexp == -mp.inf,
        "naive_float32": naive(x, np.float32),
        "naive_float64": naive(x, np.float64),
    }


def generated(inputs):
    n, a, b, m, den, off = (inputs[k] for k in ("n", "a", "b", "m", "den", "off"))
    x = [((i * a + b) % m) / den - off for i in range(n)]
    assert all(float32(v) == v for v in x)
    p, logsumexp = weights([mp.mpf(v) for v in x])
    top, bottom = int(np.argmax(x)), int(np.argmin(x))
    at = sorted({0, 1, 2, n // 3, n // 2, n - 1, top, bottom} | {int(i) for i in inputs.get("x_at", {})})
    return {
        **{k: inputs[k] for k in ("name", "n")},
        "generator": f"x[i]=((i*{a}+{b}) mod {m})/{den}-{off} for i=0..n-1, exact in float32",
        **{k: inputs[k] for k in ("a", "b", "m", "den", "off")},
        "argmax": top,
        "argmin": bottom,
        "x_at": {str(i): number(x[i]) for i in at},
        "p_at": {str(i): number(p[i]) for i in at},
        "logsumexp": number(logsumexp),
        **summary(p),
    }


def random_inputs(rng):
    cases = []
    for index in range(28):
        n = int(rng.choice([1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100]))
        sigma = float(rng.choice([0.01, 0.25, 1, 4, 16, 64, 200, 1e4]))
        x = [float32(sigma * v + c) for v, c in zip(rng.standard_normal(n), [rng.choice([0.0, -100.0, 88.0, 500.0])] * n)]
        kind = index % 4
        if kind == 1:  # ties
            x = [x[int(i)] for i in rng.integers(0, n, n)]
        if kind == 2:  # masked, now and then all of it
            share = rng.choice([0.3, 0.7, 1.0])
            x = [-np.inf if rng.random() < share else v for v in x]
        g = [round(v * 32) / 32 for v in rng.standard_normal(n)]
        cases.append((f"random_{index}_n{n}_sigma{sigma:g}", "", x, g))
    lcg = []
    for index, n in enumerate((777, 5000, 40000)):
        m = int(rng.integers(n + 1, 4 * n)) | 1
        while np.gcd.reduce([m, 7919]) != 1:
            m += 2
        den = 2 ** int(rng.integers(4, 12))
        lcg.append({"name": f"lcg_random_{index}_n{n}", "n": n, "a": 7919 + 2 * int(rng.integers(0, 500)), "b": int(rng.integers(0, 1000)),
                    "m": m, "den": den, "off": float(m // (2 * den))})
    return cases, lcg


def make(rng=None, options=None):
    table = committed("softmax_cases")
    if rng is None:
        cases = [(c["name"], c["note"], [value(v) for v in c["x"]], [value(v) for v in c["g"]]) for c in table["cases"]]
        lcg = table["generated"]
    else:
        cases, lcg = random_inputs(rng)
    with mp.workdps(DIGITS):
        return {
            "kind": "softmax",
            "source": f"mpmath, {DIGITS} digits, rounded once to double",
            "conventions": {"numbers": NUMBERS, "all_masked": "a row of nothing but -inf has p = 0, Jg = 0, entropy 0 and 0 effective keys"},
            "tolerance": table["tolerance"],
            "cases": [case(*c) for c in cases],
            "generated": [generated(c) for c in lcg],
        }
