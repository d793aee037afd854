# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Translates jaxprs, JAX's representation of functions, to programs: a table has a rule for each primitive."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, Callable

import jax
import numpy as np
from jax import dtypes
from jax.extend import core

from . import (
    _fourier,
    _jaxforms,
    _jaxmatrices,
    _jaxrules,
    _linalg,
    _ops,
    _spectra,
    _stablehlo,
    combinators,
    trace,
)
from . import numpy as cnp
from ._products import dot_product, row_times_matrix
from .custom import stop_gradient
from .trace import Array, as_integer, constant, is_complex, is_float, is_inexact, lift

#: The rule of each primitive, by its name: a function of its parameters and operands.
RULES: dict[str, Callable] = {}

#: Primitives whose rules evaluate jaxprs, or return their operands: these may hold keys of random numbers.
CALLS: set[str] = set()


def _rule(*names: str) -> Callable:
    def register(function: Callable) -> Callable:
        for name in names:
            RULES[name] = function
        return function

    return register


def evaluate(closed: Any, args: Sequence[Array]) -> list[Any]:
    """The results of a closed jaxpr for arguments."""
    return _evaluate(closed.jaxpr, [_constant(c) for c in closed.consts], args)


def _constant(value: Any) -> Array:
    if isinstance(value, Array):
        return value
    if hasattr(value, "dtype") and dtypes.issubdtype(value.dtype, dtypes.extended):
        with trace.inside(None):
            value = jax.random.key_data(value)
    array = np.asarray(value)
    # JAX's dtype float0, that of tangents of integers, is represented by bool.
    return lift(np.zeros(array.shape, bool) if array.dtype == dtypes.float0 else array)


def _evaluate(jaxpr: Any, consts: Sequence[Any], args: Sequence[Any]) -> list[Any]:
    values: dict[Any, Any] = {}

    def read(atom: Any) -> Array:
        if isinstance(atom, core.Literal):
            dtype = np.dtype(getattr(atom.aval, "dtype"))
            return _constant(atom.val) if dtype == dtypes.float0 else constant(np.asarray(atom.val), dtype)
        return values[atom]

    values.update(zip(jaxpr.constvars, consts))
    values.update(zip(jaxpr.invars, args))
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        operands = [as_integer(read(v)) for v in equation.invars]
        by_jax = DERIVATIVES.get(name)
        try:
            if by_jax is None:
                results = _apply(equation, *operands)
            else:
                results = by_jax(equation, operands, functools.partial(_apply, equation), evaluate)
        except _Unsupported as error:
            # JAX caches the jaxprs of its own functions, which do not have the line of this call.
            text = str(error)
            raise _Unsupported(_place(equation) + text[1:] if text.startswith("?:") else text) from None
        except NotImplementedError as error:
            raise _Unsupported(f"{_place(equation)}: '{name}' of JAX: {error}") from None
        results = results if isinstance(results, list) else [results]
        for variable, result in zip(equation.outvars, results):
            values[variable] = result
    return [read(v) for v in jaxpr.outvars]


#: Primitives that are not supported, with the reasons.
REFUSED = {
    **dict.fromkeys(
        ("rng_bit_generator", "rng_uniform"),
        "XLA makes these numbers in another way on each device; draw them by a key of JAX's default generator, or outside",
    ),
    "custom_lin": "a function with jax.custom_vjp has no derivative forwards",
}


#: Primitives that compare numbers. JAX orders complex ones by real part, then by imaginary part.
_ORDERED = {
    f"{prefix}{kind}"
    for kind in ("max", "min")
    for prefix in ("", "cum", "reduce_", "scatter_", "reduce_window_")
}


class _Unsupported(NotImplementedError):
    """The error for a primitive that is not supported; it names the primitive and the user's line."""


def _apply(equation: Any, *operands: Array) -> Any:
    """The results of a primitive: by its rule, or, if it has none, by the function to which JAX lowers it."""
    name = equation.primitive.name
    rule = RULES.get(name)
    ins, outs = ([v.aval for v in vs] for vs in (equation.invars, equation.outvars))
    has_keys = any(hasattr(a, "dtype") and _stablehlo.is_key(a) for a in (*ins, *outs))
    reason = ""
    if name in REFUSED:
        raise NotImplementedError(REFUSED[name])
    if name.replace("-", "_") in _ORDERED and any(is_complex(o.dtype) for o in operands):
        raise NotImplementedError("complex numbers have no order here; compare their parts, or absolute values")
    if outs and not has_keys and all(math.prod(getattr(o, "shape", (1,))) == 0 for o in outs):
        # Tangents of integers have no elements that could be read.
        return [lift(np.zeros(o.shape, bool if o.dtype == dtypes.float0 else o.dtype)) for o in outs]
    form = _jaxforms.FORMS.get(name) or _jaxmatrices.FORMS.get(name)
    function = form and form(equation.params)
    if function is not None:
        with trace.inside(None):
            closed = jax.make_jaxpr(function)(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in ins))
        return evaluate(closed, operands)
    if rule is not None and (not has_keys or name in CALLS):
        params = _Params(equation.params, outs)
        try:
            results = rule(list(operands), params)
            if name not in CALLS:
                params.check()
            return results
        except _Unsupported:
            raise
        except NotImplementedError as error:
            reason = f"{error}, and "
    if name not in CALLS and _jaxforms.has_own_derivatives(equation.params):
        raise NotImplementedError(
            f"{reason}the function inside calls one with derivatives of its own, which would be lost"
        )
    try:
        return _stablehlo.evaluate(equation.primitive, equation.params, ins, outs, operands)
    except NotImplementedError as error:
        raise NotImplementedError(f"{reason}{error}") from None


