"""Layers of a network as emulated kernels: values, first and second derivatives against numpy, second ones by complex steps.

    layers.py layers.so          extents below, at and above those of tiles
    layers.py layers.so large    those from which on a library for products is used
"""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
large = len(sys.argv) > 2
random = np.random.default_rng(8)


def run_layers(x, w, b, v, c, dz):
    """The values of the layers, and the gradients by their arguments."""
    s = x @ w + b
    above = s.real > 0
    y = above * s**2
    t = y @ v + c
    z = (t.real > 0) * t**2
    dt = (t.real > 0) * 2 * t * dz
    ds = above * 2 * s * (dt @ v.T)
    return z, [ds @ w.T, x.T @ ds, ds.sum(0), y.T @ dt, dt.sum(0)]


# In tiles, in parts, by elements, or after a library.
extents = [(270, 260, 250, 4)] if large else [(3, 4, 5, 2), (8, 8, 8, 9), (33, 20, 40, 17), (20, 4500, 12, 600), (300, 5, 6, 4), (0, 3, 9, 8)]
for m, k, n, o in extents:
    shapes = [(m, k), (k, n), n, (n, o), o]
    x, w, b, v, c = args = [random.standard_normal(s) / max(1, s[0] if s in [(k, n), (n, o)] else 1) ** 0.5 for s in shapes]
    along, dz = [random.standard_normal(s) for s in shapes], random.standard_normal((m, o))
    z, gradients = run_layers(*args, dz)
    agree(f"layers {m} x {k} x {n} x {o}", program.layers_gradients(*args, dz), [z, *gradients], 1e-12)
    moved, slopes = run_layers(*[a + 1e-30j * t for a, t in zip(args, along)], dz)
    tangent, second = moved.imag / 1e-30, [g.imag / 1e-30 for g in slopes]
    agree(f"forward {m} x {k} x {n} x {o}", program.layers_forward(*args, *along), [z, tangent], 1e-12)
    agree("second, forward", program.layers_second_forward(*args, dz, *along), second, 1e-11)
    agree("second, reverse", program.layers_second_reverse(*args, dz, *along), second, 1e-11)
for g, m, k, n in [] if large else [(1, 1, 1, 1), (3, 5, 9, 8), (4, 40, 20, 33), (2, 7, 3000, 10), (2, 0, 4, 9)]:
    shapes = [(g, m, k), (k, n), g, (g, m), n]
    a, b, f, h, c = (random.standard_normal(s).astype("f") for s in shapes)
    product = a.astype(float) @ b
    value = product * (f[:, None] * h)[..., None] + c
    agree(f"scaled {g} times {m} x {k} x {n}", program.scaled(a, b, f, h, c), [product, value, value**2], 1e-4)

