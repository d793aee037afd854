"""The array API standard: its functions and extensions, and the attributes and methods of its arrays, beside array-api-strict,
for every dtype that they take, and for numbers, empty arrays and arrays of one element.
"""

import functools
import operator
import pathlib
import re
import warnings

import numpy as np
import pytest

strict = pytest.importorskip("array_api_strict", minversion="2.5")

import chad
import chad.numpy as cnp

VERSION = "2025.12"
strict.set_array_api_strict_flags(api_version=VERSION)
rng = np.random.default_rng(6)
KINDS = {
    "float64": "f", "float32": "f", "complex128": "c", "complex64": "c", "int64": "i", "int32": "i", "int16": "i", "int8": "i",
    "uint64": "u", "uint32": "u", "uint16": "u", "uint8": "u", "bool": "b",
}  # fmt: skip
SHAPES = {"some": (3, 4), "a number": (), "one": (1,), "empty": (0,), "empty rows": (2, 0), "three": (2, 3, 2)}
#: Arrays of other shapes are of these.
OFTEN = ("float64", "complex64", "int32", "bool")
CASES = [(d, s) for d in KINDS for s in SHAPES if s == "some" or d in OFTEN]

#: The functions of the standard by its sections, and what arrays have.
SECTIONS = {
    "creation": "arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid ones ones_like tril triu zeros zeros_like",
    "dtypes": "astype can_cast finfo iinfo isdtype result_type",
    "elementwise": """abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_invert bitwise_or
        bitwise_right_shift bitwise_xor ceil clip conj copysign cos cosh divide equal exp expm1 floor floor_divide greater
        greater_equal hypot imag isfinite isinf isnan less less_equal log log1p log2 log10 logaddexp logical_and logical_not
        logical_or logical_xor maximum minimum multiply negative nextafter not_equal positive pow real reciprocal remainder round
        sign signbit sin sinh square sqrt subtract tan tanh trunc""",
    "indexing": "take take_along_axis",
    "inspection": "__array_namespace_info__",
    "linear algebra": "matmul matrix_transpose tensordot vecdot",
    "manipulation": """broadcast_arrays broadcast_shapes broadcast_to concat expand_dims flip moveaxis permute_dims repeat reshape
        roll squeeze stack tile unstack""",
    "searching": "argmax argmin count_nonzero nonzero searchsorted where",
    "sets": "isin unique_all unique_counts unique_inverse unique_values",
    "sorting": "argsort sort",
    "statistics": "cumulative_prod cumulative_sum max mean min prod std sum var",
    "utilities": "all any diff",
    "`linalg`": """linalg.cholesky linalg.cross linalg.det linalg.diagonal linalg.eigh linalg.eigvalsh linalg.inv linalg.matmul
        linalg.matrix_norm linalg.matrix_power linalg.matrix_rank linalg.matrix_transpose linalg.outer linalg.pinv linalg.qr
        linalg.slogdet linalg.solve linalg.svd linalg.svdvals linalg.tensordot linalg.trace linalg.vecdot linalg.vector_norm""",
    "`fft`": """fft.fft fft.ifft fft.fftn fft.ifftn fft.rfft fft.irfft fft.rfftn fft.irfftn fft.hfft fft.ihfft fft.fftfreq
        fft.rfftfreq fft.fftshift fft.ifftshift""",
    "arrays": """.T .device .dtype .mT .ndim .shape .size .__abs__ .__add__ .__and__ .__array_namespace__ .__bool__ .__complex__
        .__dlpack__ .__dlpack_device__ .__eq__ .__float__ .__floordiv__ .__ge__ .__getitem__ .__gt__ .__index__ .__int__
        .__invert__ .__le__ .__lshift__ .__lt__ .__matmul__ .__mod__ .__mul__ .__ne__ .__neg__ .__or__ .__pos__ .__pow__
        .__rshift__ .__setitem__ .__sub__ .__truediv__ .__xor__ .to_device""",
}
FUNCTIONS = {name: section for section, names in SECTIONS.items() for name in names.split()}

