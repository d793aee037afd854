# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code that the functions of `chad.numpy` share: the choice between numpy and tracing, and the types of
operands.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any, Callable

import numpy as _np

from . import trace
from ._ops import convert, show_shape
from .arrays import as_array
from .trace import Array, error, is_complex, is_float, is_inexact, is_integer, lift

float64, float32, float16 = _np.dtype(_np.float64), _np.dtype(_np.float32), _np.dtype(_np.float16)
complex128, complex64 = _np.dtype(_np.complex128), _np.dtype(_np.complex64)
int64, int32, int16, int8 = (_np.dtype(t) for t in (_np.int64, _np.int32, _np.int16, _np.int8))
uint64, uint32, uint16, uint8 = (_np.dtype(t) for t in (_np.uint64, _np.uint32, _np.uint16, _np.uint8))
bool_ = _np.dtype(_np.bool_)

_NUMBERS = (bool, int, float, complex)


def has_arrays(values: Any) -> bool:
    for value in values:
        if isinstance(value, Array):
            return True
        if isinstance(value, (list, tuple)) and has_arrays(value):
            return True
    return False


#: The functions for traced arguments, by the names of numpy's functions.
FUNCTIONS: dict[str, Callable] = {}


def public(function: Callable | None = None, *, names: Sequence[str] = (), numpy: Any = None) -> Any:
    """A decorator for functions of `chad.numpy`. A call with a traced argument calls `function`, any other call
    numpy's function of that name.
    """
    if function is None:
        return functools.partial(public, names=names, numpy=numpy)
    concrete = numpy or getattr(_np, function.__name__, None)
    for name in names:
        concrete = concrete or getattr(_np, name, None)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if has_arrays(args) or has_arrays(kwargs.values()):
            return function(*args, **kwargs)
        if concrete is None:
            return _evaluate(function, args, kwargs)
        args = tuple(a if _plain(a) else as_array(a) for a in args)
        return concrete(*args, **kwargs)

    function.__qualname__ = function.__name__
    for name in (function.__name__, *names):
        FUNCTIONS[name] = call
    return call


def _plain(value: Any) -> bool:
    return value is None or isinstance(
        value, (*_NUMBERS, str, list, tuple, slice, _np.ndarray, _np.generic, _np.dtype, type)
    )


def _evaluate(function: Callable, args: Any, kwargs: Any) -> Any:
    """Compiles a call of a function that numpy does not have, with arguments that are not traced. The first
    argument is the array.
    """
    from .compilation import jit

    x, rest = args[0], args[1:]
    if trace.is_tracing():
        return function(lift(x), *rest, **kwargs)
    return jit(lambda x: function(x, *rest, **kwargs))(x)


# ------------------------------------------------------------------------------------------------
# Types


def result_type(*values: Any) -> Any:
    """The dtype of a result that is computed from arrays, dtypes and Python's numbers."""
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
        elif isinstance(value, complex) and not is_complex(dtype):
            dtype = complex64 if is_float(dtype) and dtype.itemsize <= 4 else complex128
        elif not is_inexact(dtype):
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
        if is_complex(other):
            return other
        if not is_float(other):
            return trace.bfloat16()
        return float32 if other.itemsize <= 4 else float64
    return _np.promote_types(a, b)


def operands(*values: Any, floats: bool = False, dtype: Any = None) -> tuple[list[Array], Any]:
    """The values as traced arrays of one dtype, their `result_type`; a float dtype if `floats` is set."""
    if dtype is None:
        dtype = result_type(*values)
    if floats and not is_inexact(dtype):
        dtype = float64
    return [lifted(v, dtype) for v in values], dtype


def lifted(value: Any, dtype: Any) -> Array:
    if trace.is_number(value):
        if is_integer(dtype) and isinstance(value, (float, complex)):
            raise error(f"{value} does not fit {dtype}")
        return lift(value, dtype)
    return convert(lift(value), dtype)


def on_cpu(device: Any) -> None:
    """Checks the `device` of a function of the array API: an array is on "cpu" while it is traced."""
    if device not in (None, "cpu"):
        raise error(f"there is no device {device!r} here: 'device' of chad.jit says where a program runs")


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """The elements converted to a dtype. Complex numbers are converted to complex dtypes and truth values
    only.
    """
    on_cpu(device)
    if not isinstance(x, Array):
        return as_array(x).astype(dtype)
    return convert(x, trace.dtype_of(dtype) if isinstance(dtype, str) else _np.dtype(dtype))


FUNCTIONS["astype"] = astype


def asarray(x: Any, /, *, dtype: Any = None, copy: bool | None = None, device: Any = None) -> Any:
    """The array, number or list as an array, by default of the dtype that it has. Lists may hold traced
    numbers.
    """
    on_cpu(device)
    if isinstance(x, Array):
        return x if dtype is None else astype(x, dtype)
    if isinstance(x, (list, tuple)) and has_arrays(x):
        return astype(lift(x), dtype) if dtype else lift(x)
    return _np.asarray(as_array(x), dtype)


def copy(x: Any, /) -> Any:
    """The array, in a traced function as one of the program, which has `.at`."""
    return lift(x) if trace.is_tracing() else _np.array(as_array(x))


array = asarray
FUNCTIONS["copy"] = copy
FUNCTIONS["asarray"] = FUNCTIONS["array"] = asarray
dtype = _np.dtype


def finfo(of: Any, /) -> Any:
    """The limits of a dtype of floats, or of that of an array."""
    return _np.finfo(_dtype(of))


def iinfo(of: Any, /) -> Any:
    """The limits of a dtype of integers, or of that of an array."""
    return _np.iinfo(_dtype(of))


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether a dtype is of a kind, such as "real floating"."""
    return _np.isdtype(dtype, kind)


def can_cast(from_: Any, to: Any, /) -> bool:
    """Whether each number of a dtype, or of that of an array, is one of another dtype."""
    return _np.can_cast(_dtype(from_), to)


def axes_of(x: Array, axis: Any) -> tuple[int, ...]:
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
