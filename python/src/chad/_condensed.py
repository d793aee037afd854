# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tridiagonal form of Hermitian matrices, and the bidiagonal form of square ones, by reflections (Golub & Van Loan 2013, "Matrix
Computations", §8.3 and §5.4.8). The matrix is changed by products of matrices, after each block of columns; within a block, a
column is computed when it is reflected (Dongarra, Sorensen & Hammarling 1989, "Block reduction of matrices to condensed forms for
eigenvalue computations").
"""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

from . import _ops, combinators
from . import numpy as cnp
from ._factors import (
    _by_blocks,
    _column,
    _get,
    _minus,
    _part,
    _plus,
    _put,
    _put_vector,
    _set,
    _solve_rows,
    _with_triangle,
)
from ._products import row_times_matrix
from .trace import Array, as_dim, is_complex, lift, part_of, splat


class Reflections(NamedTuple):
    """Πₖ (1 - τₖ vₖ vₖᴴ), where vₖ is row k of a matrix, 1 at k + `first`, and 0 before."""

    rows: Array
    taus: Array
    first: int

    def times(self, a: Array) -> Array:
        """The product with a matrix, from the left."""
        n = a.shape[0]

        def multiply(i: Any, width: Any, a: Array) -> Array:
            row = _plus(i, self.first)
            rest = _minus(n, row)
            v, triangle = _with_triangle(
                _part(self.rows, (i, width), (row, rest)), _part(self.taus, (i, width))
            )
            part = _part(a, (row, rest), (0, a.shape[1]))
            part = part - v.T @ _solve_rows(triangle, cnp.conj(v) @ part, is_lower=False, is_unit=False)
            return _put(a, part, row, 0)

        return _by_blocks(self.taus.shape[0], multiply, a, is_reversed=True)


def _tail(a: Array, first: Any) -> Array:
    return _part(a, (first, _minus(a.shape[0], first)))


def _real(a: Array) -> Array:
    return cnp.real(a) if is_complex(a.dtype) else a


def tridiagonal(a: Array, reflection: Callable) -> tuple[Array, Array, Reflections]:
    """The diagonal, the numbers beside it, and the reflections Q with a = Q t Qᴴ."""
    n = a.shape[0]
    real = part_of(a.dtype) if is_complex(a.dtype) else a.dtype

    def block(i: Any, width: Any, state: Any) -> Any:
        a, d, e, rows, taus = state

        def column(j: Any, state: Any) -> Any:
            v_rows, w_rows, d, e, taus = state
            j = as_dim(j)
            k = _plus(i, j)
            after = _plus(k, 1)
            # From row and column k on, the matrix is a - Σ (v wᴴ + w vᴴ) for the j vectors that are known.
            whole, rest = _minus(n, k), _minus(n, after)
            vs, ws = (_part(m, (0, j), (k, whole)) for m in (v_rows, w_rows))
            x = cnp.conj(_tail(_get(a, k), k))
            x = (
                x
                - row_times_matrix(cnp.conj(_column(ws, 0)), vs)
                - row_times_matrix(cnp.conj(_column(vs, 0)), ws)
            )
            x = _put_vector(_ops.zeros(x, (n,)), x, k)
            v, tau, beta = reflection(x, after)
            p = _part(a, (after, rest), (after, rest)) @ _tail(v, after)
            p = _put_vector(_ops.zeros(v, (whole,)), p, 1)
            u = _tail(v, k)
            p = p - row_times_matrix(cnp.conj(ws) @ u, vs) - row_times_matrix(cnp.conj(vs) @ u, ws)
            w = tau * p - (0.5 * tau * cnp.conj(tau) * cnp.dot(cnp.conj(u), p)) * u
            w = _put_vector(_ops.zeros(v, (n,)), w, k)
            d, e = _set(d, _real(_get(x, k)), k), _set(e, _real(beta), k)
            return _set(v_rows, v, j), _set(w_rows, w, j), d, e, _set(taus, cnp.astype(tau, taus.dtype), k)

        start = _ops.zeros(a, (width, n))
        v_rows, w_rows, d, e, taus = combinators.fori_loop(0, width, column, (start, start, d, e, taus))
        right = _plus(i, width)
        rest = _minus(n, right)
        v, w = (_part(m, (0, width), (right, rest)) for m in (v_rows, w_rows))
        part = _part(a, (right, rest), (right, rest)) - v.T @ cnp.conj(w) - w.T @ cnp.conj(v)
        return _put(a, part, right, right), d, e, _put(rows, v_rows, i, 0), taus

    less = n - 1
    numbers = (splat(lift(0.0, real), (k,)) for k in (n, less))
    start = a, *numbers, *(_ops.zeros(a, shape) for shape in ((less, n), (less,)))
    a, d, e, rows, taus = _by_blocks(less, block, start)
    return _set(d, _real(a[-1, -1]), less), e, Reflections(rows, taus, 1)


def bidiagonal(a: Array, reflection: Callable) -> tuple[Array, Array, Array, Reflections, Reflections]:
    """The diagonal but for its last element, the numbers above the diagonal, the last element, and the reflections P and Q with
    a = P b Qᴴ. All but the last element are real."""
    n = a.shape[0]
    real = part_of(a.dtype) if is_complex(a.dtype) else a.dtype

    def block(i: Any, width: Any, state: Any) -> Any:
        a, d, e, *kept = state

        def column(j: Any, state: Any) -> Any:
            us, ys, zs, vs, d, e, of_u, of_v = state
            j = as_dim(j)
            k = _plus(i, j)
            after = _plus(k, 1)
            # From row and column k on, the matrix is a - Σ (u y + z vᴴ) for the j vectors of each kind that are known.
            rest = _minus(n, k)
            known_u, known_y, known_z, known_v = (_part(m, (0, j), (k, rest)) for m in (us, ys, zs, vs))
            conjugates = cnp.conj(known_v)
            part = _part(a, (k, rest), (k, rest))
            in_place = lambda part: _put_vector(_ops.zeros(part, (n,)), part, k)
            x = _column(part, 0) - row_times_matrix(_column(known_y, 0), known_u)
            u, tau, head = reflection(in_place(x - row_times_matrix(_column(conjugates, 0), known_z)), k)
            own = _tail(u, k)
            y = row_times_matrix(cnp.conj(own), part)
            y = y - row_times_matrix(known_u @ cnp.conj(own), known_y)
            y = cnp.conj(tau) * (y - row_times_matrix(known_z @ cnp.conj(own), conjugates))
            line = _tail(_get(a, k), k) - row_times_matrix(_column(known_u, 0), known_y)
            line = line - row_times_matrix(_column(known_z, 0), conjugates) - y
            v, sigma, beside = reflection(in_place(cnp.conj(line)), after)
            other = _tail(v, k)
            z = part @ other - row_times_matrix(known_y @ other, known_u)
            z = sigma * (z - row_times_matrix(conjugates @ other, known_z) - cnp.dot(y, other) * own)
            y, z = in_place(y), in_place(z)
            d, e = _set(d, _real(head), k), _set(e, _real(beside), k)
            of_u, of_v = (_set(t, cnp.astype(s, t.dtype), k) for t, s in ((of_u, tau), (of_v, sigma)))
            return _set(us, u, j), _set(ys, y, j), _set(zs, z, j), _set(vs, v, j), d, e, of_u, of_v

        start = _ops.zeros(a, (width, n))
        rows_u, of_u, rows_v, of_v = kept
        us, ys, zs, vs, d, e, of_u, of_v = combinators.fori_loop(
            0, width, column, (start, start, start, start, d, e, of_u, of_v)
        )
        right = _plus(i, width)
        rest = _minus(n, right)
        u, y, z, v = (_part(m, (0, width), (right, rest)) for m in (us, ys, zs, vs))
        part = _part(a, (right, rest), (right, rest)) - u.T @ y - z.T @ cnp.conj(v)
        return _put(a, part, right, right), d, e, _put(rows_u, us, i, 0), of_u, _put(rows_v, vs, i, 0), of_v

    less = n - 1
    vectors = _ops.zeros(a, (less, n)), _ops.zeros(a, (less,))
    numbers = splat(lift(0.0, real), (less,))
    a, d, e, rows_u, of_u, rows_v, of_v = _by_blocks(less, block, (a, numbers, numbers, *vectors, *vectors))
    return d, e, a[-1, -1], Reflections(rows_u, of_u, 0), Reflections(rows_v, of_v, 1)
