"""Products of matrices as kernels of tiles, with gradients, against numpy: `products.py chad-run
products.mlir` runs them emulated at extents below, at and above those of the tiles, and with a
further argument `large`, at those from which on a library is used."""

import re
import sys

import numpy as np
from emulated import numbers
from emulated import run as run_emulated

chad_run, program, *large = sys.argv[1:]
random = np.random.default_rng(7)


def run(entry, args, options=()):
    text = run_emulated(chad_run, program, entry, args, options)
    return [numbers(part) for part in re.split(r"\S*tensor<[^>]*>+", text)[1:]]


def check(what, actual, expected, tolerance):
    for result, value in zip(actual, expected, strict=True):
        error = np.abs(result - value.ravel()).max(initial=0) / max(1, np.abs(value).max(initial=0))
        if not error <= tolerance:
            sys.exit(f"{what}: wrong by {error}")
    print(what, "agrees")


shapes = [(270, 260, 250)] if large else [(3, 4, 5), (8, 8, 8), (17, 33, 65), (9, 10, 6100)]
for m, k, n in shapes:
    a, b, dc = (random.standard_normal(shape) for shape in [(m, k), (k, n), (m, n)])
    check(f"{m} x {k} x {n}", run("gradients", [a, b, dc]), [a @ b, dc @ b.T, a.T @ dc], 1e-13)
for m, k, n in shapes if large else [(0, 9, 9), (20, 8, 50), (12200, 9, 13)]:
    a, b, c = (random.standard_normal(s).astype("f") for s in [(m, k), (n, k), (m, n)])
    check(f"{m} x {k} x {n} in f32", run("added", [a, b, c]), [c + a @ b.T], 1e-5)
sums = [(1, 1, 1, 1), (2, 17, 9, 8), (3, 40, 33, 20), (0, 9, 9, 9), (9, 9, 0, 9)]
for g, m, k, n in [] if large else sums:
    a, b, c = (random.standard_normal(s) for s in [(g, k, m), (g, k, n), (m, n)])
    expected = c + np.einsum("bki,bkj->ij", a, b)
    check(f"{g} times {m} x {k} x {n}", run("summed", [a, b, c]), [expected], 1e-13)
    a = np.ascontiguousarray(a.swapaxes(1, 2))
    check(f"{g} times {m} x {k} x {n}, apart", run("apart", [a, b, c]), [expected], 1e-13)


def rounded(values, bits):
    """Numbers of f32, to so many bits, ties away from zero."""
    unit = np.uint32(1 << (24 - bits))
    raw = values.astype("f").view(np.uint32)
    return ((raw + unit // np.uint32(2)) & ~(unit - np.uint32(1))).view("f")


# Products of numbers of 11 or 8 bits are exact in f32: only the sums are rounded.
for m, k, n in [] if large else [(8, 8, 8), (33, 40, 65), (12200, 9, 13)]:
    a, b, c = (random.standard_normal(s).astype("f") for s in [(m, k), (k, n), (m, n)])
    a[0, 0], b[0, 0] = 1 + 2**-11, -(1 + 3 * 2**-12)
    for entry, options, x, y in [
        ("half", [], a.astype("f2"), b.astype("f2")),
        ("brain", [], rounded(a, 8), rounded(b, 8)),
        ("added", ["--tf32"], rounded(a, 11), rounded(b, 11)),
    ]:
        given = [x, y, c] if entry != "added" else [a, np.ascontiguousarray(b.T), c]
        expected = c + x.astype(float) @ y.astype(float)
        check(f"{m} x {k} x {n}, {entry}", run(entry, given, options), [expected], 1e-6)
