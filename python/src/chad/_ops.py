# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on whole arrays, written as ops of MLIR."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from .trace import (
    Array,
    Dim,
    as_dim,
    as_index,
    as_integer,
    body_text,
    cast_shape,
    constant,
    current,
    element_type,
    emit,
    emit_many,
    error,
    extent_name,
    index_constant,
    is_complex,
    is_float,
    is_integer,
    part_of,
    region,
    same_extent,
    splat,
    type_text,
    use,
)

# ------------------------------------------------------------------------------------------------
# Extents


def settle(array: Array) -> Array:
    """The array with extents that are values of the current function. Other dynamic extents become `tensor.dim`
    of the array.
    """
    block = current()

    def is_known(extent: Any) -> bool:
        if isinstance(extent, int):
            return True
        return extent.block.func is block.func and block.sees(extent.block)

    if all(is_known(d) for d in array.shape):
        return array
    shape = [d if is_known(d) else dim(array, i) for i, d in enumerate(array.shape)]
    array.shape = tuple(shape)
    return array


def dim(array: Array, axis: int) -> Dim:
    """A dynamic extent of an array, as a value."""
    index = index_constant(axis)
    value = emit(f"tensor.dim {use(array)}, {index} : {array.type}", np.int64, (), True)
    return Dim(value.block, value.name)


def extent_op(op: str, a: Any, b: Any) -> Any:
    """Applies "add", "sub" or "mul" to extents."""
    if isinstance(a, int) and isinstance(b, int):
        return {"add": a + b, "sub": a - b, "mul": a * b}[op]
    if isinstance(a, int) and ((op == "mul" and a == 1) or (op == "add" and a == 0)):
        return b
    if isinstance(b, int) and b == (1 if op == "mul" else 0):
        return a
    value = emit(f"arith.{op}i {extent_name(a)}, {extent_name(b)} : index", np.int64, (), True)
    return Dim(value.block, value.name)


def is_one(extent: Any) -> bool:
    """Whether an extent is known to be 1."""
    return isinstance(extent, int) and extent == 1


def broadcast_shapes(*shapes: Sequence[Any]) -> tuple:
    """The shape to which arrays of these shapes are broadcast. A dynamic extent counts as equal to any other
    extent but 1.
    """
    rank = max(map(len, shapes), default=0)
    result = []
    for axis in range(rank):
        extent: Any = 1
        for shape in shapes:
            at = axis - rank + len(shape)
            if at < 0:
                continue
            other = shape[at]
            if is_one(other):
                continue
            if is_one(extent):
                extent = other
            elif not same_extent(extent, other):
                texts = " and ".join(show_shape(s) for s in shapes)
                raise error(f"arrays of shapes {texts} do not go together")
            elif isinstance(other, int):
                extent = other
        result.append(extent)
    return tuple(result)


def show_shape(shape: Sequence[Any]) -> str:
    inner = ", ".join(str(d) if isinstance(d, int) else "?" for d in shape)
    return f"({inner},)" if len(shape) == 1 else f"({inner})"


# ------------------------------------------------------------------------------------------------
# Elements and rows


def first(array: Array) -> Array:
    """The only element of an array along its leading dimension."""
    return row(array, as_index_constant(0))


def as_index_constant(value: int) -> Array:
    result = emit(f"arith.constant {value} : index", np.int64, (), True)
    result.is_natural = value >= 0
    return result


def row(array: Array, index: Array) -> Array:
    """Element `index` along the leading dimension."""
    return slice_axis(array, 0, index)


def as_rank_0(value: Array) -> Array:
    """A number as a tensor of rank 0, only to be passed to functions with such an argument."""
    text = f"tensor<{element_type(value.dtype, value.is_index)}>"
    return emit(f"tensor.from_elements {use(value)} : {text}", value.dtype, (), value.is_index)


def from_rank_0(value: Array) -> Array:
    """The number of a tensor of rank 0 that a function has returned."""
    text = f"tensor<{element_type(value.dtype, value.is_index)}>"
    return emit(f"tensor.extract {use(value)}[] : {text}", value.dtype, (), value.is_index)


