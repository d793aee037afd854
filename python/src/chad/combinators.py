# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The array combinators of the dialect, and control flow, as higher-order functions.

The elements of an array are those along its leading dimension. A *tree* is an array, or a dict, list, tuple or
dataclass of trees; all arrays of a tree over which a loop runs have the same leading extent. A call outside of
a traced function compiles a program of its own.
"""

from __future__ import annotations

import builtins
import functools
import threading
from typing import Any, Callable

import numpy as np

from . import _ops, trace, tree
from ._ops import fresh, settle, yield_text
from .trace import (
    Array,
    as_dim,
    as_index,
    as_integer,
    body_text,
    current,
    emit_many,
    error,
    lift,
    region,
    type_text,
    use,
)


def _traced(function: Callable) -> Callable:
    """A decorator: a call outside of traced functions compiles a program."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if trace.is_tracing():
            return function(*args, **kwargs)
        from .compilation import jit

        return jit(lambda: function(*args, **kwargs))()

    return call


def _arrays(values: Any, what: str) -> tuple[list[Array], tree.Structure]:
    leaves, structure = tree.flatten(values)
    arrays = [lift(leaf) for leaf in leaves]
    for array in arrays:
        if not array.shape:
            raise error(f"{what} takes arrays of at least one dimension, and one is a number")
    if not arrays:
        raise error(f"{what} takes at least one array")
    return arrays, structure


def _results(value: Any) -> tuple[list[Array], tree.Structure]:
    leaves, structure = tree.flatten(value)
    return [lift(leaf) for leaf in leaves], structure


@_traced
def map(function: Callable, *arrays: Any) -> Any:
    """Applies `function` to each element along the leading dimension, or, with several arrays, to the elements
    at the same index; the order is not specified.

    The arrays, or trees of arrays, have the same leading extent; an element has the other dimensions. The
    results are arrays, or trees, whose leading dimension has that extent; the other dimensions are those of the
    function's results.

        rows = np.array([[1.0, 2.0], [3.0, 4.0]])
        assert chad.map(lambda row, k: k * row.sum(), rows, np.array([1.0, 10.0])).tolist() == [3.0, 70.0]

    Raises `chad.TraceError` if extents differ, or an argument is a number.
    """
    values, structure = _arrays(arrays, "chad.map")
    shapes: list[tree.Structure] = []

    def body(*elements: Array) -> list[Array]:
        results, shape = _results(function(*tree.unflatten(structure, elements)))
        shapes.append(shape)
        return results

    results = _ops.map_rows(values, body)
    return tree.unflatten(shapes[0], results)


def _as_count(extent: Any) -> Any:
    dim = as_dim(extent)
    if isinstance(dim, int) and dim < 0:
        raise error(f"an extent is negative: {dim}")
    return dim


@_traced
def build(function: Callable, extent: Any) -> Any:
    """Builds arrays whose element `i` is `function(i)`, for 0 ≤ `i` < `extent`; the order is not specified.

    The index is an int64. The leading dimension of the results has the extent `extent`; the other dimensions
    are those of the function's results.

        assert chad.build(lambda i: i * i, 4).tolist() == [0, 1, 4, 9]
    """
    shapes: list[tree.Structure] = []

    def body(index: Array) -> list[Array]:
        results, shape = _results(function(index))
        shapes.append(shape)
        return results

    results = _ops.build(_as_count(extent), body)
    return tree.unflatten(shapes[0], results)


def _combine(function: Callable, structure: tree.Structure, arrays: list[Array], what: str) -> Callable:
    def combine(left: list[Array], right: list[Array]) -> list[Array]:
        value = function(tree.unflatten(structure, left), tree.unflatten(structure, right))
        leaves, found = tree.flatten(value)
        if found != structure:
            raise error(f"the function of {what} returns {found}, and its arguments are {structure}")
        return [_as(leaf, a.dtype, a.shape[1:], f"the result of {what}") for leaf, a in zip(leaves, arrays)]

    return combine


