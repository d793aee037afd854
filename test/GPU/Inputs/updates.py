"""Compares updates at indices by emulated kernels with numpy: `updates.py chad-run updates.mlir [OPTION...]`
runs them for few and for many elements, with blocks and threads in several orders.
"""

import os
import re
import subprocess
import sys
import tempfile

import numpy as np

chad_run, program, *options = sys.argv[1:]
random = np.random.default_rng(7)


def numbers(text):
    return np.array(text.translate(str.maketrans("[],", "   ")).split(), dtype=float)


def run(entry, args, seed):
    with tempfile.TemporaryDirectory() as place:
        command = [chad_run, program, f"--entry={entry}", "--full", "--target=cuda-emulated"]
        for i, arg in enumerate(args):
            path = os.path.join(place, f"{i}.npy")
            np.save(path, arg)
            command.append(f"--arg={path if np.ndim(arg) else arg}")
        environment = dict(os.environ, CHAD_EMULATED_ORDER=str(seed))
        done = subprocess.run(command + options, capture_output=True, text=True, env=environment)
    if done.returncode or done.stderr:
        sys.exit(done.stderr)
    return [numbers(part) for part in re.split(r"\S*tensor<[^>]*>+|\bf64\b", done.stdout)[1:]]


def check(what, entry, args, expected, tolerance):
    first = run(entry, args, 0)
    for result, value in zip(first, expected, strict=True):
        error = np.abs(result - np.ravel(value)).max(initial=0)
        if not error <= tolerance:
            sys.exit(f"{what}: wrong by {error}")
    if not options:
        for seed in (1, 2) if np.size(args[0]) + np.size(args[1]) < 20000 else (1,):
            for one, other in zip(first, run(entry, args, seed), strict=True):
                if not np.array_equal(one, other):
                    sys.exit(f"{what}: the order of blocks and threads changes the result")
    print(what, "agrees")


for n, bins in [(0, 3), (5, 1), (1000, 7), (3000, 600), (20, 17000)]:
    indices = random.integers(-2, bins + 2, n)
    inside = (indices >= 0) & (indices < bins)
    xs = random.standard_normal(n)
    sums, last, counts = np.zeros(bins), np.full(bins, -1), np.zeros(bins)
    np.add.at(sums, indices[inside], xs[inside])
    last[indices[inside]] = np.arange(n)[inside]
    np.add.at(counts, indices[inside], 1)
    what = f"{n} into {bins}"
    check(f"sums of {what}", "sums", [bins, indices.astype("i4"), xs], [sums], 1e-12)
    check(f"last of {what}", "last", [bins, indices, np.arange(n)], [last, counts], 0)
    ys = random.integers(-5, 6, n)
    total = np.zeros(bins)
    np.add.at(total, indices[inside], ys[inside])
    check(f"counts of {what}", "counts", [bins, indices, ys, ys.astype("i4")], [total, total], 0)
    rows, acc = random.standard_normal((n, 3)), random.standard_normal((bins, 3))
    indices = np.clip(indices, 0, bins - 1)
    added = acc.copy()
    np.add.at(added, indices, rows)
    check(f"rows of {what}", "rows", [indices, rows, acc], [added], 1e-12)
    cubes, added = random.standard_normal((n, 2, 2)).astype("f4"), np.zeros((bins, 2, 2))
    np.add.at(added, indices, cubes)
    args = [indices.astype("i4")[None], cubes[None], bins]
    check(f"cubes of {what}", "cubes", args, [added], 1e-3)

# Many updates of many bins are sorted: over all bins, and all but a few in one.
for n, bins, spread in [(30000, 300000, 1), (32768, 262145, 0.01)]:
    indices = random.integers(-2, bins + 2, n)
    indices[random.random(n) > spread] = bins // 2
    inside = (indices >= 0) & (indices < bins)
    what = f"{n} into {bins}"
    if spread == 1:
        xs, sums = random.standard_normal(n), np.zeros(bins)
        np.add.at(sums, indices[inside], xs[inside])
        check(f"sums of {what}", "sums", [bins, indices.astype("i4"), xs], [sums], 1e-12)
    else:
        last, counts = np.full(bins, -1), np.zeros(bins)
        last[indices[inside]] = np.arange(n)[inside]
        np.add.at(counts, indices[inside], 1)
        check(f"last of {what}", "last", [bins, indices, np.arange(n)], [last, counts], 0)

n, bins = 24000, 80000
indices, rows = random.integers(0, bins, n), random.standard_normal((n, 3))
acc = random.standard_normal((bins, 3))
added = acc.copy()
np.add.at(added, indices, rows)
check(f"rows of {n} into {bins}", "rows", [indices, rows, acc], [added], 1e-12)

n, bins = 16384, 65537
indices = np.where(random.random(n) > 0.01, bins // 2, random.integers(0, bins, n)).astype("i4")
cubes, added = random.standard_normal((n, 2, 2)).astype("f4"), np.zeros((bins, 2, 2))
np.add.at(added, indices, cubes)
args = [indices.reshape(64, -1), cubes.reshape(64, -1, 2, 2), bins]
check(f"cubes of {n} into {bins}", "cubes", args, [added], 1e-2)