def slice_axis(array: Array, axis: int, index: Array) -> Array:
    """The slice of an array at an index of one dimension, which the result does not have."""
    rest = array.shape[:axis] + array.shape[axis + 1 :]
    if not rest:
        return emit(
            f"tensor.extract {use(array)}[{use(index)}] : {array.type}",
            array.dtype,
            (),
            array.is_index,
        )
    if is_empty(rest):
        return zeros(array, rest)
    offsets = ["0"] * array.ndim
    offsets[axis] = use(index)
    sizes = [str(d) if isinstance(d, int) else use(d) for d in array.shape]
    sizes[axis] = "1"
    to = type_text(array.dtype, rest, array.is_index)
    return emit(
        f"tensor.extract_slice {use(array)}[{', '.join(offsets)}] [{', '.join(sizes)}] "
        f"[{', '.join(['1'] * array.ndim)}] : {array.type} to {to}",
        array.dtype,
        rest,
        array.is_index,
    )


def is_empty(shape: Sequence[Any]) -> bool:
    return any(isinstance(d, int) and d == 0 for d in shape)


def zeros(like: Array, shape: Sequence[Any]) -> Array:
    """Zeros of the dtype of `like`. Replaces slices without elements, which MLIR does not allow at the end of
    an array.
    """
    zero = as_index_constant(0) if like.is_index else constant(0, like.dtype)
    return splat(zero, shape)


def map_rows(arrays: Sequence[Array], body: Callable[..., Sequence[Array]]) -> list[Array]:
    """`chad.map` over the leading dimension. The body returns an array for each result."""
    extent: Any = arrays[0].shape[0]
    for array in arrays[1:]:
        if not same_extent(extent, array.shape[0]):
            raise error(f"a map over arrays of {extent} and of {array.shape[0]} elements")
        if isinstance(array.shape[0], int):
            extent = array.shape[0]
    names = [use(a) for a in arrays]
    with region() as block:
        elements = [fresh(block, a.dtype, a.shape[1:], a.is_index, a.is_natural) for a in arrays]
        results = list(body(*elements))
        end = yield_text(results)
    binders = ", ".join(f"{e.name} in {n} : {a.type}" for e, n, a in zip(elements, names, arrays))
    return loop(f"chad.map ({binders})", extent, results, block, end)


def build(extent: Any, body: Callable[[Array], Sequence[Array]]) -> list[Array]:
    """`chad.build` of arrays from a function of the index."""
    name = extent_name(extent)
    with region() as block:
        index = fresh(block, np.dtype(np.int64), (), True, True)
        results = list(body(index))
        end = yield_text(results)
    return loop(f"chad.build {index.name} < {name}", extent, results, block, end)


def loop(head: str, extent: Any, results: list[Array], block: Any, end: str) -> list[Array]:
    """Writes a map or a build; its results have one more dimension than those of the body."""
    types = [(r.dtype, (extent, *r.shape), r.is_index) for r in results]
    texts = ", ".join(type_text(d, s, i) for d, s, i in types)
    texts = f"({texts})" if len(types) != 1 else texts
    arrays = emit_many(f"{head} -> {texts} {{\n{body_text(block)}  {end}\n}}", types)
    for array, result in zip(arrays, results):
        array.is_natural = result.is_natural
        settle(array)
    return arrays


def fresh(block: Any, dtype: Any, shape: Sequence[Any], is_index: bool, is_natural: bool = False) -> Array:
    """An argument of a block."""
    value = Array(block, block.func.module.fresh(), dtype, tuple(shape), is_index)
    value.is_natural = is_natural
    return value


def yield_text(results: Sequence[Array], op: str = "chad.yield") -> str:
    if not results:
        return op
    return f"{op} {', '.join(use(r) for r in results)} : {', '.join(r.type for r in results)}"


# ------------------------------------------------------------------------------------------------
# Elementwise


