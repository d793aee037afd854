"""Contexts: a context takes a function, and returns one that uses it in a loop, a branch, a call and so on.

A context emits the body of the function, or a call of it; in a loop, the first input changes from iteration to
iteration. Each context has its own evaluation in dual numbers.
"""

import copy

from builder import Type, texts
from duals import stack
from operations import Function, Input, number

# How often a loop runs, and whether the extents say so.
TRIPS = {"three, dynamic": (3, False), "two, static": (2, True), "one, dynamic": (1, False),
         "none, dynamic": (0, False), "none, static": (0, True), "one, static": (1, True)}


def floats(function):
    return [i for i, given in enumerate(function.inputs) if given.type.is_float]


def nothing(function, args):
    """The results of the function as arrays without elements."""
    one = function.evaluate(args)
    return stack([one])[0:0]


def of_scalars(function):
    """The function with scalars instead of tensors of rank 0, which cannot be elements of arrays."""
    is_cell = lambda type_: type_.dims == ()
    scalar = lambda type_: Type(type_.element) if is_cell(type_) else type_
    result = function.result

    def emit(builder, names):
        inner = [builder.define(f"tensor.from_elements {n} : {g.type}") if is_cell(g.type) else n
                 for n, g in zip(names, function.inputs)]
        made = function.emit(builder, inner)
        return builder.define(f"tensor.extract {made}[] : {result}") if is_cell(result) else made

    inputs = []
    for given in function.inputs:
        inputs.append(copy.copy(given))
        inputs[-1].type = scalar(given.type)
    return Function(inputs, scalar(result), emit, function.evaluate)


class Context:
    """`trip` is the number of iterations, and whether it is static."""

    def __init__(self, trip, rng):
        self.trip, self.known = trip
        self.rng = rng

    def mapped(self, function):
        """Chooses the inputs that become arrays: the first, and some others."""
        return [i for n, i in enumerate(floats(function)) if n == 0 or self.rng.random() < 0.5]

    def arrays(self, function, mapped):
        return [Input(given.type.array(self.trip, self.known), given.low, given.high)
                if i in mapped else given for i, given in enumerate(function.inputs)]

    def rows(self, args, mapped, at):
        return [arg[at] if i in mapped else arg for i, arg in enumerate(args)]

    def one(self, function, args, mapped):
        """Arguments that only determine shapes, for arrays without rows."""
        return [arg.sum(0) + (function.inputs[i].low + function.inputs[i].high) / 2 if i in mapped
                else arg for i, arg in enumerate(args)]

    def extent(self, builder, name):
        return builder.index(self.trip) if self.known else name


def top(context, function):
    return function


def map_(context, function):
    function = of_scalars(function)
    mapped = context.mapped(function)
    result = function.result.array(context.trip, context.known)
    inputs = context.arrays(function, mapped)

    def emit(builder, names):
        def body(elements):
            inner = list(names)
            for i, element in zip(mapped, elements):
                inner[i] = element
            return function.emit(builder, inner)
        return builder.map(body, [names[i] for i in mapped], [inputs[i].type for i in mapped], result)

    def evaluate(args):
        if not context.trip:
            return nothing(function, context.one(function, args, mapped))
        return stack([function.evaluate(context.rows(args, mapped, k)) for k in range(context.trip)])

    return Function(inputs, result, emit, evaluate)


def weight(builder, index):
    """1 - i / 10 for the index i of an iteration."""
    integer = builder.define(f"arith.index_cast {index} : index to i32")
    count = builder.define(f"arith.sitofp {integer} : i32 to {builder.element}")
    tenth = builder.binary("mulf", count, builder.constant(-0.1), builder.element)
    return builder.binary("addf", tenth, builder.constant(1), builder.element)


def weighted(builder, function, names, index):
    """The names, with the first float input times the weight of an iteration."""
    first = floats(function)[0]
    changed = list(names)
    changed[first] = builder.scale(weight(builder, index), names[first], function.inputs[first].type)
    return changed


def weighted_args(function, args, k):
    first = floats(function)[0]
    changed = list(args)
    changed[first] = args[first] * (1 - k / 10)
    return changed


