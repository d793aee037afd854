# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives that JAX computes: those of functions with custom rules, of linear solves, and of functions that
are computed by approximations.
"""

from __future__ import annotations

import contextvars
import functools
from collections.abc import Sequence
from typing import Any, Callable

import jax
import numpy as np
from jax import dtypes
from jax.extend import core

from . import _ops, trace
from .custom import Call, custom_jvp, custom_vjp
from .trace import Array, is_inexact

#: Functions that JAX computes by series or tables. The derivative of such an approximation need not
#: be near the derivative of the function, so that JAX's formula for the derivative is used.
APPROXIMATED = {
    "bessel_i0e", "bessel_i1e", "digamma", "erf_inv", "igamma", "igammac", "lgamma",
    "regularized_incomplete_beta",
}  # fmt: skip

Evaluate = Callable[[Any, Sequence[Array]], list[Any]]

#: How many rules the equation stands in: one in a derivative of order n stands in n.
_order: contextvars.ContextVar[int] = contextvars.ContextVar("order", default=0)


def _function(equation: Any) -> tuple[Callable, list[Any]]:
    """The equation as a function of JAX, and the types of its operands."""
    fresh = [v for v in equation.invars if not isinstance(v, core.Literal)]
    inputs = list(dict.fromkeys(fresh))
    debug_info = jax.make_jaxpr(lambda: ())().jaxpr.debug_info
    jaxpr = core.Jaxpr([], inputs, equation.outvars, [equation], debug_info=debug_info)
    function = core.jaxpr_as_fun(core.ClosedJaxpr(jaxpr, []))
    return function, inputs


def _specs(values: Sequence[Any]) -> list[Any]:
    return [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in values]


def _moves(spec: Any) -> bool:
    return bool(dtypes.issubdtype(spec.dtype, np.inexact))


def _still(spec: Any) -> Any:
    return np.zeros(spec.shape, dtypes.float0)


def _split(values: Sequence[Array], conjugated: bool = False) -> list[Array]:
    """Splits complex values into real and imaginary parts, in which form they are passed to functions with
    rules.

    The cotangents of the parts of z, (∂f/∂x, ∂f/∂y), are the parts of the conjugate of JAX's, ∂f/∂x - i ∂f/∂y.
    """
    return _ops.split_complex(values, conjugated)


def _join(parts: Sequence[Array], specs: Sequence[Any], conjugated: bool = False) -> list[Array]:
    # Keys of random numbers have dtypes that numpy does not know.
    return _ops.join_complex(parts, [np.dtype(complex if _is_complex(s) else bool) for s in specs], conjugated)


def _is_complex(spec: Any) -> bool:
    return bool(dtypes.issubdtype(spec.dtype, np.complexfloating))


def _in_places(values: Sequence[Array], specs: Sequence[Any], conjugated: bool = False) -> list[Any]:
    """For each type of `specs`, the part of the values if the type has tangents, and None otherwise."""
    rest = iter(values)
    placed: list[Any] = []
    for spec in specs:
        placed += _split([next(rest)], conjugated) if _moves(spec) else [None]
    return placed


def _call(made: Callable, equation: Any, inputs: list[Any], operands: list[Array]) -> list[Array]:
    """The results of a function of the parts of the equation's variables."""
    by_variable = {v: o for v, o in zip(equation.invars, operands) if not isinstance(v, core.Literal)}
    return _join(list(made(*_split([by_variable[v] for v in inputs]))), _specs(equation.outvars))


#: Rules stand in rules to this depth where the inner ones are transposed only.
_DEEPEST = 8


def _of_some_order(by: Callable) -> Callable:
    """The same in a rule, where another derivative may not be asked for, or JAX cannot derive the rule: there are results
    then, and a derivative that is an error where it is asked for. The rule of a function may lead to others with rules
    for ever, as that of `jax.numpy.sinc` does."""

    def is_needed(operands: list[Array]) -> bool:
        order = _order.get()
        if order == 0 or any(map(trace.is_differentiated, operands)):
            return True
        return order < _DEEPEST and any(map(trace.is_transposed, operands))

    @functools.wraps(by)
    def call(equation: Any, operands: list[Array], plain: Callable, evaluate: Evaluate) -> list[Array]:
        if is_needed(operands):
            try:
                return by(equation, operands, plain, evaluate)
            except jax.errors.JAXTypeError:  # The rule reads a value of JAX's that is no longer there.
                if _order.get() == 0:
                    raise
            except _NoDerivative as error:
                if any(is_inexact(o.dtype) and trace.is_differentiated(o) for o in operands):
                    raise NotImplementedError(f"JAX has no derivative here: {error}") from None
        inputs = _function(equation)[1]
        made = _WithoutRule(_named(equation, inputs, plain), key=("without a rule", _key(equation)))
        return _call(made, equation, inputs, operands)

    return call


