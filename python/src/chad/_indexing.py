# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads and writes at indices."""

from __future__ import annotations

import builtins
import functools
import math
import operator
from typing import Any

import numpy as _np

from . import _ops, trace
from ._elementwise import add, less, multiply, where
from ._namespace import axes_of, has_arrays, int64, lifted, public
from ._ops import broadcast_shapes, convert, map_rows, show_shape, slice_axis
from ._shapes import broadcast_to, expand_dims, moveaxis
from .arrays import as_array
from .trace import Array, as_dim, as_index, as_integer, error, is_integer, lift


def getitem(x: Array, key: Any) -> Array:
    part, indices = _parse(x, key)
    value = _ops.extract_slice(x, part.offsets, part.sizes, part.strides, part.dropped)
    for axis in part.flipped:
        last = _ops.extent_op("sub", value.shape[axis], 1)
        order = _ops.build(value.shape[axis], functools.partial(_from_the_end, last))[0]
        value = _take(value, order, axis)
    if indices:
        value = _take_at(value, indices)
    if part.new:
        value = expand_dims(value, tuple(part.new))
    return value


def _from_the_end(last: Any, index: Array) -> list[Array]:
    return [_subtract_index(last, index)]


def _subtract_index(a: Any, b: Array) -> Array:
    result = trace.emit(f"arith.subi {trace.extent_name(a)}, {trace.use(b)} : index", int64, (), True)
    result.is_natural = True
    return result


class _Part:
    """A slice as `tensor.extract_slice` describes it: offsets, sizes and strides."""

    def __init__(self) -> None:
        self.offsets: list[Any] = []
        self.sizes: list[Any] = []
        self.strides: list[int] = []
        self.dropped: set[int] = set()
        self.flipped: list[int] = []
        self.new: list[int] = []


def _parse(x: Array, key: Any) -> tuple[_Part, dict[int, Array]]:
    """The slice that a key selects, and a dict with the index array for each axis of the slice that has one."""
    keys = list(key) if isinstance(key, tuple) else [key]
    keys = [_plain_key(k) for k in keys]
    expanded: list[Any] = []
    for k in keys:
        if isinstance(k, _np.ndarray) and k.dtype.kind == "b" and k.ndim > 0:
            expanded.extend(_np.nonzero(k))
        else:
            expanded.append(k)
    keys = expanded
    given = len([k for k in keys if k is not None and k is not Ellipsis])
    if given > x.ndim:
        raise error(f"{given} indices are too many for an array of shape {show_shape(x.shape)}")
    if not [k for k in keys if k is Ellipsis]:
        keys.append(Ellipsis)
    at = [i for i, k in enumerate(keys) if k is Ellipsis]
    if len(at) > 1:
        raise error("an index has one ellipsis at most")
    keys[at[0] : at[0] + 1] = [slice(None)] * (x.ndim - given)
    part, indices, axis, kept = _Part(), {}, 0, 0
    for k in keys:
        if k is None:
            part.new.append(kept + len(part.new))
            continue
        extent = x.shape[axis]
        if isinstance(k, slice):
            _parse_slice(part, k, extent, kept)
            kept += 1
        elif isinstance(k, int):
            if isinstance(extent, int) and not -extent <= k < extent:
                raise error(f"index {k} is outside of axis {axis}, of extent {extent}")
            offset = k if k >= 0 else _ops.extent_op("add", extent, k)
            _add(part, offset, 1, 1)
            part.dropped.add(axis)
        elif isinstance(k, Array) and k.shape == ():
            _add(part, natural_index(k, extent), 1, 1)
            part.dropped.add(axis)
        else:
            _add(part, 0, extent, 1)
            indices[kept] = index_array(k, extent, axis)
            kept += 1
        axis += 1
    if indices and part.new:
        raise error("None and arrays of indices in one index are not there; use expand_dims")
    return part, indices


def _add(part: _Part, offset: Any, size: Any, stride: int) -> None:
    part.offsets.append(offset)
    part.sizes.append(size)
    part.strides.append(stride)


