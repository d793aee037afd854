"""The array combinators and linear operations of chad that have rules, on dims of a kind."""

import numpy as np

from arrays import indices
from builder import Type
from duals import Dual, concatenate, stack, where
from operations import Function, Input, larger, number


def rows(dual):
    return [dual[k] for k in range(dual.shape[0])]


def scalar_lines(b, op, left, right, type_):
    return b.elementwise(lambda v: b.define(f"{op} {v[0]}, {v[1]} : {b.element}"), [left, right], [type_] * 2)


# An associative op, its unit, and the same on dual numbers.
ASSOCIATIVE = {
    "sum": ("arith.addf", 0.0, lambda x, y: x + y),
    "product": ("arith.mulf", 1.0, lambda x, y: x * y),
    "maximum": ("arith.maximumf", -1000.0, larger),
}


def combiner(b, op, unit, head, type_, like):
    """A combinator whose body combines elementwise; `head` takes the binders and the unit."""
    row = type_.rows()
    number_ = b.constant(unit)
    if not row.is_scalar:
        sizes = [b.dim(like, type_, i + 1) for i, (_, known) in enumerate(row.dims) if not known]
        number_ = b.define(f"tensor.splat {number_}[{', '.join(sizes)}] : {row}")
    left, right = b.fresh(), b.fresh()
    b.emit(head(left, right, number_) + " {")
    b.emit(f"chad.yield {scalar_lines(b, op, left, right, row)} : {row}")
    b.emit("}")


def accumulated(values, combine, unit):
    """All prefixes, that of nothing first."""
    result = [unit]
    for value in values:
        result.append(combine(result[-1], value))
    return result


def zero_row(array):
    return array.sum(0) * 0


def with_zeros(rng, dims, zeros):
    """An input that is multiplied, in which some elements may be zero."""
    given = Input(dims, 0.5, 1.5)
    given.zeros = zeros
    return given


def reduce_(which, zeros=False):
    op, unit, combine = ASSOCIATIVE[which]

    def make(element, dims, rng):
        type_ = Type(element, dims)

        def emit(b, n):
            name = b.fresh()
            combiner(b, op, unit, lambda l, r, u: f"{name} = chad.reduce ({l}, {r} in {n[0]} from {u} : {type_})",
                     type_, n[0])
            return name

        return Function([with_zeros(rng, type_, zeros)], type_.rows(), emit,
                        lambda a: accumulated(rows(a[0]), combine, zero_row(a[0]) + unit)[-1])
    return make


def scan(which, direction, kind, zeros=False):
    op, unit, combine = ASSOCIATIVE[which]

    def make(element, dims, rng):
        type_ = Type(element, dims)

        def emit(b, n):
            name = b.fresh()
            combiner(b, op, unit, lambda l, r, u: f"{name} = chad.scan {direction} {kind} "
                     f"({l}, {r} in {n[0]} from {u} : {type_})", type_, n[0])
            return name

        def evaluate(a):
            values = rows(a[0])
            if not values:
                return a[0]
            values = values if direction == "left" else values[::-1]
            prefixes = accumulated(values, combine, zero_row(a[0]) + unit)
            chosen = prefixes[1:] if kind == "inclusive" else prefixes[:-1]
            return stack(chosen if direction == "left" else chosen[::-1])

        return Function([with_zeros(rng, type_, zeros)], type_, emit, evaluate)
    return make


def hist(which, outside=False, zeros=False):
    op, unit, combine = ASSOCIATIVE[which]

    def make(element, dims, rng):
        type_ = Type(element, dims)
        bins = Type(element, ((3, False), *dims[1:]))
        at = [rng.choice([0, 0, 2, 3 if outside else 1]) for _ in range(dims[0][0])]
        places = indices(np.array(at, dtype=int))
        places.type = Type("index", dims[:1])

        def emit(b, n):
            name = b.fresh()
            combiner(b, op, unit, lambda l, r, u: f"{name} = chad.hist {n[1]} : {places.type} bins {n[2]} "
                     f"({l}, {r} in {n[0]} from {u} : {type_}) -> {bins}", type_, n[0])
            return name

        def evaluate(a):
            values, start = rows(a[0]), zero_row(a[0]) + unit
            return stack([accumulated([v for v, i in zip(values, at) if i == bin_], combine, start)[-1]
                          for bin_ in range(3)])

        return Function([with_zeros(rng, type_, zeros), places, number(3)], bins, emit, evaluate)
    return make


