# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms of real and imaginary parts, of lengths with no prime factor but 2, 3 and 5, by Stockham's stages, which need no
permutation (Cochran and others 1967, "What is the fast Fourier transform?")."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from . import _ops
from ._elementwise import add, multiply, negative, subtract
from ._indexing import getitem
from ._shapes import reshape, stack
from .custom import Call, custom_jvp
from .trace import Array, lift

Parts = tuple[Any, Any]

#: The radices of stages, in the order in which they are tried. A stage with a radix r transforms r numbers at a time, which registers hold.
_RADICES = (4, 2, 3, 5)

#: The least length of a transform by stages. Shorter ones are products with a matrix.
LEAST = 17


def radices(n: int) -> list[int] | None:
    """The radices of the stages, whose product is n; None where n has another prime factor."""
    found = []
    for radix in _RADICES:
        while n % radix == 0:
            found.append(radix)
            n //= radix
    return found if n == 1 else None


def _halves(n: int) -> tuple[int, int]:
    """The two factors n₁ ≤ n₂ of n that are closest to each other."""
    first = max(d for d in range(1, math.isqrt(n) + 1) if n % d == 0)
    return first, n // first


def _roots(rows: int, columns: int, n: int) -> np.ndarray:
    """The matrix of exp(-2πi jk/n) for the row j and the column k."""
    products = np.outer(np.arange(rows), np.arange(columns)) % n
    return np.exp(-2j * np.pi * products / n)


@functools.lru_cache(maxsize=64)
def _tables(n: int, dtype: Any, in_columns: bool) -> tuple[np.ndarray, ...]:
    """The real and imaginary parts of the roots of unity that a transform of n numbers multiplies with, in the order of their use: those
    of its stages; of a single sequence, which is transformed as a matrix (`_one`), those of both of its halves and between them."""
    if in_columns:
        rest, all_ = n, []
        for radix in radices(n) or []:
            rest //= radix
            if rest > 1:
                all_.append(_roots(rest, radix, rest * radix))
    else:
        first, second = _halves(n)
        tables = [*_tables(first, dtype, True), *_tables(second, dtype, True)]
        between = _roots(first, second, n)
        return (*tables, between.real.astype(dtype), between.imag.astype(dtype))
    return tuple(p.astype(dtype) for t in all_ for p in (t.real, t.imag))


def _plus(a: Parts, b: Parts) -> Parts:
    return add(a[0], b[0]), add(a[1], b[1])


def _minus(a: Parts, b: Parts) -> Parts:
    return subtract(a[0], b[0]), subtract(a[1], b[1])


def _times(a: Parts, b: Parts) -> Parts:
    return (
        subtract(multiply(a[0], b[0]), multiply(a[1], b[1])),
        add(multiply(a[0], b[1]), multiply(a[1], b[0])),
    )


