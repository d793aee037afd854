# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives that a user gives: functions with a rule of their own, and values that count as constant."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Callable, NamedTuple

from . import trace, tree
from .combinators import _as
from .compilation import Jit
from .requests import outer_shape, with_extents
from .trace import Array, Func, as_integer, emit, emit_many, error, is_float, lift, type_text, use


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


class _Call(NamedTuple):
    """A call of a function with a rule, while the function is written."""

    func: Func
    values: list[Array]
    #: The trees of the arguments and of the results.
    structure: tree.Structure
    out: tree.Structure
    results: list[Array]

    def function(self, suffix: str) -> Func:
        """A function of the rule, that is named after the one that it is of."""
        outer = trace.current()
        module = outer.func.module
        return Func(module, module.function_name(f"{self.func.name}_{suffix}"), outer, _CLOSED)

    def check(self, pair: Any, rule: str, second: str) -> tuple[list[Array], Any]:
        """The results that a rule returns, which are to be those of the function, and what else it returns."""
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise error(f"{rule} returns a pair: the result, and {second}")
        again, structure = tree.flatten(pair[0])
        if structure != self.out:
            raise error(f"{rule} returns {structure}, and the function {self.out}")
        what = f"the result of {rule}"
        return [_as(a, r.dtype, r.shape, what) for a, r in zip(again, self.results)], pair[1]


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

    def _rule(self, call: _Call) -> str:
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
        func.attributes = self._rule(_Call(func, values, structure, outs[0], results))
        func.finish(names)
        types = [(r.dtype, outer_shape(r.shape), False) for r in results]
        text = (
            f"func.call @{func.name}({', '.join(use(v) for v in values)}) : "
            f"({', '.join(v.type for v in values)}) -> ({', '.join(type_text(d, s) for d, s, _ in types)})"
        )
        arrays = [with_extents(a) for a in emit_many(text, types)]
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

    def _rule(self, call: _Call) -> str:
        if self._forward is None or self._backward is None:
            raise error(f"'{self.__name__}' has no rule yet; defvjp gives it one")
        forward = call.function("forward")
        arguments = [forward.add_argument(v.dtype, v.shape) for v in call.values]
        with trace.inside(forward.block):
            pair = self._forward(*tree.unflatten(call.structure, arguments))
            same, keeps = call.check(pair, "the forward rule", "what the backward rule needs")
            leaves, kept_structure = tree.flatten(keeps)
            values_kept = [as_integer(lift(leaf)) for leaf in leaves]
            names = [(use(a), a.type) for a in (*same, *values_kept)]
        forward.finish(names)
        backward = call.function("backward")
        kept = [backward.add_argument(k.dtype, k.shape) for k in values_kept]
        cotangents: list[Any] = [
            backward.add_argument(r.dtype, r.shape, True) if is_float(r.dtype) else None for r in call.results
        ]
        with trace.inside(backward.block):
            given = self._backward(tree.unflatten(kept_structure, kept), tree.unflatten(call.out, cotangents))
            if not isinstance(given, (tuple, list)) or len(given) != len(call.structure.children):
                raise error(f"the backward rule returns a tuple of {len(call.structure.children)} cotangents")
            changes: list[Any] = []
            for part, child in zip(given, call.structure.children):
                part_leaves = [None] * child.num_leaves if part is None else tree.leaves(part)
                if len(part_leaves) != child.num_leaves:
                    raise error(f"the backward rule returns {len(part_leaves)} arrays for {child}")
                changes += part_leaves
            linear = _linear_results(changes, call.values, "a result of the backward rule")
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

    def _rule(self, call: _Call) -> str:
        if self._dual is None:
            raise error(f"'{self.__name__}' has no rule yet; defjvp gives it one")
        dual = call.function("dual")
        primals = [dual.add_argument(v.dtype, v.shape) for v in call.values]
        tangents: list[Any] = [
            dual.add_argument(v.dtype, v.shape, True) if is_float(v.dtype) else None for v in call.values
        ]
        with trace.inside(dual.block):
            pair = self._dual(*(tree.unflatten(call.structure, x) for x in (primals, tangents)))
            same, change = call.check(pair, "the rule", "its tangent")
            names = [(use(a), a.type) for a in same]
            names += _linear_results(tree.leaves(change), call.results, "the tangent of the rule")
        dual.finish(names)
        return f"chad.custom_jvp = @{dual.name}"
