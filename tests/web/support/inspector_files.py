"""Writes files of q and k (or logits) in every format that the inspector reads, and measures them with NumPy alone, in double.

   python3 inspector_files.py FOLDER  prints JSON: {case: {"files": [...], "heads": [{...}]}}. Nothing here knows how the page does it.
"""
import json, os, struct, sys
import numpy as np

folder = sys.argv[1]
rng = np.random.default_rng(7)
cases = {}


def measure(q, k, divisor, causal=False):
    """One head, written out plainly."""
    q, k = q.astype(np.float64), k.astype(np.float64)
    s = np.array([[sum(a * b for a, b in zip(row, col)) for col in k] for row in q]) if q.size < 200 else np.einsum("id,jd->ij", q, k)
    report = statistics(s, s / divisor, causal)
    report["largest-score"] = np.abs(s).max()
    report["query-std"], report["key-std"] = q.std(), k.std()
    pairs = (q.mean(0) - q.mean()) * (k.mean(0) - k.mean())
    report["correlation"] = pairs.mean() / (q.std() * k.std())
    report["independent-sigma"] = q.std() * k.std() * np.sqrt(q.shape[1]) / divisor
    report["sigma"] = report.pop("row_std") / divisor
    report["unit-divisor"] = report["sigma"] * divisor
    return report


def statistics(s, x, causal):
    n_q, n = s.shape
    rows = []
    for i in range(n_q):
        seen = np.isfinite(x[i])
        if causal:
            seen &= np.arange(n) <= i + n - n_q
        if seen.any():
            e = np.exp(x[i][seen] - x[i][seen].max())
            rows.append((s[i][seen], e / e.sum()))
    every = np.concatenate([a for a, _ in rows])
    free = sum(len(a) - 1 for a, _ in rows)
    h = np.array([-(p[p > 0] * np.log(p[p > 0])).sum() for _, p in rows])
    return {
        "score-mean": every.mean(), "score-std": every.std(), "row_std": np.sqrt(sum(((a - a.mean()) ** 2).sum() for a, _ in rows) / free) if free else None,
        "max-weight": np.mean([p.max() for _, p in rows]), "entropy": h.mean(), "effective-keys": np.exp(h).mean(), "saturated-share": np.mean([p.max() > 0.9 for _, p in rows]),
        "jacobian-trace": np.mean([1 - (p**2).sum() for _, p in rows]), "jacobian-fro": np.sqrt(np.mean([((np.diag(p) - np.outer(p, p)) ** 2).sum() for _, p in rows])), "rows-measured": len(rows),
    }


def save(name, array, version=(1, 0)):
    with open(os.path.join(folder, name), "wb") as file:
        np.lib.format.write_array(file, array, version=version)


def bfloat16(array):
    """Rounded to bfloat16: bits, and the values they stand for."""
    bits = array.astype(np.float32).view(np.uint32)
    bits = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return bits, (bits.astype(np.uint32) << 16).view(np.float32)


