"""Counts the work of the programs and of their derivatives, and prints a table.

  work.py [--check] [--size=few] [PROGRAM...]

The work of a value and gradient (of the value and a vector-Jacobian product where the result
is an array) is at most four times that of the value, and one for each of its outputs (Huot &
Shaikhha 2022, Theorem 5.4, without the factor for nesting: what the forward sweep computed is kept).
With --check the script fails where it is more.
"""

import argparse
import pathlib
import sys

import numpy as np

import derivatives
import inputs
import program
from running import run_counted, transform


def measure(name, size):
    """The work of the value, of value and gradient, of value and tangent, and the outputs' size."""
    source = "hand" if name == "hand_complicated" else name
    text = pathlib.Path(__file__).with_name(f"{source}.mlir").read_text(encoding="utf-8")
    point = derivatives.Point(text, name, inputs.make(name, size))
    request, args = derivatives.reverse_request(text, name, point)
    request += program.request(text, "forward", "jvp", name, point.wrt)
    code = transform(text + request, derivatives.FIRST_ORDER)
    # The value as the same passes leave it.
    value = run_counted(code, name, point.args, 0)[1]
    reverse = run_counted(code, "reverse", args, 0)[1]
    forward = run_counted(code, "forward", point.args + point.tangents, 0)[1]
    outputs = sum(np.size(point.args[i]) for i in point.wrt)
    return value, reverse, forward, outputs + sum(map(np.size, point.values))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail where the work is over the bound")
    parser.add_argument("--size", default="few")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    print(f"{'program':18}{'value':>10}{'reverse':>10}{'ratio':>8}{'forward':>10}{'ratio':>8}{'outputs':>9}")
    over = []
    for name in options.programs or inputs.SIZES:
        value, reverse, forward, outputs = measure(name, options.size)
        print(
            f"{name:18}{value:10}{reverse:10}{reverse / max(value, 1):8.2f}"
            f"{forward:10}{forward / max(value, 1):8.2f}{outputs:9}",
            flush=True,
        )
        if reverse > 4 * value + outputs:
            over.append(name)
    if options.check and over:
        sys.exit(f"error: more than four times the work of the value: {', '.join(over)}")


if __name__ == "__main__":
    main()
