"""The operations of arrays that have rules: those of tensor, and the combinators of chad.

Each takes the dims of a kind, of rank one or more, and gives a function, or None where there is
no such op for them.
"""

import numpy as np

from builder import INDEX, Type
from duals import Dual, concatenate, stack, where
from operations import Function, Input, number


def indices(values, known=False):
    values = np.asarray(values)
    return Input(Type("index", [(n, known or len(values.shape) > 1) for n in values.shape]), value=values)


def twice(dims):
    return ((2 * dims[0][0], dims[0][1]), *dims[1:])


def widened(dims, by):
    return ((dims[0][0] + by, dims[0][1]), *dims[1:])


def mixed_list(numbers):
    return "[" + ", ".join(map(str, numbers)) + "]"


def inner_sizes(builder, value, type_, skip):
    """The extents after the first `skip`, as attributes or values."""
    return [extent if known else builder.dim(value, type_, i)
            for i, (extent, known) in enumerate(type_.dims) if i >= skip]


def groups(rank):
    """Reassociation of the first two of rank + 1 dimensions."""
    return str([[0, 1], *([i] for i in range(2, rank + 1))])


# tensor: moves --------------------------------------------------------------

def cast(element, dims, rng):
    before = Type(element, dims)
    after = Type(element, ((dims[0][0], not dims[0][1]), *dims[1:]))
    return Function([Input(before)], after,
                    lambda b, n: b.define(f"tensor.cast {n[0]} : {before} to {after}"), lambda a: a[0])


def collapse(element, dims, rng):
    before, after = Type(element, ((2, True), *dims)), Type(element, twice(dims))
    return Function([Input(before)], after,
                    lambda b, n: b.define(f"tensor.collapse_shape {n[0]} {groups(len(dims))} : {before} into {after}"),
                    lambda a: a[0].reshape(*after.shape))


def collapse_all(element, dims, rng):
    before, after = Type(element, ((1, True), (1, True))), Type(element, ())
    return Function([Input(before)], after,
                    lambda b, n: b.define(f"tensor.collapse_shape {n[0]} [] : {before} into {after}"),
                    lambda a: a[0].reshape())


def expand(element, dims, rng):
    before, after = Type(element, twice(dims)), Type(element, ((2, True), *dims))

    def emit(b, n):
        half = dims[0][0]
        if not dims[0][1]:
            half = b.binary("divui", b.dim(n[0], before, 0), b.index(2), "index")
        sizes = mixed_list([2, half, *inner_sizes(b, n[0], before, 1)])
        return b.define(f"tensor.expand_shape {n[0]} {groups(len(dims))} output_shape {sizes} : {before} into {after}")

    return Function([Input(before)], after, emit, lambda a: a[0].reshape(*after.shape))


def reshape(element, dims, rng):
    before = Type(element, ((2, True), *dims))
    after = Type(element, (*dims, (2, True)))

    def emit(b, n):
        sizes = [b.dim(n[0], before, i + 1) for i in range(len(dims))] + [b.index(2)]
        rank = len(sizes)
        shape = b.define(f"tensor.from_elements {', '.join(sizes)} : tensor<{rank}xindex>")
        return b.define(f"tensor.reshape {n[0]}({shape}) : ({before}, tensor<{rank}xindex>) -> {after}")

    return Function([Input(before)], after, emit, lambda a: a[0].reshape(*after.shape))


def extract(element, dims, rng):
    if 0 in Type(element, dims).shape:
        return None
    type_ = Type(element, dims)
    at = tuple(rng.randrange(extent) for extent in type_.shape)
    return Function([Input(type_), *map(number, at)], Type(element),
                    lambda b, n: b.define(f"tensor.extract {n[0]}[{', '.join(n[1:])}] : {type_}"),
                    lambda a: a[0][at])