def _as(value: Any, dtype: Any, shape: tuple, what: str) -> Array:
    """Checks that a value has this dtype and shape; Python's numbers are converted to the dtype."""
    if trace.is_number(value):
        if isinstance(value, float) and not trace.is_inexact(dtype):
            raise error(f"{what} is a float, and was of {dtype}")
        value = lift(value, dtype)
    array = as_integer(lift(value))
    if array.dtype != dtype:
        raise error(f"{what} is of {array.dtype}, and was of {dtype}")
    if len(array.shape) != len(shape) or not all(builtins.map(trace.same_extent, array.shape, shape)):
        raise error(f"{what} has shape {_ops.show_shape(array.shape)}, and had {_ops.show_shape(shape)}")
    return trace.cast_shape(array, shape) if shape else array


def _units(unit: Any, structure: tree.Structure, arrays: list[Array]) -> list[Array]:
    leaves, found = tree.flatten(unit)
    if found != structure:
        raise error(f"the unit is {found}, and the arrays are {structure}")
    units = []
    for leaf, array in zip(leaves, arrays):
        start = lift(leaf, array.dtype) if trace.is_number(leaf) else lift(leaf)
        if start.shape == ():
            start = trace.splat(start, array.shape[1:])
        units.append(_as(start, array.dtype, array.shape[1:], "the unit"))
    return units


def _reduction(head: str, keeps: bool, function: Callable, values: Any, unit: Any, what: str) -> Any:
    arrays, structure = _arrays(values, what)
    arrays = [as_integer(a) for a in arrays]
    units = _units(unit, structure, arrays)
    combine = _combine(function, structure, arrays, what)
    return tree.unflatten(structure, _ops.reduce_leading(arrays, units, combine, head, keeps))


@_traced
def reduce(function: Callable, values: Any, unit: Any) -> Any:
    """x₀ ⊕ x₁ ⊕ ... along the leading dimension, where `function(a, b)` is a ⊕ b, associative, and `unit` its unit.

    That `function` is associative and `unit` its unit is not checked; the terms may be combined in any order of
    association. A computation that needs the order from left to right is a `fold`. `values` are an array or a
    tree of arrays. The result and the unit have the structure, dtypes and shapes of one element; in the unit, a
    number stands for an array that is filled with it.

        assert chad.reduce(lambda a, b: a * b, np.array([2.0, 3.0, 4.0]), 1.0) == 24.0

    Raises `chad.TraceError` if the function returns another dtype, shape or structure than that of an element.
    """
    return _reduction("chad.reduce", False, function, values, unit, "chad.reduce")


@_traced
def scan(function: Callable, values: Any, unit: Any, *, reverse: bool = False, exclusive: bool = False) -> Any:
    """The reductions of all prefixes: x₀, x₀ ⊕ x₁, ...; with `reverse`, of all suffixes.

    Arguments and errors are those of `reduce`; the result has the shapes of the values. With `exclusive`,
    result i does not include element i, so that the first result is the unit.

        assert chad.scan(lambda a, b: a + b, np.array([1, 2, 3]), 0).tolist() == [1, 3, 6]
    """
    head = f"chad.scan {'right' if reverse else 'left'} {'exclusive' if exclusive else 'inclusive'}"
    return _reduction(head, True, function, values, unit, "chad.scan")


class _Checkpoints(threading.local):
    """The attribute that loops get, as text."""

    attribute: str = ""


_checkpoints = _Checkpoints()


