"""Functions that compiled programs return, called, composed, differentiated and released in Python.

  functions.py LIBRARY [CALLS]

`chad-run --emit=so` makes LIBRARY from functions.mlir. Making, applying and releasing CALLS functions must not
increase the memory of the process.
"""

import ctypes
import math
import resource
import sys

library = ctypes.CDLL(sys.argv[1])
calls = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000


class Vector(ctypes.Structure):
    """`chad_f64_1d`."""

    _fields_ = [("data", ctypes.POINTER(ctypes.c_double)), ("shape", ctypes.c_int64 * 1)]


def vector(values):
    return Vector((ctypes.c_double * len(values))(*values), (len(values),))


library.chad_last_error.restype = ctypes.c_char_p
library.chad_release.argtypes = [ctypes.c_void_p]
library.chad_release.restype = None


def call(name, *args, result=None):
    """Calls a function whose last argument is the result: a handle, unless another object is given for it."""
    result = ctypes.c_void_p() if result is None else result
    status = getattr(library, "chad_" + name)(*args, ctypes.byref(result))
    assert status == 0, library.chad_last_error()
    return result


def number(name, *args):
    return call(name, *args, result=ctypes.c_double()).value


def close(a, b):
    assert math.isclose(a, b, rel_tol=1e-6), (a, b)


def expected(xs, y):
    for x in xs:
        y = math.sin(x * y)
    return y


xs, ys, y = [0.5, 1.5, 2.0], [0.25], ctypes.c_double(0.7)
chain, short = call("chain", ctypes.byref(vector(xs))), call("chain", ctypes.byref(vector(ys)))
close(number("chain_result_apply", chain, y), expected(xs, 0.7))

# What a function was made of may be released before it.
both = call("compose", chain, short)
library.chad_release(short)
close(number("chain_result_apply", both, y), expected(xs, expected(ys, 0.7)))
h = 1e-5
slope = (expected(xs, expected(ys, 0.7 + h)) - expected(xs, expected(ys, 0.7 - h))) / (2 * h)
close(number("slope", both, y), slope)

# A linear function, and its transpose: ⟨m • 2, w⟩ = ⟨2, mᵀ • w⟩.
ks, w = vector([2.0, 3.0, 5.0]), [1.0, 10.0, 100.0]
values, linear = Vector(), ctypes.c_void_p()
status = library.chad_derivative(
    ctypes.c_int64(3), ctypes.c_double(0.3), ctypes.byref(ks), ctypes.byref(values), ctypes.byref(linear)
)
assert status == 0, library.chad_last_error()
image = call("derivative_result1_apply", linear, ctypes.c_double(2), result=Vector())
product = sum(image.data[i] * w[i] for i in range(image.shape[0]))
close(product, 2 * number("derivative_result1_transpose", linear, ctypes.byref(vector(w[: image.shape[0]]))))
for array in (values, image):
    library.chad_free(array.data)
library.chad_release(linear)


def run(count):
    argument, total, made = vector(xs), ctypes.c_double(), ctypes.c_void_p()
    for _ in range(count):
        library.chad_chain(ctypes.byref(argument), ctypes.byref(made))
        library.chad_chain_result_apply(made, y, ctypes.byref(total))
        library.chad_release(made)
    close(total.value, expected(xs, 0.7))


run(1000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(calls)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
for handle in (chain, both):
    library.chad_release(handle)
print("memory grew" if grown > 1024 else "memory stayed", f"with {calls} functions ({grown} KB)")
