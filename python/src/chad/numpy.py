"""Functions on arrays, as in the array API standard and in numpy.

In a function that is traced they take and give `chad.Array`; on numpy's arrays and on numbers
they are numpy's own functions. The types of results follow numpy: Python's numbers take the type
of the array beside them.
"""

from __future__ import annotations

import builtins
import functools
import math
import operator
from collections.abc import Sequence
from typing import Any, Callable

import numpy as _np

from . import _ops, trace
from ._ops import (
    binary,
    broadcast_shapes,
    compare,
    convert,
    elementwise,
    map_rows,
    reduce_axes,
    reduce_leading,
    select_text,
    show_shape,
    slice_axis,
    unary,
)
from .arrays import as_array
from .trace import Array, as_dim, as_index, as_integer, constant, error, is_float, is_integer, lift, splat

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None
float64, float32, float16 = _np.dtype(_np.float64), _np.dtype(_np.float32), _np.dtype(_np.float16)
int64, int32, int16, int8 = (_np.dtype(t) for t in (_np.int64, _np.int32, _np.int16, _np.int8))
uint64, uint32, uint16, uint8 = (_np.dtype(t) for t in (_np.uint64, _np.uint32, _np.uint16, _np.uint8))
bool_ = _np.dtype(_np.bool_)

_REAL = (bool, int, float)


def _has_arrays(values: Any) -> bool:
    for value in values:
        if isinstance(value, Array):
            return True
        if isinstance(value, (list, tuple)) and _has_arrays(value):
            return True
    return False


#: By the name that numpy's function has: what takes its place where an argument is traced.
FUNCTIONS: dict[str, Callable] = {}


def _public(function: Callable | None = None, *, names: Sequence[str] = (), numpy: Any = None) -> Any:
    """A function of the namespace: numpy's where nothing is traced."""
    if function is None:
        return functools.partial(_public, names=names, numpy=numpy)
    concrete = numpy or getattr(_np, function.__name__, None)
    for name in names:
        concrete = concrete or getattr(_np, name, None)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _has_arrays(args) or _has_arrays(kwargs.values()):
            return function(*args, **kwargs)
        if concrete is None:
            return _evaluate(function, args, kwargs)
        args = tuple(a if _plain(a) else as_array(a) for a in args)
        return concrete(*args, **kwargs)

    for name in (function.__name__, *names):
        FUNCTIONS[name] = call
        globals()[name] = call
    return call


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, (*_REAL, str, list, tuple, slice, _np.ndarray, _np.generic, _np.dtype, type))


def _evaluate(function: Callable, args: Any, kwargs: Any) -> Any:
    """A function that numpy does not have, on numbers. Its arrays stand first."""
    from .transforms import jit

    x, rest = args[0], args[1:]
    if trace.is_tracing():
        return function(lift(x), *rest, **kwargs)
    return jit(lambda x: function(x, *rest, **kwargs))(x)


# ------------------------------------------------------------------------------------------------
# Types


def result_type(*values: Any) -> Any:
    """The dtype of what is computed from arrays, dtypes and Python's numbers."""
    strong = [_dtype(v) for v in values if not trace.is_number(v)]
    weak = [v for v in values if trace.is_number(v)]
    if not strong:
        return _np.result_type(*(trace.default_dtype(v) for v in weak))
    dtype = strong[0]
    for other in strong[1:]:
        dtype = _promote(dtype, other)
    for value in weak:
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            dtype = int64 if dtype.kind == "b" else dtype
        elif not is_float(dtype):
            dtype = float64
    return dtype


def _dtype(value: Any) -> Any:
    if isinstance(value, Array):
        return value.dtype
    if isinstance(value, (_np.dtype, type)):
        return _np.dtype(value)
    return as_array(value).dtype


def _promote(a: Any, b: Any) -> Any:
    if a == b:
        return a
    if "bfloat16" in (a.name, b.name):
        other = b if a.name == "bfloat16" else a
        if not is_float(other):
            return trace.bfloat16()
        return float32 if other.itemsize <= 4 else float64
    return _np.promote_types(a, b)


def _operands(*values: Any, floats: bool = False, dtype: Any = None) -> tuple[list[Array], Any]:
    """The values as arrays of one dtype: what they have together, and a float if need be."""
    if dtype is None:
        dtype = result_type(*values)
    if floats and not is_float(dtype):
        dtype = float64
    return [_lifted(v, dtype) for v in values], dtype


def _lifted(value: Any, dtype: Any) -> Array:
    if trace.is_number(value):
        if is_integer(dtype) and isinstance(value, float):
            raise error(f"{value} does not fit {dtype}")
        return lift(value, dtype)
    return convert(lift(value), dtype)


def astype(x: Any, dtype: Any, /, *, copy: bool = True) -> Any:
    if not isinstance(x, Array):
        return as_array(x).astype(dtype)
    return convert(x, trace.dtype_of(dtype) if isinstance(dtype, str) else _np.dtype(dtype))


FUNCTIONS["astype"] = astype


def asarray(x: Any, /, *, dtype: Any = None, copy: bool | None = None) -> Any:
    if isinstance(x, Array):
        return x if dtype is None else astype(x, dtype)
    if isinstance(x, (list, tuple)) and _has_arrays(x):
        return astype(lift(x), dtype) if dtype else lift(x)
    return _np.asarray(as_array(x), dtype)


array = asarray
FUNCTIONS["asarray"] = FUNCTIONS["array"] = asarray
finfo, iinfo, dtype = _np.finfo, _np.iinfo, _np.dtype


def isdtype(kind: Any, what: Any) -> bool:
    return _np.isdtype(kind, what)


# ------------------------------------------------------------------------------------------------
# Elementwise functions of one array


def _float_function(name: str, op: str, *names: str) -> None:
    def function(x: Any, /) -> Any:
        (x,), dtype = _operands(x, floats=True)
        return elementwise(unary(op), [x], dtype)

    function.__name__ = name
    function.__doc__ = f"`{op}` of each element."
    _public(function, names=names)


for _name, _op, *_names in [
    ("sin", "math.sin"), ("cos", "math.cos"), ("tan", "math.tan"), ("asin", "math.asin", "arcsin"),
    ("acos", "math.acos", "arccos"), ("atan", "math.atan", "arctan"), ("sinh", "math.sinh"),
    ("cosh", "math.cosh"), ("tanh", "math.tanh"), ("asinh", "math.asinh", "arcsinh"),
    ("acosh", "math.acosh", "arccosh"), ("atanh", "math.atanh", "arctanh"), ("exp", "math.exp"),
    ("exp2", "math.exp2"), ("expm1", "math.expm1"), ("log", "math.log"), ("log1p", "math.log1p"),
    ("log2", "math.log2"), ("log10", "math.log10"), ("sqrt", "math.sqrt"), ("cbrt", "math.cbrt"),
]:  # fmt: skip
    _float_function(_name, _op, *_names)


@_public
def erf(x: Any, /) -> Any:
    """The error function of each element."""
    (x,), dtype = _operands(x, floats=True)
    return elementwise(unary("math.erf"), [x], dtype)


@_public
def rsqrt(x: Any, /) -> Any:
    """One over the square root of each element."""
    (x,), dtype = _operands(x, floats=True)
    return elementwise(unary("math.rsqrt"), [x], dtype)


def _rounding(name: str, op: str, *names: str) -> None:
    def function(x: Any, /) -> Any:
        if not is_float(x.dtype):
            return x
        return elementwise(unary(op), [x], x.dtype)

    function.__name__ = name
    _public(function, names=names)


for _name, _op in [("floor", "math.floor"), ("ceil", "math.ceil"), ("trunc", "math.trunc")]:
    _rounding(_name, _op)
_rounding("round", "math.roundeven", "rint")


@_public
def abs(x: Any, /) -> Any:
    x = as_integer(x)
    if is_float(x.dtype):
        return elementwise(unary("math.absf"), [x], x.dtype)
    if x.dtype.kind in "ub":
        return x
    return elementwise(unary("math.absi"), [x], x.dtype)


FUNCTIONS["absolute"] = FUNCTIONS["fabs"] = absolute = fabs = abs


