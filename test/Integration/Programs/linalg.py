"""The programs and their gradients as structured ops.

  linalg.py [PROGRAM...]

The value and the gradient of each program go through `--chad-to-linalg`, and are then compiled. Results are
compared with numpy, at tiny sizes and at inputs at which programs often fail.
"""

import re
import sys

import derivatives
import inputs
import program
from accuracy import text_of
from running import compare, run_compiled, transform

PASSES = ["--chad-to-first-order", "--chad-to-linalg=check-extents"]


def check(name):
    text = text_of(name)
    points = derivatives.make_points(text, name)
    request, _ = derivatives.reverse_request(text, name, points[0])
    code = transform(text + request, PASSES)
    if re.search(r"\bchad\.\w+ *[(%]", code):
        sys.exit(f"error: {name} is not lowered")
    for i, point in enumerate(points):
        args = derivatives.reverse_request(text, name, point)[1]
        expected = point.values + point.gradients()
        actual = run_compiled(code, "reverse", args, len(expected))
        compare(f"{name} by linalg, point {i}", actual, expected, 1e-11)
    structured = code.count("linalg.generic")
    loops = code.count("scf.for ")
    print(f"{name:18}{structured:4} structured ops {loops:4} loops")


if __name__ == "__main__":
    for program_name in sys.argv[1:] or inputs.SIZES:
        check(program_name)
