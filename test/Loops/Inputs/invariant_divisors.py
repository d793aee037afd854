# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients by a number that no iteration changes, beside those of numpy's divisions.

    invariant_divisors.py CHAD_RUN

Dividends and divisors of all sizes, special values among them; f64 and f32, dynamic and static extents, and those of 0 and 1."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

PROGRAM = """
func.func @main(%xs: tensor<{n}x{type}>, %ss: tensor<{m}x{type}>) -> tensor<{m}x{n}x{type}> {{
  %r = chad.map (%s in %ss : tensor<{m}x{type}>) -> tensor<{m}x{n}x{type}> {{
    %row = chad.map (%x in %xs : tensor<{n}x{type}>) -> tensor<{n}x{type}> {{
      %q = arith.divf %x, %s : {type}
      chad.yield %q : {type}
    }}
    chad.yield %row : tensor<{n}x{type}>
  }}
  return %r : tensor<{m}x{n}x{type}>
}}
"""


def special(dtype):
    info = np.finfo(dtype)
    tiny, least, most = float(info.tiny), float(info.smallest_subnormal), float(info.max)
    sizes = [0, least, 3 * least, tiny / 2, tiny, most, most / 3, np.inf, np.nan, 1, 3, 7, 0.1, 2**-100, 2**100]
    near = [np.nextafter(dtype(1), dtype(0)), np.nextafter(dtype(1), dtype(2)), np.nextafter(dtype(2), dtype(0))]
    exponents = (-128, 128, 256, -32, 32, 84)
    with np.errstate(over="ignore"):
        scaled = [float(dtype(2.0**e)) * f for e in exponents for f in (0.75, 1, 1.5)]
        numbers = np.array([*sizes, *near, *scaled], dtype)
    return np.concatenate([numbers, -numbers])


def numbers(rng, dtype, count):
    """Half of any size, half near 1."""
    bits = np.dtype(f"i{np.dtype(dtype).itemsize}")
    anything = rng.integers(np.iinfo(bits).min, np.iinfo(bits).max, count, bits).view(dtype)
    return np.concatenate([anything, 1 + rng.random(count).astype(dtype)])


def run(chad_run, dtype, xs, ss, static, options=()):
    kind = {np.float64: "f64", np.float32: "f32"}[dtype]
    n, m = (len(xs), len(ss)) if static else ("?", "?")
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        (where / "p.mlir").write_text(PROGRAM.format(n=n, m=m, type=kind))
        np.save(where / "x.npy", xs)
        np.save(where / "s.npy", ss)
        subprocess.run([chad_run, where / "p.mlir", f"--arg={where}/x.npy", f"--arg={where}/s.npy", *options,
                        f"--out={where}/r.npy"], check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        return np.load(where / "r.npy")


def check(found, xs, ss):
    with np.errstate(all="ignore"):
        expected = xs[None] / ss[:, None]
    assert found.shape == expected.shape and found.dtype == expected.dtype
    assert (np.isnan(found) == np.isnan(expected)).all()
    is_number = ~np.isnan(expected)
    found, expected = found[is_number], expected[is_number]
    assert (np.signbit(found) == np.signbit(expected)).all()
    bits = np.dtype(f"i{found.dtype.itemsize}")
    ulps = np.abs(np.abs(found).view(bits) - np.abs(expected).view(bits))
    assert ulps.max(initial=0) <= 1, ulps.max()
    normal = np.abs(expected) > np.finfo(found.dtype).tiny * 2.0 ** (np.finfo(found.dtype).nmant + 2)
    assert (ulps[normal] != 0).sum() <= ulps.size * 1e-3


def main():
    chad_run = sys.argv[1]
    rng = np.random.default_rng(0)
    for dtype in (np.float64, np.float32):
        xs = np.concatenate([special(dtype), numbers(rng, dtype, 500)])
        ss = np.concatenate([special(dtype), numbers(rng, dtype, 100)])
        for static in (False, True):
            check(run(chad_run, dtype, xs, ss, static), xs, ss)
        check(run(chad_run, dtype, xs, ss, False, ["--threads=2", "--thread-grain=1"]), xs, ss)
        same = run(chad_run, dtype, ss, ss, False).diagonal()
        assert (same[np.isfinite(ss) & (ss != 0)] == 1).all()
        for n in (0, 1):
            check(run(chad_run, dtype, xs[:n], ss[:3], False), xs[:n], ss[:3])
            check(run(chad_run, dtype, xs, ss[:n], True), xs, ss[:n])
    print("right")


main()
