# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Primitives of JAX that XLA's runtime computes, as functions of other primitives.

Each entry makes, of a primitive's parameters, a function of JAX."""

from __future__ import annotations

import math
from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

FORMS: dict[str, Callable[[dict], Callable]] = {}


def _form(name: str) -> Callable:
    def register(function: Callable) -> Callable:
        FORMS[name] = function
        return function

    return register


@_form("approx_top_k")
def _approx_top_k(p: dict) -> Callable:
    """The first k, none of which is approximate."""

    def run(x: Any) -> Any:
        axis = p["reduction_dimension"] % x.ndim
        moved = jnp.moveaxis(x, axis, -1)
        values, places = lax.top_k(moved if p["is_max_k"] else -moved, p["k"])
        values = values if p["is_max_k"] else -values
        return [jnp.moveaxis(values, -1, axis), jnp.moveaxis(places, -1, axis)]

    return run


@_form("nextafter")
def _next_after(p: dict) -> Callable:
    def run(x: Any, y: Any) -> Any:
        integer = {8: jnp.int64, 4: jnp.int32, 2: jnp.int16}[x.dtype.itemsize]
        bits = lax.bitcast_convert_type(x, integer)
        low = jnp.array(np.iinfo(integer).min, integer)
        step = jnp.where((y > x) == (x > 0), 1, -1).astype(integer)
        least = jnp.where(y > 0, jnp.array(1, integer), low + 1)
        moved = lax.bitcast_convert_type(jnp.where(x == 0, least, bits + step), x.dtype)
        return [jnp.where(x == y, y, jnp.where(jnp.isnan(x) | jnp.isnan(y), jnp.nan, moved))]

    return run


#: B₂ₖ / (2k)!, for the Euler–Maclaurin formula.
_BERNOULLI = [
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600,
    -3617 / 10670622842880000, 43867 / 5109094217170944000,
]  # fmt: skip


@_form("zeta")
def _zeta(p: dict) -> Callable:
    """ζ(s, q) = Σₖ (q + k)^-s, for s > 1 and q > 0: its first terms, and the rest by Euler–Maclaurin."""
    terms = 12

    def run(s: Any, q: Any) -> Any:
        total = jnp.zeros_like(q)
        for k in range(terms):
            total = total + (q + k) ** -s
        a = q + terms
        power = a**-s
        total = total + power * a / (s - 1) + power / 2
        factor = s
        for k, coefficient in enumerate(_BERNOULLI):
            total = total + coefficient * factor * power / a ** (2 * k + 1)
            factor = factor * (s + 2 * k + 1) * (s + 2 * k + 2)
        return [jnp.where((s > 1) & (q > 0), total, jnp.where(s == 1, jnp.inf, jnp.nan))]

    return run


@_form("polygamma")
def _polygamma(p: dict) -> Callable:
    """ψ⁽ⁿ⁾(x) = (-1)ⁿ⁺¹ n! ζ(n + 1, x)."""

    def run(n: Any, x: Any) -> Any:
        n = lax.stop_gradient(n)
        sign = jnp.where(n % 2 == 1, 1.0, -1.0).astype(x.dtype)
        factor = jnp.round(jnp.exp(lax.lgamma(jnp.minimum(n, 18.0) + 1)))
        factor = jnp.where(n < 18, factor, jnp.exp(lax.lgamma(n + 1)))
        safe = jnp.where(n == 0, jnp.ones_like(n), n)
        return [jnp.where(n == 0, lax.digamma(x), sign * factor * lax.zeta(safe + 1, x))]

    return run


