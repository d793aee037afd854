# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triangular systems, and Cholesky, LU and QR factors of one matrix, in blocks of rows or columns: most of the work is products of matrices
(Golub & Van Loan 2013, "Matrix Computations", §3.2.11 and §4.2.6). Extents may be dynamic. `_linalg` has the derivatives.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _ops, combinators, trace
from . import numpy as cnp
from ._products import row_times_matrix
from ._shapes import by_diagonal
from .trace import Array, as_dim, is_complex

#: The number of rows or columns of a block.
WIDTH = 32

_INTEGERS = np.dtype(np.int64)


# ------------------------------------------------------------------------------------------------
# Extents and parts


def _index_op(op: str, a: Any, b: Any) -> Any:
    return as_dim(
        trace.emit(f"arith.{op} {trace.extent_name(a)}, {trace.extent_name(b)} : index", _INTEGERS, (), True)
    )


def _min(a: Any, b: Any) -> Any:
    return min(a, b) if isinstance(a, int) and isinstance(b, int) else _index_op("minsi", a, b)


def _plus(a: Any, b: Any) -> Any:
    return _ops.extent_op("add", a, b)


def _minus(a: Any, b: Any) -> Any:
    return _ops.extent_op("sub", a, b)


def _part(a: Array, *ranges: tuple[Any, Any]) -> Array:
    """The part of an array with, for each dimension, a first index and a count."""
    starts, counts = zip(*ranges)
    return _ops.extract_slice(a, list(starts), list(counts), [1] * a.ndim, set())


def _get(a: Array, i: Any) -> Array:
    return _ops.row(a, as_dim(i))


def _set(a: Array, value: Array, i: Any) -> Array:
    rest = a.shape[1:]
    return _ops.insert_slice(value, a, [as_dim(i), *[0] * len(rest)], [1, *rest], [1] * a.ndim, {0})


def _rows(a: Array, first: Any, count: Any) -> Array:
    return _part(a, (first, count), *((0, d) for d in a.shape[1:]))


def _column(a: Array, j: Any) -> Array:
    return _ops.extract_slice(a, [0, j], [a.shape[0], 1], [1, 1], {1})


def _put(a: Array, part: Array, row: Any, column: Any) -> Array:
    return _ops.insert_slice(part, a, [row, column], list(part.shape), [1, 1], set())


def _put_vector(a: Array, part: Array, first: Any) -> Array:
    return _ops.insert_slice(part, a, [first], list(part.shape), [1], set())


