# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of products: dot products, products of matrices, contractions."""

from __future__ import annotations

import builtins
import functools
from typing import Any

from . import _ops, trace
from ._elementwise import conj, multiply
from ._namespace import axes_of, operands, public
from ._ops import binary, broadcast_shapes, elementwise, map_rows, op_for, reduce_axes, show_shape
from ._reductions import sum
from ._shapes import diagonal, expand_dims, moveaxis
from .trace import Array, constant, error, is_inexact, splat


def dot_product(x: Array, y: Array) -> Array:
    if not trace.same_extent(x.shape[0], y.shape[0]):
        raise error(f"vectors of {x.shape[0]} and of {y.shape[0]} elements have no product")
    if is_inexact(x.dtype):
        product = elementwise(binary(op_for("arith.mulf", x.dtype)), [x, y], x.dtype)
        return reduce_axes(product, {0}, "arith.addf", 0)
    return reduce_axes(elementwise(binary("arith.muli"), [x, y], x.dtype), {0}, "arith.addi", 0)


@public
def matmul(x: Any, y: Any, /) -> Any:
    """Products of matrices, which are the last two axes; the others are broadcast. A vector is a row on the
    left, a column on the right.
    """
    (x, y), _ = operands(x, y)
    if not x.ndim or not y.ndim:
        raise error("a product of matrices has no operand of rank 0")
    if y.ndim == 1:
        return _times_vector(x, y)
    if x.ndim == 1:
        return _vector_times(x, y)
    inner = x.shape[-1], y.shape[-2]
    if not trace.same_extent(*inner):
        raise error(f"matrices of shapes {show_shape(x.shape)} and {show_shape(y.shape)} have no product")
    batch = broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return _batched(x, y, batch)


def _times_vector(x: Array, y: Array) -> Array:
    if x.ndim == 1:
        return dot_product(x, y)
    if x.ndim == 2 and x.transposed is not None:
        return row_times_matrix(y, x.transposed)
    return map_rows([x], lambda row: [_times_vector(row, y)])[0]


def _vector_times(x: Array, y: Array) -> Array:
    if y.ndim == 2:
        return row_times_matrix(x, y)
    return map_rows([y], lambda part: [_vector_times(x, part)])[0]


def row_times_matrix(row: Array, matrix: Array) -> Array:
    """Σₖ rowₖ matrixₖ, as a sum of multiples of rows, so that the matrix is read row by row."""
    from .combinators import fold

    if matrix.transposed is not None:
        return map_rows([matrix.transposed], lambda column: [dot_product(row, column)])[0]
    if not trace.same_extent(row.shape[0], matrix.shape[0]):
        raise error(
            f"a vector of {row.shape[0]} elements and a matrix of {matrix.shape[0]} rows have no product"
        )
    start = splat(constant(0, row.dtype), matrix.shape[1:])
    return fold(lambda state, pair: (state + pair[0] * pair[1], None), start, (row, matrix))[0]


def _batched(x: Array, y: Array, batch: tuple) -> Array:
    if not batch:
        return map_rows([x], lambda row: [row_times_matrix(row, y)])[0]
    rank = len(batch) + 2
    mapped, kept = [], {}
    for i, operand in enumerate((x, y)):
        if operand.ndim < rank:
            kept[i] = operand
        elif _ops.is_one(operand.shape[0]) and not _ops.is_one(batch[0]):
            kept[i] = _ops.first(operand)
        else:
            mapped.append(i)

    def body(*elements: Array) -> list[Array]:
        both = dict(kept)
        both.update(zip(mapped, elements))
        return [_batched(both[0], both[1], batch[1:])]

    return map_rows([(x, y)[i] for i in mapped], body)[0]


@public
def dot(x: Any, y: Any, /) -> Any:
    """Sums of products over the last axis of `x` and the last but one of `y`, or its only one; the product,
    if one is a number.
    """
    (x, y), _ = operands(x, y)
    if not x.ndim or not y.ndim:
        return multiply(x, y)
    return tensordot(x, y, ([x.ndim - 1], [builtins.max(y.ndim - 2, 0)]))


@public
def vecdot(x: Any, y: Any, /, *, axis: int = -1) -> Any:
    """Sums of x̄ · y along an axis, where x̄ is the complex conjugate."""
    (x, y), dtype = operands(x, y)
    return sum(multiply(conj(x), y), axis, dtype=dtype)


@public
def vdot(x: Any, y: Any, /) -> Any:
    """The sum of x̄ · y over all elements, where x̄ is the complex conjugate."""
    x, y = (_ops.flatten(v) for v in operands(x, y)[0])
    return dot_product(conj(x), y)


@public
def inner(x: Any, y: Any, /) -> Any:
    """Sums of products over the last axes of both arrays."""
    return tensordot(x, y, ([-1], [-1]))


@public
def outer(x: Any, y: Any, /) -> Any:
    """The products of each element of `x` with each of `y`, as a matrix; both are taken as vectors."""
    (x, y), _ = operands(x, y)
    return multiply(expand_dims(_ops.flatten(x), 1), expand_dims(_ops.flatten(y), 0))