@_public
def negative(x: Any, /) -> Any:
    x = as_integer(x)
    if is_float(x.dtype):
        return elementwise(unary("arith.negf"), [x], x.dtype)
    if x.dtype.kind == "b":
        raise error("a truth value has no negative; logical_not inverts it")
    return elementwise(binary("arith.subi"), [constant(0, x.dtype), x], x.dtype)


@_public
def positive(x: Any, /) -> Any:
    return x


@_public
def sign(x: Any, /) -> Any:
    x = as_integer(x)
    one, zero = constant(1, x.dtype), constant(0, x.dtype)
    low = zero if x.dtype.kind == "u" else constant(-1, x.dtype)
    result = where(greater(x, zero), one, where(less(x, zero), low, zero))
    return where(not_equal(x, x), x, result) if is_float(x.dtype) else result


@_public
def square(x: Any, /) -> Any:
    return multiply(x, x)


@_public
def reciprocal(x: Any, /) -> Any:
    return divide(constant(1, x.dtype), x)


@_public
def isnan(x: Any, /) -> Any:
    return not_equal(x, x)


@_public
def isinf(x: Any, /) -> Any:
    if not is_float(x.dtype):
        return not_equal(x, x)
    return equal(abs(x), constant(_np.inf, x.dtype))


@_public
def isfinite(x: Any, /) -> Any:
    if not is_float(x.dtype):
        return equal(x, x)
    return less(abs(x), constant(_np.inf, x.dtype))


@_public
def signbit(x: Any, /) -> Any:
    return less(copysign(constant(1, x.dtype), x), constant(0, x.dtype))


@_public
def logical_not(x: Any, /) -> Any:
    x = convert(lift(x), bool_)
    return elementwise(binary("arith.xori"), [x, constant(True, bool_)], bool_)


@_public(names=("bitwise_not", "invert"))
def bitwise_invert(x: Any, /) -> Any:
    x = as_integer(x)
    return elementwise(binary("arith.xori"), [x, constant(True if x.dtype.kind == "b" else -1, x.dtype)], x.dtype)


# ------------------------------------------------------------------------------------------------
# Elementwise functions of two arrays


def _arithmetic(name: str, float_op: str, int_op: str, bool_op: str = "") -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        is_natural = name != "subtract" and _is_natural(x) and _is_natural(y)
        (x, y), dtype = _operands(x, y)
        if is_float(dtype):
            return elementwise(binary(float_op), [x, y], dtype)
        if dtype.kind == "b":
            if not bool_op:
                raise error("numpy does not subtract truth values; use logical_xor")
            return elementwise(binary(bool_op), [x, y], dtype)
        result = elementwise(binary(int_op), [x, y], dtype)
        result.is_natural = is_natural
        return result

    function.__name__ = name
    return _public(function)


def _is_natural(value: Any) -> bool:
    """Whether an integer is known not to be negative."""
    return value.is_natural if isinstance(value, Array) else isinstance(value, int) and value >= 0


add = _arithmetic("add", "arith.addf", "arith.addi", "arith.ori")
subtract = _arithmetic("subtract", "arith.subf", "arith.subi")
multiply = _arithmetic("multiply", "arith.mulf", "arith.muli", "arith.andi")


@_public(names=("true_divide",))
def divide(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y, floats=True)
    return elementwise(binary("arith.divf"), [x, y], dtype)


@_public
def floor_divide(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y)
    if is_float(dtype):
        quotient = floor(divide(subtract(x, remainder(x, y)), y))
        return where(equal(y, constant(0, dtype)), divide(x, y), round(quotient))
    return _integer_division(x, y, dtype)[0]


@_public(names=("mod",))
def remainder(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y)
    if is_float(dtype):
        rest = elementwise(binary("arith.remf"), [x, y], dtype)
        zero = constant(0, dtype)
        is_other = logical_and(not_equal(rest, zero), not_equal(less(rest, zero), less(y, zero)))
        return where(is_other, add(rest, y), rest)
    return _integer_division(x, y, dtype)[1]


def _integer_division(x: Array, y: Array, dtype: Any) -> tuple[Array, Array]:
    """Towards minus infinity; 0 where numpy gives that, as for a divisor of 0."""
    if dtype.kind == "b":
        dtype = int8
        x, y = convert(x, dtype), convert(y, dtype)
    zero, one = constant(0, dtype), constant(1, dtype)
    is_zero = equal(y, zero)
    if dtype.kind == "u":
        divisor = where(is_zero, one, y)
        quotient = elementwise(binary("arith.divui"), [x, divisor], dtype)
        rest = elementwise(binary("arith.remui"), [x, divisor], dtype)
        return where(is_zero, zero, quotient), where(is_zero, zero, rest)
    # The least integer by -1 would stop the process.
    is_minus = equal(y, constant(-1, dtype))
    divisor = where(logical_or(is_zero, is_minus), one, y)
    quotient = elementwise(binary("arith.floordivsi"), [x, divisor], dtype)
    rest = subtract(x, multiply(quotient, divisor))
    quotient = where(is_zero, zero, where(is_minus, negative(x), quotient))
    return quotient, where(is_zero, zero, rest)


@_public
def fmod(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y, floats=True)
    return elementwise(binary("arith.remf"), [x, y], dtype)


@_public(names=("power",))
def pow(x: Any, y: Any, /) -> Any:
    if isinstance(y, (_np.integer, _np.floating)) or (isinstance(y, _np.ndarray) and y.ndim == 0):
        y = y.item()
    if isinstance(y, float) and y.is_integer() and -16 <= y <= 16:
        x = lift(x)
        if is_float(x.dtype):
            return _integer_power(x, int(y))
    if isinstance(y, int) and not isinstance(y, bool) and isinstance(x, Array):
        if is_float(x.dtype) and -(2**31) < y < 2**31:
            return _integer_power(x, y)
        if is_integer(x.dtype) and y >= 0:
            return _integer_power(as_integer(x), y)
    (x, y), dtype = _operands(x, y)
    if is_float(dtype):
        return elementwise(binary("math.powf"), [x, y], dtype)
    return elementwise(binary("math.ipowi"), [x, y], dtype)


def _integer_power(x: Array, n: int) -> Array:
    if n < 0 or (n > 16 and is_float(x.dtype)):
        exponent = constant(n, int32)
        types = lambda names, types, text: f"math.fpowi {names[0]}, {names[1]} : {text}, {types[1]}"
        return elementwise(types, [x, exponent], x.dtype)
    if n == 0:
        return full_like(x, 1)
    result = None
    while n:
        if n & 1:
            result = x if result is None else multiply(result, x)
        n >>= 1
        if n:
            x = multiply(x, x)
    assert result is not None
    return result


@_public(names=("arctan2",))
def atan2(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y, floats=True)
    return elementwise(binary("math.atan2"), [x, y], dtype)


@_public
def copysign(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y, floats=True)
    return elementwise(binary("math.copysign"), [x, y], dtype)


@_public
def hypot(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y, floats=True)
    # Scaled, so that squares neither overflow nor vanish.
    a, b = maximum(abs(x), abs(y)), minimum(abs(x), abs(y))
    zero = constant(0, dtype)
    ratio = divide(b, where(equal(a, zero), constant(1, dtype), a))
    result = multiply(a, sqrt(add(constant(1, dtype), multiply(ratio, ratio))))
    return where(equal(a, constant(_np.inf, dtype)), a, result)


@_public
def logaddexp(x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y, floats=True)
    # log(eˣ + eʸ) = max + log1p(e^-|x - y|), and x where both are one infinity.
    larger = maximum(x, y)
    distance = where(equal(x, y), constant(0, dtype), negative(abs(subtract(x, y))))
    return add(larger, log1p(exp(distance)))


