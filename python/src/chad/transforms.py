# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives of functions, and what compiles them."""

from __future__ import annotations

import collections
import functools
import threading
import types
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from . import _ops, trace, tree
from .arrays import as_array, dtype_of
from .combinators import _as
from .errors import ArgumentError, TraceError
from .program import OPTIONS, Function, Program
from .trace import Array, Func, Module, as_integer, emit, emit_many, error, is_float, lift, type_text, use

# ------------------------------------------------------------------------------------------------
# Compilation


class _Static:
    """A leaf of an argument that is no array: it chooses among programs."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Static):
            return False
        return type(self.value) is type(other.value) and bool(self.value == other.value)

    def __hash__(self) -> int:
        try:
            return hash((type(self.value), self.value))
        except TypeError:
            raise ArgumentError(
                f"an argument of type {type(self.value).__name__} is neither an array nor hashable"
            ) from None


class Traced:
    """A function for arguments of some structure, dtypes and shapes: its text, and the program
    that this becomes when it is called first."""

    def __init__(
        self, text: str, name: str, options: dict[str, Any], hidden: list[np.ndarray],
        out_structure: tree.Structure, out_types: list[tuple[Any, tuple]],
    ) -> None:  # fmt: skip
        self.text, self.name, self.options = text, name, options
        #: Arrays that are passed after the arguments.
        self.hidden = tuple(hidden)
        self.out_structure = out_structure
        #: The dtype of each result, and its extents, None for those that vary.
        self.out_types = out_types
        # Of those results whose type the program does not say: integers without a sign.
        self.views = [d if d.kind == "u" else None for d, _ in out_types]
        self.has_views = any(self.views)
        self._lock = threading.Lock()
        self._program: Program | None = None
        self.call: Function | None = None

    @property
    def program(self) -> Program:
        with self._lock:
            if self._program is None:
                self._program = Program(self.text.encode(), self.name, self.options)
                self.call = self._program["main"]
            return self._program


def _signature(leaf: Any) -> Any:
    kind = type(leaf)
    if kind is np.ndarray:
        return leaf.dtype, leaf.shape
    if kind is float or kind is int or kind is bool:
        return kind
    if isinstance(leaf, np.generic):
        return leaf.dtype, ()
    if trace.is_leaf_array(leaf):
        array = as_array(leaf)
        return array.dtype, array.shape
    return _Static(leaf)


_KINDS = {float: np.dtype(np.float64), int: np.dtype(np.int64), bool: np.dtype(np.bool_)}


class Jit:
    """A function that is traced and compiled when it is called; see `jit`."""

    def __init__(
        self,
        function: Callable,
        static_argnums: Sequence[int] = (),
        static_argnames: Sequence[str] = (),
        dynamic: bool = False,
        options: dict[str, Any] | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._static_argnums = frozenset(static_argnums)
        self._static_argnames = frozenset(static_argnames)
        self._dynamic = dynamic
        self._options = options or {}
        self._programs: dict[Any, Traced] = {}
        self._lock = threading.Lock()

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if trace.is_tracing():
            return self._function(*args, **kwargs)
        leaves, traced = self._find(args, kwargs)
        call = traced.call
        if call is None:
            call = traced.program["main"]
        results = call(*leaves, *traced.hidden)
        structure = traced.out_structure
        if structure.kind is tree.LEAF and not traced.has_views:
            return results
        count = structure.num_leaves
        all_ = (results,) if count == 1 else results if count else ()
        if traced.has_views:
            all_ = tuple(r if d is None else r.view(d) for r, d in zip(all_, traced.views))
        return tree.unflatten(structure, all_)

    def program(self, *args: Any, **kwargs: Any) -> Program:
        """The program that a call with such arguments runs."""
        return self._find(args, kwargs)[1].program

    def lower(self, *args: Any, **kwargs: Any) -> str:
        """The text, in MLIR, that a call with such arguments compiles."""
        return self._find(args, kwargs)[1].text

    def _find(self, args: tuple, kwargs: dict) -> tuple[list[Any], Traced]:
        if self._static_argnums or self._static_argnames:
            args = tuple(_Static(a) if i in self._static_argnums else a for i, a in enumerate(args))
            kwargs = {k: _Static(v) if k in self._static_argnames else v for k, v in kwargs.items()}
        leaves, structure = tree.flatten((args, kwargs))
        signature = []
        arrays = []
        for leaf in leaves:
            s = leaf if type(leaf) is _Static else _signature(leaf)
            if type(s) is not _Static:
                arrays.append(leaf)
                if self._dynamic and type(s) is tuple:
                    s = s[0], (None,) * len(s[1])
            signature.append(s)
        key = structure, tuple(signature)
        found = self._programs.get(key)
        if found is None:
            with self._lock:
                found = self._programs.get(key)
                if found is None:
                    found = self._programs[key] = self.trace(structure, signature)
        return arrays, found

    def trace(self, structure: tree.Structure, signature: Sequence[Any]) -> Traced:
        """The function for leaves of these dtypes and shapes, in pairs, in the structure of
        positional and named arguments."""
        module = Module()
        root = module.root = Func(module, "main", None)
        leaves = []
        for s in signature:
            if isinstance(s, _Static):
                leaves.append(s.value)
            else:
                dtype, shape = (_KINDS[s], ()) if isinstance(s, type) else s
                leaves.append(root.add_argument(dtype, shape))
        args, kwargs = tree.unflatten(structure, leaves)
        with trace.inside(root.block):
            outputs, out_structure = tree.flatten(self._function(*args, **kwargs))
            for output in outputs:
                if not trace.is_leaf_array(output):
                    raise error(f"a traced function returns arrays, and {output!r} is none")
            results = [as_integer(lift(o)) for o in outputs]
            names = [(use(r), r.type) for r in results]
        root.finish(names)
        text = module.text()
        options = dict(self._options)
        options.setdefault("check_bounds", module.has_indices)
        name = getattr(self._function, "__qualname__", "f")
        types = [(r.dtype, tuple(d if isinstance(d, int) else None for d in r.shape)) for r in results]
        return Traced(text, f"<{name}>", options, module.hidden, out_structure, types)


def jit(
    function: Callable | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    dynamic: bool = False,
    **options: Any,
) -> Any:
    """A function that is traced, compiled, and kept for arguments of the same dtypes and shapes.

    Arguments and results are trees of arrays and numbers. Arguments that are neither, such as
    strings and functions, and those that are named static, choose among programs. With `dynamic`
    one program serves all extents; then no extent is repeated to fit another one. The options are
    those of `chad.compile`; indices are checked (`check_bounds`) where a function has any.
    """
    if function is None:
        return functools.partial(
            jit,
            static_argnums=static_argnums,
            static_argnames=static_argnames,
            dynamic=dynamic,
            **options,
        )
    for name in options:
        if name not in OPTIONS:
            raise TypeError(f"there is no option '{name}'; there are {', '.join(OPTIONS)}")
    numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    names = (static_argnames,) if isinstance(static_argnames, str) else tuple(static_argnames)
    if isinstance(function, Jit):
        function = function._function
    return Jit(function, numbers, names, dynamic, options)


def _transform(function: Callable) -> Callable:
    """Makes the function that is traced one that compiles itself where nothing is traced."""
    compiled = Jit(function)
    compiled.__wrapped__ = function  # type: ignore[attr-defined]
    return compiled


# ------------------------------------------------------------------------------------------------
# Functions as parts of programs


class _Traced:
    """A function of some arguments as a function of the program."""

    def __init__(self, function: Callable, args: tuple, kwargs: dict, name: str = "") -> None:
        self.leaves, self.structure = tree.flatten((args, kwargs))
        self.arrays = [i for i, leaf in enumerate(self.leaves) if trace.is_leaf_array(leaf)]
        self.values = [as_integer(lift(self.leaves[i])) for i in self.arrays]
        outs: list[Any] = []

        def body(arguments: list[Array]) -> list[Array]:
            leaves = list(self.leaves)
            for i, value in zip(self.arrays, arguments):
                leaves[i] = value
            inner_args, inner_kwargs = tree.unflatten(self.structure, leaves)
            results, structure = tree.flatten(function(*inner_args, **inner_kwargs))
            outs.append(structure)
            for result in results:
                if not trace.is_leaf_array(result):
                    raise error(f"a traced function returns arrays, and {result!r} is none")
            return [lift(r) for r in results]

        specs = [(v.dtype, v.shape) for v in self.values]
        name = name or getattr(function, "__name__", "f").strip("<>")
        self.func, results = trace.trace(name, body, specs)
        self.out_structure: tree.Structure = outs[0]
        self.results = [(r.dtype, _outer_shape(r.shape)) for r in results]
        names, types = self.func.captured()
        self.operands = [use(v) for v in self.values] + names
        self.types = [v.type for v in self.values] + types

    def positions(self, argnums: Sequence[int], what: str) -> list[int]:
        """The positions, among the function's arguments, of the floats in these arguments."""
        args_structure = self.structure.children[0]
        count = len(args_structure.children)
        leaf_numbers: list[int] = []
        for argnum in argnums:
            if not -count <= argnum < count:
                raise error(f"{what}: there is no argument #{argnum}")
            argnum %= count
            start = sum(c.num_leaves for c in args_structure.children[:argnum])
            leaf_numbers += range(start, start + args_structure.children[argnum].num_leaves)
        result = []
        for number in leaf_numbers:
            if number not in self.arrays:
                raise error(f"{what}: {self.leaves[number]!r} is no array, and has no derivative")
            position = self.arrays.index(number)
            dtype = self.values[position].dtype
            if not is_float(dtype):
                raise error(
                    f"{what}: an argument of {dtype} has no derivative, only floats have; "
                    "give a float, or leave it out of argnums"
                )
            result.append(position)
        if not result:
            raise error(f"{what}: these arguments hold no arrays")
        return result

    def float_results(self) -> list[int]:
        return [i for i, (dtype, _) in enumerate(self.results) if is_float(dtype)]

    def request(
        self,
        kind: str,
        wrt: Sequence[int],
        of: Sequence[int],
        results: list[tuple[Any, tuple, bool]],
        extra: Sequence[Array] = (),
        mode: str = "",
    ) -> list[Array]:
        """Asks for a derivative. `extra` are tangents or cotangents; a result of which the third
        part is true is linear."""
        linear = []
        for value in extra:
            linear.append(emit(f"chad.to_linear {use(value)} : {value.type}", value.dtype, value.shape))
        words = {"jvp": "along", "vjp": "seed"}
        seeds = f" {words[kind]}({', '.join(v.name for v in linear)})" if kind in words else ""
        types = [*self.types, *(f"!chad.lin<{v.type}>" for v in extra)]
        outs = [f"!chad.lin<{type_text(d, s)}>" if is_lin else type_text(d, s) for d, s, is_lin in results]
        text = (
            f"chad.{kind} @{self.func.name}({', '.join(self.operands)}){seeds} wrt {list(wrt)} of "
            f"{list(of)}{mode} : ({', '.join(types)}) -> ({', '.join(outs)})"
        )
        arrays = emit_many(text, [(d, s, False) for d, s, _ in results])
        for i, (dtype, shape, is_lin) in enumerate(results):
            if is_lin:
                arrays[i] = emit(f"chad.from_linear {arrays[i].name} : {outs[i]}", dtype, shape)
            arrays[i] = _ops.settle(_with_extents(arrays[i]))
        return arrays


