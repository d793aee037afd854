"""Sums of arrays as emulated kernels, against numpy: `sums.py sums.so`."""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
random = np.random.default_rng(4)

for n in [0, 1, 7, 300]:
    for m in [0, 1, 31, 32, 33, 1000]:
        xs = random.uniform(-1, 1, (n, m))
        agree(f"rows {n} {m}", program.rows(xs), [xs.sum(axis=0)], 1e-13)
        mosts = xs.max(axis=1, initial=0)
        agree(f"copies {n} {m}", program.copies(xs), [mosts @ xs, mosts], 1e-13)
    for k, m in [(1, 1), (3, 11), (20, 17)]:
        start, us, vs = (random.uniform(-1, 1, shape) for shape in [(k, m), (n, k), (n, m)])
        sums = start + np.maximum(us[:, :, None], vs[:, None, :]).sum(axis=0)
        agree(f"added {n} {k} {m}", program.added(start, us, vs), [sums], 1e-13)
        xs = random.uniform(-1, 1, (n, k, m))
        agree(f"prefixes {n} {k} {m}", program.prefixes(start, xs), [start + xs.sum(0), start + xs.cumsum(0)], 1e-13)
        given = xs if n else np.zeros((0, 0, 0))
        sums, terms = program.collected(given, k, m)
        agree(f"collected {n} {k} {m}", [sums, terms.ravel()], [(np.exp(xs) * xs).sum(0), np.exp(xs).ravel()], 1e-13)