def elementwise(
    write: Callable[[list[str], list[str], str], str],
    operands: Sequence[Array],
    dtype: Any,
    shape: Sequence[Any] | None = None,
) -> Array:
    """An operation on the elements of arrays, which are broadcast to one shape.

    `write(names, types, type)` returns its text. If a dimension is repeated for some operand, the operation is
    in a map over that dimension, so that nothing is copied.
    """
    if shape is None:
        shape = broadcast_shapes(*(o.shape for o in operands))
    # Arithmetic on complex numbers exists for scalars only; other operations exist for arrays, too.
    is_plain = not shape or not any(is_complex(d) for d in (dtype, *(o.dtype for o in operands)))
    if is_plain and all(o.shape == () or equal_shapes(o.shape, shape) for o in operands):
        whole = [cast_shape(o, shape) if o.shape else splat(o, shape) for o in operands]
        text = type_text(dtype, shape)
        return emit(write([use(o) for o in whole], [o.type for o in whole], text), dtype, shape)
    extent, rank = shape[0], len(shape)
    mapped, others = [], {}
    for i, operand in enumerate(operands):
        if operand.ndim < rank:
            others[i] = operand
        elif is_one(operand.shape[0]) and not is_one(extent):
            others[i] = first(operand)
        else:
            mapped.append(i)

    def body(*elements: Array) -> list[Array]:
        inner = dict(others)
        inner.update(zip(mapped, elements))
        all_ = [inner[i] for i in range(len(operands))]
        return [elementwise(write, all_, dtype, shape[1:])]

    if not mapped:
        return build(extent, lambda index: body())[0]
    return map_rows([operands[i] for i in mapped], body)[0]


def equal_shapes(a: Sequence[Any], b: Sequence[Any]) -> bool:
    return len(a) == len(b) and all(same_extent(x, y) and is_one(x) == is_one(y) for x, y in zip(a, b))


def unary(op: str) -> Callable:
    return lambda names, types, text: f"{op} {names[0]} : {text}"


def binary(op: str) -> Callable:
    return lambda names, types, text: f"{op} {names[0]}, {names[1]} : {text}"


_OF_COMPLEX = {"addf": "add", "subf": "sub", "mulf": "mul", "divf": "div", "negf": "neg"}


def op_for(op: str, dtype: Any) -> str:
    """The op for elements of `dtype` that corresponds to an op of floats."""
    return f"complex.{_OF_COMPLEX[op.removeprefix('arith.')]}" if is_complex(dtype) else op


def compare(op: str, predicate: str) -> Callable:
    return lambda names, types, text: f"{op} {predicate}, {names[0]}, {names[1]} : {types[0]}"


def conversion(op: str) -> Callable:
    return lambda names, types, text: f"{op} {names[0]} : {types[0]} to {text}"


def select_text(names: list[str], types: list[str], text: str) -> str:
    types_ = text if types[0] == "i1" else f"{types[0]}, {text}"
    return f"arith.select {names[0]}, {names[1]}, {names[2]} : {types_}"


# ------------------------------------------------------------------------------------------------
# Types of elements


def convert(value: Array, dtype: Any) -> Array:
    """The array with its elements converted to another dtype."""
    value = as_integer(value)
    source, dtype = value.dtype, np.dtype(dtype)
    if source == dtype:
        return value
    if is_complex(source) or is_complex(dtype):
        return _convert_complex(value, dtype)
    if dtype.kind == "b":
        zero = constant(0, source)
        op = compare("arith.cmpf", "une") if is_float(source) else compare("arith.cmpi", "ne")
        return elementwise(op, [value, zero], dtype)
    if is_float(source) and is_float(dtype):
        return _convert_float(value, dtype)
    if is_float(source):
        return elementwise(conversion("arith.fptoui" if dtype.kind == "u" else "arith.fptosi"), [value], dtype)
    if is_float(dtype):
        unsigned = source.kind in "ub"
        return elementwise(conversion("arith.uitofp" if unsigned else "arith.sitofp"), [value], dtype)
    if source.itemsize == dtype.itemsize and source.kind != "b":
        # Integers of the program are signless.
        return Array(value.block, value.name, dtype, value.shape)
    if source.kind == "b" or source.itemsize < dtype.itemsize:
        name = "arith.extui" if source.kind in "ub" else "arith.extsi"
    else:
        name = "arith.trunci"
    return elementwise(conversion(name), [value], dtype)


def complex_of(real: Array, imaginary: Array) -> Array:
    """Complex numbers of two arrays of floats."""
    dtype = np.dtype(f"c{2 * real.dtype.itemsize}")
    write = lambda names, types, text: f"complex.create {names[0]}, {names[1]} : {text}"
    return elementwise(write, [real, imaginary], dtype)


def part(value: Array, name: str) -> Array:
    """The real, "re", or imaginary, "im", parts of complex numbers."""
    write = lambda names, types, text: f"complex.{name} {names[0]} : {types[0]}"
    return elementwise(write, [value], part_of(value.dtype))


