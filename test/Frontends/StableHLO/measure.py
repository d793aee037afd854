#!/usr/bin/env python3
"""Prints how long the models and their gradients take, here and in JAX, as a table for Markdown.

    build/venv/bin/python test/Frontends/StableHLO/measure.py [ROUNDS]

Both have one thread. Of each the least time of some rounds counts; that of JAX has its dispatch in it.
"""
import os
import sys
import time

os.environ["JAX_ENABLE_X64"] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax  # noqa: E402
import numpy as np  # noqa: E402

import models  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, ".."))
from timing import measure  # noqa: E402


def measure_jax(function, args, rounds):
    function = jax.jit(function)
    args = [jax.numpy.asarray(a) for a in args]
    jax.block_until_ready(function(*args))
    best = float("inf")
    for _ in range(rounds * 20):
        start = time.perf_counter()
        for _ in range(20):
            result = function(*args)
        jax.block_until_ready(result)
        best = min(best, (time.perf_counter() - start) / 20)
    return best


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print("| model | value, µs | JAX | value and gradient, µs | JAX |\n|---|---|---|---|---|")
    for name, make in models.MODELS.items():
        function, args = make(np.random.default_rng(0))
        args = [np.asarray(a) for a in args]
        floats = tuple(i for i, a in enumerate(args) if a.dtype.kind == "f")
        path = os.path.join(HERE, "Models", name + ".mlir")
        times = [measure(path, name, args, [], rounds), measure_jax(function, args, rounds),
                 measure(path, name, args, ["--grad"], rounds),
                 measure_jax(jax.value_and_grad(function, argnums=floats), args, rounds)]
        print(f"| `{name}` | " + " | ".join(f"{t * 1e6:.3g}" for t in times) + " |", flush=True)


if __name__ == "__main__":
    main()
