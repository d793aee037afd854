# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vectorization: functions of arrays with one more dimension."""

from __future__ import annotations

import functools
from typing import Any, Callable

from . import _ops, trace, tree
from .compilation import transform
from .trace import Array, error, lift


def vmap(function: Callable, in_axes: Any = 0, out_axes: Any = 0) -> Callable:
    """Vectorizes `function`: the result takes arrays with one more dimension, and applies `function` to each
    element along it.

    `in_axes` has for each argument the axis of the new dimension, or None for an argument that all elements
    share; an int holds for all arguments. `out_axes` is the axis of the new dimension in the results. Arguments
    and results are trees of arrays.

        rows = chad.vmap(lambda x, y: x @ y, in_axes=(0, None))
        assert rows(np.eye(2), np.array([3.0, 4.0])).tolist() == [3.0, 4.0]

    Raises `chad.TraceError` if extents differ, or an axis does not exist.
    """

    @functools.wraps(function)
    def mapped(*args: Any, **kwargs: Any) -> Any:
        from .numpy import moveaxis

        axes = tuple(in_axes) if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
        if len(axes) != len(args):
            raise error(f"in_axes has {len(axes)} axes for {len(args)} arguments")
        leaves: list[Any] = []
        moved: list[Array] = []
        for arg, axis in zip(args, axes):
            arg_leaves, structure = tree.flatten(arg)
            leaf_axes = _axes_of(axis, structure)
            for leaf, leaf_axis in zip(arg_leaves, leaf_axes):
                if leaf_axis is None or not trace.is_leaf_array(leaf):
                    leaves.append((False, leaf))
                    continue
                array = lift(leaf)
                if not array.shape:
                    raise error("vmap along an axis of a number; give None for it in in_axes")
                leaves.append((True, len(moved)))
                moved.append(moveaxis(array, leaf_axis, 0) if leaf_axis else array)
        if not moved:
            raise error("vmap of no array: in_axes is None for all arguments")
        _, structure = tree.flatten(args)
        outs: list[tree.Structure] = []

        def body(*elements: Array) -> list[Array]:
            values = [elements[v] if is_mapped else v for is_mapped, v in leaves]
            results, out = tree.flatten(function(*tree.unflatten(structure, values), **kwargs))
            outs.append(out)
            return [lift(r) for r in results]

        results = _ops.map_rows(moved, body)
        result_axes = _axes_of(out_axes, outs[0])
        results = [moveaxis(r, 0, a) if a else r for r, a in zip(results, result_axes)]
        return tree.unflatten(outs[0], results)

    return transform(mapped)


def _axes_of(axis: Any, structure: tree.Structure) -> list[Any]:
    if axis is None or isinstance(axis, int):
        return [axis] * structure.num_leaves
    leaves, found = tree.flatten(tree.map(lambda a: a, _none_as_leaf(axis)))
    if len(leaves) != structure.num_leaves:
        raise error(f"the axes {axis!r} do not fit {structure}")
    return [None if a is _ABSENT else a for a in leaves]


_ABSENT = object()


def _none_as_leaf(axes: Any) -> Any:
    if axes is None:
        return _ABSENT
    if isinstance(axes, dict):
        return {k: _none_as_leaf(v) for k, v in axes.items()}
    if isinstance(axes, (list, tuple)):
        return [_none_as_leaf(v) for v in axes]
    return axes