def _outer_shape(shape: Sequence[Any]) -> tuple:
    """What a result's type says of its extents outside of the function."""
    return tuple(d if isinstance(d, int) else None for d in shape)


def _with_extents(array: Array) -> Array:
    """The array with values for the extents that its type leaves open."""
    if any(d is None for d in array.shape):
        open_ = [i for i, d in enumerate(array.shape) if d is None]
        shape = list(array.shape)
        for i in open_:
            shape[i] = _ops.dim(array, i)
        array.shape = tuple(shape)
    return array


def _as_tuple(argnums: int | Sequence[int]) -> tuple[int, ...]:
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _shaped(traced: _Traced, argnums: int | Sequence[int], values: Sequence[Any]) -> Any:
    """Values for the leaves of these arguments, in their structure."""
    args = traced.structure.children[0].children
    numbers = [n % len(args) for n in _as_tuple(argnums)]
    iterator = iter(values)
    trees = [tree.unflatten(args[n], [next(iterator) for _ in range(args[n].num_leaves)]) for n in numbers]
    return trees[0] if isinstance(argnums, int) else tuple(trees)


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
        traced = _Traced(function, args, kwargs)
        wrt = traced.positions(_as_tuple(argnums), "the gradient")
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
        return value, _shaped(traced, argnums, [gradients[i] for i in wrt])

    return _transform(derivative)


