# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorizations and solves of matrices, as in numpy.linalg, by ops of StableHLO, which are of real matrices. A complex matrix
becomes a real one with twice as many rows and columns, or is factored by reflections.
"""

from __future__ import annotations

import functools
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _chad, combinators
from . import numpy as cnp
from ._ops import complex_of
from .batching import vmap
from .interop import Imported, call_imported
from .trace import Array, element_type, error, is_complex, is_inexact, lift, part_of, type_text


class SlogdetResult(NamedTuple):
    sign: Any
    logabsdet: Any


def _matrix(x: Any, what: str) -> Array:
    """Checks that `x` is a matrix of floats or complex numbers, or an array of matrices, and returns it as a traced array."""
    x = lift(x)
    if x.ndim < 2 or not all(isinstance(e, int) for e in x.shape):
        raise error(f"{what} takes matrices whose extents are known, and is given {x!r}")
    return x if is_inexact(x.dtype) else cnp.astype(x, np.float64)


def _as_real(x: Array) -> Array:
    """The real matrix [[A, -B], [B, A]] of a matrix A + iB: of a product it is the product."""
    re, im = cnp.real(x), cnp.imag(x)
    return cnp.concat([cnp.concat([re, -im], axis=-1), cnp.concat([im, re], axis=-1)], axis=-2)


def _as_complex(x: Array) -> Array:
    """The matrix A + iB of [[A], [B]]."""
    n = x.shape[-2] // 2
    return complex_of(x[..., :n, :], x[..., n:, :])


def adjoint(x: Array) -> Array:
    """The transpose of a matrix, the conjugate one if it is complex."""
    return cnp.matrix_transpose(cnp.conj(x))


def _operands(a: Array, b: Any) -> tuple[Array, Array]:
    """A matrix and a right-hand side, both of a dtype of floats or both of complex numbers."""
    b = lift(b)
    dtype = cnp.result_type(a, b) if is_inexact(b.dtype) else a.dtype
    return cnp.astype(a, dtype), cnp.astype(b, dtype)


def _square(x: Any, what: str) -> Array:
    x = _matrix(x, what)
    if x.shape[-1] != x.shape[-2]:
        raise error(f"{what} takes square matrices, and is given {x!r}")
    return x


@functools.cache
def _program(op: str, attributes: str, operands: tuple[str, ...], results: tuple[str, ...]) -> Imported:
    """The text of a function that consists of one op of StableHLO, in the generic form."""
    args = ", ".join(f"%a{i}" for i in range(len(operands)))
    typed = ", ".join(f"%a{i}: {t}" for i, t in enumerate(operands))
    count = f":{len(results)}" if len(results) > 1 else ""
    outs = ", ".join(f"%r#{i}" for i in range(len(results))) if count else "%r"
    ins, given = ", ".join(operands), ", ".join(results)
    text = f"""func.func @main({typed}) -> ({given}) {{
  %r{count} = "stablehlo.{op}"({args}) {attributes} : ({ins}) -> ({given})
  return {outs} : {given}
}}"""
    return Imported(_chad.lower(text.encode(), f"<{op}>", "source", {}, []))


def _apply(
    op: str, attributes: str, operands: list[Array], results: list[tuple[Any, tuple[int, ...]]]
) -> list[Array]:
    texts = tuple(type_text(d, s) if s else f"tensor<{element_type(d)}>" for d, s in results)
    program = _program(op, attributes, tuple(type_text(o.dtype, o.shape) for o in operands), texts)
    return call_imported(program, "main", operands, results)


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The Cholesky factor of symmetric positive definite matrices, of which the lower triangle is read. The
    factor of a matrix that is not positive definite is NaN.
    """
    x = _square(x, "cholesky")
    if x.size == 0:
        return x
    if is_complex(x.dtype):
        # The factor with each number a + ib as [[a, -b], [b, a]] is a triangle, too, since its diagonal is real.
        n = x.shape[-1]
        order = np.arange(2 * n).reshape(2, n).T.ravel()
        wide = cholesky(cnp.take(cnp.take(_as_real(x), order, axis=-1), order, axis=-2))
        factor = complex_of(wide[..., ::2, ::2], wide[..., 1::2, ::2])
        return adjoint(factor) if upper else factor
    (factor,) = _apply("cholesky", "<{lower = true}>", [x], [(x.dtype, x.shape)])
    factor = cnp.tril(factor)
    return cnp.matrix_transpose(factor) if upper else factor


