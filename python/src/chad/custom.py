# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Custom derivatives: functions with rules of their own, and values that are constant for derivatives."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Callable, NamedTuple

import numpy as np

from . import trace, tree
from .combinators import _as
from .compilation import Jit
from .errors import LINEAR
from .requests import outer_shape, with_extents
from .trace import (
    Array,
    Func,
    as_dim,
    as_integer,
    emit,
    emit_many,
    error,
    is_complex,
    is_float,
    lift,
    type_text,
    use,
)


def stop_gradient(value: Any) -> Any:
    """Returns the value, a number, an array or a tree. Derivatives treat it as constant.

        assert chad.grad(lambda x: x * chad.stop_gradient(x))(3.0) == 3.0

    Outside of traced functions the value is returned as it is.
    """
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


class _Type(NamedTuple):
    """The dtype and the shape of an array."""

    dtype: Any
    shape: tuple


_INTEGERS = np.dtype(np.int64)


class Call(NamedTuple):
    """A call of a function with a rule, while the function is written."""

    func: Func
    values: list[Array]
    #: The trees of the arguments and of the results.
    structure: tree.Structure
    out: tree.Structure
    results: list[Array]

    def function(self, suffix: str) -> Func:
        """Creates a function of the rule, whose name is that of the function with a suffix."""
        outer = trace.current()
        module = outer.func.module
        func = Func(module, module.function_name(f"{self.func.name}_{suffix}"), outer, _CLOSED)
        func.derivatives = -1
        return func

    def check(self, pair: Any, rule: str, second: str) -> tuple[list[Array], Any]:
        """Checks that a rule returns a pair whose first part has the types of the function's results. Returns
        both parts.
        """
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise error(f"{rule} returns a pair: the result, and {second}")
        again, structure = tree.flatten(pair[0])
        if structure != self.out:
            raise error(f"{rule} returns {structure}, and the function {self.out}")
        what = f"the result of {rule}"
        return [_as(a, r.dtype, r.shape, what) for a, r in zip(again, self.results)], pair[1]

    def again(self, values: Sequence[Array]) -> list[Array]:
        """Calls the function in a function of its rule."""
        return _write_call(
            self.func.name, values, [(r.dtype, outer_shape(r.shape), False) for r in self.results]
        )

    def write_dual(self, rule: Callable) -> str:
        """Writes the forward derivative, `rule(primals, tangents)`, and returns the attribute that names it."""
        dual = self.function("dual")
        primals = [dual.add_argument(v.dtype, v.shape) for v in self.values]
        tangents: list[Any] = [
            dual.add_argument(v.dtype, v.shape, True) if is_float(v.dtype) else None for v in self.values
        ]
        with trace.inside(dual.block):
            pair = rule(*(tree.unflatten(self.structure, x) for x in (primals, tangents)))
            same, change = self.check(pair, "the rule", "its tangent")
            names = [(use(a), a.type) for a in same]
            changes = _leaves_like(change, self.out, "the tangent of the rule")
            names += _linear_results(changes, self.results, "the tangent of the rule")
        dual.finish(names)
        return f"chad.custom_jvp = @{dual.name}"

    def write_reverse(self, ahead: Callable, back: Callable) -> str:
        """Writes the reverse derivative, `ahead(*primals)` and `back(kept, cotangents)`, and returns the
        attributes that name them.
        """
        forward = self.function("forward")
        arguments = [forward.add_argument(v.dtype, v.shape) for v in self.values]
        with trace.inside(forward.block):
            pair = ahead(*tree.unflatten(self.structure, arguments))
            same, keeps = self.check(pair, "the forward rule", "what the backward rule needs")
            leaves, kept_structure = tree.flatten(keeps)
            values_kept = [as_integer(lift(leaf)) for leaf in leaves]
            names = [(use(a), a.type) for a in (*same, *values_kept)]
        backward = self.function("backward")
        kept = [backward.add_argument(k.dtype, k.shape) for k in values_kept]
        cotangents: list[Any] = [
            backward.add_argument(r.dtype, r.shape, True) if is_float(r.dtype) else None for r in self.results
        ]
        with trace.inside(backward.block):
            given = back(tree.unflatten(kept_structure, kept), tree.unflatten(self.out, cotangents))
            if not isinstance(given, (tuple, list)) or len(given) != len(self.structure.children):
                raise error(f"the backward rule returns a tuple of {len(self.structure.children)} cotangents")
            changes: list[Any] = []
            for part, child in zip(given, self.structure.children):
                changes += _leaves_like(part, child, "a result of the backward rule")
            like: list[Any] = []
            extents: list[tuple[int, int]] = []
            for i, (change, value) in enumerate(zip(changes, self.values)):
                shape = value.shape
                if change is None and is_float(value.dtype):
                    # Zeros need the extents of the argument, which are kept where they are dynamic.
                    open_ = [axis for axis, d in enumerate(shape) if not isinstance(d, int)]
                    extents += [(i, axis) for axis in open_]
                    given_ = {axis: as_dim(backward.add_argument(_INTEGERS, ())) for axis in open_}
                    shape = tuple(given_.get(axis, d) for axis, d in enumerate(shape))
                like.append(_Type(value.dtype, shape))
            linear = _linear_results(changes, like, "a result of the backward rule")
        # What is kept stands before the cotangents.
        first = len(backward.args) - len(extents)
        backward.args[len(kept) : len(kept)] = backward.args[first:]
        del backward.args[first + len(extents) :]
        backward.finish(linear)
        with trace.inside(forward.block):
            sizes = [as_integer(lift(arguments[i].shape[axis])) for i, axis in extents]
            names += [(use(size), size.type) for size in sizes]
        forward.finish(names)
        return f"chad.custom_vjp = [@{forward.name}, @{backward.name}]"

    def declare_derivatives(self, name: str) -> str:
        """Declares derivatives that are not there, under names that an error will show; returns the attribute."""
        module = self.func.module
        values, results = ([a.type for a in arrays] for arrays in (self.values, self.results))
        floats, changes = (
            [f"!chad.lin<{a.type}>" for a in arrays if is_float(a.dtype)]
            for arrays in (self.values, self.results)
        )
        names = []
        for suffix, given, made in (
            ("forwards", values + floats, results + changes),
            ("in reverse, its first half", values, results),
            ("in reverse", changes, floats),
        ):
            names.append(f'@"{module.function_name(f"{self.func.name}: {name}, {suffix}")}"')
            module.functions.append(
                f"func.func private {names[-1]}({', '.join(given)}) -> ({', '.join(made)}){self.func.loc}"
            )
        return f"chad.custom_jvp = {names[0]}, chad.custom_vjp = [{names[1]}, {names[2]}]"


