# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives of functions."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from . import _ops, trace, tree
from .combinators import _as
from .compilation import cached, transform
from .linear import SplitJit
from .requests import TracedFunction, as_tuple, shaped
from .trace import Array, error, is_float, is_inexact, lift

# ------------------------------------------------------------------------------------------------
# Gradients


def value_and_grad(function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable:
    """A function that gives the value of `function`, and its gradient by some arguments.

    The value is one float; with `has_aux` the function returns it and anything else, and the
    result is `((value, aux), gradient)`. The gradient has the structure of the argument, and is a
    tuple where `argnums` is one.
    """

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        traced = TracedFunction(function, args, kwargs)
        wrt = traced.positions(as_tuple(argnums), "the gradient")
        _check_scalar(traced, has_aux)
        results = [(d, s, False) for d, s in traced.results]
        results += [(traced.values[i].dtype, traced.values[i].shape, False) for i in wrt]
        # The op wants each argument once, in order.
        order = sorted(set(wrt))
        results = results[: len(traced.results)] + [
            (traced.values[i].dtype, traced.values[i].shape, False) for i in order
        ]
        arrays = traced.request("value_and_grad", order, [0], results)
        values, gradients = arrays[: len(traced.results)], dict(zip(order, arrays[len(traced.results) :]))
        value = tree.unflatten(traced.out_structure, values)
        return value, shaped(traced, argnums, [gradients[i] for i in wrt])

    return transform(derivative)


def _check_scalar(traced: TracedFunction, has_aux: bool) -> None:
    structure = traced.out_structure
    if has_aux:
        if structure.kind is not tuple or len(structure.children) != 2:
            raise error("with has_aux the function returns a pair, of a float and anything else")
        structure = structure.children[0]
    if structure.kind is not tree.LEAF:
        raise error(f"a gradient is of a function that returns one float, and this one returns {structure}")
    dtype, shape = traced.results[0]
    if shape or not is_float(dtype):
        text = "x".join("?" if d is None else str(d) for d in shape)
        raise error(
            f"a gradient is of a function that returns one float, and this one returns "
            f"{dtype}[{text}]; sum it up, or ask for the jacobian"
        )


def grad(function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable:
    """The gradient of `function`; see `value_and_grad`. With `has_aux`: `(gradient, aux)`."""
    both = value_and_grad(function, argnums, has_aux)

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        value, gradient = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return transform(derivative)


# ------------------------------------------------------------------------------------------------
# Products with Jacobians


def _check_trees(a: Any, b: Any, what: str) -> tuple[list[Any], list[Any]]:
    x, x_structure = tree.flatten(a)
    y, y_structure = tree.flatten(b)
    if x_structure != y_structure:
        raise error(f"{what} are {y_structure}, and must be {x_structure}")
    return x, y


def trace_jvp(function: Callable, primals: tuple, tangents: tuple) -> tuple[Any, Any]:
    """The value and the derivative along tangents, in a function that is traced."""
    traced = TracedFunction(function, tuple(primals), {})
    leaves, given = _check_trees(tuple(primals), tuple(tangents), "the tangents")
    wrt, values = [], []
    for number, tangent in enumerate(given):
        if number not in traced.arrays:
            continue
        position = traced.arrays.index(number)
        primal = traced.values[position]
        if not is_inexact(primal.dtype):
            continue
        wrt.append(position)
        values.append(_as(_weak(tangent, primal), primal.dtype, primal.shape, "a tangent"))
    of = traced.float_results()
    if not wrt:
        raise error("jvp: no argument is of floats")
    results = [(d, s, False) for d, s in traced.results]
    results += [(*traced.results[i], True) for i in of]
    if not of:
        raise error("jvp: no result is of floats")
    arrays = traced.request("jvp", wrt, of, results, values)
    outs = arrays[: len(traced.results)]
    moved = dict(zip(of, arrays[len(traced.results) :]))
    changes = [moved[i] if i in moved else np.zeros((), traced.results[i][0]) for i in range(len(outs))]
    return tree.unflatten(traced.out_structure, outs), tree.unflatten(traced.out_structure, changes)


def _weak(value: Any, like: Array) -> Any:
    """A number of another type of float, which takes that of the argument."""
    if isinstance(value, (bool, int)):
        return float(value)
    return value


def jvp(function: Callable, primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
    """The value of `function(*primals)`, and its derivative along the tangents."""
    return cached(function, "jvp", lambda: lambda p, t: trace_jvp(function, p, t))(
        tuple(primals), tuple(tangents)
    )


def trace_vjp(function: Callable, primals: tuple, cotangents: Any, derivatives: int = 1) -> tuple[Any, tuple]:
    """The value and the cotangents of the arguments, in a function that is traced. Of a linear function, which is
    transposed, no derivative is taken: `derivatives` is 0."""
    traced = TracedFunction(function, tuple(primals), {}, derivatives=derivatives)
    leaves, structure = tree.flatten(cotangents)
    if structure != traced.out_structure:
        raise error(f"the cotangents are {structure}, and the results {traced.out_structure}")
    seeds = []
    for i in traced.float_results():
        dtype, shape = traced.results[i]
        if None in shape:
            shape = lift(leaves[i]).shape
        seed = _as(_weak(leaves[i], traced.values[0]), dtype, shape, "a cotangent")
        # The type is that of the result, which may leave extents open.
        open_ = [d if isinstance(d, int) else _ops.dim(seed, k) for k, d in enumerate(traced.results[i][1])]
        seeds.append(trace.cast_shape(seed, open_) if open_ else seed)
    return _pulled_back(traced, seeds)


def _pulled_back(traced: TracedFunction, seeds: Sequence[Array]) -> tuple[Any, tuple]:
    """The value and the cotangents of the arguments, for those of all results of floats."""
    of, wrt = traced.float_results(), [p for p, v in enumerate(traced.values) if is_inexact(v.dtype)]
    if not wrt or not of:
        raise error("vjp: no argument, or no result, is of floats")
    outs, gradients = traced.vjp(wrt, of, seeds)
    by = dict(zip(wrt, gradients))
    leaves: list[Any] = [None] * len(traced.leaves)
    for position, number in enumerate(traced.arrays):
        leaves[number] = by.get(position)
    args, _ = tree.unflatten(traced.structure, leaves)
    return tree.unflatten(traced.out_structure, outs), args


def pull_back(function: Callable) -> Callable:
    """The value of a function, and the cotangents of its arguments for those of its results, which are known
    late: for `SplitJit`."""

    def both(*args: Any) -> tuple[Any, tuple]:
        traced = TracedFunction(function, args, {})
        seeds = [trace.late_argument(*traced.results[i]) for i in traced.float_results()]
        return _pulled_back(traced, seeds)

    return both


def vjp(function: Callable, *primals: Any) -> tuple[Any, Callable]:
    """The value of `function(*primals)`, and a function of cotangents of its results.

    That gives a tuple of the cotangents of the arguments, None for those that are not of floats. What it
    needs of the function is computed once, with the value, and kept: it is a `LinearMap`, other than in
    a function that is traced, and where one loop computes both: there it is computed again.
    """
    if trace.is_tracing():
        return function(*primals), lambda cotangents: trace_vjp(function, primals, cotangents)[1]

    parts = cached(function, "vjp", lambda: pull_back(function), SplitJit).run(primals, "cotangents")
    if parts is not None:
        return parts
    forward = cached(function, "value", lambda: lambda p: function(*p))
    backward = cached(function, "whole vjp", lambda: lambda p, c: trace_vjp(function, p, c))
    return forward(primals), lambda cotangents: backward(primals, cotangents)[1]


def linearize(function: Callable, *primals: Any) -> tuple[Any, Callable]:
    """The value of `function(*primals)`, and its derivative there as a function of tangents.

    What the derivative needs of the function is computed once, with the value, and kept: it is a
    `LinearMap`, other than in a function that is traced, and where one loop computes both.
    """
    if trace.is_tracing():
        return function(*primals), lambda *tangents: trace_jvp(function, primals, tangents)[1]

    def push_forward(*args: Any) -> tuple[Any, Any]:
        # The transpose of the pullback, which keeps all that does not depend on the cotangents.
        whole = TracedFunction(function, args, {})
        of = whole.float_results()
        zeros = [trace.splat(trace.constant(0, d), s) for d, s in map(whole.results.__getitem__, of)]

        def pull_back(*cotangents: Array) -> list[Any]:
            value, gradients = _pulled_back(TracedFunction(function, args, {}), cotangents)
            return [*tree.leaves(value), *tree.leaves(gradients)]

        transposed = TracedFunction(pull_back, tuple(zeros), {})
        count = len(whole.results)
        along = list(range(count, len(transposed.results)))
        tangents = [trace.late_argument(*transposed.results[i]) for i in along]
        outs, moved = transposed.vjp(list(range(len(zeros))), along, tangents)
        by = dict(zip(of, moved))
        changes = [by[i] if i in by else np.zeros((), whole.results[i][0]) for i in range(count)]
        value, change = (tree.unflatten(whole.out_structure, v) for v in (outs[:count], changes))
        return value, change

    parts = cached(function, "linearize", lambda: push_forward, SplitJit).run(primals, "tangents", True)
    if parts is not None:
        return parts
    forward = cached(function, "value", lambda: lambda p: function(*p))
    along = cached(function, "jvp", lambda: lambda p, t: trace_jvp(function, p, t))
    return forward(primals), lambda *tangents: along(primals, tangents)[1]


# ------------------------------------------------------------------------------------------------
# Jacobians


def jacobian(
    function: Callable, argnums: int | Sequence[int] = 0, mode: str = "auto", sparse: bool = False
) -> Callable:
    """All partial derivatives: for each result and argument an array with the dimensions of both.

    `mode` is "forward" (column by column), "reverse" (row by row) or "auto".

    With `sparse`, one matrix in compressed rows, `(data, indices, indptr)` as scipy.sparse.csr_array
    takes it: its rows are the elements of all results, its columns those of the arguments, in
    ascending order of their positions. Columns, or rows, that have nothing in common are computed together.
    """
    if mode not in ("auto", "forward", "reverse"):
        raise ValueError("the mode of a jacobian is 'auto', 'forward' or 'reverse'")

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        traced = TracedFunction(function, args, kwargs)
        wrt = traced.positions(as_tuple(argnums), "the jacobian")
        order = sorted(set(wrt))
        of = list(range(len(traced.results)))
        for dtype, _ in traced.results:
            if not is_inexact(dtype):
                raise error(f"the jacobian: a result of {dtype} has no derivative")
        results = [
            (traced.results[i][0], (*traced.results[i][1], *traced.values[j].shape), False)
            for i in of
            for j in order
        ]
        text = "" if mode == "auto" else f" mode<{mode}>"
        if sparse:
            return traced.sparse_jacobian(order, of, text)
        arrays = traced.request("jacobian", order, of, results, mode=text)
        rows = []
        for i in of:
            by = dict(zip(order, arrays[i * len(order) : (i + 1) * len(order)]))
            rows.append(shaped(traced, argnums, [by[j] for j in wrt]))
        return tree.unflatten(traced.out_structure, rows)

    return transform(derivative)


def hessian(function: Callable, argnums: int | Sequence[int] = 0) -> Callable:
    """All second partial derivatives of a function that returns one float."""
    return transform(
        functools.wraps(function)(
            lambda *args, **kwargs: jacobian(grad(function, argnums), argnums)(*args, **kwargs)
        )
    )


def hvp(function: Callable, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The Hessian of a function that returns one float, times tangents: the derivative of the
    gradient along them. A tuple, unless there is one argument."""
    numbers = tuple(range(len(primals)))

    def product(p: tuple, t: tuple) -> Any:
        result = trace_jvp(grad(function, numbers), p, t)[1]
        return result[0] if len(result) == 1 else result

    return cached(function, "hvp", lambda: product)(tuple(primals), tuple(tangents))
