# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Primitives of `jax.lax` for every type of elements, and for numbers, empty arrays and arrays of one element, against JAX."""

import pathlib

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
from jax import lax

import chad
import chad.jax as cj

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(9)

#: Functions of one or two arrays of a shape, by what they are of: floats, complex numbers, integers, truth values.
ELEMENTWISE = {
    "fc": ("neg", "sin", "cos", "tan", "tanh", "sinh", "cosh", "exp", "expm1", "exp2", "sqrt", "rsqrt", "log", "log1p", "abs", "sign",
           "square", "logistic", "asinh", "atan"),
    "f": ("floor", "ceil", "round", "cbrt", "erf", "erfc", "is_finite", "lgamma", "digamma", "erf_inv", "asin", "acos", "atanh"),
    "c": ("real", "imag", "conj"),
    "i": ("neg", "abs", "sign", "square", "population_count", "clz"),
    "u": ("population_count", "clz", "sign", "square"),
    "ib": ("bitwise_not",), "u+": ("bitwise_not",),
}  # fmt: skip
BINARY = {
    "fciu": ("add", "sub", "mul", "div", "eq", "ne"), "fiu": ("max", "min", "lt", "ge", "rem"), "fc": ("pow",), "f": ("atan2", "nextafter"),
    "iub": ("bitwise_and", "bitwise_or", "bitwise_xor"), "iu": ("shift_left", "shift_right_logical", "shift_right_arithmetic"),
    "b": ("eq", "max", "min"),
}  # fmt: skip
REDUCTIONS = {
    "fciu": ("sum", "prod", "cumsum", "cumprod"), "fiu": ("max", "min", "argmax", "cummax", "cummin", "sort"), "f": ("cumlogsumexp",),
    "b": ("any", "all"), "fciub": ("reshape", "flip", "concatenate", "stack", "pad", "take", "select", "broadcast", "update"),
}  # fmt: skip
MADE = {
    "sum": lambda x: (jnp.sum(x, 0), jnp.sum(x)), "prod": lambda x: (jnp.prod(x, 0), jnp.prod(x)), "cumsum": lambda x: lax.cumsum(x, 0),
    "cumprod": lambda x: lax.cumprod(x, 0, reverse=True), "cummax": lambda x: lax.cummax(x, 0), "cummin": lambda x: lax.cummin(x, 0),
    "cumlogsumexp": lambda x: lax.cumlogsumexp(x, 0), "max": lambda x: jnp.max(x, 0) if x.shape[0] else x, "min": lambda x: jnp.min(x, 0) if x.shape[0] else x,
    "argmax": lambda x: jnp.argmax(x, 0) if x.shape[0] else x, "sort": lambda x: jnp.sort(x, 0), "any": lambda x: jnp.any(x, 0), "all": lambda x: jnp.all(x),
    "reshape": lambda x: x.reshape(-1), "flip": lambda x: lax.rev(x, (0,)), "concatenate": lambda x: jnp.concatenate([x, x]),
    "stack": lambda x: jnp.stack([x, x], -1), "pad": lambda x: jnp.pad(x, [(1, 2)] + [(0, 0)] * (x.ndim - 1)),
    "take": lambda x: x[jnp.array([0, 0])] if x.shape[0] else x, "select": lambda x: jnp.where(x == x, x, x), "broadcast": lambda x: jnp.broadcast_to(x, (2, *x.shape)),
    "update": lambda x: lax.dynamic_update_slice(x, x[:1], (0,) * x.ndim),
}  # fmt: skip
TYPES = {
    "float64": "f", "float32": "f", "float16": "f", "bfloat16": "f", "complex128": "c", "complex64": "c", "int64": "i", "int32": "i",
    "int16": "i", "int8": "i", "uint64": "u", "uint32": "u", "uint16": "u", "uint8": "u", "bool": "b",
}  # fmt: skip
#: By how much results differ, in units in the last place of a number of size one.
UNITS = 64
SHAPES = {"a number": (), "empty": (0,), "one": (1,), "some": (2, 3), "empty rows": (2, 0)}


def made_of(table, kind):
    return [name for kinds, names in table.items() for name in names if kind in kinds]