def insert(element, dims, rng):
    if 0 in Type(element, dims).shape:
        return None
    type_ = Type(element, dims)
    at = tuple(rng.randrange(extent) for extent in type_.shape)
    return Function([Input(Type(element)), Input(type_), *map(number, at)], type_,
                    lambda b, n: b.define(f"tensor.insert {n[0]} into {n[1]}[{', '.join(n[2:])}] : {type_}"),
                    lambda a: inserted(a[0], a[1], at))


def inserted(value, into, key):
    result = Dual(into.parts.copy())
    result.parts[(slice(None),) + key] = value.parts
    return result


def slice_parts(dims, variant):
    """The type that is sliced, the first dimensions' offset, size and stride, and the key."""
    rank, extent = len(dims), dims[0][0]
    if variant == "offset":
        return widened(dims, 2), 1, (slice(1, 1 + extent),)
    if variant == "strided":
        return ((2 * extent + 1, dims[0][1]), *dims[1:]), 2, (slice(1, 1 + 2 * extent, 2),)
    if variant == "row":
        return ((3, True), *dims), 1, (1,)
    return (*dims, (5, True)), 3, (slice(None),) * rank + (1,)


def slice_text(b, name, around, dims, variant, at, stride):
    """Offsets, sizes and strides of a slice of the dims out of an array of the type `around`."""
    own = [extent if known else None for extent, known in dims]
    if variant in ("row", "column"):
        sizes = [extent if extent is not None else b.dim(name, around, i + (variant == "row"))
                 for i, extent in enumerate(own)]
        zeros, ones = [0] * len(dims), [1] * len(dims)
        if variant == "row":
            return mixed_list([at, *zeros]), mixed_list([1, *sizes]), mixed_list([stride, *ones])
        return mixed_list([*zeros, at]), mixed_list([*sizes, 1]), mixed_list([*ones, stride])
    size = own[0]
    if size is None:
        size = b.dim(name, around, 0)
        if variant == "offset":
            size = b.binary("subi", size, b.index(2), "index")
        else:
            size = b.binary("divui", size, b.index(2), "index")
    rest = inner_sizes(b, name, around, 1)
    return (mixed_list([at, *[0] * len(rest)]), mixed_list([size, *rest]),
            mixed_list([stride, *[1] * len(rest)]))


def extract_slice(variant):
    def make(element, dims, rng):
        around_dims, stride, key = slice_parts(dims, variant)
        around, type_ = Type(element, around_dims), Type(element, dims)
        constant = rng.random() < 0.5

        def emit(b, n):
            at = 1 if constant else n[1]
            text = " ".join(slice_text(b, n[0], around, dims, variant, at, stride))
            text = text.replace(" [", "[", 1) if False else text
            return b.define(f"tensor.extract_slice {n[0]}{text} : {around} to {type_}")

        return Function([Input(around), number(1)], type_, emit, lambda a: a[0][key])
    return make


def insert_slice(variant):
    def make(element, dims, rng):
        around_dims, stride, key = slice_parts(dims, variant)
        around, type_ = Type(element, around_dims), Type(element, dims)
        constant = rng.random() < 0.5

        def emit(b, n):
            at = 1 if constant else n[2]
            text = " ".join(slice_text(b, n[1], around, dims, variant, at, stride))
            return b.define(f"tensor.insert_slice {n[0]} into {n[1]}{text} : {type_} into {around}")

        return Function([Input(type_), Input(around), number(1)], around, emit,
                        lambda a: inserted(a[0], a[1], key))
    return make


def gather(element, dims, rng):
    if not dims[0][0]:
        return None
    type_, at = Type(element, dims), [rng.randrange(dims[0][0]) for _ in range(4)]
    places = indices(np.array(at)[:, None])
    after = Type(element, ((4, False), *dims[1:]))
    places.type = Type("index", ((4, False), (1, True)))
    return Function([Input(type_), places], after,
                    lambda b, n: b.define(f"tensor.gather {n[0]}[{n[1]}] gather_dims([0]) : "
                                          f"({type_}, {places.type}) -> {after}"),
                    lambda a: a[0][at])


