# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Eigenvalues of real symmetric tridiagonal matrices, and singular values of real bidiagonal ones, by divide and conquer: a
matrix is made of two smaller ones and a matrix of rank 1 or a row, and its values are the roots of a rational function (Gu &
Eisenstat 1995, "A divide-and-conquer algorithm for the symmetric tridiagonal eigenproblem" and "A divide-and-conquer algorithm for
the bidiagonal SVD").
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _ops, combinators
from . import numpy as cnp
from ._factors import _column, _get, _min, _minus, _part, _plus, _put, _put_vector, _set, inverse
from ._linalg import identity
from .trace import Array, as_dim, as_integer, lift, splat

#: The largest number of steps to a root; about 5 are needed.
_STEPS = 60

#: The rounding errors, of the largest number, that count as zero.
_ULPS = 2


def _distance(a: Any, b: Any, is_squared: bool) -> Any:
    """a - b, or a² - b²."""
    return (a - b) * (a + b) if is_squared else a - b


def _number(extent: Any) -> Any:
    return as_integer(lift(extent))


def _places(extent: Any) -> Array:
    return as_integer(_ops.build(extent, lambda i: [i])[0])


def _chosen(a: Array, places: Array) -> Array:
    return combinators.map(lambda i: _get(a, i), places)


def ascending(d: Array) -> Array:
    """The places of the elements in ascending order; equal elements keep theirs."""
    places = _places(d.shape[0])

    def rank(x: Array, i: Array) -> Array:
        is_before = cnp.logical_or(d < x, cnp.logical_and(cnp.equal(d, x), places < i))
        return cnp.sum(cnp.astype(is_before, np.int64))

    return inverse(combinators.map(rank, d, places))


# ------------------------------------------------------------------------------------------------
# The values of a matrix that is made of two


def _root(d: Array, squares: Array, is_squared: bool, i: Array) -> tuple[Array, Array]:
    """The element of `d` that is nearer to the root, and the distance of the root from it, for the root λ of
    1 + Σⱼ zⱼ² / (dⱼ - λ) that follows dᵢ. Where `is_squared`, d and λ are squared in this equation, and the distance is that of the
    squares. A step takes the terms up to dᵢ, and those after it, for a constant and one pole each (Li 1993, "Solving secular
    equations stably and efficiently")."""
    eps = np.finfo(d.dtype).eps / 2
    places, final = _places(d.shape[0]), _number(_minus(d.shape[0], 1))
    is_left, is_last = places <= i, i >= final
    here, after = _get(d, i), _get(d, cnp.minimum(i + 1, final))
    width = cnp.where(is_last, cnp.sum(squares), _distance(after, here, is_squared))
    half = width / 2
    middle = 1 + cnp.sum(squares / (_distance(d, here, is_squared) - half))
    is_right = cnp.logical_and(middle < 0, cnp.logical_not(is_last))
    origin = cnp.where(is_right, after, here)
    low = cnp.where(is_right, -half, cnp.where(cnp.logical_and(is_last, middle < 0), half, 0.0))
    high = cnp.where(is_right, 0.0, cnp.where(cnp.logical_and(is_last, middle < 0), width, half))
    start = cnp.where(is_last, low + (high - low) / 2, cnp.where(is_right, -half, half))
    first, second = (_distance(p, origin, is_squared) for p in (here, after))

    def step(state: Any) -> Any:
        x, low, high, _, count = state
        inverses = 1 / (_distance(d, origin, is_squared) - x)
        terms = squares * inverses
        slopes = terms * inverses
        left, right = (cnp.sum(cnp.where(w, terms, 0.0)) for w in (is_left, cnp.logical_not(is_left)))
        by_left, by_right = (cnp.sum(cnp.where(w, slopes, 0.0)) for w in (is_left, cnp.logical_not(is_left)))
        value = 1 + left + right
        error = 1 + 8 * (right - left) + cnp.abs(x) * (by_left + by_right)
        is_found = cnp.abs(value) <= eps * error
        low, high = cnp.where(value < 0, x, low), cnp.where(value < 0, high, x)
        p, q = first - x, second - x
        # Of two poles: c + s / (p - y) + t / (q - y) = 0 is c y² - a y + b = 0.
        a, b = (p + q) * value - p * q * (by_left + by_right), p * q * value
        c = value - p * by_left - q * by_right
        root = cnp.sqrt(cnp.abs(a * a - 4 * b * c))
        numerator, denominator = cnp.where(a <= 0, a - root, 2 * b), cnp.where(a <= 0, 2 * c, a + root)
        # Of one pole, after the last one: c + s / (p - y) = 0.
        rest = value - p * by_left
        numerator = cnp.where(is_last, p * (rest + p * by_left), numerator)
        denominator = cnp.where(is_last, rest, denominator)
        moved = x + numerator / denominator
        is_inside = cnp.logical_and(
            low < moved, cnp.logical_or(moved < high, cnp.logical_and(is_last, cnp.equal(moved, high)))
        )
        moved = cnp.where(is_inside, moved, low + (high - low) / 2)
        is_found = cnp.logical_or(is_found, cnp.equal(moved, x))
        return cnp.where(is_found, x, moved), low, high, is_found, count + 1

    goes_on = lambda s: cnp.logical_and(cnp.logical_not(s[3]), s[4] < _STEPS)
    found = combinators.while_loop(goes_on, step, (start, low, high, lift(False), 0))
    return origin, found[0]


def _roots(d: Array, z: Array, is_squared: bool) -> tuple[Array, Array, Array]:
    """The roots λᵢ of 1 + Σⱼ zⱼ² / (dⱼ - λ), the matrix of dⱼ - λᵢ, and a vector whose roots are the λᵢ to full precision and that
    is z up to rounding. Where `is_squared`, d and λ are squared in these."""
    places, squares = _places(d.shape[0]), z * z

    def one(i: Array) -> Any:
        origin, x = _root(d, squares, is_squared, i)
        if not is_squared:
            return (d - origin) - x, origin + x
        moved = x / (origin + cnp.sqrt(cnp.maximum(origin * origin + x, 0.0)))
        return ((d - origin) - moved) * ((d + origin) + moved), origin + moved

    gaps, values = combinators.map(one, places)

    def times(product: Array, element: Any) -> Any:
        row, here, i = element
        return product * (row / cnp.where(cnp.equal(places, i), 1.0, _distance(here, d, is_squared))), None

    product = combinators.fold(times, cnp.ones_like(d), (gaps, d, places))[0]
    size = cnp.sqrt(cnp.abs(product))
    return values, gaps, cnp.where(z < 0, -size, size)


def _deflate(
    d: Array, z: Array, order: Array, matrices: list[Array], scale: Any, tolerance: Any, is_squared: bool
) -> tuple[Array, Array, Array, list[Array], Any]:
    """Elements of z, whose numbers d ascend, become zero by rotations where that changes the matrix by no more than its rounding
    errors: those that, times `scale`, are almost zero, and those whose number is almost that of the one before. Where `is_squared`, the first
    number is zero and its element stays; that of another number that is almost zero is rotated to it, in the last matrix only.
    Returns all with the elements that are left first, and how many there are. The rows of the matrices, to which `order` leads,
    are rotated with z."""
    n = d.shape[0]
    start = 1 if is_squared else 0

    def step(j: Array, state: Any) -> Any:
        d, z, matrices, is_live, before = state
        j = as_integer(j)
        p = cnp.maximum(before, 0)
        x, y, number, next_ = _get(z, p), _get(z, j), _get(d, p), _get(d, j)
        is_small = scale * cnp.abs(y) <= tolerance
        is_zero: Any = lift(False)
        if is_squared:
            is_zero = cnp.logical_and(cnp.logical_not(is_small), next_ <= tolerance)
            p = cnp.where(is_zero, 0, p)
            x, number = _get(z, p), _get(d, p)
        stays = cnp.logical_or(is_small, is_zero)
        size = cnp.sqrt(x * x + y * y)
        safe = cnp.where(size > 0, size, 1.0)
        c, s = y / safe, -x / safe
        change = next_ - number if is_squared else cnp.abs((next_ - number) * c * s)
        is_close = cnp.logical_and(cnp.logical_and(before >= 0, cnp.logical_not(stays)), change <= tolerance)
        c, s = cnp.where(is_close, c, 1.0), cnp.where(is_close, s, 0.0)
        z = _set(z, cnp.where(is_zero, size, cnp.where(is_close, 0.0, x)), p)
        z = _set(z, cnp.where(stays, 0.0, cnp.where(is_close, size, y)), j)
        d = _set(d, number * c * c + next_ * s * s, p)
        d = _set(d, cnp.where(is_zero, 0.0, number * s * s + next_ * c * c), j)
        is_live = _set(is_live, cnp.logical_and(_get(is_live, p), cnp.logical_not(is_close)), p)
        is_live = _set(is_live, cnp.logical_not(stays), j)
        turned = [(c, s)] * len(matrices)
        if is_squared:
            turned[-1] = cnp.where(is_zero, x / safe, c), cnp.where(is_zero, y / safe, s)
        places = _get(order, p), _get(order, j)
        matrices = [_rotated(m, *places, *turn) for m, turn in zip(matrices, turned)]
        return d, z, matrices, is_live, cnp.where(stays, before, j)

    live = splat(lift(True), (n,))
    initial = d, z, matrices, live, lift(-1)
    d, z, matrices, live, _ = combinators.fori_loop(start, as_dim(n), step, initial)
    counts = cnp.cumulative_sum(cnp.astype(live, np.int64))
    count = cnp.sum(cnp.astype(live, np.int64))
    # The others follow.
    places = inverse(cnp.where(live, counts - 1, count + _places(n) - counts))
    return _chosen(d, places), _chosen(z, places), _chosen(order, places), matrices, as_dim(count)


def _rotated(a: Array, i: Any, j: Any, c: Any, s: Any) -> Array:
    x, y = _get(a, i), _get(a, j)
    return _set(_set(a, c * x + s * y, i), c * y - s * x, j)


def _of_length_1(rows: Array) -> Array:
    def one(row: Array) -> Array:
        row = row / cnp.max(cnp.abs(row))
        return row / cnp.sqrt(cnp.sum(row * row))

    return combinators.map(one, rows)


def _by_pairs(n: int, merge: Callable, state: Any, rows_between: int) -> Any:
    """The state after `merge(first, width, state)` of all pairs of neighbours, from the smallest ones on. The first one of a pair has
    `width` rows, of which one stands between the two where `rows_between` is 1."""
    least = 1 - rows_between

    def goes_on(state: Any) -> Any:
        return cnp.less_equal(state[1] + least, n)

    def step(state: Any) -> Any:
        first, width, rest = state
        rest = merge(as_dim(first), as_dim(width), rest)
        following = first + 2 * width
        is_last = following + width + least > n
        return cnp.where(is_last, 0, following), cnp.where(is_last, 2 * width, width), rest

    return combinators.while_loop(goes_on, step, (lift(0), lift(1), state))[2]


# ------------------------------------------------------------------------------------------------
# Eigenvalues


def eigenvalues(d: Array, e: Array) -> tuple[Array, Array]:
    """The eigenvalues, in an unspecified order, and as rows the eigenvectors of the symmetric matrix with the diagonal d and e beside
    it. The largest element is about 1."""
    n = d.shape[0]
    e = lift(e)
    eps = np.finfo(d.dtype).eps
    beside = cnp.abs(e)
    d = d - cnp.pad(beside, (0, 1)) - cnp.pad(beside, (1, 0))

    def merge(first: Any, width: Any, state: Any) -> Any:
        d, rows = state
        count = _min(_plus(width, width), _minus(n, first))
        numbers, own = _part(d, (first, count)), _part(rows, (first, count), (first, count))
        link = _get(e, _minus(_plus(first, width), 1))
        # The link is that of |link| v vᵀ, where v is 1 in the last row of the first part, and has its sign in the next row.
        second = _column(own, width)
        second = cnp.where(link < 0, -second, second)
        z = cnp.where(_places(count) < _number(width), _column(own, _minus(width, 1)), second)
        order = ascending(numbers)
        numbers, z = _chosen(numbers, order), _chosen(z, order)
        tolerance = _ULPS * eps * cnp.maximum(cnp.max(cnp.abs(numbers)), cnp.max(cnp.abs(z)))
        scale = cnp.sqrt(cnp.abs(link))
        numbers, z, order, (own,), left = _deflate(numbers, scale * z, order, [own], scale, tolerance, False)
        own = _chosen(own, order)
        values, gaps, weights = _roots(_part(numbers, (0, left)), _part(z, (0, left)), False)
        vectors = _of_length_1(weights / gaps) @ _part(own, (0, left), (0, count))
        numbers, own = _put_vector(numbers, values, 0), _put(own, vectors, 0, 0)
        return _put_vector(d, numbers, first), _put(rows, own, first, first)

    return _by_pairs(n, merge, (d, identity(n, d.dtype)), 0)


# ------------------------------------------------------------------------------------------------
# Singular values


def singular_values(d: Array, e: Array) -> tuple[Array, Array, Array]:
    """The singular values, in an unspecified order, and as rows the left and the right singular vectors of the matrix with the
    diagonal d and e above it. The largest element is about 1.

    A part of this matrix has a column more than rows. Its right vectors are followed by one that the part takes to zero. That of
    the whole matrix is in a column of zeros, which is added.
    """
    n = d.shape[0]
    info = np.finfo(d.dtype)
    least = float(info.tiny) ** 0.25

    def merge(first: Any, width: Any, state: Any) -> Any:
        values, u, v = state
        above = _minus(width, 1)
        count = _min(_plus(width, above), _minus(n, first))
        columns = _plus(count, 1)
        row = _plus(first, above)
        left, right = _get(d, row), _get(beside, row)
        own_u, own_v = _part(u, (first, count), (first, count)), _part(v, (first, columns), (first, columns))
        # The row between the parts, by the right vectors of both.
        z = left * _column(own_v, above) + right * _column(own_v, width)
        x, y = _get(z, above), _get(z, count)
        size = cnp.sqrt(x * x + y * y)
        safe = cnp.where(size > 0, size, 1.0)
        own_v = _rotated(own_v, above, count, cnp.where(size > 0, x / safe, 1.0), y / safe)
        numbers = _part(values, (first, count))
        largest = cnp.maximum(cnp.max(numbers), cnp.maximum(cnp.abs(left), cnp.abs(right)))
        tolerance = _ULPS * info.eps * largest
        # The matrix is singular where this element is zero, and then has a value that is almost zero.
        z = _set(_part(z, (0, count)), cnp.maximum(size, least), above)
        order = ascending(_set(numbers, lift(-1.0, d.dtype), above))
        numbers, z = _chosen(_set(numbers, lift(0.0, d.dtype), above), order), _chosen(z, order)
        numbers, z, order, (own_u, own_v), kept = _deflate(
            numbers, z, order, [own_u, own_v], 1.0, tolerance, True
        )
        own_u, own_v = _chosen(own_u, order), _put(own_v, _chosen(own_v, order), 0, 0)
        live = _part(numbers, (0, kept))
        found, gaps, weights = _roots(live, _part(z, (0, kept)), True)
        of_v = weights / gaps
        of_u = cnp.where(_places(kept) == 0, -1.0, live * of_v)
        new_u = _of_length_1(of_u) @ _part(own_u, (0, kept), (0, count))
        new_v = _of_length_1(of_v) @ _part(own_v, (0, kept), (0, columns))
        numbers = _put_vector(numbers, found, 0)
        own_u, own_v = _put(own_u, new_u, 0, 0), _put(own_v, new_v, 0, 0)
        return _put_vector(values, numbers, first), _put(u, own_u, first, first), _put(v, own_v, first, first)

    beside = cnp.pad(lift(e), (0, 1))
    units = (identity(k, d.dtype) for k in (n, n + 1))
    values, u, v = _by_pairs(n, merge, (_ops.zeros(d, (n,)), *units), 1)
    return cnp.where(values > 2 * least, values, 0.0), u, v[:n, :n]
