# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inverse functions of complex numbers, by the formulas of Kahan 1987, "Branch cuts for complex elementary functions".

They are functions of real and imaginary parts x and y, so that signs of zeros, which choose a side of a branch cut, are kept."""

from __future__ import annotations

from typing import Any, Callable

import numpy as _np

from ._elementwise import abs as _absolute
from ._elementwise import (
    add,
    asinh,
    atan2,
    divide,
    equal,
    greater,
    hypot,
    imag,
    less,
    log,
    log1p,
    logical_or,
    multiply,
    negative,
    real,
    signbit,
    sqrt,
    subtract,
    where,
)
from ._ops import complex_of
from .trace import Array, constant

Parts = tuple[Any, Any]


def _number(value: float, like: Array) -> Array:
    return constant(value, like.dtype)


def _root(x: Any, y: Any) -> Parts:
    root = sqrt(complex_of(x, y))
    return real(root), imag(root)


def _with_sign(of: Any, value: Any) -> Any:
    """The value or its negative. `copysign` has no derivative by the sign, nor has `abs` one where that changes."""
    return where(signbit(of), negative(value), value)


def _near_or_far(near: Callable, far: Callable) -> Callable:
    """The second formula where 1 is lost in rounding beside z². Each has other numbers where it is not used, at which
    it has derivatives."""

    def function(x: Any, y: Any) -> Parts:
        limit = 2.0**28 if x.dtype.itemsize == 8 else 2.0**13
        bound = _number(limit, x)
        is_far = logical_or(greater(_absolute(x), bound), greater(_absolute(y), bound))
        half = _number(0.5, x)
        close = near(where(is_far, half, x), where(is_far, half, y))
        distant = far(where(is_far, x, bound), where(is_far, y, bound))
        return where(is_far, distant[0], close[0]), where(is_far, distant[1], close[1])

    return function


def _log_of_double(x: Any, y: Any) -> Any:
    """log |2z|, of numbers that may be as large as there are."""
    half = _number(0.5, x)
    return add(log(hypot(multiply(half, x), multiply(half, y))), _number(2 * _np.log(2), x))


def _asinh_near(x: Any, y: Any) -> Parts:
    one = _number(1, x)
    a, b = _root(add(one, y), negative(x))  # √(1 - iz)
    c, d = _root(subtract(one, y), x)  # √(1 + iz)
    across = subtract(multiply(a, c), multiply(b, d))
    return asinh(subtract(multiply(a, d), multiply(c, b))), atan2(y, across)


def _acos_near(x: Any, y: Any) -> Parts:
    one, two = _number(1, x), _number(2, x)
    a, b = _root(subtract(one, x), negative(y))  # √(1 - z)
    c, d = _root(add(one, x), y)  # √(1 + z)
    return multiply(two, atan2(a, c)), asinh(subtract(multiply(c, b), multiply(d, a)))


def _acosh_near(x: Any, y: Any) -> Parts:
    one, two = _number(1, x), _number(2, x)
    a, b = _root(subtract(x, one), y)  # √(z - 1)
    c, d = _root(add(x, one), y)  # √(z + 1)
    return asinh(add(multiply(a, c), multiply(b, d))), multiply(two, atan2(b, c))


_asinh = _near_or_far(
    _asinh_near, lambda x, y: (_with_sign(x, _log_of_double(x, y)), atan2(y, _with_sign(x, x)))
)
_acos = _near_or_far(
    _acos_near, lambda x, y: (atan2(_with_sign(y, y), x), negative(_with_sign(y, _log_of_double(x, y))))
)
_acosh = _near_or_far(_acosh_near, lambda x, y: (_log_of_double(x, y), atan2(y, x)))


def _atanh_near(x: Any, y: Any) -> Parts:
    """For x ≥ 0: the real part ½ log(|1 + z| / |1 - z|), or ¼ log(1 + 4x / |1 - z|²) where that is small, and the
    imaginary one ½ arg(1 - |z|² + 2iy)."""
    one, half, quarter, four = (_number(v, x) for v in (1, 0.5, 0.25, 4))
    size = _with_sign(x, x)
    above, below = add(one, size), subtract(one, size)
    distance = hypot(below, y)
    is_near = less(distance, half)
    near = multiply(half, log(divide(hypot(above, y), where(is_near, distance, one))))
    apart = where(is_near, one, distance)
    far = multiply(quarter, log1p(divide(multiply(four, divide(size, apart)), apart)))
    angle = multiply(half, atan2(add(y, y), subtract(multiply(below, above), multiply(y, y))))
    return _with_sign(x, where(is_near, near, far)), angle


def _atanh_far(x: Any, y: Any) -> Parts:
    """1/z ± ½πi."""
    infinite, zero = _number(_np.inf, x), _number(0, x)
    is_infinite = logical_or(equal(_absolute(x), infinite), equal(_absolute(y), infinite))
    inverse = divide(
        _number(1, x), complex_of(where(is_infinite, _number(1, x), x), where(is_infinite, zero, y))
    )
    right = _with_sign(y, _number(_np.pi / 2, x))
    # Its zeros have the sign of x.
    size = add(_with_sign(x, real(inverse)), zero)
    return _with_sign(x, where(is_infinite, zero, size)), add(right, where(is_infinite, zero, imag(inverse)))


_atanh = _near_or_far(_atanh_near, _atanh_far)


def _turned(function: Callable) -> Callable:
    """-i f(iz), which is asin of asinh, and atan of atanh."""

    def turned(x: Any, y: Any) -> Parts:
        real_part, imaginary = function(negative(y), x)
        return imaginary, negative(real_part)

    return turned


_OF_PARTS: dict[str, Callable[[Any, Any], Parts]] = {
    "asinh": _asinh, "asin": _turned(_asinh), "acos": _acos, "acosh": _acosh, "atanh": _atanh, "atan": _turned(_atanh),
}  # fmt: skip


def inverse(name: str, z: Array) -> Any:
    """The inverse function of that name of complex numbers; None if there is none here."""
    function = _OF_PARTS.get(name)
    return function and complex_of(*function(real(z), imag(z)))


__all__ = ["inverse"]