#: Parameters of primitives that say how something is computed or where, or what the result or the name says itself.
HOW = {
    "accuracy", "indices_are_sorted", "input_dtype", "is_stable", "name", "new_sizes", "out_sharding", "precision",
    "preferred_element_type", "sharding", "unique_indices", "update_consts", "update_jaxpr", "weak_type",
}  # fmt: skip


class _Params(dict):
    """The parameters of a primitive, and which of them its rule has read.

    A parameter that is set and that the rule does not read might change the result."""

    def __init__(self, params: dict, outs: list[Any]) -> None:
        super().__init__(params, _out=outs)
        self._read = {"_out"}

    def __getitem__(self, name: str) -> Any:
        self._read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._read.add(name)
        return super().get(name, default)

    def check(self) -> None:
        for name, value in self.items():
            if (
                name not in self._read
                and name not in HOW
                and not (value is None or value is False or value == ())
            ):
                raise NotImplementedError(f"with {name}={value}")


def _place(equation: Any) -> str:
    """The line of the user's code that made the equation."""
    traceback = equation.source_info.traceback
    for frame in traceback.frames if traceback else ():
        if "site-packages" not in frame.file_name and "/chad/" not in frame.file_name:
            return f"{frame.file_name}:{frame.line_num}"
    return "?"


# ------------------------------------------------------------------------------------------------
# Elementwise

for _name, _function in {
    "add": cnp.add, "sub": cnp.subtract, "mul": cnp.multiply, "max": cnp.maximum, "min": cnp.minimum,
    "add_any": cnp.add, "pow": cnp.pow, "atan2": cnp.atan2, "eq": cnp.equal, "ne": cnp.not_equal, "lt": cnp.less,
    "le": cnp.less_equal, "gt": cnp.greater, "ge": cnp.greater_equal, "and": cnp.bitwise_and,
    "or": cnp.bitwise_or, "xor": cnp.bitwise_xor, "shift_left": cnp.bitwise_left_shift,
    "shift_right_arithmetic": cnp.bitwise_right_shift,
    "neg": cnp.negative, "sign": cnp.sign, "floor": cnp.floor, "ceil": cnp.ceil, "abs": cnp.abs,
    "is_finite": cnp.isfinite, "not": cnp.bitwise_invert, "square": cnp.square, "erf": cnp.erf,
    "real": cnp.real, "imag": cnp.imag, "rsqrt": cnp.rsqrt, "copy": cnp.positive, "copy_p": cnp.positive,
}.items():  # fmt: skip
    RULES[_name] = lambda x, p, _f=_function: _f(*x)
for _name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
              "exp", "exp2", "expm1", "log", "log1p", "sqrt", "cbrt"):  # fmt: skip
    RULES[_name] = lambda x, p, _f=cnp.FUNCTIONS[_name]: _f(*x)


@_rule("div")
def _div(x: list[Array], p: dict) -> Array:
    if is_inexact(x[0].dtype):
        return cnp.divide(*x)
    # The quotient is rounded towards zero; numpy's floor_divide rounds down.
    quotient = cnp.floor_divide(cnp.abs(x[0]), cnp.abs(x[1]))
    return quotient * cnp.sign(x[0]) * cnp.sign(x[1])


@_rule("complex")
def _complex(x: list[Array], p: dict) -> Array:
    return _ops.complex_of(*x)


@_rule("conj")
def _conj(x: list[Array], p: dict) -> Array:
    value = x[0]
    return cnp.conj(value if is_complex(value.dtype) else _ops.convert(value, p["_out"][0].dtype))


@_rule("rem")
def _rem(x: list[Array], p: dict) -> Array:
    if is_float(x[0].dtype):
        return cnp.fmod(*x)
    return x[0] - _div(x, p) * x[1]


@_rule("integer_pow")
def _integer_pow(x: list[Array], p: dict) -> Array:
    return cnp.pow(x[0], p["y"])


@_rule("logistic")
def _logistic(x: list[Array], p: dict) -> Array:
    return 1 / (1 + cnp.exp(-x[0]))


@_rule("erfc")
def _erfc(x: list[Array], p: dict) -> Array:
    return _ops.elementwise(_ops.unary("math.erfc"), x, x[0].dtype)


@_rule("round")
def _round(x: list[Array], p: dict) -> Array:
    if int(p["rounding_method"]) == 1:
        return cnp.round(x[0])
    return _ops.elementwise(_ops.unary("math.round"), x, x[0].dtype)


@_rule("clamp")
def _clamp(x: list[Array], p: dict) -> Array:
    low, value, high = x
    return cnp.minimum(cnp.maximum(value, low), high)


@_rule("select_n")
def _select(x: list[Array], p: dict) -> Array:
    which, *cases = x
    if which.dtype.kind == "b":
        return cnp.where(which, cases[1], cases[0])
    result = cases[-1]
    for i in range(len(cases) - 2, -1, -1):
        result = cnp.where(cnp.less_equal(which, i), cases[i], result)
    return result


@_rule("convert_element_type")
def _convert(x: list[Array], p: dict) -> Array:
    dtype = np.dtype(p["new_dtype"])
    # JAX takes the real part of complex numbers.
    return _ops.convert(x[0] if is_complex(dtype) else cnp.real(x[0]), dtype)


