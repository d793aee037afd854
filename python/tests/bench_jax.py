"""Times values and gradients of models in JAX, by JAX and by this package, on one core.

taskset -c 0 python bench_jax.py
"""

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import time

import jax
import jax.numpy as jnp
import numpy as np
import test_jax as models

import chad
import chad.jax

rng = np.random.default_rng(0)


def floats(*shape, scale=1.0):
    return scale * rng.normal(size=shape)


H, D, E, F = 4, 16, 64, 256
BLOCK = {
    **{name: floats(E) for name in ("g1", "s1", "g2", "s2", "b2")},
    **{name: floats(E, H, D) for name in ("wq", "wk", "wv")},
    "wo": floats(H, D, E), "w1": floats(E, F), "b1": floats(F), "w2": floats(F, E),
}  # fmt: skip
MODELS = {
    "mlp": (models.mlp, [(floats(m, n), floats(n)) for m, n in ((64, 128), (128, 128), (128, 10))],
            floats(256, 64), rng.integers(0, 10, 256)),
    "transformer_block": (lambda p, x: jnp.sum(models.transformer_block(p, x) ** 2), BLOCK, floats(4, 32, E)),
    "conv_net": (lambda p, x: jnp.sum(models.conv_net(p, x) ** 2),
                 {"k": floats(3, 3, 8, 16), "b": floats(16), "w": floats(4096, 10, scale=0.01)},
                 floats(8, 32, 32, 8)),
    "rnn": (models.rnn, {"w": floats(16, 32, scale=0.2), "u": floats(32, 32, scale=0.2), "b": floats(32)},
            floats(100, 16)),
    "gmm": (models.gmm, floats(10), floats(10, 4), floats(10, 10), floats(1000, 4)),
}  # fmt: skip


def seconds(function, count=50):
    """The best of some runs."""
    best = float("inf")
    for _ in range(count):
        start = time.perf_counter()
        jax.block_until_ready(function())
        best = min(best, time.perf_counter() - start)
    return best


def first(function, args):
    start = time.perf_counter()
    value, _ = jax.block_until_ready(function(*args))
    return float(value), time.perf_counter() - start


def main():
    print(f"{'':18} {'jax':>9} {'chad':>9} {'in jit':>9}      compiled: jax, chad", flush=True)
    for name, (model, *args) in MODELS.items():
        by_chad = chad.value_and_grad(chad.jax.from_jax(model))
        by_jax = jax.jit(jax.value_and_grad(model))
        both = jax.jit(chad.jax.value_and_grad(model))
        mine, own_compile = first(by_chad, args)
        other, jax_compile = first(by_jax, args)
        assert abs(mine - other) <= 1e-10 * abs(other)
        arrays = jax.tree.map(jnp.asarray, args)
        both(*arrays)
        times = [
            seconds(lambda: by_jax(*arrays)),
            seconds(lambda: by_chad(*args)),
            seconds(lambda: both(*arrays)),
        ]
        row = " ".join(f"{1e6 * t:7.0f}us" for t in times)
        print(
            f"{name:18} {row} {times[0] / times[2]:5.2f}x  {jax_compile:.2f} s, {own_compile:.2f} s", flush=True
        )


if __name__ == "__main__":
    main()