class _NoDerivative(Exception):
    """JAX cannot differentiate a function, by all of its arguments."""


def _derived(function: Callable, *specs: Any) -> Any:
    """The jaxpr of a function that JAX derives. The errors of JAX's own rules have various types."""
    with trace.inside(None):
        try:
            return jax.make_jaxpr(function)(*specs)
        except jax.errors.JAXTypeError:
            raise
        except (TypeError, ValueError) as error:
            raise _NoDerivative(str(error).split("\n")[0]) from None


class _WithoutRule(custom_jvp):
    """A function whose derivatives are functions that are not there."""

    def _rule(self, call: Call) -> str:
        return call.declare_derivatives(f"derivative of order {_order.get() + 1} by JAX's rules")


@_of_some_order
def by_jvp(equation: Any, operands: list[Array], plain: Callable, evaluate: Evaluate) -> list[Array]:
    """The results of the equation, `plain(*operands)`, with JAX's forward derivative as a custom rule. Reverse
    mode transposes it.

    If JAX has no derivative for these parameters, a request for one is an error.
    """
    function, inputs = _function(equation)
    try:
        closed, rule = _forward_rule(equation, function, inputs, evaluate)
    except NotImplementedError as error:
        if any(is_inexact(o.dtype) and trace.is_differentiated(o) for o in operands):
            reason = str(error).split(". ")[0]
            raise NotImplementedError(f"JAX has no derivative here: {reason}") from None
        return plain(*operands)
    made = custom_jvp(_named(equation, inputs, plain), key=_key(equation, closed))
    made.defjvp(rule)
    return _call(made, equation, inputs, operands)


@_of_some_order
def by_vjp(equation: Any, operands: list[Array], plain: Callable, evaluate: Evaluate) -> list[Array]:
    """The results of the equation, `plain(*operands)`, with JAX's reverse derivative as a custom rule."""
    function, inputs = _function(equation)
    if not any(_moves(v.aval) for v in inputs) or not any(_moves(v.aval) for v in equation.outvars):
        return plain(*operands)
    texts, rules = _reverse_rule(equation, function, inputs, evaluate)
    made = custom_vjp(_named(equation, inputs, plain), key=_key(equation, *texts))
    made.defvjp(*rules)
    return _call(made, equation, inputs, operands)


@_of_some_order
def by_both(equation: Any, operands: list[Array], plain: Callable, evaluate: Evaluate) -> list[Array]:
    """The results of the equation with both of JAX's derivatives as custom rules. For functions whose forward
    derivative calls the function on tangents: transposing that needs the reverse derivative.
    """
    function, inputs = _function(equation)
    if not any(_moves(v.aval) for v in inputs):
        return plain(*operands)
    closed, rule = _forward_rule(equation, function, inputs, evaluate)
    texts, rules = _reverse_rule(equation, function, inputs, evaluate)
    made = custom_jvp(_named(equation, inputs, plain), key=_key(equation, closed, *texts))
    made.defjvp(rule)
    made._reverse = rules
    return _call(made, equation, inputs, operands)


def _inside_rule(rule: Callable) -> Callable:
    def call(*args: Any) -> Any:
        before = _order.set(_order.get() + 1)
        try:
            return rule(*args)
        finally:
            _order.reset(before)

    return call


