"""Trains a small network to tell two spirals apart.

The parameters are a list of pairs of arrays, and so is the gradient. The figure shows what the
network has learned.

    python spirals.py [figure.png]
"""

from __future__ import annotations

import sys

import numpy as np

import chad


def spirals(count, rng):
    turn = np.sqrt(rng.random(count)) * 3 * np.pi
    side = rng.integers(0, 2, count)
    angle = turn + np.pi * side
    points = np.stack([turn * np.cos(angle), turn * np.sin(angle)], 1) / 10
    return points + 0.02 * rng.standard_normal(points.shape), side.astype(float)


def network(params, x):
    for w, b in params[:-1]:
        x = np.tanh(x @ w + b)
    w, b = params[-1]
    return (x @ w + b)[:, 0]


def loss(params, x, labels):
    """The cross-entropy, log(1 + e^z) - label z, written so that nothing overflows."""
    z = network(params, x)
    return np.mean(np.maximum(z, 0) - labels * z + np.log1p(np.exp(-np.abs(z))))


def main(path: str = "") -> None:
    rng = np.random.default_rng(1)
    sizes = [2, 32, 32, 1]
    params = [(rng.standard_normal((m, n)) * np.sqrt(2 / m), np.zeros(n)) for m, n in zip(sizes, sizes[1:])]
    points, labels = spirals(1000, rng)
    gradient = chad.value_and_grad(loss)
    leaves, structure = chad.tree.flatten(params)
    moments = [(np.zeros_like(leaf), np.zeros_like(leaf)) for leaf in leaves]
    for i in range(1, 2001):
        value, by = gradient(params, points, labels)
        for leaf, g, (m, v) in zip(leaves, chad.tree.leaves(by), moments):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            leaf -= 0.01 * (m / (1 - 0.9**i)) / (np.sqrt(v / (1 - 0.999**i)) + 1e-8)
        params = chad.tree.unflatten(structure, leaves)
        if i % 400 == 0:
            print(f"step {i:5}  loss {value:.5f}", flush=True)
    test, expected = spirals(1000, rng)
    right = np.mean((chad.jit(network)(params, test) > 0) == (expected > 0.5))
    print(f"{100 * right:.1f} % of new points are right")
    assert right > 0.95
    if path:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        x, y = np.meshgrid(np.linspace(-1.1, 1.1, 200), np.linspace(-1.1, 1.1, 200))
        z = chad.jit(network)(params, np.stack([x.ravel(), y.ravel()], 1)).reshape(x.shape)
        figure, axes = plt.subplots(figsize=(4, 4))
        axes.contourf(x, y, np.tanh(z), 20, cmap="RdBu")
        axes.scatter(*points.T, c=labels, s=3, cmap="RdBu_r")
        axes.set_axis_off()
        figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
