"""Recurrences as kernels of scans, emulated: `recurrences.py recurrences.so` compares them with loops of numpy, also
where products of factors overflow and where there are infinities."""

import sys

import numpy as np
from emulated import Program

program = Program(sys.argv[1])
random = np.random.default_rng(5)


def horner(cs, x):
    s, collected = 0.0, []
    for c in cs[::-1]:
        s = s * x + c
        collected.append(s)
    return [s, collected[::-1]]


def two(factors, bs, u):
    v, before, after = 1.0, [], []
    for i, (a, b) in enumerate(zip(factors, bs, strict=True)):
        before.append(u * v)
        u, v = b - a * u, v / a
        after.append(u + i)
    return [u, v, before, after]


def last(factors, bs):
    s = np.float32(0)
    for a, b in zip(factors, bs, strict=True):
        s = a * s + b
    return [s]


def chained(factors, s):
    u = v = s
    for a in factors:
        u, v = v, a * v + u
    return [u, v]


def swept(factors, weights):
    p, u, before, after, made = 1.0, 0.0, [], [], []
    for a in factors:
        before.append(p)
        p *= a
        after.append(p)
    for a, b, w in zip(factors[::-1], before[::-1], weights[::-1], strict=True):
        u += w
        made.append(b * u)
        u *= a
    return [after, made[::-1]]


def check(what, entry, reference, *args, tolerance=1e-12):
    with np.errstate(all="ignore"):
        expected = [np.ravel(value).astype(float) for value in reference(*args)]
    for actual, value in zip(getattr(program, entry)(*args), expected, strict=True):
        scale = max(1.0, np.abs(value[np.isfinite(value)]).max(initial=0))
        if not np.allclose(actual, value, rtol=0, atol=tolerance * scale, equal_nan=True):
            sys.exit(f"{what}: {actual} is not {value}")
    print(what, "agrees")


for n in [0, 1, 7, 300, 5000]:
    xs, ys = random.uniform(-1, 1, (2, n))
    check(f"horner {n}", "horner", horner, xs, 0.9)
    check(f"two {n}", "two", two, 1 + xs / 64, ys, 0.5)
    check(f"swept {n}", "swept", swept, 1 + xs / 64, ys)
    check(f"chained {n}", "chained", chained, xs / 8, 0.5)
    few = [values.astype("f") for values in (xs, ys)]
    check(f"last {n}", "last", last, *few, tolerance=1e-5)
# The products of the factors are infinite, and the states are zeros up to the last ones.
huge = np.full(300, 1e3)
late = np.zeros(300)
late[-2] = 1.5
check("overflow", "two", two, huge, late, 0.0)
check("overflow, swept", "swept", swept, np.concatenate([np.zeros(1), huge]), np.concatenate([late, np.zeros(1)]))
check("infinity", "two", two, np.full(9, 0.5), np.array([1, np.inf] + 7 * [1.0]), 2.0)