def _forward_rule(
    equation: Any, function: Callable, inputs: list[Any], evaluate: Evaluate
) -> tuple[Any, Callable]:
    specs, outs = _specs(inputs), _specs(equation.outvars)
    moving = [s for s in specs if _moves(s)]

    def along(*values: Any) -> Any:
        given = iter(values[len(specs) :])
        tangents = tuple(next(given) if _moves(s) else _still(s) for s in specs)
        outs, changes = jax.jvp(function, values[: len(specs)], tangents)
        return [*outs, *(c for c in changes if c.dtype != dtypes.float0)]

    closed = _derived(along, *specs, *moving)
    if any(isinstance(c, jax.core.Tracer) for c in closed.consts):
        raise jax.errors.UnexpectedTracerError("a rule reads a value that is no longer there")

    def rule(primals: Sequence[Array], tangents: Sequence[Any]) -> Any:
        given = _join([t for t in tangents if t is not None], moving)
        results = evaluate(closed, [*_join(primals, specs), *given])
        return _split(results[: len(outs)]), _in_places(results[len(outs) :], outs)

    return closed, _inside_rule(rule)


def _reverse_rule(
    equation: Any, function: Callable, inputs: list[Any], evaluate: Evaluate
) -> tuple[tuple[Any, Any], tuple[Callable, Callable]]:
    specs, outs = _specs(inputs), _specs(equation.outvars)
    structures: list[Any] = []

    def forward(*primals: Any) -> Any:
        results, pull = jax.vjp(function, *primals)
        kept, structure = jax.tree.flatten(pull)
        structures.append(structure)
        return [*results, *kept]

    ahead = _derived(forward, *specs)
    kept_specs = _specs(ahead.jaxpr.outvars[len(outs) :])
    moving = [s for s in outs if _moves(s)]

    def backward(kept: Any, cotangents: Any) -> Any:
        given = iter(cotangents)
        full = [next(given) if _moves(s) else _still(s) for s in outs]
        changes = jax.tree.unflatten(structures[-1], kept)(full)
        return [c for c in changes if c.dtype != dtypes.float0]

    back = _derived(backward, kept_specs, moving)

    def pull(kept: Sequence[Array], cotangents: Sequence[Any]) -> Any:
        given = _join([c for c in cotangents if c is not None], moving, conjugated=True)
        changes = evaluate(back, [*_join(kept, kept_specs), *given])
        return tuple(_in_places(changes, specs, conjugated=True))

    def run(*primals: Array) -> Any:
        results = evaluate(ahead, _join(primals, specs))
        return _split(results[: len(outs)]), _split(results[len(outs) :])

    return (ahead, back), (_inside_rule(run), _inside_rule(pull))


def _key(equation: Any, *derivatives: Any) -> Any:
    """The key under which a function is kept: its text and the text of its derivatives. Identity is not enough:
    if a rule calls the function itself, JAX makes a new object each time.
    """
    parts, others = [], []
    for name, value in equation.params.items():
        inner = value if isinstance(value, tuple) else (value,)
        closed = [v for v in inner if hasattr(v, "jaxpr")]
        parts += closed
        # Parameters that are functions are left out: the derivative was made from them.
        if not closed and not callable(value) and not hasattr(value, "call_wrapped"):
            others.append((name, str(value)))
    constants = [c for closed in (*parts, *derivatives) for c in closed.consts if not _is_key(c)]
    values = tuple(map(_constant_key, constants))
    texts = tuple(str(p) for p in (*parts, *derivatives))
    operands = tuple(
        _constant_key(v.val) if isinstance(v, core.Literal) else str(v.aval) for v in equation.invars
    )
    return equation.primitive.name, operands, texts, tuple(others), values


def _constant_key(value: Any) -> Any:
    array = np.asarray(value)
    return array.dtype, array.shape, array.tobytes()


def _is_key(value: Any) -> bool:
    return hasattr(value, "dtype") and bool(dtypes.issubdtype(value.dtype, dtypes.extended))


def _named(equation: Any, inputs: list[Any], plain: Callable) -> Callable:
    def call(*parts: Array) -> list[Array]:
        by_variable = dict(zip(inputs, _join(parts, _specs(inputs))))
        results = plain(*(
            trace.constant(np.asarray(v.val), np.dtype(getattr(v.aval, "dtype")))
            if isinstance(v, core.Literal) else by_variable[v] for v in equation.invars
        ))  # fmt: skip
        return _split([trace.lift(r) for r in (results if isinstance(results, list) else [results])])

    call.__name__ = equation.primitive.name
    return call


__all__ = ["APPROXIMATED", "by_both", "by_jvp", "by_vjp"]
