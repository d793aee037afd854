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
from .trace import Array, error, is_complex, is_float, is_inexact, lift

# ------------------------------------------------------------------------------------------------
# Gradients


def value_and_grad(
    function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable:
    """A function that returns the value of `function` and its gradient by some arguments.

    The value is one float. With `has_aux`, `function` returns a pair `(value, aux)`, and the result is
    `((value, aux), gradient)`. The gradient has the structure, dtypes and shapes of the argument; it is a tuple
    if `argnums` is a tuple. Arguments that are differentiated are floats or complex numbers of any shape. The
    gradient by a complex argument x + iy is ∂f/∂x - i ∂f/∂y. With `holomorphic`, the value is one complex
    number, and the gradient is the complex derivative; that `function` is holomorphic is not checked.

        value, slope = chad.value_and_grad(lambda x: x * x)(3.0)
        assert (value, slope) == (9.0, 6.0)

    Raises `chad.TraceError` if the value is not one float, or an argument has no derivative.
    """
    if holomorphic:
        return _holomorphic(function, argnums, has_aux)

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        traced = TracedFunction(function, args, kwargs)
        wrt = traced.positions(as_tuple(argnums), "the gradient")
        _check_scalar(traced, has_aux)
        # The op takes each argument once, in order.
        order = sorted(set(wrt))
        results = [(d, s, False) for d, s in traced.results]
        results += [(traced.values[i].dtype, traced.values[i].shape, False) for i in order]
        arrays = traced.request("value_and_grad", order, [0], results)
        values, gradients = arrays[: len(traced.results)], dict(zip(order, arrays[len(traced.results) :]))
        value = tree.unflatten(traced.out_structure, values)
        return value, shaped(traced, argnums, [gradients[i] for i in wrt])

    return transform(derivative)


def _holomorphic(function: Callable, argnums: int | Sequence[int], has_aux: bool) -> Callable:
    """By the Cauchy-Riemann equations, the derivative of f = u + iv is ∂u/∂x - i ∂u/∂y, which is the gradient
    of u.
    """

    def real_part(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        value, aux = result if has_aux else (result, None)
        value = lift(value)
        if not is_complex(value.dtype):
            raise error(
                f"the gradient: a holomorphic function returns complex numbers, and this one {value.dtype}"
            )
        return _ops.part(value, "re"), (value, aux)

    both = value_and_grad(functools.wraps(function)(real_part), argnums, has_aux=True)

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        traced = TracedFunction(function, args, kwargs, derivatives=0)
        wrt = traced.positions(as_tuple(argnums), "the gradient")
        _check_complex([traced.values[i] for i in wrt], "the gradient")
        (_, (value, aux)), gradient = both(*args, **kwargs)
        return ((value, aux) if has_aux else value), gradient

    return transform(derivative)


def _check_complex(values: Sequence[Array], what: str) -> None:
    for value in values:
        if not is_complex(value.dtype):
            raise error(
                f"{what}: a holomorphic function is of complex numbers, and this argument of {value.dtype}"
            )


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


def grad(
    function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable:
    """A function that returns the gradient of `function`; arguments and errors are those of `value_and_grad`.

    With `has_aux`, it returns `(gradient, aux)`.

        assert chad.grad(lambda x: x ** 3)(2.0) == 12.0
        assert chad.grad(lambda z: z ** 3, holomorphic=True)(2j) == -12
    """
    both = value_and_grad(function, argnums, has_aux, holomorphic)

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
    """The value and the derivative along tangents, in a traced function."""
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
    """Converts an int or a bool to a float; returns any other value as it is."""
    if isinstance(value, (bool, int)):
        return float(value)
    return value


def jvp(function: Callable, primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
    """The value of `function(*primals)`, and its derivative along the tangents.

    The tangents have the structure, dtypes and shapes of the primals; tangents of integers are ignored. The
    derivative has the structure, dtypes and shapes of the value.

        assert chad.jvp(lambda x: x * x, (3.0,), (1.0,)) == (9.0, 6.0)

    Raises `chad.TraceError` if a tangent does not fit its primal, or no primal has floats.
    """
    return cached(function, "jvp", lambda: lambda p, t: trace_jvp(function, p, t))(
        tuple(primals), tuple(tangents)
    )


def trace_vjp(
    function: Callable, primals: tuple, cotangents: Any, is_linear: bool = False
) -> tuple[Any, tuple]:
    """The value and the cotangents of the arguments, in a function that is traced. A linear function is
    transposed, and no derivative of it is taken."""
    traced = TracedFunction(
        function, tuple(primals), {}, derivatives=0 if is_linear else 1, is_transposed=is_linear
    )
    leaves, structure = tree.flatten(cotangents)
    if structure != traced.out_structure:
        raise error(f"the cotangents are {structure}, and the results {traced.out_structure}")
    seeds = []
    for i in traced.float_results():
        dtype, shape = traced.results[i]
        if None in shape:
            shape = lift(leaves[i]).shape
        seed = _as(_weak(leaves[i], traced.values[0]), dtype, shape, "a cotangent")
        # The type is that of the result, which may have dynamic extents.
        open_ = [d if isinstance(d, int) else _ops.dim(seed, k) for k, d in enumerate(traced.results[i][1])]
        seeds.append(trace.cast_shape(seed, open_) if open_ else seed)
    return _pulled_back(traced, seeds)


def _pulled_back(traced: TracedFunction, seeds: Sequence[Array]) -> tuple[Any, tuple]:
    """The value and the cotangents of the arguments, from the cotangents `seeds` of all float results."""
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
    """A function for `SplitJit`: it returns the value, and the cotangents of the arguments. The cotangents of
    the results are late arguments.
    """

    def both(*args: Any) -> tuple[Any, tuple]:
        traced = TracedFunction(function, args, {})
        seeds = [trace.late_argument(*traced.results[i]) for i in traced.float_results()]
        return _pulled_back(traced, seeds)

    return both


def vjp(function: Callable, *primals: Any) -> tuple[Any, Callable]:
    """The value of `function(*primals)`, and a function from cotangents of the value to cotangents of the
    primals.

    The argument of the second function has the structure, dtypes and shapes of the value. The result is a tuple
    of the cotangents of the primals; it has None for primals that are not floats. Residuals are computed once,
    with the value, and kept in the second function, a `LinearMap`. They are computed again in each call if
    `vjp` is used in a traced function, or if one loop computes the value and the cotangents.

        value, pull = chad.vjp(lambda x, y: x * y, 2.0, 3.0)
        assert value == 6.0 and pull(1.0) == (3.0, 2.0)

    Raises `chad.TraceError` if no primal has floats, and `chad.ArgumentError` if a cotangent does not fit the
    value.
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
    """The value of `function(*primals)`, and the derivative at `primals` as a function of tangents.

    The tangents have the structure, dtypes and shapes of the primals. Residuals are computed once, with the
    value, and kept in the derivative, a `LinearMap`. They are computed again in each call if `linearize` is
    used in a traced function, or if one loop computes the value and the derivative.

        value, along = chad.linearize(lambda x: x**3, 2.0)
        assert value == 8.0 and along(0.5) == 6.0

    Raises `chad.TraceError` if no primal has floats, and `chad.ArgumentError` if a tangent does not fit its
    primal.
    """
    if trace.is_tracing():
        return function(*primals), lambda *tangents: trace_jvp(function, primals, tangents)[1]

    def push_forward(*args: Any) -> tuple[Any, Any]:
        # The derivative is the transpose of the pullback: the pullback keeps everything that does
        # not depend on the cotangents.
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
    function: Callable,
    argnums: int | Sequence[int] = 0,
    mode: str = "auto",
    sparse: bool = False,
    holomorphic: bool = False,
) -> Callable:
    """All partial derivatives. For each result and argument it is an array with the dimensions of the result,
    then those of the argument.

    `mode` is "forward" (column by column), "reverse" (row by row) or "auto". Results are floats or complex
    numbers. The derivative of a float by a complex argument x + iy is ∂f/∂x - i ∂f/∂y. The derivative of a
    complex result by a complex argument exists for holomorphic functions only, and needs `holomorphic`. It is
    ∂f/∂x in forward mode, and ∂Re f/∂x - i ∂Re f/∂y in reverse mode, as in JAX.

    With `sparse`, the result is one matrix in compressed rows: `(data, indices, indptr)`, as for
    scipy.sparse.csr_array. The rows of the matrix are the elements of all results, its columns those of all
    arguments, in order; all must be floats of one dtype. Columns, or rows, without a common nonzero position
    are computed together.

        rows = chad.jacobian(lambda x: x * x[0])(np.array([2.0, 3.0]))
        assert rows.tolist() == [[4.0, 0.0], [3.0, 2.0]]

    Raises `ValueError` for another mode, and `chad.TraceError` if an argument or result has no derivative, or
    is complex where that is not supported.
    """
    if mode not in ("auto", "forward", "reverse"):
        raise ValueError("the mode of a jacobian is 'auto', 'forward' or 'reverse'")

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        traced = TracedFunction(function, args, kwargs)
        wrt = traced.positions(as_tuple(argnums), "the jacobian")
        order = sorted(set(wrt))
        for dtype, _ in traced.results:
            if not is_inexact(dtype):
                raise error(f"the jacobian: a result of {dtype} has no derivative")
        moving = [traced.values[j] for j in order]
        complex_values, complex_results = (
            [is_complex(d) for d in dtypes]
            for dtypes in ([v.dtype for v in moving], [d for d, _ in traced.results])
        )
        if holomorphic:
            _check_complex(moving, "the jacobian")
            if not all(complex_results):
                raise error(
                    "the jacobian: a holomorphic function returns complex numbers, and this one does not"
                )
        elif any(complex_values) and any(complex_results):
            raise error(
                "the jacobian: complex numbers have a derivative by complex numbers where the function is holomorphic: "
                "say so by holomorphic=True, or give real and imaginary parts"
            )
        text = "" if mode == "auto" else f" mode<{mode}>"
        if any(complex_values) or any(complex_results):
            if sparse:
                raise error("the jacobian: a sparse one is of floats, and these are complex numbers")
            blocks = _complex_blocks(function, traced, order, mode == "reverse", text)
        elif sparse:
            return traced.sparse_jacobian(order, list(range(len(traced.results))), text)
        else:
            blocks = _blocks(traced, order, list(range(len(traced.results))), text)
        rows = []
        for row in blocks:
            by = dict(zip(order, row))
            rows.append(shaped(traced, argnums, [by[j] for j in wrt]))
        return tree.unflatten(traced.out_structure, rows)

    return transform(derivative)


def _blocks(traced: TracedFunction, wrt: list[int], of: list[int], mode: str) -> list[list[Array]]:
    """The derivatives of the results `of` by the arguments `wrt`."""
    results = [
        (traced.results[i][0], (*traced.results[i][1], *traced.values[j].shape), False) for i in of for j in wrt
    ]
    arrays = traced.request("jacobian", wrt, of, results, mode=mode)
    return [arrays[i * len(wrt) : (i + 1) * len(wrt)] for i in range(len(of))]


def _complex_blocks(
    function: Callable, traced: TracedFunction, wrt: list[int], is_reverse: bool, mode: str
) -> list[list[Array]]:
    """These derivatives if there are complex numbers, from the derivatives of real and imaginary parts."""
    moving = [traced.values[j] for j in wrt]

    def of_parts(*parts: Array) -> list[Array]:
        leaves = list(traced.leaves)
        for j, value in zip(wrt, _ops.join_complex(parts, [v.dtype for v in moving])):
            leaves[traced.arrays[j]] = value
        args, kwargs = tree.unflatten(traced.structure, leaves)
        return _ops.split_complex([lift(r) for r in tree.leaves(function(*args, **kwargs))])

    real = TracedFunction(of_parts, tuple(_ops.split_complex(moving)), {})
    parts = lambda dtypes: [k for k, d in enumerate(dtypes) for _ in range(1 + is_complex(d))]
    rows, columns = parts([d for d, _ in traced.results]), parts([v.dtype for v in moving])
    is_first = lambda places, i: i == 0 or places[i - 1] != places[i]
    both = any(is_complex(d) for d, _ in traced.results) and any(is_complex(v.dtype) for v in moving)
    # The derivative of a complex result by a complex argument x + iy is computed by x only, or of
    # the real part only.
    of = [i for i in range(len(rows)) if not (both and is_reverse) or is_first(rows, i)]
    by = [j for j in range(len(columns)) if not both or is_reverse or is_first(columns, j)]
    found: dict[tuple[int, int], list[Array]] = {}
    for i, row in zip(of, _blocks(real, by, of, mode)):
        for j, block in zip(by, row):
            found.setdefault((rows[i], columns[j]), []).append(block)

    def join(i: int, j: int) -> Array:
        blocks = found[i, j]
        if len(blocks) == 1:
            return blocks[0]
        # ∂f/∂x of the two parts of f, or the conjugate of the derivatives by the two parts of the
        # argument.
        is_of_result = is_complex(traced.results[i][0]) and not (both and is_reverse)
        return _ops.complex_of(blocks[0], blocks[1] if is_of_result else -blocks[1])

    return [[join(i, j) for j in range(len(wrt))] for i in range(len(traced.results))]


def hessian(function: Callable, argnums: int | Sequence[int] = 0, holomorphic: bool = False) -> Callable:
    """All second partial derivatives of a function that returns one float, or, with `holomorphic`, one complex
    number. For each pair of arguments, the result is an array with the dimensions of both: the Jacobian of the
    gradient.

        assert chad.hessian(lambda x: x[0] ** 2 * x[1])(np.array([2.0, 3.0])).tolist() == [[6.0, 4.0], [4.0, 0.0]]

    Errors are those of `grad` and `jacobian`.
    """
    return transform(
        functools.wraps(function)(
            lambda *args, **kwargs: jacobian(
                grad(function, argnums, holomorphic=holomorphic), argnums, holomorphic=holomorphic
            )(*args, **kwargs)
        )
    )


def hvp(function: Callable, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The product of the Hessian of a function that returns one float and the tangents: the derivative of the
    gradient along the tangents. It is a tuple if the function has several arguments.

    The tangents and the result have the structure, dtypes and shapes of the primals.

        x = np.array([1.0, 2.0])
        assert chad.hvp(lambda x: np.sum(x**3), (x,), (np.ones(2),)).tolist() == [6.0, 12.0]

    Errors are those of `grad` and `jvp`.
    """
    numbers = tuple(range(len(primals)))

    def product(p: tuple, t: tuple) -> Any:
        result = trace_jvp(grad(function, numbers), p, t)[1]
        return result[0] if len(result) == 1 else result

    return cached(function, "hvp", lambda: product)(tuple(primals), tuple(tangents))
