# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements at indices that wrap around the ends of an array, with gradients, beside numpy's `roll`."""

import numpy as np
import pytest

import chad


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 16, 41])
def test_shifts(n, dtype):
    rng = np.random.default_rng(n)
    x, w = rng.normal(size=n).astype(dtype), rng.normal(size=n).astype(dtype)
    for shift in (0, 1, n - 1, n, n + 1, 2 * n + 3, -1, -n - 2):

        def f(x, w, shift=shift):
            y = chad.build(lambda i: x[(i + shift) % n] * x[i] * w[(i + n - 1) % n], n)
            return chad.reduce(lambda a, b: a + b, y, dtype(0))

        value, (dx, dw) = chad.jit(chad.value_and_grad(f, argnums=(0, 1)))(x, w)
        moved, weights = np.roll(x, -shift), np.roll(w, 1)
        tolerance = 1e-5 if dtype == np.float32 else 1e-12
        np.testing.assert_allclose(value, (moved * x * weights).sum(), rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(
            dx, moved * weights + np.roll(x * weights, shift), rtol=tolerance, atol=tolerance
        )
        np.testing.assert_allclose(dw, np.roll(moved * x, -1), rtol=tolerance, atol=tolerance)
        assert dx.dtype == dtype


@pytest.mark.parametrize("n", [1, 5, 33])
def test_steps(n):
    """A loop of steps, each of which reads both neighbours of each element."""
    u = np.random.default_rng(0).normal(size=n)

    def f(u):
        def step(u, _):
            return chad.build(lambda i: u[i] + (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n]) / 3, n), None

        return chad.fold(step, u, np.zeros(4))[0]

    expected = u
    matrix = np.eye(n) + (np.roll(np.eye(n), 1, 0) - 2 * np.eye(n) + np.roll(np.eye(n), -1, 0)) / 3
    for _ in range(4):
        expected = matrix @ expected
    np.testing.assert_allclose(chad.jit(f)(u), expected, rtol=1e-12, atol=1e-12)
    gradient = chad.jit(chad.grad(lambda u: chad.reduce(lambda a, b: a + b, f(u), 0.0)))(u)
    np.testing.assert_allclose(
        gradient, np.linalg.matrix_power(matrix, 4).T @ np.ones(n), rtol=1e-12, atol=1e-12
    )
