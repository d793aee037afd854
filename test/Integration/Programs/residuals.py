"""Checks that the choice of residuals does not change results.

  residuals.py [PROGRAM...]

For each program, the value and the gradient are computed in three ways: everything is kept; values that are
cheaper to compute again are; every value that can be computed again is. The results must be equal, bit for bit.
Prints the bytes that an iteration of each loop keeps, from the remarks.
"""

import pathlib
import re
import subprocess
import sys

import derivatives
import inputs
import numpy as np
from running import run, transform

BEFORE = [
    "--inline",
    "--symbol-dce",
    "--chad-lower-tensor",
    "--chad-resolve-shapes",
    "--canonicalize",
    "--cse",
    "--chad-fuse-loops",
    "--chad-sum-in-place",
]


def choose(text, flops):
    """The program with that choice, and the remarks on it."""
    done = subprocess.run(
        ["chad-opt", "-", f"--chad-choose-residuals=max-flops-per-byte={flops}", "--canonicalize"]
        + ["--remarks-filter=chad-choose-residuals"],
        input=text,
        text=True,
        capture_output=True,
        check=True,
    )
    return done.stdout, re.findall(r'Function=reverse \| Remark="(each [^"]*)"', done.stderr)


def check(name):
    source = "hand" if name == "hand_complicated" else name
    text = pathlib.Path(__file__).with_name(f"{source}.mlir").read_text(encoding="utf-8")
    point = derivatives.Point(text, name, inputs.make(name, "tiny"))
    request, args = derivatives.reverse_request(text, name, point)
    count = len(point.values) + len(point.gradients())
    # One text, so that equal code has equal locations.
    code = transform(transform(text + request, ["--chad-to-first-order"]), BEFORE)
    expected = run(choose(code, 0)[0], "reverse", args, count)
    for flops in (1, 1000):
        chosen, remarks = choose(code, flops)
        for number, (one, other) in enumerate(
            zip(run(chosen, "reverse", args, count), expected, strict=True)
        ):
            if not np.array_equal(one, other, equal_nan=True):
                sys.exit(f"error: result {number} of {name} differs at {flops} operations per byte")
        if flops == 1:
            for remark in remarks:
                print(f"{name}: {remark}", flush=True)


if __name__ == "__main__":
    for program in sys.argv[1:] or inputs.SIZES:
        check(program)