def _check_scalar(traced: _Traced, has_aux: bool) -> None:
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

    return _transform(derivative)


# ------------------------------------------------------------------------------------------------
# Products with Jacobians


def _check_trees(a: Any, b: Any, what: str) -> tuple[list[Any], list[Any]]:
    x, x_structure = tree.flatten(a)
    y, y_structure = tree.flatten(b)
    if x_structure != y_structure:
        raise error(f"{what} are {y_structure}, and must be {x_structure}")
    return x, y


def _jvp(function: Callable, primals: tuple, tangents: tuple) -> tuple[Any, Any]:
    traced = _Traced(function, tuple(primals), {})
    leaves, given = _check_trees(tuple(primals), tuple(tangents), "the tangents")
    wrt, values = [], []
    for number, tangent in enumerate(given):
        if number not in traced.arrays:
            continue
        position = traced.arrays.index(number)
        primal = traced.values[position]
        if not is_float(primal.dtype):
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
    return _cached(function, "jvp", lambda: lambda p, t: _jvp(function, p, t))(tuple(primals), tuple(tangents))


def _vjp(function: Callable, primals: tuple, cotangents: Any) -> tuple[Any, tuple]:
    traced = _Traced(function, tuple(primals), {})
    leaves, structure = tree.flatten(cotangents)
    if structure != traced.out_structure:
        raise error(f"the cotangents are {structure}, and the results {traced.out_structure}")
    of, seeds = traced.float_results(), []
    for i in of:
        dtype, shape = traced.results[i]
        if None in shape:
            shape = lift(leaves[i]).shape
        seed = _as(_weak(leaves[i], traced.values[0]), dtype, shape, "a cotangent")
        # The type is that of the result, which may leave extents open.
        open_ = [d if isinstance(d, int) else _ops.dim(seed, k) for k, d in enumerate(traced.results[i][1])]
        seeds.append(trace.cast_shape(seed, open_) if open_ else seed)
    wrt = [p for p, v in enumerate(traced.values) if is_float(v.dtype)]
    if not wrt or not of:
        raise error("vjp: no argument, or no result, is of floats")
    results = [(d, s, False) for d, s in traced.results]
    results += [(traced.values[i].dtype, traced.values[i].shape, True) for i in wrt]
    arrays = traced.request("vjp", wrt, of, results, seeds)
    outs, by = arrays[: len(traced.results)], dict(zip(wrt, arrays[len(traced.results) :]))
    gradients = []
    for number in range(len(traced.leaves)):
        position = traced.arrays.index(number) if number in traced.arrays else -1
        gradients.append(by.get(position))
    args, _ = tree.unflatten(traced.structure, gradients)
    return tree.unflatten(traced.out_structure, outs), args