def build(context, function):
    function = of_scalars(function)
    result = function.result.array(context.trip, context.known)

    def emit(builder, names):
        made, index = builder.fresh(), builder.fresh()
        builder.emit(f"{made} = chad.build {index} < {context.extent(builder, names[-1])} -> {result} {{")
        value = function.emit(builder, weighted(builder, function, names[:-1], index))
        builder.emit(f"chad.yield {value} : {function.result}")
        builder.emit("}")
        return made

    def evaluate(args):
        if not context.trip:
            return nothing(function, args[:-1])
        return stack([function.evaluate(weighted_args(function, args[:-1], k)) for k in range(context.trip)])

    return Function([*function.inputs, number(context.trip)], result, emit, evaluate)


def combine(builder, function, names, left, right):
    """a + x - f: associative, with the unit f."""
    made = function.emit(builder, names)
    type_ = function.result
    both = builder.binary("addf", left, right, type_)
    return builder.binary("subf", both, made, type_)


def reduce_(context, function):
    function = of_scalars(function)
    values = Input(function.result.array(context.trip, context.known))

    def emit(builder, names):
        unit = function.emit(builder, names[:-1])
        made, left, right = builder.fresh(), builder.fresh(), builder.fresh()
        builder.emit(f"{made} = chad.reduce ({left}, {right} in {names[-1]} from {unit} : {values.type}) {{")
        value = combine(builder, function, names[:-1], left, right)
        builder.emit(f"chad.yield {value} : {function.result}")
        builder.emit("}")
        return made

    def evaluate(args):
        made = function.evaluate(args[:-1])
        if not context.trip:
            return made
        return args[-1].sum(0) - made * (context.trip - 1.0)

    return Function([*function.inputs, values], function.result, emit, evaluate)


def scan(context, function):
    function = of_scalars(function)
    values = Input(function.result.array(context.trip, context.known))
    direction = context.rng.choice(["left", "right"])
    kind = context.rng.choice(["inclusive", "exclusive"])

    def emit(builder, names):
        unit = function.emit(builder, names[:-1])
        made, left, right = builder.fresh(), builder.fresh(), builder.fresh()
        builder.emit(f"{made} = chad.scan {direction} {kind} "
                     f"({left}, {right} in {names[-1]} from {unit} : {values.type}) {{")
        value = combine(builder, function, names[:-1], left, right)
        builder.emit(f"chad.yield {value} : {function.result}")
        builder.emit("}")
        return made

    def evaluate(args):
        made, xs, n = function.evaluate(args[:-1]), args[-1], context.trip
        if not n:
            return nothing(function, args[:-1])
        rows = [xs[k] for k in range(n)]
        rows = rows if direction == "left" else rows[::-1]
        total, results = made, []
        for row in rows:
            after = total + row - made
            results.append(after if kind == "inclusive" else total)
            total = after
        return stack(results if direction == "left" else results[::-1])

    return Function([*function.inputs, values], values.type, emit, evaluate)


# Loops carry (t, s): the first input is scaled by 1 - t, of which t is between 0 and 0.2, and what
# is made is added to half of s.

def step(builder, function, names, t, s):
    first = floats(function)[0]
    inner = list(names)
    factor = builder.binary("subf", builder.constant(1), t, builder.element)
    inner[first] = builder.scale(factor, names[first], function.inputs[first].type)
    made = function.emit(builder, inner)
    type_ = function.result
    half = builder.scale(builder.constant(0.5), s, type_)
    total = builder.total(made, type_)
    sine = builder.define(f"math.sin {total} : {builder.element}")
    square = builder.binary("mulf", sine, sine, builder.element)
    next_t = builder.binary("mulf", square, builder.constant(0.2), builder.element)
    return next_t, builder.binary("addf", half, made, type_)


def step_values(function, args, t, s):
    first = floats(function)[0]
    inner = list(args)
    inner[first] = (1 - t) * args[first]
    made = function.evaluate(inner)
    sine = made.total().sin()
    return sine * sine * 0.2, s * 0.5 + made


def run(function, args, start, rows, collect=None):
    t, s = start.total() * 0, start
    for row in rows:
        t, s = step_values(function, row, t, s)
        if collect is not None:
            collect.append(s)
    return s


