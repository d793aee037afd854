"""The programs and their gradients as kernels for a GPU, emulated.

  kernels.py [PROGRAM...]

The value and the gradient of each program are compiled for a GPU, and the kernels run as functions of this
machine. Results are compared with numpy, at tiny sizes and at inputs at which programs often fail.
"""

import sys

import derivatives
import inputs
from accuracy import text_of
from running import compare, run_compiled


def check(name):
    text = text_of(name)
    points = derivatives.make_points(text, name)
    for i, point in enumerate(points):
        request, args = derivatives.reverse_request(text, name, point)
        expected = point.values + point.gradients()
        actual = run_compiled(
            text + request, "reverse", args, len(expected), options=["--target=cuda-emulated"]
        )
        compare(f"{name} by kernels, point {i}", actual, expected, 1e-10)
    print(f"{name:18} agrees at {len(points)} points")


if __name__ == "__main__":
    for program_name in sys.argv[1:] or inputs.SIZES:
        check(program_name)