def checkpoint(
    function: Callable | None = None,
    *,
    levels: int | None = None,
    states: int | None = None,
    nbytes: int | None = None,
    binomial: bool = False,
    inline: bool = False,
) -> Callable:
    """A function like `function`, whose loops (`fold`, `fori_loop` and `while_loop`) keep only some of their
    states for the reverse derivative, and compute the others again: about 2·√n states for n steps.

    With `levels`, about (levels + 1)·n^(1/(levels + 1)) states are kept, and each step runs up to `levels`
    additional times. `states` or `nbytes` is a budget of each loop: the number of states that it keeps, or of the
    bytes that they take; it then has the fewest levels that suffice, at most `levels`. A budget for which none suffice is
    a `CompileError`, or a `RunError` where the number of steps is known only when the loop runs. With `binomial`, the states of the
    budget are kept where the fewest steps are run again. Arguments, results and derivatives are those of `function`.

    All runs of a step are one function, so that derivatives have the same bits with all options. With `inline` they are code that is
    optimized with what is around it: loops in a `chad.map` run faster, and the last bits depend on the options.

        last = chad.checkpoint(lambda x: chad.fori_loop(0, 100, lambda i, s: s * 0.9, x), states=20)
        assert abs(chad.grad(last)(1.0) - 0.9**100) < 1e-15

    Raises `ValueError` if `levels` is not between 1 and 16, if a budget is less than 1, or if options contradict each other.
    """
    if function is None:
        return functools.partial(
            checkpoint, levels=levels, states=states, nbytes=nbytes, binomial=binomial, inline=inline
        )
    if levels is not None and not (isinstance(levels, int) and 1 <= levels <= 16):
        raise ValueError(f"the levels of chad.checkpoint are 1 to 16, and not {levels!r}")
    budgets = [(name, b) for name, b in (("states", states), ("bytes", nbytes)) if b is not None]
    for name, budget in budgets:
        if not isinstance(budget, int) or budget < 1:
            raise ValueError(f"the {name} of chad.checkpoint are 1 or more, and not {budget!r}")
    if len(budgets) > 1:
        raise ValueError("chad.checkpoint takes 'states' or 'nbytes', not both")
    if binomial and (not budgets or levels is not None):
        raise ValueError("chad.checkpoint takes 'binomial' with 'states' or 'nbytes', and without 'levels'")
    if budgets:
        parts = [f"{name} = {budget} : i64" for name, budget in budgets]
        parts += [f"levels = {levels} : i64"] if levels else ["binomial"] if binomial else []
        attribute = f" {{chad.checkpoint = {{{', '.join(parts + ['inline'] * inline)}}}}}"
    elif inline:
        attribute = f" {{chad.checkpoint = {{{f'levels = {levels} : i64, ' if levels else ''}inline}}}}"
    else:
        attribute = f" {{chad.checkpoint = {levels} : i64}}" if levels and levels > 1 else " {chad.checkpoint}"
    inner: Callable = function

    @functools.wraps(inner)
    def call(*args: Any, **kwargs: Any) -> Any:
        before, _checkpoints.attribute = _checkpoints.attribute, attribute
        try:
            return inner(*args, **kwargs)
        finally:
            _checkpoints.attribute = before

    return call


def _checkpoint() -> str:
    """The attribute of a loop that is being written."""
    return _checkpoints.attribute


@_traced
def fold(function: Callable, initial: Any, values: Any, *, reverse: bool = False) -> Any:
    """A loop over the elements along the leading dimension: `state, y = function(state, x)`, with the first
    state `initial`.

    Returns the last state and the array of all `y`; `y` may be None. With `reverse` the loop begins at the last
    element. State, elements and `y` are numbers, arrays or trees; a state keeps its structure, dtypes and
    shapes. The leading dimension of the array of all `y` is that of the elements.

        last, all_ = chad.fold(lambda s, x: (0.5 * s + x, s), 0.0, np.array([1.0, 2.0]))
        assert last == 2.5 and all_.tolist() == [0.0, 1.0]

    Raises `chad.TraceError` if the function does not return a pair, or if it returns a state of another
    structure, dtype or shape.
    """
    arrays, structure = _arrays(values, "chad.fold")
    starts, state_structure = _results(initial)
    starts = [as_integer(s) for s in starts]
    names, start_names = [use(a) for a in arrays], [use(s) for s in starts]
    with region() as block:
        elements = [fresh(block, a.dtype, a.shape[1:], a.is_index, a.is_natural) for a in arrays]
        states = [fresh(block, s.dtype, s.shape, False) for s in starts]
        result = function(tree.unflatten(state_structure, states), tree.unflatten(structure, elements))
        if not isinstance(result, tuple) or len(result) != 2:
            raise error("the function of chad.fold returns a pair: the next state, and what is collected")
        leaves, found = tree.flatten(result[0])
        if found != state_structure:
            raise error(f"the next state of chad.fold is {found}, and the first one {state_structure}")
        next_ = [_as(leaf, s.dtype, s.shape, "the next state of chad.fold") for leaf, s in zip(leaves, starts)]
        collected, collected_structure = _results(result[1])
        end = yield_text([*next_, *collected])
    extent = arrays[0].shape[0]
    binders = ", ".join(f"{e.name} in {n} : {a.type}" for e, n, a in zip(elements, names, arrays))
    carried = ", ".join(f"{s.name} = {n} : {s.type}" for s, n in zip(states, start_names))
    types = [(s.dtype, s.shape, False) for s in starts]
    more = [(c.dtype, (extent, *c.shape), c.is_index) for c in collected]
    head = f"chad.fold {'right ' if reverse else ''}({binders}) with ({carried})"
    if more:
        head += f" collect ({', '.join(type_text(d, s, i) for d, s, i in more)})"
    all_ = emit_many(f"{head} {{\n{body_text(block)}  {end}\n}}{_checkpoint()}", types + more)
    last, ys = all_[: len(types)], [settle(a) for a in all_[len(types) :]]
    return tree.unflatten(state_structure, last), tree.unflatten(collected_structure, ys)


