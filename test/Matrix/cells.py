"""Cells of the matrix: an operation, a kind of shapes, a context in a context, an element type, and
a way to run, with their programs and what these compute.

The first `ROUND` cells have each operation with each kind of shapes in each context, in mixed order;
so has each further round. The rest of a cell is drawn from its number.
"""

import functools
import random

import numpy as np

import duals
from arrays import TENSOR
from builder import Builder, Type, texts
from choices import CONTEXTS, wrap
from combinators import COMBINATORS
from contexts import TRIPS, floats
from operations import KINDS, SCALARS, THROUGH, scalar_function

OPERATIONS = [*SCALARS, *TENSOR, *COMBINATORS]
WAYS = ["rules", "first order", "compiled", "threads", "lanes", "specialised"]
INTERPRETED = WAYS[:2]
ROUND = len(OPERATIONS) * len(KINDS) * len(CONTEXTS)
STRIDE = next(n for n in range(int(ROUND * 0.618), ROUND) if np.gcd(n, ROUND) == 1)
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}


# Known failures: the reason, and the cells that are left out for it.
EXCLUDED = [
    ("upstream refuses a slice at offset 0 of an extent that its type says is 0",
     lambda cell: "none, known" in cell.kind and ("slice" in cell.operation or cell.operation == "tensor.empty")),
]


def excluded(cell):
    """Why a cell is left out, or None."""
    return next((why for why, applies in EXCLUDED if applies(cell)), None)