def _sums(z: list[Parts]) -> list[Parts]:
    """The transform of as many numbers as a radix."""
    count = len(z)
    if count == 2:
        return [_plus(*z), _minus(*z)]
    if count == 4:
        a, b, c, d = _plus(z[0], z[2]), _minus(z[0], z[2]), _plus(z[1], z[3]), _minus(z[1], z[3])
        turned = d[1], negative(d[0])  # -i d
        return [_plus(a, c), _plus(b, turned), _minus(a, c), _minus(b, turned)]
    # Of an odd count: z_j + z_{n-j} with cosines, and z_j - z_{n-j} with sines.
    pairs = [(_plus(z[j], z[count - j]), _minus(z[j], z[count - j])) for j in range(1, (count + 1) // 2)]
    first = z[0]
    for even, _ in pairs:
        first = _plus(first, even)
    results = [first] + [first] * (count - 1)
    for k in range(1, (count + 1) // 2):
        across: Parts = z[0]
        along: Parts | None = None
        for j, (even, odd) in enumerate(pairs, start=1):
            angle = 2 * math.pi * (j * k % count) / count
            cosine, sine = (lift(v, even[0].dtype) for v in (math.cos(angle), math.sin(angle)))
            across = _plus(across, (multiply(even[0], cosine), multiply(even[1], cosine)))
            # -i times the sine times the odd part.
            part = multiply(odd[1], sine), negative(multiply(odd[0], sine))
            along = part if along is None else _plus(along, part)
        assert along is not None
        results[k], results[count - k] = _plus(across, along), _minus(across, along)
    return results


def _columns(z: Parts, n: int, columns: int, tables: list[Any]) -> Parts:
    """Transforms of the columns of a matrix of n rows. A stage with the radix r splits what is left of the length, r m, and reads the matrix as
    r × m × (a columns), where a is the product of the radices before it. It transforms the r numbers z[j, p, c] of each p < m and each
    c, multiplies result k by exp(-2πi kp/(r m)), and writes it to place [p, k, c]. The next stage reads that as m × (r a columns), so that
    at the end the n results of a column are in order."""
    apart, rest = 1, n
    for radix in radices(n) or []:
        rest //= radix
        parts = [reshape(p, (radix, rest, apart * columns)) for p in z]
        rows = [getitem(p, j) for p in parts for j in range(radix)]
        factors = [tables.pop(0), tables.pop(0)] if rest > 1 else []

        def body(*given: Array, radix: int = radix) -> list[Array]:
            values = list(zip(given[:radix], given[radix : 2 * radix]))
            results = _sums(values)
            if len(given) > 2 * radix:
                roots = [(getitem(given[-2], k), getitem(given[-1], k)) for k in range(radix)]
                results = [results[0], *(_times(y, w) for y, w in zip(results[1:], roots[1:]))]
            return [stack([y[i] for y in results]) for i in (0, 1)]

        made = _ops.map_rows([*rows, *factors], body)
        z = made[0], made[1]
        apart *= radix
    return reshape(z[0], (n, columns)), reshape(z[1], (n, columns))


def _one(z: Parts, n: int, tables: list[Any]) -> Parts:
    """A transform of n = n₁ n₂ numbers as a matrix of n₁ rows: transforms of its columns, factors exp(-2πi jk/n), and transforms of the
    columns of its transpose (Bailey 1990, "FFTs in external or hierarchical memory")."""
    first, second = _halves(n)
    *tables, re, im = tables
    y = _columns((reshape(z[0], (first, second)), reshape(z[1], (first, second))), first, second, tables)
    y = _times(y, (re, im))
    y = _ops.transpose(y[0], [1, 0]), _ops.transpose(y[1], [1, 0])
    y = _columns(y, second, first, tables)
    return reshape(y[0], (n,)), reshape(y[1], (n,))


class _Transform(custom_jvp):
    """The transform along the middle one of three dimensions. It is linear, and its matrix is symmetric."""

    def __init__(self, n: int) -> None:
        def transform(re: Array, im: Array, *tables: Array) -> Any:
            leading, _, trailing = re.shape

            def one(x: Array, y: Array) -> list[Array]:
                if trailing > 1:
                    return list(_columns((x, y), n, trailing, list(tables)))
                made = _one((reshape(x, (n,)), reshape(y, (n,))), n, list(tables))
                return [reshape(p, (n, 1)) for p in made]

            if leading == 1:
                made = one(getitem(re, 0), getitem(im, 0))
                return [reshape(p, re.shape) for p in made]
            return _ops.map_rows([re, im], one)

        transform.__name__ = f"fft{n}"
        super().__init__(transform, key=("fft", n))
        self.defjvp(self._along)
        # With the matrices C and S of cosines and sines, it takes (u, v) to (Cu + Sv, Cv - Su). The transpose of that is the same
        # function with both its arguments and its results exchanged.
        self._reverse = (lambda *args: (self(*args), args[2:])), self._back

    def _rule(self, call: Call) -> str:
        # A derivative transforms once more, by the same code.
        return super()._rule(call) + ", no_inline"

    def _along(self, primals: Any, tangents: Any) -> Any:
        return self(*primals), self(*tangents[:2], *primals[2:])

    def _back(self, tables: Any, cotangents: Any) -> Any:
        re, im = cotangents
        im, re = self(im, re, *tables)
        return re, im, *(None for _ in tables)


def transform(re: Array, im: Array, axis: int) -> Parts:
    """The real and imaginary parts of Σₖ exp(-2πi jk/n) zₖ along an axis, of arrays of known extents."""
    shape = re.shape
    n = shape[axis]
    leading, trailing = math.prod(shape[:axis]), math.prod(shape[axis + 1 :])
    is_in_columns = trailing > 1
    form = (leading, n, trailing)
    tables = [lift(t) for t in _tables(n, re.dtype, is_in_columns)]
    made = _Transform(n)(reshape(re, form), reshape(im, form), *tables)
    return reshape(made[0], shape), reshape(made[1], shape)


__all__ = ["LEAST", "radices", "transform"]
