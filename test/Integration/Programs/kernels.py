"""The programs and their gradients as kernels for a GPU, emulated.

  kernels.py [PROGRAM...]

The value and the gradient of each program are compiled for a GPU, and the kernels run as functions of this
machine. Results are compared with numpy, at tiny sizes and at inputs at which programs often fail, and, more closely,
with those of the same program on the CPU. A second run, whose blocks and threads take turns in another order,
must have the same bits. At the first point LLVM optimizes the kernels; at the others, it need not take the time.
"""

import os
import sys
from unittest import mock

import derivatives
import inputs
from accuracy import text_of
from running import compare, run_compiled


CPU_TOLERANCE = 1e-12


def check(name):
    text = text_of(name)
    points = derivatives.make_points(text, name)
    for i, point in enumerate(points):
        request, args = derivatives.reverse_request(text, name, point)
        expected = point.values + point.gradients()

        def run(*options):
            return run_compiled(text + request, "reverse", args, len(expected), options=options)

        actual = run("--target=cuda-emulated", *([] if i == 0 else ["-O=0"]))
        compare(f"{name} by kernels, point {i}", actual, expected, 1e-10)
        compare(f"{name} by kernels and on the CPU, point {i}", actual, run(), CPU_TOLERANCE)
        if i == 0:
            with mock.patch.dict(os.environ, CHAD_EMULATED_ORDER="1"):
                again = run("--target=cuda-emulated")
            if any(a.tobytes() != b.tobytes() for a, b in zip(actual, again)):
                sys.exit(f"error: {name}: the results of two runs differ")
    print(f"{name:18} agrees at {len(points)} points")


if __name__ == "__main__":
    for program_name in sys.argv[1:] or inputs.SIZES:
        check(program_name)
