# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters of JAX's primitives, rules within rules, and batches of loops, against JAX."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
from jax import lax
from test_jax import check, close, floats

import chad
import chad.jax as cj
from chad import _jaxpr

V, A = floats(6), floats(3, 4)
W = floats(4, 4) + 4 * np.eye(4)


def second(f, x):
    """The Hessian of a function of JAX, by chad and by JAX."""
    along = np.cos(np.arange(x.size, dtype=float)).reshape(x.shape)
    hessian, product = jax.jit(lambda x: (jax.hessian(f)(x), jax.jvp(jax.grad(f), (x,), (along,))[1]))(x)
    close(chad.hessian(cj.from_jax(f))(x), hessian)
    close(chad.hvp(cj.from_jax(f), (x,), (along,)), product)


def test_rules_that_lead_to_others_for_ever():
    """The rule of sinc calls another function with a rule, whose rule calls another one."""
    x = np.array([-1.5, -0.3, 0.2, 0.0, 1.0])
    f = lambda x: jnp.sum(jnp.sinc(x) ** 2)
    check(jnp.sinc, x[:3])
    close(chad.grad(cj.from_jax(f))(x), jax.grad(f)(x))
    second(f, x)
    third = lambda d: d(d(d(jnp.sinc)))
    close(chad.grad(chad.grad(chad.grad(cj.from_jax(jnp.sinc))))(0.4), jax.jit(third(jax.grad))(0.4))
    close(jax.jit(jax.hessian(cj.jit(f)))(x), jax.jit(jax.hessian(f))(x))


@pytest.mark.parametrize("name", ["solve", "softplus", "lgamma", "cholesky", "eigenvalues"])
def test_second_derivatives_of_functions_with_rules(name):
    """By chad alone, and by JAX of what chad has compiled."""
    b = floats(4)
    functions = {
        "solve": lambda w: jnp.sum(jnp.linalg.solve(w, b) ** 2),
        "softplus": lambda w: jnp.sum(jax.nn.softplus(w) * jax.nn.silu(w)),
        "lgamma": lambda w: jnp.sum(jax.scipy.special.gammaln(w**2 + 1) * jax.scipy.special.betainc(2.0, 3.0, 1 / (2 + w**2))),
        "cholesky": lambda w: jnp.sum(jnp.sin(jnp.linalg.cholesky(w @ w.T))),
        "eigenvalues": lambda w: jnp.sum(jnp.linalg.eigvalsh(w + w.T) ** 3),
    }  # fmt: skip
    f = functions[name]
    second(f, W)
    by_jax = jax.jit(lambda w: jax.jvp(jax.grad(f), (w,), (w.T,))[1])
    close(jax.jvp(jax.grad(cj.jit(f)), (W,), (W.T,))[1], by_jax(W))


def test_calls_with_different_constants():
    """Functions without a rule, in a rule, are known by the numbers that they are given, too."""
    f = lambda x: jax.scipy.special.betainc(2.0, 3.0, x) + jax.scipy.special.betainc(4.0, 1.5, x)
    check(f, np.array([0.2, 0.5, 0.9]))


def test_integers_as_bits():
    i = np.array([[12, 7, -1], [10, 255, 3]])
    for reduce_ in (lax.reduce_and, lax.reduce_or):
        check(lambda i, r=reduce_: (r(i, (0,)), r(i, (0, 1)), r(i > 5, (1,))), i, gradient=False)
        check(lambda i, r=reduce_: r(i, (1,)), i.astype(np.uint8), gradient=False)