def _extremum(name: str, float_op: str, int_op: str, unsigned_op: str, *names: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = _operands(x, y)
        op = float_op if is_float(dtype) else int_op if dtype.kind == "i" else unsigned_op
        return elementwise(binary(op), [x, y], dtype)

    function.__name__ = name
    return _public(function, names=names)


maximum = _extremum("maximum", "arith.maximumf", "arith.maxsi", "arith.maxui")
minimum = _extremum("minimum", "arith.minimumf", "arith.minsi", "arith.minui")
fmax = _extremum("fmax", "arith.maxnumf", "arith.maxsi", "arith.maxui")
fmin = _extremum("fmin", "arith.minnumf", "arith.minsi", "arith.minui")


def _comparison(name: str, float_predicate: str, int_predicate: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = _operands(x, y)
        if is_float(dtype):
            return elementwise(compare("arith.cmpf", float_predicate), [x, y], bool_)
        predicate = int_predicate
        if predicate not in ("eq", "ne"):
            predicate = ("s" if dtype.kind == "i" else "u") + predicate
        return elementwise(compare("arith.cmpi", predicate), [x, y], bool_)

    function.__name__ = name
    return _public(function)


equal = _comparison("equal", "oeq", "eq")
not_equal = _comparison("not_equal", "une", "ne")
less = _comparison("less", "olt", "lt")
less_equal = _comparison("less_equal", "ole", "le")
greater = _comparison("greater", "ogt", "gt")
greater_equal = _comparison("greater_equal", "oge", "ge")


def _logical(name: str, op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        operands = [convert(lift(v), bool_) for v in (x, y)]
        return elementwise(binary(op), operands, bool_)

    function.__name__ = f"logical_{name}"
    return _public(function)


logical_and = _logical("and", "arith.andi")
logical_or = _logical("or", "arith.ori")
logical_xor = _logical("xor", "arith.xori")


def _bitwise(name: str, op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = _operands(x, y)
        if is_float(dtype):
            raise error(f"bits of {dtype} are not operated on")
        return elementwise(binary(op), [x, y], dtype)

    function.__name__ = f"bitwise_{name}"
    return _public(function)


bitwise_and = _bitwise("and", "arith.andi")
bitwise_or = _bitwise("or", "arith.ori")
bitwise_xor = _bitwise("xor", "arith.xori")


def _shift(name: str, signed_op: str, unsigned_op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = _operands(x, y)
        op = signed_op if dtype.kind == "i" else unsigned_op
        bits = constant(8 * dtype.itemsize - 1, dtype)
        result = elementwise(binary(op), [x, minimum(y, bits)], dtype)
        # Beyond the width all bits are gone.
        gone = constant(0, dtype) if op != "arith.shrsi" else result
        return where(greater(y, bits), gone, result)

    function.__name__ = name
    return function


bitwise_left_shift = _public(_shift("bitwise_left_shift", "arith.shli", "arith.shli"), names=("left_shift",))
bitwise_right_shift = _public(_shift("bitwise_right_shift", "arith.shrsi", "arith.shrui"), names=("right_shift",))


@_public
def where(condition: Any, x: Any, y: Any, /) -> Any:
    (x, y), dtype = _operands(x, y)
    condition = convert(lift(condition), bool_)
    shape = broadcast_shapes(condition.shape, x.shape, y.shape)
    return elementwise(select_text, [condition, x, y], dtype, shape)


@_public
def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


@_public
def nan_to_num(x: Any, /, nan: float = 0.0) -> Any:
    info = _np.finfo(x.dtype)
    x = where(isnan(x), constant(nan, x.dtype), x)
    return clip(x, float(info.min), float(info.max))


# ------------------------------------------------------------------------------------------------
# Reductions


def _axes(x: Array, axis: Any) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(x.ndim))
    axes = (axis,) if isinstance(axis, (int, _np.integer)) else tuple(axis)
    result = []
    for a in axes:
        a = operator.index(a)
        if not -x.ndim <= a < x.ndim:
            raise error(f"there is no axis {a} in shape {show_shape(x.shape)}")
        result.append(a % x.ndim)
    if len(set(result)) != len(result):
        raise error(f"an axis is named twice in {axis}")
    return tuple(result)


def _keep(x: Array, result: Array, axes: Sequence[int], keepdims: bool) -> Array:
    return expand_dims(result, tuple(sorted(axes))) if keepdims and axes else result


def _reduction(name: str, float_op: str, int_op: str, unit: Any, *names: str) -> Callable:
    def function(
        x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False, out: None = None
    ) -> Any:
        if dtype is None and not is_float(x.dtype):
            dtype = uint64 if x.dtype.kind == "u" else int64
        y = convert(x, dtype or x.dtype)
        axes = _axes(y, axis)
        op = float_op if is_float(y.dtype) else int_op
        return _keep(y, reduce_axes(y, set(axes), op, unit), axes, keepdims)

    function.__name__ = name
    return _public(function, names=names)


sum = _reduction("sum", "arith.addf", "arith.addi", 0)
prod = _reduction("prod", "arith.mulf", "arith.muli", 1)


def _largest(name: str, float_op: str, signed_op: str, unsigned_op: str, sign_: int, *names: str) -> Callable:
    def function(x: Any, /, axis: Any = None, *, keepdims: bool = False, out: None = None) -> Any:
        x = as_integer(x)
        axes = _axes(x, axis)
        for a in axes:
            if isinstance(x.shape[a], int) and x.shape[a] == 0:
                raise error(f"{name} of no elements")
        if is_float(x.dtype):
            op, unit = float_op, -sign_ * _np.inf
        elif x.dtype.kind == "b":
            op, unit = ("arith.ori", False) if sign_ > 0 else ("arith.andi", True)
        else:
            info = _np.iinfo(x.dtype)
            op = signed_op if x.dtype.kind == "i" else unsigned_op
            unit = info.min if sign_ > 0 else info.max
        return _keep(x, reduce_axes(x, set(axes), op, unit), axes, keepdims)

    function.__name__ = name
    return _public(function, names=names)


max = _largest("max", "arith.maximumf", "arith.maxsi", "arith.maxui", 1, "amax")
min = _largest("min", "arith.minimumf", "arith.minsi", "arith.minui", -1, "amin")


@_public
def any(x: Any, /, axis: Any = None, *, keepdims: bool = False, out: None = None) -> Any:
    x = convert(x, bool_)
    axes = _axes(x, axis)
    return _keep(x, reduce_axes(x, set(axes), "arith.ori", False), axes, keepdims)


@_public
def all(x: Any, /, axis: Any = None, *, keepdims: bool = False, out: None = None) -> Any:
    x = convert(x, bool_)
    axes = _axes(x, axis)
    return _keep(x, reduce_axes(x, set(axes), "arith.andi", True), axes, keepdims)


@_public
def count_nonzero(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return sum(convert(x, bool_), axis, keepdims=keepdims)


def _count(x: Array, axes: Sequence[int]) -> Any:
    count: Any = 1
    for a in axes:
        count = count * x.shape[a]
    return count


@_public
def mean(x: Any, /, axis: Any = None, *, keepdims: bool = False, dtype: Any = None, out: None = None) -> Any:
    (x,), _ = _operands(x, floats=True, dtype=dtype)
    axes = _axes(x, axis)
    return _divide_by(sum(x, axes, keepdims=keepdims), _count(x, axes))


def _divide_by(x: Array, count: Any) -> Array:
    return divide(x, convert(lift(count), x.dtype))


@_public
def var(
    x: Any, /, axis: Any = None, *, correction: float = 0, keepdims: bool = False, ddof: Any = None, out: None = None
) -> Any:
    (x,), _ = _operands(x, floats=True)
    axes = _axes(x, axis)
    centred = subtract(x, mean(x, axes, keepdims=True))
    count = _count(x, axes) - (correction if ddof is None else ddof)
    return _divide_by(sum(multiply(centred, centred), axes, keepdims=keepdims), count)


@_public
def std(x: Any, /, axis: Any = None, **options: Any) -> Any:
    return sqrt(var(x, axis, **options))


def _arg_extremum(name: str, predicate: Callable) -> Callable:
    def function(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
        x = as_integer(x)
        if axis is None:
            result = function(_ops.flatten(x), 0)
            return reshape(result, (1,) * x.ndim) if keepdims else result
        (axis,) = _axes(x, axis)
        if isinstance(x.shape[axis], int) and x.shape[axis] == 0:
            raise error(f"{name} of no elements")
        if axis:
            result = map_rows([x], lambda row: [function(row, axis - 1)])[0]
        else:
            result = _leading_arg(x)
        return _keep(x, result, (axis,), keepdims)

    def _leading_arg(x: Array) -> Array:
        positions = _ops.build(x.shape[0], lambda i: [splat(as_integer(i), x.shape[1:])])[0]
        low = -_np.inf if is_float(x.dtype) else (_np.iinfo(x.dtype).min if x.dtype.kind != "b" else False)
        high = _np.inf if is_float(x.dtype) else (_np.iinfo(x.dtype).max if x.dtype.kind != "b" else True)
        unit = low if predicate is greater else high
        units = [splat(constant(unit, x.dtype), x.shape[1:]), splat(constant(-1, int64), x.shape[1:])]

        def combine(left: list[Array], right: list[Array]) -> list[Array]:
            (a, i), (b, j) = left, right
            # The first of equal ones, and the first NaN if there is one.
            is_right = predicate(b, a)
            if is_float(x.dtype):
                is_right = logical_or(logical_and(is_right, equal(a, a)), logical_and(not_equal(b, b), equal(a, a)))
            is_right = logical_or(less(i, constant(0, int64)), is_right)
            is_right = logical_and(greater_equal(j, constant(0, int64)), is_right)
            return [where(is_right, b, a), where(is_right, j, i)]

        return reduce_leading([x, positions], units, combine)[1]

    function.__name__ = name
    return _public(function)


argmax = _arg_extremum("argmax", greater)
argmin = _arg_extremum("argmin", less)


def _scan(name: str, float_op: str, int_op: str, unit: Any, *names: str) -> Callable:
    def function(x: Any, /, axis: Any = None, *, dtype: Any = None, reverse: bool = False) -> Any:
        if dtype is None and not is_float(x.dtype):
            dtype = uint64 if x.dtype.kind == "u" else int64
        x = convert(x, dtype or x.dtype)
        if axis is None:
            x, axis = _ops.flatten(x), 0
        (axis,) = _axes(x, axis)
        return along(x, axis)

    def along(x: Array, axis: int) -> Array:
        if axis:
            return map_rows([x], lambda row: [along(row, axis - 1)])[0]
        op = float_op if is_float(x.dtype) else int_op
        start = splat(constant(unit, x.dtype), x.shape[1:])

        def combine(left: list[Array], right: list[Array]) -> list[Array]:
            return [elementwise(binary(op), [left[0], right[0]], x.dtype)]

        return reduce_leading([x], [start], combine, "chad.scan left inclusive", True)[0]

    function.__name__ = name
    return _public(function, names=names)


cumulative_sum = _scan("cumulative_sum", "arith.addf", "arith.addi", 0, "cumsum")
cumulative_prod = _scan("cumulative_prod", "arith.mulf", "arith.muli", 1, "cumprod")


@_public
def diff(x: Any, /, n: int = 1, axis: int = -1) -> Any:
    (axis,) = _axes(x, axis)
    for _ in range(n):
        key: Any = [slice(None)] * x.ndim
        upper, lower = list(key), list(key)
        upper[axis], lower[axis] = slice(1, None), slice(None, -1)
        x = subtract(x[tuple(upper)], x[tuple(lower)])
    return x


@_public
def logsumexp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    """log Σ exp x, which neither overflows nor vanishes."""
    (x,), dtype = _operands(x, floats=True)
    axes = _axes(x, axis)
    from .transforms import stop_gradient

    largest = stop_gradient(max(x, axes, keepdims=True))
    largest = where(isfinite(largest), largest, constant(0, dtype))
    total = sum(exp(subtract(x, largest)), axes, keepdims=True)
    result = add(log(total), largest)
    return result if keepdims else squeeze(result, axes)


@_public
def softmax(x: Any, /, axis: int = -1) -> Any:
    """exp x / Σ exp x along an axis."""
    (x,), _ = _operands(x, floats=True)
    from .transforms import stop_gradient

    numerator = exp(subtract(x, stop_gradient(max(x, axis, keepdims=True))))
    return divide(numerator, sum(numerator, axis, keepdims=True))


# ------------------------------------------------------------------------------------------------
# Shapes


@_public(names=("transpose",), numpy=_np.transpose)
def permute_dims(x: Any, /, axes: Any = None) -> Any:
    axes = tuple(range(x.ndim))[::-1] if axes is None else _axes(x, axes)
    if len(axes) != x.ndim:
        raise error(f"{x!r} has {x.ndim} axes, and {axes} are {len(axes)}")
    return _ops.transpose(x, axes)


@_public(numpy=lambda x: _np.swapaxes(x, -1, -2))
def matrix_transpose(x: Any, /) -> Any:
    return swapaxes(x, -1, -2)


@_public
def swapaxes(x: Any, a: int, b: int, /) -> Any:
    axes = list(range(x.ndim))
    (a,), (b,) = _axes(x, a), _axes(x, b)
    axes[a], axes[b] = b, a
    return _ops.transpose(x, axes)


@_public
def moveaxis(x: Any, source: Any, destination: Any, /) -> Any:
    sources, places = _axes(x, source), _axes(x, destination)
    axes = [a for a in range(x.ndim) if a not in sources]
    for place, source_ in sorted(zip(places, sources)):
        axes.insert(place, source_)
    return _ops.transpose(x, axes)


@_public
def reshape(x: Any, /, shape: Any, *, copy: bool | None = None) -> Any:
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    shape = [as_dim(d) for d in shape]
    open_ = [i for i, d in enumerate(shape) if isinstance(d, int) and d == -1]
    if len(open_) > 1:
        raise error("only one extent can be -1")
    is_static = builtins.all(isinstance(d, int) for d in (*shape, *x.shape))
    if is_static:
        size = math.prod(x.shape)
        if open_:
            known = math.prod(d for d in shape if d != -1)
            shape[open_[0]] = size // known if known else 0
        if math.prod(shape) != size:
            raise error(f"an array of shape {show_shape(x.shape)} cannot have shape {show_shape(shape)}")
    elif open_:
        known = 1
        for i, d in enumerate(shape):
            if i != open_[0]:
                known = _ops.extent_op("mul", known, d)
        total: Any = 1
        for d in x.shape:
            total = _ops.extent_op("mul", total, d)
        value = trace.emit(
            f"arith.divui {trace.extent_name(total)}, {trace.extent_name(known)} : index", int64, (), True
        )
        shape[open_[0]] = trace.Dim(value.block, value.name)
    return _ops.reshape(x, shape)


@_public
def ravel(x: Any, /) -> Any:
    return _ops.flatten(x)


@_public
def expand_dims(x: Any, /, axis: Any = 0) -> Any:
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    rank = x.ndim + len(axes)
    places = {a % rank for a in axes}
    if len(places) != len(axes) or not builtins.all(-rank <= a < rank for a in axes):
        raise error(f"axes {axes} are none of an array of {rank} dimensions")
    rest = iter(x.shape)
    return _ops.reshape(x, [1 if i in places else next(rest) for i in range(rank)])


@_public
def squeeze(x: Any, /, axis: Any = None) -> Any:
    axes = _axes(x, axis) if axis is not None else [i for i, d in enumerate(x.shape) if _ops.is_one(d)]
    for a in axes:
        if isinstance(x.shape[a], int) and x.shape[a] != 1:
            raise error(f"axis {a} of {show_shape(x.shape)} has not extent 1")
    return _ops.reshape(x, [d for i, d in enumerate(x.shape) if i not in axes])


@_public
def broadcast_to(x: Any, /, shape: Sequence[Any]) -> Any:
    x = as_integer(x)
    shape = tuple(as_dim(d) for d in (shape if isinstance(shape, (tuple, list)) else (shape,)))
    if not _ops.equal_shapes(broadcast_shapes(x.shape, shape), shape):
        raise error(f"an array of shape {show_shape(x.shape)} cannot be spread to {show_shape(shape)}")
    return _spread(x, shape)


def _spread(x: Array, shape: tuple) -> Array:
    if not x.shape:
        return splat(x, shape)
    if _ops.equal_shapes(x.shape, shape):
        return x
    if x.ndim < len(shape):
        return _ops.build(shape[0], lambda i: [_spread(x, shape[1:])])[0]
    if _ops.is_one(x.shape[0]) and not _ops.is_one(shape[0]):
        only = _ops.first(x)
        return _ops.build(shape[0], lambda i: [_spread(only, shape[1:])])[0]
    return map_rows([x], lambda row: [_spread(row, shape[1:])])[0]


@_public
def broadcast_arrays(*arrays: Any) -> Any:
    arrays = tuple(lift(a) for a in arrays)
    shape = broadcast_shapes(*(a.shape for a in arrays))
    return [broadcast_to(a, shape) for a in arrays]


@_public(names=("concatenate",), numpy=_np.concatenate)
def concat(arrays: Sequence[Any], /, axis: int | None = 0) -> Any:
    arrays, _ = _operands(*arrays)
    if axis is None:
        arrays, axis = [_ops.flatten(a) for a in arrays], 0
    ranks = {a.ndim for a in arrays}
    if len(ranks) != 1 or 0 in ranks:
        raise error("arrays that are concatenated have one rank, at least 1")
    (axis,) = _axes(arrays[0], axis)
    for a in arrays[1:]:
        for i, (m, n) in enumerate(zip(arrays[0].shape, a.shape)):
            if i != axis and not trace.same_extent(m, n):
                shapes = " and ".join(show_shape(x.shape) for x in arrays)
                raise error(f"arrays of shapes {shapes} cannot be concatenated along axis {axis}")
    return arrays[0] if len(arrays) == 1 else _ops.concatenate(arrays, axis)


@_public
def stack(arrays: Sequence[Any], /, axis: int = 0) -> Any:
    if isinstance(arrays, Array):
        arrays = list(arrays)
    arrays, dtype = _operands(*arrays)
    for a in arrays[1:]:
        if not _ops.equal_shapes(a.shape, arrays[0].shape):
            raise error("arrays that are stacked have one shape")
    if not arrays[0].shape:
        text = trace.type_text(dtype, (len(arrays),))
        names = ", ".join(trace.use(a) for a in arrays)
        return trace.emit(f"tensor.from_elements {names} : {text}", dtype, (len(arrays),))
    rank = arrays[0].ndim + 1
    if not -rank <= axis < rank:
        raise error(f"there is no axis {axis} in {rank} dimensions")
    return concat([expand_dims(a, axis % rank) for a in arrays], axis % rank)


@_public
def vstack(arrays: Sequence[Any], /) -> Any:
    return concat([a if a.ndim > 1 else reshape(a, (1, -1)) for a in map(lift, arrays)], 0)


@_public
def hstack(arrays: Sequence[Any], /) -> Any:
    arrays = [a if a.ndim else reshape(a, (1,)) for a in map(lift, arrays)]
    return concat(arrays, 0 if arrays[0].ndim == 1 else 1)


@_public
def split(x: Any, parts: Any, /, axis: int = 0) -> Any:
    (axis,) = _axes(x, axis)
    extent = x.shape[axis]
    if isinstance(parts, int):
        if extent % parts:
            raise error(f"{extent} elements cannot be split into {parts} equal parts")
        places = [extent // parts * i for i in range(1, parts)]
    else:
        places = list(parts)
    result = []
    for start, stop in zip([None, *places], [*places, None]):
        key: list[Any] = [slice(None)] * x.ndim
        key[axis] = slice(start, stop)
        result.append(x[tuple(key)])
    return result


@_public
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    return tuple(moveaxis(x, axis, 0))


@_public
def flip(x: Any, /, axis: Any = None) -> Any:
    for axis_ in _axes(x, axis):
        key: list[Any] = [slice(None)] * x.ndim
        key[axis_] = slice(None, None, -1)
        x = x[tuple(key)]
    return x


@_public
def roll(x: Any, /, shift: Any, axis: Any = None) -> Any:
    if axis is None:
        return reshape(roll(_ops.flatten(x), shift, 0), x.shape)
    shifts = (shift,) if isinstance(shift, int) else tuple(shift)
    for amount, axis_ in zip(shifts, _axes(x, axis)):
        extent = x.shape[axis_]
        amount = amount % extent if extent else 0
        if amount:
            key: list[Any] = [slice(None)] * x.ndim
            low, high = list(key), list(key)
            low[axis_], high[axis_] = slice(0, extent - amount), slice(extent - amount, None)
            x = concat([x[tuple(high)], x[tuple(low)]], axis_)
    return x


@_public
def tile(x: Any, reps: Any, /) -> Any:
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    x = reshape(x, (1,) * builtins.max(len(reps) - x.ndim, 0) + x.shape)
    reps = (1,) * (x.ndim - len(reps)) + reps
    for axis, count in enumerate(reps):
        if count != 1:
            x = concat([x] * count, axis) if count else x[(slice(None),) * axis + (slice(0, 0),)]
    return x


@_public
def repeat(x: Any, repeats: int, /, axis: Any = None) -> Any:
    if axis is None:
        x, axis = _ops.flatten(x), 0
    (axis,) = _axes(x, axis)
    wide = expand_dims(x, axis + 1)
    shape = (*x.shape[: axis + 1], repeats, *x.shape[axis + 1 :])
    wide = broadcast_to(wide, shape)
    return reshape(wide, (*x.shape[:axis], _ops.extent_op("mul", x.shape[axis], repeats), *x.shape[axis + 1 :]))


@_public
def pad(x: Any, widths: Any, /, mode: str = "constant", constant_values: Any = 0) -> Any:
    if mode != "constant":
        raise error(f"pad with mode '{mode}' is not there; 'constant' is")
    if isinstance(widths, int):
        widths = [(widths, widths)] * x.ndim
    widths = [(w, w) if isinstance(w, int) else tuple(w) for w in widths]
    if len(widths) == 1:
        widths = widths * x.ndim
    for axis, (before, after) in enumerate(widths):
        parts = []
        for count, is_end in ((before, False), (after, True)):
            if count:
                shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
                parts.append((is_end, splat(_lifted(constant_values, x.dtype), shape)))
        arrays = [p for is_end, p in parts if not is_end] + [x] + [p for is_end, p in parts if is_end]
        x = concat(arrays, axis)
    return x


# ------------------------------------------------------------------------------------------------
# New arrays


def _creation(name: str) -> Callable:
    def function(shape: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(_np, name)(shape, *args, **kwargs)

    function.__name__ = name
    return function


def _filled(shape: Any, value: Any, dtype: Any) -> Any:
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if _has_arrays(shape) or isinstance(value, Array):
        value = _lifted(value, dtype or result_type(value))
        return splat(value, tuple(as_dim(d) for d in shape))
    return _np.full(shape, value, dtype)


def zeros(shape: Any, *, dtype: Any = None) -> Any:
    return _filled(shape, 0, dtype or float64)


def ones(shape: Any, *, dtype: Any = None) -> Any:
    return _filled(shape, 1, dtype or float64)


def full(shape: Any, fill_value: Any, *, dtype: Any = None) -> Any:
    return _filled(shape, fill_value, dtype)


empty = zeros


@_public
def full_like(x: Any, /, fill_value: Any, *, dtype: Any = None) -> Any:
    return splat(_lifted(fill_value, dtype or x.dtype), x.shape)


@_public
def zeros_like(x: Any, /, *, dtype: Any = None) -> Any:
    return full_like(x, 0, dtype=dtype)


@_public
def ones_like(x: Any, /, *, dtype: Any = None) -> Any:
    return full_like(x, 1, dtype=dtype)


empty_like = FUNCTIONS["empty_like"] = zeros_like


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None) -> Any:
    if not _has_arrays((start, stop, step)):
        return _np.arange(start, stop, step, dtype)
    if stop is None:
        start, stop = 0, start
    if step != 1 or isinstance(start, Array):
        raise error("arange up to a number that is traced begins with a number that is not, in steps of 1")
    extent = _ops.extent_op("sub", as_dim(stop), start)
    result = _ops.build(extent, lambda i: [i])[0]
    result.is_natural = True
    result = result if not start else add(result, start)
    return result if dtype is None else convert(result, dtype)


linspace, eye = _np.linspace, _np.eye


@_public
def tril(x: Any, /, k: int = 0) -> Any:
    return where(_np.tri(*x.shape[-2:], k, dtype=bool), x, constant(0, x.dtype))


@_public
def triu(x: Any, /, k: int = 0) -> Any:
    return where(_np.tri(*x.shape[-2:], k - 1, dtype=bool), constant(0, x.dtype), x)


def meshgrid(*arrays: Any, indexing: str = "xy") -> Any:
    if not _has_arrays(arrays):
        return _np.meshgrid(*arrays, indexing=indexing)
    arrays = tuple(lift(a) for a in arrays)
    rank = len(arrays)
    shaped = [reshape(a, (1,) * i + (-1,) + (1,) * (rank - i - 1)) for i, a in enumerate(arrays)]
    result = broadcast_arrays(*shaped)
    if indexing == "xy" and rank > 1:
        result = [swapaxes(a, 0, 1) for a in result]
    return result


FUNCTIONS["meshgrid"] = meshgrid


@_public
def diagonal(x: Any, /, offset: int = 0) -> Any:
    rows, columns = x.shape[-2:]
    count = builtins.max(0, builtins.min(rows + builtins.min(offset, 0), columns - builtins.max(offset, 0)))
    i = _np.arange(count)
    return x[(..., i - builtins.min(offset, 0), i + builtins.max(offset, 0))]


@_public
def diag(x: Any, /) -> Any:
    if x.ndim == 2:
        return diagonal(x)
    return where(_np.eye(x.shape[0], dtype=bool), expand_dims(x, 0), constant(0, x.dtype))


@_public
def trace_(x: Any, /, offset: int = 0) -> Any:
    return sum(diagonal(x, offset), -1)


FUNCTIONS["trace"] = trace_


# ------------------------------------------------------------------------------------------------
# Products


def _dot(x: Array, y: Array) -> Array:
    if not trace.same_extent(x.shape[0], y.shape[0]):
        raise error(f"vectors of {x.shape[0]} and of {y.shape[0]} elements have no product")
    if is_float(x.dtype):
        return reduce_axes(elementwise(binary("arith.mulf"), [x, y], x.dtype), {0}, "arith.addf", 0)
    return reduce_axes(elementwise(binary("arith.muli"), [x, y], x.dtype), {0}, "arith.addi", 0)


@_public
def matmul(x: Any, y: Any, /) -> Any:
    (x, y), _ = _operands(x, y)
    if not x.ndim or not y.ndim:
        raise error("a product of matrices has no operand of rank 0")
    if y.ndim == 1:
        return _times_vector(x, y)
    if x.ndim == 1:
        return _times_vector(swapaxes(y, -1, -2), x)
    inner = x.shape[-1], y.shape[-2]
    if not trace.same_extent(*inner):
        raise error(f"matrices of shapes {show_shape(x.shape)} and {show_shape(y.shape)} have no product")
    batch = broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return _batched(x, y, batch)


def _times_vector(x: Array, y: Array) -> Array:
    if x.ndim == 1:
        return _dot(x, y)
    return map_rows([x], lambda row: [_times_vector(row, y)])[0]


def _batched(x: Array, y: Array, batch: tuple) -> Array:
    if not batch:
        columns = _ops.transpose(y, [1, 0])
        return map_rows([x], lambda row: map_rows([columns], lambda column: [_dot(row, column)]))[0]
    rank = len(batch) + 2
    mapped, kept = [], {}
    for i, operand in enumerate((x, y)):
        if operand.ndim < rank:
            kept[i] = operand
        elif _ops.is_one(operand.shape[0]) and not _ops.is_one(batch[0]):
            kept[i] = _ops.first(operand)
        else:
            mapped.append(i)

    def body(*elements: Array) -> list[Array]:
        both = dict(kept)
        both.update(zip(mapped, elements))
        return [_batched(both[0], both[1], batch[1:])]

    return map_rows([(x, y)[i] for i in mapped], body)[0]


@_public
def dot(x: Any, y: Any, /) -> Any:
    (x, y), _ = _operands(x, y)
    if not x.ndim or not y.ndim:
        return multiply(x, y)
    return tensordot(x, y, ([x.ndim - 1], [builtins.max(y.ndim - 2, 0)]))


@_public
def vecdot(x: Any, y: Any, /, *, axis: int = -1) -> Any:
    return sum(multiply(x, y), axis)


@_public
def vdot(x: Any, y: Any, /) -> Any:
    return _dot(*(_ops.flatten(v) for v in _operands(x, y)[0]))


@_public
def inner(x: Any, y: Any, /) -> Any:
    return tensordot(x, y, ([-1], [-1]))


@_public
def outer(x: Any, y: Any, /) -> Any:
    (x, y), _ = _operands(x, y)
    return multiply(expand_dims(_ops.flatten(x), 1), expand_dims(_ops.flatten(y), 0))


@_public
def tensordot(x: Any, y: Any, /, axes: Any = 2) -> Any:
    (x, y), _ = _operands(x, y)
    if isinstance(axes, int):
        first, second = list(range(x.ndim - axes, x.ndim)), list(range(axes))
    else:
        first, second = (_axes_list(v, a) for v, a in zip((x, y), axes))
    free_x = [a for a in range(x.ndim) if a not in first]
    free_y = [a for a in range(y.ndim) if a not in second]
    shape = [x.shape[a] for a in free_x] + [y.shape[a] for a in free_y]
    x = _matrix(_ops.transpose(x, free_x + first), len(free_x))
    y = _matrix(_ops.transpose(y, free_y + second), len(free_y))
    product = map_rows([x], lambda row: map_rows([y], lambda column: [_dot(row, column)]))[0]
    return _ops.reshape(product, shape)


def _axes_list(x: Array, axes: Any) -> list[int]:
    return list(_axes(x, axes))


def _matrix(x: Array, rows: int) -> Array:
    """The first dimensions as one, and the others as one."""
    sizes: list[Any] = [1, 1]
    for i, d in enumerate(x.shape):
        sizes[i >= rows] = _ops.extent_op("mul", sizes[i >= rows], d)
    return _ops.reshape(x, sizes)


@_public
def einsum(subscripts: str, *operands: Any) -> Any:
    """Sums of products, as `einsum("ij,jk->ik", a, b)`; without ellipses."""
    values, dtype = _operands(*operands)
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(values) or "." in subscripts:
        raise error(f"'{subscripts}' does not fit {len(values)} operands")
    letters = "".join(terms)
    if not arrow:
        output = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    extents: dict[str, Any] = {}
    for term, value in zip(terms, values):
        if len(term) != value.ndim:
            raise error(f"'{term}' names {len(term)} axes of {value!r}")
        for letter, extent in zip(term, value.shape):
            if not trace.same_extent(extents.setdefault(letter, extent), extent):
                raise error(f"axis '{letter}' has extents {extents[letter]} and {extent}")
    return _einsum(terms, values, output, dtype)


def _einsum(terms: list[str], values: list[Array], output: str, dtype: Any) -> Array:
    """One loop for each letter: first those of the result, then the sums."""
    terms, values = list(terms), list(values)
    for i, term in enumerate(terms):
        for letter in set(term):
            while terms[i].count(letter) > 1:
                a = terms[i].index(letter)
                b = terms[i].index(letter, a + 1)
                values[i] = moveaxis(diagonal(moveaxis(values[i], (a, b), (-2, -1))), -1, 0)
                terms[i] = letter + terms[i][:a] + terms[i][a + 1 : b] + terms[i][b + 1 :]
    if len(values) > 2:
        # The first two first, with what of their axes is still needed.
        needed = set(output).union(*terms[2:])
        middle = "".join(c for c in dict.fromkeys(terms[0] + terms[1]) if c in needed)
        part = _einsum(terms[:2], values[:2], middle, dtype)
        return _einsum([middle, *terms[2:]], [part, *values[2:]], output, dtype)
    summed = [c for c in dict.fromkeys("".join(terms)) if c not in output]
    order = [*output, *summed]
    for i, term in enumerate(terms):
        arranged = "".join(c for c in order if c in term)
        values[i] = _ops.transpose(values[i], [term.index(c) for c in arranged])
        terms[i] = arranged
    return _loops(order, len(output), terms, values, dtype)


def _loops(order: list[str], outputs: int, terms: list[str], values: list[Array], dtype: Any) -> Array:
    mul, plus = ("arith.mulf", "arith.addf") if is_float(dtype) else ("arith.muli", "arith.addi")
    if not order:
        return functools.reduce(lambda a, b: elementwise(binary(mul), [a, b], dtype), values)
    letter = order[0]
    mapped = [i for i, term in enumerate(terms) if term[:1] == letter]
    if not mapped:
        raise error(f"axis '{letter}' of the result is in no operand")

    def body(*elements: Array) -> list[Array]:
        inner_values, inner_terms = list(values), list(terms)
        for i, element in zip(mapped, elements):
            inner_values[i], inner_terms[i] = element, terms[i][1:]
        return [_loops(order[1:], outputs - 1, inner_terms, inner_values, dtype)]

    result = map_rows([values[i] for i in mapped], body)[0]
    return result if outputs > 0 else reduce_axes(result, {0}, plus, 0)


# ------------------------------------------------------------------------------------------------
# Indexing


def _getitem(x: Array, key: Any) -> Array:
    part, indices = _parse(x, key)
    value = _ops.extract_slice(x, part.offsets, part.sizes, part.strides, part.dropped)
    for axis in part.flipped:
        last = _ops.extent_op("sub", value.shape[axis], 1)
        order = _ops.build(value.shape[axis], lambda i, last=last: [_subtract_index(last, i)])[0]
        value = _take(value, order, axis)
    if indices:
        value = _take_at(value, indices)
    if part.new:
        value = expand_dims(value, tuple(part.new))
    return value


def _subtract_index(a: Any, b: Array) -> Array:
    result = trace.emit(f"arith.subi {trace.extent_name(a)}, {trace.use(b)} : index", int64, (), True)
    result.is_natural = True
    return result


class _Part:
    """A slice in the terms of `tensor.extract_slice`."""

    def __init__(self) -> None:
        self.offsets: list[Any] = []
        self.sizes: list[Any] = []
        self.strides: list[int] = []
        self.dropped: set[int] = set()
        self.flipped: list[int] = []
        self.new: list[int] = []


def _parse(x: Array, key: Any) -> tuple[_Part, dict[int, Array]]:
    """The slice that a key names, and by the axes of that the arrays of indices."""
    keys = list(key) if isinstance(key, tuple) else [key]
    keys = [_plain_key(k) for k in keys]
    expanded: list[Any] = []
    for k in keys:
        if isinstance(k, _np.ndarray) and k.dtype.kind == "b" and k.ndim > 0:
            expanded.extend(_np.nonzero(k))
        else:
            expanded.append(k)
    keys = expanded
    given = len([k for k in keys if k is not None and k is not Ellipsis])
    if given > x.ndim:
        raise error(f"{given} indices are too many for an array of shape {show_shape(x.shape)}")
    if not [k for k in keys if k is Ellipsis]:
        keys.append(Ellipsis)
    at = [i for i, k in enumerate(keys) if k is Ellipsis]
    if len(at) > 1:
        raise error("an index has one ellipsis at most")
    keys[at[0] : at[0] + 1] = [slice(None)] * (x.ndim - given)
    part, indices, axis, kept = _Part(), {}, 0, 0
    for k in keys:
        if k is None:
            part.new.append(kept + len(part.new))
            continue
        extent = x.shape[axis]
        if isinstance(k, slice):
            _parse_slice(part, k, extent, kept)
            kept += 1
        elif isinstance(k, int):
            if isinstance(extent, int) and not -extent <= k < extent:
                raise error(f"index {k} is outside of axis {axis}, of extent {extent}")
            offset = k if k >= 0 else _ops.extent_op("add", extent, k)
            _add(part, offset, 1, 1)
            part.dropped.add(axis)
        elif isinstance(k, Array) and k.shape == ():
            _add(part, _natural(k, extent), 1, 1)
            part.dropped.add(axis)
        else:
            _add(part, 0, extent, 1)
            indices[kept] = _index_array(k, extent, axis)
            kept += 1
        axis += 1
    if indices and part.new:
        raise error("None and arrays of indices in one index are not there; use expand_dims")
    return part, indices


def _add(part: _Part, offset: Any, size: Any, stride: int) -> None:
    part.offsets.append(offset)
    part.sizes.append(size)
    part.strides.append(stride)


def _plain_key(key: Any) -> Any:
    if isinstance(key, (bool, _np.bool_)):
        raise error("a truth value is no index")
    if isinstance(key, (int, _np.integer)):
        return int(key)
    if isinstance(key, (list, tuple)):
        return lift(key) if _has_arrays(key) else _np.asarray(key, dtype=None if len(key) else int)
    if key is None or key is Ellipsis or isinstance(key, (slice, Array)):
        return key
    array_ = as_array(key)
    return int(array_) if array_.ndim == 0 and array_.dtype.kind in "iu" else array_


def _parse_slice(part: _Part, key: slice, extent: Any, axis: int) -> None:
    step = 1 if key.step is None else operator.index(key.step)
    if isinstance(extent, int):
        if _has_arrays((key.start, key.stop)):
            raise error(
                "the length of a slice must be known: chad.dynamic_slice takes a slice of a known "
                "length from a place that is traced"
            )
        start, stop, step = key.indices(extent)
        count = len(range(start, stop, step))
        if step < 0:
            # The same elements from the lowest on.
            part.flipped.append(axis)
            start, step = (start + (count - 1) * step if count else 0), -step
        _add(part, start if count else 0, count, step)
        return
    if step == -1 and key.start is None and key.stop is None:
        part.flipped.append(axis)
        _add(part, 0, extent, 1)
        return
    if step != 1:
        raise error("slices of a dynamic extent have a step of 1")
    start, stop = key.start or 0, key.stop
    if not isinstance(start, Array):
        start = start if start >= 0 else _ops.extent_op("add", extent, start)
    else:
        start = as_dim(start)
    if stop is None:
        end = extent
    elif isinstance(stop, Array):
        end = as_dim(stop)
    else:
        end = stop if stop >= 0 else _ops.extent_op("add", extent, stop)
    _add(part, start, _ops.extent_op("sub", end, start), 1)


def _natural(index: Array, extent: Any) -> Array:
    """A traced index that may count from the end, as one that does not."""
    trace.current().func.module.has_indices = True
    if not is_integer(index.dtype):
        raise error(f"an index must be an integer, and is {index!r}")
    if not index.is_natural and index.dtype.kind == "i":
        index = as_integer(index)
        end = lift(extent) if isinstance(extent, int) else as_integer(extent)
        index = where(less(index, 0), add(index, convert(end, index.dtype)), index)
        index.is_natural = True
    return as_index(index)


def _index_array(key: Any, extent: Any, axis: int) -> Array:
    if isinstance(key, Array):
        if key.dtype.kind == "b":
            raise error(
                "how many elements a mask chooses is not known while a function is traced; use where"
            )
        return _natural(key, extent)
    if key.dtype.kind not in "iu":
        raise error(f"an array of {key.dtype} is no index")
    key = key.astype(_np.int64)
    if isinstance(extent, int):
        if key.size and (key.min() < -extent or key.max() >= extent):
            raise error(f"an index is outside of axis {axis}, of extent {extent}")
        key = _np.where(key < 0, key + extent, key)
        return as_index(lift(key))
    return _natural(lift(key), extent)


def _take(x: Array, indices: Array, axis: int) -> Array:
    if axis:
        return map_rows([x], lambda row: [_take(row, indices, axis - 1)])[0]
    if not indices.ndim:
        return slice_axis(x, 0, as_index(indices))
    return _ops.gather(x, indices)


def _take_at(x: Array, indices: dict[int, Array]) -> Array:
    """As numpy's: the dimensions of the indices stand where theirs stood, or in front."""
    axes = sorted(indices)
    if len(axes) == 1:
        return _take(x, indices[axes[0]], axes[0])
    together = axes == list(range(axes[0], axes[-1] + 1))
    shape = broadcast_shapes(*(indices[a].shape for a in axes))
    arrays = [broadcast_to(as_integer(indices[a]), shape) for a in axes]
    for a in arrays:
        a.is_natural = True
    rest = [a for a in range(x.ndim) if a not in axes]
    moved = _ops.transpose(x, axes + rest)

    def pick(*at: Array) -> list[Array]:
        if at[0].shape:
            return map_rows(list(at), pick)
        offsets: list[Any] = [as_index(i) for i in at] + [0] * len(rest)
        sizes = [1] * len(at) + list(moved.shape[len(at) :])
        return [_ops.extract_slice(moved, offsets, sizes, [1] * moved.ndim, set(range(len(at))))]

    value = pick(*arrays)[0]
    if together and axes[0]:
        count = len(shape)
        order = [*range(count, count + axes[0]), *range(count), *range(count + axes[0], value.ndim)]
        value = _ops.transpose(value, order)
    return value


@_public
def take(x: Any, indices: Any, /, axis: Any = None) -> Any:
    x = lift(x)
    if axis is None:
        x, axis = _ops.flatten(x), 0
    (axis,) = _axes(x, axis)
    return _getitem(x, (slice(None),) * axis + (indices,))


@_public
def take_along_axis(x: Any, indices: Any, /, axis: int = -1) -> Any:
    (axis,) = _axes(x, axis)
    x, indices = moveaxis(x, axis, -1), moveaxis(lift(indices), axis, -1)

    def along(a: Array, i: Array) -> list[Array]:
        if a.ndim > 1:
            return map_rows([a, i], along)
        return [_take(a, _natural(i, a.shape[0]), 0)]

    return moveaxis(along(x, indices)[0], -1, axis)


class _At:
    """`x.at[key]`: new arrays with some elements replaced or added to."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __getitem__(self, key: Any) -> _Place:
        return _Place(self.array, key)


class _Place:
    __slots__ = ("array", "key")

    def __init__(self, array: Array, key: Any) -> None:
        self.array, self.key = array, key

    def set(self, value: Any) -> Array:
        """The array with these elements replaced."""
        return self._change(value, None)

    def add(self, value: Any) -> Array:
        """The array with these elements added to; an index that occurs twice counts twice."""
        return self._change(value, "add")

    def multiply(self, value: Any) -> Array:
        """The array with these elements multiplied."""
        return self.set(multiply(self.array[self.key], value))

    def _change(self, value: Any, how: str | None) -> Array:
        x = self.array
        part, indices = _parse(x, self.key)
        if part.new or part.flipped:
            raise error("a place to change has neither None nor a negative step")
        value = _lifted(value, x.dtype)
        if indices:
            return self._change_at(part, indices, value, how)
        shape = tuple(d for i, d in enumerate(part.sizes) if i not in part.dropped)
        value = broadcast_to(value, shape)
        if how:
            old = _ops.extract_slice(x, part.offsets, part.sizes, part.strides, part.dropped)
            value = add(old, value)
        return _ops.insert_slice(value, x, part.offsets, part.sizes, part.strides, part.dropped)

    def _change_at(self, part: _Part, indices: dict[int, Array], value: Array, how: str | None) -> Array:
        x = self.array
        is_whole = builtins.all(m is n or m == n for m, n in zip(part.sizes, x.shape))
        if list(indices) != [0] or part.dropped or not is_whole:
            raise error("one array of indices, of the first axis, is what a change can take")
        at = indices[0]
        if how == "add":
            from .combinators import scatter_add

            return scatter_add(x, at, broadcast_to(value, at.shape + x.shape[1:]))
        from .combinators import fold

        value = broadcast_to(value, at.shape + x.shape[1:])
        value = _ops.reshape(value, (at.size, *x.shape[1:]))
        flat = as_integer(_ops.flatten(at))
        flat.is_natural = True
        return fold(lambda a, iv: (a.at[iv[0]].set(iv[1]), None), x, (flat, value))[0]


# ------------------------------------------------------------------------------------------------
# Linear algebra, of what can be written without solving


class linalg:
    """Functions of `numpy.linalg` that are sums and products."""

    matmul, tensordot, outer, vecdot = map(staticmethod, (matmul, tensordot, outer, vecdot))
    matrix_transpose, diagonal, trace = map(staticmethod, (matrix_transpose, diagonal, trace_))

    @staticmethod
    def norm(x: Any, /, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        if not isinstance(x, Array):
            return _np.linalg.norm(x, ord, axis, keepdims)
        if ord not in (None, 2, 1, _np.inf, "fro") or (ord == 2 and x.ndim == 2 and axis is None):
            raise error(f"the norm of order {ord} is not there")
        if ord == 1:
            return sum(abs(x), axis, keepdims=keepdims)
        if ord == _np.inf:
            return max(abs(x), axis, keepdims=keepdims)
        return sqrt(sum(multiply(x, x), axis, keepdims=keepdims))

    vector_norm = norm


# ------------------------------------------------------------------------------------------------
# Operators and methods of arrays


def _operator(name: str, function: Callable) -> None:
    def forward(self: Array, other: Any) -> Any:
        return function(self, other) if _is_operand(other) else NotImplemented

    def backward(self: Array, other: Any) -> Any:
        return function(other, self) if _is_operand(other) else NotImplemented

    setattr(Array, f"__{name}__", forward)
    setattr(Array, f"__r{name}__", backward)


def _is_operand(value: Any) -> bool:
    return trace.is_leaf_array(value) or isinstance(value, (list, tuple))


for _name, _function in {
    "add": add, "sub": subtract, "mul": multiply, "truediv": divide, "floordiv": floor_divide,
    "mod": remainder, "pow": pow, "matmul": matmul, "and": bitwise_and, "or": bitwise_or,
    "xor": bitwise_xor, "lshift": bitwise_left_shift, "rshift": bitwise_right_shift,
}.items():  # fmt: skip
    _operator(_name, _function)
for _name, _function in {
    "lt": less, "le": less_equal, "gt": greater, "ge": greater_equal, "eq": equal, "ne": not_equal,
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", lambda self, other, _f=_function: _f(self, other))
for _name, _function in {
    "neg": negative, "pos": positive, "abs": abs, "invert": bitwise_invert,
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", lambda self, _f=_function: _f(self))
for _name, _function in {
    "sum": sum, "prod": prod, "mean": mean, "var": var, "std": std, "max": max, "min": min,
    "any": any, "all": all, "argmax": argmax, "argmin": argmin, "cumsum": cumulative_sum,
    "cumprod": cumulative_prod, "dot": dot, "ravel": ravel, "flatten": ravel, "squeeze": squeeze,
    "astype": astype, "clip": clip, "swapaxes": swapaxes, "repeat": repeat, "take": take,
    "round": round, "trace": trace_, "diagonal": diagonal,
}.items():  # fmt: skip
    setattr(Array, _name, _function)
Array.__getitem__ = _getitem
Array.__divmod__ = lambda self, other: (floor_divide(self, other), remainder(self, other))
Array.reshape = lambda self, *shape: reshape(self, shape[0] if len(shape) == 1 else shape)
Array.transpose = lambda self, *axes: permute_dims(self, (axes[0] if len(axes) == 1 else axes) or None)
Array.T = property(lambda self: permute_dims(self))
Array.mT = property(matrix_transpose)
Array.at = property(_At)
Array.copy = lambda self: self

# ------------------------------------------------------------------------------------------------
# numpy's own functions


def _array_ufunc(self: Array, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    if kwargs.get("out") is not None:
        raise error("'out' is not there while a function is traced; use what the function returns")
    function = FUNCTIONS.get(ufunc.__name__)
    if method == "reduce":
        function = {"add": sum, "multiply": prod, "maximum": max, "minimum": min,
                    "logical_or": any, "logical_and": all}.get(ufunc.__name__)  # fmt: skip
        kwargs = {k: v for k, v in kwargs.items() if k in ("axis", "keepdims")}
        kwargs.setdefault("axis", 0)
    elif method == "outer" and function is not None:
        x, y = (lift(i) for i in inputs)
        return function(_ops.reshape(x, (*x.shape, *(1,) * y.ndim)), y)
    elif method != "__call__":
        function = None
    if function is None:
        raise error(f"numpy.{ufunc.__name__} ({method}) cannot be traced; chad.numpy says what can")
    return function(*inputs, **{k: v for k, v in kwargs.items() if k != "out"})


def _array_function(self: Array, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    name = func.__name__
    if (getattr(func, "__module__", "") or "").startswith("numpy.linalg"):
        function = getattr(linalg, name, None)
    else:
        function = FUNCTIONS.get(name)
    if name in ("shape", "ndim", "size"):
        return getattr(args[0], name)
    if function is None:
        raise error(f"{func.__module__}.{name} cannot be traced; chad.numpy says what can")
    return function(*args, **{k: v for k, v in kwargs.items() if not (k == "out" and v is None)})


Array.__array_ufunc__ = _array_ufunc
Array.__array_function__ = _array_function