#: What a traced function cannot call, and a part of the error that says why.
REFUSED = {
    **dict.fromkeys(["nonzero", "unique_all", "unique_counts", "unique_inverse", "unique_values"], "depends on the numbers"),
    **dict.fromkeys([".__bool__", ".__complex__", ".__dlpack__", ".__float__", ".__index__", ".__int__"], "no numbers while it is traced"),
    ".__dlpack_device__": "no numbers while it is traced", ".__setitem__": "not changed in place",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------
# What is called. A call takes the function, the namespace, and two arrays of one dtype and shape.


def one(xp, x):
    """The number one, of the kind of the array's elements."""
    return True if x.dtype == xp.bool else 1


UNARY = [
    lambda f, xp, x, y: f(x),
]
BINARY = [
    lambda f, xp, x, y: f(x, y),
    lambda f, xp, x, y: f(x, one(xp, x)),
    lambda f, xp, x, y: f(one(xp, x), y),
    # Of different shapes, which are repeated.
    lambda f, xp, x, y: f(x, y[..., :1]),
    lambda f, xp, x, y: f(x[:1, None], y),
]
#: Functions of two arrays; the other elementwise ones are of one.
OF_TWO = set(
    """add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide equal floor_divide
    greater greater_equal hypot less less_equal logaddexp logical_and logical_or logical_xor maximum minimum multiply nextafter
    not_equal pow remainder subtract""".split()
)


def item(**options):
    return lambda f, xp, x, y: f(x, **options)


def with_options(rank, **more):
    """Reductions: by all options of axes."""
    axes = [None, *range(rank), *([-1] if rank else []), tuple(range(rank)), *([(0, -1)] if rank > 1 else [])]
    given = [{}, *({"axis": a, "keepdims": k, **more} for a in axes for k in (False, True))]
    return [lambda f, xp, x, y, o=o: f(x, **o) for o in given]


def along_each(rank, *options):
    """Functions along one axis, with options in turn."""
    given = [{"axis": a, **o} for a in (*range(rank), *([-1] if rank else [])) for o in (options or ({},))]
    return [lambda f, xp, x, y: f(x), *(lambda f, xp, x, y, o=o: f(x, **o) for o in given)]


def by_name(name, rank):
    """The calls of a function, for arrays of a rank."""
    section = FUNCTIONS[name]
    if name in MORE:
        return MORE[name]
    if section == "elementwise":
        return BINARY if name in OF_TWO else UNARY
    if name in ("sum", "prod"):
        of_dtype = [
            lambda f, xp, x, y, d=d: f(x, dtype=getattr(xp, d)) for d in ("float64", "int64", "complex128")
        ]
        return [*with_options(rank), *of_dtype]
    if name in ("std", "var"):
        return [*with_options(rank), *with_options(rank, correction=1.0)]
    if name in ("max", "min", "mean", "any", "all", "count_nonzero"):
        return with_options(rank)
    if name in ("argmax", "argmin"):
        return [c for o in ({}, {"keepdims": True}) for c in [item(**o), *along_each(rank, o)]]
    if name in ("sort", "argsort"):
        # NaN is last in a descending order, too; what the standard says of equal elements is tested apart.
        return (
            along_each(rank, {}, {"descending": True}, {"stable": False})
            if name == "sort"
            else along_each(rank, {}, {"descending": True})
        )
    if name in ("cumulative_sum", "cumulative_prod"):
        return along_each(rank, {}, {"include_initial": True})
    if name == "diff":
        return [*along_each(rank, {}, {"n": 2}), lambda f, xp, x, y: f(x, prepend=y, append=y[..., :1])]
    raise KeyError(name)


def getitem(key):
    return lambda f, xp, x, y: x[key(xp) if callable(key) else key]


def numbers(xp, *values):
    return xp.asarray(np.array(values, np.int64))


def in_place(op):
    def call(f, xp, x, y):
        z = x + 0 if x.dtype != xp.bool else xp.logical_or(x, x)
        return getattr(operator, op)(z, y)

    return call


def operators(op, reflected=True, assigned=True):
    """x op y, with numbers on both sides, and in place."""
    name = {"and": "and_", "or": "or_"}.get(op, op)
    f_ = getattr(operator, name)
    calls = [lambda f, xp, x, y: f_(x, y), lambda f, xp, x, y: f_(x, one(xp, x))]
    if reflected:
        calls.append(lambda f, xp, x, y: f_(one(xp, x), y))
    if assigned:
        calls.append(in_place("i" + op))
    return calls


def made(*args, **options):
    """Functions that make arrays, for each dtype."""
    return [lambda f, xp, x, y: f(*args, dtype=x.dtype, **options), lambda f, xp, x, y: f(*args, **options)]


def cast(f, xp, a, b):
    kind = lambda v: next(
        k
        for k in ("bool", "signed integer", "unsigned integer", "numeric")
        if xp.isdtype(getattr(v, "dtype", v), k)
    )
    if kind(a) != kind(b):
        raise TypeError("of different kinds")
    return f(a, b)


_SORTED = lambda xp, x: xp.sort(xp.reshape(x, (-1,)))
MORE = {
    # Elementwise
    "acosh": [lambda f, xp, x, y: f(x + one(xp, x))],
    "bitwise_left_shift": [lambda f, xp, x, y: f(x, xp.abs(y)), lambda f, xp, x, y: f(x, 2), lambda f, xp, x, y: f(3, xp.abs(y))],
    "bitwise_right_shift": [lambda f, xp, x, y: f(x, xp.abs(y)), lambda f, xp, x, y: f(x, 2), lambda f, xp, x, y: f(100, xp.abs(y))],
    "pow": [lambda f, xp, x, y: f(x, xp.abs(y)), lambda f, xp, x, y: f(x, y), lambda f, xp, x, y: f(x, 3), lambda f, xp, x, y: f(2, xp.abs(y))],
    "clip": [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, 1), lambda f, xp, x, y: f(x, max=3), lambda f, xp, x, y: f(x, 1, 3),
             lambda f, xp, x, y: f(x, min=y), lambda f, xp, x, y: f(x, y, y + 1)],
    # Creation
    "arange": [*made(5), *made(2, 7), *made(9, 1, -2), *made(3, 3), *made(0.5, 4.0, 0.75), *made(-3, stop=4, step=3)],
    "asarray": [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f([[1, 0], [1, 1]], dtype=x.dtype), lambda f, xp, x, y: f(1), lambda f, xp, x, y: f([1.5, 2.0]),
                lambda f, xp, x, y: f([True, False]), lambda f, xp, x, y: f(1j), lambda f, xp, x, y: f(x, copy=True)],
    "empty": [lambda f, xp, x, y: xp.zeros_like(f((2, 3), dtype=x.dtype)), lambda f, xp, x, y: xp.zeros_like(f(4))],
    "empty_like": [lambda f, xp, x, y: xp.zeros_like(f(x)), lambda f, xp, x, y: xp.zeros_like(f(x, dtype=xp.float32))],
    "eye": [*made(3), *made(3, 4, k=1), *made(4, 2, k=-1), *made(0), *made(3, k=5)],
    "from_dlpack": [lambda f, xp, x, y: f(np.arange(6.0).reshape(2, 3)), lambda f, xp, x, y: f(np.arange(3, dtype=np.int16))],
    "full": [*made((2, 3), 1), *made((), 1), *made(3, 1), *made((0, 2), 1), lambda f, xp, x, y: f((2,), 1.5), lambda f, xp, x, y: f((2,), True), lambda f, xp, x, y: f((2,), 2j)],
    "full_like": [lambda f, xp, x, y: f(x, one(xp, x)), lambda f, xp, x, y: f(x, 3, dtype=xp.float32)],
    "linspace": [*made(0, 10, 5), *made(1, 2, 4, endpoint=False), *made(-1, 1, num=1), *made(3, 4, 0), *made(0, 1j, 3)],
    "meshgrid": [lambda f, xp, x, y: f(xp.reshape(x, (-1,)), xp.reshape(y, (-1,))), lambda f, xp, x, y: f(xp.reshape(x, (-1,)), xp.reshape(y, (-1,)), indexing="ij"),
                 lambda f, xp, x, y: f(xp.reshape(x, (-1,))), lambda f, xp, x, y: f(*[xp.reshape(x, (-1,))] * 3)],
    "ones": [*made((2, 3)), *made(()), *made(3), *made((0, 2))], "zeros": [*made((2, 3)), *made(()), *made(3), *made((0, 2))],
    **{n: [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, dtype=xp.float32), lambda f, xp, x, y: f(x, device=x.device)] for n in ("ones_like", "zeros_like")},
    **{n: [lambda f, xp, x, y, k=k: f(x, k=k) for k in (0, 1, -1, 5, -5)] for n in ("tril", "triu")},
    # Dtypes
    "astype": [lambda f, xp, x, y, d=d: f(x, getattr(xp, d)) for d in KINDS] + [lambda f, xp, x, y: f(x, x.dtype, copy=False)],
    # Between kinds of numbers the standard has no conversion, and numpy some.
    "can_cast": [lambda f, xp, x, y, d=d: cast(f, xp, getattr(xp, d), x) for d in KINDS] + [lambda f, xp, x, y, d=d: cast(f, xp, x, getattr(xp, d)) for d in KINDS],
    "finfo": [lambda f, xp, x, y, n=n, of=of: float(getattr(f(of(x)), n)) for of in (lambda x: x.dtype, lambda x: x) for n in ("bits", "eps", "max", "min", "smallest_normal")],
    "iinfo": [lambda f, xp, x, y, n=n, of=of: float(getattr(f(of(x)), n)) for of in (lambda x: x.dtype, lambda x: x) for n in ("bits", "max", "min")],
    "isdtype": [lambda f, xp, x, y, k=k: f(x.dtype, k) for k in (
        "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric", ("bool", "integral"))]
        + [lambda f, xp, x, y: f(x.dtype, xp.int32), lambda f, xp, x, y: f(x.dtype, (xp.float32, "bool"))],
    "result_type": [lambda f, xp, x, y, d=d: f(x, getattr(xp, d)) for d in KINDS] + [lambda f, xp, x, y, v=v: f(x.dtype, v) for v in (True, 1, 1.0, 1j)]
        + [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, y, x.dtype)],
    # Indexing
    "take": [lambda f, xp, x, y, a=a: f(x, numbers(xp, 1, 0, 1), axis=a) for a in (0, 1, -1)] + [lambda f, xp, x, y: f(x, numbers(xp, 0)),
             lambda f, xp, x, y: f(x, numbers(xp), axis=0), lambda f, xp, x, y: f(x, xp.astype(numbers(xp, 1), xp.uint8), axis=0)],
    "take_along_axis": [lambda f, xp, x, y, a=a: f(x, xp.argsort(x, axis=a), axis=a) for a in (0, 1, -1)] + [lambda f, xp, x, y: f(x, xp.argsort(x))],
    # Linear algebra
    "matmul": [lambda f, xp, x, y: f(x, xp.matrix_transpose(y)), lambda f, xp, x, y: f(x[0, ...], xp.matrix_transpose(y)), lambda f, xp, x, y: f(x, y[0, ...]),
               lambda f, xp, x, y: f(x, y), lambda f, xp, x, y: f(x[None, ...], xp.matrix_transpose(y))],
    "matrix_transpose": UNARY,
    "tensordot": [lambda f, xp, x, y: f(x, y, axes=x.ndim), lambda f, xp, x, y: f(x, y, axes=0), lambda f, xp, x, y: f(x, y, axes=((0,), (0,))), lambda f, xp, x, y: f(x, y, axes=((-1, 0), (-1, 0))),
                  lambda f, xp, x, y: f(x, xp.matrix_transpose(y)), lambda f, xp, x, y: f(x, xp.matrix_transpose(y), axes=1)],
    "vecdot": [lambda f, xp, x, y: f(x, y), lambda f, xp, x, y: f(x, y, axis=-2), lambda f, xp, x, y: f(x, y[:1, ...]), lambda f, xp, x, y: f(x, y[0, ...])],
    # Manipulation
    "broadcast_arrays": [lambda f, xp, x, y: f(x, y), lambda f, xp, x, y: f(x, y[:1, ...], xp.asarray(1)), lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x[..., None], y)],
    "broadcast_shapes": [lambda f, xp, x, y: f(x.shape, (2, 1, 1)), lambda f, xp, x, y: f(), lambda f, xp, x, y: f((2, 1), (3,), ())],
    "broadcast_to": [lambda f, xp, x, y: f(x, (2, *x.shape)), lambda f, xp, x, y: f(x[..., :1], x.shape), lambda f, xp, x, y: f(x[:1, ...], x.shape), lambda f, xp, x, y: f(x, x.shape)],
    "concat": [lambda f, xp, x, y: f([x, y]), lambda f, xp, x, y: f((x, y, x), axis=-1), lambda f, xp, x, y: f([x, y], axis=None), lambda f, xp, x, y: f([x]),
               lambda f, xp, x, y: f([x, y[:1, ...]]), lambda f, xp, x, y: f([x, xp.astype(y, xp.float64)])],
    "expand_dims": [lambda f, xp, x, y, a=a: f(x, axis=a) for a in (0, -1, 1, (0, -1))],
    "flip": [lambda f, xp, x, y, a=a: f(x, axis=a) for a in (0, -1, (0, 1), None)] + UNARY,
    "moveaxis": [lambda f, xp, x, y: f(x, 0, -1), lambda f, xp, x, y: f(x, (0, 1), (1, 0)), lambda f, xp, x, y: f(x, (-1, 0), (0, 2))],
    "permute_dims": [lambda f, xp, x, y: f(x, tuple(range(x.ndim))[::-1]), lambda f, xp, x, y: f(x, tuple(range(x.ndim))), lambda f, xp, x, y: f(x, (1, 2, 0))],
    "repeat": [lambda f, xp, x, y: f(x, 2), lambda f, xp, x, y: f(x, 3, axis=0), lambda f, xp, x, y: f(x, 0, axis=-1), lambda f, xp, x, y: f(x, numbers(xp, *range(x.shape[0])), axis=0),
               lambda f, xp, x, y: f(x, numbers(xp, 2), axis=0)],
    "reshape": [lambda f, xp, x, y: f(x, (-1,)), lambda f, xp, x, y: f(x, (2, -1)), lambda f, xp, x, y: f(x, (*x.shape, 1)), lambda f, xp, x, y: f(x, ()), lambda f, xp, x, y: f(x, x.shape, copy=True)],
    "roll": [lambda f, xp, x, y: f(x, 2), lambda f, xp, x, y: f(x, -1, axis=0), lambda f, xp, x, y: f(x, (1, 2), axis=(0, 1)), lambda f, xp, x, y: f(x, 7, axis=-1), lambda f, xp, x, y: f(x, 1, axis=(0, 1))],
    "squeeze": [lambda f, xp, x, y: f(x[:1, ...], axis=0), lambda f, xp, x, y: f(x[None, ...], axis=0), lambda f, xp, x, y: f(x[None, ..., None], axis=(0, -1)), lambda f, xp, x, y: f(x, axis=())],
    "stack": [lambda f, xp, x, y: f([x, y]), lambda f, xp, x, y: f((x, y, x), axis=-1), lambda f, xp, x, y: f([x, y], axis=1), lambda f, xp, x, y: f([x, xp.astype(y, xp.float64)])],
    "tile": [lambda f, xp, x, y, r=r: f(x, r) for r in ((2,), (2, 1), (1, 2), (1, 2, 1), (0,), (1, 1), ())],
    "unstack": [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, axis=-1)],
    # Searching, sets
    "searchsorted": [lambda f, xp, x, y, s=s: f(_SORTED(xp, x), y, side=s) for s in ("left", "right")] + [lambda f, xp, x, y: f(_SORTED(xp, x), 1),
                     lambda f, xp, x, y: f(xp.reshape(x, (-1,)), y, sorter=xp.argsort(xp.reshape(x, (-1,)))), lambda f, xp, x, y: f(_SORTED(xp, x), xp.reshape(y, (-1,))[:2])],
    "where": [lambda f, xp, x, y: f(x == y, x, y), lambda f, xp, x, y: f(x != y, x, one(xp, x)), lambda f, xp, x, y: f(x == x, one(xp, x), y), lambda f, xp, x, y: f(xp.asarray(True), x, y),
              lambda f, xp, x, y: f(x == y, x[:1, ...], y[..., :1])],
    # That of some versions of array-api-strict does not know `invert`.
    "isin": [lambda f, xp, x, y: f(x, y), lambda f, xp, x, y: f(x, 1), lambda f, xp, x, y: f(1, x), lambda f, xp, x, y: f(x, xp.reshape(y, (-1,))[:2])],
    **{n: UNARY for n in ("nonzero", "unique_all", "unique_counts", "unique_inverse", "unique_values")},
    # Arrays
    ".T": [lambda f, xp, x, y: x.T], ".device": [lambda f, xp, x, y: xp.zeros(2, device=x.device)], ".dtype": [lambda f, xp, x, y: x.dtype],
    ".mT": [lambda f, xp, x, y: x.mT], ".ndim": [lambda f, xp, x, y: x.ndim], ".shape": [lambda f, xp, x, y: x.shape], ".size": [lambda f, xp, x, y: x.size],
    ".to_device": [lambda f, xp, x, y: x.to_device(x.device)], ".__array_namespace__": [
        lambda f, xp, x, y: x.__array_namespace__() is xp, lambda f, xp, x, y: x.__array_namespace__(api_version=VERSION) is xp],
    ".__abs__": [lambda f, xp, x, y: abs(x)], ".__neg__": [lambda f, xp, x, y: -x], ".__pos__": [lambda f, xp, x, y: +x], ".__invert__": [lambda f, xp, x, y: ~x],
    ".__add__": operators("add"), ".__sub__": operators("sub"), ".__mul__": operators("mul"), ".__truediv__": operators("truediv"),
    ".__floordiv__": operators("floordiv"), ".__mod__": operators("mod"), ".__and__": operators("and"), ".__or__": operators("or"), ".__xor__": operators("xor"),
    ".__pow__": [lambda f, xp, x, y: x ** abs(y), lambda f, xp, x, y: x**2, lambda f, xp, x, y: 2 ** abs(y), lambda f, xp, x, y: operator.ipow(x + 0, abs(y))],
    ".__lshift__": [lambda f, xp, x, y: x << abs(y), lambda f, xp, x, y: x << 1, lambda f, xp, x, y: 1 << abs(y), lambda f, xp, x, y: operator.ilshift(x + 0, abs(y))],
    ".__rshift__": [lambda f, xp, x, y: x >> abs(y), lambda f, xp, x, y: x >> 1, lambda f, xp, x, y: 100 >> abs(y), lambda f, xp, x, y: operator.irshift(x + 0, abs(y))],
    **{f".__{op}__": operators(op, assigned=False) for op in ("eq", "ne", "lt", "le", "gt", "ge")},
    ".__matmul__": [lambda f, xp, x, y: x @ xp.matrix_transpose(y), lambda f, xp, x, y: x @ y, lambda f, xp, x, y: operator.imatmul(x + 0, xp.matrix_transpose(y)[..., : x.shape[-1]])],
    ".__getitem__": [getitem(k) for k in (
        0, -1, slice(None), slice(1, None), slice(None, None, -1), slice(None, None, 2), slice(-2, None), slice(2, 0, -1), slice(5, 9), ..., (), None, (0, ...), (..., 0), (..., -1),
        (slice(None), 1), (0, 1), (..., slice(1, None), 0), (None, ...), (..., None), (slice(None), None), (slice(None), slice(None, None, -2)), (0, slice(0, 0)))]
        + [getitem(lambda xp: numbers(xp, 0, 1, 0)), getitem(lambda xp: (slice(None), numbers(xp, 1, 0))), getitem(lambda xp: (numbers(xp, 0, 1), numbers(xp, 1, 0))),
           getitem(lambda xp: (0, numbers(xp, 1, 1))), getitem(lambda xp: xp.asarray(np.array([[0, 1], [1, 0]]))), lambda f, xp, x, y: x[xp.asarray(np.arange(x.size).reshape(x.shape or 1) % 3 == 0)],
           lambda f, xp, x, y: x[xp.asarray(np.arange(x.shape[0]) % 2 == 0)]],
    ".__setitem__": [lambda f, xp, x, y: operator.setitem(x, ..., 1)], ".__bool__": [lambda f, xp, x, y: bool(x)], ".__int__": [lambda f, xp, x, y: int(x)],
    ".__float__": [lambda f, xp, x, y: float(x)], ".__complex__": [lambda f, xp, x, y: complex(x)], ".__index__": [lambda f, xp, x, y: operator.index(x)],
    ".__dlpack__": [lambda f, xp, x, y: type(x.__dlpack__()).__name__], ".__dlpack_device__": [lambda f, xp, x, y: int(x.__dlpack_device__()[0])],
    # Extensions
    "fft.fftfreq": [*made(5), *made(6, d=0.5)], "fft.rfftfreq": [*made(5), *made(6, d=0.5)],
    **{n: [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, axes=0), lambda f, xp, x, y: f(x, axes=(-1,))] for n in ("fft.fftshift", "fft.ifftshift")},
    **{f"fft.{n}": [lambda f, xp, x, y: f(x), *(lambda f, xp, x, y, o=o: f(x, norm=o) for o in ("ortho", "forward")), lambda f, xp, x, y: f(x, n=6), lambda f, xp, x, y: f(x, n=3, axis=0)]
       for n in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{f"fft.{n}": [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, norm="ortho"), lambda f, xp, x, y: f(x, axes=(0,)), lambda f, xp, x, y: f(x, s=(2, 5), axes=(0, 1)), lambda f, xp, x, y: f(x, s=(3,), axes=(-1,))]
       for n in ("fftn", "ifftn", "rfftn", "irfftn")},
    "linalg.cross": [lambda f, xp, x, y: f(x, y, axis=0), lambda f, xp, x, y: f(x[..., :3], y[..., :3]), lambda f, xp, x, y: f(x, y, axis=1), lambda f, xp, x, y: f(x[:, :1], y, axis=0)],
    "linalg.diagonal": [lambda f, xp, x, y, k=k: f(x, offset=k) for k in (0, 1, -1, 7)],
    "linalg.trace": [lambda f, xp, x, y, k=k: f(x, offset=k) for k in (0, 1, -1, 7)] + [lambda f, xp, x, y: f(x, dtype=xp.float64), lambda f, xp, x, y: f(x, dtype=xp.int64)],
    "linalg.outer": [lambda f, xp, x, y: f(xp.reshape(x, (-1,)), xp.reshape(y, (-1,)))],
    "linalg.vector_norm": [lambda f, xp, x, y, o=o: f(x, **o) for o in ({}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"keepdims": True}, {"axis": (0, 1)}, {"ord": 1}, {"ord": np.inf}, {"ord": -np.inf},
                           {"ord": 0}, {"ord": 3}, {"ord": -1, "axis": 0}, {"ord": 1.5, "axis": (0, -1), "keepdims": True})],
    "linalg.matrix_norm": [lambda f, xp, x, y, o=o, k=k: f(x, ord=o, keepdims=k) for o, k in (
        ("fro", True), ("nuc", False), (1, False), (-1, True), (2, True), (-2, False), (np.inf, False), (-np.inf, True))] + UNARY,
    "linalg.matrix_rank": [lambda f, xp, x, y: f(x), lambda f, xp, x, y: f(x, rtol=0.5)],
    "linalg.pinv": [lambda f, xp, x, y: f(x, rtol=0.01)],
    "linalg.svdvals": UNARY,
}  # fmt: skip
for _name in ("matmul", "matrix_transpose", "tensordot", "vecdot"):
    MORE[f"linalg.{_name}"] = MORE[_name]


