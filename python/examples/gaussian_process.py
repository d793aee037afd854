# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits a Gaussian process to noisy samples of a function, and shows what it predicts.

The likelihood of the samples is a Cholesky factorization of their covariance; scipy's minimize follows its
gradient by the length, the height and the noise. The figure shows the mean and two standard deviations.

    python gaussian_process.py [figure.png]
"""

from __future__ import annotations

import sys

import numpy as np
import scipy.optimize

import chad
import chad.numpy as cnp


def covariance(logs, x, y):
    length, height = np.exp(logs[0]), np.exp(logs[1])
    return height * np.exp(-((x[:, None] - y) ** 2) / (2 * length**2))


def factor(logs, x):
    return np.linalg.cholesky(covariance(logs, x, x) + np.exp(logs[2]) * np.eye(len(x)))


def loss(logs, x, y):
    """The negative logarithm of the likelihood, but for a constant."""
    root = factor(logs, x)
    white = cnp.linalg.solve_triangular(root, y, lower=True)
    return np.sum(white**2) / 2 + np.sum(np.log(np.diagonal(root)))


@chad.jit
def predict(logs, x, y, at):
    """The mean and the standard deviation at other places."""
    root = factor(logs, x)
    white = cnp.linalg.solve_triangular(root, y, lower=True)
    across = cnp.linalg.solve_triangular(root, covariance(logs, x, at), lower=True)
    return across.T @ white, np.sqrt(np.exp(logs[1]) - np.sum(across**2, axis=0))


def main(path: str = "") -> None:
    rng = np.random.default_rng(0)
    truth = lambda x: np.sin(x) + x / 5
    x = np.sort(rng.uniform(0, 10, 60))
    y = truth(x) + 0.1 * rng.normal(size=60)
    found = scipy.optimize.minimize(
        chad.value_and_grad(loss),
        np.zeros(3),
        args=(x, y),
        jac=True,
        callback=lambda logs: print("length, height, noise", np.exp(logs).round(4), flush=True),
    )
    at = np.linspace(0, 10, 200)
    mean, deviation = predict(found.x, x, y, at)
    assert np.abs(mean - truth(at)).max() < 0.25 and abs(np.exp(found.x[2]) ** 0.5 - 0.1) < 0.02
    if path:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(6, 3.5))
        axes.fill_between(at, mean - 2 * deviation, mean + 2 * deviation, alpha=0.3, label="two deviations")
        axes.plot(at, mean, label="mean")
        axes.plot(x, y, "k.", markersize=4, label="samples")
        axes.legend()
        figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