def vjp(function: Callable, *primals: Any) -> tuple[Any, Callable]:
    """The value of `function(*primals)`, and a function of cotangents of its results.

    That gives a tuple of the cotangents of the arguments, None for those that are not of floats.
    It computes the function again.
    """
    forward = _cached(function, "value", lambda: lambda p: function(*p))
    backward = _cached(function, "vjp", lambda: lambda p, c: _vjp(function, p, c))
    return forward(primals), lambda cotangents: backward(primals, cotangents)[1]


def linearize(function: Callable, *primals: Any) -> tuple[Any, Callable]:
    """The value of `function(*primals)`, and its derivative there as a function of tangents.

    It computes the function again.
    """
    forward = _cached(function, "value", lambda: lambda p: function(*p))
    along = _cached(function, "jvp", lambda: lambda p, t: _jvp(function, p, t))
    return forward(primals), lambda *tangents: along(primals, tangents)[1]


#: How many functions `jvp`, `vjp` and the like keep programs of: those that were called last.
_KEPT = 64
_caches: collections.OrderedDict[tuple[int, str], tuple[Any, list[Any], Jit]] = collections.OrderedDict()
_caches_lock = threading.Lock()


def _cached(function: Callable, kind: str, make: Callable[[], Callable]) -> Callable:
    """What `make` makes, compiled once for each function, or as it is where one is traced.

    A function that reads other variables than when it was traced is traced again, and one that is
    no plain function always: what it reads is not known.
    """
    if trace.is_tracing():
        return make()
    if not isinstance(function, types.FunctionType):
        return Jit(make())
    reads = _reads(function)
    key = id(function), kind
    with _caches_lock:
        found = _caches.pop(key, None)
        same = found is not None and found[0] is function and len(found[1]) == len(reads)
        if found is None or not same or not all(a is b for a, b in zip(found[1], reads)):
            found = function, reads, Jit(make())
        # Last are those that were used last.
        _caches[key] = found
        if len(_caches) > _KEPT:
            _caches.popitem(last=False)
        return found[2]


