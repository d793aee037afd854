"""Sums over points of linear functions of arrays as kernels, against numpy: `moved.py moved.so TYPE` runs them emulated
with numbers of TYPE, f64 or f32."""

import sys

import numpy as np
from emulated import Program, agree

library, kind = sys.argv[1:]
functions = Program(library)
dtype, tolerance = {"f64": (np.float64, 1e-13), "f32": (np.float32, 1e-5)}[kind]
random = np.random.default_rng(11)


def array(*shape):
    return random.standard_normal(shape).astype(dtype)


for n, k, d in [(1, 1, 2), (5, 2, 3), (0, 3, 4), (7, 0, 5), (40, 3, 17), (33, 2, 40), (9, 3, 1), (300, 2, 9)]:
    u, x, m = array(n, k, d), array(n, d), array(k, d)
    start = array(k, d * (d - 1) // 2)
    products = np.einsum("ikr,ikj->krj", np.sin(u), x[:, None] - m)
    rows, columns = np.tril_indices(d, -1)
    order = np.lexsort((rows, columns))
    packed = products[:, rows[order], columns[order]]
    agree(f"triangles {n} {k} {d}", functions.triangles(u, x, m, start), [start + packed], tolerance)
    a = array(k, d, d + 3)
    expected = -2 * np.einsum("krj,kr->kj", a, np.sin(u).sum(0))
    agree(f"functions {n} {k} {d}", functions.functions(u, a), [expected], tolerance)
