# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of JAX as programs, and programs as functions of JAX.

`from_jax(f)` makes a function of JAX one that chad can trace and differentiate, by way of its jaxpr.
`as_jax(f)` makes a function that chad can trace a function of JAX: under `jax.jit` it is a call of machine code
on XLA's own arrays, and `jax.grad`, `jax.jvp`, `jax.vmap` and `jax.shard_map` can be applied to it.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from typing import Any, Callable

import jax
import jax.extend
import jax.numpy as jnp
import numpy as np
from jax.interpreters import ad, batching, mlir

from . import _chad, _jaxpr, trace, transforms
from . import numpy as cnp
from . import tree as _tree
from .batching import vmap
from .compilation import Jit, Traced, static_arguments
from .interop import from_program
from .linear import SplitJit
from .program import Function, Program
from .trace import is_complex, is_inexact, part_of

__all__ = ["as_jax", "from_jax", "grad", "jit", "value_and_grad"]


# ------------------------------------------------------------------------------------------------
# Calls


class _Target:
    """A function from lists of arrays to lists of arrays, with its derivatives.

    If `linear` is not negative, the function is linear in the arguments from position `linear` on. JAX compares
    targets; so there is one object for each function and derivative.
    """

    def __init__(self, function: Callable[[list[Any]], list[Any]], linear: int = -1, **options: Any) -> None:
        self.function, self.linear, self.options = function, linear, options
        self._jit = Jit(lambda *values: function(list(values)), options=options)
        self._lock = threading.RLock()
        self._traced: dict[Any, Traced] = {}
        self._targets: dict[Any, int] = {}
        self._derived: dict[Any, _Target] = {}

    def traced(self, types: Sequence[tuple[Any, tuple]], device: str = "cpu") -> Traced:
        """The program for arguments of these dtypes and shapes. On a GPU, numbers are passed as arrays of one
        element, since a program reads a scalar argument on the host.
        """
        key = device, *types
        with self._lock:
            found = self._traced.get(key)
            if found is None:
                jit, given = self._jit, list(types)
                if device != "cpu":
                    jit = Jit(self._on_device(types), options={**self.options, "device": device})
                    given = [(d, s or (1,)) for d, s in types]
                args = _tree.flatten((tuple(range(len(given))), {}))[1]
                found = self._traced[key] = jit.trace(args, given)
            return found

    def _on_device(self, types: Sequence[tuple[Any, tuple]]) -> Callable:
        def function(*values: Any) -> list[Any]:
            results = self.function([v if s else v[0] for v, (_, s) in zip(values, types)])
            return [r if r.shape else cnp.reshape(r, (1,)) for r in map(trace.lift, results)]

        return function

    def number(self, types: Sequence[tuple[Any, tuple]], device: str) -> int:
        """The number that identifies the program for XLA's handlers."""
        key = device, *types
        with self._lock:
            found = self._targets.get(key)
            if found is None:
                function = self.traced(types, device).program["main"]
                found = self._targets[key] = _chad.add_xla_target(function)
            return found

    def derive(self, key: Any, make: Callable[[], _Target]) -> _Target:
        with self._lock:
            if key not in self._derived:
                self._derived[key] = make()
            return self._derived[key]

    def jvp(self, active: tuple[bool, ...]) -> _Target:
        """The forward derivative: from the arguments, followed by the tangents of the active ones, to the
        tangents of all float results.
        """

        def function(values: list[Any]) -> list[Any]:
            primals, tangents = values[: len(active)], values[len(active) :]
            inner, moving = _of_some(self.function, primals, active)
            outs, changes = transforms.trace_jvp(inner, tuple(moving), tuple(tangents))
            return [c for o, c in zip(outs, changes) if is_inexact(trace.lift(o).dtype)]

        def make() -> _Target:
            target = _Target(function, len(active), **self.options)
            target._transposed = self.vjp(active)
            return target

        return self.derive(("jvp", active), make)

    def vjp(self, active: tuple[bool, ...]) -> _Target:
        """The reverse derivative: from the arguments, followed by the cotangents of all float results, to the
        cotangents of the active arguments.
        """

        def function(values: list[Any]) -> list[Any]:
            primals, cotangents = values[: len(active)], values[len(active) :]
            inner, moving = _of_some(self.function, primals, active, floats=True)
            return list(transforms.trace_vjp(inner, tuple(moving), list(cotangents))[1])

        return self.derive(("vjp", active), lambda: _Target(function, len(active), **self.options))

    @functools.cached_property
    def keeping(self) -> Callable:
        """The function in a form whose call keeps the residuals of the derivative."""
        return _keeping(self)

    def pull_back(self, values: Sequence[Any], cotangents: Sequence[Any]) -> tuple[Any, ...]:
        """The cotangents of the arguments at `values`; None for arguments that are not floats."""
        active = tuple(is_inexact(np.dtype(v.dtype)) for v in values)
        gradients = iter(_call.bind(*values, *cotangents, target=self.vjp(active)))
        return tuple(next(gradients) if a else None for a in active)

    _transposed: _Target | None = None

    def transposed(self, count: int) -> _Target:
        """The transpose in the linear arguments; `count` is the number of all arguments."""
        if self._transposed is not None:
            return self._transposed
        # The derivative of a linear function is the function itself, at any point.
        return self.vjp(tuple(i >= self.linear for i in range(count)))

    def batched(self, axes: tuple[Any, ...]) -> _Target:
        """The function applied to each element along `axes` of the arguments. The new dimension of the results
        is the first one.
        """

        def function(values: list[Any]) -> list[Any]:
            return vmap(lambda *v: self.function(list(v)), axes)(*values)

        return self.derive(("vmap", axes), lambda: _Target(function, self.linear, **self.options))


