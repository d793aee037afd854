# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of the elements of arrays."""

from __future__ import annotations

from typing import Any, Callable

import numpy as _np

from ._namespace import FUNCTIONS, bool_, int8, int32, operands, public
from ._ops import (
    binary,
    broadcast_shapes,
    compare,
    complex_of,
    conversion,
    convert,
    elementwise,
    op_for,
    part,
    select_text,
    unary,
)
from .trace import (
    Array,
    as_integer,
    constant,
    error,
    is_complex,
    is_float,
    is_inexact,
    is_integer,
    lift,
    part_of,
    splat,
)

# ------------------------------------------------------------------------------------------------
# Of one array


#: The functions of the dialect `math` that the dialect `complex` has, too.
_OF_COMPLEX = ("sin", "cos", "tan", "tanh", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt")


def _float_function(name: str, op: str, *names: str, at_zero: str = "") -> Callable:
    def function(x: Any, /) -> Any:
        (x,), dtype = operands(x, floats=True)
        if is_complex(dtype):
            return _of_complex(name, x)
        return elementwise(unary(op), [x], dtype)

    function.__name__ = name
    function.__doc__ = f"`{op}` of each element. Integers are taken as float64." + at_zero
    return public(function, names=names)


def _of_complex(name: str, x: Array) -> Any:
    if name in _OF_COMPLEX:
        return elementwise(unary(f"complex.{name}"), [x], x.dtype)
    if name in ("sinh", "cosh"):
        # sinh(a + bi) is sin(b + ai) with its parts exchanged, and cosh(a + bi) is cos(b - ai).
        a, b = part(x, "re"), part(x, "im")
        if name == "cosh":
            return cos(complex_of(b, negative(a)))
        turned = sin(complex_of(b, a))
        return complex_of(part(turned, "im"), part(turned, "re"))
    if name in ("log2", "log10"):
        return divide(log(x), constant(_np.log(float(name[3:])), x.dtype))
    if name == "exp2":
        return exp(multiply(x, constant(_np.log(2), x.dtype)))
    from ._inverses import inverse

    result = inverse(name, x)
    if result is None:
        raise _is_of_floats(name)
    return result


def _is_of_floats(name: str) -> Exception:
    return error(f"'{name}' is of floats: complex numbers have no such function here")


sin = _float_function("sin", "math.sin")
cos = _float_function("cos", "math.cos")
tan = _float_function("tan", "math.tan")
asin = _float_function("asin", "math.asin", "arcsin")
acos = _float_function("acos", "math.acos", "arccos")
atan = _float_function("atan", "math.atan", "arctan")
sinh = _float_function("sinh", "math.sinh")
cosh = _float_function("cosh", "math.cosh")
tanh = _float_function("tanh", "math.tanh")
asinh = _float_function("asinh", "math.asinh", "arcsinh")
acosh = _float_function("acosh", "math.acosh", "arccosh")
atanh = _float_function("atanh", "math.atanh", "arctanh")
exp = _float_function("exp", "math.exp")
exp2 = _float_function("exp2", "math.exp2")
expm1 = _float_function("expm1", "math.expm1")
log = _float_function("log", "math.log")
log1p = _float_function("log1p", "math.log1p")
log2 = _float_function("log2", "math.log2")
log10 = _float_function("log10", "math.log10")
sqrt = _float_function("sqrt", "math.sqrt", at_zero=" The derivative at 0 is 0.")
cbrt = _float_function("cbrt", "math.cbrt", at_zero=" The derivative at 0 is infinite.")


@public
def erf(x: Any, /) -> Any:
    """The error function of each element."""
    (x,), dtype = operands(x, floats=True)
    if is_complex(dtype):
        raise _is_of_floats("erf")
    return elementwise(unary("math.erf"), [x], dtype)


@public
def rsqrt(x: Any, /) -> Any:
    """One over the square root of each element."""
    (x,), dtype = operands(x, floats=True)
    return elementwise(unary("complex.rsqrt" if is_complex(dtype) else "math.rsqrt"), [x], dtype)


@public
def real(val: Any, /) -> Any:
    """The real part of each element; real numbers are returned as they are."""
    return part(val, "re") if is_complex(val.dtype) else val


@public
def imag(val: Any, /) -> Any:
    """The imaginary part of each element; zeros for real numbers."""
    if is_complex(val.dtype):
        return part(val, "im")
    return splat(constant(0, val.dtype), val.shape)


@public(names=("conjugate",))
def conj(x: Any, /) -> Any:
    """The complex conjugate of each element."""
    return elementwise(unary("complex.conj"), [x], x.dtype) if is_complex(x.dtype) else x


@public
def angle(z: Any, /) -> Any:
    """The argument of each complex number, between -π and π."""
    return atan2(imag(z), real(z))


def _rounding(name: str, op: str, doc: str, *names: str) -> Callable:
    def function(x: Any, /) -> Any:
        if is_complex(x.dtype):
            if name != "round":
                raise _is_of_floats(name)
            return complex_of(function(part(x, "re")), function(part(x, "im")))
        if not is_float(x.dtype):
            return x
        return elementwise(unary(op), [x], x.dtype)

    function.__name__ = name
    function.__doc__ = f"{doc}. Integers stay as they are. The derivative is 0."
    return public(function, names=names)


floor = _rounding("floor", "math.floor", "The greatest integer that is not above each element")
ceil = _rounding("ceil", "math.ceil", "The least integer that is not below each element")
trunc = _rounding("trunc", "math.trunc", "The integer part of each element, rounded towards 0")
round = _rounding(
    "round", "math.roundeven", "The integer that is nearest to each element, of two the even one", "rint"
)


@public
def abs(x: Any, /) -> Any:
    """The absolute value of each element; of a complex number, its modulus. The derivative at 0 is 0."""
    x = as_integer(x)
    if is_complex(x.dtype):
        write = lambda names, types, text: f"complex.abs {names[0]} : {types[0]}"
        return elementwise(write, [x], part_of(x.dtype))
    if is_float(x.dtype):
        return elementwise(unary("math.absf"), [x], x.dtype)
    if x.dtype.kind in "ub":
        return x
    return elementwise(unary("math.absi"), [x], x.dtype)


FUNCTIONS["absolute"] = FUNCTIONS["fabs"] = absolute = fabs = abs


@public
def negative(x: Any, /) -> Any:
    """-x of each element. Truth values have none; `logical_not` inverts them."""
    x = as_integer(x)
    if is_inexact(x.dtype):
        return elementwise(unary("complex.neg" if is_complex(x.dtype) else "arith.negf"), [x], x.dtype)
    if x.dtype.kind == "b":
        raise error("a truth value has no negative; logical_not inverts it")
    return elementwise(binary("arith.subi"), [constant(0, x.dtype), x], x.dtype)


@public
def positive(x: Any, /) -> Any:
    """The array as it is."""
    return x


@public
def sign(x: Any, /) -> Any:
    """-1, 0 or 1 by the sign of each element, and x / |x| of a complex number; NaN for NaN. Its derivative is
    0.
    """
    x = as_integer(x)
    if is_complex(x.dtype):
        return elementwise(unary("complex.sign"), [x], x.dtype)
    one, zero = constant(1, x.dtype), constant(0, x.dtype)
    low = zero if x.dtype.kind == "u" else constant(-1, x.dtype)
    result = where(greater(x, zero), one, where(less(x, zero), low, zero))
    return where(not_equal(x, x), x, result) if is_float(x.dtype) else result


@public
def square(x: Any, /) -> Any:
    """x · x of each element."""
    return multiply(x, x)


@public
def reciprocal(x: Any, /) -> Any:
    """1 / x of each element, in the dtype of `x`."""
    return divide(constant(1, x.dtype), x)


@public
def isnan(x: Any, /) -> Any:
    """Whether each element is NaN."""
    return not_equal(x, x)


@public
def isinf(x: Any, /) -> Any:
    """Whether each element is an infinity of either sign."""
    if is_complex(x.dtype):
        return logical_or(isinf(real(x)), isinf(imag(x)))
    if not is_float(x.dtype):
        return not_equal(x, x)
    return equal(abs(x), constant(_np.inf, x.dtype))


@public
def isfinite(x: Any, /) -> Any:
    """Whether each element is neither NaN nor an infinity."""
    if is_complex(x.dtype):
        return logical_and(isfinite(real(x)), isfinite(imag(x)))
    if not is_float(x.dtype):
        return equal(x, x)
    return less(abs(x), constant(_np.inf, x.dtype))


@public
def signbit(x: Any, /) -> Any:
    """Whether the sign of each element is minus, also of -0.0."""
    return less(copysign(constant(1, x.dtype), x), constant(0, x.dtype))


@public
def logical_not(x: Any, /) -> Any:
    """Whether each element is zero or false."""
    x = convert(lift(x), bool_)
    return elementwise(binary("arith.xori"), [x, constant(True, bool_)], bool_)


@public(names=("bitwise_not", "invert"))
def bitwise_invert(x: Any, /) -> Any:
    """The inverted bits of each integer, or truth values inverted."""
    x = as_integer(x)
    return elementwise(
        binary("arith.xori"), [x, constant(True if x.dtype.kind == "b" else -1, x.dtype)], x.dtype
    )


# ------------------------------------------------------------------------------------------------
# Of two arrays


def _arithmetic(name: str, doc: str, float_op: str, int_op: str, bool_op: str = "") -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        is_natural = name != "subtract" and _is_natural(x) and _is_natural(y)
        (x, y), dtype = operands(x, y)
        if is_inexact(dtype):
            return elementwise(binary(op_for(float_op, dtype)), [x, y], dtype)
        if dtype.kind == "b":
            if not bool_op:
                raise error("numpy does not subtract truth values; use logical_xor")
            return elementwise(binary(bool_op), [x, y], dtype)
        result = elementwise(binary(int_op), [x, y], dtype)
        result.is_natural = is_natural
        return result

    function.__name__ = name
    function.__doc__ = f"The {doc}."
    return public(function)


def _is_natural(value: Any) -> bool:
    """Whether an integer is known to be at least 0."""
    return value.is_natural if isinstance(value, Array) else isinstance(value, int) and value >= 0


add = _arithmetic(
    "add", "sums x + y of elements; of truth values, x or y", "arith.addf", "arith.addi", "arith.ori"
)
subtract = _arithmetic(
    "subtract", "differences x - y of elements; truth values have none", "arith.subf", "arith.subi"
)
multiply = _arithmetic(
    "multiply", "products x · y of elements; of truth values, x and y", "arith.mulf", "arith.muli", "arith.andi"
)


@public(names=("true_divide",))
def divide(x: Any, y: Any, /) -> Any:
    """x / y of each pair of elements. Integers are divided as float64."""
    (x, y), dtype = operands(x, y, floats=True)
    return elementwise(binary(op_for("arith.divf", dtype)), [x, y], dtype)


def _real_operands(name: str, *values: Any, floats: bool = False) -> tuple[list[Array], Any]:
    arrays, dtype = operands(*values, floats=floats)
    if is_complex(dtype):
        raise _is_of_floats(name)
    return arrays, dtype


@public
def floor_divide(x: Any, y: Any, /) -> Any:
    """The greatest integer ≤ x / y of each pair of elements; of integers, 0 if y is 0. Its derivative is 0."""
    (x, y), dtype = _real_operands("floor_divide", x, y)
    if is_float(dtype):
        zero, one = constant(0, dtype), constant(1, dtype)
        rest, is_other = _float_remainder(x, y)
        # A whole number, but for the rounding of the division.
        quotient = divide(subtract(x, rest), y)
        quotient = round(where(is_other, subtract(quotient, one), quotient))
        quotient = where(equal(quotient, zero), copysign(zero, divide(x, y)), quotient)
        return where(equal(y, zero), divide(x, y), quotient)
    return _integer_division(x, y, dtype)[0]


@public(names=("mod",))
def remainder(x: Any, y: Any, /) -> Any:
    """x - y ⌊x / y⌋ of each pair of elements, with the sign of y; of integers, 0 if y is 0. The derivatives
    are 1 and -⌊x / y⌋.
    """
    (x, y), dtype = _real_operands("remainder", x, y)
    if is_float(dtype):
        rest, is_other = _float_remainder(x, y)
        from .custom import stop_gradient

        zero = constant(0, dtype)
        # Zero has the sign of y, and the derivatives of the remainder.
        signed = subtract(copysign(zero, y), subtract(stop_gradient(rest), rest))
        return where(is_other, add(rest, y), where(equal(rest, zero), signed, rest))
    return _integer_division(x, y, dtype)[1]


def _float_remainder(x: Array, y: Array) -> tuple[Array, Array]:
    """The remainder with the sign of x, and whether it is not zero and y has another sign."""
    rest = elementwise(binary("arith.remf"), [x, y], x.dtype)
    zero = constant(0, x.dtype)
    return rest, logical_and(not_equal(rest, zero), not_equal(less(rest, zero), less(y, zero)))


def _integer_division(x: Array, y: Array, dtype: Any) -> tuple[Array, Array]:
    """Integer division that rounds towards minus infinity. As in numpy, the quotient by 0 is 0."""
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
    # Dividing the least integer by -1 would stop the process.
    is_minus = equal(y, constant(-1, dtype))
    divisor = where(logical_or(is_zero, is_minus), one, y)
    quotient = elementwise(binary("arith.floordivsi"), [x, divisor], dtype)
    rest = subtract(x, multiply(quotient, divisor))
    quotient = where(is_zero, zero, where(is_minus, negative(x), quotient))
    return quotient, where(is_zero, zero, rest)


@public
def fmod(x: Any, y: Any, /) -> Any:
    """The remainder of x / y rounded towards 0, with the sign of x; the result holds floats. The derivatives
    are 1 and -trunc(x / y).
    """
    (x, y), dtype = _real_operands("fmod", x, y, floats=True)
    return elementwise(binary("arith.remf"), [x, y], dtype)


@public(names=("power",))
def pow(x: Any, y: Any, /) -> Any:
    """x to the power y of each pair of elements. The derivative by y is 0 where x is 0, and NaN where x < 0."""
    if isinstance(y, (_np.integer, _np.floating)) or (isinstance(y, _np.ndarray) and y.ndim == 0):
        y = y.item()
    if isinstance(y, float) and y.is_integer() and -16 <= y <= 16:
        x = lift(x)
        if is_inexact(x.dtype):
            return _integer_power(x, int(y))
    if isinstance(y, int) and not isinstance(y, bool) and isinstance(x, Array):
        if is_inexact(x.dtype) and -(2**31) < y < 2**31:
            return _integer_power(x, y)
        if is_integer(x.dtype) and y >= 0:
            return _integer_power(as_integer(x), y)
    (x, y), dtype = operands(x, y)
    if is_inexact(dtype):
        return elementwise(binary("complex.pow" if is_complex(dtype) else "math.powf"), [x, y], dtype)
    return elementwise(binary("math.ipowi"), [x, y], dtype)


def _integer_power(x: Array, n: int) -> Array:
    if is_complex(x.dtype) and n < 0:
        return divide(constant(1, x.dtype), _integer_power(x, -n))
    if n < 0 or (n > 16 and is_float(x.dtype)):
        exponent = constant(n, int32)
        types = lambda names, types, text: f"math.fpowi {names[0]}, {names[1]} : {text}, {types[1]}"
        return elementwise(types, [x, exponent], x.dtype)
    if n == 0:
        return splat(constant(1, x.dtype), x.shape)
    result = None
    while n:
        if n & 1:
            result = x if result is None else multiply(result, x)
        n >>= 1
        if n:
            x = multiply(x, x)
    assert result is not None
    return result


@public(names=("arctan2",))
def atan2(x: Any, y: Any, /) -> Any:
    """The angle of the point of ordinate x and abscissa y, between -π and π. At the origin the derivatives are 0."""
    (x, y), dtype = _real_operands("atan2", x, y, floats=True)
    return elementwise(binary("math.atan2"), [x, y], dtype)


@public
def copysign(x: Any, y: Any, /) -> Any:
    """|x| with the sign of y, of each pair of elements. The derivative by x is 0 at 0, that by y is 0
    everywhere.
    """
    (x, y), dtype = _real_operands("copysign", x, y, floats=True)
    return elementwise(binary("math.copysign"), [x, y], dtype)


@public
def nextafter(x: Any, y: Any, /) -> Any:
    """The float after x on the way to y, of each pair of elements, or y if both are equal. The derivative is 0."""
    (x, y), dtype = _real_operands("nextafter", x, y, floats=True)
    from .custom import stop_gradient

    x, y = stop_gradient(x), stop_gradient(y)
    bits = _np.dtype(f"i{dtype.itemsize}")
    # Floats of one sign are in the order of their bits.
    number = elementwise(conversion("arith.bitcast"), [x], bits)
    step = where(equal(less(x, y), less(constant(0, dtype), x)), constant(1, bits), constant(-1, bits))
    moved = elementwise(conversion("arith.bitcast"), [add(number, step)], dtype)
    least = copysign(constant(_np.finfo(dtype).smallest_subnormal, dtype), y)
    moved = where(equal(x, constant(0, dtype)), least, moved)
    return where(equal(x, y), y, where(logical_or(isnan(x), isnan(y)), add(x, y), moved))


@public
def hypot(x: Any, y: Any, /) -> Any:
    """√(x² + y²) of each pair of elements, without overflow or underflow. At the origin the derivatives are
    0.
    """
    (x, y), dtype = _real_operands("hypot", x, y, floats=True)
    from .custom import stop_gradient

    # √(x² + y²) = s √((x/s)² + (y/s)²) for any s > 0, also after differentiation: s is a constant, for which squares
    # neither overflow nor vanish.
    larger = stop_gradient(maximum(abs(x), abs(y)))
    is_scale = logical_and(less(constant(0, dtype), larger), isfinite(larger))
    scale = where(is_scale, larger, constant(1, dtype))
    a, b = divide(x, scale), divide(y, scale)
    result = multiply(scale, sqrt(add(multiply(a, a), multiply(b, b))))
    return where(isinf(x), abs(x), where(isinf(y), abs(y), result))


@public
def logaddexp(x: Any, y: Any, /) -> Any:
    """log(eˣ + eʸ) of each pair of elements, without overflow or underflow."""
    (x, y), dtype = _real_operands("logaddexp", x, y, floats=True)
    # log(eˣ + eʸ) = a + log1p(e^(b - a)) with a = x and b = y, or the other way round. The one in which e^(b - a) does
    # not overflow is chosen: both have the same derivatives. Of two equal infinities the first is the result.
    is_first = greater_equal(x, y)
    a, b = where(is_first, x, y), where(is_first, y, x)
    distance = where(logical_and(equal(a, b), isinf(a)), constant(0, dtype), subtract(b, a))
    return add(a, log1p(exp(distance)))


def _extremum(name: str, doc: str, float_op: str, int_op: str, unsigned_op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = _real_operands(name, x, y)
        op = float_op if is_float(dtype) else int_op if dtype.kind == "i" else unsigned_op
        # Of equal operands the op has the derivative of its first one. The maximum and the minimum then are one
        # operand each, so that their sum has the derivative of x + y.
        return elementwise(binary(op), [y, x] if name in ("minimum", "fmin") else [x, y], dtype)

    function.__name__ = name
    winner = "y" if name in ("minimum", "fmin") else "x"
    function.__doc__ = f"The {doc}. Where both are equal, the derivative is that of `{winner}`, or 0 if one of them is a constant."
    return public(function)


maximum = _extremum(
    "maximum", "greater of two elements, or NaN if one is", "arith.maximumf", "arith.maxsi", "arith.maxui"
)
minimum = _extremum(
    "minimum", "lesser of two elements, or NaN if one is", "arith.minimumf", "arith.minsi", "arith.minui"
)
fmax = _extremum(
    "fmax",
    "greater of two elements, or the other one if one is NaN",
    "arith.maxnumf",
    "arith.maxsi",
    "arith.maxui",
)
fmin = _extremum(
    "fmin",
    "lesser of two elements, or the other one if one is NaN",
    "arith.minnumf",
    "arith.minsi",
    "arith.minui",
)


def _comparison(name: str, sign_: str, float_predicate: str, int_predicate: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = operands(x, y)
        if is_complex(dtype):
            if name not in ("equal", "not_equal"):
                raise error("complex numbers have no order")
            op = "complex.eq" if name == "equal" else "complex.neq"
            write = lambda names, types, text: f"{op} {names[0]}, {names[1]} : {types[0]}"
            return elementwise(write, [x, y], bool_)
        if is_float(dtype):
            return elementwise(compare("arith.cmpf", float_predicate), [x, y], bool_)
        predicate = int_predicate
        if predicate not in ("eq", "ne"):
            predicate = ("s" if dtype.kind == "i" else "u") + predicate
        return elementwise(compare("arith.cmpi", predicate), [x, y], bool_)

    function.__name__ = name
    function.__doc__ = f"Whether x {sign_} y, of each pair of elements, as truth values."
    return public(function)


equal: Callable = _comparison("equal", "=", "oeq", "eq")
not_equal: Callable = _comparison("not_equal", "≠", "une", "ne")
less: Callable = _comparison("less", "<", "olt", "lt")
less_equal: Callable = _comparison("less_equal", "≤", "ole", "le")
greater: Callable = _comparison("greater", ">", "ogt", "gt")
greater_equal: Callable = _comparison("greater_equal", "≥", "oge", "ge")


def _logical(name: str, op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        operands = [convert(lift(v), bool_) for v in (x, y)]
        return elementwise(binary(op), operands, bool_)

    function.__name__ = f"logical_{name}"
    function.__doc__ = f"Whether x {name} y, of each pair of elements, where what is not 0 is true."
    return public(function)


logical_and = _logical("and", "arith.andi")
logical_or = _logical("or", "arith.ori")
logical_xor = _logical("xor", "arith.xori")


def _bitwise(name: str, op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = operands(x, y)
        if is_inexact(dtype):
            raise error(f"bits of {dtype} are not operated on")
        return elementwise(binary(op), [x, y], dtype)

    function.__name__ = f"bitwise_{name}"
    function.__doc__ = f"x {name} y of the bits of each pair of integers, or of truth values."
    return public(function)


bitwise_and = _bitwise("and", "arith.andi")
bitwise_or = _bitwise("or", "arith.ori")
bitwise_xor = _bitwise("xor", "arith.xori")


def _shift(name: str, doc: str, signed_op: str, unsigned_op: str) -> Callable:
    def function(x: Any, y: Any, /) -> Any:
        (x, y), dtype = operands(x, y)
        op = signed_op if dtype.kind == "i" else unsigned_op
        # Counts are compared as unsigned numbers, so that a negative one is larger than the width, as in NumPy.
        inside = elementwise(binary("arith.minui"), [y, constant(8 * dtype.itemsize - 1, dtype)], dtype)
        result = elementwise(binary(op), [x, inside], dtype)
        if op == "arith.shrsi":
            return result
        return where(equal(y, inside), result, constant(0, dtype))

    function.__name__ = name
    function.__doc__ = doc
    return function


bitwise_left_shift = public(
    _shift(
        "bitwise_left_shift",
        "The bits of x moved up by y places. A shift by the width of the type or more, or by y < 0, gives 0.",
        "arith.shli",
        "arith.shli",
    ),
    names=("left_shift",),
)
bitwise_right_shift = public(
    _shift(
        "bitwise_right_shift",
        "The bits of x moved down by y places: ⌊x / 2ʸ⌋, of negative numbers, too. A shift by y < 0 leaves copies of the sign.",
        "arith.shrsi",
        "arith.shrui",
    ),
    names=("right_shift",),
)


@public
def where(condition: Any, x: Any, y: Any, /) -> Any:
    """`x` where the condition is true, else `y`. Only what is chosen has a derivative, also where the other
    is NaN or infinite.
    """
    (x, y), dtype = operands(x, y)
    condition = convert(lift(condition), bool_)
    shape = broadcast_shapes(condition.shape, x.shape, y.shape)
    return elementwise(select_text, [condition, x, y], dtype, shape)


@public
def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    """The elements, but none less than `min` and none greater than `max`. The derivative at a bound that is a
    constant is 0.
    """
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


@public
def nan_to_num(x: Any, /, nan: float = 0.0) -> Any:
    """The elements with `nan` in place of NaN, and the largest floats in place of infinities. The derivative
    is 0 where an element is replaced.
    """
    info = _np.finfo(x.dtype)
    x = where(isnan(x), constant(nan, x.dtype), x)
    return clip(x, float(info.min), float(info.max))
