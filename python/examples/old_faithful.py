"""Fits a mixture of two normal distributions to the eruptions of Old Faithful.

The data are the 272 eruptions of R's data set `faithful` (Azzalini & Bowman 1990). scipy's
L-BFGS climbs the log-likelihood by its compiled gradient; the figure shows densities and data.

    python old_faithful.py [figure.png]
"""

from __future__ import annotations

import pathlib
import sys

import numpy as np

import chad
import chad.numpy as cnp

DATA = pathlib.Path(__file__).resolve().parents[2] / "test/Integration/Inputs/faithful.npy"


def log_densities(p, points):
    """log (weight × density) of each component at each point.

    The root of the inverse covariance has the diagonal exp(diagonal), and `below` under it.
    """
    centred = points[:, None] - p["means"]
    first = np.exp(p["diagonal"][:, 0]) * centred[..., 0]
    second = p["below"] * centred[..., 0] + np.exp(p["diagonal"][:, 1]) * centred[..., 1]
    weights = p["weights"] - cnp.logsumexp(p["weights"])
    return weights + np.sum(p["diagonal"], axis=1) - 0.5 * (first**2 + second**2) - np.log(2 * np.pi)


def loss(p, points):
    return -np.mean(cnp.logsumexp(log_densities(p, points), axis=1))


def fit(points):
    from scipy.optimize import minimize

    start = {
        "weights": np.zeros(2),
        "means": np.array([[2.0, 55], [4, 80]]),
        "diagonal": np.array([[1.0, -2], [1, -2]]),
        "below": np.zeros(2),
    }
    leaves, structure = chad.tree.flatten(start)
    sizes = np.cumsum([leaf.size for leaf in leaves])[:-1]

    def unpack(x):
        return chad.tree.unflatten(
            structure, [part.reshape(leaf.shape) for part, leaf in zip(np.split(x, sizes), leaves)]
        )

    gradient = chad.value_and_grad(lambda x, points: loss(unpack(x), points))
    x = np.concatenate([leaf.ravel() for leaf in leaves])
    result = minimize(gradient, x, args=(points,), jac=True, method="L-BFGS-B")
    return unpack(result.x), -result.fun * len(points), result.nit


def main(path: str = "") -> None:
    points = np.load(DATA)
    p, likelihood, steps = fit(points)
    weights = np.exp(p["weights"]) / np.exp(p["weights"]).sum()
    print(f"log-likelihood {likelihood:.6f} after {steps} steps")
    print("weights", weights.round(4), "means", p["means"].round(3).tolist())
    # As found by others: -1130.26.
    assert abs(likelihood + 1130.2640) < 1e-3
    if path:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        x, y = np.meshgrid(np.linspace(1, 6, 200), np.linspace(35, 105, 200))
        grid = np.stack([x.ravel(), y.ravel()], 1)
        density = chad.jit(lambda p, g: np.exp(cnp.logsumexp(log_densities(p, g), axis=1)))(p, grid)
        figure, axes = plt.subplots(figsize=(6, 4))
        axes.contour(x, y, density.reshape(x.shape), 8, cmap="viridis")
        axes.plot(*points.T, ".k", markersize=3)
        axes.set(xlabel="eruption, minutes", ylabel="waiting, minutes")
        figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