def solve_triangular(a: Any, b: Any, /, *, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The solution `x` of `a @ x = b`, where `a` is taken as triangular, and `b` is a vector or a matrix, as in
    SciPy.
    """
    a, b = _operands(_square(a, "solve_triangular"), b)
    if b.ndim == 1:
        return solve_triangular(a, b[:, None], lower=lower, unit_diagonal=unit_diagonal)[..., 0]
    if is_complex(a.dtype):
        return _each(lambda a, b: _substitute(a, b, lower, unit_diagonal), 2, a, b)
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = (cnp.broadcast_to(v, (*batch, *v.shape[-2:])) for v in (a, b))
    flags = {"left_side": True, "lower": lower, "unit_diagonal": unit_diagonal}
    options = ", ".join(f"{name} = {str(value).lower()}" for name, value in flags.items())
    return _apply(
        "triangular_solve",
        f"<{{{options}, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}>",
        [a, b],
        [(b.dtype, b.shape)],
    )[0]


def _substitute(a: Array, b: Array, is_lower: bool, is_unit: bool) -> Array:
    """The solution of one triangular system, row by row."""
    n = a.shape[0]
    places = np.arange(n)

    def step(k: Array, x: Array) -> Array:
        i = k if is_lower else n - 1 - k
        row = cnp.where(places < i if is_lower else places > i, a[i], 0)
        value = x[i] - row @ x
        return x.at[i].set(value if is_unit else value / a[i, i])

    return combinators.fori_loop(0, n, step, b) if n else b


def _lu(a: Array) -> tuple[Array, Array]:
    """The LU factors of one matrix, and for each step the row that was exchanged."""
    n = a.shape[0]
    kind = {"float64": "d", "float32": "s"}.get(a.dtype.name)
    if kind is None:
        raise error(f"matrices of {a.dtype.name} have no factors here: convert them to float32")
    types = [(a.dtype, a.shape), (np.dtype(np.int32), (n,)), (np.dtype(np.int32), ())]
    attributes = f'<{{call_target_name = "lapack_{kind}getrf_ffi"}}>'
    factors, pivots, _ = _apply("custom_call", attributes, [a], types)
    return factors, cnp.astype(pivots, np.int64) - 1


def _each(function: Callable, count: int, *arrays: Array) -> Any:
    """Applies a function of single matrices to arrays, whose dimensions before the last `count` are broadcast."""
    batch = np.broadcast_shapes(*(a.shape[:-count] for a in arrays))
    if not batch:
        return function(*arrays)
    size = int(np.prod(batch))
    flat = [
        cnp.reshape(cnp.broadcast_to(a, (*batch, *a.shape[-count:])), (size, *a.shape[-count:])) for a in arrays
    ]
    found = vmap(function)(*flat)
    return cnp.reshape(found, (*batch, *found.shape[1:]))


def solve(a: Any, b: Any, /) -> Any:
    """The solution `x` of `a @ x = b`, where `b` is a vector or an array of matrices."""
    a, b = _operands(_square(a, "solve"), b)
    if b.ndim == 1:
        return solve(a, b[:, None])[..., 0]
    if a.size == 0 or b.size == 0:
        return cnp.zeros((*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), *b.shape[-2:]), dtype=b.dtype)
    if is_complex(a.dtype):
        return _as_complex(solve(_as_real(a), cnp.concat([cnp.real(b), cnp.imag(b)], axis=-2)))

    def one(a: Array, b: Array) -> Array:
        factors, pivots = _lu(a)

        def exchange(rows: Array, step: tuple[Array, Array]) -> tuple[Array, None]:
            i, j = step
            return rows.at[i].set(rows[j]).at[j].set(rows[i]), None

        rows = combinators.fold(exchange, np.arange(a.shape[0]), (np.arange(a.shape[0]), pivots))[0]
        forwards = solve_triangular(factors, combinators.gather(b, rows), lower=True, unit_diagonal=True)
        return solve_triangular(factors, forwards)

    return _each(one, 2, a, b)


def inv(x: Any, /) -> Any:
    """The inverse of square matrices."""
    x = _square(x, "inv")
    return solve(x, cnp.eye(x.shape[-1], dtype=x.dtype))


def _diagonal(x: Array) -> tuple[Array, Array]:
    """The diagonal of a triangular factor of one matrix, and the determinant of the other factor: of a permutation, or of
    reflections.
    """
    if is_complex(x.dtype):
        from ._spectra import ALGORITHMS

        packed, taus = ALGORITHMS.triangularize(x)
        below = cnp.tril(packed, -1)
        squares = 1 + cnp.sum(cnp.real(below * cnp.conj(below)), axis=0)
        return cnp.diagonal(packed), cnp.prod(1 - taus * squares)
    factors, pivots = _lu(x)
    exchanges = cnp.sum(cnp.astype(pivots != np.arange(x.shape[0]), x.dtype))
    return cnp.diagonal(factors), 1 - 2 * cnp.remainder(exchanges, 2)


def slogdet(x: Any, /) -> SlogdetResult:
    """The sign of the determinant of square matrices, and the logarithm of its absolute value."""
    x = _square(x, "slogdet")
    real = part_of(x.dtype) if is_complex(x.dtype) else x.dtype
    if x.size == 0:
        return SlogdetResult(cnp.ones(x.shape[:-2], dtype=x.dtype), cnp.zeros(x.shape[:-2], dtype=real))

    def one(x: Array) -> Array:
        diagonal, parity = _diagonal(x)
        return cnp.stack([parity * cnp.prod(cnp.sign(diagonal)), cnp.sum(cnp.log(abs(diagonal)))])

    both = _each(one, 2, x)
    return SlogdetResult(both[..., 0], cnp.real(both[..., 1]))


def det(x: Any, /) -> Any:
    """The determinant of square matrices."""
    x = _square(x, "det")
    if x.size == 0:
        return cnp.ones(x.shape[:-2], dtype=x.dtype)

    def one(x: Array) -> Array:
        diagonal, parity = _diagonal(x)
        return parity * cnp.prod(diagonal)

    return _each(one, 2, x)


#: The functions that have the names of numpy's.
FUNCTIONS: dict[str, Callable] = {f.__name__: f for f in (cholesky, solve, inv, slogdet, det)}