def _of_some(function: Callable, values: list[Any], active: Sequence[bool], floats: bool = False) -> Any:
    """Restricts a function to its active arguments. Returns the function and the active values."""

    def inner(*moving: Any) -> list[Any]:
        rest = iter(moving)
        results = function([next(rest) if a else v for v, a in zip(values, active)])
        return [r for r in results if is_inexact(trace.lift(r).dtype)] if floats else results

    return inner, [v for v, a in zip(values, active) if a]


class _Compiled:
    """A function of a program, used like a traced function."""

    def __init__(self, function: Function) -> None:
        self.program = {"main": function}
        self.hidden: tuple = ()
        self.out_types = [(trace.dtype_of(r.dtype or ""), tuple(r.shape or ())) for r in function.results]


class _Part(_Target):
    """One of the two functions of a program in two parts."""

    def __init__(self, program: Program, name: str, **options: Any) -> None:
        inner = from_program(program, name)

        def function(values: list[Any]) -> list[Any]:
            results = inner(*values)
            return [] if results is None else list(results) if isinstance(results, tuple) else [results]

        super().__init__(function, **options)
        self._compiled: Any = _Compiled(program[name])

    def traced(self, types: Sequence[tuple[Any, tuple]], device: str = "cpu") -> Traced:
        return self._compiled if device == "cpu" else super().traced(types, device)