@public
def tensordot(x: Any, y: Any, /, axes: Any = 2) -> Any:
    """Sums of products over axes: the last `axes` of `x` and the first of `y`, or a pair of lists of axes."""
    (x, y), _ = operands(x, y)
    if isinstance(axes, int):
        first, second = list(range(x.ndim - axes, x.ndim)), list(range(axes))
    else:
        first, second = (_axes_list(v, a) for v, a in zip((x, y), axes))
    free_x = [a for a in range(x.ndim) if a not in first]
    free_y = [a for a in range(y.ndim) if a not in second]
    shape = [x.shape[a] for a in free_x] + [y.shape[a] for a in free_y]
    x = _matrix(_ops.transpose(x, free_x + first), len(free_x))
    y = _matrix(_ops.transpose(y, free_y + second), len(free_y))
    product = map_rows([x], lambda row: map_rows([y], lambda column: [dot_product(row, column)]))[0]
    return _ops.reshape(product, shape)


def _axes_list(x: Array, axes: Any) -> list[int]:
    return list(axes_of(x, axes))


def _matrix(x: Array, rows: int) -> Array:
    """Reshapes an array to a matrix: the first `rows` dimensions become one, and so do the others."""
    sizes: list[Any] = [1, 1]
    for i, d in enumerate(x.shape):
        sizes[i >= rows] = _ops.extent_op("mul", sizes[i >= rows], d)
    return _ops.reshape(x, sizes)


@public
def einsum(subscripts: str, *arrays: Any, optimize: Any = False) -> Any:
    """Sums of products, as `einsum("ij,jk->ik", a, b)`. Dimensions at an ellipsis have the same extents in all operands."""
    values, dtype = operands(*arrays)
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(values):
        raise error(f"'{subscripts}' does not fit {len(values)} operands")
    terms, output = _without_ellipses(terms, values, output, bool(arrow))
    arrow = arrow or "->" * ("..." in inputs)
    letters = "".join(terms)
    if not arrow:
        output = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    extents: dict[str, Any] = {}
    for term, value in zip(terms, values):
        if len(term) != value.ndim:
            raise error(f"'{term}' names {len(term)} axes of {value!r}")
        for letter, extent in zip(term, value.shape):
            if not trace.same_extent(extents.setdefault(letter, extent), extent):
                raise error(f"axis '{letter}' has extents {extents[letter]} and {extent}")
    return _einsum(terms, values, output, dtype)


def _without_ellipses(
    terms: list[str], values: list[Array], output: str, is_given: bool
) -> tuple[list[str], str]:
    """Letters for the dimensions at an ellipsis, the last ones of a row of them."""
    if not any("..." in term for term in terms):
        return terms, output
    counts = [v.ndim - len(t.replace("...", "")) if "..." in t else 0 for t, v in zip(terms, values)]
    used = set("".join(terms) + output)
    row = "".join(
        [chr(c) for c in range(ord("A"), ord("z") + 1) if chr(c).isalpha() and chr(c) not in used][
            : max(counts)
        ]
    )
    if min(counts) < 0:
        raise error(f"'{','.join(terms)}' names more axes than an operand has")
    if not is_given:
        letters = "".join(terms).replace("...", "")
        output = "..." + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    return [t.replace("...", row[len(row) - n :]) for t, n in zip(terms, counts)], output.replace("...", row)


def _einsum(terms: list[str], values: list[Array], output: str, dtype: Any) -> Array:
    """One loop for each letter: first those of the result, then the sums."""
    terms, values = list(terms), list(values)
    for i, term in enumerate(terms):
        for letter in set(term):
            while terms[i].count(letter) > 1:
                a = terms[i].index(letter)
                b = terms[i].index(letter, a + 1)
                values[i] = moveaxis(diagonal(moveaxis(values[i], (a, b), (-2, -1))), -1, 0)
                terms[i] = letter + terms[i][:a] + terms[i][a + 1 : b] + terms[i][b + 1 :]
    if len(values) > 2:
        # Contract the first two arrays, and keep the axes that are still needed.
        needed = set(output).union(*terms[2:])
        middle = "".join(c for c in dict.fromkeys(terms[0] + terms[1]) if c in needed)
        part = _einsum(terms[:2], values[:2], middle, dtype)
        return _einsum([middle, *terms[2:]], [part, *values[2:]], output, dtype)
    summed = [c for c in dict.fromkeys("".join(terms)) if c not in output]
    order = [*output, *summed]
    for i, term in enumerate(terms):
        arranged = "".join(c for c in order if c in term)
        values[i] = _ops.transpose(values[i], [term.index(c) for c in arranged])
        terms[i] = arranged
    return _loops(order, len(output), terms, values, dtype)


def _loops(order: list[str], outputs: int, terms: list[str], values: list[Array], dtype: Any) -> Array:
    mul, plus = (
        (op_for("arith.mulf", dtype), "arith.addf") if is_inexact(dtype) else ("arith.muli", "arith.addi")
    )
    if not order:
        return functools.reduce(lambda a, b: elementwise(binary(mul), [a, b], dtype), values)
    letter = order[0]
    mapped = [i for i, term in enumerate(terms) if term[:1] == letter]
    if not mapped:
        raise error(f"axis '{letter}' of the result is in no operand")

    def body(*elements: Array) -> list[Array]:
        inner_values, inner_terms = list(values), list(terms)
        for i, element in zip(mapped, elements):
            inner_values[i], inner_terms[i] = element, terms[i][1:]
        return [_loops(order[1:], outputs - 1, inner_terms, inner_values, dtype)]

    result = map_rows([values[i] for i in mapped], body)[0]
    return result if outputs > 0 else reduce_axes(result, {0}, plus, 0)