def _reads(function: types.FunctionType) -> list[Any]:
    """The objects that a function's variables from outside are bound to."""
    found: list[Any] = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append(None)
    for name in function.__code__.co_names:
        found.append(function.__globals__.get(name))
    found += [function.__defaults__, function.__kwdefaults__]
    return found


# ------------------------------------------------------------------------------------------------
# Jacobians


def jacobian(function: Callable, argnums: int | Sequence[int] = 0, mode: str = "auto") -> Callable:
    """All partial derivatives: for each result and argument an array with the dimensions of both.

    `mode` is "forward" (column by column), "reverse" (row by row) or "auto".
    """
    if mode not in ("auto", "forward", "reverse"):
        raise ValueError("the mode of a jacobian is 'auto', 'forward' or 'reverse'")

    @functools.wraps(function)
    def derivative(*args: Any, **kwargs: Any) -> Any:
        traced = _Traced(function, args, kwargs)
        wrt = traced.positions(_as_tuple(argnums), "the jacobian")
        order = sorted(set(wrt))
        of = list(range(len(traced.results)))
        for dtype, _ in traced.results:
            if not is_float(dtype):
                raise error(f"the jacobian: a result of {dtype} has no derivative")
        results = [
            (traced.results[i][0], (*traced.results[i][1], *traced.values[j].shape), False)
            for i in of
            for j in order
        ]
        text = "" if mode == "auto" else f" mode<{mode}>"
        arrays = traced.request("jacobian", order, of, results, mode=text)
        rows = []
        for i in of:
            by = dict(zip(order, arrays[i * len(order) : (i + 1) * len(order)]))
            rows.append(_shaped(traced, argnums, [by[j] for j in wrt]))
        return tree.unflatten(traced.out_structure, rows)

    return _transform(derivative)


def hessian(function: Callable, argnums: int | Sequence[int] = 0) -> Callable:
    """All second partial derivatives of a function that returns one float."""
    return _transform(
        functools.wraps(function)(
            lambda *args, **kwargs: jacobian(grad(function, argnums), argnums)(*args, **kwargs)
        )
    )