def _by_blocks(extent: Any, step: Callable, start: Any, is_reversed: bool = False) -> Any:
    """The state after `state = step(i, width, state)` for each block of rows or columns, from i on. A single block has
    extents that are known where those of the matrix are."""
    if isinstance(extent, int) and extent <= WIDTH:
        return step(0, extent, start) if extent else start
    count = -(-extent // WIDTH) if isinstance(extent, int) else _index_op("ceildivsi", extent, WIDTH)

    def one(k: Any, state: Any) -> Any:
        k = _minus(_minus(count, 1), as_dim(k)) if is_reversed else as_dim(k)
        i = _ops.extent_op("mul", k, WIDTH)
        return step(i, _min(WIDTH, _minus(extent, i)), state)

    return combinators.fori_loop(0, count, one, start)


# ------------------------------------------------------------------------------------------------
# Triangular systems


def _solve_rows(t: Array, b: Array, is_lower: bool, is_unit: bool) -> Array:
    """The solution of a triangular system, one row after the other."""
    n = t.shape[0]

    def step(k: Any, x: Array) -> Array:
        k = as_dim(k)
        i = k if is_lower else _minus(_minus(n, 1), k)
        line = _get(t, i)
        first, count = (0, i) if is_lower else (_plus(i, 1), k)
        factors, known = _part(line, (first, count)), _rows(x, first, count)
        done = row_times_matrix(factors, known) if x.ndim > 1 else cnp.dot(factors, known)
        value = _get(b, i) - done
        return _set(x, value if is_unit else value / _get(line, i), i)

    return combinators.fori_loop(0, n, step, _ops.zeros(b, b.shape))


def solve(t: Array, b: Array, is_lower: bool, is_unit: bool = False) -> Array:
    """The solution x of t x = b, where t is triangular and b a vector or a matrix. The other triangle is not read."""
    n = t.shape[0]
    if b.ndim == 1:
        return _solve_rows(t, b, is_lower, is_unit)

    def step(done: Any, width: Any, x: Array) -> Array:
        if is_lower:
            i, first = done, 0
        else:
            first = _minus(n, done)
            i = _minus(first, width)
        rest = _rows(b, i, width) - _part(t, (i, width), (first, done)) @ _rows(x, first, done)
        return _put(x, _solve_rows(_part(t, (i, width), (i, width)), rest, is_lower, is_unit), i, 0)

    return _by_blocks(n, step, _ops.zeros(b, b.shape))


# ------------------------------------------------------------------------------------------------
# Cholesky factors


def _cholesky_rows(p: Array) -> Array:
    """The first rows of the upper factor of a matrix, of which these rows are given from the diagonal on."""
    columns = cnp.arange(p.shape[1])

    def step(j: Any, p: Array) -> Array:
        j = as_dim(j)
        column = _ops.extract_slice(p, [0, j], [j, 1], [1, 1], {1})
        line = _get(p, j) - row_times_matrix(cnp.conj(column), _rows(p, 0, j))
        line = cnp.where(columns >= j, line / cnp.sqrt(cnp.real(_get(line, j))), 0.0)
        return _set(p, line, j)

    return combinators.fori_loop(0, p.shape[0], step, p)


def cholesky(a: Array) -> Array:
    """The lower factor of a matrix, of which the lower triangle is read; NaN if the matrix is not positive definite."""
    n = a.shape[0]
    rows = cnp.conj(a.T)

    def step(i: Any, width: Any, r: Array) -> Array:
        rest = _minus(n, i)
        known, beside = _part(r, (0, i), (i, width)), _part(r, (0, i), (i, rest))
        p = _part(rows, (i, width), (i, rest)) - cnp.conj(known.T) @ beside
        return _put(r, _cholesky_rows(p), i, i)

    factor = cnp.conj(_by_blocks(n, step, _ops.zeros(a, a.shape)).T)
    if isinstance(n, int) and not n:
        return factor
    # If a pivot is not positive, then so is the last one.
    return cnp.where(cnp.isnan(cnp.real(factor[-1, -1])), cnp.nan, factor)


# ------------------------------------------------------------------------------------------------
# LU factors


def _lu_columns(p: Array) -> tuple[Array, Array]:
    """LU factors of a matrix of which the columns, no more than it has rows, are the rows of `p`; and the rows that are
    exchanged."""
    count, all_ = p.shape
    rows, first_rows = cnp.arange(all_), cnp.arange(count)

    def step(j: Any, state: Any) -> Any:
        p, pivots = state
        j = as_dim(j)

        def eliminate(k: Any, head: Array) -> Array:
            factors = _ops.extract_slice(p, [as_dim(k), 0], [1, count], [1, 1], {0})
            return head - _get(head, k) * cnp.where(first_rows > k, factors, 0.0)

        line = _get(p, j)
        head = combinators.fori_loop(0, j, eliminate, _part(line, (0, count)))
        rest = count, _minus(all_, count)
        tail = _part(line, rest) - row_times_matrix(_part(head, (0, j)), _part(p, (0, j), rest))
        line = cnp.concatenate([head, tail])
        sizes = cnp.abs(cnp.real(line)) + cnp.abs(cnp.imag(line)) if is_complex(p.dtype) else cnp.abs(line)
        sizes = cnp.where(rows >= j, sizes, -1.0)
        # The first of the largest ones. NaN is equal to nothing.
        place = as_dim(cnp.min(cnp.where(sizes == cnp.max(sizes), rows, _minus(all_, 1))))
        p = _set(p, line, j)
        here, there = (_part(p, (0, count), (i, 1)) for i in (j, place))
        p = _put(_put(p, here, 0, place), there, 0, j)
        line = _get(p, j)
        pivot = _get(line, j)
        # A column of zeros is left as it is.
        line = cnp.where(rows > j, line / cnp.where(pivot == 0, 1.0, pivot), line)
        return _set(p, line, j), _set(pivots, trace.as_integer(place), j)

    return combinators.fori_loop(0, count, step, (p, cnp.zeros((count,), dtype=_INTEGERS)))


def _swapped(a: Array, i: Any, j: Any) -> Array:
    # Both rows are read before one is written, so that no array is copied.
    first, second = _get(a, i), _get(a, j)
    return _set(_set(a, second, i), first, j)


def lu(a: Array) -> tuple[Array, Array, Array]:
    """LU factorization with partial pivoting: L and U in one matrix, the row that each step exchanges, and the permutation."""
    m, n = a.shape
    count = _min(m, n)

    def step(i: Any, width: Any, state: Any) -> Any:
        a, pivots, order = state
        rest, right = _minus(m, i), _plus(i, width)
        more = _minus(n, right)
        left, above = _part(a, (i, rest), (0, i)), _part(a, (0, i), (i, width))
        p, places = _lu_columns((_part(a, (i, rest), (i, width)) - left @ above).T)

        def exchange(j: Any, state: Any) -> Any:
            a, pivots, order = state
            here, there = _plus(i, as_dim(j)), _plus(i, as_dim(_get(places, j)))
            return (
                _swapped(a, here, there),
                _set(pivots, trace.as_integer(there), here),
                _swapped(order, here, there),
            )

        a, pivots, order = combinators.fori_loop(0, width, exchange, (a, pivots, order))
        a = _put(a, p.T, i, i)
        known, above = _part(a, (i, width), (0, i)), _part(a, (0, i), (right, more))
        beside = _part(a, (i, width), (right, more)) - known @ above
        beside = _solve_rows(_part(a, (i, width), (i, width)), beside, is_lower=True, is_unit=True)
        return _put(a, beside, i, right), pivots, order

    return _by_blocks(count, step, (a, cnp.zeros((count,), dtype=_INTEGERS), cnp.arange(m)))


# ------------------------------------------------------------------------------------------------
# QR factors


def _qr_columns(p: Array, reflection: Callable) -> tuple[Array, Array]:
    """R with the vectors of the reflections below it, of a matrix of which the columns are the rows of `p`, and their τ."""
    count, all_ = p.shape
    places = cnp.arange(all_)

    def step(j: Any, state: Any) -> Any:
        p, taus = state
        j = as_dim(j)
        line = _get(p, j)
        v, tau, beta = reflection(line, j)
        first = _plus(j, 1)
        rest = _rows(p, first, _minus(count, first))
        rest = rest - (cnp.conj(tau) * (rest @ cnp.conj(v)))[:, None] * v
        kept = cnp.where(places < j, line, cnp.where(places == j, beta, v))
        return _set(_put(p, rest, first, 0), kept, j), _set(taus, tau, j)

    return combinators.fori_loop(0, count, step, (p, _ops.zeros(p, (count,))))


def _with_triangle(p: Array, taus: Array) -> tuple[Array, Array]:
    """Vᵀ and M, upper triangular, with 1 - V M⁻¹ Vᴴ = Πₖ (1 - τₖ vₖ vₖᴴ), for the vectors in the rows of `p`. M has 1 / τₖ on the
    diagonal, and the products of the vectors above (Puglisi 1992, "Modification of the Householder method based on the compact WY
    representation")."""
    is_zero = cnp.equal(taus, 0)
    unit = by_diagonal(p, lambda line, i, j: cnp.where(j > i, line, cnp.astype(j == i, p.dtype)))
    v = cnp.where(is_zero[:, None], 0.0, unit)
    inverses = 1 / cnp.where(is_zero, 1.0, taus)
    choose = lambda line, i, j: cnp.where(j > i, line, cnp.where(j == i, inverses, 0.0))
    return v, by_diagonal(cnp.conj(v) @ v.T, choose)


def qr(a: Array, reflection: Callable, columns: int = 0) -> tuple[Array, Array]:
    """Q and R of a matrix that has no more columns than rows (Schreiber & Van Loan 1989, "A storage-efficient WY representation for
    products of Householder transformations"). Q has `columns`, by default as many as the matrix. `reflection(x, k)` gives v, τ and β
    of the reflection that makes x zero below k, where it is β."""
    m, n = a.shape
    columns = columns or n

    def step(i: Any, width: Any, state: Any) -> Any:
        a, taus = state
        rest, right = _minus(m, i), _plus(i, width)
        p, own = _qr_columns(_part(a, (i, rest), (i, width)).T, reflection)
        a = _put(a, p.T, i, i)
        taus = _put_vector(taus, own, i)
        beside = _part(a, (i, rest), (right, _minus(n, right)))
        v, triangle = _with_triangle(p, own)
        beside = beside - v.T @ _solve_rows(
            cnp.conj(triangle.T), cnp.conj(v) @ beside, is_lower=True, is_unit=False
        )
        return _put(a, beside, i, right), taus

    packed, taus = _by_blocks(n, step, (a, _ops.zeros(a, (n,))))

    def multiply(i: Any, width: Any, q: Array) -> Array:
        rest, right = _minus(m, i), _minus(columns, i)
        v, triangle = _with_triangle(_part(packed, (i, rest), (i, width)).T, _part(taus, (i, width)))
        part = _part(q, (i, rest), (i, right))
        part = part - v.T @ _solve_rows(triangle, cnp.conj(v) @ part, is_lower=False, is_unit=False)
        return _put(q, part, i, i)

    one = by_diagonal(_ops.zeros(a, (m, columns)), lambda line, i, j: cnp.where(j == i, 1.0, line))
    return _by_blocks(n, multiply, one, is_reversed=True), cnp.triu(_rows(packed, 0, n))


def inverse(order: Array) -> Array:
    """The inverse of a permutation."""
    put = lambda i, places: _set(places, trace.as_integer(i), _get(order, i))
    return combinators.fori_loop(0, order.shape[0], put, order)
