# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorizations and solves of matrices, as in numpy.linalg, with derivatives by products and triangular systems."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _factors, _libraries, _ops, trace
from . import numpy as cnp
from ._shapes import by_diagonal
from .custom import Call, custom_jvp, stop_gradient
from .trace import Array, as_integer, error, is_complex, is_inexact, lift, part_of, same_extent


class SlogdetResult(NamedTuple):
    sign: Any
    logabsdet: Any


# ------------------------------------------------------------------------------------------------
# Functions with rules


class Ruled:
    """A function of arrays, also complex ones, with derivatives of its own.

    `value(*arrays)` returns a list of results, of the dtype of the first array, or of that of its real parts where `is_real` says
    so. `along(results, arrays, tangents)` returns their tangents, and `back(results, arrays, cotangents)` the cotangents of the
    arrays, None for zero. If `whole` is given, these are its results, of which those of `value` are the first. The cotangent of a
    complex number x + iy on which a number f depends is ∂f/∂x + i ∂f/∂y: the reverse of dz = M dx is x̄ = Mᴴ z̄. Without rules
    there are no derivatives, and `lacking` is what errors call them. No two functions have one name: a program has one function of
    a name for arrays of the same dtypes and shapes.
    """

    def __init__(
        self,
        name: str,
        value: Callable,
        along: Callable | None,
        back: Callable | None,
        is_real: Sequence[bool] = (False,),
        whole: Ruled | None = None,
        lacking: str = "derivative",
    ) -> None:
        self.name, self.value, self.is_real, self.lacking = name, value, is_real, lacking
        self.along, self.back, self.whole = along, back, whole or self

    def __call__(self, *arrays: Any) -> list[Array]:
        arrays = tuple(as_integer(lift(a)) for a in arrays)
        ins = [a.dtype for a in arrays]
        real = part_of(ins[0]) if is_complex(ins[0]) else ins[0]
        all_ = [real if r else ins[0] for r in self.whole.is_real]
        outs = all_[: len(self.is_real)]

        def run(*parts: Array) -> list[Array]:
            with trace.without_checks():
                return _ops.split_complex(self.value(*_ops.join_complex(parts, ins)))

        run.__name__ = self.name
        key = ("linalg", self.name, *map(str, ins))
        along, back = self.along, self.back
        if along is None or back is None:
            made: Any = _Underivable(run, key=key, lacking=self.lacking)
            return _ops.join_complex(made(*_ops.split_complex(arrays)), outs)

        def again(parts: Sequence[Array]) -> tuple[list[Array], list[Array]]:
            primals = _ops.join_complex(parts, ins)
            return self.whole(*primals), primals

        def rule(parts: Any, tangents: Any) -> Any:
            results, primals = again(parts)
            changes = along(results, primals, _given(tangents, ins))
            return _ops.split_complex(results[: len(outs)]), _ops.split_complex(changes)

        def ahead(*parts: Array) -> Any:
            results, primals = again(parts)
            return _ops.split_complex(results[: len(outs)]), (_ops.split_complex(results), parts)

        def pull(kept: Any, cotangents: Any) -> Any:
            results, primals = (_ops.join_complex(v, d) for v, d in zip(kept, (all_, ins)))
            placed: list[Any] = []
            for change, primal in zip(back(results, primals, _given(cotangents, outs)), primals):
                if change is None and is_inexact(primal.dtype):
                    change = cnp.zeros_like(primal)
                placed += [None] if change is None else _ops.split_complex([change])
            return tuple(placed)

        made = custom_jvp(run, key=key)
        made.defjvp(rule)
        made._reverse = ahead, pull
        return _ops.join_complex(made(*_ops.split_complex(arrays)), outs)


class _Underivable(custom_jvp):
    """A function whose derivatives are functions that are not there."""

    def __init__(self, function: Callable, *, key: Any, lacking: str) -> None:
        super().__init__(function, key=key)
        self._lacking = lacking

    def _rule(self, call: Call) -> str:
        return call.declare_derivatives(self._lacking)


def _given(changes: Sequence[Any], dtypes: Sequence[Any]) -> list[Any]:
    """Tangents or cotangents of the parts as those of the arrays; None for integers."""
    rest, found = iter(changes), []
    for dtype in dtypes:
        part = next(rest)
        found.append(_ops.complex_of(part, next(rest)) if is_complex(dtype) else part)
    return found


def adjoint(a: Any) -> Any:
    """The conjugate transpose."""
    return cnp.conj(cnp.matrix_transpose(a))


