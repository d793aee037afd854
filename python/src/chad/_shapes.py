# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that move elements, and functions that create arrays."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any, Callable

import numpy as _np

from . import _ops, trace
from ._elementwise import add, greater_equal, where
from ._namespace import (
    FUNCTIONS,
    axes_of,
    float64,
    has_arrays,
    int64,
    lifted,
    on_cpu,
    operands,
    public,
    result_type,
)
from ._ops import broadcast_shapes, convert, map_rows, show_shape
from .arrays import as_array
from .trace import Array, as_dim, as_integer, constant, error, lift, splat

# ------------------------------------------------------------------------------------------------
# Shapes


@public(names=("transpose",), numpy=_np.transpose)
def permute_dims(x: Any, /, axes: Any = None) -> Any:
    """The array with its axes in the order `axes`; by default in reverse order."""
    axes = tuple(range(x.ndim))[::-1] if axes is None else axes_of(x, axes)
    if len(axes) != x.ndim:
        raise error(f"{x!r} has {x.ndim} axes, and {axes} are {len(axes)}")
    return _ops.transpose(x, axes)


@public(numpy=lambda x: _np.swapaxes(x, -1, -2))
def matrix_transpose(x: Any, /) -> Any:
    """The array with its last two axes exchanged."""
    return swapaxes(x, -1, -2)


@public
def swapaxes(x: Any, a: int, b: int, /) -> Any:
    """The array with two axes exchanged."""
    axes = list(range(x.ndim))
    (a,), (b,) = axes_of(x, a), axes_of(x, b)
    axes[a], axes[b] = b, a
    return _ops.transpose(x, axes)


@public
def moveaxis(x: Any, source: Any, destination: Any, /) -> Any:
    """The array with axes moved to other places; the others keep their order."""
    sources, places = axes_of(x, source), axes_of(x, destination)
    axes = [a for a in range(x.ndim) if a not in sources]
    for place, source_ in sorted(zip(places, sources)):
        axes.insert(place, source_)
    return _ops.transpose(x, axes)


@public
def reshape(x: Any, /, shape: Any, *, copy: bool | None = None) -> Any:
    """The elements in another shape, in row-major order. One extent may be -1: it follows from the others."""
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    shape = [as_dim(d) for d in shape]
    open_ = [i for i, d in enumerate(shape) if isinstance(d, int) and d == -1]
    if len(open_) > 1:
        raise error("only one extent can be -1")
    is_static = builtins.all(isinstance(d, int) for d in (*shape, *x.shape))
    if is_static:
        size = math.prod(x.shape)
        if open_:
            known = math.prod(d for d in shape if d != -1)
            shape[open_[0]] = size // known if known else 0
        if math.prod(shape) != size:
            raise error(f"an array of shape {show_shape(x.shape)} cannot have shape {show_shape(shape)}")
    elif open_:
        known = 1
        for i, d in enumerate(shape):
            if i != open_[0]:
                known = _ops.extent_op("mul", known, d)
        total: Any = 1
        for d in x.shape:
            total = _ops.extent_op("mul", total, d)
        value = trace.emit(
            f"arith.divui {trace.extent_name(total)}, {trace.extent_name(known)} : index", int64, (), True
        )
        shape[open_[0]] = trace.Dim(value.block, value.name)
    return _ops.reshape(x, shape)


@public
def ravel(x: Any, /) -> Any:
    """The elements as a vector, in row-major order."""
    return _ops.flatten(x)


@public
def expand_dims(x: Any, /, axis: Any = 0) -> Any:
    """The array with axes of extent 1 inserted at places of the result's shape."""
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    rank = x.ndim + len(axes)
    places = {a % rank for a in axes}
    if len(places) != len(axes) or not builtins.all(-rank <= a < rank for a in axes):
        raise error(f"axes {axes} are none of an array of {rank} dimensions")
    rest = iter(x.shape)
    return _ops.reshape(x, [1 if i in places else next(rest) for i in range(rank)])