@_traced
def fori_loop(lower: Any, upper: Any, function: Callable, initial: Any) -> Any:
    """The state after `state = function(i, state)` for each `lower` ≤ `i` < `upper`, in order.

    The bounds are integers, which may be traced. A state is a number, an array or a tree, and keeps its structure,
    dtypes and shapes.

        assert chad.fori_loop(0, 3, lambda i, s: s * 2.0 + i, 1.0) == 12.0

    Raises `chad.TraceError` if the function returns a state of another structure, dtype or shape.
    """
    starts, structure = _results(initial)
    starts = [as_integer(s) for s in starts]
    bounds = [use(as_index(b)) for b in (lower, upper, 1)]
    start_names = [use(s) for s in starts]
    with region() as block:
        index = fresh(block, np.dtype(np.int64), (), True, isinstance(lower, int) and lower >= 0)
        states = [fresh(block, s.dtype, s.shape, False) for s in starts]
        leaves, found = tree.flatten(function(index, tree.unflatten(structure, states)))
        if found != structure:
            raise error(f"the next state of chad.fori_loop is {found}, and the first one {structure}")
        what = "the next state of chad.fori_loop"
        end = yield_text([_as(v, s.dtype, s.shape, what) for v, s in zip(leaves, starts)], "scf.yield")
    carried = ", ".join(f"{s.name} = {n}" for s, n in zip(states, start_names))
    types = ", ".join(s.type for s in starts)
    args = f" iter_args({carried}) -> ({types})" if starts else ""
    text = f"scf.for {index.name} = {bounds[0]} to {bounds[1]} step {bounds[2]}{args} {{\n{body_text(block)}  {end}\n}}"
    text += _checkpoint() if starts else ""
    return tree.unflatten(structure, emit_many(text, [(s.dtype, s.shape, False) for s in starts]))


@_traced
def while_loop(condition: Callable, function: Callable, initial: Any) -> Any:
    """Repeats `state = function(state)` while `condition(state)` holds, and returns the last state.

    The condition is one bool. A state is a number, an array or a tree, and keeps its structure, dtypes and
    shapes.

        assert chad.while_loop(lambda s: s < 10.0, lambda s: s * 2.0, 1.0) == 16.0

    Raises `chad.TraceError` if the condition is not one bool, or the function returns a state of another
    structure, dtype or shape.
    """
    starts, structure = _results(initial)
    starts = [as_integer(s) for s in starts]
    start_names = [use(s) for s in starts]
    with region() as before:
        states = [fresh(before, s.dtype, s.shape, False) for s in starts]
        holds = lift(condition(tree.unflatten(structure, states)))
        if holds.shape != () or holds.dtype.kind != "b":
            raise error(f"the condition of chad.while_loop is a truth value, and was {holds!r}")
        check = f"scf.condition({use(holds)})"
        if states:
            check += f" {', '.join(s.name for s in states)} : {', '.join(s.type for s in states)}"
    with region() as after:
        inner = [fresh(after, s.dtype, s.shape, False) for s in starts]
        leaves, found = tree.flatten(function(tree.unflatten(structure, inner)))
        if found != structure:
            raise error(f"the next state of chad.while_loop is {found}, and the first one {structure}")
        what = "the next state of chad.while_loop"
        end = yield_text([_as(v, s.dtype, s.shape, what) for v, s in zip(leaves, starts)], "scf.yield")
    carried = ", ".join(f"{s.name} = {n}" for s, n in zip(states, start_names))
    types = ", ".join(s.type for s in starts)
    args = ", ".join(f"{s.name}: {s.type}" for s in inner)
    kept = _checkpoint().strip()
    text = (
        f"scf.while ({carried}) : ({types}) -> ({types}) {{\n{body_text(before)}  {check}\n}} do {{\n"
        f"^bb0({args}):\n{body_text(after)}  {end}\n}}" + (f" attributes {kept}" if kept else "")
    )
    return tree.unflatten(structure, emit_many(text, [(s.dtype, s.shape, False) for s in starts]))


