"""Scans of numbers of several types, as emulated kernels, against numpy: `scan_tiles.py scan-tiles.so`."""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
random = np.random.default_rng(3)

for n in [0, 1, 7, 257, 20003]:
    a, b = random.uniform(-1.1, 1.1, n).astype(np.float32), random.normal(size=n)
    scale, offset, scales, offsets = np.float32(1), 0.0, [], []
    for i in reversed(range(n)):
        scale, offset = np.float32(a[i] * scale), float(a[i]) * offset + b[i]
        scales.append(scale)
        offsets.append(offset)
    scales, offsets = np.array(scales[::-1], np.float32), np.array(offsets[::-1])
    made = program.composed(a, b)
    agree(f"composed {n}", made[:2], [scales, offsets], 1e-5)
    agree(f"signs {n}", [made[2]], [(made[1] > 0).astype(np.int32)], 0)
    for name, count in [("five", 5), ("ten", 10)]:
        xs = random.normal(size=(count, n))
        agree(f"{name} {n}", getattr(program, name)(*xs), list(np.cumsum(xs, axis=1) - xs), 1e-10)