def test_types_of_products():
    a, b = floats(3, 4).astype(np.float32), floats(4, 2).astype(np.float32)
    product = lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float64)
    mine = chad.jit(cj.from_jax(product))(a, b)
    assert mine.dtype == np.float64
    np.testing.assert_allclose(mine, a.astype(float) @ b.astype(float), rtol=1e-14)
    i = np.arange(12, dtype=np.int8).reshape(3, 4)
    wide = lambda i: lax.dot_general(i, i, (((1,), (1,)), ((), ())), preferred_element_type=jnp.int32)
    check(wide, i, gradient=False)
    assert chad.jit(cj.from_jax(wide))(i).dtype == np.int32
    slide = lambda a: lax.conv_general_dilated(
        a[None, None], a[None, None], (1, 1), "SAME", preferred_element_type=jnp.float64
    )
    mine = chad.jit(cj.from_jax(slide))(a)
    assert mine.dtype == np.float64
    np.testing.assert_allclose(mine, slide(a.astype(float)), rtol=1e-14)
    narrow = lambda a, b: lax.dot(a, b)
    assert chad.jit(cj.from_jax(narrow))(a, b).dtype == np.float32
    gradient = chad.grad(cj.from_jax(lambda a, b: jnp.sum(product(a, b) ** 2)), (0, 1))(a, b)
    for mine, other in zip(gradient, jax.grad(lambda a, b: jnp.sum(product(a, b) ** 2), (0, 1))(a, b)):
        assert mine.dtype == np.float32
        np.testing.assert_allclose(mine, other, rtol=1e-5)


def test_reshapes_in_another_order():
    check(lambda x: lax.reshape(x, (2, 6), dimensions=(1, 0)), A)
    check(lambda x: lax.reshape(x, (12,), dimensions=(0, 1)), A)


def test_scatters_outside():
    """What an update at an index outside does: nothing, or it is moved inside."""
    numbers = lax.ScatterDimensionNumbers((1,), (0,), (0,))
    for mode in ("clip", "drop", "promise_in_bounds"):
        indices = np.array([[0], [2], [1 if mode[0] == "p" else 7]])
        for how in (lax.scatter, lax.scatter_add, lax.scatter_min):
            run = lambda x, u, m=mode, h=how, i=indices: h(x, jnp.asarray(i), u, numbers, mode=m)
            # JAX's derivative of the last one is infinite for indices that are moved.
            check(run, A, floats(3, 4), gradient=how is not lax.scatter_min)


def test_parameters_that_no_rule_reads():
    """A parameter that is set, and that a rule does not read, is not passed over."""
    params = _jaxpr._Params({"axes": (0,), "strange": 3, "other": None, "name": "x"}, [])
    assert params["axes"] == (0,)
    with pytest.raises(NotImplementedError, match="with strange=3"):
        params.check()
    assert params.get("strange") == 3
    params.check()


def test_batches_of_loops():
    """Loops that end after other numbers of steps, also where none is left."""

    def halved(x, limit):
        return lax.while_loop(lambda s: s[0] > limit, lambda s: (s[0] / 2, s[1] + 1), (x, 0))

    x = np.array([100.0, 0.5, 3.0, np.inf, 1.0])[:3]
    check(lambda x: jax.vmap(halved, (0, None))(x, 1.0), x, gradient=False)
    check(lambda x: jax.vmap(halved, (None, 0))(x[0], jnp.array([1.0, 50.0])), x, gradient=False)
    check(lambda x: jax.vmap(halved, (0, None))(x * 0, 1.0), x, gradient=False)
    check(
        lambda x: jax.vmap(jax.vmap(halved, (0, None)), (None, 0))(x, jnp.array([1.0, 2.0, 80.0])),
        x,
        gradient=False,
    )
    rows = lambda x: lax.while_loop(lambda s: jnp.sum(s) > 1, lambda s: s * 0.7, x)
    check(lambda x: jax.vmap(rows)(x), np.abs(A), gradient=False)
    f = lambda x: jnp.sum(jax.vmap(rows)(x) ** 2)
    x, along = np.abs(A) + 0.1, floats(3, 4)
    close(chad.jvp(cj.from_jax(f), (x,), (along,)), jax.jvp(f, (x,), (along,)))
    # In reverse, where JAX has no derivative: the loops are linear.
    fixed = lambda x: sum(jnp.sum(r * 0.7 ** int(n)) for r, n in zip(x, steps))
    steps = [int(np.ceil(np.log(1 / r.sum()) / np.log(0.7))) for r in x]
    close(chad.grad(cj.from_jax(lambda x: jnp.sum(jax.vmap(rows)(x))))(x), jax.grad(fixed)(x))