class _Parts:
    """A function in two parts: the first computes the results and the residuals, the second the reverse
    derivative from these.
    """

    def __init__(
        self,
        program: Program,
        hidden: Sequence[Any],
        counts: tuple[int, int],
        active: list[bool],
        **options: Any,
    ) -> None:
        forward, backward, self.is_early, _ = program.parts[0]
        self.forward, self.backward = (_Part(program, name, **options) for name in (forward, backward))
        self.hidden, self.active = hidden, active
        self.num_values, self.num_early = counts

    @staticmethod
    def of(target: _Target, types: Sequence[tuple[Any, tuple]]) -> _Parts | None:
        """The parts for a target; None if one loop computes both, and for complex numbers and unsigned
        integers.
        """
        split = SplitJit(
            transforms.pull_back(lambda *values: target.function(list(values))), options=target.options
        )
        traced = split.trace(_tree.flatten((tuple(range(len(types))), {}))[1], types)
        if traced.has_complex or traced.has_views or not traced.late:
            return None
        count = traced.out_structure.children[0].num_leaves
        is_early = traced.program.parts[0][2]
        if not all(is_early[:count]):
            return None
        active = [is_inexact(dtype) for dtype, _ in types]
        return _Parts(traced.program, traced.hidden, (count, sum(is_early)), active, **target.options)

    def run(self, values: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The results, and the residuals that the derivative gets."""
        given = [*values, *(jnp.asarray(h) for h in self.hidden)]
        outs = _call.bind(*given, target=self.forward)
        return outs[: self.num_values], [*given, *outs]

    def pull_back(self, kept: Sequence[Any], cotangents: Sequence[Any]) -> tuple[Any, ...]:
        late = iter(_call.bind(*kept, *cotangents, target=self.backward))
        early = iter(kept[len(self.active) + len(self.hidden) :])
        results = [next(early) if is_early else next(late) for is_early in self.is_early]
        gradients = iter(results[self.num_values :])
        return tuple(next(gradients) if active else None for active in self.active)


def _keeping(target: _Target) -> Callable:
    """A target as a function of JAX that has a reverse derivative only."""
    known: dict[Any, _Parts | None] = {}

    def parts_of(values: Sequence[Any]) -> _Parts | None:
        key = tuple(_types(values))
        if key not in known:
            with trace.inside(None):
                known[key] = _Parts.of(target, key)
        return known[key]

    @jax.custom_vjp
    def call(*values: Any) -> Any:
        return _call.bind(*values, target=target)

    def forward(*values: Any) -> Any:
        parts = parts_of(values)
        if parts is None:
            return _call.bind(*values, target=target), jax.tree_util.Partial(target.pull_back, *values)
        results, kept = parts.run(values)
        return results, jax.tree_util.Partial(parts.pull_back, *kept)

    def backward(kept: Any, cotangents: Any) -> Any:
        floats = [c for c in cotangents if getattr(c, "dtype", None) != jax.dtypes.float0]
        return kept.func(kept.args, [jnp.asarray(c) for c in floats])

    call.defvjp(forward, backward)
    return call


_call = jax.extend.core.Primitive("chad_call")
_call.multiple_results = True


def _types(avals: Sequence[Any]) -> list[tuple[Any, tuple]]:
    return [(np.dtype(a.dtype), tuple(a.shape)) for a in avals]


@_call.def_abstract_eval
def _abstract(*avals: Any, target: _Target) -> Any:
    return [jax.core.ShapedArray(s, d) for d, s in target.traced(_types(avals)).out_types]


def _lower(*args: Any, target: _Target, device: str) -> Any:
    types = _types(args)
    traced = target.traced(types, device)
    shapes = [s for _, s in target.traced(types).out_types]
    if device != "cpu":
        args = tuple(jnp.reshape(v, v.shape or (1,)) for v in args)
    # A complex number is two arrays of the program: its real and imaginary part.
    parts = [p for v in args for p in ((v.real, v.imag) if is_complex(np.dtype(v.dtype)) else (v,))]
    outs = [
        jax.ShapeDtypeStruct(s, part_of(d) if is_complex(d) else d)
        for d, s in traced.out_types
        for _ in range(1 + is_complex(d))
    ]
    if not outs:
        return []
    if device == "cpu" and not _chad.has_xla:
        found = jax.pure_callback(lambda *v: _run(traced, v), outs, *parts)
    else:
        if not _chad.has_xla:
            raise NotImplementedError(
                "calls on a GPU need a package that was built with XLA's headers; see docs/Python.md"
            )
        _register(device)
        hidden = [jnp.asarray(h) for h in traced.hidden]
        number = np.int64(target.number(types, device))
        found = jax.ffi.ffi_call(f"chad_call_{device}", outs)(*parts, *hidden, target=number)
    rest = iter(found)
    results = [
        jax.lax.complex(next(rest), next(rest)) if is_complex(d) else next(rest) for d, _ in traced.out_types
    ]
    return [jnp.reshape(r, s) for r, s in zip(results, shapes)]


def _run(traced: Traced, values: Sequence[Any]) -> list[np.ndarray]:
    results = traced.program["main"](*(np.asarray(v) for v in values), *traced.hidden)
    results = results if isinstance(results, tuple) else (results,)
    dtypes = [None if is_complex(d) else d for d, _ in traced.out_types for _ in range(1 + is_complex(d))]
    return [np.asarray(r) if d is None else np.asarray(r).view(d) for r, d in zip(results, dtypes)]


@functools.cache
def _register(device: str) -> None:
    handler = _chad.xla_handler(device != "cpu")
    jax.ffi.register_ffi_target(f"chad_call_{device}", handler, platform="cpu" if device == "cpu" else "CUDA")


for _device in ("cpu", "cuda"):
    _lowering = mlir.lower_fun(functools.partial(_lower, device=_device), multiple_results=True)
    mlir.register_lowering(_call, _lowering, platform=_device)


@functools.lru_cache(maxsize=1024)
def _compiled(target: _Target) -> Callable:
    return jax.jit(functools.partial(_call.bind, target=target))


@_call.def_impl
def _evaluate(*args: Any, target: _Target) -> Any:
    # Without compilation, JAX would evaluate a compiled call by this function again.
    with jax.disable_jit(False):
        return _compiled(target)(*args)


def _differentiate(primals: Any, tangents: Any, *, target: _Target) -> Any:
    outs = _call.bind(*primals, target=target)
    active = tuple(type(t) is not ad.Zero and is_inexact(np.dtype(p.dtype)) for p, t in zip(primals, tangents))
    results = [ad.Zero(jax.typeof(o).to_tangent_aval()) for o in outs]
    if any(active):
        moving = [t for t, a in zip(tangents, active) if a]
        changes = iter(_call.bind(*primals, *moving, target=target.jvp(active)))
        results = [next(changes) if is_inexact(np.dtype(o.dtype)) else r for o, r in zip(outs, results)]
    return outs, results


def _transpose(cotangents: Any, *args: Any, target: _Target) -> Any:
    count = target.linear
    if count < 0 or any(ad.is_undefined_primal(a) for a in args[:count]):
        raise TypeError("a call of chad is transposed that is not linear")
    if all(type(c) is ad.Zero for c in cotangents):
        return [ad.Zero(a.aval) if ad.is_undefined_primal(a) else None for a in args]
    given = [ad.instantiate_zeros(c) for c in cotangents]
    transposed = target.transposed(len(args))
    if target._transposed is not None or count == 0:
        outs = _call.bind(*args[:count], *given, target=transposed)
    else:
        zeros = [jnp.zeros(a.aval.shape, a.aval.dtype) for a in args[count:]]
        outs = _call.bind(*args[:count], *zeros, *given, target=transposed)
    return [None] * count + list(outs)


def _batch(args: Any, axes: Any, *, target: _Target) -> Any:
    axes = tuple(int(a) if isinstance(a, (int, np.integer)) else None for a in axes)
    outs = _call.bind(*args, target=target.batched(axes))
    return outs, [0] * len(outs)


ad.primitive_jvps[_call] = _differentiate
ad.primitive_transposes[_call] = _transpose
batching.primitive_batchers[_call] = _batch


# ------------------------------------------------------------------------------------------------
# Functions


def as_jax(
    function: Callable | Program | Function, name: str | None = None, keeps: bool = False, **options: Any
) -> Callable:
    """Makes a function that can be traced, or a function of a program in MLIR (by its `name`), a function of
    JAX.

    Arguments and results are trees of arrays; an argument that is not an array must be hashable. The function
    runs under `jax.jit` on XLA's arrays, on CPUs and on CUDA GPUs in XLA's stream. JAX can differentiate it to
    any order, in forward and reverse mode, batch it by `jax.vmap`, and divide it by `jax.shard_map` (with
    `check_vma=False`). With `keeps`, JAX can differentiate it in reverse mode only, and the residuals are kept
    instead of computed again. The options are those of `chad.compile`.

        square = chad.jax.as_jax(lambda x: x * x)
        assert jax.jit(jax.grad(square))(3.0) == 6.0

    While JAX traces the function, errors are those of `chad.jit`; when it runs, they are JAX's exceptions with
    chad's message.
    """
    if isinstance(function, Program):
        function = from_program(function, name)
    inner: Callable = function  # type: ignore[assignment]
    targets: dict[Any, tuple[_Target, list[Any]]] = {}

    @functools.wraps(inner)
    def call(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = jax.tree.flatten((args, kwargs))
        if any(isinstance(leaf, trace.Array) for leaf in leaves):
            # The call is a part of a function that chad traces.
            return inner(*args, **kwargs)
        if any(map(_is_key, leaves)):
            leaves, structure = jax.tree.flatten(_without_keys((args, kwargs)))
        is_array = tuple(map(_is_array, leaves))
        static = tuple(leaf for leaf, a in zip(leaves, is_array) if not a)
        key = structure, is_array, static
        found = targets.get(key)
        if found is None:
            found = targets[key] = _make(inner, structure, is_array, static, options)
        target, outs = found
        values = [leaf for leaf, a in zip(leaves, is_array) if a]
        if keeps:
            results = target.keeping(*map(jnp.asarray, values))
        elif any(isinstance(v, jax.core.Tracer) for v in values):
            results = _call.bind(*map(jnp.asarray, values), target=target)
        else:
            # JAX takes arrays to a compiled call in less time than to a primitive.
            results = _evaluate(*values, target=target)
        results = jax.tree.unflatten(outs[0], results)
        return _with_keys(results) if outs[1] else results

    return call


def _make(
    function: Callable, structure: Any, is_array: tuple[bool, ...], static: tuple, options: dict[str, Any]
) -> tuple[_Target, list[Any]]:
    outs: list[Any] = []

    def flat(values: list[Any]) -> list[Any]:
        arrays, others = iter(values), iter(static)
        leaves = [next(arrays) if a else next(others) for a in is_array]
        args, kwargs = jax.tree.unflatten(structure, leaves)
        results = function(*args, **kwargs)
        has_keys = any(
            isinstance(r, _Key) for r in jax.tree.leaves(results, is_leaf=lambda r: isinstance(r, _Key))
        )
        results, out = jax.tree.flatten(results)
        outs[:] = [out, has_keys]
        return results

    return _Target(flat, **options), outs


class _Key:
    """An array of keys of random numbers, represented by an array of integers, with what is needed to make keys
    again.
    """

    def __init__(self, data: Any, kind: Any) -> None:
        self.data, self.kind = data, kind

    def split(self) -> tuple[list[Any], Any]:
        return [self.data], self.kind


jax.tree_util.register_pytree_node(_Key, _Key.split, lambda kind, data: _Key(data[0], kind))
_tree.register(_Key, _Key.split, lambda kind, data: _of_key_data(kind, data))


def _of_key_data(kind: Any, data: list[Any]) -> Any:
    """Keys, or a `_Key` in a function that is traced; None for the cotangent of keys."""
    if data[0] is None:
        return None
    if isinstance(data[0], trace.Array):
        return _Key(data[0], kind)
    return jax.random.wrap_key_data(jnp.asarray(data[0]), impl=kind)


def _is_key(leaf: Any) -> bool:
    """Whether a leaf is an array of keys, the only arrays of JAX whose type of elements numpy does not have."""
    return isinstance(leaf, jax.Array) and not isinstance(leaf.dtype, np.dtype)


# As arguments of functions of this package, arrays of keys are trees with an array of integers as leaf.
_tree.FINDERS.append(
    lambda leaf: (
        (lambda k: ([np.asarray(jax.random.key_data(k))], jax.random.key_impl(k)), _of_key_data)
        if _is_key(leaf) and not isinstance(leaf, jax.core.Tracer)
        else None
    )
)


def _without_keys(values: Any) -> Any:
    """Replaces the keys of random numbers in a tree by `_Key`."""

    def replace(leaf: Any) -> Any:
        return _Key(jax.random.key_data(leaf), jax.random.key_impl(leaf)) if _is_key(leaf) else leaf

    return jax.tree.map(replace, values)


def _with_keys(values: Any) -> Any:
    """Replaces each `_Key` in a tree by keys of random numbers."""

    def replace(leaf: Any) -> Any:
        return jax.random.wrap_key_data(leaf.data, impl=leaf.kind) if isinstance(leaf, _Key) else leaf

    return jax.tree.map(replace, values, is_leaf=lambda leaf: isinstance(leaf, _Key))


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, (bool, int, float, complex, np.ndarray, np.generic, jax.Array))


def from_jax(function: Callable) -> Callable:
    """Makes a function of JAX one that chad can trace, by way of its jaxpr.

    Arguments and results are trees of arrays of static shapes, and have the types that JAX gives them: without
    `jax_enable_x64`, numbers of 64 bits become numbers of 32 bits. Derivatives and compilation are those of chad.

        assert chad.grad(chad.jax.from_jax(lambda x: jnp.sin(x) ** 2))(0.0) == 0.0

    Raises `NotImplementedError` for a primitive that is not supported, with its name, the user's line and the
    reason.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not trace.is_tracing():
            return function(*args, **kwargs)
        leaves, structure = jax.tree.flatten((args, kwargs))
        arrays = [trace.as_integer(trace.lift(v)) if trace.is_leaf_array(v) else v for v in leaves]
        moving = [a for a in arrays if isinstance(a, trace.Array)]
        outs: list[Any] = []

        def flat(*values: Any) -> list[Any]:
            rest = iter(values)
            all_ = [next(rest) if isinstance(a, trace.Array) else a for a in arrays]
            inner_args, inner_kwargs = _with_keys(jax.tree.unflatten(structure, all_))
            results, out = jax.tree.flatten(_without_keys(function(*inner_args, **inner_kwargs)))
            outs[:] = [out]
            return results

        shapes = [jax.ShapeDtypeStruct(_static(a), a.dtype) for a in moving]
        with trace.inside(None):
            closed = jax.make_jaxpr(flat)(*shapes)
        # Without jax_enable_x64, JAX has no numbers of 64 bits.
        moving = [
            a if a.dtype == aval.dtype else cnp.astype(a, aval.dtype)
            for a, aval in zip(moving, closed.in_avals, strict=True)
        ]
        results = _jaxpr.evaluate(closed, moving)
        return jax.tree.unflatten(outs[0], results)

    return call


def _inside(values: list[Any], params: dict) -> list[Any]:
    """Calls a function of this package in a function of JAX that is being traced."""
    return params["target"].function(values)


_jaxpr.RULES["chad_call"] = _inside


def _static(array: Any) -> tuple[int, ...]:
    for extent in array.shape:
        if not isinstance(extent, int):
            raise trace.error("functions of JAX have extents that are known: leave out dynamic=True")
    return array.shape


def jit(
    function: Callable,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    **options: Any,
) -> Callable:
    """A function of JAX, compiled and differentiated here, as a function of JAX again.

    Each value of a static argument has a program of its own. Options are those of `as_jax`, errors those of `as_jax`
    and `from_jax`.

        assert jax.jit(chad.jax.jit(lambda x: jnp.exp(x) - 1))(0.0) == 0.0
        assert chad.jax.jit(lambda x, n: x**n, static_argnums=1)(3.0, 2) == 9.0
    """
    numbers, names = static_arguments(function, static_argnums, static_argnames)
    if not numbers and not names:
        return as_jax(from_jax(function), **options)
    compiled: dict[Any, Callable] = {}

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        positions = {n + len(args) if n < 0 else n for n in numbers}
        by_number = tuple((i, a) for i, a in enumerate(args) if i in positions)
        by_name = tuple(sorted((name, kwargs[name]) for name in names if name in kwargs))
        key = by_number, by_name
        if key not in compiled:

            def inner(moving: list[Any], others: dict[str, Any]) -> Any:
                full = list(moving)
                for i, value in by_number:
                    full.insert(i, value)
                return function(*full, **others, **dict(by_name))

            compiled[key] = as_jax(from_jax(inner), **options)
        moving = [a for i, a in enumerate(args) if i not in positions]
        return compiled[key](moving, {k: v for k, v in kwargs.items() if k not in names})

    return call


def grad(function: Callable, argnums: int | Sequence[int] = 0, **options: Any) -> Callable:
    """The gradient of a function of JAX, computed by chad, as a function of JAX; see `chad.grad` and `as_jax`.

        assert chad.jax.grad(lambda x: jnp.sum(x**2))(jnp.array([1.0, 2.0])).tolist() == [2.0, 4.0]

    Errors are those of `as_jax` and `from_jax`.
    """
    return as_jax(transforms.grad(from_jax(function), argnums), **options)


def value_and_grad(
    function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False, **options: Any
) -> Callable:
    """The value and the gradient of a function of JAX, computed by chad, as a function of JAX; see
    `chad.value_and_grad` and `as_jax`.

        value, slope = chad.jax.value_and_grad(lambda x: x**3)(2.0)
        assert (value, slope) == (8.0, 12.0)
    """
    return as_jax(transforms.value_and_grad(from_jax(function), argnums, has_aux), **options)
