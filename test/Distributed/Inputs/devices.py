"""The gradient of a function of JAX on two devices, by jax.shard_map: python devices.py

Without accelerators, the devices are parts of this process.
"""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=2"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import chad.jax  # noqa: E402
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, PartitionSpec  # noqa: E402

jax.config.update("jax_enable_x64", True)


def loss(params, xs, ys):
    """A loss that is a sum over rows, so that the loss of all rows is the sum over devices."""
    hidden = jnp.tanh(xs @ params["w"] + params["b"])
    return jnp.sum((hidden @ params["v"] - ys) ** 2)


def main():
    rng = np.random.default_rng(0)
    xs, ys = rng.normal(size=(100, 3)), rng.normal(size=100)
    params = {"w": rng.normal(size=(3, 8)), "b": np.zeros(8), "v": rng.normal(size=8)}
    mesh = Mesh(np.array(jax.devices()), ("rows",))
    by_chad = chad.jax.value_and_grad(loss)

    def step(params, xs, ys):
        return jax.lax.psum(by_chad(params, xs, ys), "rows")

    replicated, divided = PartitionSpec(), PartitionSpec("rows")
    step = jax.jit(jax.shard_map(step, mesh=mesh, in_specs=(replicated, divided, divided), out_specs=replicated,
                                 check_vma=False))
    value, gradient = step(params, xs, ys)
    expected_value, expected = jax.value_and_grad(loss)(params, xs, ys)
    np.testing.assert_allclose(value, expected_value, rtol=1e-12)
    for name in params:
        np.testing.assert_allclose(gradient[name], expected[name], rtol=1e-10, atol=1e-12)
    print(f"{len(jax.devices())} devices: loss {value:.6f}, as on one")


if __name__ == "__main__":
    main()
