"""Compares the column of JAX in the table of docs/Peers.md with JAX: jax_points.py REPOSITORY"""
import os
import pathlib
import re
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

POINTS = {
    "`abs` at 0": lambda: jax.grad(jnp.abs)(0.0),
    "a tie of `max`": lambda: jax.grad(jnp.maximum)(1.0, 1.0),
    "`sqrt` at 0, cotangent 0": lambda: jax.vjp(jnp.sqrt, 0.0)[1](0.0)[0],
}
WORDS = {"half each": 0.5, "not a number": float("nan")}


def main():
    text = (pathlib.Path(sys.argv[1]) / "docs/Peers.md").read_text(encoding="utf-8")
    for point, compute in POINTS.items():
        said = re.search(rf"^\| {re.escape(point)} \| [^|]* \| ([^|]*) \|", text, re.M)[1]
        wanted, found = WORDS.get(said, said), compute()
        assert str(float(wanted)) == str(float(found)), (point, said, found)
    try:
        jax.grad(lambda x: jax.lax.while_loop(lambda s: s < 3, lambda s: s * 2, x))(1.0)
    except ValueError:
        print(f"{len(POINTS)} points, and no reverse mode of while_loop")


if __name__ == "__main__":
    main()