def _write_call(name: str, values: Sequence[Array], types: Sequence[Any]) -> list[Array]:
    text = (
        f"func.call @{name}({', '.join(use(v) for v in values)}) : "
        f"({', '.join(v.type for v in values)}) -> ({', '.join(type_text(d, s) for d, s, _ in types)})"
    )
    return [with_extents(a) for a in emit_many(text, types)]


def _leaves_like(value: Any, structure: tree.Structure, what: str) -> list[Any]:
    try:
        return tree.leaves_like(value, structure)
    except ValueError as problem:
        raise error(f"{what}: {problem}") from None


class _Custom:
    """A function with a custom derivative."""

    __name__: str

    def __init__(self, function: Callable, *, key: Any = None) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._compiled = Jit(self._trace)
        #: The key of the function in a program, for calls with arrays and for calls in a rule that
        #: is known to be linear.
        self._key = key

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args: Any) -> Any:
        if trace.is_tracing():
            return self._trace(*args)
        return self._compiled(*args)

    def _rule(self, call: Call) -> str:
        """Writes the functions of the rule, and returns the attribute that names them."""
        raise NotImplementedError

    def _trace(self, *args: Any) -> Any:
        leaves, structure = tree.flatten(args)
        values = [as_integer(lift(leaf)) for leaf in leaves]
        if any(is_complex(v.dtype) for v in values):
            raise error(
                f"'{self.__name__}' has a rule of its own, and takes complex numbers: give it their real and imaginary parts"
            )
        name, out, types = self._define(values, structure)
        arrays = _write_call(name, values, types)
        return tree.unflatten(out, arrays)

    def _define(self, values: list[Array], structure: tree.Structure) -> tuple[str, tree.Structure, list[Any]]:
        """Writes the function for these arguments. Returns its name, and the structure and the types of its
        results.
        """
        outer = trace.current()
        module = outer.func.module
        key = (self._key or self, structure, *((v.dtype, outer_shape(v.shape)) for v in values))
        if key in module.shared:
            return module.shared[key]
        name = LINEAR + self.__name__ if self._key else self.__name__
        func = Func(module, module.function_name(name), outer, _CLOSED)
        func.derivatives = -1
        arguments = [func.add_argument(v.dtype, v.shape) for v in values]
        with trace.inside(func.block):
            leaves, out = tree.flatten(self._function(*tree.unflatten(structure, arguments)))
            results = [as_integer(lift(leaf)) for leaf in leaves]
            names = [(use(r), r.type) for r in results]
        defined = func.name, out, [(r.dtype, outer_shape(r.shape), False) for r in results]
        module.shared[key] = defined
        try:
            func.attributes = self._rule(Call(func, values, structure, out, results))
        except BaseException:
            del module.shared[key]
            raise
        func.finish(names)
        if not self._key:
            # The values that the function reads from outside may change between calls, but not in
            # its own rule.
            del module.shared[key]
        return defined


