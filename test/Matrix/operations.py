"""The scalar operations that have rules, each with what it computes in dual numbers.

A `Function` has its inputs, how to emit it, and how to evaluate it independently.
"""

import math

import numpy as np

from builder import INDEX, Type
from duals import Dual, where


class Input:
    """An argument: floats between `low` and `high`, or an integer of a given value."""

    def __init__(self, type_, low=-1.2, high=1.2, value=None):
        self.type, self.low, self.high, self.value = type_, low, high, value


class Function:
    def __init__(self, inputs, result, emit, evaluate):
        self.inputs, self.result, self.emit, self.evaluate = inputs, result, emit, evaluate


def number(value):
    return Input(INDEX, value=value)


# Scalars: operands' domains, a body of one line or more, and the same on dual numbers.

ALL, POSITIVE, INNER, ABOVE = (-1.2, 1.2), (0.4, 2.0), (-0.8, 0.9), (2.6, 4.0)
AWAY = (0.3, 1.4)
LN2, LN10 = math.log(2), math.log(10)


def power(x, y):
    return (x.log() * y).exp()


def atan2(y, x):
    """For positive x, as it is here."""
    return (y / x).atan()


def larger(x, y):
    return where(x.value >= y.value, x, y)


def smaller(x, y):
    return where(x.value <= y.value, x, y)


def remainder(x, y):
    return x - y * x.like(np.trunc(x.value / y.value))


UNARY = {
    "arith.negf": (ALL, lambda x: -x),
    "math.absf": (ALL, Dual.absolute),
    "math.acos": (INNER, lambda x: math.pi / 2 - x.asin()),
    "math.acosh": (ABOVE, lambda x: (x + (x * x - 1).sqrt()).log()),
    "math.asin": (INNER, Dual.asin),
    "math.asinh": (ALL, lambda x: (x + (x * x + 1).sqrt()).log()),
    "math.atan": (ALL, Dual.atan),
    "math.atanh": (INNER, lambda x: ((1 + x) / (1 - x)).log() * 0.5),
    "math.cbrt": (POSITIVE, Dual.cbrt),
    "math.ceil": (ALL, lambda x: x.piecewise_constant(np.ceil)),
    "math.cos": (ALL, Dual.cos),
    "math.cosh": (ALL, lambda x: (x.exp() + (-x).exp()) * 0.5),
    "math.erf": (ALL, Dual.erf),
    "math.erfc": (ALL, lambda x: 1 - x.erf()),
    "math.exp": (ALL, Dual.exp),
    "math.exp2": (ALL, lambda x: (x * LN2).exp()),
    "math.expm1": (ALL, lambda x: x.exp() - 1),
    "math.floor": (ALL, lambda x: x.piecewise_constant(np.floor)),
    "math.log": (POSITIVE, Dual.log),
    "math.log10": (POSITIVE, lambda x: x.log() * (1 / LN10)),
    "math.log1p": (POSITIVE, lambda x: (x + 1).log()),
    "math.log2": (POSITIVE, lambda x: x.log() * (1 / LN2)),
    "math.round": (POSITIVE, lambda x: x.piecewise_constant(lambda v: np.floor(v + 0.5))),
    "math.roundeven": (ALL, lambda x: x.piecewise_constant(np.round)),
    "math.rsqrt": (POSITIVE, lambda x: 1 / x.sqrt()),
    "math.sin": (ALL, Dual.sin),
    "math.sinh": (ALL, lambda x: (x.exp() - (-x).exp()) * 0.5),
    "math.sqrt": (POSITIVE, Dual.sqrt),
    "math.tan": (INNER, lambda x: x.sin() / x.cos()),
    "math.tanh": (ALL, Dual.tanh),
    "math.trunc": (ALL, lambda x: x.piecewise_constant(np.trunc)),
}
BINARY = {
    "arith.addf": (ALL, ALL, lambda x, y: x + y),
    "arith.divf": (ALL, AWAY, lambda x, y: x / y),
    "arith.maximumf": (ALL, ALL, larger),
    "arith.maxnumf": (ALL, ALL, larger),
    "arith.minimumf": (ALL, ALL, smaller),
    "arith.minnumf": (ALL, ALL, smaller),
    "arith.mulf": (ALL, ALL, lambda x, y: x * y),
    "arith.remf": ((2.0, 5.0), (1.1, 1.7), remainder),
    "arith.subf": (ALL, ALL, lambda x, y: x - y),
    "math.atan2": (ALL, AWAY, atan2),
    "math.copysign": (ALL, ALL, lambda x, y: x.absolute() * x.like(np.copysign(1, y.value))),
    "math.powf": (AWAY, ALL, power),
}
# Operands' domains, lines whose last one defines %r, and the same on dual numbers.
BODIES = {
    "math.clampf": ([ALL, (-0.6, -0.3), (0.3, 0.6)],
                    ["%r = math.clampf %0 to [%1, %2] : {t}"],
                    lambda x, y, z: where(x.value < y.value, y, where(x.value > z.value, z, x))),
    "math.fma": ([ALL] * 3, ["%r = math.fma %0, %1, %2 : {t}"], lambda x, y, z: x * y + z),
    "math.fpowi": ([AWAY], ["%n = arith.constant -2 : i32", "%r = math.fpowi %0, %n : {t}, i32"],
                   lambda x: 1 / (x * x)),
    "math.fpowi.zero": ([ALL], ["%n = arith.constant 0 : i32", "%r = math.fpowi %0, %n : {t}, i32"],
                        lambda x: x.like(1.0)),
    "math.sincos": ([ALL], ["%s, %c = math.sincos %0 : {t}", "%p = arith.mulf %s, %c : {t}",
                            "%r = arith.addf %p, %s : {t}"], lambda x: x.sin() * x.cos() + x.sin()),
    "arith.select": ([ALL] * 2, ["%c = arith.cmpf ogt, %0, %1 : {t}",
                                 "%s = math.sin %0 : {t}", "%r = arith.select %c, %s, %1 : {t:c}"],
                     lambda x, y: where(x.value > y.value, x.sin(), y)),
    "arith.sitofp": ([ALL], ["%i = arith.fptosi %0 : {t} to {i32}", "%f = arith.sitofp %i : {i32} to {t}",
                             "%r = arith.addf %f, %0 : {t}"], lambda x: x + x.like(np.trunc(x.value))),
    "arith.mulf.square": ([ALL], ["%r = arith.mulf %0, %0 : {t}"], lambda x: x * x),
    "math.powf.three": ([ALL], ["%n = arith.constant {three} : {t}", "%r = math.powf %0, %n : {t}"],
                        lambda x: x * x * x),
}
# Through another type: the one named, and the lines, with {o} the type.
THROUGH = {
    "arith.extf": {"f32": "f64", "f16": "f32", "bf16": "f32"},
    "arith.truncf": {"f64": "f32", "f32": "f16"},
}


