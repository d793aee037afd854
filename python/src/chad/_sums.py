# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums as arguments and results of compiled functions.

A value of a sum is a tuple of the number of an alternative and what it holds. An array of sums is a structured
array with a field `tag` and, for value j of alternative i, a field `alt{i}_{j}`.

A tree describes a type: ``(dtype, shape)`` one without sums, and ``(rank, alternatives)`` a sum, or an array of
that rank, where alternatives are lists of lists of trees. A compiled function takes and returns, for a sum, its
tag and the values of all alternatives, and arrays of these for an array of sums.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from . import _chad
from .arrays import on_device
from .errors import ArgumentError


def _is_sum(tree: Any) -> bool:
    return not isinstance(tree[0], str)


def _dtype(name: str) -> np.dtype[Any]:
    if name == "bf16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype({"f": "float", "i": "int"}[name[0]] + name[1:] if name != "i1" else "bool")


def _tag_dtype(alternatives: Sequence[Any]) -> Any:
    return np.bool_ if len(alternatives) == 2 else np.int64


def _leaf(value: Any, tree: Any, what: str) -> Any:
    dtype, shape = _dtype(tree[0]), tree[1]
    array = value if type(value) is _chad.DeviceArray else np.asarray(value)
    kinds = "b" if dtype.kind == "b" else "iu" if dtype.kind == "i" else None
    fits = array.dtype.kind in kinds if kinds else np.can_cast(array.dtype, dtype, "same_kind")
    if not fits or array.dtype.kind == "O":
        raise ArgumentError(f"{what} has dtype {array.dtype}, expected {dtype}")
    wanted = () if shape is None else shape
    if array.ndim != len(wanted) or any(w is not None and w != n for w, n in zip(wanted, array.shape)):
        extents = tuple("?" if n is None else n for n in wanted)
        raise ArgumentError(f"{what} has shape {array.shape}, expected {extents}")
    if isinstance(array, _chad.DeviceArray):
        if array.dtype.itemsize != dtype.itemsize:
            raise ArgumentError(f"{what} has dtype {array.dtype}, expected {dtype}")
        return array
    array = array.astype(dtype, copy=False)
    return array[()] if shape is None else array


def _zeros(tree: Any) -> Iterator[Any]:
    """What stands for a value of an alternative that is not taken."""
    if not _is_sum(tree):
        dtype, shape = _dtype(tree[0]), tree[1]
        yield np.zeros(tuple(n or 0 for n in shape or ()), dtype) if shape is not None else dtype.type(0)
        return
    rank, alternatives, shape = tree
    outer = tuple(n or 0 for n in shape)
    zeros = [z for parts in alternatives for part in parts for z in _zeros(part)]
    if len(alternatives) > 1:
        zeros.insert(0, _tag_dtype(alternatives)(0))
    for zero in zeros:
        yield zero if rank is None else np.zeros(outer + np.shape(zero), np.asarray(zero).dtype)


def _checked_tag(tag: Any, count: int, what: str) -> int:
    try:
        number = operator.index(tag)
    except TypeError:
        raise ArgumentError(f"{what} has the tag {tag!r}, expected a number of an alternative") from None
    if not 0 <= number < count:
        raise ArgumentError(f"{what} has the tag {number}, and there are {count} alternatives")
    return number


def _value(value: Any, tree: Any, what: str) -> Iterator[Any]:
    if not _is_sum(tree):
        yield _leaf(value, tree, what)
        return
    rank, alternatives, shape = tree
    if rank is not None:
        yield from _array(value, tree, what)
        return
    if isinstance(value, (np.void, np.ndarray)) and value.dtype.names and value.shape == ():
        yield from (column[()] for column in _columns(np.asarray(value), alternatives, what))
        return
    if not isinstance(value, (tuple, list)) or not value:
        raise ArgumentError(f"{what} is a sum: a tuple of the number of an alternative and what it holds")
    tag = _checked_tag(value[0], len(alternatives), what)
    if len(value) - 1 != len(alternatives[tag]):
        raise ArgumentError(
            f"{what} has {len(value) - 1} values for alternative {tag}, which holds {len(alternatives[tag])}"
        )
    if len(alternatives) > 1:
        yield _tag_dtype(alternatives)(tag)
    for i, parts in enumerate(alternatives):
        for j, part in enumerate(parts):
            if i == tag:
                yield from _value(value[1 + j], part, f"value {j} of alternative {i} of {what}")
            else:
                yield from _zeros(part)


def _columns(array: np.ndarray, alternatives: Any, what: str) -> Iterator[np.ndarray]:
    """The columns of a structured array."""
    names = {"tag"} | {f"alt{i}_{j}" for i, parts in enumerate(alternatives) for j in range(len(parts))}
    if set(array.dtype.names or ()) != names:
        raise ArgumentError(
            f"{what} is an array of dtype {array.dtype}, expected a structure with the fields "
            + ", ".join(sorted(names, key=lambda name: (name != "tag", name)))
        )
    tags = array["tag"]
    if tags.dtype.kind not in "iub":
        raise ArgumentError(f"{what} has tags of dtype {tags.dtype}, expected integers")
    bad = np.flatnonzero((tags < 0) | (tags >= len(alternatives)))
    if bad.size:
        place = tuple(int(n) for n in np.unravel_index(bad[0], tags.shape))
        raise ArgumentError(
            f"element {list(place)} of {what} has the tag {int(tags[place])}, and there are "
            f"{len(alternatives)} alternatives"
        )
    if len(alternatives) > 1:
        yield np.ascontiguousarray(tags.astype(_tag_dtype(alternatives))).reshape(tags.shape)
    for i, parts in enumerate(alternatives):
        for j, part in enumerate(parts):
            field = array[f"alt{i}_{j}"]
            where = f"field alt{i}_{j} of {what}"
            if _is_sum(part):
                clean = np.array(field)
                clean[tags != i] = np.zeros((), clean.dtype)
                yield from _columns(clean, part[1], where)
                continue
            extents = tuple(part[1] or ())
            if field.dtype != _dtype(part[0]):
                raise ArgumentError(f"{where} has dtype {field.dtype}, expected {_dtype(part[0])}")
            inner = field.shape[tags.ndim :]
            if len(inner) != len(extents) or any(w not in (None, n) for w, n in zip(extents, inner)):
                raise ArgumentError(f"{where} has elements of shape {inner}, expected {extents}")
            if extents and tags.ndim == 0 and int(tags) != i:
                field = np.zeros(tuple(n or 0 for n in extents), field.dtype)
            clean = np.array(field)
            clean[tags != i] = 0
            yield clean


