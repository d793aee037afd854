#!/usr/bin/env python3
"""Prints how long the models and their gradients take, here and in JAX, and how much memory, as a table
for Markdown.

    build/venv/bin/python test/Frontends/StableHLO/measure.py [ROUNDS]

Both run on one thread. A time is the minimum over some rounds; that of JAX includes the dispatch. Memory is the
largest number of bytes of arrays at one time, with the results and without the arguments; for JAX, it is XLA's
statistics of temporary arrays and results.
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
sys.path.insert(0, os.path.dirname(HERE))

from measure_program import bytes_of, measure  # noqa: E402


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


def jax_bytes(function, args):
    memory = jax.jit(function).lower(*args).compile().memory_analysis()
    return memory.temp_size_in_bytes + memory.output_size_in_bytes


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print("| model | value, µs | JAX | value and gradient, µs | JAX | arguments, bytes | value and gradient, bytes "
          "| JAX |\n|---|---|---|---|---|---|---|---|")
    for name, make in models.MODELS.items():
        function, args = make(np.random.default_rng(0))
        args = [np.asarray(a) for a in args]
        floats = tuple(i for i, a in enumerate(args) if a.dtype.kind == "f")
        path = os.path.join(HERE, "Models", name + ".mlir")
        derivative = jax.value_and_grad(function, argnums=floats)
        gradient, space = measure(path, name, args, ["--grad"], rounds)
        times = [measure(path, name, args, [], rounds)[0], measure_jax(function, args, rounds),
                 gradient, measure_jax(derivative, args, rounds)]
        print(f"| `{name}` | " + " | ".join(f"{t * 1e6:.3g}" for t in times)
              + f" | {bytes_of(args)} | {space} | {jax_bytes(derivative, args)} |", flush=True)


if __name__ == "__main__":
    main()
