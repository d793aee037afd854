# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and scans along axes."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any, Callable

import numpy as _np

from . import _ops
from ._elementwise import (
    add,
    divide,
    equal,
    exp,
    greater,
    imag,
    isfinite,
    less,
    log,
    logical_or,
    maximum,
    minimum,
    multiply,
    not_equal,
    real,
    sqrt,
    subtract,
    where,
)
from ._namespace import FUNCTIONS, axes_of, bool_, int64, lifted, operands, public, uint64
from ._ops import binary, convert, elementwise, map_rows, op_for, reduce_axes, reduce_leading
from ._shapes import broadcast_to, concat, diagonal, expand_dims, reshape, squeeze
from .trace import Array, as_integer, constant, error, is_complex, is_float, is_inexact, lift, splat


def _keep(x: Array, result: Array, axes: Sequence[int], keepdims: bool) -> Array:
    return expand_dims(result, tuple(sorted(axes))) if keepdims and axes else result


def _chosen(x: Array, mask: Any, unit: Any) -> Array:
    """The array with `unit` in the place of each element at which the mask is false."""
    if mask is True:
        return x
    return broadcast_to(where(convert(lift(mask), bool_), x, constant(unit, x.dtype)), x.shape)


def _reduction(name: str, doc: str, float_op: str, int_op: str, unit: Any, combine: Callable) -> Callable:
    def function(
        x: Any,
        /,
        axis: Any = None,
        *,
        dtype: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
        out: None = None,
    ) -> Any:
        x = lift(x)
        if dtype is None and not is_inexact(x.dtype):
            dtype = uint64 if x.dtype.kind == "u" else int64
        y = _chosen(convert(x, dtype or x.dtype), where, unit)
        axes = axes_of(y, axis)
        op = float_op if is_inexact(y.dtype) else int_op
        result = _keep(y, reduce_axes(y, set(axes), op, unit), axes, keepdims)
        return result if initial is None else combine(lifted(initial, y.dtype), result)

    function.__name__ = name
    function.__doc__ = doc + _INTEGERS
    return public(function)


#: Of sums and products of integers.
_INTEGERS = " Integers and truth values are taken as int64, or uint64, unless `dtype` says otherwise."

sum = _reduction(
    "sum", "The sum of the elements along axes, by default of all.", "arith.addf", "arith.addi", 0, add
)
prod = _reduction(
    "prod",
    "The product of the elements along axes, by default of all. Its derivative is right for zeros, too.",
    "arith.mulf",
    "arith.muli",
    1,
    multiply,
)


def _ordered(x: Array, name: str) -> Array:
    if is_complex(x.dtype):
        raise error(f"complex numbers have no order, and no '{name}'")
    return x


#: The ops of a maximum (1) and of a minimum (-1) of floats, of integers with and without sign, and of bools.
_EXTREMA = {
    1: ("arith.maximumf", "arith.maxsi", "arith.maxui", "arith.ori"),
    -1: ("arith.minimumf", "arith.minsi", "arith.minui", "arith.andi"),
}


def _extremum(dtype: Any, sign_: int) -> tuple[str, Any]:
    """The op of a maximum or minimum of elements of this dtype, and its unit."""
    of_floats, signed, unsigned, of_bools = _EXTREMA[sign_]
    if is_float(dtype):
        return of_floats, -sign_ * _np.inf
    if dtype.kind == "b":
        return of_bools, sign_ < 0
    info = _np.iinfo(dtype)
    return signed if dtype.kind == "i" else unsigned, info.min if sign_ > 0 else info.max


def _largest(name: str, sign_: int, combine: Callable, *names: str) -> Callable:
    def function(
        x: Any,
        /,
        axis: Any = None,
        *,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
        out: None = None,
    ) -> Any:
        x = _ordered(as_integer(lift(x)), name)
        axes = axes_of(x, axis)
        if initial is None:
            if where is not True:
                raise error(
                    f"{name} of the elements of a mask takes 'initial', the result where there are none"
                )
            for a in axes:
                if isinstance(x.shape[a], int) and x.shape[a] == 0:
                    raise error(f"{name} of no elements")
        op, unit = _extremum(x.dtype, sign_)
        x = _chosen(x, where, unit)
        result = _keep(x, reduce_axes(x, set(axes), op, unit), axes, keepdims)
        return result if initial is None else combine(result, lifted(initial, x.dtype))

    function.__name__ = name
    function.__doc__ = (
        f"The {'greatest' if sign_ > 0 else 'least'} element along axes, by default of all, or NaN if one is. "
        "Of equal elements the first one has the derivative; PyTorch and JAX divide it among them."
    )
    return public(function, names=names)


