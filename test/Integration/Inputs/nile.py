"""Checks the log-likelihood of the flow of the Nile, computed here without chad."""

import math
import pathlib
import struct
import sys

data = pathlib.Path(__file__).with_name("nile.npy").read_bytes()
flow = struct.unpack("<100d", data[-800:])
sigma = 128
expected = sum(
    -math.log(sigma * math.sqrt(2 * math.pi)) - ((y - mean) / sigma) ** 2 / 2
    for y, mean in zip(flow, 28 * [1097.75] + 72 * [849.97])
)
actual = float(sys.argv[1])
if not math.isclose(actual, expected, rel_tol=1e-12):
    sys.exit(f"error: {actual} is not {expected}")
print(f"as expected: {expected}")
