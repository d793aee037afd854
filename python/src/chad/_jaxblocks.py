# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorizations and triangular systems of large matrices, as functions of JAX, in blocks: most of the work is
products of matrices (Golub & Van Loan 2013, "Matrix Computations", §3.2.11 and §4.2.6).
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

#: Matrices with at most this number of rows are not cut into blocks.
LEAST = 64

#: The largest number of blocks, which bounds the size of the code.
_MOST_BLOCKS = 4


def block_width(extent: int) -> int:
    """The number of rows or columns of a block, which is a multiple of `LEAST`."""
    return LEAST * -(-extent // (LEAST * _MOST_BLOCKS))


def at(a: Any, i: Any) -> Any:
    """a[i], where i is in bounds."""
    return lax.dynamic_index_in_dim(a, i, 0, keepdims=False)


def put(a: Any, value: Any, i: Any) -> Any:
    """The array with element i replaced by `value`, where i is in bounds."""
    return lax.dynamic_update_index_in_dim(a, value, i, 0)


def scaled(a: Any) -> tuple[Any, Any]:
    """The matrix divided by the largest absolute value of its real and imaginary parts, and that value. Squares
    of the elements then neither overflow nor underflow.
    """
    scale = jnp.max(jnp.maximum(jnp.abs(jnp.real(a)), jnp.abs(jnp.imag(a))), initial=0.0)
    scale = jnp.where((scale > 0) & jnp.isfinite(scale), scale, 1.0)
    return a / scale, scale


# ------------------------------------------------------------------------------------------------
# Triangles


def solve(a: Any, b: Any, is_lower: bool, is_unit: bool = False, least: int = 0) -> Any:
    """The solution x of a x = b, where a is triangular."""
    n = a.shape[0]
    least = least or block_width(n)
    if n <= least:
        return lax.linalg.triangular_solve(a, b, left_side=True, lower=is_lower, unit_diagonal=is_unit)
    half = least * (-(-n // least) // 2)
    first, last = (a[:half, :half], b[:half]), (a[half:, half:], b[half:])
    if is_lower:
        x = solve(*first, is_lower, is_unit, least)
        y = solve(last[0], last[1] - a[half:, :half] @ x, is_lower, is_unit, least)
    else:
        y = solve(*last, is_lower, is_unit, least)
        x = solve(first[0], first[1] - a[:half, half:] @ y, is_lower, is_unit, least)
    return jnp.concatenate([x, y])


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


# ------------------------------------------------------------------------------------------------
# Reflections


def reflection(x: Any, k: Any) -> tuple[Any, Any, Any]:
    """A Householder reflection: v, τ and β such that (1 - τ v vᴴ)ᴴ x is the real number β at k, and 0 below. v
    is 1 at k, and 0 above.
    """
    rows = jnp.arange(x.shape[0])
    head = jnp.sum(jnp.where(rows == k, x, 0))
    lower = jnp.where(rows > k, x, 0)
    below = jnp.sum(jnp.real(lower * jnp.conj(lower)))
    moves = (below != 0) | (jnp.imag(head) != 0)
    # If all elements below are zero, there is no reflection.
    square = jnp.where(moves, jnp.real(head * jnp.conj(head)) + below, 1.0)
    norm = jnp.where(jnp.real(head) >= 0, -1.0, 1.0) * jnp.sqrt(square)
    tau = jnp.where(moves, (norm - head) / norm, 0.0)
    v = jnp.where(moves, lower / jnp.where(moves, head - norm, 1.0), 0.0)
    return jnp.where(rows == k, 1.0, v), tau, jnp.where(moves, norm, head)


def with_triangle(v: Any, taus: Any) -> tuple[Any, Any]:
    """V and M with 1 - V M⁻¹ Vᴴ = Πₖ (1 - τₖ vₖ vₖᴴ), for the columns vₖ of v. M is upper triangular: its
    diagonal is 1 / τₖ, and above the diagonal it is Vᴴ V (Puglisi 1992, "Modification of the Householder method
    based on the compact WY representation").
    """
    is_zero = taus == 0
    v = jnp.where(is_zero, 0, v)
    above = jnp.triu(jnp.conj(v.T) @ v, 1)
    return v, above + jnp.diag(1 / jnp.where(is_zero, 1, taus))


def multiply_reflections(v: Any, triangle: Any, width: int) -> Any:
    """The first columns of 1 - V M⁻¹ Vᴴ."""
    rows = jnp.conj(v[:width].T)
    return jnp.eye(v.shape[0], width, dtype=v.dtype) - v @ solve(triangle, rows, is_lower=False)