def hvp(function: Callable, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The Hessian of a function that returns one float, times tangents: the derivative of the
    gradient along them. A tuple, unless there is one argument."""
    numbers = tuple(range(len(primals)))

    def product(p: tuple, t: tuple) -> Any:
        result = _jvp(grad(function, numbers), p, t)[1]
        return result[0] if len(result) == 1 else result

    return _cached(function, "hvp", lambda: product)(tuple(primals), tuple(tangents))


# ------------------------------------------------------------------------------------------------
# Maps


def vmap(function: Callable, in_axes: Any = 0, out_axes: Any = 0) -> Callable:
    """A function of arrays with one more dimension: `function` of each element along it.

    `in_axes` says for each argument along which axis, or None for one that all share; an int is
    for all of them. `out_axes` says where the new dimension of the results stands.
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

    return _transform(mapped)


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


# ------------------------------------------------------------------------------------------------
# Rules


def stop_gradient(value: Any) -> Any:
    """The value, which counts as constant for derivatives."""
    if not trace.is_tracing():
        return value

    def stop(leaf: Any) -> Any:
        if not isinstance(leaf, Array):
            return leaf
        array = as_integer(leaf)
        return emit(f"chad.stop_gradient {use(array)} : {array.type}", array.dtype, array.shape)

    return tree.map(stop, value)


_CLOSED = (
    "a function with a rule of its own takes all arrays as arguments, also its rules; this one uses "
    "an array from outside"
)


class _Custom:
    """A function with a derivative of its own."""

    __name__: str

    def __init__(self, function: Callable) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._compiled = Jit(self._trace)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args: Any) -> Any:
        if trace.is_tracing():
            return self._trace(*args)
        return self._compiled(*args)

    def _rule(
        self,
        func: Func,
        values: list[Array],
        structure: tree.Structure,
        out: tree.Structure,
        results: list[Array],
    ) -> str:
        """Writes the functions of the rule, and returns the attribute that names them."""
        raise NotImplementedError

    def _trace(self, *args: Any) -> Any:
        leaves, structure = tree.flatten(args)
        values = [as_integer(lift(leaf)) for leaf in leaves]
        outs: list[tree.Structure] = []

        def body(arguments: list[Array]) -> list[Array]:
            results, out = tree.flatten(self._function(*tree.unflatten(structure, arguments)))
            outs.append(out)
            return [lift(r) for r in results]

        outer = trace.current()
        func = Func(outer.func.module, outer.func.module.function_name(self.__name__), outer, _CLOSED)
        arguments = [func.add_argument(v.dtype, v.shape) for v in values]
        with trace.inside(func.block):
            results = [as_integer(r) for r in body(arguments)]
            names = [(use(r), r.type) for r in results]
        func.attributes = self._rule(func, values, structure, outs[0], results)
        func.finish(names)
        types = [(r.dtype, _outer_shape(r.shape), False) for r in results]
        text = (
            f"func.call @{func.name}({', '.join(use(v) for v in values)}) : "
            f"({', '.join(v.type for v in values)}) -> ({', '.join(type_text(d, s) for d, s, _ in types)})"
        )
        arrays = [_with_extents(a) for a in emit_many(text, types)]
        return tree.unflatten(outs[0], arrays)


def _linear_results(values: Sequence[Any], like: Sequence[Array], what: str) -> list[tuple[str, str]]:
    """Values as results of linear types."""
    names = []
    for value, array in zip(values, like):
        if not is_float(array.dtype):
            continue
        given = 0.0 if value is None else value
        number = lift(given, array.dtype) if trace.is_number(given) else lift(given)
        if number.shape == () and array.shape:
            number = trace.splat(number, array.shape)
        number = _as(number, array.dtype, array.shape, what)
        linear = emit(f"chad.to_linear {use(number)} : {number.type}", number.dtype, number.shape)
        names.append((linear.name, f"!chad.lin<{number.type}>"))
    return names


