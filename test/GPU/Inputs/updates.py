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
        for seed in (1, 2):
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
