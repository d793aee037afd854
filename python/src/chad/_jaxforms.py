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
        for _ in range(a.ndim - 2):
            pass
        function = one
        for _ in range(a.ndim - 2):
            function = jax.vmap(function)
        return function(a)

    return run


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
        w, v = w[order], v[:, order]
        # The last element of each vector that is not zero to rounding is positive.
        return [v, w]

    def run(a: Any) -> Any:
        if p.get("subset_by_index") not in (None, (0, a.shape[-1])):
            raise NotImplementedError("some eigenvalues only")
        function = one
        for _ in range(a.ndim - 2):
            function = jax.vmap(function)
        return function(a)

    return run
