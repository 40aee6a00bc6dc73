#!/usr/bin/env python3
"""NumPy's attention at the sizes of the bench, one thread; prints the rows of suite.mjs's results as JSON. Needs Debian's python3-numpy."""
import json
import os
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np  # noqa: E402


def forward(q, k, v):
    logits = (q @ k.T) * np.float32(1 / np.sqrt(q.shape[1]))
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return (weights / weights.sum(axis=1, keepdims=True)) @ v


results = []
for n, d in ((64, 64), (128, 64), (512, 64), (1024, 64), (2048, 128)):
    q, k, v = (np.random.default_rng(1).standard_normal((n, d)).astype(np.float32) for _ in range(3))
    forward(q, k, v)
    times = []
    for _ in range(15):
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < 0.006:
            forward(q, k, v)
            count += 1
        times.append((time.perf_counter() - start) / count * 1e3)
    times.sort()
    row = {"name": f"NumPy {np.__version__}", "best": times[0], "median": times[7], "iqr": times[11] - times[3], "paired": 1}
    results.append({"work": f"forward {n} × {d}", "flops": 4 * n * n * d, "rows": [row]})
print(json.dumps({"where": "NumPy, natively", "results": results}))
