"""Loops over rows as emulated kernels, against numpy: `rows.py rows.so ROW OTHER N...` runs them for N rows of ROW
and OTHER numbers."""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
row, other, *extents = map(int, sys.argv[2:])
random = np.random.default_rng(11)

for n in extents:
    shape = f"{n} x {row}, {other}"
    xs, ys, zs = random.standard_normal((n, row)), random.standard_normal((n, other)), random.standard_normal(n)
    exps = np.exp(xs - xs.max(1, keepdims=True, initial=-1e30))
    agree(f"softmax {shape}", program.softmax(xs), [exps / exps.sum(1, keepdims=True)], 1e-13)
    narrow = ys.astype(np.float32)
    sums, squares = zs + narrow.astype(float).sum(1), (xs**2).sum(1)
    expected = [squares.sum(), xs * sums[:, None], narrow + squares.astype(np.float32)[:, None], sums]
    agree(f"several {shape}", program.several(xs, narrow, zs), expected, 1e-6)
    table = random.standard_normal((3 + n % 7, row))
    differences = xs[:, None] - table
    inverses = 1 / (1 + (differences**2).sum(2))
    by_x = -2 * (differences * (inverses**2)[:, :, None]).sum(1) / inverses.sum(1)[:, None]
    agree(f"gradient {shape}", program.gradient(xs, table), [np.log(inverses.sum(1)).sum(), by_x], 1e-12)
    if row:
        agree(f"firsts {shape}", program.firsts(xs), [np.sin(xs[:, 0])], 1e-13)
    ps, qs = random.standard_normal((2, n, 2, 3))
    first = np.stack([ps[:, 0, 0] * zs, ps[:, 0, 1] * qs[:, 1, 2], ps[:, 0, 2] - ps[:, 1, 0]], 1)
    second = np.stack([ps[:, 1, 1] + qs[:, 0, 0], np.sin(ps[:, 1, 2]), ps[:, 0, 0]], 1)
    ends = np.stack([second[:, 1], first[:, 0]], 1)
    agree(f"frames {shape}", program.frames(ps, qs, zs), [np.stack([first, second], 1), ends], 1e-13)