@_form("bessel_i1e")
def _bessel_i1e(p: dict) -> Callable:
    """e^-|x| I₁(x): the mean of sinh(x cos θ) cos θ by equal steps, and for large x the asymptotic series."""
    count = 48

    def run(x: Any) -> Any:
        size = jnp.abs(x)
        near = jnp.minimum(size, 30.0)
        total = jnp.zeros_like(x)
        for k in range(count // 2):
            c = math.cos(math.pi * (k + 0.5) / count)
            total = total + c * (jnp.exp(near * (c - 1)) - jnp.exp(-near * (c + 1)))
        inverse = 1 / (8 * jnp.maximum(size, 30.0))
        series = term = jnp.ones_like(x)
        for k in range(1, 16):
            term = -term * (4 - (2 * k - 1) ** 2) * inverse / k
            series = series + term
        far = series * jnp.sqrt(4 * inverse / math.pi)
        return [jnp.sign(x) * jnp.where(size < 30, total / count, far)]

    return run


@_form("qr")
def _qr(p: dict) -> Callable:
    """By Householder reflections, with the signs of LAPACK."""

    def one(a: Any) -> Any:
        m, n = a.shape
        count = min(m, n)
        rows = jnp.arange(m)

        def step(k: Any, state: Any) -> Any:
            r, q = state
            column = jnp.where(rows >= k, r[:, k], 0.0)
            head = r[k, k]
            below = jnp.sum(jnp.where(rows > k, column, 0.0) ** 2)
            norm = jnp.sqrt(head**2 + below)
            beta = jnp.where(head >= 0, -norm, norm)
            v = jnp.where(rows == k, head - beta, column)
            # v / v[k] is what LAPACK keeps; nothing is reflected where there is nothing below.
            squares = jnp.sum(v * v)
            scale = jnp.where(below > 0, 2 / jnp.where(squares > 0, squares, 1.0), 0.0)
            return r - scale * jnp.outer(v, v @ r), q - scale * jnp.outer(q @ v, v)

        r, q = lax.fori_loop(0, count, step, (a, jnp.eye(m, dtype=a.dtype)))
        upper = jnp.triu(r)
        return [q, upper] if p["full_matrices"] else [q[:, :count], upper[:count]]

    def run(a: Any) -> Any:
        if p["pivoting"]:
            raise NotImplementedError("a pivoted factorization")
        return _batched(one, a)(a)

    return run


def _batched(function: Callable, matrix: Any) -> Callable:
    """The function of matrices as one of arrays of matrices, such as this one."""
    for _ in range(matrix.ndim - 2):
        function = jax.vmap(function)
    return function


def _rotations(a: Any, sweeps: int = 12) -> tuple[Any, Any]:
    """Eigenvalues and eigenvectors of a symmetric matrix, by cyclic rotations of Jacobi's."""
    n = a.shape[0]
    pairs = np.array([(i, j) for i in range(n) for j in range(i + 1, n)], np.int32).reshape(-1, 2)

    def rotate(state: Any, pair: Any) -> Any:
        a, v = state
        i, j = pair[0], pair[1]
        off = a[i, j]
        theta = (a[j, j] - a[i, i]) / jnp.where(off == 0, 1.0, 2 * off)
        t = jnp.where(theta >= 0, 1.0, -1.0) / (jnp.abs(theta) + jnp.sqrt(theta**2 + 1))
        t = jnp.where(off == 0, 0.0, t)
        c = 1 / jnp.sqrt(t**2 + 1)
        s = t * c
        ai, aj = a[i], a[j]
        a = a.at[i].set(c * ai - s * aj).at[j].set(s * ai + c * aj)
        ai, aj = a[:, i], a[:, j]
        a = a.at[:, i].set(c * ai - s * aj).at[:, j].set(s * ai + c * aj)
        vi, vj = v[:, i], v[:, j]
        return (a, v.at[:, i].set(c * vi - s * vj).at[:, j].set(s * vi + c * vj)), None

    def sweep(_: Any, state: Any) -> Any:
        return lax.scan(rotate, state, jnp.asarray(pairs))[0]

    a, v = lax.fori_loop(0, sweeps if n > 1 else 0, sweep, (a, jnp.eye(n, dtype=a.dtype)))
    return jnp.diagonal(a), v


@_form("eigh")
def _eigh(p: dict) -> Callable:
    """Eigenvalues in ascending order, and eigenvectors up to their signs."""

    def one(a: Any) -> Any:
        a = jnp.tril(a) + jnp.tril(a, -1).T if p["lower"] else jnp.triu(a) + jnp.triu(a, 1).T
        w, v = _rotations(a)
        order = jnp.argsort(w)
        return [v[:, order], w[order]]

    def run(a: Any) -> Any:
        if p.get("subset_by_index") not in (None, (0, a.shape[-1])):
            raise NotImplementedError("some eigenvalues only")
        return _batched(one, a)(a)

    return run


def _columns_rotated(a: Any, sweeps: int = 12) -> tuple[Any, Any]:
    """A matrix times an orthogonal one, and this, so that its columns are orthogonal: one-sided rotations of
    Jacobi's (Hestenes 1958, "Inversion of matrices by biorthogonalization and related results")."""
    n = a.shape[1]
    pairs = np.array([(i, j) for i in range(n) for j in range(i + 1, n)], np.int32).reshape(-1, 2)

    def rotate(state: Any, pair: Any) -> Any:
        i, j = pair[0], pair[1]
        x, y = state[0][i], state[0][j]
        off = x @ y
        zeta = (y @ y - x @ x) / jnp.where(off == 0, 1.0, 2 * off)
        t = jnp.where(zeta >= 0, 1.0, -1.0) / (jnp.abs(zeta) + jnp.sqrt(zeta**2 + 1))
        t = jnp.where(off == 0, 0.0, t)
        c = 1 / jnp.sqrt(t**2 + 1)
        s = t * c
        return tuple(m.at[i].set(c * m[i] - s * m[j]).at[j].set(s * m[i] + c * m[j]) for m in state), None

    def sweep(_: Any, state: Any) -> Any:
        return lax.scan(rotate, state, jnp.asarray(pairs))[0]

    start = a.T, jnp.eye(n, dtype=a.dtype)
    return lax.fori_loop(0, sweeps if n > 1 else 0, sweep, start)


@_form("svd")
def _svd(p: dict) -> Callable:
    """Singular values in descending order, and vectors up to their signs; of rank deficient matrices some left
    vectors are zero."""

    def one(a: Any) -> Any:
        if a.shape[0] < a.shape[1]:
            s, u, v = one(a.T)
            return [s, v.T, u.T]
        rows, turned = _columns_rotated(a)
        s = jnp.sqrt(jnp.sum(rows**2, 1))
        order = jnp.argsort(-s)
        s, rows, turned = s[order], rows[order], turned[order]
        u = rows / jnp.where(s > 0, s, 1.0)[:, None]
        return [s, u.T, turned]

    def run(a: Any) -> Any:
        if jnp.iscomplexobj(a):
            raise NotImplementedError("singular values of complex matrices")
        if p["compute_uv"] and p["full_matrices"] and a.shape[-1] != a.shape[-2]:
            raise NotImplementedError("a full basis of singular vectors; pass full_matrices=False")
        if p.get("subset_by_index") not in (None, (0, min(a.shape[-2:]))):
            raise NotImplementedError("some singular values only")
        values = _batched(one, a)(a)
        return values if p["compute_uv"] else values[:1]

    return run


@_form("symmetric_product")
def _symmetric_product(p: dict) -> Callable:
    return lambda a, c: [p["alpha"] * (a @ jnp.swapaxes(a, -1, -2)) + p["beta"] * c]


@_form("cholesky_update")
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


@_form("tridiagonal_solve")
def _tridiagonal_solve(p: dict) -> Callable:
    """By elimination without exchanges of rows (Thomas' algorithm)."""

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


@_form("householder_product")
def _householder_product(p: dict) -> Callable:
    """The first columns of the product of reflections 1 - τₖ vₖ vₖᵀ, as LAPACK keeps them."""

    def one(a: Any, taus: Any) -> Any:
        m, n = a.shape
        q = jnp.eye(m, n, dtype=a.dtype)
        for k in reversed(range(taus.shape[0])):
            v = jnp.where(jnp.arange(m) > k, a[:, k], 0.0).at[k].set(1.0)
            q = q - taus[k] * jnp.outer(v, v @ q)
        return q

    def run(a: Any, taus: Any) -> Any:
        if jnp.iscomplexobj(a):
            raise NotImplementedError("reflections of complex matrices")
        return [_batched(one, a)(a, taus)]

    return run


@_form("lu_pivots_to_permutation")
def _lu_pivots_to_permutation(p: dict) -> Callable:
    def one(pivots: Any) -> Any:
        def step(places: Any, pair: Any) -> Any:
            k, other = pair
            here, there = places[k], places[other]
            return places.at[k].set(there).at[other].set(here), None

        start = jnp.arange(p["permutation_size"], dtype=jnp.int32)
        return lax.scan(step, start, (jnp.arange(pivots.shape[0], dtype=jnp.int32), pivots))[0]

    def run(pivots: Any) -> Any:
        function = one
        for _ in range(pivots.ndim - 1):
            function = jax.vmap(function)
        return [function(pivots)]

    return run