@_traced
def cond(condition: Any, true: Callable, false: Callable, *args: Any) -> Any:
    """`true(*args)` if the condition holds, else `false(*args)`. The other function does not run.

    The condition is one bool. Both functions must return the same structure, dtypes and shapes.

        assert chad.cond(True, lambda x: x + 1, lambda x: x - 1, 2.0) == 3.0

    Raises `chad.TraceError` if the condition is not one bool, or the results differ in structure, dtype or
    shape.
    """
    if isinstance(condition, (bool, np.bool_)):
        return true(*args) if condition else false(*args)
    holds = lift(condition)
    if holds.shape != () or holds.dtype.kind != "b":
        raise error(f"the condition of chad.cond is a truth value, and is {holds!r}")
    name = use(holds)
    branches = []
    for function in (true, false):
        with region() as block:
            leaves, structure = tree.flatten(function(*args))
            branches.append((block, leaves, structure))
    (_, leaves, structure), (_, others, other_structure) = branches
    if structure != other_structure:
        raise error(f"the branches of chad.cond return {structure} and {other_structure}")
    from .numpy import convert, result_type

    types = []
    for a, b in zip(leaves, others):
        dtype = result_type(a, b)
        shapes = [v.shape if isinstance(v, Array) else np.shape(v) for v in (a, b)]
        if not _ops.equal_shapes(*shapes):
            texts = " and ".join(_ops.show_shape(s) for s in shapes)
            raise error(f"the branches of chad.cond return arrays of shapes {texts}")
        # An extent that is static in the second branch holds for both.
        shape = tuple(n if isinstance(n, int) else m for m, n in zip(*shapes))
        types.append((dtype, shape))
    bodies = []
    for block, values, _ in branches:
        with trace.inside(block):
            results = [
                trace.cast_shape(convert(lift(v, d if trace.is_number(v) else None), d), s)
                for v, (d, s) in zip(values, types)
            ]
            end = yield_text(results, "scf.yield")
        bodies.append(f"{body_text(block)}  {end}\n")
    result_types = ", ".join(type_text(d, s) for d, s in types)
    arrow = f" -> ({result_types})" if types else ""
    text = f"scf.if {name}{arrow} {{\n{bodies[0]}}} else {{\n{bodies[1]}}}"
    results = emit_many(text, [(d, s, False) for d, s in types])
    return tree.unflatten(structure, [settle(r) for r in results])


@_traced
def gather(array: Any, indices: Any) -> Array:
    """The elements of an array, along its leading dimension, at `indices`, an array of integers of any shape.

    The result has the dimensions of the indices, then the other dimensions of the array. Negative indices count
    from the end.

        assert chad.gather(np.array([5.0, 6.0, 7.0]), np.array([2, 0, -1])).tolist() == [7.0, 5.0, 7.0]

    Raises `chad.RunError` if an index is out of bounds.
    """
    from .numpy import take

    return take(lift(array), lift(indices), 0)


@_traced
def scatter_add(array: Any, indices: Any, values: Any) -> Array:
    """The array, of floats or complex numbers, with `values[i]` added at `indices[i]` for all i. If an index
    occurs several times, all its values are added.

    `indices` are integers in an array of any shape; they index the leading dimension. `values` have the
    dimensions of `indices`, then the other dimensions of the array, and the dtype of the array.

        assert chad.scatter_add(np.zeros(3), np.array([1, 1]), np.array([2.0, 3.0])).tolist() == [0.0, 5.0, 0.0]

    Raises `chad.TraceError` if shapes or dtypes do not fit, and `chad.RunError` if an index is out of bounds.
    """
    from ._indexing import index_array
    from ._namespace import lifted

    array = as_integer(lift(array))
    key = indices if isinstance(indices, Array) else np.asarray(indices)
    at = as_index(index_array(key, array.shape[0], 0))
    values = lifted(values, array.dtype)
    expected = at.shape + array.shape[1:]
    if not _ops.equal_shapes(values.shape, expected):
        raise error(
            f"values of shape {_ops.show_shape(values.shape)} do not fit indices and elements, "
            f"{_ops.show_shape(expected)}"
        )
    if not trace.is_inexact(array.dtype):
        raise error(f"chad.scatter_add adds floats, not {array.dtype}")
    current().func.module.has_indices = True
    if trace.is_complex(array.dtype):
        pairs = [(_ops.part(array, name), _ops.part(values, name)) for name in ("re", "im")]
        return _ops.complex_of(*(scatter_add(a, indices, v) for a, v in pairs))
    if at.ndim != 1:
        values = _ops.reshape(values, (at.size, *array.shape[1:]))
        at = as_index(_ops.flatten(as_integer(at)))
    text = f"chad.scatter_add {use(values)} into {use(array)}[{use(at)}] : {values.type} into {array.type}, {at.type}"
    return trace.emit(text, array.dtype, array.shape)