def _plain_key(key: Any) -> Any:
    if isinstance(key, (bool, _np.bool_)):
        raise error("a truth value is no index")
    if isinstance(key, (int, _np.integer)):
        return int(key)
    if isinstance(key, (list, tuple)):
        return lift(key) if has_arrays(key) else _np.asarray(key, dtype=None if len(key) else int)
    if key is None or key is Ellipsis or isinstance(key, (slice, Array)):
        return key
    array_ = as_array(key)
    return int(array_) if array_.ndim == 0 and array_.dtype.kind in "iu" else array_


def _parse_slice(part: _Part, key: slice, extent: Any, axis: int) -> None:
    step = 1 if key.step is None else operator.index(key.step)
    if isinstance(extent, int):
        if has_arrays((key.start, key.stop)):
            raise error(
                "the length of a slice must be known: chad.dynamic_slice takes a slice of a known "
                "length from a place that is traced"
            )
        start, stop, step = key.indices(extent)
        count = len(range(start, stop, step))
        if step < 0:
            # Take the same elements in ascending order, and reverse them afterwards.
            part.flipped.append(axis)
            start, step = (start + (count - 1) * step if count else 0), -step
        _add(part, start if count else 0, count, step)
        return
    if step == -1 and key.start is None and key.stop is None:
        part.flipped.append(axis)
        _add(part, 0, extent, 1)
        return
    if step != 1:
        raise error("slices of a dynamic extent have a step of 1")
    start, stop = key.start or 0, key.stop
    if not isinstance(start, Array):
        start = start if start >= 0 else _ops.extent_op("add", extent, start)
    else:
        start = as_dim(start)
    if stop is None:
        end = extent
    elif isinstance(stop, Array):
        end = as_dim(stop)
    else:
        end = stop if stop >= 0 else _ops.extent_op("add", extent, stop)
    _add(part, start, _ops.extent_op("sub", end, start), 1)


def natural_index(index: Array, extent: Any) -> Array:
    """Converts a traced index, which may be negative and count from the end, to one that counts from the start."""
    trace.current().func.module.has_indices = True
    if not is_integer(index.dtype):
        raise error(f"an index must be an integer, and is {index!r}")
    if not index.is_natural and index.dtype.kind == "i":
        index = as_integer(index)
        end = lift(extent) if isinstance(extent, int) else as_integer(extent)
        index = where(less(index, 0), add(index, convert(end, index.dtype)), index)
        index.is_natural = True
    return as_index(index)


def index_array(key: Any, extent: Any, axis: int) -> Array:
    if isinstance(key, Array):
        if key.dtype.kind == "b":
            raise error("how many elements a mask chooses is not known while a function is traced; use where")
        return natural_index(key, extent)
    if key.dtype.kind not in "iu":
        raise error(f"an array of {key.dtype} is no index")
    key = key.astype(_np.int64)
    if isinstance(extent, int):
        if key.size and (key.min() < -extent or key.max() >= extent):
            raise error(f"an index is outside of axis {axis}, of extent {extent}")
        key = _np.where(key < 0, key + extent, key)
        return as_index(lift(key))
    return natural_index(lift(key), extent)


def _take(x: Array, indices: Array, axis: int) -> Array:
    if axis:
        return map_rows([x], lambda row: [_take(row, indices, axis - 1)])[0]
    if not indices.ndim:
        return slice_axis(x, 0, as_index(indices))
    return _ops.gather(x, indices)


def _take_at(x: Array, indices: dict[int, Array]) -> Array:
    """Advanced indexing, as in numpy: the dimensions of the index arrays replace the indexed axis, or come
    first.
    """
    axes = sorted(indices)
    if len(axes) == 1:
        return _take(x, indices[axes[0]], axes[0])
    together = axes == list(range(axes[0], axes[-1] + 1))
    shape = broadcast_shapes(*(indices[a].shape for a in axes))
    arrays = [broadcast_to(as_integer(indices[a]), shape) for a in axes]
    for a in arrays:
        a.is_natural = True
    rest = [a for a in range(x.ndim) if a not in axes]
    moved = _ops.transpose(x, axes + rest)

    def pick(*at: Array) -> list[Array]:
        if at[0].shape:
            return map_rows(list(at), pick)
        offsets: list[Any] = [as_index(i) for i in at] + [0] * len(rest)
        sizes = [1] * len(at) + list(moved.shape[len(at) :])
        return [_ops.extract_slice(moved, offsets, sizes, [1] * moved.ndim, set(range(len(at))))]

    value = pick(*arrays)[0]
    if together and axes[0]:
        count = len(shape)
        order = [*range(count, count + axes[0]), *range(count), *range(count + axes[0], value.ndim)]
        value = _ops.transpose(value, order)
    return value


