"""Second and third derivatives of the scalar ops whose partial derivatives may be infinite.

  nested.py

Of `F(x…, d) = d · op(x…)` the gradient by `x…` is `d` times the partial derivatives. Its derivatives
are taken forward over reverse, reverse over reverse, forward over forward and reverse over forward,
and once more, at points that are generic, where `d` is 0, and where `d` is 0 and a partial derivative
is infinite: there the derivative by `d` is that infinity, and those by `x…` are 0.

The expected values are computed with nested dual numbers, which are implemented here.
"""

import itertools
import math
import sys

from derivatives import NUMBER, run


class Dual:
    """a + b·ε with ε² = 0; a and b are numbers or dual numbers of fewer εs."""

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        other = lift(other, self)
        return Dual(self.a + other.a, self.b + other.b)

    __radd__ = __add__

    def __mul__(self, other):
        other = lift(other, self)
        return Dual(self.a * other.a, self.a * other.b + self.b * other.a)

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lift(other, self)

    def __rsub__(self, other):
        return lift(other, self) - self

    def __truediv__(self, other):
        return self * power(lift(other, self), -1)

    def __rtruediv__(self, other):
        return lift(other, self) / self


def lift(x, like):
    return x if isinstance(x, Dual) else Dual(like.a * 0.0 + x, like.b * 0.0)


def power(x, n):
    """x to the constant n."""
    return Dual(power(x.a, n), n * power(x.a, n - 1) * x.b) if isinstance(x, Dual) else x**n


def function(at, slope):
    """A function of a dual number, from its value at a number and its derivative."""

    def apply(x):
        return Dual(apply(x.a), slope(x.a) * x.b) if isinstance(x, Dual) else at(x)

    return apply


log = function(math.log, lambda x: 1.0 / x)
exp = function(math.exp, lambda x: exp(x))
asin = function(math.asin, lambda x: power(1.0 - x * x, -0.5))
acosh = function(math.acosh, lambda x: power(x * x - 1.0, -0.5))
atanh = function(math.atanh, lambda x: 1.0 / (1.0 - x * x))
atan = function(math.atan, lambda x: 1.0 / (1.0 + x * x))

# Ops, with the oracle, points, and points with the infinite partial derivatives there.
CASES = {
    "divf": ("arith.divf %x0, %x1", lambda x, y: x / y, [(3.0, 2.0), (-0.5, 4.0)],
             {(3.0, 0.0): (math.inf, -math.inf)}),
    "acos": ("math.acos %x0", lambda x: 1.5 - asin(x), [(0.3,), (-0.6,)], {(1.0,): (-math.inf,)}),
    "asin": ("math.asin %x0", asin, [(0.3,), (-0.6,)], {(1.0,): (math.inf,), (-1.0,): (math.inf,)}),
    "acosh": ("math.acosh %x0", acosh, [(1.5,)], {(1.0,): (math.inf,)}),
    "atanh": ("math.atanh %x0", atanh, [(0.4,)], {(1.0,): (math.inf,)}),
    "atan2": ("math.atan2 %x0, %x1", lambda y, x: atan(y / x), [(0.6, 1.7), (-1.2, 0.8)], {}),
    "cbrt": ("math.cbrt %x0", lambda x: power(x, 1.0 / 3), [(0.7,), (8.0,)], {(0.0,): (math.inf,)}),
    "fpowi": ("math.fpowi %x0, %n", lambda x: power(x, -3), [(0.7,), (-1.5,)], {(0.0,): (-math.inf,)}),
    "log": ("math.log %x0", log, [(0.7,), (3.0,)], {(0.0,): (math.inf,)}),
    "log10": ("math.log10 %x0", lambda x: log(x) * (1 / math.log(10)), [(0.7,)], {(0.0,): (math.inf,)}),
    "log1p": ("math.log1p %x0", lambda x: log(1.0 + x), [(0.7,)], {(-1.0,): (math.inf,)}),
    "log2": ("math.log2 %x0", lambda x: log(x) * (1 / math.log(2)), [(0.7,)], {(0.0,): (math.inf,)}),
    # At an exponent of 0 the derivative by the base is 0, and that by both 1/x.
    "powf": ("math.powf %x0, %x1", lambda x, y: exp(y * log(x)),
             [(0.6, 1.7), (2.5, -0.5), (2.5, 0.0), (1.4, 3.0)], {(0.0, 0.5): (math.inf, 0.0)}),
    "rsqrt": ("math.rsqrt %x0", lambda x: power(x, -0.5), [(0.7,), (3.0,)], {(0.0,): (-math.inf,)}),
    "remf": ("arith.remf %x0, %x1", lambda x, y: x - 3.0 * y, [(7.5, 2.0)], {}),
    # A choice masks what it does not choose, whose second derivatives are masked, too.
    "ramp": ("arith.maximumf %l, %zero", lambda x: log(x), [(3.0,)], {}),
}
HEADERS = {"fpowi": "%n = arith.constant -3 : i32\n",
           "ramp": "%zero = arith.constant 0.0 : f64\n%l = math.log %x0 : f64\n"}
SUFFIX = {"fpowi": ", i32"}
COTANGENTS = [1.5, 0.0]


def derivative(f, point, along):
    """The derivative of `f` at `point` by the variables numbered `along`."""
    values = list(point)
    for i in along:
        values = [Dual(v, v * 0.0 + float(k == i)) for k, v in enumerate(values)]
    result = f(*values)
    for _ in along:
        result = result.b
    return result