def pairs(op, head):
    """Linear recurrences: (a, b) then (c, d) is (a c, c b + d), with the unit (1, 0)."""
    def make(element, dims, rng):
        if len(dims) > 1:
            return None
        type_ = Type(element, dims)

        def emit(b, n):
            one, zero = b.constant(1), b.constant(0)
            p, q, l, c, low, d = (b.fresh() for _ in range(6))
            b.emit(f"{p}, {q} = chad.{head} ({l}, {c} in {n[0]} from {one} : {type_}, "
                   f"{low}, {d} in {n[1]} from {zero} : {type_}) {{")
            both = b.binary("mulf", l, c, element)
            rest = b.binary("addf", b.binary("mulf", c, low, element), d, element)
            b.emit(f"chad.yield {both}, {rest} : {element}, {element}")
            b.emit("}")
            return b.binary("addf", p, q, type_ if op == "scan" else element)

        def evaluate(a):
            p, q, results = a[0].total() * 0 + 1, a[0].total() * 0, []
            for k in range(a[0].shape[0]):
                p, q = p * a[0][k], a[0][k] * q + a[1][k]
                results.append(p + q)
            return (stack(results) if results else a[0]) if op == "scan" else p + q

        return Function([Input(type_), Input(type_)], type_ if op == "scan" else Type(element), emit, evaluate)
    return make


def gather(rank):
    def make(element, dims, rng):
        if not dims[0][0]:
            return None
        type_ = Type(element, dims)
        at = np.array([rng.randrange(dims[0][0]) for _ in range(4)])
        at = at.reshape(2, 2) if rank == 2 else at
        places = indices(at)
        after = Type(element, (*places.type.dims, *dims[1:]))
        return Function([Input(type_), places], after,
                        lambda b, n: b.define(f"chad.gather {n[0]}[{n[1]}] : {type_}, {places.type} -> {after}"),
                        lambda a: a[0][at])
    return make


def scatter_add(element, dims, rng):
    values, acc = Type(element, dims), Type(element, ((3, False), *dims[1:]))
    at = [rng.randrange(3) for _ in range(dims[0][0])]
    places = indices(np.array(at, dtype=int))
    places.type = Type("index", dims[:1])

    def evaluate(a):
        result = a[1]
        for k, place in enumerate(at):
            result = added(result, a[0][k], (place,))
        return result

    return Function([Input(values), Input(acc), places], acc,
                    lambda b, n: b.define(f"chad.scatter_add {n[0]} into {n[1]}[{n[2]}] : {values} into {acc}, "
                                          f"{places.type}"), evaluate)


def added(into, value, key):
    result = Dual(into.parts.copy())
    result.parts[(slice(None),) + key] += value.parts
    return result


def accumulate(element, dims, rng):
    """Into one place, or into one row."""
    if 0 in Type(element, dims).shape:
        return None
    type_ = Type(element, dims)
    rank = rng.randint(1, len(dims))
    value = Type(element, dims[rank:] or None)
    at = tuple(rng.randrange(extent) for extent, _ in dims[:rank])
    return Function([Input(value), Input(type_), *map(number, at)], type_,
                    lambda b, n: b.define(f"chad.accumulate {n[0]} into {n[1]}[{', '.join(n[2:])}] : {value} into {type_}"),
                    lambda a: added(a[1], a[0], at))


