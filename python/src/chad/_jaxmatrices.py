# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorizations of real and complex matrices, written as functions of other primitives of JAX.

Reflections, pivots and signs are those of LAPACK (Anderson et al. 1999, "LAPACK Users' Guide"), unless an entry
states something else. Each entry is a function of a primitive's parameters; it returns a function of JAX.
"""

from __future__ import annotations

from typing import Any, Callable

import jax
import jax.numpy as jnp
from jax import lax

from ._diagonalization import Algorithms
from ._jaxforms import Forms, entry_of

FORMS: Forms = {}
form = entry_of(FORMS)

ALGORITHMS = Algorithms(
    xp=jnp,
    finfo=jnp.finfo,
    fori_loop=lax.fori_loop,
    while_loop=lax.while_loop,
    at=lambda a, i: lax.dynamic_index_in_dim(a, i, 0, keepdims=False),
    put=lambda a, value, i: lax.dynamic_update_index_in_dim(a, value, i, 0),
    solve=lambda a, b, is_lower: lax.linalg.triangular_solve(a, b, left_side=True, lower=is_lower),
)

# ------------------------------------------------------------------------------------------------
# Arrays of matrices


def _batched(function: Callable, matrix: Any, rank: int = 2) -> Callable:
    """Extends a function of matrices to arrays of matrices of the rank of `matrix`."""
    for _ in range(matrix.ndim - rank):
        function = jax.vmap(function)
    return function


def _in_turn(function: Callable, matrix: Any) -> Callable:
    """Extends a function to arrays of matrices in the same way, but runs one matrix after the other, so that
    the loops for each matrix end as soon as it has converged.
    """
    if not matrix.size:
        return lambda a: jax.tree.map(
            lambda s: jnp.zeros(s.shape, s.dtype), jax.eval_shape(_batched(function, a), a)
        )
    for _ in range(matrix.ndim - 2):
        function = (lambda f: lambda a: lax.map(f, a))(function)
    return function


# ------------------------------------------------------------------------------------------------
# Reflections


def _is_at(taus: Any, k: Any) -> Any:
    return jnp.arange(taus.shape[0]) == k


def _triangularize(a: Any, choose: Callable | None = None) -> tuple[Any, Any, Any]:
    """QR factorization, column by column: R with the reflections below it, their τ, and the order of the
    columns. If `choose` is given, `choose(a, k)` selects the column that becomes column k.
    """
    columns = jnp.arange(a.shape[1])
    if choose is None:
        return *ALGORITHMS.triangularize(a), columns
    count = min(a.shape)

    def step(k: Any, state: Any) -> Any:
        a, taus, order = state
        place = choose(a, k)
        swapped = jnp.where(columns == k, place, jnp.where(columns == place, k, columns))
        a, order = a[:, swapped], order[swapped]
        v, tau, beta = ALGORITHMS.reflection(a[:, k], k)
        a = jnp.where(columns > k, ALGORITHMS.reflect(a, v, jnp.conj(tau)), a)
        return ALGORITHMS.keep(a, v, beta, k, k), jnp.where(_is_at(taus, k), tau, taus), order

    start = a, jnp.zeros(count, a.dtype), jnp.arange(a.shape[1], dtype=jnp.int32)
    return ALGORITHMS.loop(count, step, start)


@form("geqrf")
def _geqrf(p: dict) -> Callable:
    return lambda a: list(_batched(lambda x: _triangularize(x)[:2], a)(a))


def _largest(a: Any, k: Any) -> Any:
    """The index of the column, from k on, whose part from row k on has the largest norm."""
    rows, columns = jnp.arange(a.shape[0])[:, None], jnp.arange(a.shape[1])
    part = jnp.where(rows >= k, a, 0)
    return jnp.argmax(jnp.where(columns >= k, jnp.sum(jnp.real(part * jnp.conj(part)), 0), -1.0))


@form("geqp3")
def _geqp3(p: dict) -> Callable:
    """QR factorization with column pivoting. Columns whose entry of the pivot operand is not 0 come first."""

    def one(a: Any, given: Any) -> Any:
        columns = jnp.arange(a.shape[1])

        def front(j: Any, state: Any) -> Any:
            order, count = state
            swapped = jnp.where(columns == j, count, jnp.where(columns == count, j, columns))
            is_given = given[j] != 0
            return jnp.where(is_given, order[swapped], order), count + is_given

        order, count = ALGORITHMS.loop(a.shape[1], front, (columns, jnp.zeros((), columns.dtype)))
        choose = lambda a, k: jnp.where(k < count, k, _largest(a, k))
        r, taus, places = _triangularize(a[:, order], choose)
        return [r, (order[places] + 1).astype(given.dtype), taus]

    return lambda a, given: _batched(one, a)(a, given)


@form("householder_product")
def _householder_product(p: dict) -> Callable:
    return lambda a, taus: [_batched(ALGORITHMS.product_of_reflections, a)(a, taus)]


@form("ormqr")
def _ormqr(p: dict) -> Callable:
    """Q c, Qᴴ c, c Q or c Qᴴ, where Q is a product of reflections."""

    def one(a: Any, taus: Any, c: Any) -> Any:
        rows = jnp.arange(a.shape[0])
        count = taus.shape[0]
        taus = jnp.conj(taus) if p["transpose"] else taus

        def step(i: Any, c: Any) -> Any:
            k = count - 1 - i if p["left"] != p["transpose"] else i
            v = jnp.where(rows > k, a[:, k], jnp.where(rows == k, 1.0, 0.0))
            return (
                ALGORITHMS.reflect(c, v, taus[k]) if p["left"] else c - taus[k] * jnp.outer(c @ v, jnp.conj(v))
            )

        return ALGORITHMS.loop(count, step, c)

    return lambda a, taus, c: [_batched(one, a)(a, taus, c)]


@form("qr")
def _qr(p: dict) -> Callable | None:
    """QR factorization with column pivoting; `_jaxpr` has the one without."""
    if not p["pivoting"]:
        return None

    def one(a: Any) -> Any:
        m, n = a.shape
        r, taus, order = _triangularize(a, _largest)
        width = m if p["full_matrices"] else min(m, n)
        q = ALGORITHMS.product_of_reflections(jnp.pad(r, ((0, 0), (0, max(width - n, 0))))[:, :width], taus)
        return [q, jnp.triu(r)[:width], order]

    return lambda a: _batched(one, a)(a)


# ------------------------------------------------------------------------------------------------
# Similarity


@form("hessenberg")
def _hessenberg_form(p: dict) -> Callable:
    return lambda a: list(_batched(ALGORITHMS.hessenberg, a)(a))


@form("tridiagonal")
def _tridiagonal(p: dict) -> Callable:
    """The Hessenberg form of a symmetric matrix, of which one triangle is read and written."""

    def of_lower(a: Any) -> Any:
        rows, columns = jnp.arange(a.shape[0])[:, None], jnp.arange(a.shape[0])
        full = jnp.where(
            rows == columns, jnp.real(a).astype(a.dtype), jnp.where(rows > columns, a, jnp.conj(a.T))
        )
        packed, taus = ALGORITHMS.hessenberg(full)
        d, e = (jnp.real(jnp.diagonal(packed, k)) for k in (0, -1))
        return [jnp.where(rows >= columns, packed, a), d, e, taus]

    def one(a: Any) -> Any:
        # Reversing rows and columns makes an upper triangle a lower one.
        return of_lower(a) if p["lower"] else [jnp.flip(v) for v in of_lower(jnp.flip(a))]

    return lambda a: _batched(one, a)(a)


@form("eig")
def _eig(p: dict) -> Callable | None:
    """Eigenvalues, whose order is not specified, and eigenvectors, which are unique up to factors of absolute
    value 1; `_jaxpr` has those without left eigenvectors.
    """
    if not p["compute_left_eigenvectors"]:
        return None
    sides = [True] * p["compute_left_eigenvectors"] + [False] * p["compute_right_eigenvectors"]

    def one(a: Any) -> Any:
        whole = a.astype(jnp.result_type(a.dtype, jnp.complex64))
        return ALGORITHMS.eigenvalues(whole, not jnp.iscomplexobj(a), sides)

    return lambda a: _in_turn(one, a)(a)


@form("schur")
def _schur_form(p: dict) -> Callable:
    """The Schur form of complex matrices. The order of the eigenvalues is not specified."""

    def run(a: Any) -> Any:
        if not jnp.iscomplexobj(a):
            raise NotImplementedError(
                "the real form depends on the order in which LAPACK finds eigenvalues; take a complex matrix"
            )
        t, q, scale = _in_turn(ALGORITHMS.schur, a)(a)
        return [scale[..., None, None] * t, q][: 1 + p["compute_schur_vectors"]]

    return run


# ------------------------------------------------------------------------------------------------
# Triangles: `_jaxpr` has the factorizations, and triangular systems


@form("symmetric_product")
def _symmetric_product(p: dict) -> Callable:
    return lambda a, c: [p["alpha"] * (a @ jnp.swapaxes(a, -1, -2)) + p["beta"] * c]


@form("cholesky_update")
def _cholesky_update(p: dict) -> Callable:
    """The upper factor of RᵀR + w wᵀ, by rotations of a row of R and w."""

    def run(r: Any, w: Any) -> Any:
        columns = jnp.arange(r.shape[0])

        def step(w: Any, pair: Any) -> Any:
            row, k = pair
            size = jnp.sqrt(row[k] ** 2 + w[k] ** 2)
            c, s = row[k] / size, w[k] / size
            inside = columns >= k
            return jnp.where(inside, c * w - s * row, w), jnp.where(inside, c * row + s * w, row)

        return [lax.scan(step, w, (r, columns))[1]]

    return run


@form("tridiagonal_solve")
def _tridiagonal_solve(p: dict) -> Callable:
    """Solves tridiagonal systems by elimination without exchanges of rows (Thomas' algorithm)."""

    def one(lower: Any, diagonal: Any, upper: Any, b: Any) -> Any:
        def ahead(state: Any, row: Any) -> Any:
            u, y = state
            low, d, up, right = row
            pivot = d - low * u
            state = up / pivot, (right - low * y) / pivot
            return state, state

        def back(x: Any, row: Any) -> Any:
            u, y = row
            x = y - u * x
            return x, x

        zero = jnp.zeros((), b.dtype), jnp.zeros(b.shape[1:], b.dtype)
        lower = lower.at[0].set(0)
        rows = lax.scan(ahead, zero, (lower, diagonal, upper.at[-1].set(0), b))[1]
        return lax.scan(back, zero[1], rows, reverse=True)[1]

    return lambda *values: [_batched(one, values[-1])(*values)]


@form("lu_pivots_to_permutation")
def _lu_pivots_to_permutation(p: dict) -> Callable:
    def one(pivots: Any) -> Any:
        def step(places: Any, pair: Any) -> Any:
            k, other = pair
            here, there = places[k], places[other]
            return places.at[k].set(there).at[other].set(here), None

        start = jnp.arange(p["permutation_size"], dtype=jnp.int32)
        return lax.scan(step, start, (jnp.arange(pivots.shape[0], dtype=jnp.int32), pivots))[0]

    return lambda pivots: [_batched(one, pivots, 1)(pivots)]
