"""Products of matrices as kernels of tiles, with gradients, against numpy: `products.py products.so [tf32.so]` runs them
emulated at extents below, at and above those of the tiles; without the second library, at those from which on a
library for products is used."""

import sys

import numpy as np
from emulated import Program, agree

program, *more = map(Program, sys.argv[1:])
large = not more
random = np.random.default_rng(7)

# Few rows and columns, and many steps: blocks divide the steps, with tiles of each shape.
parts = [(130, 3100, 70), (40, 25000, 50), (20, 4000, 10)]
shapes = [(270, 260, 250)] if large else [(3, 4, 5), (8, 8, 8), (17, 33, 65), (9, 10, 6100), *parts]
for m, k, n in shapes:
    a, b, dc = (random.standard_normal(shape) for shape in [(m, k), (k, n), (m, n)])
    agree(f"{m} x {k} x {n}", program.gradients(a, b, dc), [a @ b, dc @ b.T, a.T @ dc], 1e-13)
for m, k, n in shapes if large else [(0, 9, 9), (20, 8, 50), (12200, 9, 13), (130, 1600, 260)]:
    a, b, c = (random.standard_normal(s).astype("f") for s in [(m, k), (n, k), (m, n)])
    agree(f"{m} x {k} x {n} in f32", program.added(a, b, c), [c + a @ b.T], 1e-5)
sums = [(1, 1, 1, 1), (2, 17, 9, 8), (3, 40, 33, 20), (300, 20, 17, 9), (0, 9, 9, 9), (9, 9, 0, 9)]
for g, m, k, n in [] if large else sums:
    a, b, c = (random.standard_normal(s) for s in [(g, k, m), (g, k, n), (m, n)])
    expected = c + np.einsum("bki,bkj->ij", a, b)
    agree(f"{g} times {m} x {k} x {n}", program.summed(a, b, c), [expected], 1e-13)
    a = np.ascontiguousarray(a.swapaxes(1, 2))
    agree(f"{g} times {m} x {k} x {n}, apart", program.apart(a, b, c), [expected], 1e-13)


def rounded(values, bits):
    """Numbers of f32, to so many bits, ties away from zero."""
    unit = np.uint32(1 << (24 - bits))
    raw = values.astype("f").view(np.uint32)
    return ((raw + unit // np.uint32(2)) & ~(unit - np.uint32(1))).view("f")


# Products of numbers of 11 or 8 bits are exact in f32: only the sums are rounded.
for m, k, n in [] if large else [(8, 8, 8), (33, 40, 65), (12200, 9, 13), (20, 4000, 10)]:
    a, b, c = (random.standard_normal(s).astype("f") for s in [(m, k), (k, n), (m, n)])
    a[0, 0], b[0, 0] = 1 + 2**-11, -(1 + 3 * 2**-12)
    for name, function, x, y in [
        ("half", program.half, a.astype("f2"), b.astype("f2")),
        ("brain", program.brain, rounded(a, 8), rounded(b, 8)),
        ("tf32", more[0].added, rounded(a, 11), rounded(b, 11)),
    ]:
        given = [x, y, c] if name != "tf32" else [a, np.ascontiguousarray(b.T), c]
        expected = c + x.astype(float) @ y.astype(float)
        agree(f"{m} x {k} x {n}, {name}", function(*given), [expected], 1e-6)
