"""What all table makers share: exact numbers as JSON, the committed tables, and new random inputs."""

import json
import math
import pathlib

import mpmath as mp
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent

NUMBERS = (
    'Numbers are the shortest decimal forms of IEEE doubles. The strings "inf", "-inf" and "nan" stand for the IEEE specials. '
    'Every input in a field "x", "Q", "K", "V", "dO", "g" or "divisor" is exactly representable in float32 unless a field says otherwise.'
)


def number(value):
    """A JSON number for an int, float, NumPy or mpmath value; infinities and NaN as strings."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    x = float(value)
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    return int(x) if x == int(x) and abs(x) < 1e15 else x


def numbers(values):
    """The same for a list, or for rows of a matrix."""
    return [numbers(v) if isinstance(v, (list, np.ndarray)) else number(v) for v in values]


def value(entry):
    """Reads a number of a table back."""
    return float(entry)


def committed(name):
    """The table as it stands in this folder: its inputs are the cases, its tolerances are kept."""
    return json.loads((HERE / f"{name}.json").read_text())


def float32(x):
    """The nearest float32, as a Python float."""
    return float(np.float32(x))


def round_to(x, digits):
    """As many significant digits as a Monte Carlo number deserves."""
    return number(float(f"{float(x):.{digits}g}"))


def as_text(table):
    """One line a top-level entry, one line a case of its lists: small, and readable in a difference of versions."""
    compact = lambda x: json.dumps(x, ensure_ascii=False)
    lines = []
    for key, entry in table.items():
        if isinstance(entry, list) and entry and isinstance(entry[0], dict):
            body = ",\n  ".join(compact(case) for case in entry)
            lines.append(f" {compact(key)}: [\n  {body}\n ]")
        else:
            lines.append(f" {compact(key)}: {compact(entry)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(name, table, folder):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(as_text(table))
    return path
