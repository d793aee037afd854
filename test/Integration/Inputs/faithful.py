"""Checks the log-likelihood of Old Faithful's eruptions, computed here without chad, and its
gradient, as `chad-run` prints them.

The parameters of the mixture are those of maximal likelihood, found by expectation maximization, so that the
gradient is zero.
"""

import math
import pathlib
import re
import struct
import sys

data = pathlib.Path(__file__).with_name("faithful.npy").read_bytes()
numbers = struct.unpack("<544d", data[-4352:])
eruptions, waiting = numbers[::2], numbers[1::2]

# Weight, means, variance of eruptions, covariance, variance of waiting.
mixture = [
    (0.35587286, 2.03638845, 54.47851638, 0.06916767, 0.43516762, 33.69728207),
    (0.64412714, 4.28966197, 79.96811517, 0.16996844, 0.94060932, 36.04621132),
]


def density(e, w):
    total = 0
    for weight, mean_e, mean_w, xx, xy, yy in mixture:
        x, y, det = e - mean_e, w - mean_w, xx * yy - xy * xy
        distance = (yy * x * x - 2 * xy * x * y + xx * y * y) / det
        total += weight * math.exp(-distance / 2) / (2 * math.pi * math.sqrt(det))
    return total


expected = sum(math.log(density(e, w)) for e, w in zip(eruptions, waiting))
value, *gradients = (line for line in sys.stdin if re.match("f64|tensor", line))
actual = float(value.split()[1])
if not math.isclose(actual, expected, rel_tol=1e-9):
    sys.exit(f"error: {actual} is not {expected}")
entries = [float(x) for line in gradients for x in re.findall(r"[-+.e\d]+", line.split(" ", 1)[1])]
if len(entries) != 12 or max(map(abs, entries)) > 1e-8:
    sys.exit(f"error: the gradient does not vanish: {entries}")
print(f"as expected: {expected}, and a gradient of nothing")