def adjoint(xp, x):
    return (
        xp.matrix_transpose(xp.conj(x)) if xp.isdtype(x.dtype, "complex floating") else xp.matrix_transpose(x)
    )


def square(xp, x):
    """A matrix that has an inverse; of an array that is none, as it is."""
    n = min(x.shape[-2:])
    return x[..., :n, :n] + xp.astype(4 * xp.eye(n), x.dtype)


def definite(xp, x):
    a = square(xp, x)
    return a @ adjoint(xp, a)


def hermitian(xp, x):
    a = square(xp, x)
    return a + adjoint(xp, a)


def real_numbers(xp, v, x):
    """Floats as numbers of the dtype of x."""
    return xp.astype(v, x.dtype)


def of_qr(f, xp, x, mode):
    found = f(x, mode=mode)
    q, r = found
    return q @ r, xp.abs(found.R), adjoint(xp, found.Q) @ q


def of_eigh(f, xp, x):
    a = hermitian(xp, x)
    found = f(a)
    w, v = found
    return found.eigenvalues, (found.eigenvectors * real_numbers(xp, w, x)[..., None, :]) @ adjoint(xp, v)


def of_svd(f, xp, x, whole):
    found = f(x, full_matrices=whole)
    (u, s, vh), k = found, found.S.shape[-1]
    return (
        s,
        (u[..., :, :k] * real_numbers(xp, s, x)[..., None, :]) @ vh[..., :k, :],
        adjoint(xp, u) @ u,
        vh @ adjoint(xp, vh),
    )


