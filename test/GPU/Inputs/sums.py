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
    for k, m in [(1, 1), (3, 11), (20, 17)]:
        start, us, vs = (random.uniform(-1, 1, shape) for shape in [(k, m), (n, k), (n, m)])
        sums = start + np.maximum(us[:, :, None], vs[:, None, :]).sum(axis=0)
        agree(f"added {n} {k} {m}", program.added(start, us, vs), [sums], 1e-13)
