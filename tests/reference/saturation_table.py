"""saturation_grid.json: expectations over rows of n iid N(0, sigma²) logits, by quadrature, with a Monte Carlo beside them."""

import numpy as np

from common import NUMBERS, committed, number, round_to

SQRT_2PI = np.sqrt(2 * np.pi)


def normal_density(z):
    return np.exp(-0.5 * z * z) / SQRT_2PI


def laplace_nodes(sigma, n):
    """x = ln t, and the weights w(z) of a trapezoid over z: E exp(−t e^{sigma z}) is smooth on both scales."""
    reach = 10.0 * sigma + 45.0 + np.log(n)
    h_x = 0.05 if n > 100 else 0.1
    x = h_x * np.arange(-np.ceil(reach / h_x), np.ceil((10.0 * sigma + 8.0) / h_x))
    h_z = min(0.08, 0.2 / sigma)
    z = h_z * np.arange(-np.ceil(10.0 / h_z), np.ceil(10.0 / h_z) + 1)  # multiples, so that rounding does not add up
    return x, h_x, z, normal_density(z) * h_z


def by_laplace(sigma, n):
    """E log Z, E Σp², E Σp³, E (Σp²)² from 1/Z^k = ∫ t^{k−1} e^{−tZ} dt/Γ(k), Z = Σ e^{sigma z}."""
    x, h, z, w = laplace_nodes(sigma, n)
    log_weight = sigma * z
    moments = {k: np.empty_like(x) for k in range(2, 5)}  # E[(t e^{sigma z})^k exp(−t e^{sigma z})]
    beyond = np.empty_like(x)  # 1 − φ(t): its relative error is what φⁿ needs
    for part in np.array_split(np.arange(len(x)), max(1, len(x) * len(z) // 2_000_000)):
        log_u = x[part, None] + log_weight[None, :]
        with np.errstate(over="ignore", under="ignore"):
            u = np.exp(np.minimum(log_u, 50.0))
            e = np.exp(-u)
        beyond[part] = -np.expm1(-u) @ w
        for k in moments:
            moments[k][part] = (u**k * e) @ w
    log_phi = np.log1p(-np.minimum(beyond, 1.0 - 1e-16))
    power = lambda m: np.exp(m * log_phi)
    t = np.exp(x)
    log_z = h * np.sum(np.expm1(-np.minimum(t, 700.0)) - np.expm1(n * log_phi))
    sum_p2 = h * np.sum(n * moments[2] * power(n - 1))
    sum_p3 = h * np.sum(n * moments[3] * power(n - 1)) / 2
    square = n * moments[4] * power(n - 1)
    if n > 1:
        square = square + n * (n - 1) * moments[2] ** 2 * power(n - 2)
    return log_z, sum_p2, sum_p3, h * np.sum(square) / 6


def gauss_panels(ends, order=16):
    nodes, weights = np.polynomial.legendre.leggauss(order)
    middle, half = (ends[1:] + ends[:-1]) / 2, (ends[1:] - ends[:-1]) / 2
    return (middle[:, None] + half[:, None] * nodes).ravel(), (half[:, None] * weights).ravel()


def max_weight(sigma, n):
    """n ∫ φ(z) ∫ e^{−s} [∫_{y<z} φ(y) exp(−s e^{−sigma(z − y)}) dy]^{n−1} ds dz: the largest logit is sigma z."""
    h_z = 0.02
    z = np.arange(-9.0, 10.0, h_z)
    h_s = 0.0625
    log_s = np.arange(-40.0, 4.0, h_s)
    s = np.exp(log_s)
    scale = min(1.0, 1.0 / sigma)
    near = np.arange(0.0, min(20.0, 48.0 / sigma) + scale, scale)
    ends = np.concatenate([near, np.arange(near[-1] + 1.0, 21.0, 1.0)]) if near[-1] < 20 else near
    v, w = gauss_panels(ends)
    kernel = np.exp(-s[None, :] * np.exp(-sigma * v)[:, None])  # v × s
    inner = (normal_density(z[:, None] - v[None, :]) * w) @ kernel  # z × s
    weight = normal_density(z)[:, None] * (s * np.exp(-s))[None, :]
    return h_z * h_s * np.sum(weight * n * np.exp((n - 1) * np.log(np.maximum(inner, 1e-300))))


def monte_carlo(sigma, n, rows, rng):
    collected = []
    for start in range(0, rows, max(1, 2_000_000 // n)):
        count = min(max(1, 2_000_000 // n), rows - start)
        x = sigma * rng.standard_normal((count, n))
        e = np.exp(x - x.max(axis=1, keepdims=True))
        total = e.sum(axis=1)
        p = e / total[:, None]
        top = 1.0 / total
        entropy = -np.sum(np.where(p > 0, p * np.log(np.maximum(p, 1e-300)), 0.0), axis=1)
        p2, p3 = np.sum(p * p, axis=1), np.sum(p**3, axis=1)
        fro = np.sqrt(np.maximum(p2 - 2 * p3 + p2 * p2, 0.0))
        collected.append(np.stack([top, entropy, np.exp(entropy), p2, fro, top > 0.9, top > 0.99]))
    return np.concatenate(collected, axis=1)


def entry(sigma, n, rows, rng):
    log_z, sum_p2, sum_p3, square = by_laplace(sigma, n)
    samples = monte_carlo(sigma, n, rows, rng)
    mean, sd = samples.mean(axis=1), samples.std(axis=1, ddof=1)
    names = ("E_max_prob", "E_entropy", "E_effective_keys", "E_sum_p2", "E_jacobian_fro", "P_max_above_0_9", "P_max_above_0_99")
    twelve = lambda value: round_to(value, 12)
    return {
        "sigma": number(sigma), "n": n,
        # Stein: E Σ pᵢ zᵢ sigma = sigma² (1 − E Σp²)
        "exact": {"E_max_prob": twelve(max_weight(sigma, n)), "E_entropy": twelve(log_z - sigma**2 * (1 - sum_p2)), "E_log_Z": twelve(log_z),
                  "E_sum_p2": twelve(sum_p2), "E_jacobian_trace": twelve(1 - sum_p2), "E_jacobian_fro_sq": twelve(sum_p2 - 2 * sum_p3 + square)},
        "per_row_sd": {name: round_to(sd[i], 5) for i, name in enumerate(("max_prob", "entropy", "effective_keys", "sum_p2", "jacobian_fro"))},
        "mc": {"rows": rows, **{name: [round_to(mean[i], 7), round_to(sd[i] / np.sqrt(rows), 3)] for i, name in enumerate(names)}},
    }


def random_inputs(rng):
    return [(float(f"{2.0 ** rng.uniform(-4, 5):.4g}"), int(n)) for n in (2, 3, 8, int(rng.integers(9, 60)), 64, int(rng.integers(65, 500)), 512, 4096)
            for _ in range(5)]


def make(rng=None, options=None):
    table = committed("saturation_grid")
    grid = [(e["sigma"], e["n"]) for e in table["grid"]] if rng is None else random_inputs(rng)
    generator = np.random.default_rng(20170612) if rng is None else rng
    rows = lambda n: max(50, int(min(200_000, 8_000_000 // n) * (options.rows if options else 1.0)))
    return {
        "kind": "softmax_saturation_grid",
        "source": "logits sigma*z_i, z iid N(0,1). exact: deterministic quadrature in double; moments of p through 1/Z^k = int t^(k-1) e^(-tZ)/Gamma(k) dt, "
        "E entropy = E log Z - sigma^2 (1 - E sum p^2), E max through the law of the largest logit. mc: NumPy Monte Carlo, [mean, standard error].",
        "conventions": {"numbers": NUMBERS},
        "tolerance": table["tolerance"],
        "grid": [entry(float(sigma), n, rows(n), generator) for sigma, n in grid],
    }
