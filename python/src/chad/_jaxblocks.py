# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorizations and triangular systems of large matrices, as functions of JAX, in blocks: most of the work is
products of matrices (Golub & Van Loan 2013, "Matrix Computations", §3.2.11 and §4.2.6).
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

from ._diagonalization import Algorithms, block_width


def at(a: Any, i: Any) -> Any:
    """a[i], where i is in bounds."""
    return lax.dynamic_index_in_dim(a, i, 0, keepdims=False)


def put(a: Any, value: Any, i: Any) -> Any:
    """The array with element i replaced by `value`, where i is in bounds."""
    return lax.dynamic_update_index_in_dim(a, value, i, 0)


ALGORITHMS = Algorithms(
    xp=jnp,
    finfo=jnp.finfo,
    fori_loop=lax.fori_loop,
    while_loop=lax.while_loop,
    at=at,
    put=put,
    take=lambda a, order: a[order],
    solve_triangle=lambda a, b, is_lower, is_unit: lax.linalg.triangular_solve(
        a, b, left_side=True, lower=is_lower, unit_diagonal=is_unit
    ),
)
solve, scaled = ALGORITHMS.solve, ALGORITHMS.scaled

# ------------------------------------------------------------------------------------------------
# Triangles


def factor_cholesky(a: Any, least: int = 0) -> Any:
    """The lower Cholesky factor of a matrix, of which the lower triangle is read. Some elements are NaN if
    there is no factor.
    """
    n = a.shape[0]
    least = least or block_width(n)
    if n <= least:
        return lax.linalg.cholesky(a, symmetrize_input=False)
    half = least * (-(-n // least) // 2)
    first = factor_cholesky(a[:half, :half], least)
    below = jnp.conj(solve(first, jnp.conj(a[half:, :half].T), is_lower=True, least=least).T)
    last = factor_cholesky(a[half:, half:] - below @ jnp.conj(below.T), least)
    return jnp.block([[first, jnp.zeros((half, n - half), a.dtype)], [below, last]])


def factor_columns(a: Any) -> tuple[Any, Any, Any]:
    """LU factorization with partial pivoting: L and U in one matrix, the exchanged rows, and the permutation.

    It goes column by column: for real matrices of up to 300 rows, blocks were measured to be no faster.
    """
    m, n = a.shape
    count = min(m, n)
    rows, columns = jnp.arange(m), jnp.arange(n)
    start = a, jnp.zeros(count, jnp.int32), rows.astype(jnp.int32)
    if not count:
        return start

    def exchange(x: Any, k: Any, place: Any) -> Any:
        here, there = at(x, k), at(x, place)
        return put(put(x, here, place), there, k)

    def step(k: Any, state: Any) -> Any:
        a, pivots, order = state
        column = lax.stop_gradient(a[:, k])
        sizes = jnp.abs(jnp.real(column)) + jnp.abs(jnp.imag(column))
        place = jnp.argmax(jnp.where(rows >= k, sizes, -1.0))
        a, order = exchange(a, k, place), exchange(order, k, place)
        row = at(a, k)
        pivot = at(row, k)
        factors = jnp.where(rows > k, a[:, k] / jnp.where(pivot == 0, 1.0, pivot), 0.0)
        rest = a - factors[:, None] * jnp.where(columns > k, row, 0.0)
        a = jnp.where((rows > k)[:, None] & (columns == k), factors[:, None], rest)
        return a, put(pivots, place.astype(jnp.int32), k), order

    return lax.fori_loop(0, count, step, start)
