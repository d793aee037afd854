"""Loops whose iterations add to elements of their own, as emulated kernels, against numpy: `apart.py apart.so TYPE`
runs them with numbers of TYPE, f64 or f32."""

import sys

import numpy as np
from emulated import Program, agree

program, kind = Program(sys.argv[1]), sys.argv[2]
dtype, tolerance = {"f64": (np.float64, 1e-13), "f32": (np.float32, 1e-5)}[kind]
random = np.random.default_rng(7)


def check(entry, args, expected):
    agree(f"{entry} of {args[0].shape}", getattr(program, entry)(*args), expected, tolerance)


def array(*shape):
    return random.standard_normal(shape).astype(dtype)


for m, n in [(0, 5), (1, 1), (2, 7), (5, 300)]:
    xs, a, longer, pairs = array(m, n), array(n), array(n + 1), array(2 * n, 3)
    products = xs[:, :-1] * xs[:, 1:]
    added = a.copy()
    added[1:] += products.sum(0)
    check("shifted", [xs, a], [products.sum(), added])
    check("reversed", [xs, a], [a + xs[:, ::-1].sum(0)])
    added = pairs.copy()
    added[::2] += np.stack([xs, 2 * xs**2, xs], 2).sum(0)
    check("rows", [xs, pairs], [added])
    added = longer.copy()
    added[:-1] += xs.sum(0)
    added[1:] += xs.sum(0)
    check("pairs", [xs, longer], [added])
    waves, by_w = xs * longer[1:], np.zeros(n + 1)
    by_w[1:] = (np.cos(waves) * xs).sum(0)
    check("gradient", [xs, longer], [np.sin(waves).sum(), np.cos(waves) * longer[1:], by_w])
