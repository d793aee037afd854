#!/usr/bin/env python3
"""Prints how long the programs of this folder, the Fourier transform of ../../Integration/Programs and their gradients
take, and how much memory, as a table for Markdown.

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
    rng = np.random.default_rng(0)
    transform = os.path.join(HERE, "..", "..", "Integration", "Programs", "fft.mlir")
    rows = [(transform, "fft", "power", [rng.normal(size=8) + 1j * rng.normal(size=8)])]
    for path in glob.glob(os.path.join(HERE, "*.mlir")):
        name = os.path.splitext(os.path.basename(path))[0]
        rows.append((path, name, name, reference.arguments[name](np.random.default_rng(0))))
    for path, name, entry, args in sorted(rows, key=lambda row: row[1]):
        floats = [str(i) for i, a in enumerate(args) if np.asarray(a).dtype.kind in "fc"]
        value, space = measure(path, entry, args, [], rounds)
        gradient, more = measure(path, entry, args, ["--grad", "--wrt=" + ",".join(floats)], rounds)
        print(f"| `{name}` | {value * 1e6:.3g} | {gradient * 1e6:.3g} | {gradient / value:.2g} "
              f"| {bytes_of(args)} | {space} | {more} |", flush=True)


if __name__ == "__main__":
    main()
