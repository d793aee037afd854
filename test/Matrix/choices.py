"""Contexts that choose, call or apply the function, and all contexts by name."""

from builder import INDEX, texts
from contexts import (TRIPS, Context, build, floats, fold, for_, map_, reduce_, scan, top, weighted,
                      weighted_args, while_)
from operations import Function, Input, number


def branches(context, function):
    """The function is in one branch; the other branch applies it to a changed argument, or does not use it."""
    empty = context.rng.random() < 0.5

    def taken(builder, names):
        return function.emit(builder, names)

    def other(builder, names, fallback):
        if empty:
            return builder.scale(builder.constant(0.25), fallback, function.result)
        return function.emit(builder, weighted(builder, function, names, builder.index(2)))

    def value(args, fallback, is_taken):
        if is_taken:
            return function.evaluate(args)
        return fallback * 0.25 if empty else function.evaluate(weighted_args(function, args, 2))

    return taken, other, value


def fallback_input(function):
    return Input(function.result)


def if_(context, function):
    taken, other, value = branches(context, function)
    which = int(context.rng.random() < 0.6)

    def emit(builder, names):
        *names, fallback, flag = names
        condition = builder.define(f"arith.cmpi eq, {flag}, {builder.index(1)} : index")
        made = builder.fresh()
        builder.emit(f"{made} = scf.if {condition} -> ({function.result}) {{")
        builder.emit(f"scf.yield {taken(builder, names)} : {function.result}")
        builder.emit("} else {")
        builder.emit(f"scf.yield {other(builder, names, fallback)} : {function.result}")
        builder.emit("}")
        return made

    return Function([*function.inputs, fallback_input(function), number(which)], function.result, emit,
                    lambda args: value(args[:-2], args[-2], which == 1))


def switch(context, function):
    taken, other, value = branches(context, function)
    which = context.rng.choice([1, 1, 2, 7])

    def emit(builder, names):
        *names, fallback, flag = names
        made = builder.fresh()
        builder.emit(f"{made} = scf.index_switch {flag} -> {function.result}")
        builder.emit("case 1 {")
        builder.emit(f"scf.yield {taken(builder, names)} : {function.result}")
        builder.emit("}")
        builder.emit("case 2 {")
        builder.emit(f"scf.yield {other(builder, names, fallback)} : {function.result}")
        builder.emit("}")
        builder.emit("default {")
        third = builder.scale(builder.constant(-1.5), fallback, function.result)
        builder.emit(f"scf.yield {third} : {function.result}")
        builder.emit("}")
        return made

    def evaluate(args):
        return args[-2] * -1.5 if which == 7 else value(args[:-2], args[-2], which == 1)

    return Function([*function.inputs, fallback_input(function), number(which)], function.result, emit,
                    evaluate)


def call(context, function):
    def emit(builder, names):
        symbol = builder.symbol()
        types = [given.type for given in function.inputs]
        builder.function(symbol, types, [function.result], lambda a: [function.emit(builder, a)])
        return builder.define(f"func.call {symbol}({', '.join(names)}) : ({texts(types)}) -> {function.result}")

    return Function(function.inputs, function.result, emit, function.evaluate)


def recursion(context, function):
    """r(n, x) = f(x) at 0, and f(x) + r(n - 1, 0.8 x) / 2."""
    depth = context.trip

    def emit(builder, names):
        *names, n = names
        symbol = builder.symbol()
        types = [*(given.type for given in function.inputs), INDEX]
        signature = f"({texts(types)}) -> {function.result}"

        def body(arguments):
            *inner, left = arguments
            made = function.emit(builder, inner)
            done = builder.define(f"arith.cmpi eq, {left}, {builder.index(0)} : index")
            result = builder.fresh()
            builder.emit(f"{result} = scf.if {done} -> ({function.result}) {{")
            builder.emit(f"scf.yield {made} : {function.result}")
            builder.emit("} else {")
            fewer = builder.binary("subi", left, builder.index(1), "index")
            changed = weighted(builder, function, inner, builder.index(2))
            again = builder.define(f"func.call {symbol}({', '.join([*changed, fewer])}) : {signature}")
            half = builder.scale(builder.constant(0.5), again, function.result)
            total = builder.binary("addf", made, half, function.result)
            builder.emit(f"scf.yield {total} : {function.result}")
            builder.emit("}")
            return [result]

        builder.function(symbol, types, [function.result], body)
        return builder.define(f"func.call {symbol}({', '.join([*names, n])}) : {signature}")

    def evaluate(args):
        def at(args, n):
            made = function.evaluate(args)
            return made + at(weighted_args(function, args, 2), n - 1) * 0.5 if n else made
        return at(args[:-1], depth)

    return Function([*function.inputs, number(depth)], function.result, emit, evaluate)


