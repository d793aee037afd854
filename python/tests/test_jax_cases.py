# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases by which JAX tests its primitives, for shapes, types of elements and parameters: values, derivatives forwards and in
reverse, and batches, against JAX.

Of each primitive some cases are taken, of different types; `CHAD_JAX_CASES=N` takes up to N of each.
"""

import os
import pathlib

import numpy as np
import pytest

jax = pytest.importorskip("jax")
pytest.importorskip("absl", reason="JAX's cases need absl-py")
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
# Cases of 64 bits are made where these are enabled before.
from jax._src.internal_test_util import test_harnesses

import chad
import chad.jax as cj

MOST = int(os.environ.get("CHAD_JAX_CASES", 2))
#: JAX's cases, by the name of the primitive.
GROUPS: dict = {}
for _case in test_harnesses.all_harnesses:
    GROUPS.setdefault(_case.group_name, []).append(_case)
#: Why there are no values to compare.
REFUSED = {"rng_bit_generator": "on each device"}
#: Primitives whose results are not unique: which of the results are, and whether their order is.
UNIQUE = {
    "eigh": lambda outs: [o for o in outs if o.ndim == min(p.ndim for p in outs)],
    "eig": lambda outs: [np.sort_complex(o) for o in outs if o.ndim == min(p.ndim for p in outs)],
    "svd": lambda outs: [o for o in outs if o.ndim == min(p.ndim for p in outs)],
}
#: Primitives whose programs are long: one case of each.
LONG = {"random_gamma", "igamma", "igammac"}
#: Types of elements, those that are taken first at the beginning.
ORDER = ("float64", "complex128", "float32", "int32", "bool", "bfloat16")
#: Primitives whose derivatives are others where elements are equal, or are not there; in JAX that of digamma is wrong
#: below -8, and that of reduce where the initial value is not neutral (`test_initial_values`).
NO_DERIVATIVES = {
    "eig", "eigh", "svd", "qr", "lu", "approx_top_k", "reduce_window_mul", "select_and_gather_add", "nextafter", "sign",
    "reduce_precision", "random_gamma", "digamma", "igamma", "igammac", "regularized_incomplete_beta", "tridiagonal_solve", "reduce",
}  # fmt: skip


def is_refused(case):
    """Whether a case is an error that names the primitive: the order and the bits of complex numbers, and numbers of 16 bits that
    are rounded to another type of 16 or fewer bits."""
    dtype = np.dtype(case.dtype)
    if dtype.kind == "c" and case.group_name.split("_")[-1] in ("max", "min", "cummax", "cummin"):
        return True
    if case.group_name == "bitcast_convert_type":
        return "c" in (dtype.kind, np.dtype(case.params["new_dtype"]).kind)
    out = np.dtype(case.params.get("out_dtype") or np.float64)
    return case.group_name == "reduce_precision" and (out.itemsize < 2 or (dtype.itemsize < 4 and out != dtype))


def cases_of(name):
    """Some cases of a primitive that JAX has on this processor: of different types of elements first."""
    place = lambda c: ORDER.index(t) if (t := str(np.dtype(c.dtype))) in ORDER else len(ORDER)
    cases = sorted((c for c in GROUPS[name] if c.filter("cpu") and not is_refused(c)), key=place)
    seen: dict = {}
    for case in cases:
        seen.setdefault(str(np.dtype(case.dtype)), []).append(case)
    first = [g[i] for i in range(MOST) for g in seen.values() if i < len(g)]
    return first[: 1 if name in LONG else MOST]


def test_counts_of_the_documentation():
    """The numbers of groups and of cases of each that docs/Python.md says."""
    if "CHAD_JAX_CASES" not in os.environ:
        said = f"{len(GROUPS)} groups of shapes, types and parameters, of each of which {'one two three'.split()[MOST - 1]} are taken"
        assert said in (pathlib.Path(__file__).parents[2] / "docs/Python.md").read_text(), said


def is_inexact(x):
    return jnp.issubdtype(x.dtype, jnp.inexact)


def compare(name, mine, other, slack=1.0):
    mine, other = ([np.asarray(o) for o in jax.tree.leaves(r)] for r in (mine, other))
    assert [(o.dtype, o.shape) for o in mine] == [(o.dtype, o.shape) for o in other], name
    if name in UNIQUE and other:
        mine, other = UNIQUE[name](mine), UNIQUE[name](other)
    for a, b in zip(mine, other, strict=True):
        wide = np.complex128 if a.dtype.kind == "c" else np.float64 if a.dtype.kind in "fV" else a.dtype
        if a.dtype.kind not in "fcV":
            np.testing.assert_array_equal(a, b, err_msg=name)
            continue
        rtol = slack * (
            1e-10 if a.dtype in (np.float64, np.complex128) else 500 * float(jnp.finfo(a.dtype).eps)
        )
        scale = max(1.0, float(np.max(np.abs(b.astype(wide)), initial=0, where=np.isfinite(b.astype(wide)))))
        np.testing.assert_allclose(a.astype(wide), b.astype(wide), rtol=rtol, atol=rtol * scale, err_msg=name)


def prepared(name):
    """The functions of the cases of a primitive, with their arguments."""
    rng = np.random.RandomState(7)
    found = []
    for case in cases_of(name):
        args = [jnp.asarray(a) for a in case.dyn_args_maker(rng)]
        found.append((lambda *a, f=case.dyn_fun: jax.tree.leaves(f(*a)), args))
    return found


@pytest.mark.parametrize("name", [n for n in GROUPS if n not in REFUSED])
def test_values(name):
    """One program for the cases of a primitive."""
    cases = prepared(name)
    everything = lambda all_: [f(*args) for (f, _), args in zip(cases, all_)]
    args = [a for _, a in cases]
    compare(name, chad.jit(cj.from_jax(everything))(args), jax.jit(everything)(args))


@pytest.mark.parametrize("name", [n for n in GROUPS if n not in REFUSED and n not in NO_DERIVATIVES])
def test_derivatives(name):
    """Forwards and in reverse, and a batch of two, in one program."""
    cases = [(f, a) for f, a in prepared(name) if any(is_inexact(x) for x in a)]
    cases = [(f, a) for f, a in cases if any(is_inexact(o) for o in jax.eval_shape(f, *a))]
    parts = lambda o: (o.real, o.imag) if jnp.iscomplexobj(o) else (o,)

    def moving(f, args):
        """The function of the inexact arguments alone, and these."""
        places = [i for i, a in enumerate(args) if is_inexact(a)]

        def inner(*given):
            all_ = list(args)
            for i, g in zip(places, given):
                all_[i] = g
            return [p for o in f(*all_) if is_inexact(o) for p in parts(o)]

        return inner, [args[i] for i in places]

    def has_derivative(f, args):
        try:
            jax.eval_shape(jax.grad(lambda a: total(f)(*a)), args)
        except (TypeError, ValueError, NotImplementedError):
            return False
        return True

    total = lambda f: lambda *a: sum(jnp.sum((0.5 + o) * o) for o in f(*a))
    split = [s for s in (moving(f, a) for f, a in cases) if has_derivative(*s)][: max(1, MOST // 2)]
    if not split:
        return
    along = [[jnp.cos(jnp.arange(x.size)).reshape(x.shape).astype(x.dtype) for x in a] for _, a in split]

    def by_jax(args, along):
        return [
            (
                jax.jvp(f, a, t)[1],
                jax.grad(lambda a, f=f: total(f)(*a))(a),
                jax.vmap(f)(*(jnp.stack([x, x]) for x in a)),
            )
            for (f, _), a, t in zip(split, args, along)
        ]

    def by_chad(args, along):
        return [
            (
                chad.jvp(cj.from_jax(f), tuple(a), tuple(t))[1],
                chad.grad(cj.from_jax(lambda a, f=f: total(f)(*a)))(a),
                cj.from_jax(jax.vmap(f))(*(np.stack([x, x]) for x in a)),
            )
            for (f, _), a, t in zip(split, args, along)
        ]

    args = [a for _, a in split]
    compare(name, chad.jit(by_chad)(args, along), jax.jit(by_jax)(args, along), slack=10.0)


@pytest.mark.parametrize("op", [jax.lax.add, jax.lax.mul, jax.lax.max, jnp.logaddexp])
@pytest.mark.parametrize("initial", [0.0, 3.0, -0.5])
def test_initial_values(op, initial):
    """The derivative of a reduction is that of the reduction of the initial value and the elements. JAX's leaves the value out."""
    # logaddexp has derivatives of its own: 1/2 and 1/2 where the operands are equal, as the first element and 0.
    x = np.sin(np.arange(12.0)).reshape(3, 4)
    reduced = lambda x: jax.lax.reduce(x, jnp.float64(initial), op, (0,))

    def by_hand(x):
        r = jnp.full(4, initial)
        for row in x:
            r = op(r, row)
        return r

    total = lambda f: lambda x: jnp.sum((0.5 + f(x)) * f(x))
    compare("reduce", (reduced(x), cj.grad(total(reduced))(x)), (by_hand(x), jax.grad(total(by_hand))(x)))