# ------------------------------------------------------------------------------------------------
# Triangular systems


def _triangle(is_lower: bool, is_unit: bool) -> Callable:
    if is_unit:
        return (lambda a: cnp.tril(a, -1)) if is_lower else (lambda a: cnp.triu(a, 1))
    return cnp.tril if is_lower else cnp.triu


def _triangular(is_lower: bool, is_unit: bool, is_adjoint: bool) -> Ruled:
    """The solution x of t x = b, or of tᴴ x = b: the triangle of t is lower or upper. dx solves t dx = db - dt x. Backwards, b̄ solves
    tᴴ b̄ = x̄, and t̄ = -b̄ xᴴ in the triangle. For tᴴ: tᴴ dx = db - dtᴴ x, t b̄ = x̄ and t̄ = -x b̄ᴴ (Giles 2008, "Collected matrix
    derivative results for forward and reverse mode algorithmic differentiation").
    """
    part = _triangle(is_lower, is_unit)

    def own(t: Array, b: Array) -> list[Array]:
        if is_adjoint:
            return [_factors.solve(adjoint(t), b, not is_lower, is_unit)]
        return [_factors.solve(t, b, is_lower, is_unit)]

    def value(t: Array, b: Array) -> list[Array]:
        if b.ndim == 1:
            return own(t, b)
        variant = is_lower + 2 * is_unit + 4 * is_adjoint
        return _libraries.call("trsm", own, [t, b], [b.dtype], [[(1, 0), (1, 1)]], variant)

    def along(results: Any, primals: Any, tangents: Any) -> Any:
        (x,), (t, _), (of_t, of_b) = results, primals, tangents
        of_t = part(of_t)
        return TRIANGULAR[is_lower, is_unit, is_adjoint](t, of_b - (adjoint(of_t) if is_adjoint else of_t) @ x)

    def back(results: Any, primals: Any, cotangents: Any) -> Any:
        (x,), (t, _), (of_x,) = results, primals, cotangents
        (of_b,) = TRIANGULAR[is_lower, is_unit, not is_adjoint](t, of_x)
        left, right = (x, of_b) if is_adjoint else (of_b, x)
        return [-part(_times_adjoint(left, right)), of_b]

    kind = ("lower", "upper")[not is_lower] + "_unit" * is_unit + "_adjoint" * is_adjoint
    return Ruled(f"solve_{kind}", value, along, back)


def _times_adjoint(x: Array, y: Array) -> Array:
    """x yᴴ, where vectors are columns."""
    if x.ndim == 1:
        return x[:, None] * cnp.conj(y)
    return x @ adjoint(y)


#: By whether the triangle is the lower one, whether its diagonal counts as 1, and whether the adjoint is meant.
TRIANGULAR = {key: _triangular(*key) for key in itertools.product((False, True), repeat=3)}


def _lower(t: Array, b: Array, is_adjoint: bool = False) -> Array:
    return TRIANGULAR[True, False, is_adjoint](t, b)[0]


# ------------------------------------------------------------------------------------------------
# Cholesky factors


def identity(n: Any, dtype: Any) -> Array:
    places = as_integer(_ops.build(n, lambda i: [i])[0])
    return cnp.astype(places[:, None] == places, dtype)


def diagonal(a: Array) -> Array:
    """The diagonal of a square matrix, whose extents may be dynamic."""
    places = _ops.build(a.shape[0], lambda i: [i])[0]
    return _ops.map_rows([a, places], lambda row, i: [_ops.row(row, i)])[0]


def halved(a: Array) -> Array:
    """The lower triangle, with half of the diagonal."""

    def half(row: Array, i: Array, j: Array) -> Array:
        return cnp.where(j < i, row, cnp.where(j == i, row / 2, 0.0))

    return by_diagonal(a, half)


def hermitian(a: Array) -> Array:
    """The lower triangle of a + aᴴ with half of the diagonal, and its adjoint."""
    half = halved(a)
    return half + adjoint(half)


def _cholesky_along(results: Any, primals: Any, tangents: Any) -> Any:
    """dL = L Φ(L⁻¹ dA L⁻ᴴ), where Φ is the lower triangle with half of the diagonal (Murray 2016, "Differentiation of the
    Cholesky decomposition")."""
    (factor,), (change,) = results, tangents
    return [factor @ halved(_lower(factor, adjoint(_lower(factor, hermitian(change)))))]