@_rule("bitcast_convert_type")
def _bitcast(x: list[Array], p: dict) -> Array:
    if np.dtype(p["new_dtype"]) != x[0].dtype:
        raise NotImplementedError("of bits as another type")
    # JAX's derivative is zero.
    return stop_gradient(x[0])


@_rule("stop_gradient")
def _stop(x: list[Array], p: dict) -> Array:
    return stop_gradient(x[0])


@_rule("optimization_barrier", "device_put", "name", "layout_constraint", "sharding_constraint", "reshard", "pin",
       "unpin", "with_memory_space_constraint", "random_clone")  # fmt: skip
def _barrier(x: list[Array], p: dict) -> list[Array]:
    return list(x)


# ------------------------------------------------------------------------------------------------
# Shapes


@_rule("broadcast_in_dim")
def _broadcast(x: list[Array], p: dict) -> Array:
    shape, places = p["shape"], p["broadcast_dimensions"]
    extents = [1] * len(shape)
    for axis, place in enumerate(places):
        extents[place] = x[0].shape[axis]
    return cnp.broadcast_to(cnp.reshape(x[0], tuple(extents)), shape)


@_rule("reshape", "squeeze", "expand_dims")
def _reshape(x: list[Array], p: dict) -> Array:
    value = x[0] if p.get("dimensions") is None else _ops.transpose(x[0], p["dimensions"])
    return cnp.reshape(value, p["_out"][0].shape)


@_rule("transpose")
def _transpose(x: list[Array], p: dict) -> Array:
    return _ops.transpose(x[0], p["permutation"])


@_rule("concatenate")
def _concatenate(x: list[Array], p: dict) -> Array:
    return cnp.concat(x, p["dimension"])


@_rule("slice")
def _slice(x: list[Array], p: dict) -> Array:
    strides = p["strides"] or (1,) * x[0].ndim
    return x[0][tuple(map(slice, p["start_indices"], p["limit_indices"], strides))]


@_rule("rev")
def _rev(x: list[Array], p: dict) -> Array:
    return cnp.flip(x[0], p["dimensions"])


@_rule("split")
def _split(x: list[Array], p: dict) -> list[Array]:
    return cnp.split(x[0], list(np.cumsum(p["sizes"])[:-1]), p["axis"])


@_rule("stack")
def _stack(x: list[Array], p: dict) -> Array:
    return cnp.stack(x, p["axis"])


@_rule("unstack")
def _unstack(x: list[Array], p: dict) -> list[Array]:
    return list(cnp.unstack(x[0], axis=p["axis"]))


@_rule("tile")
def _tile(x: list[Array], p: dict) -> Array:
    return cnp.tile(x[0], tuple(p["reps"]))


@_rule("iota")
def _iota(x: list[Array], p: dict) -> Array:
    shape, axis = p["shape"], p["dimension"]
    numbers = np.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return lift(np.broadcast_to(numbers, shape).astype(p["dtype"]))


@_rule("pad")
def _pad(x: list[Array], p: dict) -> Array:
    value, fill = x
    config = [(int(low), int(high), int(inner)) for low, high, inner in p["padding_config"]]
    if any(inner for _, _, inner in config):
        return _dilated(value, fill, config)
    for axis, (low, high, _) in enumerate(config):
        parts = []
        for count in (low, high):
            shape = (*value.shape[:axis], max(count, 0), *value.shape[axis + 1 :])
            parts.append([_ops.splat(fill, shape)] if count > 0 else [])
        extent = value.shape[axis]
        value = value[(slice(None),) * axis + (slice(max(-low, 0), extent - max(-high, 0)),)]
        value = cnp.concat([*parts[0], value, *parts[1]], axis)
    return value