def _like(value: Any, array: Array | _Type, what: str) -> Array:
    """Checks that a tangent or cotangent has the dtype and the shape of `array`; None becomes zero."""
    given = 0.0 if value is None else value
    number = lift(given, array.dtype) if trace.is_number(given) else lift(given)
    if number.shape == () and array.shape:
        number = trace.splat(number, array.shape)
    return _as(number, array.dtype, array.shape, what)


def _linear_results(values: Sequence[Any], like: Sequence[Array | _Type], what: str) -> list[tuple[str, str]]:
    """Converts values to results of linear types."""
    names = []
    for value, array in zip(values, like):
        if not is_float(array.dtype):
            continue
        number = _like(value, array, what)
        linear = emit(f"chad.to_linear {use(number)} : {number.type}", number.dtype, number.shape)
        names.append((linear.name, f"!chad.lin<{number.type}>"))
    return names


class custom_vjp(_Custom):
    """A function whose reverse derivative is defined by `defvjp`.

        @chad.custom_vjp
        def product(x, y):
            return x * y

        product.defvjp(lambda x, y: (x * y, (x, y)), lambda kept, cotangent: (cotangent * kept[1], cotangent * kept[0]))
        assert chad.grad(product)(2.0, 3.0) == 3.0

    `defvjp` takes two functions. The first one returns the result and the values that the second one needs. The
    second one returns a tuple with the cotangent of each argument, which has the dtype and shape of the
    argument, or None for zero. All three functions take arrays, or trees of arrays, of floats and integers.

    Raises `chad.TraceError` if a function returns something else, reads a traced array from outside, or gets
    complex numbers.
    """

    _forward: Callable | None = None
    _backward: Callable | None = None

    def defvjp(self, forward: Callable, backward: Callable) -> None:
        """Defines the derivative."""
        self._forward, self._backward = forward, backward

    def _rule(self, call: Call) -> str:
        if self._forward is None or self._backward is None:
            raise error(f"'{self.__name__}' has no rule yet; defvjp gives it one")
        return call.write_reverse(self._forward, self._backward)


class custom_jvp(_Custom):
    """A function whose forward derivative is defined by `defjvp`.

        @chad.custom_jvp
        def cube(x):
            return x**3

        @cube.defjvp
        def rule(primals, tangents):
            (x,), (change,) = primals, tangents
            return x**3, 3 * x**2 * change

        assert chad.grad(cube)(2.0) == 12.0

    The rule returns the result and its tangent, which has the dtypes and shapes of the result and must be
    linear in the tangents; the tangent of an integer is None. The reverse derivative is the transpose. Errors
    are those of `custom_vjp`.
    """

    _dual: Callable | None = None
    #: The reverse derivative, if it is not the transpose of the rule.
    _reverse: tuple[Callable, Callable] | None = None

    def defjvp(self, rule: Callable) -> Callable:
        """Defines the derivative."""
        self._dual = rule
        return rule

    def _rule(self, call: Call) -> str:
        if self._dual is None:
            raise error(f"'{self.__name__}' has no rule yet; defjvp gives it one")
        rule = self._dual
        attributes = call.write_dual(rule)
        if not any(is_float(v.dtype) for v in call.values) or not any(is_float(r.dtype) for r in call.results):
            return attributes
        if self._reverse is not None:
            return f"{attributes}, {call.write_reverse(*self._reverse)}"

        def ahead(*primals: Any) -> Any:
            # Calls the function itself, which has its rule when this is differentiated again.
            return tree.unflatten(call.out, call.again(tree.leaves(primals))), primals

        from .transforms import trace_vjp

        def back(primals: Any, cotangents: Any) -> Any:
            """The transpose of the rule, which is linear in the tangents."""
            leaves, structure = tree.flatten(primals)
            moving = [i for i, leaf in enumerate(leaves) if is_float(leaf.dtype)]

            def along(tangents: list[Any]) -> list[Any]:
                full: list[Any] = [None] * len(leaves)
                for i, t in zip(moving, tangents):
                    full[i] = t
                change = rule(primals, tree.unflatten(structure, full))[1]
                changes = _leaves_like(change, call.out, "the tangent of the rule")
                pairs = [(c, r) for c, r in zip(changes, call.results) if is_float(r.dtype)]
                return [_like(c, r, "the tangent of the rule") for c, r in pairs]

            zeros = [trace.splat(lift(0.0, leaves[i].dtype), leaves[i].shape) for i in moving]
            seeds = [c for c in tree.leaves_like(cotangents, call.out) if c is not None]
            changes = dict(zip(moving, trace_vjp(along, (zeros,), seeds, is_linear=True)[1][0]))
            return tree.unflatten(structure, [changes.get(i) for i in range(len(leaves))])

        return f"{attributes}, {call.write_reverse(ahead, back)}"