def split_complex(values: Sequence[Array], conjugated: bool = False) -> list[Array]:
    """The values, with each complex one replaced by its real and imaginary part. With `conjugated`, the
    imaginary part is negated.
    """
    split: list[Array] = []
    for value in values:
        if is_complex(value.dtype):
            imaginary = part(value, "im")
            split += [part(value, "re"), -imaginary if conjugated else imaginary]
        else:
            split.append(value)
    return split


def join_complex(parts: Sequence[Array], dtypes: Sequence[Any], conjugated: bool = False) -> list[Array]:
    """The inverse of `split_complex`: the values of these dtypes."""
    rest = iter(parts)
    joined = []
    for dtype in dtypes:
        value = next(rest)
        if is_complex(dtype):
            imaginary = next(rest)
            value = complex_of(value, -imaginary if conjugated else imaginary)
        joined.append(value)
    return joined


def _convert_complex(value: Array, dtype: Any) -> Array:
    if not is_complex(dtype):
        if dtype.kind == "b":
            write = lambda names, types, text: f"complex.neq {names[0]}, {names[1]} : {types[0]}"
            return elementwise(write, [value, constant(0, value.dtype)], dtype)
        raise error(f"complex numbers are no {dtype}: take their real or imaginary parts")
    element = part_of(dtype)
    if not is_complex(value.dtype):
        real = convert(value, element)
        return complex_of(real, zeros(real, real.shape))
    return complex_of(*(convert(part(value, name), element) for name in ("re", "im")))


def _convert_float(value: Array, dtype: Any) -> Array:
    source = value.dtype
    if source.itemsize == dtype.itemsize:
        wide = elementwise(conversion("arith.extf"), [value], np.dtype(np.float32))
        return elementwise(conversion("arith.truncf"), [wide], dtype)
    op = "arith.extf" if source.itemsize < dtype.itemsize else "arith.truncf"
    return elementwise(conversion(op), [value], dtype)


# ------------------------------------------------------------------------------------------------
# Reductions


def reduce_leading(
    arrays: Sequence[Array],
    units: Sequence[Array],
    combine: Callable[[list[Array], list[Array]], Sequence[Array]],
    head: str = "chad.reduce",
    keeps_extent: bool = False,
) -> list[Array]:
    """`chad.reduce` along the leading dimension, or `chad.scan`."""
    names = [use(a) for a in arrays]
    unit_names = [use(u) for u in units]
    with region() as block:
        left = [fresh(block, a.dtype, a.shape[1:], a.is_index) for a in arrays]
        right = [fresh(block, a.dtype, a.shape[1:], a.is_index) for a in arrays]
        results = list(combine(left, right))
        end = yield_text(results)
    binders = ", ".join(
        f"{a.name}, {b.name} in {n} from {u} : {x.type}"
        for a, b, n, u, x in zip(left, right, names, unit_names, arrays)
    )
    types = [(a.dtype, a.shape if keeps_extent else a.shape[1:], a.is_index) for a in arrays]
    return emit_many(f"{head} ({binders}) {{\n{body_text(block)}  {end}\n}}", types)


def reduce_axes(value: Array, axes: set[int], op: str, unit: Any) -> Array:
    """Reduces some dimensions by an associative op on scalars."""
    if not axes:
        return value
    below = {a - 1 for a in axes if a > 0}
    if 0 not in axes:
        return map_rows([value], lambda x: [reduce_axes(x, below, op, unit)])[0]
    if below:
        value = map_rows([value], lambda x: [reduce_axes(x, below, op, unit)])[0]
    start = splat(constant(unit, value.dtype), value.shape[1:])

    def combine(left: list[Array], right: list[Array]) -> list[Array]:
        return [elementwise(binary(op_for(op, value.dtype)), [left[0], right[0]], value.dtype)]

    return reduce_leading([value], [start], combine)[0]


