# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factors, eigenvalues and singular values of matrices that are cut into blocks, or are special, against JAX and numpy."""

import jax
import numpy as np
import pytest
from jax import lax
from test_jax import close, floats

import chad
import chad.jax as cj

jnp, jsp = jax.numpy, jax.scipy

#: One row more than what is not cut into blocks.
N = 65
M = floats(N, N)
POSITIVE = M @ M.T + N * np.eye(N)
T = np.tril(M) / N + np.eye(N)
SPLIT = np.block([[floats(3, 3), np.zeros((3, 2))], [np.zeros((2, 5))]])


def run(function, *args):
    return chad.jit(cj.from_jax(function))(*args)


def with_gradients(function, *args):
    """The value and the gradient of a weighted sum of the results, in one program."""
    loss = lambda *a: sum(jnp.sum(jnp.sin(o + 0.3) * o) for o in jax.tree.leaves(function(*a)))
    by = tuple(range(len(args)))
    close(
        chad.jit(chad.value_and_grad(cj.from_jax(loss), by))(*args),
        jax.jit(jax.value_and_grad(loss, by))(*args),
    )


LARGE = {
    "cholesky": (jnp.linalg.cholesky, POSITIVE),
    "triangular_solve": (
        lambda t, b: lax.linalg.triangular_solve(t, b, left_side=False, lower=True, transpose_a=True), T, floats(3, N)),
    "upper system": (lambda t, b: jsp.linalg.solve_triangular(t, b, trans=1, lower=True), T, floats(N)),
    "lu": (lambda a: jsp.linalg.lu(a)[1:], M + 9 * np.eye(N)),
    "solve": (jnp.linalg.solve, M + 9 * np.eye(N), floats(N, 2)),
    "batches": (lambda a, b: jsp.linalg.solve_triangular(a, b, lower=True), np.stack([T, T + np.eye(N)]), floats(2, N, 2)),
    "qr": (jnp.linalg.qr, floats(N + 4, N)),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_large_matrices(name):
    function, *args = LARGE[name]
    with_gradients(function, *args)


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_factors_of_small_and_large_elements(scale):
    """Their squares are zero, or infinite."""
    a = scale * floats(5, 3)
    factors = run(lambda a: (*jnp.linalg.qr(a), jnp.linalg.svd(a, compute_uv=False)), a)
    close([f / scale for f in factors[1:]], [f / scale for f in (np.linalg.qr(a)[1], np.linalg.svdvals(a))])
    close(factors[0], np.linalg.qr(a)[0])


def test_second_derivatives():
    f = lambda a: jnp.sum(jnp.linalg.cholesky(a)[-1] ** 2)
    v = floats(N, N)
    v = v + v.T
    close(chad.hvp(cj.from_jax(f), (POSITIVE,), (v,)), jax.jvp(jax.grad(f), (POSITIVE,), (v,))[1])


def test_values_of_f32():
    a = POSITIVE.astype(np.float32)
    factor, (lower_upper, pivots, order) = run(lambda a: (jnp.linalg.cholesky(a), lax.linalg.lu(a)), a)
    assert factor.dtype == lower_upper.dtype == np.float32
    np.testing.assert_allclose(factor @ factor.T, a, atol=2e-4)
    np.testing.assert_allclose(
        (np.tril(lower_upper, -1) + np.eye(N)) @ np.triu(lower_upper), a[order], atol=2e-4
    )
    assert pivots.dtype == order.dtype == np.int32


def test_matrices_without_factors():
    singular = np.outer(np.arange(float(N)), np.ones(N))
    result, order = run(lambda a: lax.linalg.lu(a)[::2], singular)
    close((np.tril(result, -1) + np.eye(N)) @ np.triu(result), singular[order])
    assert np.isnan(run(jnp.linalg.cholesky, -POSITIVE)[np.tril_indices(N)]).all()
    # The other triangle is not looked at.
    garbage = T + np.triu(np.full((N, N), np.nan), 1)
    close(run(lambda t, b: jsp.linalg.solve_triangular(t, b, lower=True), garbage, M[:, :2]),
          np.linalg.solve(T, M[:, :2]))  # fmt: skip


SPECIAL = {
    "empty": np.zeros((0, 0)), "number": np.array([[-2.0]]), "zero": np.zeros((3, 3)), "one": np.eye(5),
    "split": SPLIT, "of rank one": np.outer(np.arange(7.0), np.arange(1.0, 8.0)), "small": 1e-200 * floats(4, 4),
    "large": 1e200 * floats(4, 4), "graded": np.vander(np.linspace(0.1, 1.0, 12)), "of two stages": floats(40, 40),
    "of batches": floats(2, 3, 3), "of f32": floats(7, 7).astype(np.float32), "complex": floats(6, 6) + 1j * floats(6, 6),
    "of parts": np.block([[np.eye(1), np.zeros((1, 4))], [np.zeros((4, 1)), 1e-190 * floats(4, 4)]]),
    "bidiagonal": np.diag([1.0, 0.0, 2.0, 1e-9, 0.0]) + np.diag([1.0, 2.0, 1.0, 3.0], 1),
}  # fmt: skip


@pytest.mark.parametrize("name", SPECIAL)
def test_spectra(name):
    """Eigenvalues and singular values to rounding, and vectors that are orthogonal, also of equal or small ones."""
    a = SPECIAL[name]
    turned = np.swapaxes(a.conj(), -1, -2)
    size = np.abs(a).max(initial=1e-300)
    # Halves, so that the sum of two large numbers is finite.
    h = a / 2 + turned / 2
    eps = np.finfo(a.dtype).eps
    limit = 20 * max(a.shape[-1], 1) * eps

    def both(a, h):
        return jnp.linalg.svd(a), jnp.linalg.eigh(h), jnp.linalg.svd(a, compute_uv=False)

    (u, s, v), (w, q), values = run(both, a, h)
    one = np.eye(a.shape[-1])
    for z in (u, v, q):
        assert np.abs(np.swapaxes(z.conj(), -1, -2) @ z - one).max(initial=0) <= limit
    assert np.abs((u * (s / size)[..., None, :]) @ v - a / size).max(initial=0) <= limit
    assert (
        np.abs((q * (w / size)[..., None, :]) @ np.swapaxes(q.conj(), -1, -2) - h / size).max(initial=0)
        <= limit
    )
    for mine, known in ((s, np.linalg.svd(a, compute_uv=False)), (w, np.linalg.eigvalsh(h)), (values, s)):
        assert np.abs(mine / size - known / size).max(initial=0) <= limit


def test_matrices_of_nan():
    a = floats(5, 5)
    a[2, 1] = np.nan
    results = run(lambda a: (*jnp.linalg.svd(a), *jnp.linalg.eigh(a), *jnp.linalg.qr(a)), a)
    assert all(np.isnan(r).any() for r in results)
    assert all(np.isnan(r).all() for r in results[:5])


def test_gradients_of_spectra():
    values = lambda a: (jnp.linalg.svd(a, compute_uv=False), jnp.linalg.eigvalsh(a[:26] + a[:26].T))
    with_gradients(values, floats(30, 26))
