#!/usr/bin/env python3
"""Prints how long the programs of this folder and their gradients take, as a table for Markdown.

    measure.py [ROUNDS]

Of each the least of the medians of some runs of chad-run counts.
"""
import glob
import os
import sys

import numpy as np

import reference

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from timing import measure  # noqa: E402


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    here = os.path.dirname(os.path.abspath(__file__))
    print("| program | value, µs | value and gradient, µs | ratio |\n|---|---|---|---|")
    for path in sorted(glob.glob(os.path.join(here, "*.mlir"))):
        name = os.path.splitext(os.path.basename(path))[0]
        args = reference.arguments[name](np.random.default_rng(0))
        floats = [str(i) for i, a in enumerate(args) if np.asarray(a).dtype.kind == "f"]
        value = measure(path, name, args, [], rounds)
        gradient = measure(path, name, args, ["--grad", "--wrt=" + ",".join(floats)], rounds)
        print(f"| `{name}` | {value * 1e6:.3g} | {gradient * 1e6:.3g} | {gradient / value:.2g} |", flush=True)


if __name__ == "__main__":
    main()
