"""The programs and their gradients as kernels for a GPU, emulated.

  kernels.py [PROGRAM...]

The value and the gradient of each program are compiled for a GPU, and the kernels run as functions of this
machine. Results are compared with numpy, at tiny sizes and at inputs at which programs often fail, and, more closely,
with those of the same program on the CPU. A run in another process, whose blocks and threads take turns in another
order, must have the same bits, and free what it allocates.
"""

import ctypes
import gc
import os
import pathlib
import subprocess
import sys
import tempfile

import derivatives
import inputs
from accuracy import text_of
from running import compare

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
from c_library import Program  # noqa: E402

CPU_TOLERANCE = 1e-12
# Calls after which memory is compared, the least that each would have left, and how often this is tried.
CALLS, BLOCK, ROUNDS = 32, 32, 8


class MallInfo2(ctypes.Structure):
    """What glibc's malloc has given out, in bytes: `arena` to `keepcost`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def allocated():
    gc.collect()
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = MallInfo2
    info = mallinfo2()
    return info.uordblks + info.hblkhd


def make_points(name):
    text = text_of(name)
    points = derivatives.make_points(text, name)
    requests = [derivatives.reverse_request(text, name, point) for point in points]
    return text + requests[0][0], points, [args for _, args in requests]


def compiled(text, path, *options):
    """The functions of a program as a library."""
    for suffix, given in ((".so", ["--emit=so", *options]), (".h", ["--emit=header"])):
        command = ["chad-run", "-", "--entry=reverse", *given, "-o", str(path.with_suffix(suffix))]
        if subprocess.run(command, input=text, text=True).returncode:
            sys.exit(f"error: {' '.join(command)} failed")
    return Program(str(path.with_suffix(".so")))


def bits(results):
    return b"".join(result.tobytes() for result in results).hex()


def check(name, directory):
    text, points, args_of = make_points(name)
    path = pathlib.Path(directory, name)
    by_kernels = compiled(text, path, "--target=cuda-emulated", "-O0")
    on_cpu = compiled(text, pathlib.Path(directory, name + "_on_cpu"))
    for i, (point, args) in enumerate(zip(points, args_of, strict=True)):
        expected = point.values + point.gradients()
        actual = by_kernels.reverse(*args)
        compare(f"{name} by kernels, point {i}", actual, expected, 1e-10)
        compare(f"{name} by kernels and on the CPU, point {i}", actual, on_cpu.reverse(*args), CPU_TOLERANCE)
    command = [sys.executable, __file__, "--again", name, str(path.with_suffix(".so"))]
    order = {**os.environ, "CHAD_EMULATED_ORDER": "1"}
    again = subprocess.run(command, env=order, stdout=subprocess.PIPE, text=True)
    if again.returncode or again.stdout.strip() != bits(by_kernels.reverse(*args_of[0])):
        sys.exit(f"error: {name}: the results of two runs differ")
    print(f"{name:18} agrees at {len(points)} points")


def again(name, library):
    """Prints the bits of the results at the first point, after checking that calls leave no memory."""
    program, args = Program(library), make_points(name)[2][0]
    # The first calls fill lists of free memory, and the interpreter of Python allocates now and then.
    for _ in range(ROUNDS):
        before = allocated()
        for _ in range(CALLS):
            results = program.reverse(*args)
        left = allocated() - before
        if left < CALLS * BLOCK:
            break
    else:
        sys.exit(f"error: {name}: {CALLS} calls leave {left} bytes")
    print(bits(results))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--again"]:
        again(*sys.argv[2:])
    else:
        with tempfile.TemporaryDirectory() as place:
            for program_name in sys.argv[1:] or inputs.SIZES:
                check(program_name, place)