def lambda_(context, function):
    """A lambda of the first input, which captures the others. It is applied once or twice, and may be one of
    two lambdas between which a condition chooses.
    """
    twice, chosen = context.rng.random() < 0.5, context.rng.random() < 0.5
    which = int(context.rng.random() < 0.5)
    first = floats(function)[0]
    type_ = function.inputs[first].type
    signature = f"({type_}) -> {function.result}"

    def make(builder, names):
        argument, made = builder.fresh(), builder.fresh()
        builder.emit(f"{made} = chad.lambda ({argument} : {type_}) -> {function.result} {{")
        inner = list(names)
        inner[first] = argument
        builder.emit(f"chad.yield {function.emit(builder, inner)} : {function.result}")
        builder.emit("}")
        return made

    def emit(builder, names):
        *names, flag = names
        value = make(builder, names)
        if chosen:
            second = make(builder, weighted_all(builder, function, names))
            condition = builder.define(f"arith.cmpi eq, {flag}, {builder.index(1)} : index")
            value = builder.define(f"arith.select {condition}, {value}, {second} : {signature}")
        made = builder.define(f"chad.apply {value}({names[first]}) : {signature}")
        if not twice:
            return made
        changed = weighted(builder, function, names, builder.index(2))
        again = builder.define(f"chad.apply {value}({changed[first]}) : {signature}")
        return builder.binary("addf", made, again, function.result)

    def evaluate(args):
        *args, _ = args
        if chosen and not which:
            args = [a * 0.9 if n and given.type.is_float else a
                    for n, (a, given) in enumerate(zip(args, function.inputs))]
        made = function.evaluate(args)
        return made + function.evaluate(weighted_args(function, args, 2)) if twice else made

    return Function([*function.inputs, number(which)], function.result, emit, evaluate)


def weighted_all(builder, function, names):
    """All float inputs but the first, times 0.9."""
    return [builder.scale(builder.constant(0.9), name, given.type) if n and given.type.is_float else name
            for n, (name, given) in enumerate(zip(names, function.inputs))]


def case(context, function):
    """A value of a sum type, with an alternative for the inputs and one that replaces the result."""
    which = int(context.rng.random() < 0.6)
    types = [given.type for given in function.inputs]
    sum_ = f"!chad.sum<({texts(types)}), ({function.result}, index)>"

    def emit(builder, names):
        *names, fallback, flag = names
        left = builder.define(f"chad.inj 0({', '.join(names)}) : ({texts(types)}) -> {sum_}")
        right = builder.define(f"chad.inj 1({fallback}, {flag}) : ({function.result}, index) -> {sum_}")
        condition = builder.define(f"arith.cmpi eq, {flag}, {builder.index(1)} : index")
        value = builder.define(f"arith.select {condition}, {left}, {right} : {sum_}")
        made = builder.fresh()
        inner = [builder.fresh() for _ in types]
        builder.emit(f"{made} = chad.case {value} : {sum_} -> {function.result}")
        builder.emit(f"({', '.join(f'{n} : {t}' for n, t in zip(inner, types))}) {{")
        builder.emit(f"chad.yield {function.emit(builder, inner)} : {function.result}")
        builder.emit("}")
        other, index = builder.fresh(), builder.fresh()
        builder.emit(f"({other} : {function.result}, {index} : index) {{")
        scaled = builder.scale(builder.constant(0.25), other, function.result)
        builder.emit(f"chad.yield {scaled} : {function.result}")
        builder.emit("}")
        return made

    return Function([*function.inputs, fallback_input(function), number(which)], function.result, emit,
                    lambda args: function.evaluate(args[:-2]) if which else args[-2] * 0.25)


CONTEXTS = {
    "top level": top, "map": map_, "build": build, "reduce": reduce_, "scan": scan, "fold": fold,
    "for": for_, "while": while_, "if": if_, "index_switch": switch, "call": call,
    "recursion": recursion, "lambda": lambda_, "case": case,
}


def wrap(name, trip, rng, function):
    """The function in the context of this name, or None where that context cannot hold it."""
    if not floats(function):
        return None
    return CONTEXTS[name](Context(TRIPS[trip], rng), function)