@_traced
def hist(indices: Any, values: Any, bins: Any, function: Callable | None = None, unit: Any = 0) -> Any:
    """A histogram: for each of `bins` bins, the reduction of the values whose index is that bin.

    Without `function`, which must be associative, the values are added. A value whose index is not a bin is
    ignored; a bin without values holds the unit. `indices` is an array of one dimension, and `values` an array,
    or a tree of arrays, with as many elements. The leading extent of the result is `bins`.

        assert chad.hist(np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]), 3).tolist() == [4.0, 0.0, 2.0]

    Raises `chad.TraceError` as `reduce` does, and if `indices` does not have one dimension.
    """
    from .numpy import add

    arrays, structure = _arrays(values, "chad.hist")
    arrays = [as_integer(a) for a in arrays]
    at = as_index(indices)
    if at.ndim != 1:
        raise error(f"the indices of chad.hist are an array of one dimension, and are {indices!r}")
    count = _as_count(bins)
    if function is None:
        function = lambda a, b: tree.map(add, a, b)
        unit = tree.unflatten(structure, [unit] * len(arrays)) if isinstance(unit, (int, float)) else unit
    units = _units(unit, structure, arrays)
    combine = _combine(function, structure, arrays, "chad.hist")
    names, unit_names = [use(a) for a in arrays], [use(u) for u in units]
    at_name, extent = use(at), trace.extent_name(count)
    with region() as block:
        left = [fresh(block, a.dtype, a.shape[1:], False) for a in arrays]
        right = [fresh(block, a.dtype, a.shape[1:], False) for a in arrays]
        end = yield_text(combine(left, right))
    binders = ", ".join(
        f"{a.name}, {b.name} in {n} from {u} : {x.type}"
        for a, b, n, u, x in zip(left, right, names, unit_names, arrays)
    )
    types = [(a.dtype, (count, *a.shape[1:]), False) for a in arrays]
    texts = ", ".join(type_text(d, s) for d, s, _ in types)
    texts = f"({texts})" if len(types) > 1 else texts
    head = f"chad.hist {at_name} : {at.type} bins {extent} ({binders}) -> {texts}"
    return tree.unflatten(structure, emit_many(f"{head} {{\n{body_text(block)}  {end}\n}}", types))


@_traced
def dynamic_slice(array: Any, starts: Any, sizes: Any) -> Array:
    """The part of an array that begins at `starts`, integers that may be traced, and has the extents `sizes`,
    which are ints.

    Both have one entry for each dimension.

        assert chad.dynamic_slice(np.arange(5.0), (3,), (2,)).tolist() == [3.0, 4.0]

    Raises `chad.TraceError` if an entry is missing or one too many, or if the slice is known to be out of
    bounds, and `chad.RunError` if it is out of bounds when the program runs.
    """
    from ._indexing import natural_index

    array = lift(array)
    if len(starts) != array.ndim or len(sizes) != array.ndim:
        raise error(f"chad.dynamic_slice takes a start and a size for each axis of {array!r}")
    offsets = [s if isinstance(s, int) else natural_index(lift(s), d) for s, d in zip(starts, array.shape)]
    for start, size, extent in zip(offsets, sizes, array.shape):
        if isinstance(extent, int) and isinstance(start, int) and not 0 <= start <= extent - size:
            raise error(f"a slice of {size} elements from {start} is outside of {extent}")
    return _ops.extract_slice(array, offsets, [as_dim(s) for s in sizes], [1] * array.ndim, set())