MORE |= {
    "linalg.cholesky": [lambda f, xp, x, y: f(definite(xp, x)), lambda f, xp, x, y: f(definite(xp, x), upper=True)],
    "linalg.det": [lambda f, xp, x, y: f(square(xp, x)), lambda f, xp, x, y: f(x[..., :1, :1])],
    "linalg.slogdet": [lambda f, xp, x, y: tuple(f(square(xp, x))), lambda f, xp, x, y: (lambda r: (r.logabsdet, r.sign))(f(-square(xp, x)))],
    "linalg.inv": [lambda f, xp, x, y: f(square(xp, x))],
    "linalg.solve": [lambda f, xp, x, y: f(square(xp, x), square(xp, y)), lambda f, xp, x, y: f(square(xp, x), square(xp, y)[..., 0]), lambda f, xp, x, y: f(square(xp, x), square(xp, y)[..., :2])],
    "linalg.eigh": [lambda f, xp, x, y: of_eigh(f, xp, x)], "linalg.eigvalsh": [lambda f, xp, x, y: f(hermitian(xp, x))],
    "linalg.matrix_power": [lambda f, xp, x, y, n=n: f(square(xp, x), n) for n in (0, 1, 5, -2)],
    "linalg.qr": [lambda f, xp, x, y, m=m: of_qr(f, xp, x, m) for m in ("reduced", "complete")],
    "linalg.svd": [lambda f, xp, x, y, w=w: of_svd(f, xp, x, w) for w in (False, True)],
}  # fmt: skip
#: Functions whose programs are long are called for matrices of these.
LONG = {
    f"linalg.{n}"
    for n in (
        "svd",
        "svdvals",
        "eigh",
        "eigvalsh",
        "qr",
        "pinv",
        "matrix_norm",
        "matrix_rank",
        "cholesky",
        "solve",
        "inv",
        "det",
        "slogdet",
        "matrix_power",
    )
}
#: Of a number numpy makes an array of one element; the standard does not say so.
OF_AXES = {"take", "repeat", "sort", "argsort"}
#: Of no numbers numpy makes any numbers.
OF_NUMBERS = {"fft.irfft", "fft.irfftn", "fft.hfft"}
OF_LONG = {
    ("float64", "three"),
    ("float32", "some"),
    ("complex128", "some"),
    ("float64", "empty rows"),
    ("complex64", "empty rows"),
}
MORE["__array_namespace_info__"] = [
    lambda f, xp, x, y: sorted(f().capabilities()), lambda f, xp, x, y: sorted(f().dtypes()), lambda f, xp, x, y: sorted(f().dtypes(kind="real floating")),
    lambda f, xp, x, y: f().default_dtypes()["complex floating"] == xp.complex128, lambda f, xp, x, y: f().devices()[0] == f().default_device(),
]  # fmt: skip


