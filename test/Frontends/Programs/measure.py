#!/usr/bin/env python3
"""Prints how long the programs of this folder and their gradients take, and how much memory, as a table
for Markdown.

    measure.py [ROUNDS]

A time is the minimum of the medians of some runs of chad-run. Memory is the largest number of bytes of arrays
at one time, with the results and without the arguments.
"""
import glob
import os
import sys

import numpy as np

import reference

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from measure_program import bytes_of, measure  # noqa: E402


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print("| program | value, µs | value and gradient, µs | ratio | arguments, bytes | value, bytes "
          "| value and gradient, bytes |\n|---|---|---|---|---|---|---|")
    for path in sorted(glob.glob(os.path.join(HERE, "*.mlir"))):
        name = os.path.splitext(os.path.basename(path))[0]
        args = reference.arguments[name](np.random.default_rng(0))
        floats = [str(i) for i, a in enumerate(args) if np.asarray(a).dtype.kind == "f"]
        value, space = measure(path, name, args, [], rounds)
        gradient, more = measure(path, name, args, ["--grad", "--wrt=" + ",".join(floats)], rounds)
        print(f"| `{name}` | {value * 1e6:.3g} | {gradient * 1e6:.3g} | {gradient / value:.2g} "
              f"| {bytes_of(args)} | {space} | {more} |", flush=True)


if __name__ == "__main__":
    main()