@public
def squeeze(x: Any, /, axis: Any = None) -> Any:
    """The array without axes of extent 1: those that are given, or all."""
    axes = axes_of(x, axis) if axis is not None else [i for i, d in enumerate(x.shape) if _ops.is_one(d)]
    for a in axes:
        if isinstance(x.shape[a], int) and x.shape[a] != 1:
            raise error(f"axis {a} of {show_shape(x.shape)} has not extent 1")
    return _ops.reshape(x, [d for i, d in enumerate(x.shape) if i not in axes])


@public
def broadcast_to(x: Any, /, shape: Sequence[Any]) -> Any:
    """The array repeated along new axes and along axes of extent 1, to a shape."""
    x = as_integer(x)
    shape = tuple(as_dim(d) for d in (shape if isinstance(shape, (tuple, list)) else (shape,)))
    if not _ops.equal_shapes(broadcast_shapes(x.shape, shape), shape):
        raise error(f"an array of shape {show_shape(x.shape)} cannot be spread to {show_shape(shape)}")
    return _spread(x, shape)


def _spread(x: Array, shape: tuple) -> Array:
    if not x.shape:
        return splat(x, shape)
    if _ops.equal_shapes(x.shape, shape):
        return x
    if x.ndim < len(shape):
        return _ops.build(shape[0], lambda i: [_spread(x, shape[1:])])[0]
    if _ops.is_one(x.shape[0]) and not _ops.is_one(shape[0]):
        only = _ops.first(x)
        return _ops.build(shape[0], lambda i: [_spread(only, shape[1:])])[0]
    return map_rows([x], lambda row: [_spread(row, shape[1:])])[0]


@public
def broadcast_arrays(*arrays: Any) -> Any:
    """A list of the arrays, repeated to their common shape."""
    arrays = tuple(lift(a) for a in arrays)
    shape = broadcast_shapes(*(a.shape for a in arrays))
    return [broadcast_to(a, shape) for a in arrays]


@public(names=("concatenate",), numpy=_np.concatenate)
def concat(arrays: Sequence[Any], /, axis: int | None = 0) -> Any:
    """Arrays one after the other along an axis, in their common dtype; with axis None, as vectors."""
    arrays, _ = operands(*arrays)
    if axis is None:
        arrays, axis = [_ops.flatten(a) for a in arrays], 0
    ranks = {a.ndim for a in arrays}
    if len(ranks) != 1 or 0 in ranks:
        raise error("arrays that are concatenated have one rank, at least 1")
    (axis,) = axes_of(arrays[0], axis)
    for a in arrays[1:]:
        for i, (m, n) in enumerate(zip(arrays[0].shape, a.shape)):
            if i != axis and not trace.same_extent(m, n):
                shapes = " and ".join(show_shape(x.shape) for x in arrays)
                raise error(f"arrays of shapes {shapes} cannot be concatenated along axis {axis}")
    return arrays[0] if len(arrays) == 1 else _ops.concatenate(arrays, axis)


@public
def stack(arrays: Sequence[Any], /, axis: int = 0) -> Any:
    """Arrays of one shape along a new axis, in their common dtype."""
    if isinstance(arrays, Array):
        arrays = list(arrays)
    arrays, dtype = operands(*arrays)
    for a in arrays[1:]:
        if not _ops.equal_shapes(a.shape, arrays[0].shape):
            raise error("arrays that are stacked have one shape")
    if not arrays[0].shape:
        text = trace.type_text(dtype, (len(arrays),))
        names = ", ".join(trace.use(a) for a in arrays)
        return trace.emit(f"tensor.from_elements {names} : {text}", dtype, (len(arrays),))
    rank = arrays[0].ndim + 1
    if not -rank <= axis < rank:
        raise error(f"there is no axis {axis} in {rank} dimensions")
    return concat([expand_dims(a, axis % rank) for a in arrays], axis % rank)


@public
def vstack(arrays: Sequence[Any], /) -> Any:
    """Arrays one above the other: along the first axis, where a vector counts as a row."""
    return concat([a if a.ndim > 1 else reshape(a, (1, -1)) for a in map(lift, arrays)], 0)