max = _largest("max", 1, maximum, "amax")
min = _largest("min", -1, minimum, "amin")


@public
def any(x: Any, /, axis: Any = None, *, keepdims: bool = False, where: Any = True, out: None = None) -> Any:
    """Whether any element along axes, by default of the whole array, is not zero."""
    x = _chosen(convert(lift(x), bool_), where, False)
    axes = axes_of(x, axis)
    return _keep(x, reduce_axes(x, set(axes), "arith.ori", False), axes, keepdims)


@public
def all(x: Any, /, axis: Any = None, *, keepdims: bool = False, where: Any = True, out: None = None) -> Any:
    """Whether all elements along axes, by default of the whole array, are not zero."""
    x = _chosen(convert(lift(x), bool_), where, True)
    axes = axes_of(x, axis)
    return _keep(x, reduce_axes(x, set(axes), "arith.andi", True), axes, keepdims)


@public
def count_nonzero(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """How many elements along axes are not zero, as int64."""
    return sum(convert(x, bool_), axis, keepdims=keepdims)


def _count(x: Array, axes: Sequence[int]) -> Any:
    count: Any = 1
    for a in axes:
        count = count * x.shape[a]
    return count


@public
def mean(
    x: Any,
    /,
    axis: Any = None,
    *,
    keepdims: bool = False,
    dtype: Any = None,
    where: Any = True,
    out: None = None,
) -> Any:
    """The mean of the elements along axes. That of integers is a float64."""
    (x,), _ = operands(x, floats=True, dtype=dtype)
    axes = axes_of(x, axis)
    if where is True:
        return _divide_by(sum(x, axes, keepdims=keepdims), _count(x, axes))
    mask = broadcast_to(convert(lift(where), bool_), x.shape)
    return _divide_by(sum(x, axes, keepdims=keepdims, where=mask), sum(mask, axes, keepdims=keepdims))


def _divide_by(x: Array, count: Any) -> Array:
    return divide(x, convert(lift(count), x.dtype))


@public
def var(
    x: Any,
    /,
    axis: Any = None,
    *,
    correction: float = 0,
    keepdims: bool = False,
    ddof: Any = None,
    out: None = None,
) -> Any:
    """The variance of the elements along axes: the mean of |x - mean|², divided by n - `correction` (numpy's
    `ddof`) instead of n.
    """
    (x,), _ = operands(x, floats=True)
    axes = axes_of(x, axis)
    centred = subtract(x, mean(x, axes, keepdims=True))
    if is_complex(centred.dtype):
        squares = add(multiply(real(centred), real(centred)), multiply(imag(centred), imag(centred)))
    else:
        squares = multiply(centred, centred)
    count = _count(x, axes) - (correction if ddof is None else ddof)
    # Too few elements have no variance: they are divided by 0, and not by a negative number.
    count = maximum(count, 0) if isinstance(count, Array) else builtins.max(count, 0)
    return _divide_by(sum(squares, axes, keepdims=keepdims), count)


@public
def std(x: Any, /, axis: Any = None, **options: Any) -> Any:
    """The square root of `var`, with the same arguments. Its derivative is 0 where the variance is 0."""
    return sqrt(var(x, axis, **options))


def _arg_extremum(name: str, predicate: Callable) -> Callable:
    def function(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
        x = _ordered(as_integer(x), name)
        if axis is None:
            result = function(_ops.flatten(x), 0)
            return reshape(result, (1,) * x.ndim) if keepdims else result
        (axis,) = axes_of(x, axis)
        if isinstance(x.shape[axis], int) and x.shape[axis] == 0:
            raise error(f"{name} of no elements")
        if axis:
            result = map_rows([x], lambda row: [function(row, axis - 1)])[0]
        else:
            result = _leading_arg(x)
        return _keep(x, result, (axis,), keepdims)

    def _leading_arg(x: Array) -> Array:
        """The first of the indices of elements that are equal to the extremum; NaN is one where an element is."""
        x = convert(x, _np.uint8) if x.dtype.kind == "b" else x
        extremum = (max if predicate is greater else min)(x, 0)
        positions = as_integer(_ops.build(x.shape[0], lambda i: [i])[0])
        none = 2**63 - 1

        def place(element: Array, i: Array) -> list[Array]:
            is_one = equal(element, extremum)
            if is_float(x.dtype):
                is_one = logical_or(is_one, not_equal(element, element))
            return [where(is_one, i, constant(none, int64))]

        return reduce_axes(map_rows([x, positions], place)[0], {0}, "arith.minsi", none)

    function.__name__ = name
    function.__doc__ = (
        f"The index of the {'greatest' if predicate is greater else 'least'} element along an axis, or of the "
        "array as a vector. The first of equal elements counts, and the first NaN before all."
    )
    return public(function)


argmax = _arg_extremum("argmax", greater)
argmin = _arg_extremum("argmin", less)


def _scan_along(x: Array, axis: int, op: str, unit: Any) -> Array:
    if axis:
        return map_rows([x], lambda row: [_scan_along(row, axis - 1, op, unit)])[0]
    start = splat(constant(unit, x.dtype), x.shape[1:])

    def combine(left: list[Array], right: list[Array]) -> list[Array]:
        return [elementwise(binary(op), [left[0], right[0]], x.dtype)]

    return reduce_leading([x], [start], combine, "chad.scan left inclusive", True)[0]


def cumulative_extremum(sign_: int) -> Callable:
    """The maximum, or the minimum, of the elements up to each: `numpy.maximum.accumulate`."""

    def function(x: Any, /, axis: int = 0) -> Any:
        x = _ordered(as_integer(x), "accumulate")
        (axis,) = axes_of(x, axis)
        return _scan_along(x, axis, *_extremum(x.dtype, sign_))

    return function


def _scan(name: str, doc: str, float_op: str, int_op: str, unit: Any, *names: str) -> Callable:
    def function(x: Any, /, axis: Any = None, *, dtype: Any = None, include_initial: bool = False) -> Any:
        if dtype is None and not is_inexact(x.dtype):
            dtype = uint64 if x.dtype.kind == "u" else int64
        x = convert(x, dtype or x.dtype)
        if axis is None:
            x, axis = _ops.flatten(x), 0
        (axis,) = axes_of(x, axis)
        result = _scan_along(x, axis, op_for(float_op, x.dtype) if is_inexact(x.dtype) else int_op, unit)
        if not include_initial:
            return result
        first = splat(constant(unit, x.dtype), (*x.shape[:axis], 1, *x.shape[axis + 1 :]))
        return concat([first, result], axis=axis)

    function.__name__ = name
    function.__doc__ = (
        f"The {doc} up to each one along an axis, or of the array as a vector; with `include_initial`, "
        f"{unit} comes first." + _INTEGERS
    )
    return public(function, names=names)


cumulative_sum = _scan("cumulative_sum", "sums of the elements", "arith.addf", "arith.addi", 0, "cumsum")
cumulative_prod = _scan("cumulative_prod", "products of the elements", "arith.mulf", "arith.muli", 1, "cumprod")


@public
def diff(x: Any, /, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """The differences of adjacent elements along an axis, taken `n` times; each time the extent is one less. Elements may be
    prepended and appended before.
    """
    if prepend is not None or append is not None:
        (axis,) = axes_of(x, axis)
        ends = [v if v is None else lift(v) for v in (prepend, append)]
        one = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
        first, last = (v if v is None or v.ndim else broadcast_to(v, one) for v in ends)
        x = concat([v for v in (first, x, last) if v is not None], axis=axis)
    (axis,) = axes_of(x, axis)
    for _ in range(n):
        key: Any = [slice(None)] * x.ndim
        upper, lower = list(key), list(key)
        upper[axis], lower[axis] = slice(1, None), slice(None, -1)
        x = subtract(x[tuple(upper)], x[tuple(lower)])
    return x


@public
def logsumexp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """log Σ exp x, computed without overflow or underflow."""
    (x,), dtype = operands(x, floats=True)
    _ordered(x, "logsumexp")
    axes = axes_of(x, axis)
    from .custom import stop_gradient

    largest = stop_gradient(max(x, axes, keepdims=True))
    largest = where(isfinite(largest), largest, constant(0, dtype))
    total = sum(exp(subtract(x, largest)), axes, keepdims=True)
    result = add(log(total), largest)
    return result if keepdims else squeeze(result, axes)


@public
def softmax(x: Any, /, axis: int = -1) -> Any:
    """exp x / Σ exp x along an axis."""
    (x,), _ = operands(x, floats=True)
    from .custom import stop_gradient

    numerator = exp(subtract(x, stop_gradient(max(x, axis, keepdims=True))))
    return divide(numerator, sum(numerator, axis, keepdims=True))


@public
def trace_(x: Any, /, offset: int = 0, *, dtype: Any = None) -> Any:
    """The sum of the diagonal of each matrix, that is of the last two axes; numpy takes the first two."""
    return sum(diagonal(x, offset), -1, dtype=dtype)


FUNCTIONS["trace"] = trace_