def body_of(operation, element):
    """The operands' domains, the lines and the evaluation, or None where there is no such op."""
    if operation in UNARY:
        domain, evaluate = UNARY[operation]
        return [domain], [f"%r = {operation} %0 : {{t}}"], evaluate
    if operation in BINARY:
        first, second, evaluate = BINARY[operation]
        return [first, second], [f"%r = {operation} %0, %1 : {{t}}"], evaluate
    if operation in BODIES:
        return BODIES[operation]
    other = THROUGH[operation].get(element)
    if not other:
        return None
    there, back = ("extf", "truncf") if operation == "arith.extf" else ("truncf", "extf")
    lines = [f"%o = arith.{there} %0 : {{t}} to {{{other}}}", f"%q = arith.mulf %o, %o : {{{other}}}",
             f"%r = arith.{back} %q : {{{other}}} to {{t}}"]
    return [ALL], lines, lambda x: x * x


def emit_lines(builder, lines, operands, type_):
    """Emits lines with the operands and fresh names in place of `%0`, `%r`, ..., on scalars or
    whole tensors of `type_`."""
    names = {f"%{i}": name for i, name in enumerate(operands)}
    of = {e: str(Type(e, type_.dims)) for e in ("i32", "i1", "f64", "f32", "f16")}
    selection = str(type_) if type_.is_scalar else f"{of['i1']}, {type_}"
    three = "3.0" if type_.is_scalar else "dense<3.0>"
    for line in lines:
        result, rest = line.split(" = ", 1)
        defined = [(name, builder.fresh()) for name in result.split(", ")]
        rest = rest.replace("{t:c}", selection).replace("{three}", three)
        rest = rest.format(t=type_, **of)
        for old, new in names.items():
            rest = _replace(rest, old, new)
        names.update(defined)
        builder.emit(f"{', '.join(new for _, new in defined)} = {rest}")
    return names["%r"]


def _replace(text, old, new):
    words = text.replace(",", " ,").replace("]", " ]").replace("[", "[ ").split(" ")
    return " ".join(new if word == old else word for word in words)


def scalar_function(operation, kind, element, rng):
    """The op on scalars or on tensors of the given kind; None if it has no such form."""
    found = body_of(operation, element)
    if found is None:
        return None
    domains, lines, evaluate = found
    type_ = Type(element, dims_of(kind))
    whole = not type_.is_scalar and not any("constant" in line for line in lines) and rng.random() < 0.5

    def emit(builder, names):
        if whole:
            return emit_lines(builder, lines, names, type_)
        scalars = lambda values: emit_lines(builder, lines, values, builder.scalar)
        return builder.elementwise(scalars, names, [type_] * len(names))

    return Function([Input(type_, *d) for d in domains], type_, emit, lambda args: evaluate(*args))


# The kinds of shapes: extents, and whether the types know them.
KINDS = {
    "scalar": None,
    "rank-0": (),
    "static": ((3, True),),
    "dynamic": ((3, False),),
    "none": ((0, False),),
    "none, known": ((0, True),),
    "one": ((1, False),),
    "one, known": ((1, True),),
    "mixed": ((2, True), (3, False)),
    "mixed, rows": ((2, False), (3, True)),
    "two dynamic": ((2, False), (2, False)),
    "rows of none": ((2, False), (0, False)),
}


def dims_of(kind):
    return KINDS[kind]


SCALARS = [*UNARY, *BINARY, *BODIES, *THROUGH]