def names(prefix, count):
    return [f"%{prefix}{i}" for i in range(count)]


def floats(count):
    return ", ".join(["f64"] * count)


def declare(name, arguments, body, results):
    text = ", ".join(f"{a}: f64" for a in arguments)
    types = floats(len(results))
    return f"func.func private @{name}({text}) -> ({types}) {{\n{body}return {', '.join(results)} : {types}\n}}\n"


def jacobian(callee, arguments, results, mode, prefix):
    blocks = names(prefix, len(arguments) * results)
    return blocks, (f"{', '.join(blocks)} = chad.jacobian @{callee}({', '.join(arguments)}) mode<{mode}>"
                    f" : ({floats(len(arguments))}) -> ({floats(len(blocks))})\n")


def build(name, inner, outer):
    """The functions of an op: its gradient times d, its Jacobian, and that one's."""
    op, _, points, _ = CASES[name]
    n = len(points[0])
    xs = names("x", n)
    body = f"{HEADERS.get(name, '')}%r = {op} : f64{SUFFIX.get(name, '')}\n"
    text = declare(f"{name}", xs, body, ["%r"])
    if inner == "reverse":
        body = f"%r = func.call @{name}({', '.join(xs)}) : ({floats(n)}) -> f64\n%s = arith.mulf %r, %d : f64\n"
        text += declare(f"{name}_w", xs + ["%d"], body, ["%s"])
        gradient = names("g", n)
        body = (f"{', '.join(gradient)} = chad.grad @{name}_w({', '.join(xs)}, %d) wrt {list(range(n))}"
                f" : ({floats(n + 1)}) -> ({floats(n)})\n")
    else:
        gradient, body = names("g", n), "%zero_d = arith.constant 0.0 : f64\n"
        for i in range(n):
            tangents = ["%d" if k == i else "%zero_d" for k in range(n)]
            linear = [f"%t{i}_{k}" for k in range(n)]
            body += "".join(f"{l} = chad.to_linear {t} : f64\n" for l, t in zip(linear, tangents))
            lin = ", ".join(["!chad.lin<f64>"] * n)
            body += (f"%y{i}, %l{i} = chad.jvp @{name}({', '.join(xs)}) along({', '.join(linear)})"
                     f" : ({floats(n)}, {lin}) -> (f64, !chad.lin<f64>)\n%g{i} = chad.from_linear %l{i} : !chad.lin<f64>\n")
    text += declare(f"{name}_g", xs + ["%d"], body, gradient)
    blocks, body = jacobian(f"{name}_g", xs + ["%d"], n, outer, "b")
    text += declare(f"{name}_h", xs + ["%d"], body, blocks)
    return text, n


def program(inner, outer, third):
    text, main, expected = "", "", []
    values, count = [], itertools.count()
    for name, (_, oracle, points, singular) in CASES.items():
        functions, n = build(name, inner, outer)
        text += functions

        def total(*arguments, oracle=oracle):
            return oracle(*arguments[:-1]) * arguments[-1]

        places = [(p, d, None) for p in points for d in COTANGENTS]
        places += [(p, 0.0, slopes) for p, slopes in singular.items()]
        for point, d, slopes in places:
            k = next(count)
            arguments = names(f"c{k}_", n + 1)
            for argument, number in zip(arguments, point + (d,)):
                main += f"{argument} = arith.constant {number!r} : f64\n"
            callee, results = (f"{name}_h", n * (n + 1)) if third else (f"{name}_g", n)
            blocks, body = jacobian(callee, arguments, results, outer, f"v{k}_")
            main += body
            values += blocks
            # Entries of the gradient, then (of the Jacobian) the variable of each block, then that
            # of the outer block.
            orders = itertools.product(range(n), range(n + 1), range(n + 1)) if third else \
                itertools.product(range(n), range(n + 1))
            for along in orders:
                by_d = along.count(n)
                if slopes is None:
                    want = derivative(total, point + (d,), along)
                elif by_d == 0 or by_d == 2:
                    want = 0.0  # k'·d and k''·d at d = 0, and linear in d
                elif third:
                    want = None  # k' where k is infinite
                else:
                    want = slopes[along[0]]
                expected.append((name, point, d, along, want))
    main = f"func.func @main() -> ({floats(len(values))}) {{\n{main}return {', '.join(values)} : {floats(len(values))}\n}}\n"
    return text + main, expected


def main():
    wrong = total = 0
    for inner, outer, third in itertools.product(["reverse", "forward"], ["forward", "reverse"], [False, True]):
        text, expected = program(inner, outer, third)
        for command in (["chad-run", "-", "--entry=main"],):
            lines = run(command, text).splitlines()
            numbers = [float(NUMBER.findall(line)[-1]) for line in lines]
            if len(numbers) != len(expected):
                print(f"{len(numbers)} numbers, expected {len(expected)}")
                wrong += 1
            for (name, point, d, along, want), got in zip(expected, numbers):
                if want is None:
                    continue
                total += 1
                if not (got == want or abs(got - want) <= 1e-9 * max(abs(want), 1e-3)):
                    wrong += 1
                    print(f"{outer} over {inner}, {'third' if third else 'second'}: {name} at {point}, d = {d},"
                          f" by {along}: expected {want}, got {got}")
    print(f"{total} nested derivatives, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
