# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts and searches. A sort is the op of StableHLO, which its importer replaces by a stable merge sort."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from . import _chad, _ops
from ._elementwise import equal, less, less_equal
from ._namespace import axes_of, operands, public
from ._ops import convert
from ._reductions import any as any_
from ._reductions import sum
from ._shapes import expand_dims
from .interop import Imported, call_imported
from .trace import Array, as_integer, element_type, error, is_float, lift


@functools.lru_cache(maxsize=256)
def _program(dtype: Any, shape: tuple[int, ...], axis: int, descending: bool) -> Imported:
    element = element_type(dtype)
    element = "u" + element if dtype.kind == "u" else element
    dims = "".join(f"{d}x" for d in shape)
    values, numbers = f"tensor<{dims}{element}>", f"tensor<{dims}i64>"
    first, second = ("%b", "%a") if descending else ("%a", "%b")

    def compare(name: str, x: str, y: str, direction: str) -> str:
        kind = f"#stablehlo<comparison_direction {direction}>"
        return (
            f'%{name} = "stablehlo.compare"({x}, {y}) <{{comparison_direction = {kind}}}> : '
            f"(tensor<{element}>, tensor<{element}>) -> tensor<i1>\n"
        )

    def logic(name: str, op: str, x: str, y: str) -> str:
        return f'%{name} = "stablehlo.{op}"(%{x}, %{y}) : (tensor<i1>, tensor<i1>) -> tensor<i1>\n'

    body, result = compare("less", first, second, "LT"), "less"
    if is_float(dtype):
        # NaN is greater than all numbers.
        body += compare("n", second, second, "NE") + compare("m", first, first, "EQ")
        body += logic("o", "and", "n", "m") + logic("p", "or", "less", "o")
        result = "p"
    text = f"""
func.func @main(%x: {values}) -> ({values}, {numbers}) {{
  %i = "stablehlo.iota"() <{{iota_dimension = {axis} : i64}}> : () -> {numbers}
  %s:2 = "stablehlo.sort"(%x, %i) <{{dimension = {axis} : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>, %j: tensor<i64>, %k: tensor<i64>):
    {body}
    "stablehlo.return"(%{result}) : (tensor<i1>) -> ()
  }}) : ({values}, {numbers}) -> ({values}, {numbers})
  return %s#0, %s#1 : {values}, {numbers}
}}
"""
    return Imported(_chad.lower(text.encode(), "<sort>", "source", {}, []))


def _sort(x: Any, axis: Any, descending: bool) -> tuple[Array, Array]:
    x = as_integer(lift(x))
    if axis is None:
        x, axis = _ops.flatten(x), 0
    (axis,) = axes_of(x, axis)
    if not all(isinstance(d, int) for d in x.shape):
        raise error("a sort needs extents that are known: leave out dynamic=True")
    if x.dtype.kind == "b":
        values, numbers = _sort(convert(x, np.uint8), axis, descending)
        return convert(values, np.bool_), numbers
    program = _program(x.dtype, x.shape, axis, descending)
    values, numbers = call_imported(program, "main", [x], [(x.dtype, x.shape), (np.dtype(np.int64), x.shape)])
    return values, numbers


@public
def sort(x: Any, /, *, axis: Any = -1, descending: bool = False, stable: bool = True) -> Any:
    """The elements along an axis in ascending order; NaN comes last. Extents are known. The derivative moves each
    cotangent to the place that the element is from; equal elements keep their order.
    """
    return _sort(x, axis, descending)[0]


@public
def argsort(x: Any, /, *, axis: Any = -1, descending: bool = False, stable: bool = True) -> Any:
    """The indices that sort the elements along an axis; equal elements keep their order."""
    return _sort(x, axis, descending)[1]


@public
def searchsorted(x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None) -> Any:
    """For each element y of `x2`, the number of elements of the sorted vector `x1` that are < y, or, with side
    "right", ≤ y.
    """
    if side not in ("left", "right"):
        raise error(f"the side of searchsorted is 'left' or 'right', and not {side!r}")
    (x1, x2), _ = operands(x1, x2)
    if x1.ndim != 1:
        raise error("searchsorted looks into a vector")
    if sorter is not None:
        from ._indexing import take

        x1 = take(x1, sorter, 0)
    compare = less if side == "left" else less_equal
    return sum(compare(x1, expand_dims(x2, -1)), -1)


@public
def isin(x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    """For each element of `x1`, whether `x2` contains it."""
    (x1, x2), _ = operands(x1, x2)
    found = any_(equal(expand_dims(x1, -1), _ops.flatten(x2)), -1)
    from ._elementwise import logical_not

    return logical_not(found) if invert else found


__all__ = ["argsort", "isin", "searchsorted", "sort"]
