# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of numpy that are composed of others: statistics, interpolation, polynomials, and more forms of arrays."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

import numpy as _np

from . import _ops
from ._elementwise import abs as _absolute
from ._elementwise import (
    add,
    clip,
    divide,
    equal,
    greater,
    isnan,
    less,
    multiply,
    pow,
    sin,
    sqrt,
    subtract,
    where,
)
from ._indexing import getitem, take
from ._namespace import axes_of, lifted, operands, public
from ._products import outer
from ._reductions import max, mean, min, sum
from ._shapes import broadcast_to, concat, expand_dims, moveaxis, reshape, split, stack
from ._sorting import searchsorted, sort
from .trace import Array, constant, error, is_float, lift

# ------------------------------------------------------------------------------------------------
# Statistics


def _known(x: Array, fill: float) -> Array:
    """The array with a number in the place of each NaN."""
    return where(isnan(x), constant(fill, x.dtype), x) if is_float(x.dtype) else x


@public
def nansum(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The sum of the elements along axes that are not NaN."""
    return sum(_known(x, 0.0), axis, keepdims=keepdims)


@public
def nanmean(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The mean of the elements along axes that are not NaN."""
    counts = sum(where(isnan(x), constant(0, x.dtype), constant(1, x.dtype)), axis, keepdims=keepdims)
    return divide(nansum(x, axis, keepdims=keepdims), counts)


@public
def nanmax(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The greatest element along axes that is not NaN; minus infinity if there is none."""
    return max(_known(x, -math.inf), axis, keepdims=keepdims)


@public
def nanmin(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The least element along axes that is not NaN; infinity if there is none."""
    return min(_known(x, math.inf), axis, keepdims=keepdims)


@public
def ptp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The greatest element along axes less the least one."""
    return subtract(max(x, axis, keepdims=keepdims), min(x, axis, keepdims=keepdims))


@public
def average(x: Any, /, axis: Any = None, weights: Any = None, *, keepdims: bool = False) -> Any:
    """The mean of the elements along axes, each counted by its weight. The weights have the shape of the
    array, or of one axis.
    """
    if weights is None:
        return mean(x, axis, keepdims=keepdims)
    (x, weights), _ = operands(x, weights)
    if x.shape != weights.shape:
        if not isinstance(axis, int) or weights.ndim != 1:
            raise error("weights of another shape than the array are of one dimension, and along one axis")
        shape = [1] * x.ndim
        shape[axis] = weights.shape[0]
        weights = broadcast_to(reshape(weights, tuple(shape)), x.shape)
    total = sum(weights, axis, keepdims=keepdims)
    return divide(sum(multiply(x, weights), axis, keepdims=keepdims), total)


@public
def quantile(x: Any, q: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """Of numbers that are sorted, that of which a part q comes before, between neighbours on a line."""
    if isinstance(q, Array):
        raise error("'quantile' takes numbers q that are known while the function is traced")
    numbers = _np.asarray(q, float)
    if numbers.ndim:
        return stack([quantile(x, float(v), axis, keepdims=keepdims) for v in numbers.ravel()])
    if not 0 <= numbers <= 1:
        raise error(f"a quantile is between 0 and 1, and not {q}")
    (x,), dtype = operands(x, floats=True)
    axes = axes_of(x, axis)
    rest = [a for a in range(x.ndim) if a not in axes]
    count = math.prod(x.shape[a] for a in axes)
    ordered = sort(reshape(_ops.transpose(x, [*rest, *axes]), (*(x.shape[a] for a in rest), count)), axis=-1)
    place = float(numbers) * (count - 1)
    low = builtins.min(int(place), count - 1)
    high = builtins.min(low + 1, count - 1)
    part = constant(place - low, dtype)
    first, second = getitem(ordered, (..., low)), getitem(ordered, (..., high))
    result = add(first, multiply(subtract(second, first), part)) if place > low else first
    # NaN is sorted to the end.
    last = getitem(ordered, (..., count - 1))
    result = where(isnan(last), last, result)
    return reshape(result, tuple(1 if a in axes else x.shape[a] for a in range(x.ndim))) if keepdims else result


@public
def percentile(x: Any, q: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The quantiles of the hundredth parts of `q`."""
    return quantile(x, _np.asarray(q, float) / 100, axis, keepdims=keepdims)


@public
def median(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The middle one of the sorted elements along an axis, or the mean of the two in the middle."""
    return quantile(x, 0.5, axis, keepdims=keepdims)


@public
def cov(x: Any, /, *, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    """Of variables in rows, or in columns."""
    x = expand_dims(x, 0) if x.ndim == 1 else x
    x = x if rowvar else _ops.transpose(x, [1, 0])
    count = x.shape[1] - ((0 if bias else 1) if ddof is None else ddof)
    centred = subtract(x, mean(x, 1, keepdims=True))
    from ._products import matmul

    result = divide(matmul(centred, _ops.transpose(centred, [1, 0])), constant(count, x.dtype))
    return getitem(result, (0, 0)) if x.shape[0] == 1 else result


@public
def corrcoef(x: Any, /, *, rowvar: bool = True) -> Any:
    """The covariances of variables, in rows or columns, divided by their standard deviations."""
    matrix = cov(x, rowvar=rowvar)
    if not matrix.ndim:
        return divide(matrix, matrix)
    from ._shapes import diagonal

    deviations = sqrt(diagonal(matrix))
    return divide(divide(matrix, expand_dims(deviations, 1)), expand_dims(deviations, 0))


@public
def gradient(x: Any, /, *spacings: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Differences of second order inside of an array, and of the given order at its ends. A spacing is a number, or
    the places of the elements.
    """
    (x,), dtype = operands(x, floats=True)
    axes = axes_of(x, axis)
    if edge_order not in (1, 2):
        raise error(f"'edge_order' is 1 or 2, and not {edge_order}")
    if len(spacings) not in (0, 1, len(axes)):
        raise error(f"'gradient' takes one spacing for each of {len(axes)} axes, and is given {len(spacings)}")
    given = spacings or (1.0,)
    if len(given) != len(axes):
        if _np.ndim(given[0]):
            raise error("'gradient' takes the places of the elements for each axis")
        given *= len(axes)
    found = [_gradient_along(x, lifted(h, dtype), a, edge_order) for a, h in zip(axes, given)]
    return found[0] if len(found) == 1 else tuple(found)


def _gradient_along(x: Array, spacing: Array, axis: int, edge_order: int) -> Array:
    count = x.shape[axis]
    if not isinstance(count, int) or count <= edge_order:
        raise error(f"'gradient' takes at least {edge_order + 1} elements, of a known extent, along an axis")
    shape = [1] * x.ndim
    shape[axis] = count - 1
    if spacing.ndim:
        if spacing.shape != (count,):
            raise error(f"'gradient' takes one place for each of {count} elements")
        steps = reshape(subtract(spacing[1:], spacing[:-1]), tuple(shape))
    else:
        steps = broadcast_to(spacing, tuple(shape))

    def part(values: Array, key: Any) -> Array:
        return getitem(values, (*(slice(None),) * axis, key))

    slopes = divide(subtract(part(x, slice(1, None)), part(x, slice(None, -1))), steps)
    first, last = part(slopes, slice(None, 1)), part(slopes, slice(-1, None))
    if count == 2:
        return concat([first, last], axis)
    # A mean of the slopes on both sides; the nearer one has more weight.
    before, after = part(steps, slice(None, -1)), part(steps, slice(1, None))
    left, right = part(slopes, slice(None, -1)), part(slopes, slice(1, None))
    inner = divide(add(multiply(after, left), multiply(before, right)), add(before, after))
    if edge_order == 2:
        # Twice the slope of the end, less the one that follows: the parabola of three elements.
        first, last = (
            add(end, divide(multiply(near, subtract(end, other)), add(near, far)))
            for end, other, near, far in (
                (first, part(slopes, slice(1, 2)), part(steps, slice(None, 1)), part(steps, slice(1, 2))),
                (last, part(slopes, slice(-2, -1)), part(steps, slice(-1, None)), part(steps, slice(-2, -1))),
            )
        )
    return concat([first, inner, last], axis)


@public
def piecewise(x: Any, conditions: Any, functions: Sequence[Any], /, *args: Any, **options: Any) -> Any:
    """Of each element the function, or number, of the last condition that holds. One more function is for
    elements of which none holds; without it their result is 0.
    """
    x = lift(x)
    if not isinstance(conditions, (list, tuple)):
        conditions = lift(conditions)
        conditions = list(conditions) if conditions.ndim > x.ndim else [conditions]
    if len(functions) not in (len(conditions), len(conditions) + 1):
        raise error(f"'piecewise' takes a function for each of {len(conditions)} conditions, or one more")

    def value(function: Any) -> Array:
        return lifted(function(x, *args, **options) if callable(function) else function, x.dtype)

    result = value(functions[-1] if len(functions) > len(conditions) else 0)
    for condition, function in zip(conditions, functions):
        result = where(condition, value(function), result)
    return broadcast_to(result, x.shape)


# ------------------------------------------------------------------------------------------------
# Functions of samples, and polynomials


@public(names=("trapz",))
def trapezoid(y: Any, x: Any = None, /, dx: Any = 1.0, axis: int = -1) -> Any:
    """The integral along an axis by the trapezoidal rule, of samples `dx` apart or at the places `x`."""
    from ._reductions import diff

    y = moveaxis(lift(y), axis, -1)
    steps = dx if x is None else diff(x, axis=-1) if lift(x).ndim == 1 else diff(moveaxis(x, axis, -1), axis=-1)
    pairs = add(getitem(y, (..., slice(1, None))), getitem(y, (..., slice(None, -1))))
    return sum(multiply(multiply(steps, pairs), 0.5), -1)


@public
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """Values on the lines between points, of which `xp` increases."""
    (x, xp, fp), dtype = operands(x, xp, fp, floats=True)
    count = xp.shape[0]
    if count == 1:
        inside = broadcast_to(fp, x.shape) if not x.ndim else broadcast_to(getitem(fp, 0), x.shape)
    else:
        place = clip(subtract(searchsorted(xp, _ops.flatten(x) if x.ndim else reshape(x, (1,)), side="right"), 1),
                     0, count - 2)  # fmt: skip
        place = reshape(place, x.shape)
        low, high = take(xp, place), take(xp, add(place, 1))
        first, second = take(fp, place), take(fp, add(place, 1))
        slope = divide(subtract(second, first), subtract(high, low))
        inside = add(first, multiply(slope, subtract(x, low)))
    first, last = getitem(xp, 0), getitem(xp, count - 1)
    below = getitem(fp, 0) if left is None else lift(left, dtype)
    above = getitem(fp, count - 1) if right is None else lift(right, dtype)
    return where(less(x, first), below, where(greater(x, last), above, inside))


@public
def polyval(p: Any, x: Any, /) -> Any:
    """A polynomial by its coefficients, that of the highest power first: Horner's rule."""
    (p, x), _ = operands(p, x)
    result = broadcast_to(getitem(p, 0), x.shape)
    for i in range(1, p.shape[0]):
        result = add(multiply(result, x), getitem(p, i))
    return result


@public
def vander(x: Any, /, N: int | None = None, increasing: bool = False) -> Any:
    """A matrix whose columns are powers of the elements, the highest first unless `increasing`."""
    count = x.shape[0] if N is None else N
    powers = [pow(x, k) for k in range(count)]
    return stack(powers if increasing else powers[::-1], -1)


@public
def convolve(a: Any, v: Any, /, mode: str = "full") -> Any:
    """Sums of products of one array with the other one in reverse."""
    (a, v), dtype = operands(a, v)
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    n, m = a.shape[0], v.shape[0]
    edge = _ops.zeros(a, (m - 1,))
    padded = concat([edge, a, edge])
    parts = [multiply(getitem(padded, slice(m - 1 - i, n + 2 * m - 2 - i)), getitem(v, i)) for i in range(m)]
    whole = parts[0]
    for part in parts[1:]:
        whole = add(whole, part)
    if mode == "full":
        return whole
    if mode not in ("same", "valid"):
        raise error(f"there is no mode '{mode}' of convolutions")
    start, count = ((m - 1) // 2, n) if mode == "same" else (m - 1, n - m + 1)
    return getitem(whole, slice(start, start + count))


@public
def sinc(x: Any, /) -> Any:
    """sin(πx) / πx, and near zero by its series, which has derivatives of any order there."""
    (x,), dtype = operands(x, floats=True)
    t = multiply(x, constant(_np.pi, dtype))
    one, zero = constant(1, dtype), constant(0, dtype)
    is_near = less(_absolute(t), constant(0.25, dtype))
    near = where(is_near, t, zero)
    square = multiply(near, near)
    series = one
    for k in range(15, 1, -2):
        series = subtract(one, divide(multiply(series, square), constant(k * (k - 1), dtype)))
    far = where(is_near, one, t)
    return where(is_near, series, divide(sin(far), far))


@public
def heaviside(x: Any, y: Any, /) -> Any:
    """0 where `x` is negative, 1 where it is positive, and `y` where it is 0. The derivative by `x` is 0."""
    (x, y), dtype = operands(x, y, floats=True)
    zero, one = constant(0, dtype), constant(1, dtype)
    steps = where(less(x, zero), zero, where(equal(x, zero), y, one))
    return where(isnan(x), x, steps)


@public
def float_power(x: Any, y: Any, /) -> Any:
    """x to the power of y, as float64 or complex128."""
    (x, y), _ = operands(
        x, y, dtype=_np.result_type(_np.float64, *(v.dtype for v in (x, y) if isinstance(v, Array)))
    )
    return pow(x, y)


# ------------------------------------------------------------------------------------------------
# Products


@public
def kron(a: Any, b: Any, /) -> Any:
    """The Kronecker product: each element of the first array times the whole second one."""
    (a, b), _ = operands(a, b)
    rank = builtins.max(a.ndim, b.ndim)
    a, b = (reshape(v, (*[1] * (rank - v.ndim), *v.shape)) for v in (a, b))
    shape = tuple(m * n for m, n in zip(a.shape, b.shape))
    products = reshape(outer(a, b), (*a.shape, *b.shape))
    return reshape(_ops.transpose(products, [d for i in range(rank) for d in (i, rank + i)]), shape)


@public
def cross(a: Any, b: Any, /, *, axis: int = -1) -> Any:
    """The cross products of vectors of three elements along an axis."""
    (a, b), _ = operands(a, b)
    a, b = moveaxis(a, axis, -1), moveaxis(b, axis, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise error("a cross product is of vectors of three numbers")
    x, y = ([getitem(v, (..., i)) for i in range(3)] for v in (a, b))
    parts = [subtract(multiply(x[i - 2], y[i - 1]), multiply(x[i - 1], y[i - 2])) for i in range(3)]
    return moveaxis(stack(parts, -1), -1, axis)


# ------------------------------------------------------------------------------------------------
# Forms


@public
def atleast_1d(x: Any, /) -> Any:
    """The array, or a number as an array of one element."""
    return x if x.ndim else reshape(x, (1,))


@public
def atleast_2d(x: Any, /) -> Any:
    """The array with at least two dimensions: a vector becomes a row."""
    return x if x.ndim > 1 else reshape(x, (1, *x.shape) if x.ndim else (1, 1))


@public
def atleast_3d(x: Any, /) -> Any:
    """The array with at least three dimensions: a matrix becomes the first two, a vector the second one."""
    return x if x.ndim > 2 else expand_dims(x, 2) if x.ndim == 2 else expand_dims(atleast_2d(x), 2)


@public
def column_stack(arrays: Sequence[Any], /) -> Any:
    """A matrix of vectors as columns, or of matrices side by side."""
    return concat([v if v.ndim > 1 else expand_dims(atleast_1d(v), 1) for v in map(lift, arrays)], 1)


@public
def dstack(arrays: Sequence[Any], /) -> Any:
    """The arrays joined along the third dimension."""
    return concat([atleast_3d(lift(v)) for v in arrays], 2)


@public
def array_split(x: Any, parts: Any, /, axis: int = 0) -> Any:
    """Parts that may differ by one in their extents."""
    if not isinstance(parts, int):
        return split(x, parts, axis)
    least, more = divmod(x.shape[axis], parts)
    sizes = [least + 1] * more + [least] * (parts - more)
    return split(x, [int(n) for n in _np.cumsum(sizes)[:-1]], axis)


@public
def select(conditions: Sequence[Any], choices: Sequence[Any], /, default: Any = 0) -> Any:
    """The first of the choices whose condition holds."""
    if len(conditions) != len(choices):
        raise error(f"{len(conditions)} conditions and {len(choices)} choices")
    result = default
    for condition, choice in zip(reversed(conditions), reversed(choices)):
        result = where(condition, choice, result)
    return result


def matrix_power(x: Any, n: int) -> Any:
    """Products of a matrix with itself, by squares; of its inverse for negative n."""
    from . import _linalg
    from ._products import matmul

    if n < 0:
        return matrix_power(_linalg.FUNCTIONS["inv"](x), -n)
    result = None
    while n:
        if n & 1:
            result = x if result is None else matmul(result, x)
        n >>= 1
        x = matmul(x, x) if n else x
    if result is None:
        return broadcast_to(constant(_np.eye(x.shape[-1]), x.dtype), x.shape)
    return result


def multi_dot(arrays: Sequence[Any]) -> Any:
    """A product of matrices."""
    from ._products import matmul

    values = list(arrays)
    result = values.pop()
    while values:
        result = matmul(values.pop(), result)
    return result


__all__ = [
    "array_split", "atleast_1d", "atleast_2d", "atleast_3d", "average", "column_stack", "convolve", "corrcoef", "cov", "cross",
    "dstack", "float_power", "heaviside", "interp", "kron", "median", "nanmax", "nanmean", "nanmin", "nansum", "percentile",
    "polyval", "ptp", "quantile", "select", "sinc", "trapezoid", "vander",
]  # fmt: skip
