#!/usr/bin/env python3
"""Makes the reference tables of this folder again, or tables of the same form with new random cases.

    make_tables.py                         all tables, same cases, into the folder tests/reference
    make_tables.py overflow --check        compare with what is committed; write nothing
    make_tables.py --seed 7 --out /some/folder --rows 0.2
                                           new random cases; run the tests on them with SQRT_DK_REFERENCE=/some/folder

Needs mpmath, NumPy and SciPy (Debian: python3-mpmath python3-numpy python3-scipy). The test suite does not.
"""

import argparse
import importlib
import pathlib
import time

import numpy as np

import common

TABLES = {
    "softmax_cases": "softmax_table",
    "attention_cases": "attention_table",
    "dot_product_law": "dot_product_law_table",
    "special_functions": "special_functions_table",
    "overflow": "overflow_table",
    "saturation_grid": "saturation_table",
    "gradient_scaling": "gradient_table",
    "training_toy": "training_table",
}


def differences(path, old, new, found):
    """Collects the largest relative difference of numbers under each path, list positions taken together."""
    if isinstance(new, dict):
        for key in new:
            if key not in old:
                found.setdefault(f"{path}.{key}: new", (0.0, None, None))
            else:
                differences(f"{path}.{key}", old[key], new[key], found)
        for key in old:
            if key not in new:
                found.setdefault(f"{path}.{key}: gone", (0.0, None, None))
    elif isinstance(new, list):
        if len(old) != len(new):
            found[f"{path}: length"] = (1.0, len(old), len(new))
        for a, b in zip(old, new):
            differences(path, a, b, found)
    elif isinstance(new, (int, float)) and isinstance(old, (int, float)):
        scale = max(abs(old), abs(new))
        error = abs(old - new) / scale if scale > 0 else 0.0
        if error > found.get(path, (0.0,))[0]:
            found[path] = (error, old, new)
    elif old != new and path.split(".")[-1] not in ("source", "numbers", "mask", "all_masked", "generator"):
        found[path] = (1.0, old, new)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", help="which tables; all without any")
    parser.add_argument("--seed", type=int, help="draw new random cases")
    parser.add_argument("--out", type=pathlib.Path, default=common.HERE, help="folder to write to")
    parser.add_argument("--rows", type=float, default=1.0, help="factor on the number of Monte Carlo rows")
    parser.add_argument("--check", action="store_true", help="compare with the committed table and write nothing")
    options = parser.parse_args()
    if options.seed is not None and options.out.resolve() == common.HERE:
        parser.error("new random cases belong in another folder: --out")
    for index, (name, module) in enumerate(TABLES.items()):
        if options.tables and name not in options.tables:
            continue
        began = time.time()
        rng = None if options.seed is None else np.random.default_rng([options.seed, index])
        table = importlib.import_module(module).make(rng, options)
        print(f"{name}: {time.time() - began:.0f} s", flush=True)
        if not options.check:
            common.write(name, table, options.out)
            continue
        found = {}
        differences(name, common.committed(name), table, found)
        for path, (error, old, new) in sorted(found.items()):
            if error > 1e-12 or old is None:
                print(f"  {path}: {error:.2g} (committed {old}, now {new})")


if __name__ == "__main__":
    main()