def _array(value: Any, tree: Any, what: str) -> Iterator[Any]:
    rank, alternatives, shape = tree
    if isinstance(value, np.ndarray) and value.dtype.names:
        extents, columns = value.shape, list(_columns(value, alternatives, what))
    else:
        extents, elements = _elements(value, rank, what)
        scalar = (None, alternatives, ())
        rows = [list(_value(element, scalar, f"element {i} of {what}")) for i, element in enumerate(elements)]
        if rows:
            columns = [
                np.stack([np.asarray(n) for n in column]).reshape(extents + np.shape(column[0]))
                for column in zip(*rows)
            ]
        else:
            columns = [np.zeros(extents + np.shape(z), np.asarray(z).dtype) for z in _zeros(scalar)]
    if len(extents) != rank or any(w not in (None, n) for w, n in zip(shape, extents)):
        raise ArgumentError(f"{what} has shape {extents}, expected {tuple(shape)}")
    yield from columns


def _elements(value: Any, rank: int, what: str) -> tuple[tuple[int, ...], list[Any]]:
    """The extents and the elements of nested lists."""
    if rank == 0:
        return (), [value]
    if not isinstance(value, (list, tuple)):
        raise ArgumentError(f"{what} is an array of sums: a structured array, or a list of tuples")
    parts = [_elements(part, rank - 1, what) for part in value]
    shapes = {shape for shape, _ in parts}
    if len(shapes) > 1:
        raise ArgumentError(f"{what} has rows of several extents")
    inner = shapes.pop() if shapes else (0,) * (rank - 1)
    return (len(parts), *inner), [element for _, elements in parts for element in elements]


def _placed(value: Any, device: str) -> Any:
    """The value, in which arrays that lie on the device are DeviceArrays."""
    if isinstance(value, (tuple, list)):
        return type(value)([_placed(part, device) for part in value])
    return on_device(value, device)


def flatten(name: str, trees: Sequence[Any], args: Sequence[Any], device: str) -> tuple[Any, ...]:
    """What a compiled function on a device takes for `args`."""
    if len(args) != len(trees):
        raise ArgumentError(f"'{name}' takes {len(trees)} arguments, got {len(args)}")
    flat: list[Any] = []
    for i, (tree, arg) in enumerate(zip(trees, args)):
        if _is_sum(tree):
            arg = arg if device == "cpu" else _placed(arg, device)
            flat.extend(_value(arg, tree, f"argument #{i} of '{name}'"))
        else:
            flat.append(arg)
    return tuple(flat)


def _structure(tree: Any) -> np.dtype[Any]:
    """The dtype of the elements of an array of sums."""
    fields: list[Any] = [("tag", np.int64)]
    for i, parts in enumerate(tree[1]):
        for j, part in enumerate(parts):
            dtype = _structure(part) if _is_sum(part) else _dtype(part[0])
            fields.append((f"alt{i}_{j}", dtype, tuple((part[2] if _is_sum(part) else part[1]) or ())))
    return np.dtype(fields)


def _fill(array: np.ndarray, tree: Any, values: Iterator[Any]) -> None:
    array["tag"] = next(values) if len(tree[1]) > 1 else 0
    for i, parts in enumerate(tree[1]):
        for j, part in enumerate(parts):
            if _is_sum(part):
                _fill(array[f"alt{i}_{j}"], part, values)
            else:
                array[f"alt{i}_{j}"] = next(values)


def _first_leaf_rank(tree: Any) -> int:
    """The number of dimensions of an element of the first column."""
    if not _is_sum(tree):
        return len(tree[1] or ())
    own = tree[0] or 0
    return own if len(tree[1]) > 1 else own + _first_leaf_rank(tree[1][0][0])


def _take(tree: Any, values: Iterator[Any]) -> Any:
    if not _is_sum(tree):
        return next(values)
    rank, alternatives, _ = tree
    if rank is not None:
        # Structured arrays are the host's.
        values = (v.to_host() if isinstance(v, _chad.DeviceArray) else v for v in values)
        first = next(values)
        extents = np.shape(first)[: np.ndim(first) - (_first_leaf_rank(tree) - rank)]
        array = np.zeros(extents, _structure(tree))

        def chain() -> Iterable[Any]:
            yield first
            yield from values

        rest = iter(chain())
        _fill(array, tree, rest)
        return array
    tag = int(next(values)) if len(alternatives) > 1 else 0
    taken: list[Any] = []
    for i, parts in enumerate(alternatives):
        all_parts = [_take(part, values) for part in parts]
        if i == tag:
            taken = all_parts
    return (tag, *taken)


def unflatten(trees: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """The results of a function whose compiled code returns `values`."""
    rest = iter(values)
    return [_take(tree, rest) for tree in trees]