def scatter(element, dims, rng):
    type_ = Type(element, widened(dims, 1))
    at = rng.sample(range(dims[0][0] + 1), dims[0][0])
    values = Type(element, dims)
    places = indices(np.array(at, dtype=int).reshape(-1, 1))
    places.type = Type("index", (dims[0], (1, True)))
    # A scattered slice keeps its dimension in the type of the source, unless it is reduced.
    return Function([Input(values), Input(type_), places], type_,
                    lambda b, n: b.define(f"tensor.scatter {n[0]} into {n[1]}[{n[2]}] scatter_dims([0]) unique : "
                                          f"({values}, {type_}, {places.type}) -> {type_}"),
                    lambda a: inserted(a[0], a[1], (at,)) if at else a[1])


def concat(axis):
    def make(element, dims, rng):
        at = 0 if axis == "first" else len(dims) - 1
        x, extent = Type(element, dims), dims[at][0]
        y = Type(element, (*dims[:at], (extent + 1, dims[at][1]), *dims[at + 1:]))
        after = Type(element, (*dims[:at], (3 * extent + 1, dims[at][1]), *dims[at + 1:]))
        return Function([Input(x), Input(y)], after,
                        lambda b, n: b.define(f"tensor.concat dim({at}) {n[0]}, {n[1]}, {n[0]} : "
                                              f"({x}, {y}, {x}) -> {after}"),
                        lambda a: concatenate([a[0], a[1], a[0]], at))
    return make


def splat(element, dims, rng):
    type_ = Type(element, dims)
    open_ = [extent for extent, known in dims if not known]
    return Function([Input(Type(element)), *map(number, open_)], type_,
                    lambda b, n: b.define(f"tensor.splat {n[0]}" + (f"[{', '.join(n[1:])}]" if open_ else "") + f" : {type_}"),
                    lambda a: a[0].reshape(*[1] * len(dims)).each(lambda p: np.broadcast_to(p, type_.shape)))


def from_elements(element, dims, rng):
    after = Type(element, ((2, True), (2, True)))

    def emit(b, n):
        sine = b.define(f"math.sin {n[0]} : {element}")
        return b.define(f"tensor.from_elements {n[0]}, {sine}, {n[1]}, {n[0]} : {after}")

    return Function([Input(Type(element)), Input(Type(element))], after, emit,
                    lambda a: stack([a[0], a[0].sin(), a[1], a[0]]).reshape(2, 2))


def pad(element, dims, rng):
    """With a value that its region computes from an outer one, for the first dimension."""
    before, after = Type(element, dims), Type(element, widened(dims, 3))
    of_index = rng.random() < 0.5

    def emit(b, n):
        zeros = [0] * (len(dims) - 1)
        name, args = b.fresh(), [b.fresh() for _ in dims]
        low, high = mixed_list([n[2], *zeros]), mixed_list([2, *zeros])
        b.emit(f"{name} = tensor.pad {n[0]} low{low} high{high} {{")
        b.emit(f"^bb0({', '.join(f'{a}: index' for a in args)}):")
        value = b.define(f"math.sin {n[1]} : {element}")
        if of_index:
            integer = b.define(f"arith.index_cast {args[0]} : index to i32")
            value = b.binary("mulf", value, b.define(f"arith.sitofp {integer} : i32 to {element}"), element)
        b.emit(f"tensor.yield {value} : {element}")
        b.emit(f"}} : {before} to {after}")
        return name

    def evaluate(a):
        extent, sine = dims[0][0], a[1].sin()
        row = np.zeros(after.shape[1:])
        value = lambda i: sine * float(i) if of_index else sine
        low = stack([a[0].like(0.0).sum(0) + value(0)])
        high = stack([low[0] * 0 + value(extent + 1), low[0] * 0 + value(extent + 2)])
        return concatenate([low, a[0], high], 0)

    known = after.dims[0][1]
    if known:  # A dynamic padding leaves the extent open.
        after = Type(element, ((after.dims[0][0], False), *after.dims[1:]))
    return Function([Input(before), Input(Type(element)), number(1)], after, emit, evaluate)


