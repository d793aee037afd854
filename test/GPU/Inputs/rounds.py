"""Sums at indices under conditions as emulated kernels, against numpy: `rounds.py rounds.so`."""

import sys

import numpy as np
from emulated import Program, agree

program = Program(sys.argv[1])
random = np.random.default_rng(5)


def nearest(centres, points):
    """The value and both gradients; for a point without a nearest centre, nothing is added."""
    distances = ((points[:, None] - centres) ** 2).sum(2)
    k = distances.argmin(1)
    differences = 2 * (points - centres[k])
    by_centres = np.zeros_like(centres)
    np.add.at(by_centres, k, -differences)
    return [distances.min(1).sum(), by_centres, differences]


for n, d, k in [(0, 3, 2), (1, 2, 3), (4095, 2, 3), (4096, 1, 1), (4097, 8, 16), (5000, 15, 4), (4200, 41, 3), (4100, 100, 2)]:
    # Multiples of a half: there are points as near to two centres.
    centres, points = (random.integers(-6, 7, shape) / 2 for shape in [(k, d), (n, d)])
    expected = nearest(centres, points)
    agree(f"gradient {n} x {d}, {k}", program.gradient(centres, points), expected[:2], 1e-12)
    agree(f"both {n} x {d}, {k}", program.both(centres, points), expected, 1e-12)

value, by_centres = program.gradient(np.zeros((0, 3)), np.ones((4100, 3)))
agree("no centres", [float(np.isinf(value)), by_centres.size], [1, 0], 0)

for n, bins in [(0, 3), (7, 3), (4096, 1), (9001, 700)]:
    xs, ks, start = random.standard_normal(n).astype(np.float32), random.integers(0, bins, n), np.ones(bins, np.float32)
    sums = start.astype(float)
    np.add.at(sums, ks[xs > 0], xs[xs > 0])
    agree(f"numbers {n}, {bins}", program.numbers(xs, ks, start), [sums, xs.sum(dtype=float), 2 * xs], 1e-5)
    xs, rows, counts = random.standard_normal((n, 3)), random.standard_normal((bins, 3)), np.zeros(bins)
    added, counted = rows.copy(), counts.copy()
    taken = xs[:, 0] <= 0
    np.add.at(added, ks[taken] // 2, np.sin(xs[taken]))
    np.add.at(counted, ks[ks % 2 == 1], 1)
    agree(f"two {n}, {bins}", program.two(xs, ks, rows, counts), [added, counted], 1e-12)


def first(values, best):
    """The least index at which an element is the best one or a NaN, and -1 if there is none."""
    found = (values == best[:, None]) | np.isnan(values)
    return np.where(found.any(1), found.argmax(1), -1) if values.shape[1] else np.full(len(values), -1)


special = np.array([0.0, -0.0, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan])
for n, k in [(3, 2), (16384, 5), (16500, 1), (16390, 0)]:
    xs, ys = random.choice(special, (n, 1), p=[0.1] * 4 + [0.3, 0.15, 0.1, 0.05]), random.choice(special, (k, 1))
    for right in [ys, np.abs(random.integers(-2, 3, (k, 1)).astype(float))]:
        with np.errstate(invalid="ignore"):
            rises, falls = right[:, 0] - xs, xs - right[:, 0]
        most, least = rises.max(1, initial=-np.inf), falls.min(1, initial=np.inf)
        made = program.extrema(xs, right)
        expected = [most, first(rises, most), least, first(falls, least)]
        same = [float(np.array_equal(a, b, equal_nan=b.dtype == float)) for a, b in zip(made, expected, strict=True)]
        agree(f"extrema {n}, {k}", same, [1] * 4, 0)
