"""Compares updates at indices by emulated kernels with numpy: `updates.py updates.so few` for few elements, `many`
for so many that they are sorted."""

import sys

import numpy as np
from emulated import Program, agree

program, part = Program(sys.argv[1]), sys.argv[2]
random = np.random.default_rng(7)


def sums(what, bins, indices, xs):
    inside, expected = (indices >= 0) & (indices < bins), np.zeros(bins)
    np.add.at(expected, indices[inside], xs[inside])
    agree(f"sums of {what}", program.sums(bins, indices.astype("i4"), xs), [expected], 1e-12)


def last(what, bins, indices):
    inside, numbers = (indices >= 0) & (indices < bins), np.arange(len(indices))
    expected, counts = np.full(bins, -1), np.zeros(bins, int)
    expected[indices[inside]] = numbers[inside]
    np.add.at(counts, indices[inside], 1)
    agree(f"last of {what}", program.last(bins, indices, numbers), [expected, counts], 0)


def counts(what, bins, indices):
    inside, ys = (indices >= 0) & (indices < bins), random.integers(-5, 6, len(indices))
    total = np.zeros(bins, int)
    np.add.at(total, indices[inside], ys[inside])
    results = program.counts(bins, indices, ys, ys.astype("i4"))
    agree(f"counts of {what}", results, [total, total], 0)


def rows(what, bins, indices):
    xs, acc = random.standard_normal((len(indices), 3)), random.standard_normal((bins, 3))
    expected = acc.copy()
    np.add.at(expected, indices, xs)
    agree(f"rows of {what}", program.rows(indices, xs, acc), [expected], 1e-12)


def cubes(what, bins, indices):
    xs = random.standard_normal((*indices.shape, 2, 2)).astype("f4")
    expected = np.zeros((bins, 2, 2))
    np.add.at(expected, indices, xs)
    agree(f"cubes of {what}", program.cubes(indices.astype("i4"), xs, bins), [expected], 1e-5)


if part == "few":
    for n, bins in [(0, 3), (5, 1), (1000, 7), (1500, 600), (20, 17000)]:
        what = f"{n} into {bins}"
        indices = random.integers(-2, bins + 2, n)
        sums(what, bins, indices, random.standard_normal(n))
        last(what, bins, indices)
        counts(what, bins, indices)
        indices = np.clip(indices, 0, bins - 1)
        rows(what, bins, indices)
        cubes(what, bins, indices[None])
else:
    # Over all bins, and all but a few in one.
    n, bins = 30000, 300000
    indices = random.integers(-2, bins + 2, n)
    sums(f"{n} into {bins}", bins, indices, random.standard_normal(n))
    n, bins = 32768, 262145
    indices = random.integers(-2, bins + 2, n)
    indices[random.random(n) > 0.01] = bins // 2
    last(f"{n} into {bins}", bins, indices)
    n, bins = 24000, 80000
    rows(f"{n} into {bins}", bins, random.integers(0, bins, n))
    n, bins = 16384, 65537
    indices = np.where(random.random(n) > 0.01, bins // 2, random.integers(0, bins, n))
    cubes(f"{n} into {bins}", bins, indices.reshape(64, -1))