def _dilated(value: Array, fill: Array, config: Sequence[tuple[int, int, int]]) -> Array:
    """The array with `inner` elements between its own, then `low` before and `high` after them; negative counts cut off."""
    shape, kept, places = [], [], []
    for extent, (low, high, inner) in zip(value.shape, config):
        step = inner + 1
        size = low + max((extent - 1) * step + 1, 0) + high
        first = -(min(low, 0) // step)  # The first element that is not cut off.
        end = min(extent, max((size - 1 - low) // step + 1, first))
        shape.append(size)
        kept.append(slice(first, end))
        places.append((low + first * step, end - first, step))
    value = value[tuple(kept)]
    offsets, sizes, strides = map(list, zip(*places))
    return _ops.insert_slice(value, _ops.splat(fill, shape), offsets, sizes, strides, set())


@_rule("dynamic_slice")
def _dynamic_slice(x: list[Array], p: dict) -> Array:
    value, starts = x[0], x[1:]
    return combinators.dynamic_slice(value, _clamped(starts, value.shape, p["slice_sizes"]), p["slice_sizes"])


@_rule("dynamic_update_slice")
def _dynamic_update_slice(x: list[Array], p: dict) -> Array:
    value, update, *starts = x
    offsets = [trace.as_index(s) for s in _clamped(starts, value.shape, update.shape)]
    return _ops.insert_slice(update, value, list(offsets), list(update.shape), [1] * value.ndim, set())


def _clamped(starts: Sequence[Array], shape: Sequence[int], sizes: Sequence[int]) -> list[Array]:
    """The starts of a slice, clamped so that the slice is in bounds, as in XLA."""
    result = []
    for start, extent, size in zip(starts, shape, sizes):
        start = cnp.minimum(cnp.maximum(_ops.convert(start, np.int64), 0), extent - size)
        start.is_natural = True
        result.append(start)
    return result


# ------------------------------------------------------------------------------------------------
# Reductions and scans


def _reduction(function: Callable) -> Callable:
    def rule(x: list[Array], p: dict) -> Array:
        result = function(x[0], tuple(p["axes"]))
        if result.dtype != p["_out"][0].dtype:
            raise NotImplementedError(f"of {x[0].dtype}")  # Bits of integers are not truth values.
        return result

    return rule


for _name, _function in {
    "reduce_max": cnp.max, "reduce_min": cnp.min, "reduce_and": cnp.all, "reduce_or": cnp.any,
}.items():  # fmt: skip
    RULES[_name] = _reduction(_function)
for _name, _function in {"reduce_sum": cnp.sum, "reduce_prod": cnp.prod}.items():
    RULES[_name] = lambda x, p, _f=_function: _f(x[0], tuple(p["axes"]), dtype=x[0].dtype)


def _arg_rule(function: Callable) -> Callable:
    return lambda x, p: _ops.convert(function(x[0], p["axes"][0]), np.dtype(p["index_dtype"]))


RULES["argmax"], RULES["argmin"] = _arg_rule(cnp.argmax), _arg_rule(cnp.argmin)


def _cumulative(op: Callable, unit: Callable) -> Callable:
    def rule(x: list[Array], p: dict) -> Array:
        axis, value = p["axis"], x[0]
        value = cnp.moveaxis(value, axis, 0)
        result = combinators.scan(op, value, unit(value.dtype), reverse=p["reverse"])
        return cnp.moveaxis(result, 0, axis)

    return rule


def _lowest(dtype: Any) -> Any:
    return -math.inf if is_float(dtype) else int(np.iinfo(dtype).min)


def _highest(dtype: Any) -> Any:
    return math.inf if is_float(dtype) else int(np.iinfo(dtype).max)


RULES["cumsum"] = _cumulative(cnp.add, lambda d: 0)
RULES["cumprod"] = _cumulative(cnp.multiply, lambda d: 1)
RULES["cummax"] = _cumulative(cnp.maximum, _lowest)
RULES["cummin"] = _cumulative(cnp.minimum, _highest)
RULES["cumlogsumexp"] = _cumulative(cnp.logaddexp, _lowest)


@_rule("dot_general")
def _dot_general(x: list[Array], p: dict) -> Array:
    (sum_a, sum_b), (batch_a, batch_b) = p["dimension_numbers"]
    a, b = x
    dtype = np.dtype(p["_out"][0].dtype)
    a, b = _ops.convert(a, dtype), _ops.convert(b, dtype)
    free_a = [i for i in range(a.ndim) if i not in (*sum_a, *batch_a)]
    free_b = [i for i in range(b.ndim) if i not in (*sum_b, *batch_b)]

    def size(value: Array, axes: Sequence[int]) -> int:
        return math.prod(value.shape[i] for i in axes)

    batch = [a.shape[i] for i in batch_a]
    shape = batch + [a.shape[i] for i in free_a] + [b.shape[i] for i in free_b]
    # Small matrices, one for each of the inner dimensions of an array of vectors: nothing is moved before, and
    # what is moved after is often moved back.
    order_a, order_b = ([*batch_a, *free_a, *sum_a], [*batch_b, *free_b, *sum_b])
    if batch and free_a and free_b:
        leads, counts = (len(free_a), len(free_b)), len(batch)
        if [*free_a, *batch_a, *sum_a] == sorted(order_a) and order_b == sorted(order_b):
            if size(b, [*free_b, *sum_b]) <= _SMALL_MATRIX:
                product = _vectors_times_matrices(a, b, leads[0], counts, leads[1])
                return _ops.transpose(product, _moved(leads[0], counts, leads[1], [1, 0, 2]))
        if [*free_b, *batch_b, *sum_b] == sorted(order_b) and order_a == sorted(order_a):
            if size(a, [*free_a, *sum_a]) <= _SMALL_MATRIX:
                product = _vectors_times_matrices(b, a, leads[1], counts, leads[0])
                return _ops.transpose(product, _moved(leads[1], counts, leads[0], [1, 2, 0]))
    a = _ops.transpose(a, [*batch_a, *free_a, *sum_a])
    a = cnp.reshape(a, (*batch, size(x[0], free_a), size(x[0], sum_a)))
    # Rows times rows where the contracted dimensions stand last in both, or where b is a vector; else
    # rows times a matrix.
    order = [*batch_b, *free_b, *sum_b]
    if not free_b or order == sorted(order):
        b = cnp.reshape(_ops.transpose(b, order), (*batch, size(x[1], free_b), size(x[1], sum_b)))
        return cnp.reshape(_rows_times_rows(a, b, not free_a, not free_b), tuple(shape))
    b = _ops.transpose(b, [*batch_b, *sum_b, *free_b])
    b = cnp.reshape(b, (*batch, size(x[1], sum_b), size(x[1], free_b)))
    return cnp.reshape(_rows_times_matrix(a, b, not free_a), tuple(shape))


#: The largest number of elements of a matrix that counts as small.
_SMALL_MATRIX = 256


def _vectors_times_matrices(vectors: Array, matrices: Array, leading: int, batch: int, free: int) -> Array:
    """Sums the products over the last dimension of `vectors`, which has `leading` and `batch` dimensions before
    it, and of `matrices`, which has `batch` and `free` dimensions before it. The result has `leading`, `batch`
    and `free` dimensions.
    """
    sums = vectors.shape[leading + batch :]
    shape = (*vectors.shape[: leading + batch], *matrices.shape[batch : batch + free])
    rows = cnp.reshape(
        vectors, (math.prod(shape[:leading]), *shape[leading : leading + batch], math.prod(sums))
    )
    columns = (*matrices.shape[:batch], math.prod(shape[leading + batch :]), math.prod(sums))

    def multiply(vector: Array, matrix: Array) -> Array:
        if vector.ndim > 1:
            return _ops.map_rows([vector, matrix], lambda v, m: [multiply(v, m)])[0]
        return _ops.map_rows([matrix], lambda row: [dot_product(vector, row)])[0]

    all_ = cnp.reshape(matrices, columns)
    return cnp.reshape(_ops.map_rows([rows], lambda row: [multiply(row, all_)])[0], shape)


def _moved(first: int, second: int, third: int, order: Sequence[int]) -> list[int]:
    """Three groups of dimensions in another order."""
    ends = [0, first, first + second, first + second + third]
    return [axis for group in order for axis in range(ends[group], ends[group + 1])]


def _rows_times_matrix(a: Array, b: Array, is_vector: bool) -> Array:
    if a.ndim > 2:
        return _ops.map_rows([a, b], lambda r, s: [_rows_times_matrix(r, s, is_vector)])[0]
    if is_vector:
        return row_times_matrix(_ops.first(a), b)
    return _ops.map_rows([a], lambda r: [row_times_matrix(r, b)])[0]


def _rows_times_rows(a: Array, b: Array, is_vector_a: bool, is_vector_b: bool) -> Array:
    if a.ndim > 2:
        return _ops.map_rows([a, b], lambda r, s: [_rows_times_rows(r, s, is_vector_a, is_vector_b)])[0]
    if is_vector_a and is_vector_b:
        return dot_product(_ops.first(a), _ops.first(b))
    if is_vector_a:
        row = _ops.first(a)
        return _ops.map_rows([b], lambda s: [dot_product(row, s)])[0]
    if is_vector_b:
        row = _ops.first(b)
        return _ops.map_rows([a], lambda r: [dot_product(r, row)])[0]
    return _ops.map_rows([a], lambda r: _ops.map_rows([b], lambda s: [dot_product(r, s)]))[0]


@_rule("fft")
def _fft(x: list[Array], p: dict) -> Array:
    kind, lengths, value = str(p["fft_type"]).rsplit(".", 1)[-1], list(p["fft_lengths"]), x[0]
    names = {"0": "FFT", "1": "IFFT", "2": "RFFT", "3": "IRFFT"}
    kind = names.get(kind, kind)
    if not any(map(_fourier.is_staged, lengths)):
        raise NotImplementedError("lengths without stages")
    axes = range(value.ndim - len(lengths), value.ndim)
    if kind == "RFFT":
        value, axes = _fourier.from_real(value), axes[:-1]
    for axis in axes[:-1] if kind == "IRFFT" else axes:
        value = _fourier.complex_transform(value, axis, kind[0] == "I")
    return _fourier.to_real(value, lengths[-1]) if kind == "IRFFT" else value


# ------------------------------------------------------------------------------------------------
# Windows


@_rule("conv_general_dilated")
def _convolution(x: list[Array], p: dict) -> Array:
    numbers, out = p["dimension_numbers"], p["_out"][0]
    value, kernel = (_ops.convert(v, out.dtype) for v in x)
    batch, features, *spatial = numbers.lhs_spec
    out_features, in_features, *kernel_spatial = numbers.rhs_spec
    config = [(0, 0, 0)] * value.ndim
    for axis, (low, high), dilation in zip(spatial, p["padding"], p["lhs_dilation"]):
        config[axis] = (low, high, dilation - 1)
    start = _ops.zeros(value, out.shape)
    if 0 in (*value.shape, *kernel.shape, *out.shape):
        return start
    value = _pad([value, constant(0, value.dtype)], {"padding_config": config})
    positions = [f"d{i}" for i in range(len(spatial))]
    steps = [f"r{i}" for i in range(len(spatial))]
    in_value = {batch: ["b"], features: ["c"]}
    in_kernel = {in_features: ["c"], out_features: ["f"]}
    in_result = {numbers.out_spec[0]: ["b"], numbers.out_spec[1]: ["f"]}
    for i, (axis, of_kernel, of_result) in enumerate(zip(spatial, kernel_spatial, numbers.out_spec[2:])):
        stride, dilation = p["window_strides"][i], p["rhs_dilation"][i]
        in_value[axis] = [_ops.place_in_window(positions[i], stride, steps[i], dilation)]
        in_kernel[of_kernel], in_result[of_result] = [steps[i]], [positions[i]]
    # Each group has features of its own: in the dimensions that are divided, the group comes first.
    parallel = ["b", *positions, "f"]
    groups = p["feature_group_count"], p["batch_group_count"]
    count = max(groups)
    if count > 1:
        parallel.insert(0, "g")
        for places, axis in (in_value, features if groups[0] > 1 else batch), (in_kernel, out_features), (in_result, numbers.out_spec[1]):  # fmt: skip
            places[axis].insert(0, "g")
    divide = lambda a, places: cnp.reshape(
        a, [n for i, d in enumerate(a.shape) for n in ([count, d // count] if len(places[i]) > 1 else [d])]
    )
    flat = lambda places: [e for i in range(len(places)) for e in places[i]]
    times, plus = (
        _ops.op_for(f"arith.{op}{'i' if value.dtype.kind in 'iub' else 'f'}", value.dtype)
        for op in ("mul", "add")
    )
    result = _ops.structured(
        parallel, [*steps, "c"], [(divide(value, in_value), flat(in_value)), (divide(kernel, in_kernel), flat(in_kernel))],
        divide(start, in_result), flat(in_result), lambda r, v, w: [f"{times} {v}, {w}", f"{plus} {r}, %_"],
    )  # fmt: skip
    return cnp.reshape(result, out.shape)


def _window_rule(op: Callable, unit: Callable) -> Callable:
    def rule(x: list[Array], p: dict) -> Array:
        value = x[0]
        if is_complex(value.dtype):
            return _ops.complex_of(*(rule([_ops.part(value, name)], p) for name in ("re", "im")))
        start = unit(value.dtype)
        config = [(low, high, d - 1) for (low, high), d in zip(p["padding"], p["base_dilation"])]
        value = _pad([value, lift(start, value.dtype)], {"padding_config": config})
        return _ops.reduce_windows(
            value, p["window_dimensions"], p["window_strides"], p["window_dilation"], p["_out"][0].shape,
            op(value.dtype), start,
        )  # fmt: skip

    return rule


def _op_by_kind(floats: str, signed: str, unsigned: str) -> Callable:
    return lambda dtype: f"arith.{floats if is_float(dtype) else unsigned if dtype.kind in 'ub' else signed}"


RULES["reduce_window_sum"] = _window_rule(_op_by_kind("addf", "addi", "addi"), lambda d: 0)
RULES["reduce_window_max"] = _window_rule(_op_by_kind("maximumf", "maxsi", "maxui"), _lowest)
RULES["reduce_window_min"] = _window_rule(_op_by_kind("minimumf", "minsi", "minui"), _highest)


# ------------------------------------------------------------------------------------------------
# Reads and writes at indices


@_rule("gather")
def _gather(x: list[Array], p: dict) -> Array:
    value, indices = x
    numbers, sizes = p["dimension_numbers"], p["slice_sizes"]
    batches = list(getattr(numbers, "operand_batching_dims", ()))
    index_batches = list(getattr(numbers, "start_indices_batching_dims", ()))
    places = list(numbers.start_index_map)
    dropped = {*numbers.collapsed_slice_dims, *batches}
    mode = p["mode"]
    count = indices.ndim - 1
    indices = _ops.convert(indices, np.int64)
    positions = [indices[..., i] for i in range(len(places))]
    inside = None
    limits = [value.shape[d] - sizes[d] for d in places]
    clamped = []
    for position, limit in zip(positions, limits):
        is_fill = mode == jax.lax.GatherScatterMode.FILL_OR_DROP
        if is_fill:
            fits = cnp.logical_and(cnp.greater_equal(position, 0), cnp.less_equal(position, limit))
            inside = fits if inside is None else cnp.logical_and(inside, fits)
        if mode != jax.lax.GatherScatterMode.PROMISE_IN_BOUNDS:
            position = cnp.clip(position, 0, limit)
        position.is_natural = True
        clamped.append(position)
    kept = [d for d in range(value.ndim) if d not in dropped]

    def read(starts: Sequence[Array], batch: list[Array], fits: Any) -> Array:
        offsets: list[Any] = [0] * value.ndim
        for place, start in zip(places, starts):
            offsets[place] = trace.as_index(start)
        for d, b in zip(batches, index_batches):
            offsets[d] = trace.as_index(batch[b])
        part = _ops.extract_slice(value, offsets, list(sizes), [1] * value.ndim, set(dropped))
        if fits is None:
            return part
        fill = p["fill_value"]
        if fill is None:
            fill = math.nan if is_float(value.dtype) else _lowest(value.dtype) if value.dtype.kind == "i" else (
                True if value.dtype.kind == "b" else _highest(value.dtype))  # fmt: skip
        return cnp.where(fits, part, constant(fill, value.dtype))

    def nest(starts: list[Array], batch: list[Array], fits: Any, depth: int) -> Array:
        if depth == count:
            return read(starts, batch, fits)
        extent = indices.shape[depth]
        extra = [] if fits is None else [fits]
        arrays = [*starts, *extra]
        if index_batches:
            arrays.append(_ops.build(extent, lambda i: [i])[0])

        def body(*elements: Array) -> list[Array]:
            own = list(elements[: len(starts)])
            for element in own:
                element.is_natural = True
            more = elements[len(starts)] if extra else None
            place = [*batch, elements[-1]] if index_batches else batch
            return [nest(own, place, more, depth + 1)]

        if not arrays:
            return _ops.build(extent, lambda i: body())[0]
        return _ops.map_rows(arrays, body)[0]

    trace.current().func.module.has_indices = True
    result = nest(clamped, [], inside, 0)
    # The batch dimensions come first; the other dimensions are offset_dims.
    offset = list(numbers.offset_dims)
    rank = count + len(kept)
    order, batch_axis, slice_axis = [], 0, count
    for axis in range(rank):
        if axis in offset:
            order.append(slice_axis)
            slice_axis += 1
        else:
            order.append(batch_axis)
            batch_axis += 1
    return _ops.transpose(result, order)


def _scatter(how: str) -> Callable:
    def rule(x: list[Array], p: dict) -> Array:
        value, indices, updates = x
        numbers = p["dimension_numbers"]
        if getattr(numbers, "operand_batching_dims", ()):
            raise NotImplementedError("batching dimensions")
        if p["mode"] == jax.lax.GatherScatterMode.CLIP:
            raise NotImplementedError("updates that are moved inside")
        count = indices.ndim - 1
        places = list(numbers.scatter_dims_to_operand_dims)
        dropped = set(numbers.inserted_window_dims)
        window = list(numbers.update_window_dims)
        # Move the batch dimensions of the updates to the front, and merge them.
        order = [d for d in range(updates.ndim) if d not in window] + window
        updates = _ops.transpose(updates, order)
        total = math.prod(indices.shape[:count])
        shape = updates.shape[count:]
        updates = cnp.reshape(updates, (total, *shape))
        indices = cnp.reshape(_ops.convert(indices, np.int64), (total, len(places)))
        rest = iter(shape)
        sizes = [1 if d in dropped else next(rest) for d in range(value.ndim)]
        # `x.at[i].apply(f)` is a scatter whose function is not the choice of the update.
        function, consts = p.get("update_jaxpr"), [_constant(c) for c in p.get("update_consts", ())]

        def combine(old: Array, update: Array) -> Array:
            if how != "set":
                return {"add": cnp.add, "mul": cnp.multiply, "min": cnp.minimum, "max": cnp.maximum}[how](
                    old, update
                )
            if function is None:
                return update
            each = lambda a, b: _evaluate(function, consts, [a, b])[0]
            if old.ndim == 0:
                return each(old, update)
            return cnp.reshape(combinators.map(each, cnp.reshape(old, -1), cnp.reshape(update, -1)), old.shape)

        def step(state: Array, element: Any) -> Any:
            position, update = element
            offsets: list[Any] = [0] * value.ndim
            fits: Any = None
            for i, place in enumerate(places):
                start, limit = position[i], value.shape[place] - sizes[place]
                inside = cnp.logical_and(cnp.greater_equal(start, 0), cnp.less_equal(start, limit))
                fits = inside if fits is None else cnp.logical_and(fits, inside)
                start = cnp.clip(start, 0, limit)
                start.is_natural = True
                offsets[place] = trace.as_index(start)
            old = _ops.extract_slice(state, offsets, sizes, [1] * value.ndim, dropped)
            new = combine(old, update)
            new = new if fits is None else cnp.where(fits, new, old)
            return _ops.insert_slice(new, state, offsets, sizes, [1] * value.ndim, dropped), None

        trace.current().func.module.has_indices = True
        return combinators.fold(step, value, (indices, updates))[0]

    return rule


RULES["scatter"] = _scatter("set")
for _how in ("add", "mul", "min", "max"):
    RULES[f"scatter_{_how}"] = RULES[f"scatter-{_how}"] = _scatter(_how)


# ------------------------------------------------------------------------------------------------
# Calls and control flow


@_rule("jit", "pjit", "closed_call", "core_call", "call", "composite", "custom_vmap_call", "remat", "remat2",
       "checkpoint", "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "remat_opt")  # fmt: skip
def _inline(x: list[Array], p: dict) -> list[Any]:
    inner = p.get("jaxpr") or p.get("call_jaxpr") or p.get("fun_jaxpr") or p.get("fwd_jaxpr") or p.get("call")
    if inner is None:
        raise NotImplementedError("a call without a jaxpr")
    if hasattr(inner, "consts"):
        return evaluate(inner, x)
    return _evaluate(inner, [], x)


@_rule("scan")
def _scan(x: list[Array], p: dict) -> list[Any]:
    consts, carried = p["num_consts"], p["num_carry"]
    inner = p["jaxpr"]
    outer, start, arrays = x[:consts], x[consts : consts + carried], x[consts + carried :]

    def step(state: Any, elements: Any) -> Any:
        results = evaluate(inner, [*outer, *state, *elements[: len(arrays)]])
        return results[:carried], results[carried:]

    values: Any = list(arrays)
    if not arrays:
        # A loop with a known length but no array to loop over.
        values = [_ops.build(p["length"], lambda i: [i])[0]]
    last, all_ = combinators.fold(step, list(start), values, reverse=p["reverse"])
    return [*last, *all_]


@_rule("while")
def _while(x: list[Array], p: dict) -> list[Any]:
    condition, body = p["cond_jaxpr"], p["body_jaxpr"]
    m, n = p["cond_nconsts"], p["body_nconsts"]
    of_condition, of_body, start = x[:m], x[m : m + n], x[m + n :]
    goes_on = lambda s: evaluate(condition, [*of_condition, *s])[0]
    step = lambda s: evaluate(body, [*of_body, *s])
    shape = condition.out_avals[0].shape
    if not shape:
        return combinators.while_loop(goes_on, step, list(start))

    # A batch of loops: it goes on while one of them does, and those that have ended keep their states.
    def step_some(state: Any) -> Any:
        active, values = state
        each = [cnp.reshape(active, (*shape, *[1] * (v.ndim - len(shape)))) for v in values]
        values = [cnp.where(e, new, old) for e, new, old in zip(each, step(values), values)]
        return goes_on(values), values

    start = list(start)
    return combinators.while_loop(lambda s: cnp.any(s[0]), step_some, (goes_on(start), start))[1]


@_rule("cond")
def _cond(x: list[Array], p: dict) -> list[Any]:
    which, *operands = x
    branches = p["branches"]

    def choose(low: int, high: int) -> list[Any]:
        if low == high:
            return [lift(v) for v in evaluate(branches[low], operands)]
        return combinators.cond(
            cnp.less_equal(which, low), lambda: choose(low, low), lambda: choose(low + 1, high)
        )

    if which.dtype.kind == "b":
        which = _ops.convert(which, np.dtype(np.int32))
    return choose(0, len(branches) - 1)


# ------------------------------------------------------------------------------------------------
# Matrices


@_rule("cholesky")
def _cholesky(x: list[Array], p: dict) -> list[Array]:
    p.get("symmetrize_input")
    return _linalg.each(_linalg.CHOLESKY, *x)


@_rule("lu")
def _lu(x: list[Array], p: dict) -> list[Array]:
    factors, *places = _linalg.each(lambda a: list(_linalg.lu(a)), *x)
    return [factors, *(cnp.astype(i, np.int32) for i in places)]


@_rule("triangular_solve")
def _triangular_solve(x: list[Array], p: dict) -> list[Array]:
    """The solution of op(a) x = b, or of x op(a) = b, which is that of op(a)ᵀ xᵀ = bᵀ."""
    is_left, is_conjugated = p["left_side"], p["conjugate_a"]
    is_adjoint = p["transpose_a"] == is_left
    solve = _linalg.TRIANGULAR[p["lower"], p["unit_diagonal"], is_adjoint]

    def one(a: Array, b: Array) -> list[Array]:
        a = cnp.conj(a) if is_conjugated != is_adjoint else a
        (found,) = solve(a, b if is_left else b.T)
        return [found if is_left else found.T]

    return _linalg.each(one, *x)


@_rule("qr")
def _qr(x: list[Array], p: dict) -> list[Array]:
    is_whole = p["full_matrices"]
    p.get("pivoting"), p.get("use_magma")

    def one(a: Array) -> list[Array]:
        m, n = a.shape
        q, r = _spectra.qr_factors(a[:, :m], m if is_whole else 0)
        if m < n:
            return [q, cnp.concat([r, _linalg.adjoint(q) @ a[:, m:]], axis=1)]
        return [q, cnp.pad(r, ((0, m - n), (0, 0))) if is_whole else r]

    return _of_matrices(one, x[0], p)


@_rule("eigh")
def _eigh(x: list[Array], p: dict) -> list[Array]:
    """Eigenvalues in ascending order, and eigenvectors, which are unique up to factors of absolute value 1."""
    if p.get("subset_by_index") not in (None, (0, x[0].shape[-1])):
        raise NotImplementedError("some eigenvalues only")
    is_lower = p["lower"]
    p.get("sort_eigenvalues"), p.get("algorithm"), p.get("implementation")

    def one(a: Array) -> list[Array]:
        values, vectors = _spectra.eigenvalues(_linalg.hermitian(a if is_lower else _linalg.adjoint(a)))
        return [vectors, values]

    return _of_matrices(one, x[0], p)


@_rule("eig")
def _eig(x: list[Array], p: dict) -> list[Array]:
    """Eigenvalues, whose order is not specified, and right eigenvectors, which are unique up to factors of absolute value 1."""
    count = 1 + p["compute_right_eigenvectors"]
    p.get("compute_left_eigenvectors"), p.get("enable_eigvec_derivs"), p.get("implementation")
    is_real = not is_complex(x[0].dtype)
    whole = cnp.astype(x[0], np.result_type(x[0].dtype, np.complex64))
    return _of_matrices(lambda a: _spectra.right_eigenvectors(a, is_real)[:count], whole, p)


@_rule("svd")
def _svd(x: list[Array], p: dict) -> list[Array]:
    """Singular values in descending order, and singular vectors, which are unique up to factors of absolute value 1."""
    if p.get("subset_by_index") not in (None, (0, min(x[0].shape[-2:]))):
        raise NotImplementedError("some singular values only")
    is_whole, has_vectors = p["full_matrices"], p["compute_uv"]
    p.get("algorithm"), p.get("implementation")

    def one(a: Array) -> list[Array]:
        return _spectra.singular_values(a, is_whole and has_vectors, has_vectors)

    return _of_matrices(one, x[0], p)


def _of_matrices(function: Callable, a: Array, p: dict) -> list[Array]:
    """The results for each of some matrices. Of matrices without elements the square ones are unit matrices, and others are empty."""
    if a.size:
        with trace.without_checks():
            return _linalg.each(function, a)
    units = [np.eye(*o.shape[-2:]) if len(o.shape) > 1 else np.zeros(o.shape) for o in p["_out"]]
    return [lift(np.broadcast_to(u, o.shape).astype(o.dtype)) for u, o in zip(units, p["_out"])]


CALLS |= {name for name, rule in RULES.items() if rule in (_inline, _scan, _while, _cond, _barrier)}

#: Primitives whose derivatives are those that JAX states.
DERIVATIVES: dict[str, Callable] = {
    **dict.fromkeys(_jaxrules.APPROXIMATED, _jaxrules.by_jvp),
    **dict.fromkeys(("custom_jvp_call", "qr", "eig", "eigh", "svd", "lu", "random_gamma"), _jaxrules.by_jvp),
    "custom_vjp_call": _jaxrules.by_vjp,
    "custom_linear_solve": _jaxrules.by_both,
}


@_rule("custom_linear_solve")
def _linear_solve(x: list[Array], p: dict) -> list[Any]:
    counts, inner = p["const_lengths"], p["jaxprs"].solve
    before = counts.matvec + counts.vecmat
    return evaluate(inner, [*x[before : before + counts.solve], *x[sum(counts) :]])