def fold(context, function):
    function = of_scalars(function)
    mapped = context.mapped(function)
    inputs = context.arrays(function, mapped)
    direction = context.rng.choice(["", "right "])
    collects = context.rng.random() < 0.5
    all_ = function.result.array(context.trip, context.known)
    result = all_ if collects else function.result

    def emit(builder, names):
        *names, start = names
        t0 = builder.constant(0)
        elements = [builder.fresh() for _ in mapped]
        t, s = builder.fresh(), builder.fresh()
        made = [builder.fresh() for _ in range(2 + collects)]
        bound = ", ".join(f"{e} in {names[i]} : {inputs[i].type}" for e, i in zip(elements, mapped))
        tail = f" collect ({all_})" if collects else ""
        builder.emit(f"{', '.join(made)} = chad.fold {direction}({bound}) with "
                     f"({t} = {t0} : {builder.element}, {s} = {start} : {function.result}){tail} {{")
        inner = list(names)
        for i, element in zip(mapped, elements):
            inner[i] = element
        next_t, next_s = step(builder, function, inner, t, s)
        yielded = [next_t, next_s] + [next_s] * collects
        types = [builder.scalar] + [function.result] * (1 + collects)
        builder.emit(f"chad.yield {', '.join(yielded)} : {texts(types)}")
        builder.emit("}")
        return made[-1]

    def evaluate(args):
        *args, start = args
        rows = [context.rows(args, mapped, k) for k in range(context.trip)]
        collected = []
        s = run(function, args, start, rows[::-1] if direction else rows, collected)
        if not collects:
            return s
        collected = collected[::-1] if direction else collected
        return stack(collected) if collected else stack([start])[0:0]

    return Function([*inputs, Input(function.result)], result, emit, evaluate)


def evaluate_loop(context, function):
    def evaluate(args):
        *args, start, _ = args
        rows = [weighted_args(function, args, k) for k in range(context.trip)]
        return run(function, args, start, rows)
    return evaluate


def for_(context, function):
    def emit(builder, names):
        *names, start, trip = names
        zero, one, t0 = builder.index(0), builder.index(1), builder.constant(0)
        bound = context.extent(builder, trip)
        made, index, t, s = (builder.fresh() for _ in range(4))
        builder.emit(f"{made}:2 = scf.for {index} = {zero} to {bound} step {one} iter_args("
                     f"{t} = {t0}, {s} = {start}) -> ({builder.element}, {function.result}) {{")
        inner = weighted(builder, function, names, index)
        next_ = step(builder, function, inner, t, s)
        builder.emit(f"scf.yield {', '.join(next_)} : {builder.element}, {function.result}")
        builder.emit("}")
        return f"{made}#1"

    inputs = [*function.inputs, Input(function.result), number(context.trip)]
    return Function(inputs, function.result, emit, evaluate_loop(context, function))


def while_(context, function):
    def emit(builder, names):
        *names, start, trip = names
        zero, one, t0 = builder.index(0), builder.index(1), builder.constant(0)
        bound = context.extent(builder, trip)
        made, i, t, s, j, u, v = (builder.fresh() for _ in range(7))
        types = f"index, {builder.element}, {function.result}"
        builder.emit(f"{made}:3 = scf.while ({i} = {zero}, {t} = {t0}, {s} = {start}) : "
                     f"({types}) -> ({types}) {{")
        more = builder.define(f"arith.cmpi ult, {i}, {bound} : index")
        builder.emit(f"scf.condition({more}) {i}, {t}, {s} : {types}")
        builder.emit("} do {")
        builder.emit(f"^bb0({j}: index, {u}: {builder.element}, {v}: {function.result}):")
        inner = weighted(builder, function, names, j)
        next_ = step(builder, function, inner, u, v)
        after = builder.binary("addi", j, one, "index")
        builder.emit(f"scf.yield {after}, {', '.join(next_)} : {types}")
        builder.emit("}")
        return f"{made}#2"

    inputs = [*function.inputs, Input(function.result), number(context.trip)]
    return Function(inputs, function.result, emit, evaluate_loop(context, function))