@pytest.mark.parametrize("size, padding, base, dilation", [
    ((2, 3), "VALID", (1, 1), (1, 1)), ((2, 2), "SAME", (1, 1), (2, 1)), ((3, 1), ((1, 2), (0, 0)), (2, 1), (1, 1)),
    ((9, 9), "VALID", (1, 1), (1, 1)),
])  # fmt: skip
def test_windows_by_function(size, padding, base, dilation):
    """Windows that are reduced by a function with derivatives of its own, beside the function without."""
    x = np.sin(np.arange(30.0)).reshape(5, 6)
    plain = lambda a, b: jnp.maximum(a, b) + jnp.log1p(jnp.exp(-jnp.abs(a - b)))
    window = lambda op: (
        lambda x: jax.lax.reduce_window(
            x, jnp.float64(-30), op, size, (2, 1), padding, base_dilation=base, window_dilation=dilation
        )
    )
    total = lambda op: lambda x: jnp.sum(jnp.sin(window(op)(x)))
    assert window(jnp.logaddexp)(x).shape == cj.jit(window(jnp.logaddexp))(x).shape
    compare("reduce_window", cj.jit(window(jnp.logaddexp))(x), window(jnp.logaddexp)(x), slack=100.0)
    compare("reduce_window", cj.grad(total(jnp.logaddexp))(x), cj.grad(total(plain))(x), slack=100.0)


@pytest.mark.parametrize("name", ["rng_bit_generator", "cummax", "scatter_min", "max", "reduce_precision"])
def test_refusals(name):
    """The error names the primitive, and the line."""
    rng = np.random.RandomState(7)
    case = next(c for c in GROUPS[name] if name in REFUSED or is_refused(c))
    args = [jnp.asarray(a) for a in case.dyn_args_maker(rng)]
    with pytest.raises(
        NotImplementedError,
        match=rf"test_jax_cases.py:\d+: '{name.replace('_min', '.min')}' of JAX: .*{REFUSED.get(name, '')}",
    ):
        chad.jit(cj.from_jax(lambda *a: case.dyn_fun(*a)))(*args)