class custom_vjp(_Custom):
    """A function whose derivative in reverse is given by `defvjp`.

        @chad.custom_vjp
        def f(x, y): ...

        f.defvjp(forward, backward)

    `forward(x, y)` returns the result and what `backward` needs; `backward(kept, cotangent)` returns
    a tuple of the cotangents of the arguments, None for zero.
    """

    _forward: Callable | None = None
    _backward: Callable | None = None

    def defvjp(self, forward: Callable, backward: Callable) -> None:
        """Says what the derivative is."""
        self._forward, self._backward = forward, backward

    def _rule(
        self,
        func: Func,
        values: list[Array],
        structure: tree.Structure,
        out: tree.Structure,
        results: list[Array],
    ) -> str:
        if self._forward is None or self._backward is None:
            raise error(f"'{self.__name__}' has no rule yet; defvjp gives it one")
        kept: list[Any] = []
        outer = trace.current()
        module = outer.func.module
        forward = Func(module, module.function_name(f"{func.name}_forward"), outer, _CLOSED)
        arguments = [forward.add_argument(v.dtype, v.shape) for v in values]
        with trace.inside(forward.block):
            pair = self._forward(*tree.unflatten(structure, arguments))
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise error("the forward rule returns a pair: the result, and what the backward rule needs")
            again, again_structure = tree.flatten(pair[0])
            if again_structure != out:
                raise error(f"the forward rule returns {again_structure}, and the function {out}")
            leaves, kept_structure = tree.flatten(pair[1])
            values_kept = [as_integer(lift(leaf)) for leaf in leaves]
            what = "the result of the forward rule"
            same = [_as(a, r.dtype, r.shape, what) for a, r in zip(again, results)]
            names = [(use(a), a.type) for a in (*same, *values_kept)]
        forward.finish(names)
        backward = Func(module, module.function_name(f"{func.name}_backward"), outer, _CLOSED)
        kept = [backward.add_argument(k.dtype, k.shape) for k in values_kept]
        cotangents: list[Any] = [
            backward.add_argument(r.dtype, r.shape, True) if is_float(r.dtype) else None for r in results
        ]
        with trace.inside(backward.block):
            given = self._backward(tree.unflatten(kept_structure, kept), tree.unflatten(out, cotangents))
            if not isinstance(given, (tuple, list)) or len(given) != len(structure.children):
                raise error(f"the backward rule returns a tuple of {len(structure.children)} cotangents")
            changes: list[Any] = []
            for part, child in zip(given, structure.children):
                part_leaves = [None] * child.num_leaves if part is None else tree.leaves(part)
                if len(part_leaves) != child.num_leaves:
                    raise error(f"the backward rule returns {len(part_leaves)} arrays for {child}")
                changes += part_leaves
            linear = _linear_results(changes, values, "a result of the backward rule")
        backward.finish(linear)
        return f"chad.custom_vjp = [@{forward.name}, @{backward.name}]"


class custom_jvp(_Custom):
    """A function whose derivative forwards is given by `defjvp`.

        @chad.custom_jvp
        def f(x, y): ...

        @f.defjvp
        def rule(primals, tangents): ...

    `rule` returns the result and its tangent.
    """

    _dual: Callable | None = None

    def defjvp(self, rule: Callable) -> Callable:
        """Says what the derivative is."""
        self._dual = rule
        return rule

    def _rule(
        self,
        func: Func,
        values: list[Array],
        structure: tree.Structure,
        out: tree.Structure,
        results: list[Array],
    ) -> str:
        if self._dual is None:
            raise error(f"'{self.__name__}' has no rule yet; defjvp gives it one")
        outer = trace.current()
        module = outer.func.module
        dual = Func(module, module.function_name(f"{func.name}_dual"), outer, _CLOSED)
        primals = [dual.add_argument(v.dtype, v.shape) for v in values]
        tangents: list[Any] = [
            dual.add_argument(v.dtype, v.shape, True) if is_float(v.dtype) else None for v in values
        ]
        with trace.inside(dual.block):
            pair = self._dual(tree.unflatten(structure, primals), tree.unflatten(structure, tangents))
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise error("the rule returns a pair: the result, and its tangent")
            again, again_structure = tree.flatten(pair[0])
            if again_structure != out:
                raise error(f"the rule returns {again_structure}, and the function {out}")
            same = [_as(a, r.dtype, r.shape, "the result of the rule") for a, r in zip(again, results)]
            names = [(use(a), a.type) for a in same]
            names += _linear_results(tree.leaves(pair[1]), results, "the tangent of the rule")
        dual.finish(names)
        return f"chad.custom_jvp = @{dual.name}"


# ------------------------------------------------------------------------------------------------
# Checks