@public
def hstack(arrays: Sequence[Any], /) -> Any:
    """Arrays side by side: along the second axis, or, of vectors, one after the other."""
    arrays = [a if a.ndim else reshape(a, (1,)) for a in map(lift, arrays)]
    return concat(arrays, 0 if arrays[0].ndim == 1 else 1)


@public
def split(x: Any, parts: Any, /, axis: int = 0) -> Any:
    """A list of the parts of an array along an axis: as many equal ones as `parts` says, or those between the
    indices in it.
    """
    (axis,) = axes_of(x, axis)
    extent = x.shape[axis]
    if isinstance(parts, int):
        if extent % parts:
            raise error(f"{extent} elements cannot be split into {parts} equal parts")
        places = [extent // parts * i for i in range(1, parts)]
    else:
        places = list(parts)
    result = []
    for start, stop in zip([None, *places], [*places, None]):
        key: list[Any] = [slice(None)] * x.ndim
        key[axis] = slice(start, stop)
        result.append(x[tuple(key)])
    return result


@public
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """A tuple of the arrays along an axis."""
    return tuple(moveaxis(x, axis, 0))


@public
def flip(x: Any, /, axis: Any = None) -> Any:
    """The elements in reverse order along axes, by default along all."""
    for axis_ in axes_of(x, axis):
        key: list[Any] = [slice(None)] * x.ndim
        key[axis_] = slice(None, None, -1)
        x = x[tuple(key)]
    return x


@public
def roll(x: Any, /, shift: Any, axis: Any = None) -> Any:
    """The elements moved by `shift` places along axes; those that leave at the end come in at the beginning.
    Without an axis, as a vector.
    """
    if axis is None:
        return reshape(roll(_ops.flatten(x), shift, 0), x.shape)
    axes = (axis,) if isinstance(axis, (int, _np.integer)) else tuple(axis)
    shifts = (shift,) * len(axes) if isinstance(shift, (int, _np.integer)) else tuple(shift)
    axes = axes * len(shifts) if len(axes) == 1 else axes
    if len(shifts) != len(axes):
        raise error(f"roll takes one number of places for each of {len(axes)} axes, and is given {len(shifts)}")
    # An axis may be named several times.
    for amount, axis_ in zip(shifts, (axes_of(x, a)[0] for a in axes)):
        extent = x.shape[axis_]
        amount = amount % extent if extent else 0
        if amount:
            key: list[Any] = [slice(None)] * x.ndim
            low, high = list(key), list(key)
            low[axis_], high[axis_] = slice(0, extent - amount), slice(extent - amount, None)
            x = concat([x[tuple(high)], x[tuple(low)]], axis_)
    return x


@public
def tile(x: Any, reps: Any, /) -> Any:
    """The array as a tile, `reps` times along each axis."""
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    x = reshape(x, (1,) * builtins.max(len(reps) - x.ndim, 0) + x.shape)
    reps = (1,) * (x.ndim - len(reps)) + reps
    for axis, count in enumerate(reps):
        if count != 1:
            x = concat([x] * count, axis) if count else x[(slice(None),) * axis + (slice(0, 0),)]
    return x


@public
def repeat(x: Any, repeats: Any, /, axis: Any = None) -> Any:
    """Each element `repeats` times along an axis; without an axis, of the array as a vector. `repeats` is a number, or one for
    each element, and not traced.
    """
    if axis is None:
        x, axis = _ops.flatten(x), 0
    (axis,) = axes_of(x, axis)
    if isinstance(repeats, Array) and not isinstance(repeats, trace.Dim):
        raise error(
            "how long the result of 'repeat' is depends on the numbers of a traced array: give an array of numpy"
        )
    if not isinstance(repeats, (int, trace.Dim)):
        counts = _np.asarray(as_array(repeats))
        if counts.size != 1:
            from ._indexing import take

            if counts.shape != (x.shape[axis],):
                raise error(
                    f"'repeat' takes one number for each of {x.shape[axis]} elements, and is given {counts.shape}"
                )
            return take(x, _np.repeat(_np.arange(counts.size), counts), axis)
        repeats = counts.item()
    wide = expand_dims(x, axis + 1)
    shape = (*x.shape[: axis + 1], repeats, *x.shape[axis + 1 :])
    wide = broadcast_to(wide, shape)
    return reshape(wide, (*x.shape[:axis], _ops.extent_op("mul", x.shape[axis], repeats), *x.shape[axis + 1 :]))


@public
def pad(x: Any, widths: Any, /, mode: str = "constant", constant_values: Any = 0) -> Any:
    """The array with more elements around it: `widths` are their numbers before and after, for each axis. They are a
    constant, or those of the array by the modes "edge", "reflect", "symmetric" and "wrap" of numpy.
    """
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        raise error(
            f"pad with mode '{mode}' is not there; 'constant', 'edge', 'reflect', 'symmetric' and 'wrap' are"
        )
    if isinstance(widths, _np.ndarray):
        widths = widths.tolist()
    if isinstance(widths, (int, _np.integer)):
        widths = [(widths, widths)] * x.ndim
    if len(widths) == 2 and all(isinstance(w, (int, _np.integer)) for w in widths):
        widths = [tuple(widths)] * x.ndim
    widths = [(w, w) if isinstance(w, (int, _np.integer)) else tuple(w) * (3 - len(tuple(w))) for w in widths]
    if len(widths) == 1:
        widths = widths * x.ndim
    if len(widths) != x.ndim:
        raise error(f"pad takes two widths for each dimension, and is given {len(widths)} of {x.ndim}")
    if any(w < 0 for pair in widths for w in pair):
        raise error("pad takes widths that are not negative")
    if mode != "constant":
        return _extended(x, widths, mode)
    for axis, (before, after) in enumerate(widths):
        parts = []
        for count, is_end in ((before, False), (after, True)):
            if count:
                shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
                parts.append((is_end, splat(lifted(constant_values, x.dtype), shape)))
        arrays = [p for is_end, p in parts if not is_end] + [x] + [p for is_end, p in parts if is_end]
        x = concat(arrays, axis)
    return x


def _extended(x: Array, widths: list[tuple[int, int]], mode: str) -> Array:
    """The array with elements of its own around it, which a map from positions to positions selects."""
    from ._indexing import take

    for axis, (before, after) in enumerate(widths):
        extent = x.shape[axis]
        if not (before or after):
            continue
        if not isinstance(extent, int):
            raise error(f"pad with mode '{mode}' takes extents that are known: leave out dynamic=True")
        if extent == 0:
            raise error(f"pad with mode '{mode}' of a dimension without elements")
        places = _np.arange(-before, extent + after)
        if mode == "edge" or extent == 1:
            places = _np.clip(places, 0, extent - 1)
        elif mode == "wrap":
            places = places % extent
        else:
            # Of a period, the second half goes back; "symmetric" repeats its ends.
            shift = int(mode == "symmetric")
            period = 2 * (extent - 1 + shift)
            places = places % period
            places = _np.where(places < extent, places, period - shift - places)
        x = take(x, places, axis)
    return x


# ------------------------------------------------------------------------------------------------
# New arrays


def _filled(shape: Any, value: Any, dtype: Any, device: Any) -> Any:
    on_cpu(device)
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if has_arrays(shape) or isinstance(value, Array):
        value = lifted(value, _np.dtype(dtype) if dtype else result_type(value))
        return splat(value, tuple(as_dim(d) for d in shape))
    return _np.full(shape, value, dtype)


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of zeros, of float64 by default. Extents of a traced array may be in the shape."""
    return _filled(shape, 0, dtype or float64, device)


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of ones, of float64 by default. Extents of a traced array may be in the shape."""
    return _filled(shape, 1, dtype or float64, device)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array that is filled with a value, by default of its dtype. Extents of a traced array may be in the
    shape.
    """
    return _filled(shape, fill_value, dtype, device)


empty = zeros


@public
def full_like(x: Any, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of the shape of `x`, by default of its dtype, that is filled with a value."""
    on_cpu(device)
    return splat(lifted(fill_value, dtype or x.dtype), x.shape)


@public
def zeros_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Any:
    """Zeros of the shape of `x`, by default of its dtype."""
    return full_like(x, 0, dtype=dtype, device=device)


@public
def ones_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Any:
    """Ones of the shape of `x`, by default of its dtype."""
    return full_like(x, 1, dtype=dtype, device=device)


empty_like = FUNCTIONS["empty_like"] = zeros_like


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None) -> Any:
    """The numbers from `start` up to, but not including, `stop`. With a traced `stop` they come in steps of
    1.
    """
    on_cpu(device)
    if not has_arrays((start, stop, step)):
        return getattr(_np, "arange")(start, stop, step, dtype)
    if stop is None:
        start, stop = 0, start
    if step != 1 or isinstance(start, Array):
        raise error("arange up to a number that is traced begins with a number that is not, in steps of 1")
    extent = _ops.extent_op("sub", as_dim(stop), start)
    result = _ops.build(extent, lambda i: [i])[0]
    result.is_natural = True
    result = result if not start else add(result, start)
    return result if dtype is None else convert(result, dtype)