def _cholesky_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = Φ(L⁻ᴴ (M + Mᴴ) L⁻¹), M = Φ(Lᴴ L̄)."""
    (factor,), (change,) = results, cotangents
    inner = hermitian(adjoint(factor) @ cnp.tril(change))
    return [halved(_lower(factor, adjoint(_lower(factor, inner, True)), True))]


def _cholesky_value(a: Array) -> list[Array]:
    own = lambda a: [_factors.cholesky(a)]
    return _libraries.call("potrf", own, [a], [a.dtype], [[(0, 0), (0, 1)]])


CHOLESKY = Ruled("cholesky", _cholesky_value, _cholesky_along, _cholesky_back)

# ------------------------------------------------------------------------------------------------
# LU factors, as operands that the derivatives take for constant: a is what is differentiated by


class Factors(NamedTuple):
    """L and U in one matrix, the permutation of rows, and its sign."""

    both: Array
    order: Array
    parity: Array


def lu(a: Array) -> tuple[Array, Array, Array]:
    """L and U in one matrix, the row that each step exchanges, and the permutation. There are no derivatives."""
    a = stop_gradient(a)
    m, n = a.shape
    is_wide = isinstance(m, int) and isinstance(n, int) and m < n
    places = [[(0, 0), (0, 1)], [(0, 0 if is_wide or m is n else 1)], [(0, 0)]]
    integers = np.dtype(np.int64)
    with trace.without_checks():
        both, pivots, order = _libraries.call(
            "getrf", lambda a: list(_factors.lu(a)), [a], [a.dtype, integers, integers], places
        )
    return both, pivots, order


def _factored(a: Array) -> Factors:
    both, pivots, order = lu(a)
    places = _ops.build(a.shape[0], lambda i: [i])[0]
    count = cnp.sum(cnp.astype(pivots != as_integer(places), np.int64))
    return Factors(both, order, cnp.astype(1 - 2 * cnp.remainder(count, 2), a.dtype))


def _by_factors(both: Array, order: Array, b: Array, is_adjoint: bool) -> Array:
    """The solution x of a x = b, or of aᴴ x = b."""

    def own(both: Array, order: Array, b: Array) -> list[Array]:
        if is_adjoint:
            turned = adjoint(both)
            y = _factors.solve(turned, _factors.solve(turned, b, is_lower=True), is_lower=False, is_unit=True)
            return [cnp.take(y, _factors.inverse(order), axis=0)]
        y = _factors.solve(both, cnp.take(b, order, axis=0), is_lower=True, is_unit=True)
        return [_factors.solve(both, y, is_lower=False)]

    if b.ndim == 1:
        return own(both, order, b)[0]
    arrays = [both, order, b]
    return _libraries.call("getrs", own, arrays, [b.dtype], [[(2, 0), (2, 1)]], int(is_adjoint))[0]


def _solution(is_adjoint: bool) -> Ruled:
    """The solution x of a x = b, or of aᴴ x = b. The derivatives are those of triangular systems, in all of a."""

    def value(a: Array, b: Array, both: Array, order: Array) -> list[Array]:
        return [_by_factors(both, order, b, is_adjoint)]

    def along(results: Any, primals: Any, tangents: Any) -> Any:
        (x,), (a, _, *factors), (of_a, of_b, *_) = results, primals, tangents
        return SOLUTION[is_adjoint](a, of_b - (adjoint(of_a) if is_adjoint else of_a) @ x, *factors)

    def back(results: Any, primals: Any, cotangents: Any) -> Any:
        (x,), (a, _, *factors), (of_x,) = results, primals, cotangents
        (of_b,) = SOLUTION[not is_adjoint](a, of_x, *factors)
        left, right = (x, of_b) if is_adjoint else (of_b, x)
        return [-_times_adjoint(left, right), of_b, None, None]

    return Ruled("solve_adjoint" if is_adjoint else "solve", value, along, back)


SOLUTION = {is_adjoint: _solution(is_adjoint) for is_adjoint in (False, True)}


def _inverse_value(a: Array, both: Array, order: Array) -> list[Array]:
    return [_by_factors(both, order, identity(a.shape[0], a.dtype), False)]


def _inverse_along(results: Any, primals: Any, tangents: Any) -> Any:
    """With X = A⁻¹: dX = -X dA X (Giles 2008, as above)."""
    (x,), (change, *_) = results, tangents
    return [-x @ change @ x]


def _inverse_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = -Xᴴ X̄ Xᴴ."""
    (x,), (change,) = results, cotangents
    turned = adjoint(x)
    return [-turned @ change @ turned, None, None]


INVERSE = Ruled("inverse", _inverse_value, _inverse_along, _inverse_back)


