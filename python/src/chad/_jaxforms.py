# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Primitives of JAX, written as functions of other primitives: those that XLA's runtime computes, and those whose
functions have derivatives of their own.

Each entry is a function of a primitive's parameters; it returns a function of JAX, or None where the primitive is
computed as it is.
"""

from __future__ import annotations

import math
from typing import Any, Callable

import jax.extend.core
import jax.numpy as jnp
import numpy as np
from jax import lax

Forms = dict[str, Callable[[dict], Callable | None]]


def entry_of(table: Forms) -> Callable:
    """A decorator that enters functions into a table, by the names of primitives."""

    def name_it(name: str) -> Callable:
        def register(function: Callable) -> Callable:
            table[name] = function
            return function

        return register

    return name_it


FORMS: Forms = {}
form = entry_of(FORMS)


def has_own_derivatives(params: dict) -> bool:
    """Whether a function among the parameters of a primitive calls one with `jax.custom_jvp` or `custom_vjp`."""

    def holds(value: Any) -> bool:
        if isinstance(value, (tuple, list)):
            return any(map(holds, value))
        inner = getattr(value, "jaxpr", value)
        return any(
            e.primitive.name in ("custom_jvp_call", "custom_vjp_call") or has_own_derivatives(e.params)
            for e in getattr(inner, "eqns", ())
        )

    return any(map(holds, params.values()))


@form("reduce")
def _reduce(p: dict) -> Callable | None:
    """A reduction by a function with derivatives of its own: a scan. What JAX lowers it to has lost them."""
    if not has_own_derivatives(p):
        return None
    combine, dims = jax.extend.core.jaxpr_as_fun(p["jaxpr"]), tuple(p["dimensions"])

    def run(*x: Any) -> Any:
        arrays, units = x[: len(x) // 2], x[len(x) // 2 :]
        kept = tuple(d for i, d in enumerate(arrays[0].shape) if i not in dims)
        rows = [jnp.moveaxis(a, dims, range(len(dims))).reshape(-1, math.prod(kept)) for a in arrays]
        start = tuple(jnp.full(math.prod(kept), u) for u in units)
        step = lambda state, row: (tuple(jax.vmap(combine)(*state, *row)), None)
        return [r.reshape(kept) for r in lax.scan(step, start, tuple(rows))[0]]

    return run


@form("reduce_window")
def _reduce_window(p: dict) -> Callable | None:
    """The same for each window: a scan over the places in a window."""
    if not has_own_derivatives(p):
        return None
    combine = jax.extend.core.jaxpr_as_fun(jax.extend.core.ClosedJaxpr(p["jaxpr"], p["consts"]))
    sizes, strides, dilations = p["window_dimensions"], p["window_strides"], p["window_dilation"]
    padding = [(low, high, d - 1) for (low, high), d in zip(p["padding"], p["base_dilation"])]

    def run(*x: Any) -> Any:
        units = x[len(x) // 2 :]
        arrays = [lax.pad(a, u, padding) for a, u in zip(x, units)]
        reach = [(size - 1) * d + 1 for size, d in zip(sizes, dilations)]
        counts = [max((n - r) // s + 1, 0) for n, r, s in zip(arrays[0].shape, reach, strides)]
        start = tuple(jnp.full(math.prod(counts), u) for u in units)
        if 0 in counts:
            return [s.reshape(counts) for s in start]
        spans = [(count - 1) * s + 1 for count, s in zip(counts, strides)]

        def step(state: Any, place: Any) -> Any:
            parts = [lax.dynamic_slice(a, tuple(place), spans) for a in arrays]
            parts = [lax.slice(part, [0] * part.ndim, spans, strides).ravel() for part in parts]
            return tuple(jax.vmap(combine)(*state, *parts)), None

        places = np.array(list(np.ndindex(*sizes))).reshape(-1, len(sizes)) * dilations
        return [r.reshape(counts) for r in lax.scan(step, start, jnp.asarray(places))[0]]

    return run


@form("approx_top_k")
def _approx_top_k(p: dict) -> Callable:
    """The k largest elements, computed exactly."""

    def run(x: Any) -> Any:
        axis = p["reduction_dimension"] % x.ndim
        moved = jnp.moveaxis(x, axis, -1)
        values, places = lax.top_k(moved if p["is_max_k"] else -moved, p["k"])
        values = values if p["is_max_k"] else -values
        return [jnp.moveaxis(values, -1, axis), jnp.moveaxis(places, -1, axis)]

    return run


@form("nextafter")
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


@form("zeta")
def _zeta(p: dict) -> Callable:
    """ζ(s, q) = Σₖ (q + k)^-s, for s > 1 and q > 0: its first terms, and the rest by Euler–Maclaurin."""
    terms = 12

    def run(s: Any, q: Any) -> Any:
        if s.dtype.itemsize < 4:
            # The factors are larger than numbers of 16 bits.
            return [run(s.astype(jnp.float32), q.astype(jnp.float32))[0].astype(s.dtype)]
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


@form("polygamma")
def _polygamma(p: dict) -> Callable:
    """ψ⁽ⁿ⁾(x) = (-1)ⁿ⁺¹ n! ζ(n + 1, x) for positive x. For others, and n up to 3, ψ⁽ⁿ⁾(x) = (-1)ⁿ ψ⁽ⁿ⁾(1 - x) - π dⁿ/dxⁿ cot πx
    (DLMF, §5.15.6)."""

    def run(n: Any, x: Any) -> Any:
        if x.dtype.itemsize < 4:
            return [run(n.astype(jnp.float32), x.astype(jnp.float32))[0].astype(x.dtype)]
        n = lax.stop_gradient(n)
        is_odd = n % 2 == 1
        is_left = (x <= 0) & (n >= 1) & (n <= 3)
        sign = jnp.where(is_odd, 1.0, -1.0).astype(x.dtype)
        factor = jnp.round(jnp.exp(lax.lgamma(jnp.minimum(n, 18.0) + 1)))
        factor = jnp.where(n < 18, factor, jnp.exp(lax.lgamma(n + 1)))
        safe = jnp.where(n == 0, jnp.ones_like(n), n)
        right = sign * factor * lax.zeta(safe + 1, jnp.where(is_left, 1 - x, x))
        # The cotangent and its derivatives have the period 1.
        angle = math.pi * jnp.where(is_left, x - jnp.round(x), 0.25)
        sine = jnp.sin(angle)
        square, cot = 1 / (sine * sine), jnp.cos(angle) / jnp.where(sine == 0, jnp.nan, sine)
        first, second = -math.pi * square, 2 * math.pi**2 * square * cot
        third = -2 * math.pi**3 * square * (3 * square - 2)
        change = jnp.where(n == 1, first, jnp.where(n == 2, second, third))
        value = jnp.where(is_left, -sign * right - math.pi * change, right)
        return [jnp.where(n == 0, lax.digamma(x), value)]

    return run


@form("bessel_i1e")
def _bessel_i1e(p: dict) -> Callable:
    """e^-|x| I₁(x): the mean of sinh(x cos θ) cos θ over equidistant θ, and for large x the asymptotic series."""
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
