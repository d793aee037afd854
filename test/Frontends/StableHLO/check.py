#!/usr/bin/env python3
"""Compares the functions of a program in StableHLO with what JAX computed for them.

    check.py NAME.mlir [--entry NAME] [--arrays FILE.npz]

NAME.npz, which export.py makes, has arguments, results, and gradients of the first result. The value
is computed by the interpreter and compiled, the gradient compiled with one thread and with two, and
forward and reverse mode are compared with each other and with differences.
"""
import argparse
import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from run_program import Failure, run  # noqa: E402

# The largest difference, relative to the largest number of an array.
TOLERANCE = {"float64": 1e-10, "float32": 2e-4, "float16": 5e-3}


class Entry:
    def __init__(self, path, name, arrays, folder):
        self.path, self.name, self.folder = path, name, folder
        self.args = self.collect(arrays, "argument")
        self.results = list(self.collect(arrays, "result").values())
        self.gradients = list(self.collect(arrays, "gradient").values())

    def collect(self, arrays, kind):
        prefix = f"{self.name}.{kind}."
        found = {int(key[len(prefix):]): arrays[key] for key in arrays if key.startswith(prefix)}
        return dict(sorted(found.items()))

    def tolerance(self):
        floats = [a.dtype.name for a in [*self.args.values(), *self.results] if a.dtype.kind == "f"]
        return max((TOLERANCE[name] for name in floats), default=0)

    def run(self, options, outputs=0):
        return run(self.path, self.name, self.args.values(), options, outputs, self.folder)

    def compare(self, options, what, actual, expected):
        for i, (a, e) in enumerate(zip(actual, expected)):
            if a.shape != e.shape:
                raise Failure(f"{' '.join(options)}: {what} {i} has shape {a.shape}, not {e.shape}")
            if e.dtype.kind != "f":
                # Unsigned integers have lost their sign.
                if not np.array_equal(a.astype(e.dtype), e):
                    raise Failure(f"{' '.join(options)}: {what} {i} is {a}, not {e}")
                continue
            finite = e[np.isfinite(e)]
            scale = max(1.0, np.abs(finite).max()) if finite.size else 1.0
            if not np.allclose(a, e, rtol=0, atol=self.tolerance() * scale, equal_nan=True):
                raise Failure(f"{' '.join(options)}: {what} {i} differs by "
                              f"{np.nanmax(np.abs(a - e))}:\n{a}\n{e}")

    def check(self):
        count = len(self.results)
        options = ["--interpret"]
        self.compare(options, "result", self.run(options, count), self.results)
        expected = self.results + self.gradients
        # The results come first, then the gradients.
        for options in (["--grad", "--of=0"], ["--grad", "--of=0", "--threads=2"]):
            actual = self.run(options, len(expected)) if self.gradients else self.run([], count)
            self.compare(options, "result", actual[:count], self.results)
            self.compare(options, "gradient", actual[count:], self.gradients)
        if self.gradients:
            self.run(["--grad-check", "--of=0"])


def main():
    parser = argparse.ArgumentParser(description="compares a program in StableHLO with JAX")
    parser.add_argument("program")
    parser.add_argument("--entry", help="one function only")
    parser.add_argument("--arrays", help="the file to compare with, if it is not beside the program")
    arguments = parser.parse_args()
    arrays = np.load(arguments.arrays or os.path.splitext(arguments.program)[0] + ".npz")
    names = sorted({key.split(".")[0] for key in arrays.keys()})
    failed = 0
    for name in names:
        if arguments.entry and name != arguments.entry:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                Entry(arguments.program, name, arrays, folder).check()
            except Failure as failure:
                print(f"{name}: {failure}", file=sys.stderr)
                failed += 1
    print(f"{len(names) - failed} of {len(names)} functions agree with JAX")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