def generate(element, dims, rng):
    """sin(i x + ...) at each place."""
    type_ = Type(element, dims)
    open_ = [extent for extent, known in dims if not known]

    def emit(b, n):
        name, args = b.fresh(), [b.fresh() for _ in dims]
        b.emit(f"{name} = tensor.generate {', '.join(n[2:])} {{")
        b.emit(f"^bb0({', '.join(f'{a}: index' for a in args)}):")
        value = n[1]
        for arg in args:
            integer = b.define(f"arith.index_cast {arg} : index to i32")
            factor = b.define(f"arith.sitofp {integer} : i32 to {element}")
            value = b.binary("addf", b.binary("mulf", factor, n[0], element), value, element)
        b.emit(f"tensor.yield {b.define(f'math.sin {value} : {element}')} : {element}")
        b.emit(f"}} : {type_}")
        return name

    def evaluate(a):
        count = np.indices(type_.shape).sum(axis=0).astype(float)
        return (Dual.constant(count, a[0].count) * a[0] + a[1]).sin()

    return Function([Input(Type(element)), Input(Type(element)), *map(number, open_)], type_, emit, evaluate)


def dim(element, dims, rng):
    """The array times its last extent."""
    type_ = Type(element, dims)

    def emit(b, n):
        last = b.define(f"tensor.dim {n[0]}, {b.index(len(dims) - 1)} : {type_}")
        integer = b.define(f"arith.index_cast {last} : index to i32")
        return b.scale(b.define(f"arith.sitofp {integer} : i32 to {element}"), n[0], type_)

    return Function([Input(type_)], type_, emit, lambda a: a[0] * float(dims[-1][0]))


def select(element, dims, rng):
    """One of two arrays of one shape."""
    type_, which = Type(element, dims), rng.randrange(2)

    def emit(b, n):
        condition = b.define(f"arith.cmpi eq, {n[2]}, {b.index(1)} : index")
        sine = b.elementwise(lambda v: b.define(f"math.sin {v[0]} : {element}"), n[:1], [type_])
        return b.define(f"arith.select {condition}, {sine}, {n[1]} : {type_}")

    return Function([Input(type_), Input(type_), number(which)], type_, emit,
                    lambda a: a[0].sin() if which else a[1])


def empty_filled(element, dims, rng):
    """An empty tensor into which the array is inserted whole."""
    type_ = Type(element, dims)

    def emit(b, n):
        sizes = b.sizes(n[0], type_)
        empty = b.define(f"tensor.empty({', '.join(sizes)}) : {type_}")
        extents = mixed_list(inner_sizes(b, n[0], type_, 0))
        zeros, ones = mixed_list([0] * len(dims)), mixed_list([1] * len(dims))
        return b.define(f"tensor.insert_slice {n[0]} into {empty}{zeros} {extents} {ones} : {type_} into {type_}")

    return Function([Input(type_)], type_, emit, lambda a: a[0])


TENSOR = {
    "tensor.cast": cast, "tensor.collapse_shape": collapse, "tensor.collapse_shape to rank 0": collapse_all,
    "tensor.expand_shape": expand, "tensor.reshape": reshape, "tensor.extract": extract,
    "tensor.insert": insert, "tensor.gather": gather, "tensor.scatter": scatter,
    "tensor.concat": concat("first"), "tensor.concat of the last": concat("last"),
    "tensor.splat": splat, "tensor.from_elements": from_elements, "tensor.pad": pad,
    "tensor.generate": generate, "tensor.dim": dim, "tensor.empty": empty_filled, "arith.select of arrays": select,
    **{f"tensor.extract_slice, {v}": extract_slice(v) for v in ("offset", "strided", "row", "column")},
    **{f"tensor.insert_slice, {v}": insert_slice(v) for v in ("offset", "strided", "row", "column")},
}