def map_(element, dims, rng):
    """Two results of two arrays and a captured number."""
    type_ = Type(element, dims)

    def emit(b, n):
        def body(v):
            product = b.binary("mulf", v[0], v[1], element)
            return b.define(f"math.sin {b.binary('mulf', product, n[2], element)} : {element}")
        return b.elementwise(body, n[:2], [type_] * 2)

    return Function([Input(type_), Input(type_), Input(Type(element))], type_, emit,
                    lambda a: (a[0] * a[1] * a[2]).sin())


def build(element, dims, rng):
    """x[i] y[n - 1 - i], read by indices."""
    type_ = Type(element, dims)
    row = type_.rows()

    def emit(b, n):
        extent = b.dim(n[0], type_, 0)
        name, i = b.fresh(), b.fresh()
        b.emit(f"{name} = chad.build {i} < {extent} -> {type_} {{")
        back = b.binary("subi", b.binary("subi", extent, b.index(1), "index"), i, "index")
        read = []
        for value, at in ((n[0], i), (n[1], back)):
            if row.is_scalar:
                read.append(b.define(f"tensor.extract {value}[{at}] : {type_}"))
                continue
            sizes = [1] + [e if k else b.dim(value, type_, d + 1) for d, (e, k) in enumerate(row.dims)]
            read.append(b.define(f"tensor.extract_slice {value}[{', '.join([at] + ['0'] * len(row.dims))}] "
                                 f"[{', '.join(map(str, sizes))}] [{', '.join(['1'] * len(sizes))}] : {type_} to {row}"))
        b.emit(f"chad.yield {scalar_lines(b, 'arith.mulf', *read, row)} : {row}")
        b.emit("}")
        return name

    return Function([Input(type_), Input(type_)], type_, emit, lambda a: a[0] * a[1].each(lambda p: p[::-1]))


def stop_gradient(element, dims, rng):
    """x · stop(y): for derivatives, y is a constant."""
    type_ = Type(element, dims)

    def emit(b, n):
        stopped = b.define(f"chad.stop_gradient {n[1]} : {type_}")
        return b.binary("mulf", n[0], stopped, type_)

    return Function([Input(type_), Input(type_)], type_, emit, lambda a: a[0] * a[1].like(a[1].value))


def linear(element, dims, rng):
    """The linear operations: k · x + x + 0, of which the last is a constant."""
    type_ = Type(element, dims)
    absorbing = rng.choice(["", "zero_absorbing "])

    def emit(b, n):
        x = b.define(f"chad.to_linear {n[0]} : {type_}")
        scaled = b.define(f"chad.scale {absorbing}{n[1]}, {x} : {element}, {type_.lin}")
        both = b.define(f"chad.add {scaled}, {x} : {type_.lin}")
        return b.define(f"chad.from_linear {both} : {type_.lin}")

    return Function([Input(type_), Input(Type(element))], type_, emit, lambda a: a[0] * a[1] + a[0])


COMBINATORS = {
    "chad.map": map_, "chad.build": build, "chad.stop_gradient": stop_gradient, "chad.scale": linear,
    "chad.accumulate": accumulate, "chad.scatter_add": scatter_add, "chad.gather": gather(1),
    "chad.gather by a matrix": gather(2), "chad.hist of sums": hist("sum"),
    "chad.hist, some outside": hist("sum", outside=True), "chad.hist of products": hist("product"),
    "chad.hist of products with zeros": hist("product", zeros=True), "chad.hist of maxima": hist("maximum"),
    "chad.reduce of pairs": pairs("reduce", "reduce"), "chad.scan of pairs": pairs("scan", "scan left inclusive"),
    "chad.reduce of products with zeros": reduce_("product", zeros=True),
    "chad.scan of products with zeros": scan("product", "left", "inclusive", zeros=True),
    **{f"chad.reduce of a {w}": reduce_(w) for w in ASSOCIATIVE},
    **{f"chad.scan {d} {k} of a {w}": scan(w, d, k) for w in ASSOCIATIVE for d in ("left", "right")
       for k in ("inclusive", "exclusive")},
}