linspace, eye = _np.linspace, _np.eye


def by_diagonal(x: Array, choose: Callable) -> Array:
    """`choose(row, i, j)` for each row, with its number and those of the columns."""
    if x.ndim > 2:
        return map_rows([x], lambda part: [by_diagonal(part, choose)])[0]
    rows, columns = (_ops.build(d, lambda i: [i])[0] for d in x.shape)
    return map_rows([x, rows], lambda row, i: [choose(row, as_integer(i), as_integer(columns))])[0]


@public
def tril(x: Any, /, k: int = 0) -> Any:
    """Each matrix with zeros above its diagonal, or above the `k`-th one."""
    zero = constant(0, x.dtype)
    return by_diagonal(x, lambda row, i, j: where(greater_equal(add(i, k), j), row, zero))


@public
def triu(x: Any, /, k: int = 0) -> Any:
    """Each matrix with zeros below its diagonal, or below the `k`-th one."""
    zero = constant(0, x.dtype)
    return by_diagonal(x, lambda row, i, j: where(greater_equal(add(i, k - 1), j), zero, row))


def meshgrid(*arrays: Any, indexing: str = "xy") -> Any:
    """A list of the coordinates of a grid: an array for each vector, which varies along its axis; with
    indexing "xy" the first two axes are exchanged.
    """
    if not has_arrays(arrays):
        return _np.meshgrid(*arrays, indexing=indexing)  # type: ignore[call-overload]
    arrays = tuple(lift(a) for a in arrays)
    rank = len(arrays)
    shaped = [reshape(a, (1,) * i + (-1,) + (1,) * (rank - i - 1)) for i, a in enumerate(arrays)]
    result = broadcast_arrays(*shaped)
    if indexing == "xy" and rank > 1:
        result = [swapaxes(a, 0, 1) for a in result]
    return result


FUNCTIONS["meshgrid"] = meshgrid


@public
def diagonal(x: Any, /, offset: int = 0) -> Any:
    """The diagonal of each matrix, that is of the last two axes; numpy takes the first two."""
    rows, columns = x.shape[-2:]
    count = builtins.max(0, builtins.min(rows + builtins.min(offset, 0), columns - builtins.max(offset, 0)))
    i = _np.arange(count)
    return x[(..., i - builtins.min(offset, 0), i + builtins.max(offset, 0))]


@public
def diag(x: Any, /) -> Any:
    """The diagonal of a matrix, or the matrix with a vector as its diagonal."""
    if x.ndim == 2:
        return diagonal(x)
    return where(_np.eye(x.shape[0], dtype=bool), expand_dims(x, 0), constant(0, x.dtype))