def _log_value(a: Array, both: Array, order: Array, parity: Array) -> list[Array]:
    pivots = diagonal(both)
    sizes = cnp.abs(pivots)
    signs = pivots / cnp.where(sizes == 0, 1.0, sizes) if is_complex(a.dtype) else cnp.sign(pivots)
    return [parity * cnp.prod(signs), cnp.sum(cnp.log(sizes))]


def _log_along(results: Any, primals: Any, tangents: Any) -> Any:
    """With w = tr(A⁻¹ dA): the logarithm changes by Re w, and the sign by itself times i Im w (Giles 2008, as above)."""
    (sign, _), (a, both, order, _), (change, *_) = results, primals, tangents
    (x,) = INVERSE(a, both, order)
    w = cnp.sum(cnp.matrix_transpose(x) * change)
    return [sign * (1j * cnp.imag(w)) if is_complex(a.dtype) else cnp.zeros_like(sign), cnp.real(w)]


def _log_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """With the cotangents l of the logarithm and s of the sign σ: Ā = (l + i Im(s conj(σ))) A⁻ᴴ."""
    (sign, _), (a, both, order, _), (of_sign, of_log) = results, primals, cotangents
    (x,) = INVERSE(a, both, order)
    factor = of_log + 1j * cnp.imag(of_sign * cnp.conj(sign)) if is_complex(a.dtype) else of_log
    return [factor * adjoint(x), None, None, None]


LOG_DETERMINANT = Ruled("slogdet", _log_value, _log_along, _log_back, (False, True))


def _determinant(a: Array, both: Array, order: Array, parity: Array) -> list[Array]:
    return [parity * cnp.prod(diagonal(both))]


def _adjugate(a: Array, both: Array, order: Array, parity: Array) -> list[Array]:
    """The determinant times the inverse. The adjugate is a polynomial: it changes little if zeros on the diagonal of U are
    replaced by numbers near to zero."""
    pivots = diagonal(both)
    size = cnp.max(cnp.abs(both))
    least = float(np.finfo(both.dtype).eps) * cnp.where(size > 0, size, 1.0)
    changed = cnp.where(pivots == 0, least, pivots)
    n = a.shape[0]
    both = by_diagonal(both, lambda row, i, j: cnp.where(j == i, changed, row))
    return [parity * cnp.prod(changed) * _by_factors(both, order, identity(n, a.dtype), False)]


def _adjugate_along(results: Any, primals: Any, tangents: Any) -> Any:
    """dC = (C tr(C dA) - C dA C) / det A, where C is the adjugate."""
    (c,), (change, *_) = results, tangents
    (scale,) = DETERMINANT(*primals)
    return [(cnp.sum(cnp.matrix_transpose(c) * change) * c - c @ change @ c) / scale]


def _adjugate_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = (tr(Cᴴ C̄) Cᴴ - Cᴴ C̄ Cᴴ) / conj(det A)."""
    (c,), (change,) = results, cotangents
    (scale,) = DETERMINANT(*primals)
    turned = adjoint(c)
    return [(cnp.sum(cnp.conj(c) * change) * turned - turned @ change @ turned) / cnp.conj(scale), *[None] * 3]


ADJUGATE = Ruled("adjugate", _adjugate, _adjugate_along, _adjugate_back)


def _determinant_along(results: Any, primals: Any, tangents: Any) -> Any:
    """Jacobi's formula: d det A = tr(C dA), where C is the adjugate."""
    return [cnp.sum(cnp.matrix_transpose(ADJUGATE(*primals)[0]) * tangents[0])]