# ------------------------------------------------------------------------------------------------
# Comparison


def arguments(dtype, shape):
    kind = KINDS[dtype]
    if kind == "b":
        return tuple(rng.integers(0, 2, shape).astype(dtype) for _ in range(2))
    if kind in "iu":
        return rng.integers(-5 if kind == "i" else 0, 7, shape).astype(dtype), (
            rng.integers(1, 5, shape) * (rng.choice([-1, 1], shape) if kind == "i" else 1)
        ).astype(dtype)
    x, y = rng.uniform(0.2, 0.9, shape), rng.uniform(0.2, 0.9, shape) * rng.choice([-1, 1], shape)
    if kind == "c":
        x, y = x + 1j * rng.uniform(-0.9, 0.9, shape), y + 1j * rng.uniform(-0.9, 0.9, shape)
    return x.astype(dtype), y.astype(dtype)


def function_of(xp, name):
    for part in name.split(".") if name[0] != "." else ():
        xp = getattr(xp, part)
    return xp


def leaves(value):
    return [leaf for v in value for leaf in leaves(v)] if isinstance(value, (tuple, list)) else [value]


def is_array(value):
    return isinstance(value, (chad.Array, np.ndarray, np.generic, type(strict.asarray(0))))


def plain(value):
    """What is no array, so that it can be compared: dtypes by their names."""
    if isinstance(value, (np.dtype, type)):
        return np.dtype(value).name
    return next(
        (d for d in KINDS if isinstance(value, type(strict.bool)) and value == getattr(strict, d)), value
    )