def structured(
    parallel: Sequence[str], reduced: Sequence[str], inputs: Sequence[tuple[Array, Sequence[str]]],
    start: Array, places: Sequence[str], body: Callable[..., list[str]],
) -> Array:  # fmt: skip
    """`linalg.generic`: for all values of the iterators, an element of the result becomes `body(result, element, ...)`, from
    the names of values to the text of ops, each on the result of the one before. Arrays say at which affine expressions of
    the iterators their elements stand, and `places` those of the result, which is `start` at first."""
    domain = ", ".join([*parallel, *reduced])
    maps = ", ".join(f"affine_map<({domain}) -> ({', '.join(e)})>" for e in [*(e for _, e in inputs), places])
    kinds = ", ".join(['"parallel"'] * len(parallel) + ['"reduction"'] * len(reduced))
    values, name = [a for a, _ in inputs], current().func.module.fresh
    args = [(name(), element_type(a.dtype)) for a in [*values, start]]
    lines, last = [], ""
    for op in body(args[-1][0], *(n for n, _ in args[:-1])):
        lines.append(f"  {(following := name())} = {op.replace('%_', last)} : {args[-1][1]}\n")
        last = following
    return emit(
        f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
        f"ins({', '.join(map(use, values))} : {', '.join(v.type for v in values)}) outs({use(start)} : {start.type}) {{\n"
        f"^bb0({', '.join(f'{n}: {t}' for n, t in args)}):\n{''.join(lines)}"
        f"  linalg.yield {last} : {args[-1][1]}\n}} -> {start.type}",
        start.dtype,
        start.shape,
    )


def place_in_window(position: str, stride: int, step: str, dilation: int) -> str:
    """Where an element of a window stands in a dimension, as an affine expression."""
    return f"{position} * {stride} + {step} * {dilation}"


def reduce_windows(
    value: Array, sizes: Sequence[int], strides: Sequence[int], dilations: Sequence[int],
    counts: Sequence[int], op: str, unit: Any,
) -> Array:  # fmt: skip
    """The reduction of each window of an array by an associative op of scalars.

    In each dimension there are `counts` windows, `strides` apart, of `sizes` elements that are `dilations` apart; all are
    inside of the array."""
    if value.ndim == 0:
        return value
    start = splat(constant(unit, value.dtype), counts)
    if 0 in (*sizes, *counts):
        return start
    positions = [f"d{i}" for i in range(value.ndim)]
    # An iterator over a window of one element has nothing to do.
    steps = {i: f"r{i}" for i, size in enumerate(sizes) if size > 1}
    places = [
        place_in_window(d, strides[i], steps[i], dilations[i]) if i in steps else f"{d} * {strides[i]}"
        for i, d in enumerate(positions)
    ]
    inputs = [(value, places)]
    if steps:
        # An operand that holds nothing says how large a window is.
        extents, nothing = [sizes[i] for i in steps], np.dtype(bool)
        window = emit(f"tensor.empty() : {type_text(nothing, extents)}", nothing, extents)
        inputs.append((window, list(steps.values())))
    return structured(
        positions, list(steps.values()), inputs, start, positions, lambda r, x, *_: [f"{op} {r}, {x}"]
    )


# ------------------------------------------------------------------------------------------------
# Moves


def transpose(value: Array, axes: Sequence[int]) -> Array:
    """Permutes the dimensions."""
    axes = list(axes)
    if axes == sorted(axes):
        return value
    if value.permuted is not None:
        source, order = value.permuted
        return transpose(source, [order[axis] for axis in axes])
    result = _transpose(value, axes)
    result.permuted = value, axes
    return result


def _transpose(value: Array, axes: list[int]) -> Array:
    shape = [value.shape[axis] for axis in axes]
    sizes = ", ".join(use(d) for d in shape if not isinstance(d, int))
    start = emit(
        f"tensor.empty({sizes}) : {type_text(value.dtype, shape, value.is_index)}",
        value.dtype,
        shape,
        value.is_index,
    )
    return emit(
        f"linalg.transpose ins({use(value)} : {value.type}) outs({use(start)} : {start.type}) permutation = {axes}",
        value.dtype,
        shape,
        value.is_index,
    )


def reshape(value: Array, shape: Sequence[Any]) -> Array:
    """The same elements, in row-major order, in an array of other extents with the same product."""
    shape = tuple(shape)
    if len(shape) == value.ndim and all(
        a is b or (isinstance(a, int) and isinstance(b, int) and a == b) for a, b in zip(shape, value.shape)
    ):
        return value
    flat = flatten(value)
    if not shape:
        return row(flat, as_index_constant(0))
    if len(shape) == 1:
        return cast_shape(flat, shape)
    group = ", ".join(map(str, range(len(shape))))
    known: Any = 1
    for d in shape:
        known = extent_op("mul", known, d)
    flat = cast_shape(flat, (known,))
    sizes = ", ".join(str(d) if isinstance(d, int) else use(d) for d in shape)
    to = type_text(value.dtype, shape, value.is_index)
    return emit(
        f"tensor.expand_shape {use(flat)} [[{group}]] output_shape [{sizes}] : {flat.type} into {to}",
        value.dtype,
        shape,
        value.is_index,
    )


