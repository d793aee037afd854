# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times values and gradients of models in plain form by this package, and of the same models by JAX: one core, f64 or f32.

    taskset -c 0 python bench_plain_programs.py [--f32] [MODEL...]

Each time is the minimum over runs of half a second; a ratio above 1 says that this package is faster. Models are compiled with checks
of indices, as is the default. The exit code is 1 where a gradient is wrong.
"""

from __future__ import annotations

import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import numpy as np

jax.config.update("jax_enable_x64", True)
from plain_programs import PROGRAMS

import chad


def best(run, seconds=0.5):
    """The minimum of the seconds of a run."""
    run()
    least, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end or least == float("inf"):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return least


def distance(found, expected):
    """The largest difference of two trees of arrays, relative to the largest number of each array."""
    pairs = zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True)
    return max(float(np.max(np.abs(a - b), initial=0) / (np.max(np.abs(b), initial=0) or 1)) for a, b in pairs)


def main():
    is_short = "--f32" in sys.argv
    names = [n for n in sys.argv[1:] if not n.startswith("-")] or list(PROGRAMS)
    print(
        f"{'':11}{'value':>8}{'JAX':>8}{'ratio':>7}{'grad':>9}{'JAX':>8}{'ratio':>7}{'grad/value':>11}   ms",
        flush=True,
    )
    right = True
    for name in names:
        args, by, mine, other = PROGRAMS[name]
        if is_short:
            args = [np.float32(a) if np.asarray(a).dtype == np.float64 else a for a in args]
        there = [jax.numpy.asarray(a) for a in args]
        value, gradient = chad.jit(mine), chad.jit(chad.value_and_grad(mine, argnums=by))
        values, gradients = jax.jit(other), jax.jit(jax.value_and_grad(other, argnums=by))
        is_near = distance(gradient(*args), gradients(*there)) < (1e-3 if is_short else 1e-10)
        right &= is_near
        v, g = best(lambda: value(*args)), best(lambda: gradient(*args))
        jv = best(lambda: jax.block_until_ready(values(*there)))
        jg = best(lambda: jax.block_until_ready(gradients(*there)))
        print(f"{name:11}{v * 1e3:8.3f}{jv * 1e3:8.3f}{jv / v:7.2f}{g * 1e3:9.3f}{jg * 1e3:8.3f}{jg / g:7.2f}{g / v:11.2f}"
              + ("" if is_near else "  WRONG"), flush=True)  # fmt: skip
    sys.exit(not right)


if __name__ == "__main__":
    main()
