"""Scans as emulated kernels, and what reads their results, against numpy: `scans.py scans.so`."""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
random = np.random.default_rng(3)

for n in [0, 1, 7, 256, 257, 1000, 20000]:
    x = random.uniform(0.9, 1.1, n)
    before = np.concatenate([[1], np.cumprod(x)])[:n]
    after = np.concatenate([np.cumprod(x[::-1])[::-1], [1]])[1:]
    agree(f"products {n}", program.products(x), [np.prod(x), before * after], 1e-11)
    sums = np.cumsum(x[::-1])[::-1]
    agree(f"numbered {n}", program.numbered(x), [sums.sum(), sums + np.arange(n) * x], 1e-12)