def flatten(value: Array) -> Array:
    """All elements in row-major order, as an array of rank 1."""
    if value.ndim == 1:
        return value
    if value.ndim == 0:
        text = type_text(value.dtype, (1,), value.is_index)
        return emit(f"tensor.from_elements {use(value)} : {text}", value.dtype, (1,), value.is_index)
    size: Any = 1
    for d in value.shape:
        size = extent_op("mul", size, d)
    group = ", ".join(map(str, range(value.ndim)))
    to = type_text(value.dtype, (size,), value.is_index)
    return emit(
        f"tensor.collapse_shape {use(value)} [[{group}]] : {value.type} into {to}",
        value.dtype,
        (size,),
        value.is_index,
    )


def extract_slice(
    value: Array, offsets: list[Any], sizes: list[Any], strides: list[int], dropped: set[int]
) -> Array:
    """A slice. Offsets are ints or indices; the dimensions in `dropped`, of extent 1, are dropped."""
    if not value.shape:
        return value
    shape = tuple(d for i, d in enumerate(sizes) if i not in dropped)

    def text(numbers: Sequence[Any]) -> str:
        return "[" + ", ".join(str(n) if isinstance(n, int) else use(n) for n in numbers) + "]"

    if not shape:
        names = [index_constant(o) if isinstance(o, int) else use(o) for o in offsets]
        return emit(
            f"tensor.extract {use(value)}[{', '.join(names)}] : {value.type}",
            value.dtype,
            (),
            value.is_index,
        )
    if is_empty(shape):
        return zeros(value, shape)
    to = type_text(value.dtype, shape, value.is_index)
    return emit(
        f"tensor.extract_slice {use(value)}{text(offsets)} {text(sizes)} {text(strides)} : "
        f"{value.type} to {to}",
        value.dtype,
        shape,
        value.is_index,
    )


def insert_slice(
    part: Array, value: Array, offsets: list[Any], sizes: list[Any], strides: list[int], dropped: set[int]
) -> Array:
    """The array with a slice replaced."""
    if not value.shape:
        return part

    def text(numbers: Sequence[Any]) -> str:
        return "[" + ", ".join(str(n) if isinstance(n, int) else use(n) for n in numbers) + "]"

    if not part.shape:
        names = [index_constant(o) if isinstance(o, int) else use(o) for o in offsets]
        return emit(
            f"tensor.insert {use(part)} into {use(value)}[{', '.join(names)}] : {value.type}",
            value.dtype,
            value.shape,
            value.is_index,
        )
    if is_empty(part.shape):
        return value
    return emit(
        f"tensor.insert_slice {use(part)} into {use(value)}{text(offsets)} {text(sizes)} "
        f"{text(strides)} : {part.type} into {value.type}",
        value.dtype,
        value.shape,
        value.is_index,
    )


def concatenate(arrays: Sequence[Array], axis: int) -> Array:
    """Concatenates arrays along a dimension."""
    extent: Any = 0
    for array in arrays:
        extent = extent_op("add", extent, array.shape[axis])
    shape = list(arrays[0].shape)
    for array in arrays[1:]:
        for i, b in enumerate(array.shape):
            if i != axis and isinstance(b, int):
                shape[i] = b
    arrays = [cast_shape(a, [*shape[:axis], a.shape[axis], *shape[axis + 1 :]]) for a in arrays]
    shape[axis] = extent
    first_ = arrays[0]
    to = type_text(first_.dtype, shape, first_.is_index)
    names, types = ", ".join(use(a) for a in arrays), ", ".join(a.type for a in arrays)
    return emit(f"tensor.concat dim({axis}) {names} : ({types}) -> {to}", first_.dtype, shape, first_.is_index)


def gather(value: Array, indices: Array) -> Array:
    """`chad.gather` along the leading dimension, with indices of any shape."""
    indices = as_index(indices)
    shape = indices.shape + value.shape[1:]
    to = type_text(value.dtype, shape, value.is_index)
    current().func.module.has_indices = True
    return emit(
        f"chad.gather {use(value)}[{use(indices)}] : {value.type}, {indices.type} -> {to}",
        value.dtype,
        shape,
        value.is_index,
    )


__all__ = ["as_dim", "element_type", "is_integer"]