def check_grads(
    function: Callable,
    args: Sequence[Any],
    *,
    order: int = 1,
    rtol: float | None = None,
    seed: int = 0,
) -> None:
    """Compares derivatives forwards and in reverse with differences, in random directions.

    `function` is of trees of floats, and other arguments; `order` 2 also checks its second
    derivatives. Raises AssertionError where they differ.
    """
    rng = np.random.default_rng(seed)
    leaves, structure = tree.flatten(tuple(args))
    arrays = [as_array(leaf) if trace.is_leaf_array(leaf) else leaf for leaf in leaves]
    moving = [i for i, a in enumerate(arrays) if isinstance(a, np.ndarray) and is_float(a.dtype)]
    if not moving:
        raise ArgumentError("check_grads: no argument is of floats")
    narrow = min(arrays[i].dtype.itemsize for i in moving)
    step = {8: 1e-5, 4: 1e-2, 2: 1e-1}[narrow]
    rtol = rtol or {8: 1e-6, 4: 2e-2, 2: 2e-1}[narrow]

    def value(point: list[Any]) -> Any:
        results = tree.leaves(compiled(*tree.unflatten(structure, point)))
        return [np.asarray(r, np.float64) for r in results if is_float(np.asarray(r).dtype)]

    compiled = jit(function)
    direction = [
        rng.standard_normal(a.shape).astype(a.dtype) if i in moving else a for i, a in enumerate(arrays)
    ]
    tangents = [d if i in moving else leaves[i] for i, d in enumerate(direction)]

    def moved(factor: float) -> list[Any]:
        return [
            (a + factor * direction[i]).astype(a.dtype) if i in moving else leaves[i]
            for i, a in enumerate(arrays)
        ]

    ahead, behind = value(moved(step)), value(moved(-step))
    further, before = value(moved(2 * step)), value(moved(-2 * step))
    differences = [
        (8 * (p - m) - (pp - mm)) / (12 * step) for p, m, pp, mm in zip(ahead, behind, further, before)
    ]
    out, change = jvp(function, args, tree.unflatten(structure, tangents))
    forward = [
        np.asarray(c, np.float64)
        for o, c in zip(tree.leaves(out), tree.leaves(change))
        if is_float(np.asarray(o).dtype)
    ]
    for mine, other in zip(forward, differences):
        scale = np.max(np.abs(other), initial=1.0)
        np.testing.assert_allclose(mine, other, rtol, rtol * scale, err_msg="forward and differences")
    weights = [rng.standard_normal(np.shape(o)).astype(np.asarray(o).dtype) for o in tree.leaves(out)]
    _, out_structure = tree.flatten(out)
    _, back = vjp(function, *args)
    by = back(tree.unflatten(out_structure, weights))
    # Cotangents of arguments that are not of floats are None, and no leaves.
    gradients = [np.asarray(g, np.float64) for g in tree.leaves(by)]
    reverse = sum(float((g * np.asarray(direction[i], np.float64)).sum()) for g, i in zip(gradients, moving))
    along = sum(
        float((np.asarray(w, np.float64) * f).sum())
        for w, f in zip([w for w in weights if is_float(w.dtype)], forward)
    )
    np.testing.assert_allclose(reverse, along, rtol, rtol * max(1.0, abs(along)), err_msg="reverse and forward")
    if order > 1:

        def gradient(*inner: Any) -> Any:
            inner_leaves = tree.leaves(inner)

            def weighted(values: list[Any]) -> Any:
                full = list(inner_leaves)
                for i, v in zip(moving, values):
                    full[i] = v
                from .numpy import sum as total

                outs = tree.leaves(function(*tree.unflatten(structure, full)))
                terms = [total(lift(o) * w) for o, w in zip(outs, weights) if is_float(lift(o).dtype)]
                return functools.reduce(lambda a, b: a + b, terms)

            return grad(weighted)([inner_leaves[i] for i in moving])

        check_grads(gradient, args, order=order - 1, rtol=rtol, seed=seed + 1)


__all__ = [
    "ArgumentError", "TraceError", "check_grads", "custom_jvp", "custom_vjp", "dtype_of", "grad",
    "hessian", "hvp", "jacobian", "jit", "jvp", "linearize", "stop_gradient", "value_and_grad",
    "vjp", "vmap",
]  # fmt: skip