def expect(names, dtype, shape, x, y):
    """What array-api-strict has for the calls of functions, without those that the standard does not have."""
    expected = {}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        # The standard does not say which floats complex numbers become.
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        for name in names:
            if name in LONG and (dtype, shape) not in OF_LONG:
                continue
            if (name in OF_AXES and not x.ndim) or (name in OF_NUMBERS and not x.size):
                continue
            for i, call in enumerate(by_name(name, x.ndim)):
                try:
                    # Copies, since a call may write into its arrays.
                    arrays = (strict.asarray(v, copy=True) for v in (x, y))
                    value = call(function_of(strict, name), strict, *arrays)
                except (
                    TypeError,
                    ValueError,
                    IndexError,
                    RuntimeError,
                    OverflowError,
                    AttributeError,
                    Warning,
                ):
                    continue
                expected[name, i] = leaves(value)
    return expected


#: The calls are in so many programs: the time of compiling grows faster than their size.
PROGRAMS = 8


@functools.cache
def outcome(dtype, shape):
    """For each function that the standard has for this dtype and shape, the errors by which it is refused, and the differences."""
    x, y = arguments(dtype, SHAPES[shape])
    found = {}
    for k in range(PROGRAMS):
        expected = expect(list(FUNCTIONS)[k::PROGRAMS], dtype, shape, x, y)
        found |= {name: [] for name, _ in expected}
        others = {}

        def everything(x, y, expected=expected, others=others):
            arrays = {}
            for name, i in expected:
                try:
                    value = by_name(name, x.ndim)[i](function_of(cnp, name), cnp, x, y)
                except Exception as error:
                    found[name].append(error)
                    continue
                mine = leaves(value)
                others[name, i] = [None if is_array(v) else plain(v) for v in mine]
                arrays[name, i] = [v for v in mine if is_array(v)]
            return arrays

        results = chad.jit(everything, optimization=0)(x, y)
        for key, mine in others.items():
            rest = iter(results[key])
            for j, (value, other) in enumerate(zip(mine, expected[key], strict=True)):
                place = f"{key[0]} {key[1]}.{j} of {dtype}, {shape}"
                other = np.asarray(other) if is_array(other) else plain(other)
                try:
                    if value is None:
                        same(np.asarray(next(rest)), other, place)
                    else:
                        assert value == other, f"{place}: {value!r}, and not {other!r}"
                except AssertionError as error:
                    found[key[0]].append(error)
    return found


