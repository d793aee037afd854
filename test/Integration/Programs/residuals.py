"""Compares which residuals derivatives keep; the choice must not change the numbers.

  residuals.py [PROGRAM...]

Of each program, the value and the gradient with everything kept are compared, bit for bit, with
those where what costs less is computed again, and where all that can be is. Prints the
bytes that an iteration keeps, of the loops that keep any, as the remarks say.
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
