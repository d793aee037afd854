"""Finds the rates of a predator-prey system from noisy counts.

A Runge-Kutta method of fourth order is a `chad.fold` over the time steps, and its gradient goes
back through it. Adam, in numpy, does the rest; the figure shows counts and curves.

    python lotka_volterra.py [figure.png]
"""

from __future__ import annotations

import sys

import numpy as np

import chad

STEPS, DT = 200, 0.1
TRUE = np.array([1.1, 0.4, 0.1, 0.4])


def flow(state, rates):
    prey, predators = state
    a, b, c, d = rates
    return np.stack([a * prey - b * prey * predators, c * prey * predators - d * predators])


def simulate(rates, start):
    """The states after each step, STEPS × 2."""

    def step(state, _):
        k1 = flow(state, rates)
        k2 = flow(state + DT / 2 * k1, rates)
        k3 = flow(state + DT / 2 * k2, rates)
        k4 = flow(state + DT * k3, rates)
        state = state + DT / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return state, state

    return chad.fold(step, start, np.zeros(STEPS))[1]


def loss(log_rates, start, counts):
    return np.mean((np.log(simulate(np.exp(log_rates), start)) - np.log(counts)) ** 2)


def main(path: str = "") -> None:
    start = np.array([10.0, 5.0])
    rng = np.random.default_rng(0)
    curves = chad.jit(simulate)(TRUE, start)
    counts = curves * np.exp(0.05 * rng.standard_normal(curves.shape))
    gradient = chad.value_and_grad(loss)
    x = np.log(np.array([1.0, 0.45, 0.12, 0.45]))
    m, v = np.zeros(4), np.zeros(4)
    for i in range(1, 1501):
        value, g = gradient(x, start, counts)
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        x = x - 0.01 * (m / (1 - 0.9**i)) / (np.sqrt(v / (1 - 0.999**i)) + 1e-8)
        if i % 250 == 0:
            print(f"step {i:5}  loss {value:.6f}  rates {np.exp(x).round(4)}", flush=True)
    assert np.abs(np.exp(x) / TRUE - 1).max() < 0.03
    if path:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        times = DT * np.arange(1, STEPS + 1)
        figure, axes = plt.subplots(figsize=(6, 3.5))
        found = chad.jit(simulate)(np.exp(x), start)
        for k, name in enumerate(("prey", "predators")):
            (dots,) = axes.plot(times, counts[:, k], ".", markersize=3)
            axes.plot(times, found[:, k], color=dots.get_color(), label=name)
        axes.set(xlabel="time", ylabel="count")
        axes.legend()
        figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