def same(mine, other, place, factor=64):
    assert isinstance(other, np.ndarray), f"{place}: {mine}, and not {other}"
    assert (mine.dtype, mine.shape) == (other.dtype, other.shape), (
        f"{place}: {mine.dtype}{mine.shape}, and not {other.dtype}{other.shape}"
    )
    if other.dtype.kind not in "fc":
        np.testing.assert_array_equal(mine, other, place)
        return
    eps = np.finfo(other.dtype).eps
    scale = np.max(np.abs(other), initial=1.0, where=np.isfinite(other))
    np.testing.assert_allclose(mine, other, factor * eps, factor * eps * scale, err_msg=place)


# ------------------------------------------------------------------------------------------------
# Tests


def is_refused(name, error):
    return name in REFUSED and isinstance(error, (chad.TraceError, TypeError)) and REFUSED[name] in str(error)


@pytest.mark.parametrize("dtype, shape", CASES)
def test_functions(dtype, shape):
    """All functions agree, or are refused with the reason."""
    wrong = [f"{n}: {e}" for n, errors in outcome(dtype, shape).items() for e in errors if not is_refused(n, e)]
    assert not wrong, "\n".join(wrong)


def table():
    """For each section of the standard how many functions it has, how many agree, and which are refused."""
    found, rows = {}, []
    for case in CASES:
        for name, errors in outcome(*case).items():
            found.setdefault(name, []).extend(errors)
    for section, names in SECTIONS.items():
        names = names.split()
        refused = [n for n in names if any(is_refused(n, e) for e in found[n])]
        agree = [n for n in names if not found[n]]
        assert len(agree) + len(refused) == len(names), set(names) - set(agree) - set(refused)
        rows.append((section, len(names), len(agree), ", ".join(f"`{n.lstrip('.')}`" for n in refused)))
    return rows