def safetensors(name, tensors, metadata=None):
    header, data = ({"__metadata__": metadata} if metadata else {}), b""
    for key, (dtype, shape, raw) in tensors.items():
        header[key] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def heads(q, k, divisor, causal=False):
    q, k = q.reshape(-1, *q.shape[-2:]), k.reshape(-1, *k.shape[-2:])
    return [measure(q[h], k[h * len(k) // len(q)], divisor, causal) for h in range(len(q))]


def case(name, files, found, **options):
    cases[name] = {"files": files, "heads": found, "options": options}


# .npy: each type, byte order, order of axes and version
for name, dtype, order, version in [
    ("npy f2 little", "<f2", "C", (1, 0)), ("npy f4 little", "<f4", "C", (1, 0)), ("npy f8 little", "<f8", "C", (2, 0)), ("npy f2 big", ">f2", "C", (1, 0)), ("npy f4 big", ">f4", "C", (3, 0)),
    ("npy f8 big", ">f8", "C", (1, 0)), ("npy f4 fortran", "<f4", "F", (1, 0)), ("npy f8 fortran big", ">f8", "F", (1, 0)), ("npy f2 fortran", "<f2", "F", (2, 0)),
]:
    q = np.asarray(rng.normal(size=(2, 19, 6)) * 1.5 + 0.3, dtype=dtype, order=order)
    k = np.asarray(rng.normal(size=(2, 23, 6)) * 1.2 - 0.2, dtype=dtype, order=order)
    files = [f"{name.replace(' ', '_')}_q.npy", f"{name.replace(' ', '_')}_k.npy"]
    save(files[0], q, version)
    save(files[1], k, version)
    case(name, files, heads(q, k, np.sqrt(6)))

# one head of [n, d]; four axes; a divisor and a causal mask
q, k = rng.normal(size=(40, 64)).astype("<f4"), rng.normal(size=(40, 64)).astype("<f4")
save("plain_q.npy", q), save("plain_k.npy", k)
case("npy two axes", ["plain_q.npy", "plain_k.npy"], heads(q, k, 8))
case("npy no scaling", ["plain_q.npy", "plain_k.npy"], heads(q, k, 1), divisor="1")
case("npy causal", ["plain_q.npy", "plain_k.npy"], heads(q, k, 8, True), mask="causal")
q, k = rng.normal(size=(2, 3, 17, 8)).astype("<f4") * 2, rng.normal(size=(2, 3, 29, 8)).astype("<f4")
save("four_q.npy", q), save("four_k.npy", k)
case("npy four axes, causal, fewer queries than keys", ["four_q.npy", "four_k.npy"], heads(q, k, np.sqrt(8), True), mask="causal")
turned = [np.ascontiguousarray(one.transpose(0, 2, 1, 3)) for one in (q, k)]
save("turned_q.npy", turned[0]), save("turned_k.npy", turned[1])
case("npy positions before heads", ["turned_q.npy", "turned_k.npy"], heads(q, k, np.sqrt(8)), layout="positions")
# what q_proj puts out, heads side by side; and grouped queries
save("beside_q.npy", turned[0].reshape(2, 17, 24)), save("beside_k.npy", turned[1].reshape(2, 29, 24))
case("npy heads side by side", ["beside_q.npy", "beside_k.npy"], heads(q, k, np.sqrt(8)), split="3")
q, k = rng.normal(size=(1, 6, 12, 4)).astype("<f8"), rng.normal(size=(1, 2, 12, 4)).astype("<f8")
save("grouped_q.npy", q), save("grouped_k.npy", k)
case("npy grouped queries", ["grouped_q.npy", "grouped_k.npy"], heads(q, k, 2))
beside = [np.ascontiguousarray(one.transpose(0, 2, 1, 3)).reshape(1, 12, -1) for one in (q, k)]
save("gqa_q.npy", beside[0]), save("gqa_k.npy", beside[1])
case("npy grouped queries side by side", ["gqa_q.npy", "gqa_k.npy"], heads(q, k, 2), split="6")

# .safetensors: each type
for dtype in ("F16", "BF16", "F32", "F64"):
    q, k = rng.normal(size=(3, 21, 16)) * 1.4, rng.normal(size=(3, 21, 16))
    if dtype == "BF16":
        (q_raw, q), (k_raw, k) = bfloat16(q), bfloat16(k)
    else:
        kind = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}[dtype]
        q_raw, k_raw = q, k = q.astype(kind), k.astype(kind)
    name = f"types_{dtype}.safetensors"
    skipped = {"steps": ("I64", (2,), np.arange(2, dtype="<i8").tobytes())}
    safetensors(name, {"layers.3.attn.q": (dtype, q.shape, q_raw.tobytes()), **skipped, "layers.3.attn.k": (dtype, k.shape, k_raw.tobytes())}, {"format": "pt"})
    case(f"safetensors {dtype}", [name], heads(q, k, 4))

# tables
q, k = rng.normal(size=(9, 5)), rng.normal(size=(11, 5))


def table(name, matrix, delimiter, number, header=None, end="\n", quote=False):
    cell = (lambda x: f'"{number(x)}"') if quote else number
    lines = ([delimiter.join(header)] if header else []) + [delimiter.join(cell(x) for x in row) for row in matrix]
    with open(os.path.join(folder, name), "w", newline="", encoding="utf-8") as file:
        file.write(end.join(lines) + end)


comma = lambda x: repr(float(x)).replace(".", ",")
for name, delimiter, number, options in [
    ("csv", ",", lambda x: repr(float(x)), {}), ("tsv", "\t", lambda x: repr(float(x)), {}), ("csv with names and CRLF", ",", lambda x: repr(float(x)), {"header": list("abcde"), "end": "\r\n"}),
    ("csv semicolons, decimal commas", ";", comma, {"header": ["Ä", "b", "c", "d", "e"], "end": "\r\n"}), ("csv quoted decimal commas", ",", comma, {"quote": True}), ("csv spaces", " ", lambda x: f"{x:.17e}", {}),
]:
    stem = name.replace(" ", "_").replace(",", "")
    table(f"{stem}_q.csv", q, delimiter, number, **options), table(f"{stem}_k.csv", k, delimiter, number, **options)
    case(name, [f"{stem}_q.csv", f"{stem}_k.csv"], heads(q, k, np.sqrt(5)))
with open(os.path.join(folder, "utf16.tsv"), "w", encoding="utf-16") as file:
    file.write("\n".join("\t".join(comma(x) for x in row) for row in q) + "\n\n" + "\n".join("\t".join(comma(x) for x in row) for row in k))
case("tsv of Excel's Unicode text, two matrices", ["utf16.tsv"], heads(q, k, np.sqrt(5)))

# JSON
with open(os.path.join(folder, "both.json"), "w") as file:
    json.dump({"q": q.tolist(), "k": k.tolist(), "v": k.tolist(), "divisor": 3}, file)
case("json with a divisor", ["both.json"], heads(q, k, 3))

# logits alone, divided already; −∞ where masked, a row that sees nothing
x = rng.normal(size=(2, 14, 10)) * 2.5
x[0, 3, 4:] = -np.inf
x[1, 5] = -np.inf
found = []
for one in x:
    report = statistics(one, one, False)
    report["sigma"] = report["unit-divisor"] = report.pop("row_std")
    report["largest-score"] = np.abs(one[np.isfinite(one)]).max()
    found.append(report)
save("logits.npy", x)
case("logits npy", ["logits.npy"], found)
with open(os.path.join(folder, "logits.json"), "w") as file:
    json.dump({"logits": x.tolist()}, file)
case("logits json", ["logits.json"], found)

# a head far from the text's assumptions: large, shifted, one-sided
q, k = rng.normal(size=(30, 32)) * 3 + 2, rng.normal(size=(30, 32)) * 2 + 3
save("large_q.npy", q), save("large_k.npy", k)
case("npy large and shifted", ["large_q.npy", "large_k.npy"], heads(q, k, np.sqrt(32)))

print(json.dumps(cases))