@public
def take(x: Any, indices: Any, /, axis: Any = None) -> Any:
    """The elements at indices along an axis, or of the array as a vector. A negative index counts from the
    end; in reverse, elements that are taken twice get the sum of the cotangents.
    """
    x = lift(x)
    if axis is None:
        x, axis = _ops.flatten(x), 0
    (axis,) = axes_of(x, axis)
    return getitem(x, (slice(None),) * axis + (indices,))


@public
def take_along_axis(x: Any, indices: Any, /, axis: int = -1) -> Any:
    """For each place of `indices`, the element of `x` at that index along the axis, as with the result of
    `argsort`.
    """
    (axis,) = axes_of(x, axis)
    x, indices = moveaxis(x, axis, -1), moveaxis(lift(indices), axis, -1)

    def along(a: Array, i: Array) -> list[Array]:
        if a.ndim > 1:
            return map_rows([a, i], along)
        return [_take(a, natural_index(i, a.shape[0]), 0)]

    return moveaxis(along(x, indices)[0], -1, axis)


class At:
    """`x.at[key].set(y)`, `.add(y)` and `.multiply(y)` return a new array in which the selected elements have
    been changed.
    """

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __getitem__(self, key: Any) -> _Place:
        return _Place(self.array, key)


class _Place:
    __slots__ = ("array", "key")

    def __init__(self, array: Array, key: Any) -> None:
        self.array, self.key = array, key

    def set(self, value: Any) -> Array:
        """Returns the array with the selected elements replaced by `value`."""
        return self._change(value, None)

    def add(self, value: Any) -> Array:
        """Returns the array with `value` added to the selected elements; for an index that occurs twice, both
        are added.
        """
        return self._change(value, "add")

    def multiply(self, value: Any) -> Array:
        """Returns the array with the selected elements multiplied by `value`."""
        return self.set(multiply(self.array[self.key], value))

    def _change(self, value: Any, how: str | None) -> Array:
        x = self.array
        part, indices = _parse(x, self.key)
        if part.new or part.flipped:
            raise error("a place to change has neither None nor a negative step")
        value = lifted(value, x.dtype)
        if indices:
            return self._change_at(part, indices, value, how)
        shape = tuple(d for i, d in enumerate(part.sizes) if i not in part.dropped)
        value = broadcast_to(value, shape)
        if how:
            old = _ops.extract_slice(x, part.offsets, part.sizes, part.strides, part.dropped)
            value = add(old, value)
        return _ops.insert_slice(value, x, part.offsets, part.sizes, part.strides, part.dropped)

    def _change_at(self, part: _Part, indices: dict[int, Array], value: Array, how: str | None) -> Array:
        x = self.array
        is_whole = builtins.all(m is n or m == n for m, n in zip(part.sizes, x.shape))
        count = len(indices)
        if list(indices) == list(range(count)) and count > 1 and not part.dropped and is_whole:
            # Several leading axes as one.
            at: Any = 0
            for extent, index in zip(x.shape, indices.values()):
                at = add(multiply(at, extent), as_integer(index))
            at.is_natural = True
            flat = _ops.reshape(x, (math.prod(x.shape[:count]), *x.shape[count:]))
            return _ops.reshape(_Place(flat, at)._change(value, how), x.shape)
        if list(indices) != [0] or part.dropped or not is_whole:
            raise error("arrays of indices of the first axes are what a change can take")
        at = indices[0]
        if how == "add":
            from .combinators import scatter_add

            return scatter_add(x, at, broadcast_to(value, at.shape + x.shape[1:]))
        from .combinators import fold

        value = broadcast_to(value, at.shape + x.shape[1:])
        value = _ops.reshape(value, (at.size, *x.shape[1:]))
        flat = as_integer(_ops.flatten(at))
        flat.is_natural = True
        return fold(lambda a, iv: (a.at[iv[0]].set(iv[1]), None), x, (flat, value))[0]
