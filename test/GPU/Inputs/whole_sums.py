"""Sums of whole rows as emulated kernels, against numpy: `whole_sums.py whole-sums.so`."""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
random = np.random.default_rng(11)

for n, d in [(0, 3), (1, 2), (4095, 2), (4096, 1), (4601, 8), (4100, 128), (4099, 129), (4200, 0)]:
    w, xs, v = random.standard_normal(d) / max(d, 1), random.standard_normal((n, d)), random.standard_normal(d)
    z = np.tanh(xs @ w)
    slope = 1 - z**2
    by_w, by_xs = slope @ xs, slope[:, None] * w
    agree(f"gradient {n} x {d}", program.gradient(w, xs), [z.sum(), by_w], 1e-12)
    agree(f"both {n} x {d}", program.both(w, xs), [z.sum(), by_w, by_xs], 1e-12)
    agree(f"second {n} x {d}", [program.second(w, xs, v)], [(-2 * z * slope * (xs @ v)) @ xs], 1e-11)

for n, d, bins in [(0, 3, 2), (7, 3, 2), (4096, 1, 1), (5003, 6, 9), (4200, 90, 40), (4200, 200, 3), (4500, 0, 3)]:
    xs, w, rows = (random.standard_normal(shape).astype(np.float32) for shape in [(n, d), d, d])
    ys, known, counts = (random.standard_normal(shape) for shape in [(n, 5), 5, bins])
    ks = random.integers(0, bins, n)
    most = xs.max(1, initial=0)
    added = rows.astype(float) + (xs * most[:, None].astype(float) - w).sum(0)
    counted = counts.copy()
    np.add.at(counted, ks[most > 1], 1)
    expected = [added, known + ks @ ys, counted, most.sum(dtype=float), most]
    agree(f"several {n} x {d}, {bins}", program.several(xs, ys, ks, w, rows, known, counts), expected, 2e-5)

for n, d in [(3, 2), (4500, 5)]:
    xs, start = random.standard_normal((n, d)), random.standard_normal(d)
    state = start
    for x in xs:
        state = state / 2 + x * x.max(initial=0)
    agree(f"dependent {n} x {d}", [program.dependent(xs, start)], [state], 1e-12)
    agree(f"plain {n} x {d}", program.plain(xs, start), [start + (xs**2).sum(0), xs**2], 1e-12)
