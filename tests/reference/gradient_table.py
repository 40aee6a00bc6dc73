"""gradient_scaling.json: the lengths of gradients through one softmax row against the divisor, by Monte Carlo."""

import numpy as np

import saturation_table
from common import committed, number, round_to
from special_functions_table import top_gap

ALPHAS = [2.0**k for k in range(-6, 7)]


def draw(rng, rows, n, d):
    """One row each: |q|, the n scores over |q|, what is left of the keys beside q, and the upstream gradient."""
    return {
        "length": np.sqrt(rng.chisquare(d, rows)),
        "z": rng.standard_normal((rows, n)),
        "rest": np.sqrt(rng.chisquare(d - 1, rows)) if d > 1 else np.zeros(rows),
        "g": rng.standard_normal((rows, n)),
    }


def gradients(sample, d, alpha):
    """Norms a row. Everything is written with the largest weight apart, so that nothing cancels when it is nearly 1."""
    c = alpha * np.sqrt(d)
    logits = sample["length"][:, None] * sample["z"] / c
    top = logits.argmax(axis=1)
    rows = np.arange(len(top))
    e = np.exp(logits - logits[rows, top][:, None])
    others = e.copy()
    others[rows, top] = 0.0
    total = 1.0 + others.sum(axis=1)
    p, q = e / total[:, None], others / total[:, None]  # q: without the largest
    beside = q.sum(axis=1)
    relative = sample["g"] - sample["g"][rows, top][:, None]
    mean = np.sum(q * relative, axis=1)
    d_s = p * (relative - mean[:, None])
    norm_s = np.sqrt(np.sum(d_s * d_s, axis=1))
    along = np.sum(d_s * sample["z"], axis=1)
    # dQ = Kᵀ dS/c: its part along q, and |dS|·χ_{d−1} across it
    norm_q = np.sqrt(along**2 + (norm_s * sample["rest"]) ** 2) / c
    largest = 1.0 / total
    q2, q4 = np.sum(q * q, axis=1), np.sum(q**4, axis=1)
    diagonal = (largest * beside) ** 2 + np.sum((q * (1.0 - q)) ** 2, axis=1)
    return {
        "dQ_norm": norm_q, "dK_norm": norm_s * sample["length"] / c, "dS_norm": norm_s, "p_norm": np.sqrt(largest**2 + q2),
        "jacobian_trace": largest * beside + np.sum(q * (1.0 - q), axis=1),
        "jacobian_fro": np.sqrt(diagonal + 2 * largest**2 * q2 + np.maximum(q2 * q2 - q4, 0.0)),
    }


def statistics(x):
    return {"mean": round_to(x.mean(), 7), "mean_se": round_to(x.std(ddof=1) / np.sqrt(len(x)), 3), "median": round_to(np.median(x), 4),
            "p99_9": round_to(np.quantile(x, 0.999), 4), "max": round_to(x.max(), 4), "mean_square": round_to(np.mean(x * x), 7)}


def entries(n, d, alphas, rows, rng, exact):
    sample = draw(rng, rows, n, d)
    for alpha in alphas:
        found = gradients(sample, d, alpha)
        squares = np.sort(found["dQ_norm"] ** 2)[::-1]
        entry = {"n": n, "d_k": d, "alpha": number(alpha), "rows": rows, **{name: statistics(x) for name, x in found.items()},
                 "top1pct_share_of_squared_dQ": round_to(squares[: max(1, rows // 100)].sum() / squares.sum(), 4)}
        if (n, alpha) in exact:
            entry["rms_dQ_large_d_exact"] = round_to(exact[n, alpha], 10)
        yield entry


def rms_large_d(n, alpha):
    """√(E|J|²)/alpha at sigma = 1/alpha: where d → ∞ takes the root mean square of |dQ|."""
    _, p2, p3, square = saturation_table.by_laplace(1.0 / alpha, n)
    return np.sqrt(p2 - 2 * p3 + square) / alpha


def make(rng=None, options=None):
    table = committed("gradient_scaling")
    if rng is None:
        shapes = list(dict.fromkeys((g["n"], g["d_k"]) for g in table["grid"]))
        alphas = sorted({float(g["alpha"]) for g in table["grid"]})
        rng = np.random.default_rng(19991231)
    else:
        shapes = [(n, d) for n in sorted({2, int(rng.integers(3, 20)), int(rng.integers(40, 100)), int(rng.integers(300, 600))})
                  for d in sorted({int(rng.integers(6, 20)), 64, int(rng.integers(200, 600))})]
        alphas = ALPHAS
    share = options.rows if options else 1.0
    rows = lambda n: max(500, int(share * (40_000 if n <= 16 else 20_000 if n <= 128 else 6_000)))
    exact = {(n, a): rms_large_d(n, a) for n in {n for n, _ in shapes} for a in alphas if a >= 1 / 32}
    return {
        "kind": "gradient_scaling",
        "source": "q, k ~ N(0, I_d) independent, divisor c = alpha*sqrt(d), one query row, upstream g = dL/dP with iid N(0,1) entries. dS = J g, dQ = K^T dS/c, "
        "dK = dS q^T/c; |dV|/|dO| = |p|. NumPy Monte Carlo in double: scores N(0, |q|^2) given q, K^T dS by its part along q and a chi_{d-1} part; the "
        "thirteen values of alpha see the same draws. rms_dQ_large_d_exact = sqrt(E|J|_F^2 at sigma = 1/alpha)/alpha by quadrature.",
        "limits": table["limits"],
        "tolerance": table["tolerance"],
        "gap_density": {str(n): round_to(top_gap(n)["gap_density_at_zero"], 10) for n in sorted({n for n, _ in shapes})},
        "grid": [entry for n, d in shapes for entry in entries(n, d, alphas, rows(n), rng, exact)],
        "caveat": table["caveat"],
    }