def _determinant_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = d Cᴴ, where d is the cotangent of the determinant."""
    return [cotangents[0] * adjoint(ADJUGATE(*primals)[0]), None, None, None]


DETERMINANT = Ruled("det", _determinant, _determinant_along, _determinant_back)


def _small_determinant(a: Array) -> Array:
    """The determinant as a polynomial."""
    n = a.shape[0]
    if n == 1:
        return a[0, 0]
    minor = lambda j, k: a[n - 2, j] * a[n - 1, k] - a[n - 2, k] * a[n - 1, j]
    if n == 2:
        return minor(0, 1)
    return a[0, 0] * minor(1, 2) - a[0, 1] * minor(0, 2) + a[0, 2] * minor(0, 1)


# ------------------------------------------------------------------------------------------------
# Functions of numpy.linalg


def matrix(x: Any, what: str) -> Array:
    """Checks that `x` is a matrix, or an array of matrices, and returns it as a traced array of floats or complex numbers."""
    x = lift(x)
    if x.ndim < 2:
        raise error(f"{what} takes matrices, and is given {x!r}")
    if not is_inexact(x.dtype):
        return cnp.astype(x, np.float64)
    if x.dtype.itemsize < 4:
        raise error(f"{what} of {x.dtype.name} is not there: convert the matrix to float32")
    return x


def square(x: Any, what: str) -> Array:
    x = matrix(x, what)
    if not same_extent(x.shape[-1], x.shape[-2]):
        raise error(f"{what} takes square matrices, and is given {x!r}")
    return x


def _together(a: Any, b: Any, what: str) -> tuple[Array, Array]:
    """A square matrix and a vector or matrix of one dtype."""
    a, b = square(a, what), lift(b)
    if not b.ndim:
        raise error(f"{what} takes a vector or matrices on the right, and is given {b!r}")
    if not same_extent(a.shape[-1], b.shape[-1 if b.ndim == 1 else -2]):
        raise error(f"{what} of a matrix of {a.shape[-1]} rows does not take {b!r} on the right")
    return of_one_dtype(a, b)


def of_one_dtype(a: Array, b: Array) -> tuple[Array, Array]:
    dtype = cnp.result_type(a, b) if is_inexact(b.dtype) else a.dtype
    return cnp.astype(a, dtype), cnp.astype(b, dtype)


def each(function: Callable, *arrays: Array, rank: int = 2) -> Any:
    """Applies a function to the matrices of arrays, whose dimensions before the last `rank` are broadcast. It returns a list."""
    most = max(a.ndim for a in arrays)
    if most <= rank:
        return function(*arrays)
    extent = _ops.broadcast_shapes(*(a.shape[:-rank] for a in arrays))[0]
    mapped, kept = [], {}
    for i, a in enumerate(arrays):
        if a.ndim < most:
            kept[i] = a
        elif _ops.is_one(a.shape[0]) and not _ops.is_one(extent):
            kept[i] = _ops.first(a)
        else:
            mapped.append(i)

    def body(*elements: Array) -> list[Array]:
        found = {**kept, **dict(zip(mapped, elements))}
        return each(function, *(found[i] for i in range(len(arrays))), rank=rank)

    return _ops.map_rows([arrays[i] for i in mapped], body)


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The Cholesky factor of Hermitian positive definite matrices, of which the lower triangle is read. The factor of a
    matrix that is not positive definite is NaN.
    """
    (factor,) = each(CHOLESKY, square(x, "cholesky"))
    return adjoint(factor) if upper else factor


def solve_triangular(a: Any, b: Any, /, *, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The solution `x` of `a @ x = b`, where `a` is taken as triangular, and `b` is a vector or a matrix, as in
    SciPy.
    """
    a, b = _together(a, b, "solve_triangular")
    function = TRIANGULAR[lower, unit_diagonal, False]
    if b.ndim == 1:
        return each(lambda a: function(a, b), a)[0]
    return each(function, a, b)[0]


def solve(a: Any, b: Any, /) -> Any:
    """The solution `x` of `a @ x = b`, where `b` is a vector or an array of matrices."""
    a, b = _together(a, b, "solve")

    def one(a: Array, b: Array) -> list[Array]:
        return SOLUTION[False](a, b, *_factored(a)[:2])

    return each(lambda a: one(a, b), a)[0] if b.ndim == 1 else each(one, a, b)[0]


def inv(x: Any, /) -> Any:
    """The inverse of square matrices."""
    return each(lambda a: INVERSE(a, *_factored(a)[:2]), square(x, "inv"))[0]


def slogdet(x: Any, /) -> SlogdetResult:
    """The sign of the determinant of square matrices, and the logarithm of its absolute value."""
    return SlogdetResult(*each(lambda a: LOG_DETERMINANT(a, *_factored(a)), square(x, "slogdet")))


def det(x: Any, /) -> Any:
    """The determinant of square matrices. Of matrices of more than three rows that are singular, second derivatives are
    not numbers."""

    def one(a: Array) -> list[Array]:
        n = a.shape[0]
        if isinstance(n, int) and n <= 3:
            return [_small_determinant(a) if n else trace.constant(1, a.dtype)]
        return DETERMINANT(a, *_factored(a))

    return each(one, square(x, "det"))[0]


#: The functions that have the names of numpy's.
FUNCTIONS: dict[str, Callable] = {f.__name__: f for f in (cholesky, solve, inv, slogdet, det)}
