"""training_toy.json: a 16-key look-up trained at nine divisors, in NumPy float32, all seeds and divisors at once."""

import numpy as np

from common import committed, number, round_to

VALUE_DIM, NOISE = 8, 0.3
KEPT = ("name", "loss", "optimiser", "lr", "clip", "steps", "seeds", "threshold", "d_k", "d_in", "n_keys", "batch")


def draw_batch(rng, seeds, run):
    """Keys, the noisy copy of key 0, and values: one set a seed, the same for every divisor."""
    shape = (seeds, run["batch"], run["n_keys"])
    keys = rng.standard_normal((*shape, run["d_in"]), dtype=np.float32)
    noise = rng.standard_normal((seeds, run["batch"], run["d_in"]), dtype=np.float32)
    token = (keys[:, :, 0] + np.float32(NOISE) * noise) / np.float32(np.sqrt(1 + NOISE**2))
    return keys, token, rng.standard_normal((*shape, VALUE_DIM), dtype=np.float32)


def loss_and_gradient(p, values, loss):
    """The loss of each sample, and dL/d(logits) of it. p: divisors × seeds × samples × keys."""
    if loss == "ce":
        g = p.copy()
        g[..., 0] -= 1
        return -np.log(np.maximum(p[..., 0], np.float32(1e-30))), g
    error = np.einsum("asbk,sbkc->asbc", p, values) - values[None, :, :, 0]
    d_p = np.einsum("asbc,sbkc->asbk", error, values) * np.float32(2 / VALUE_DIM)
    return np.mean(error * error, axis=-1), p * (d_p - np.sum(p * d_p, axis=-1, keepdims=True))


def norm(*weights):
    return np.sqrt(sum(np.sum(np.square(w, dtype=np.float64), axis=(-1, -2)) for w in weights))


class Adam:
    def __init__(self, weights):
        self.first = [np.zeros_like(w) for w in weights]
        self.second = [np.zeros_like(w) for w in weights]
        self.step = 0

    def direction(self, gradients):
        self.step += 1
        result = []
        for m, v, g in zip(self.first, self.second, gradients):
            m += np.float32(0.1) * (g - m)
            v += np.float32(0.001) * (g * g - v)
            result.append(m / np.float32(1 - 0.9**self.step) / (np.sqrt(v / np.float32(1 - 0.999**self.step)) + np.float32(1e-8)))
        return result


def train(run, alphas, rng):
    """Traces: loss, gradient norm (before clipping), and at the two ends weights and largest attention weight."""
    seeds, d_k, d_in = run["seeds"], run["d_k"], run["d_in"]
    start = [rng.standard_normal((seeds, d_in, d_k), dtype=np.float32) / np.float32(np.sqrt(d_in)) for _ in range(2)]
    w_q, w_k = (np.repeat(w[None], len(alphas), axis=0) for w in start)
    divisor = (np.array(alphas) * np.sqrt(d_k)).astype(np.float32)[:, None, None, None]
    rate = np.broadcast_to(np.asarray(run["lr"], dtype=np.float32), len(alphas))[:, None, None, None]
    adam = Adam((w_q, w_k)) if run["optimiser"] == "adam" else None
    losses, norms, start_weight = [], [], None
    for _ in range(run["steps"]):
        keys, token, values = draw_batch(rng, seeds, run)
        bilinear = np.matmul(w_q, np.swapaxes(w_k, -1, -2))  # x̃ᵀ W_Q W_Kᵀ x
        logits = np.einsum("asbi,sbki->asbk", np.einsum("sbj,asji->asbi", token, bilinear), keys) / divisor
        e = np.exp(logits - logits.max(axis=-1, keepdims=True))
        p = e / e.sum(axis=-1, keepdims=True)
        loss, d_logits = loss_and_gradient(p, values, run["loss"])
        mixed = np.einsum("asbk,sbki->asbi", d_logits, keys)
        d_bilinear = np.einsum("sbj,asbi->asji", token, mixed) / (divisor * np.float32(run["batch"]))
        gradient = [np.matmul(d_bilinear, w_k), np.matmul(np.swapaxes(d_bilinear, -1, -2), w_q)]
        size = norm(*gradient)
        losses.append(loss.mean(axis=-1))
        norms.append(size)
        if start_weight is None:
            start_weight = p.max(axis=-1).mean(axis=(1, 2))
        if run["clip"]:
            factor = np.minimum(1.0, run["clip"] / np.maximum(size, 1e-30)).astype(np.float32)[:, :, None, None]
            gradient = [g * factor for g in gradient]
        step = adam.direction(gradient) if adam else gradient
        w_q, w_k = w_q - rate * step[0], w_k - rate * step[1]
    return np.array(losses), np.array(norms), norm(w_q, w_k) / norm(*start), start_weight


def row(run, alpha, loss, size, ratio, start_weight):
    """One divisor's entry: loss and size are steps × seeds, ratio seeds."""
    average, first_below = loss[0].astype(float).copy(), np.full(loss.shape[1], np.inf)
    for step, now in enumerate(loss):
        if step > 0:
            average = 0.9 * average + 0.1 * now
        first_below = np.where(np.isinf(first_below) & (average < run["threshold"]), step, first_below)
    lost = ~np.isfinite(loss).all(axis=0) | ~np.isfinite(ratio) | ~np.isfinite(size).all(axis=0)
    first_below[lost] = np.inf
    final = np.where(lost, np.inf, loss[-20:].mean(axis=0))
    held = np.where(lost, np.inf, ratio)
    four = lambda x: round_to(x, 4)
    return {
        "alpha": number(alpha), "initial_loss": four(loss[0].mean()), "final_loss_median": four(np.median(final)), "final_loss_min": four(final.min()),
        "final_loss_max": four(final.max()), "solved": int(np.isfinite(first_below).sum()), "nonfinite": int(lost.sum()),
        "steps_to_threshold_median": four(np.median(first_below)), "max_grad_norm": four(np.where(lost, np.inf, size.max(axis=0)).max()),
        "median_grad_norm": four(np.median(np.where(lost, np.inf, np.median(size, axis=0)))), "weight_norm_ratio": four(np.median(held)),
        "mean_max_prob_start": four(start_weight),
    }


def make(rng=None, options=None):
    table = committed("training_toy")
    generator = np.random.default_rng(400) if rng is None else rng
    runs = []
    with np.errstate(all="ignore"):
        for run in table["runs"]:
            alphas = [float(r["alpha"]) for r in run["rows"]]
            loss, size, ratio, weight = train(run, alphas, generator)
            runs.append({**{k: run[k] for k in KEPT},
                         "rows": [row(run, a, loss[:, i], size[:, i], ratio[i], weight[i]) for i, a in enumerate(alphas)]})
    return {
        "task": table["task"],
        "source": "NumPy float32; scores as x^T (W_Q W_K^T) x/c, which is the same; every divisor sees the same samples and starts. steps: the first step where the "
        "exponential average (0.9, from the first loss) is below the threshold; final loss: mean of the last 20 steps; gradient norms before clipping, "
        "max over steps and seeds, median over seeds of the median over steps.",
        "runs": runs,
        "qualitative_assertions": table["qualitative_assertions"],
    }