def rounded(values, element):
    """The nearest numbers of the element type."""
    if element == "bf16":
        bits = np.asarray(values, dtype=np.float32).view(np.uint32)
        return ((bits + 0x8000) & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(float)
    return np.asarray(values).astype({"f64": "f8", "f32": "f4", "f16": "f2"}[element]).astype(float)


class Cell:
    def __init__(self, index):
        self.index = index
        rng = self.rng = random.Random(f"cell {index}")
        place = index % ROUND * STRIDE % ROUND
        place, operation = divmod(place, len(OPERATIONS))
        context, kind = divmod(place, len(KINDS))
        self.operation, self.kind = OPERATIONS[operation], list(KINDS)[kind]
        self.contexts = [list(CONTEXTS)[context]]
        self.trips = [rng.choice([*TRIPS, "three, dynamic", "two, static"])]
        if rng.random() < 0.4:
            self.contexts.append(rng.choice([name for name in CONTEXTS if name != "top level"]))
            self.trips.append(rng.choice([*TRIPS, "three, dynamic", "two, static"]))
        self.element = rng.choice(["f64", "f64", "f64", "f32", "f16", "bf16"])
        nothing = any(TRIPS[trip][0] == 0 for trip in self.trips) or 0 in Type("", KINDS[self.kind] or ()).shape
        if self.element == "bf16" and nothing:
            self.element = "f16"  # A literal of nothing has no inner extents, and .npy files no bf16.
        self.way = rng.choice([*WAYS, *INTERPRETED, *INTERPRETED])
        self.function = self.make()

    def describe(self):
        contexts = " in ".join(f"{c} ({t})" for c, t in zip(reversed(self.contexts), reversed(self.trips)))
        return f"cell {self.index}: {self.operation}, {self.kind}, {self.element}, in {contexts}, {self.way}"

    def make(self):
        """The function of the cell; None if the combination does not exist."""
        if self.operation in SCALARS:
            made = scalar_function(self.operation, self.kind, self.element, self.rng)
        elif not KINDS[self.kind]:
            return None
        else:
            make = {**TENSOR, **COMBINATORS}[self.operation]
            made = make(self.element, KINDS[self.kind], self.rng)
        # The innermost context last.
        for context, trip in zip(reversed(self.contexts), reversed(self.trips)):
            made = made and wrap(context, trip, self.rng, made)
        return made

    # The point --------------------------------------------------------------

    @functools.cached_property
    def point(self):
        """Values of the inputs, directions of those that are floats, and two cotangents."""
        rng = np.random.RandomState(self.index)
        draw = lambda shape, low, high: rounded(rng.uniform(low, high, shape), self.element)
        values, directions = [], []
        for given in self.function.inputs:
            if not given.type.is_float:
                values.append(given.value)
                continue
            value = draw(given.type.shape, given.low, given.high)
            if getattr(given, "zeros", False):
                value = value * (rng.uniform(size=value.shape) < 0.5)
            values.append(value)
            directions.append(draw(given.type.shape, -1, 1))
        cotangents = [draw(self.function.result.shape, -1, 1) for _ in range(2)]
        if rng.uniform() < 0.3:
            cotangents[0] = cotangents[0] * (rng.uniform(size=cotangents[0].shape) < 0.5)
        return values, directions, cotangents

    def arguments(self):
        """The types and values of the arguments of the requests."""
        values, directions, cotangents = self.point
        inputs, types = self.function.inputs, [g.type for g in self.function.inputs]
        active = [types[i] for i in floats(self.function)]
        result = self.function.result
        zeros = [np.zeros(t.shape) for t in active]
        return ([*types, *active, *active, result, result, result],
                [*values, *directions, *zeros, *cotangents, np.zeros(result.shape)])

    # Requests ------------------------------------------------------

    def chosen(self):
        """Which requests there are: compiled, one of the second derivatives, and one at zero."""
        second = ["forward over reverse", "reverse over reverse", "reverse over forward"]
        names = ["value", "forward", "reverse", *second, *(f"{name} at zero" for name in second)]
        if self.way in INTERPRETED:
            return names
        rng = random.Random(f"requests {self.index}")
        return [*names[:3], rng.choice(names[3:6]), rng.choice(names[6:])]

    def result_types(self):
        """For each request, the types of its results."""
        active, result = [self.function.inputs[i].type for i in floats(self.function)], self.function.result
        given = {"value": [result], "forward": [result], "reverse": active, "forward over reverse": active,
                 "reverse over reverse": [*active, result], "reverse over forward": [*active, *active]}
        return [given[name.removesuffix(" at zero")] for name in self.chosen()]

    # The oracle -------------------------------------------------------------

    def expected(self):
        """For each request, the expected results, and their possible accuracy."""
        results = self.evaluate(*self.point)
        scale = max([1.0] + [np.abs(r).max() for r in sum(results, []) if r.size])
        through = THROUGH["arith.truncf"] if self.operation == "arith.truncf" else {}
        epsilon = EPSILON[through.get(self.element, self.element)]
        tolerances = [[np.full(r.shape, max(64 * epsilon, 1e-11) * scale) for r in of] for of in results]
        if epsilon != EPSILON["f64"]:
            # As much as the results change where the inputs are rounded otherwise.
            for seed in range(4):
                others = self.evaluate(*self.moved(seed, epsilon))
                for tolerance, result, other in zip(sum(tolerances, []), sum(results, []), sum(others, [])):
                    np.maximum(tolerance, 16 * np.abs(other - result), out=tolerance)
        return results, tolerances

    def moved(self, seed, epsilon):
        rng = np.random.RandomState(seed)
        move = lambda v: v * (1 + epsilon * rng.choice([-1, 1], size=np.shape(v)))
        values, directions, cotangents = self.point
        values = [move(v) if g.type.is_float else v for v, g in zip(values, self.function.inputs)]
        return values, list(map(move, directions)), list(map(move, cotangents))

    def evaluate(self, values, directions, cotangents):
        active = floats(self.function)
        args = list(values)
        for i, dual in zip(active, duals.inputs([values[i] for i in active], directions)):
            args[i] = dual
        with np.errstate(all="ignore"):
            made = self.function.evaluate(args)

        def pull(parts, cotangent):
            flat = np.array([np.sum(part * cotangent) for part in parts])
            sizes = np.cumsum([np.size(d) for d in directions])[:-1]
            return [np.reshape(p, np.shape(d)) for p, d in zip(np.split(flat, sizes), directions)]

        c, w = cotangents
        pulled_w, bent = pull(made.gradient, w), pull(made.second, c)
        zeros = [np.zeros(np.shape(d)) for d in directions]
        given = {
            "value": [made.value], "forward": [made.along], "reverse": pull(made.gradient, c),
            "forward over reverse": [a + b for a, b in zip(bent, pulled_w)],
            "reverse over reverse": [*bent, made.along],
            "reverse over forward": [*pull(made.second, w), *pulled_w],
            "forward over reverse at zero": pulled_w,
            "reverse over reverse at zero": [*zeros, made.along],
            "reverse over forward at zero": [*zeros, *pulled_w],
        }
        return [given[name] for name in self.chosen()]

    # The program ------------------------------------------------------------

    def emit(self, builder):
        """The functions, and the names and types of the results of the requests for the arguments
        with these names, which are in the order of `arguments`."""
        function, prefix = self.function, f"@c{self.index}"
        types = [g.type for g in function.inputs]
        active = [types[i] for i in floats(function)]
        result, n, k = function.result, len(types), len(active)
        wrt = str(floats(function))
        builder.function(f"{prefix}_f", types, [result], lambda a: [function.emit(builder, a)])

        def linear(values, of):
            return [builder.define(f"chad.to_linear {v} : {t}") for v, t in zip(values, of)]

        def request(op, callee, args, arg_types, given, given_types, results, wrt_, values):
            """A jvp or vjp of results, of which the first `values` are no tangents."""
            lins = linear(given, given_types)
            names = [builder.fresh() for _ in range(values + len(results))]
            word = "along" if op == "jvp" else "seed"
            in_ = ", ".join([*map(str, arg_types), *(t.lin for t in given_types)])
            out = ", ".join([*map(str, self.outputs[callee]), *(t.lin for t in results)])
            builder.emit(f"{', '.join(names)} = chad.{op} {callee}({', '.join(args)}) "
                         f"{word}({', '.join(lins)}) wrt {wrt_} : ({in_}) -> ({out})")
            return [builder.define(f"chad.from_linear {x} : {t.lin}") for x, t in zip(names[values:], results)]

        f, g, t = (f"{prefix}_{letter}" for letter in "fgt")
        self.outputs = {f: [result], g: active, t: [result]}
        builder.function(g, [*types, result], active, lambda a: request(
            "vjp", f, a[:n], types, a[n:], [result], active, wrt, 1))
        builder.function(t, [*types, *active], [result], lambda a: request(
            "jvp", f, a[:n], types, a[n:], active, [result], wrt, 1))

        def requests(names):
            x, u, zero_u, (c, w, zero_c) = names[:n], names[n:n + k], names[n + k:n + 2 * k], names[n + 2 * k:]
            arg_g, arg_t = [*types, result], [*types, *active]
            wrt_g = str(floats(function) + [n])
            wrt_t = str(floats(function) + list(range(n, n + k)))

            def call(callee, args, arg_types, outputs):
                made = [builder.fresh() for _ in outputs]
                builder.emit(f"{', '.join(made)} = func.call {callee}({', '.join(args)}) : "
                             f"({texts(arg_types)}) -> ({texts(outputs)})")
                return made

            over_reverse = lambda at: request("jvp", g, [*x, at], arg_g, [*u, w], [*active, result], active,
                                              wrt_g, k)
            reverse_reverse = lambda at: request("vjp", g, [*x, at], arg_g, u, active, [*active, result],
                                                 wrt_g, k)
            over_forward = lambda at: request("vjp", t, [*x, *at], arg_t, [w], [result], [*active, *active],
                                              wrt_t, 1)
            make = {
                "value": lambda: call(f, x, types, [result]),
                "forward": lambda: call(t, [*x, *u], arg_t, [result]),
                "reverse": lambda: call(g, [*x, c], arg_g, active),
                "forward over reverse": lambda: over_reverse(c),
                "reverse over reverse": lambda: reverse_reverse(c),
                "reverse over forward": lambda: over_forward(u),
                "forward over reverse at zero": lambda: over_reverse(zero_c),
                "reverse over reverse at zero": lambda: reverse_reverse(zero_c),
                "reverse over forward at zero": lambda: over_forward(zero_u),
            }
            return sum((make[name]() for name in self.chosen()), [])

        return requests


def module(cells):
    """The text of a module whose @main answers all requests of the cells, and the arguments."""
    functions, lines, header, results, types, arguments = [], [], [], [], [], []
    for cell in cells:
        builder = Builder(f"c{cell.index}", cell.element)
        builder.count = cell.index * 100000
        requests = cell.emit(builder)
        of, values = cell.arguments()
        names = [builder.fresh() for _ in of]
        made_lines, made = builder.at(lambda: requests(names))
        functions += builder.functions
        lines += made_lines
        header += [f"{n}: {t}" for n, t in zip(names, of)]
        arguments += zip(of, values)
        results += made
        types += sum(cell.result_types(), [])
    main = [f"func.func @main({', '.join(header)}) -> ({texts(types)}) {{",
            *("  " + line for line in lines), f"  return {', '.join(results)} : {texts(types)}", "}"]
    return "\n".join([*functions, *main, ""]), arguments
