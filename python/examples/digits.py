"""Trains a small network to read handwritten digits.

The data are the 1797 digits of 8×8 pixels that scikit-learn carries (Alpaydın & Kaynak 1998). Adam goes down the
compiled gradient of the cross-entropy, in batches; the figure shows the loss, and what is read wrongly.

    python digits.py [figure.png]
"""

from __future__ import annotations

import sys

import numpy as np
from sklearn.datasets import load_digits

import chad
import chad.numpy as cnp


def logits(params, x):
    (w1, b1), (w2, b2) = params
    return np.maximum(x @ w1 + b1, 0.0) @ w2 + b2


def loss(params, x, labels):
    z = logits(params, x)
    right = np.sum(np.where(labels[:, None] == np.arange(10), z, 0.0), axis=1)
    return np.mean(cnp.logsumexp(z, axis=1) - right)


def train(x, labels, epochs=15, batch=50, rate=5e-3, seed=0):
    """The parameters after so many epochs, and the mean loss of each."""
    rng = np.random.default_rng(seed)
    shapes = (64, 32), (32, 10)
    params = [(rng.normal(size=s) / np.sqrt(s[0]), np.zeros(s[1])) for s in shapes]
    gradient = chad.value_and_grad(loss)
    first, second = (chad.tree.map(np.zeros_like, params) for _ in range(2))
    losses, step = [], 0
    for epoch in range(epochs):
        order, total = rng.permutation(len(x)), 0.0
        for start in range(0, len(x) - batch + 1, batch):
            chosen = order[start : start + batch]
            value, slope = gradient(params, x[chosen], labels[chosen])
            total, step = total + value, step + 1
            first = chad.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
            second = chad.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
            scale = rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            params = chad.tree.map(lambda p, m, v: p - scale * m / (np.sqrt(v) + 1e-8), params, first, second)
        losses.append(total / (len(x) // batch))
        print(f"epoch {epoch + 1:2} of {epochs}: loss {losses[-1]:.4f}", flush=True)
    return params, losses


def main(path: str = "") -> None:
    digits = load_digits()
    order = np.random.default_rng(1).permutation(len(digits.target))
    x, labels, images = (a[order] for a in (digits.data / 16.0, digits.target.astype(np.int64), digits.images))
    params, losses = train(x[:1400], labels[:1400])
    read = logits(params, x[1400:]).argmax(axis=1)
    accuracy = np.mean(read == labels[1400:])
    print(f"{accuracy:.1%} of 397 digits that it has not seen are read rightly")
    assert accuracy > 0.95
    if path:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(3, 6, figsize=(9, 4.5))
        curve = figure.add_subplot(1, 2, 1)
        curve.semilogy(range(1, len(losses) + 1), losses, ".-k")
        curve.set(xlabel="epoch", ylabel="cross-entropy")
        wrong = iter(np.flatnonzero(read != labels[1400:]))
        for i, cell in enumerate(axes.flat):
            cell.set_axis_off()
            k = next(wrong, None) if i % 6 >= 3 else None
            if k is not None:
                cell.imshow(-images[1400 + k], cmap="gray")
                cell.set_title(f"{labels[1400 + k]} as {read[k]}", fontsize=9)
        figure.tight_layout()
        figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
