"""attention_cases.json: attention forward and backward on small shapes, at 60 digits."""

import mpmath as mp
import numpy as np

from common import NUMBERS, committed, float32, number, numbers, value
from softmax_table import weights

DIGITS = 60


def allowed(mask, n_q, n_k, rng=None):
    if mask == "causal":
        return [[int(j <= i) for j in range(n_k)] for i in range(n_q)]
    if mask == "causal_br":
        return [[int(j <= i + n_k - n_q) for j in range(n_k)] for i in range(n_q)]
    if mask == "random":
        rows = [[int(rng.random() < 0.6) for _ in range(n_k)] for _ in range(n_q)]
        rows[int(rng.integers(0, n_q))] = [0] * n_k
        return rows
    return [[1] * n_k for _ in range(n_q)]


def times(a, b):
    columns = list(zip(*b))
    return [[mp.fsum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def transpose(a):
    return [list(column) for column in zip(*a)]


def case(name, mask, divisor, allow, q, k, v, d_o):
    exact = lambda rows: [[mp.mpf(x) for x in row] for row in rows]
    q, k, v, d_o, c = exact(q), exact(k), exact(v), exact(d_o), mp.mpf(divisor)
    n_q, n_k, d_k = len(q), len(k), len(q[0])
    raw = [[s / c for s in row] for row in times(q, transpose(k))]
    s = [[raw[i][j] if allow[i][j] else -mp.inf for j in range(n_k)] for i in range(n_q)]
    p, lse = zip(*[weights(row) for row in s])
    o = times(p, v)
    # L = Σ O∘dO: dP = dO Vᵀ, dS = P∘(dP − rowsum(P∘dP)), dQ = dS K/c, dK = dSᵀ Q/c, dV = Pᵀ dO, dc = −Σ dS∘S/c
    d_p = times(d_o, transpose(v))
    d_s = []
    for i in range(n_q):
        mean = mp.fsum(a * b for a, b in zip(p[i], d_p[i]))
        d_s.append([p[i][j] * (d_p[i][j] - mean) for j in range(n_k)])
    over = lambda rows: [[x / c for x in row] for row in rows]
    shares = [d_s[i][j] * raw[i][j] / c for i in range(n_q) for j in range(n_k) if allow[i][j]]
    return {
        "max_abs_S": number(max([abs(x) for row in s for x in row if x != -mp.inf], default=mp.mpf(0))),
        "d_divisor_abs_sum": number(mp.fsum(abs(x) for x in shares)),
        "name": name, "n_q": n_q, "n_k": n_k, "d_k": d_k, "d_v": len(v[0]), "mask": mask,
        "divisor": float(divisor), "divisor_over_sqrt_dk": float(c / mp.sqrt(d_k)), "allow": allow,
        "Q": numbers(q), "K": numbers(k), "V": numbers(v), "dO": numbers(d_o),
        "S": numbers(s), "P": numbers(list(map(list, p))), "row_logsumexp": numbers(lse), "O": numbers(o),
        "dS": numbers(d_s), "dQ": numbers(over(times(d_s, k))), "dK": numbers(over(times(transpose(d_s), q))),
        "dV": numbers(times(transpose(p), d_o)), "d_divisor": number(-mp.fsum(shares)),
        "loss_sum_O_dO": number(mp.fsum(a * b for x, y in zip(o, d_o) for a, b in zip(x, y))),
    }


def random_inputs(rng):
    cases = []
    for index in range(18):
        mask = ("none", "causal", "causal_br", "random")[index % 4]
        n_q, n_k = int(rng.integers(1, 9)), int(rng.integers(1, 10))
        if mask == "causal_br":
            n_k = max(n_k, n_q)
        d_k, d_v = int(rng.choice([1, 2, 3, 5, 8, 16, 33, 64])), int(rng.integers(1, 17))
        divisor = float32(d_k**0.5 * 2.0 ** int(rng.integers(-4, 5)))
        draw = lambda rows, columns: [[round(x * 1024) / 1024 for x in row] for row in rng.standard_normal((rows, columns))]
        q, k, v, d_o = draw(n_q, d_k), draw(n_k, d_k), draw(n_k, d_v), draw(n_q, d_v)
        if index % 6 == 5:  # a key that is the query, and a tie
            k[0] = list(q[0])
            k[-1] = list(k[0])
        cases.append((f"random_{index}_{mask}_{n_q}x{n_k}_d{d_k}", mask, divisor, allowed(mask, n_q, n_k, rng), q, k, v, d_o))
    return cases


def make(rng=None, options=None):
    table = committed("attention_cases")
    if rng is None:
        rows = lambda m: [[value(x) for x in row] for row in m]
        cases = [(c["name"], c["mask"], c["divisor"], c["allow"], *(rows(c[k]) for k in ("Q", "K", "V", "dO"))) for c in table["cases"]]
    else:
        cases = random_inputs(rng)
    with mp.workdps(DIGITS):
        return {
            "kind": "attention_forward_backward",
            "source": f"mpmath, {DIGITS} digits, rounded once to double. S = Q K^T/divisor with masked entries \"-inf\", P = row softmax, O = P V, "
            "L = sum(O*dO) with dO held fixed; dX = dL/dX.",
            "conventions": {"numbers": NUMBERS, "mask": "allow[i][j] = 1: query i may see key j; a row without any gives P = 0, O = 0 and no gradient. "
                            "causal: j <= i; causal_br: j <= i + n_k - n_q."},
            "tolerance": table["tolerance"],
            "cases": [case(*c) for c in cases],
        }
