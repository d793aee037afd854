# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Eigenvalues of Hermitian matrices, and singular values, as functions of JAX. Reflections make the matrix
tridiagonal or bidiagonal; sequences of rotations of adjacent rows make that diagonal (Golub & Van Loan 2013,
"Matrix Computations", §8.3 and §8.6).
"""

from __future__ import annotations

import math
from typing import Any, Callable

import jax.numpy as jnp
from jax import lax

from ._jaxblocks import at, multiply_reflections, put, reflection, scaled, with_triangle

#: The number of last rows and columns that are reflected in one loop.
_LAST = 24

#: The lengths of rows are multiples of this number, for vector instructions.
_ROW = 32

#: The largest mean number of sweeps for an eigenvalue; about 2 are needed.
_SWEEPS = 50


def _stages(a: Any, step: Callable, lines: int) -> tuple[list[Any], list[Any], list[Any], Any]:
    """`step(a, k)` for each column of a square matrix but the last: a matrix, two numbers, and for each of so many `lines` a
    vector and its τ. After some columns the matrix is cut to those that are left: the numbers, then the vectors as rows,
    then their τ, and the last element."""
    n = a.shape[0]
    real = jnp.finfo(a.dtype).dtype
    numbers: list[list[Any]] = [[], []]
    vectors: list[list[Any]] = [[] for _ in range(lines)]
    taus: list[list[Any]] = [[] for _ in range(lines)]
    done = 0
    while done < n - 1:
        m = n - done
        count = m - 1 if m <= _LAST else m - max(_LAST, 5 * m // 8)

        def one(k: Any, state: Any) -> Any:
            a, pair, rows, scalars = state
            a, new, *found = step(a, k)
            return (
                a,
                [put(old, jnp.real(value).astype(real), k) for old, value in zip(pair, new)],
                [put(old, v, k) for old, (v, _) in zip(rows, found)],
                [put(old, tau, k) for old, (_, tau) in zip(scalars, found)],
            )

        start = (
            a,
            [jnp.zeros(count, real)] * 2,
            [jnp.zeros((count, m), a.dtype)] * lines,
            [jnp.zeros(count, a.dtype)] * lines,
        )
        a, pair, rows, scalars = lax.fori_loop(0, count, one, start)
        a = a[count:, count:]
        for i in range(2):
            numbers[i].append(pair[i])
        for i in range(lines):
            vectors[i].append(jnp.pad(rows[i], ((0, 0), (done, 0))))
            taus[i].append(scalars[i])
        done += count
    empty = jnp.zeros((0, n), a.dtype)
    return (
        [jnp.concatenate([jnp.zeros(0, real), *parts]) for parts in numbers],
        [jnp.concatenate([empty, *parts]) for parts in vectors],
        [jnp.concatenate([empty[:, 0], *parts]) for parts in taus],
        a[0, 0],
    )


def _orthogonal(rows: Any, taus: Any) -> Any:
    """The product of the reflections whose vectors are the rows."""
    return multiply_reflections(*with_triangle(rows.T, taus), rows.shape[1])


def _padded(z: Any) -> Any:
    return jnp.pad(z, ((0, 0), (0, -z.shape[1] % _ROW)))


def _live(e: Any, d: Any) -> tuple[Any, Any]:
    """The first and the last place of the last part in which no element beside the diagonal is zero, to
    rounding. Without such a part the last place is 0. A NaN counts as zero, and so does a number whose square
    is zero: the largest number of the matrix is about 1.
    """
    places = jnp.arange(e.shape[0])
    size, info = jnp.abs(d), jnp.finfo(d.dtype)
    is_live = jnp.abs(e) > info.eps * (size[1:] + size[:-1]) + math.sqrt(info.tiny) / info.eps
    high = jnp.max(jnp.where(is_live, places + 1, 0))
    return jnp.max(jnp.where(~is_live & (places < high), places + 1, 0)), high


def _until_diagonal(sweep: Callable, d: Any, e: Any, rows: Any) -> tuple[Any, Any]:
    """`sweep(d, e, rows, low, high)` until e is zero: d, NaN if there are too many, and the rows."""
    n = d.shape[0]

    def step(state: Any) -> Any:
        (d, e, rows), count = sweep(*state[:-1]), state[-1]
        return d, e, rows, *_live(e, d), count + 1

    start = d, e, rows, *_live(e, d), 0
    d, _, rows, _, high, _ = lax.while_loop(lambda s: (s[-2] > 0) & (s[-1] < _SWEEPS * n), step, start)
    return jnp.where(high > 0, jnp.nan, d), rows


def _rotation(x: Any, y: Any) -> tuple[Any, Any, Any]:
    """c, s and r with c x + s y = r and c y - s x = 0."""
    r = jnp.sqrt(x * x + y * y)
    is_zero = r == 0
    inverse = 1 / jnp.where(is_zero, 1.0, r)
    return jnp.where(is_zero, 1.0, x * inverse), y * inverse, r


def _rotate(z: Any, i: Any, c: Any, s: Any) -> Any:
    """The matrix with rows i and i + 1 rotated by c and s."""
    x, y = at(z, i), at(z, i + 1)
    return put(put(z, c * x + s * y, i), c * y - s * x, i + 1)


# ------------------------------------------------------------------------------------------------
# Eigenvalues


def diagonalize(a: Any) -> tuple[Any, Any]:
    """Eigenvalues, in an unspecified order, and eigenvectors of a Hermitian matrix."""
    n = a.shape[0]
    a, scale = scaled(a)

    def step(a: Any, k: Any) -> Any:
        x = jnp.conj(at(a, k))
        v, tau, beta = reflection(x, k + 1)
        p = a @ v
        # (1 - τ v vᴴ)ᴴ a (1 - τ v vᴴ) = a - v wᴴ - w vᴴ.
        w = tau * p - (0.5 * tau * jnp.conj(tau) * (jnp.conj(v) @ p)) * v
        a = a - (v[:, None] * jnp.conj(w) + w[:, None] * jnp.conj(v))
        return a, (at(x, k), beta), (v, tau)

    (d, e), (rows,), (taus,), last = _stages(a, step, 1)
    d = jnp.append(d, jnp.real(last))
    q = _orthogonal(rows, taus)
    if n > 1:
        d, lines = _until_diagonal(_sweep_tridiagonal, d, e, _padded(q.T))
        q = lines[:, :n].T
    is_good = jnp.all(jnp.isfinite(d))
    return jnp.where(is_good, scale * d, jnp.nan), jnp.where(is_good, q, jnp.nan)


def _sweep_tridiagonal(d: Any, e: Any, z: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
    """A shifted QR step of rows low to high (Wilkinson's shift)."""
    beside, last = at(e, high - 1), at(d, high)
    half = (at(d, high - 1) - last) / (2 * beside)
    root = jnp.sqrt(half * half + 1)
    shift = last - beside / (half + jnp.where(half >= 0, root, -root))

    def rotate(i: Any, state: Any) -> Any:
        d, e, z, c, s, p, g = state
        f, b = s * at(e, i), c * at(e, i)
        c, s, r = _rotation(g, f)
        before = jnp.maximum(i - 1, 0)
        e = put(e, jnp.where(i > low, r, at(e, before)), before)
        g = at(d, i) - p
        r = (at(d, i + 1) - g) * s + 2 * c * b
        p = s * r
        return put(d, g + p, i), e, _rotate(z, i, c, s), c, s, p, c * r - b

    one = jnp.ones((), d.dtype)
    start = d, e, z, one, one, jnp.zeros((), d.dtype), at(d, low) - shift
    d, e, z, _, _, p, g = lax.fori_loop(low, high, rotate, start)
    return put(d, at(d, high) - p, high), put(e, g, high - 1), z


# ------------------------------------------------------------------------------------------------
# Singular values


def singular(a: Any, with_vectors: bool) -> list[Any]:
    """Singular values of a square matrix, in descending order, and the matrices u and vᴴ of a = u diag(s) vᴴ."""
    n = a.shape[0]
    a, scale = scaled(a)

    def step(a: Any, k: Any) -> Any:
        u, tau, head = reflection(a[:, k], k)
        y = jnp.conj(tau) * (jnp.conj(u) @ a)
        v, sigma, beside = reflection(jnp.conj(at(a, k) - y), k + 1)
        # (1 - τ u uᴴ)ᴴ a (1 - σ v vᴴ) = a - u y - z vᴴ.
        z = sigma * (a @ v - (y @ v) * u)
        return a - (u[:, None] * y + z[:, None] * jnp.conj(v)), (head, beside), (u, tau), (v, sigma)

    (d, e), rows, taus, last = _stages(a, step, 2)
    # The last element is its absolute value times its phase, a number of absolute value 1.
    size = jnp.abs(last)
    phase = jnp.where(size > 0, last / jnp.where(size > 0, size, 1.0), 1.0)
    d = jnp.append(d, size)
    lines = []
    if with_vectors:
        u, v = (_orthogonal(r, t) for r, t in zip(rows, taus))
        u = u.at[:, n - 1].multiply(phase)
        lines = [_padded(u.T), _padded(v.T)]
    if n > 1:
        d, lines = _until_diagonal(_sweep_bidiagonal, d, e, lines)
    s = jnp.abs(d)
    order = jnp.argsort(-s)
    is_good = jnp.all(jnp.isfinite(s))
    s = jnp.where(is_good, scale * s[order], jnp.nan)
    if not with_vectors:
        return [s]
    u, v = (z[order, :n] for z in lines)
    v = jnp.conj(v) * jnp.where(d < 0, -1.0, 1.0)[order][:, None]
    return [s, *(jnp.where(is_good, z, jnp.nan) for z in (u.T, v))]


def _sweep_bidiagonal(d: Any, e: Any, lines: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
    """A shifted QR step of rows low to high, on the matrix itself, not on its square (Demmel & Kahan 1990, "Accurate
    singular values of bidiagonal matrices")."""
    f, g, h = jnp.abs(at(d, high - 1)), jnp.abs(at(e, high - 1)), jnp.abs(at(d, high))
    # The shift is the smaller singular value of the last two rows.
    whole = jnp.sqrt((f + h) ** 2 + g * g) + jnp.sqrt((f - h) ** 2 + g * g)
    shift = 2 * f * h / whole
    places = jnp.arange(d.shape[0])
    inside = (places >= low) & (places <= high)
    eps = jnp.finfo(d.dtype).eps
    # If the matrix is singular up to rounding, a step without a shift splits it.
    least, most = (jnp.min(jnp.where(inside, jnp.abs(d), jnp.inf)), jnp.max(jnp.where(inside, jnp.abs(d), 0)))
    first = at(d, low)
    is_shifted = (least > eps * most) & (shift * shift > eps * first * first)
    safe = jnp.where(is_shifted, first, 1.0)
    start = jnp.where(is_shifted, (jnp.abs(safe) - shift) * (jnp.sign(safe) + shift / safe), first)

    def rotate(i: Any, state: Any) -> Any:
        d, e, lines, f, g = state
        c, s, r = _rotation(f, g)
        before = jnp.maximum(i - 1, 0)
        e = put(e, jnp.where(i > low, r, at(e, before)), before)
        here, beside, next_ = at(d, i), at(e, i), at(d, i + 1)
        beside, f, g, next_ = c * beside - s * here, c * here + s * beside, s * next_, c * next_
        turn, sine, r = _rotation(f, g)
        f, next_ = turn * beside + sine * next_, turn * next_ - sine * beside
        after = jnp.minimum(i + 1, e.shape[0] - 1)
        further, is_last = at(e, after), i + 1 == high
        e = put(put(e, jnp.where(is_last, further, turn * further), after), jnp.where(is_last, f, at(e, i)), i)
        if lines:
            lines = [_rotate(lines[0], i, turn, sine), _rotate(lines[1], i, c, s)]
        return put(put(d, r, i), next_, i + 1), e, lines, f, sine * further

    d, e, lines, *_ = lax.fori_loop(low, high, rotate, (d, e, lines, start, at(e, low)))
    return d, e, lines