def test_table_of_the_documentation():
    """The table of docs/Python.md has these numbers."""
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs/Python.md").read_text()
    rows = table()
    total = ("together", sum(r[1] for r in rows), sum(r[2] for r in rows), "")
    for section, count, agree, refused in [*rows, total]:
        row = f"| {section} | {count} | {agree} | {refused} |".replace("|  |", "| |")
        assert re.search(rf"^ *{re.escape(row)}$", page, re.M), row


def test_names():
    """The list of functions is that of the standard."""
    names = {
        n
        for n in strict.__all__
        if n not in ("Device", "linalg", "fft", "__array_api_version__", "__version__")
    }
    names = {
        n
        for n in names
        if "strict" not in n.lower() and not re.fullmatch(r"u?int\d+|float\d+|complex\d+|bool", n)
    }
    names -= {"e", "inf", "nan", "newaxis", "pi"}
    names |= {f"{m}.{n}" for m in ("linalg", "fft") for n in getattr(strict, m).__all__}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        own = {
            n
            for n in FUNCTIONS
            if n[0] != "." and hasattr(functools.reduce(getattr, n.split(".")[:-1], strict), n.split(".")[-1])
        }
    assert own == {n for n in FUNCTIONS if n[0] != "."} and own <= names | {"__array_namespace_info__"}
    for name in ("e", "inf", "nan", "newaxis", "pi"):
        assert (
            getattr(cnp, name) is getattr(strict, name)
            or getattr(cnp, name) == getattr(strict, name)
            or name == "nan"
        )
    for name in KINDS:
        assert np.dtype(getattr(cnp, name)) == np.dtype(name)
    assert cnp.__array_api_version__ == strict.__array_api_version__ == VERSION


#: Numbers at which functions have special values, and others.
SPECIAL = [
    0.0,
    -0.0,
    np.inf,
    -np.inf,
    np.nan,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.5,
    -2.5,
    3.0,
    -4.0,
    1e-310,
    1e308,
    -1e308,
]


def test_special_values():
    """What the standard says of infinities, NaN, zeros with signs and subnormal numbers, as numpy has it."""
    x = np.array(SPECIAL)
    a, b = (v.ravel() for v in np.meshgrid(x, x))
    others = ("clip", "conj", "imag", "real")
    names = [n for n, section in FUNCTIONS.items() if section == "elementwise" and n not in others]
    names = [n for n in names if not n.startswith(("bitwise", "logical"))]
    of = lambda xp, x, a, b: {n: getattr(xp, n)(a, b) if n in OF_TWO else getattr(xp, n)(x) for n in names}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = of(strict, *map(strict.asarray, (x, a, b)))
    mine = chad.jit(lambda *v: of(cnp, *v))(x, a, b)
    wrong = []
    for name, other in expected.items():
        found, other = mine[name], np.asarray(other)
        near = found == other
        if other.dtype.kind == "f":
            # Of zeros with different signs any one is the greatest.
            is_signed = name not in ("maximum", "minimum")
            near = np.isclose(found, other, rtol=1e-14, atol=0, equal_nan=True)
            near &= (np.signbit(found) == np.signbit(other)) | np.isnan(other) | (not is_signed)
        at = np.flatnonzero(~near)
        wrong += [
            f"{name}{(a[i], b[i]) if name in OF_TWO else (x[i],)} is {other[i]}, and not {found[i]}" for i in at
        ]
    assert not wrong, "\n".join(wrong)