def operands(dtype, shape):
    kind = TYPES[dtype]
    low, high = (0, 2) if kind == "b" else (-6, 7) if kind == "i" else (1, 9)
    if kind in "fc":
        values = [rng.uniform(0.2, 0.9, shape) for _ in range(2)]
        if kind == "c":
            values = [v + 1j * rng.uniform(0.2, 0.9, shape) for v in values]
    else:
        values = [rng.integers(low, high, shape) for _ in range(2)]
        # A divisor, and a count of bits.
        values[1] = np.abs(values[1]) + (kind != "b")
    return [jnp.asarray(v, jnp.dtype(dtype)) for v in values]


def functions_of(kind, rank):
    found = {name: (lambda x, y, f=getattr(lax, name): f(x)) for name in made_of(ELEMENTWISE, kind)}
    found |= {name: (lambda x, y, f=getattr(lax, name): f(x, y)) for name in made_of(BINARY, kind)}
    if rank:
        found |= {f"{name} of rows": (lambda x, y, f=MADE[name]: f(x)) for name in made_of(REDUCTIONS, kind)}
    return found


def same(mine, other, name, eps):
    for a, b in zip(jax.tree.leaves(mine), jax.tree.leaves(other), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        assert (a.dtype, a.shape) == (b.dtype, b.shape), name
        wide = np.complex128 if a.dtype.kind == "c" else np.float64 if a.dtype.kind in "fV" else a.dtype
        np.testing.assert_allclose(
            a.astype(wide), b.astype(wide), rtol=UNITS * eps, atol=UNITS * eps, err_msg=name
        )


def test_counts_of_the_documentation():
    """The numbers of functions and of types of elements that docs/Python.md says."""
    names = {name for kind in "fciub" for name in functions_of(kind, 1)}
    said = f"{len(names)} of its functions for each of {len(TYPES)} types of elements"
    assert said in (pathlib.Path(__file__).parents[2] / "docs/Python.md").read_text(), said


OFTEN = ("float64", "float32", "complex128", "int32", "uint8", "bool")


@pytest.mark.parametrize("dtype, shape", [(d, s) for d in TYPES for s in SHAPES if s == "some" or d in OFTEN])
def test_values(dtype, shape):
    """One program of all functions: their values, types and shapes."""
    x, y = operands(dtype, SHAPES[shape])
    functions = functions_of(TYPES[dtype], x.ndim)
    if dtype == "bool":
        functions["sum of truth values"] = lambda x, y: jnp.sum(x)
    everything = lambda x, y: {name: f(x, y) for name, f in functions.items()}
    mine = chad.jit(cj.from_jax(everything))(x, y)
    eps = float(jnp.finfo(jnp.dtype(dtype)).eps) if TYPES[dtype] in "fc" else 0
    for name, other in jax.jit(everything)(x, y).items():
        same(mine[name], other, name, eps)


@pytest.mark.parametrize(
    "dtype, shape",
    [(d, s) for d in TYPES for s in SHAPES if TYPES[d] in "fc" and (s == "some" or d == "float64")],
)
def test_gradients(dtype, shape):
    """One program of the gradients of all functions."""
    x, y = operands(dtype, SHAPES[shape])
    functions = functions_of(TYPES[dtype], x.ndim)

    def loss(f):
        def total(x, y):
            outs = jax.tree.leaves(f(x, y))
            parts = [
                p
                for o in outs
                if jnp.issubdtype(o.dtype, jnp.inexact)
                for p in ((o.real, o.imag) if jnp.iscomplexobj(o) else (o,))
            ]
            return sum(jnp.sum(p * (0.5 + p)) for p in parts)

        return total

    def smooth(name):
        outs = jax.tree.leaves(jax.eval_shape(functions[name], x, y))
        # JAX says that z / |z| is constant.
        if name == "nextafter" or (name == "sign" and TYPES[dtype] == "c"):
            return False
        return any(jnp.issubdtype(o.dtype, jnp.inexact) for o in outs)

    names = [name for name in functions if smooth(name)]
    everything = lambda x, y: {n: chad.grad(cj.from_jax(loss(functions[n])), (0, 1))(x, y) for n in names}
    mine = chad.jit(everything)(x, y)
    # Products of rounded factors, in another order.
    eps = 4 * float(jnp.finfo(jnp.dtype(dtype)).eps)
    by_jax = jax.jit(lambda x, y: {n: jax.grad(loss(functions[n]), (0, 1))(x, y) for n in names})
    for name, other in by_jax(x, y).items():
        same(mine[name], other, name, eps)
