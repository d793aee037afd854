"""JAX functions as programs and programs as JAX functions, compared with JAX in f64."""

import os

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
from jax import lax

import chad
import chad.jax as cj

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(4)


def floats(*shape, low=-1.5, high=1.5):
    return rng.uniform(low, high, shape)


def close(a, b):
    for x, y in zip(jax.tree.leaves(a), jax.tree.leaves(b), strict=True):
        assert np.shape(x) == np.shape(y)
        np.testing.assert_allclose(x, y, rtol=1e-10, atol=1e-10)


def check(function, *args, gradient=True):
    """Compares values, and gradients of a weighted sum of the results, with JAX's, which are one program: XLA takes less time for
    it than for each op alone."""
    mine = chad.jit(cj.from_jax(function))(*args)
    if not gradient:
        close(mine, jax.jit(function)(*args))
        return
    moving = tuple(i for i, a in enumerate(args) if np.asarray(jax.tree.leaves(a)[0]).dtype.kind == "f")

    def loss(*args):
        outs = jax.tree.leaves(function(*args))
        return sum(jnp.sum(jnp.sin(o + 0.3) * o) for o in outs if jnp.issubdtype(o.dtype, jnp.floating))

    value, slopes = jax.jit(lambda *a: (function(*a), jax.grad(loss, moving)(*a)))(*args)
    close(mine, value)
    close(chad.grad(cj.from_jax(loss), moving)(*args), slopes)


def test_calls_without_compilation():
    """Functions made here are evaluated where JAX compiles nothing, and where it compiles around them."""
    f = lambda x, y: jnp.sum(jnp.sin(x) * y)
    by_chad, slopes = cj.jit(f), cj.value_and_grad(f)
    x = floats(3)
    for y in (floats(3), 2.0, 3, jnp.asarray(floats(3))):
        with jax.disable_jit():
            close((by_chad(x, y), slopes(x, y)[0]), (f(x, y), f(x, y)))
        close(by_chad(x, y), f(x, y))
        # All arguments are known where JAX traces.
        close(jax.jit(lambda z, y=y: by_chad(x, y) * z)(2.0), 2 * f(x, y))


def test_functions_of_jax_within_functions_of_chad():
    """What chad.jax makes is traced where chad traces, and differentiated, mapped and shown there."""
    f = lambda x, y: jnp.sum(jnp.sin(x) * y)
    slope = cj.grad(f, (0, 1))
    x, y = floats(2, 3), floats(2, 3)
    inner = lambda x, y: sum(chad.numpy.sum(s * s) for s in slope(x, y)) + cj.jit(f)(x, y)
    by_jax = lambda x, y: sum(jnp.sum(s * s) for s in jax.grad(f, (0, 1))(x, y)) + f(x, y)
    close(chad.value_and_grad(inner, (0, 1))(x, y), jax.value_and_grad(by_jax, (0, 1))(x, y))
    close(chad.vmap(slope)(x, y), jax.vmap(jax.grad(f, (0, 1)))(x, y))
    assert "math.cos" in str(chad.show(slope, x, y).first_order)


def test_gradients_keep_what_they_need():
    """With keeps=True a gradient in JAX computes the function once."""
    f = lambda n, x, w: (jnp.sum(jnp.exp(jnp.sin(x @ w)) * n), n + 1, jnp.tanh(w))
    by_chad = cj.jit(f, keeps=True)
    loss = lambda g: lambda n, x, w: g(n, x, w)[0] ** 2 + jnp.sum(g(n, x, w)[2])
    n, x, w = np.int64(3), floats(5, 4), floats(4, 3)
    close(by_chad(n, x, w), f(n, x, w))
    for transform in (lambda g: g, jax.jit):
        close(transform(jax.grad(loss(by_chad), (1, 2)))(n, x, w), jax.grad(loss(f), (1, 2))(n, x, w))
    axes = (None, 0, None)
    batched = [jax.jit(jax.vmap(jax.grad(loss(g), (1, 2)), axes))(n, floats_, w) for g in (by_chad, f)
               for floats_ in (x[:, None],)]  # fmt: skip
    close(*batched)

    def through(g):
        def step(state, row):
            return g(n, row[None], state)[2], None

        return lambda w: jnp.sum(lax.scan(step, w, x)[0])

    close(jax.jit(jax.grad(through(by_chad)))(w), jax.grad(through(f))(w))
    value, pull = jax.vjp(lambda x: by_chad(n, x, w), x)
    close(
        pull((1.0, np.zeros((), jax.dtypes.float0), w))[0],
        jax.vjp(lambda x: f(n, x, w), x)[1]((1.0, np.zeros((), jax.dtypes.float0), w))[0],
    )
    text = str(jax.make_jaxpr(jax.grad(lambda x: by_chad(n, x, w)[0]))(x))
    assert text.count("chad_call") == 2
    # Complex numbers, which are two arrays of the program, are computed again.
    g = lambda z: jnp.sum(jnp.abs(z) ** 3)
    z = floats(4) + 1j * floats(4)
    close(jax.grad(cj.jit(g, keeps=True))(z), jax.grad(g)(z))


def test_products_of_many_small_matrices():
    """The product needs no transposition of its operands or of its result."""
    x, one, many = floats(40, 5, 3), floats(5, 4, 3), floats(2, 5, 4, 3)
    for f, g in (
        (lambda a, b: jnp.einsum("nkj,kij->nki", a, b), lambda a, b: jnp.einsum("kij,nkj->nki", b, a)),
        (lambda a, b: jnp.einsum("nkj,kij->kni", a, b), lambda a, b: jnp.einsum("kij,nkj->ikn", b, a)),
    ):
        check(f, x, one)
        check(g, x, one)
    check(lambda a, b: jnp.einsum("mnkj,kij->mkni", a, b), floats(2, 3, 5, 3), one)
    check(lambda a, b: jnp.einsum("nbkj,bkij->nbki", a, b), floats(3, 2, 5, 3), many)
    for order in ("nkj,kij->nki", "kij,nkj->nki"):
        operands = (x, one) if order[0] == "n" else (one, x)
        program = chad.jit(cj.from_jax(lambda a, b, o=order: jnp.einsum(o, a, b))).program(*operands)
        assert "chad.build" not in program.first_order, program.first_order


# ------------------------------------------------------------------------------------------------
# Models


def mlp(params, x, labels):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    logits = jax.nn.log_softmax(x @ w + b)
    return -jnp.mean(jnp.take_along_axis(logits, labels[:, None], axis=1))


def layer_norm(x, gain, shift):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * gain + shift


def transformer_block(p, x):
    h = layer_norm(x, p["g1"], p["s1"])
    q, k, v = (jnp.einsum("bte,ehd->bthd", h, p[n]) for n in ("wq", "wk", "wv"))
    scores = jnp.einsum("bthd,bshd->bhts", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e30), axis=-1)
    x = x + jnp.einsum("bhts,bshd,hde->bte", weights, v, p["wo"])
    h = layer_norm(x, p["g2"], p["s2"])
    return x + jax.nn.gelu(h @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def conv_net(p, images):
    x = lax.conv_general_dilated(images, p["k"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jax.nn.relu(x + p["b"])
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jnp.tanh(x.reshape(x.shape[0], -1) @ p["w"])


def rnn(p, xs):
    def step(h, x):
        h = jnp.tanh(x @ p["w"] + h @ p["u"] + p["b"])
        return h, h

    last, hs = lax.scan(step, jnp.zeros(p["b"].shape), xs)
    return (hs**2).sum() + last.sum()


def gmm(alphas, means, icf, x):
    d = x.shape[1]
    qs, lowers = icf[:, :d], icf[:, d:]
    ell = (
        jnp.zeros((icf.shape[0], d, d)).at[:, np.tril_indices(d, -1)[0], np.tril_indices(d, -1)[1]].set(lowers)
    )
    q = ell + jax.vmap(jnp.diag)(jnp.exp(qs))
    centred = x[:, None] - means[None]
    distance = jnp.sum(jnp.einsum("kij,nkj->nki", q, centred) ** 2, -1)
    terms = alphas + qs.sum(1) - 0.5 * distance
    return jnp.sum(jax.nn.logsumexp(terms, 1)) - x.shape[0] * jax.nn.logsumexp(alphas)


H, D, E, F = 2, 3, 6, 8
BLOCK = {"g1": floats(E), "s1": floats(E), "g2": floats(E), "s2": floats(E), "wq": floats(E, H, D),
         "wk": floats(E, H, D), "wv": floats(E, H, D), "wo": floats(H, D, E), "w1": floats(E, F),
         "b1": floats(F), "w2": floats(F, E), "b2": floats(E)}  # fmt: skip
MODELS = {
    "mlp": (mlp, [(floats(4, 8), floats(8)), (floats(8, 3), floats(3))], floats(5, 4), np.array([0, 2, 1, 1, 0])),
    "transformer_block": (lambda p, x: jnp.sum(transformer_block(p, x) ** 2), BLOCK, floats(2, 4, E)),
    "conv_net": (lambda p, x: jnp.sum(conv_net(p, x) ** 2),
                 {"k": floats(3, 3, 2, 4), "b": floats(4), "w": floats(36, 3)}, floats(2, 6, 6, 2)),
    "rnn": (rnn, {"w": floats(3, 4), "u": floats(4, 4), "b": floats(4)}, floats(7, 3)),
    "gmm": (gmm, floats(3), floats(3, 2), floats(3, 3), floats(10, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_models(name):
    model, *args = MODELS[name]
    value, gradient = chad.value_and_grad(cj.from_jax(model))(*args)
    expected = jax.jit(jax.value_and_grad(model))(*args)
    close(value, expected[0])
    close(gradient, expected[1])
    # The same as a function of JAX, under its jit.
    close(jax.jit(cj.value_and_grad(model))(*args), expected)
    close(jax.jit(jax.grad(cj.jit(model)))(*args), expected[1])


@pytest.mark.parametrize("name", ["rnn", "gmm"])
def test_second_derivatives(name):
    """Compares Hessian-vector products: of chad's gradient differentiated by JAX, of chad alone, and of JAX
    alone.
    """
    model, first, *rest = MODELS[name]
    along = jax.tree.map(lambda x: np.cos(np.arange(x.size, dtype=float)).reshape(x.shape), first)

    def product(function):
        gradient = jax.grad(lambda p: function(p, *rest))
        return jax.jvp(gradient, (first,), (along,))[1]

    expected = product(model)
    close(product(cj.jit(model)), expected)
    close(chad.hvp(lambda p: cj.from_jax(model)(p, *rest), (first,), (along,)), expected)


# ------------------------------------------------------------------------------------------------
# Primitives

A, B, P, C = floats(3, 4), floats(3, 4), floats(3, 4, low=0.3, high=2.0), floats(2, 3, 4)
U = floats(3, 4, low=-0.9, high=0.9)
I, J = np.array([[3, -4, 7], [7, 2, -1]]), np.array([[2, 3, 5], [-3, 1, -2]])
V = floats(6)

CASES = {
    **{name: (getattr(jnp, name), A) for name in (
        "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan", "arcsinh", "exp", "exp2", "expm1", "abs",
        "sign", "floor", "ceil", "square", "negative")},
    **{name: (getattr(jnp, name), P) for name in ("log", "log1p", "log2", "sqrt", "cbrt", "reciprocal")},
    **{name: (getattr(jnp, name), U) for name in ("arcsin", "arccos", "arctanh")},
    **{name: (getattr(jnp, name), A, P) for name in ("add", "subtract", "multiply", "divide", "maximum",
                                                    "minimum", "arctan2", "remainder", "fmod", "logaddexp")},
    "arccosh": (jnp.arccosh, P + 1), "power": (jnp.power, P, A), "integer_pow": (lambda x: x**3 + x**-2, P),
    "round": (jnp.round, A), "erf": (jax.scipy.special.erf, A), "erfc": (jax.scipy.special.erfc, A),
    "sigmoid": (jax.nn.sigmoid, A), "softplus": (jax.nn.softplus, A), "gelu": (jax.nn.gelu, A),
    "gelu exact": (lambda x: jax.nn.gelu(x, approximate=False), A), "silu": (jax.nn.silu, A),
    "leaky_relu": (jax.nn.leaky_relu, A), "elu": (jax.nn.elu, A), "selu": (jax.nn.selu, A),
    "rsqrt": (lax.rsqrt, P), "clamp": (lambda x: lax.clamp(-0.5, x, 0.7), A),
    "where": (lambda x, y: jnp.where(x > y, x, y * 2), A, B), "clip": (lambda x: jnp.clip(x, -1, 1), A),
    "select_n": (lambda x, y: lax.select_n(jnp.array(np.arange(12).reshape(3, 4) % 3, jnp.int32), x, y, x * y), A, B),
    "isfinite": (lambda x: jnp.isfinite(x) * x, A), "nan_to_num": (jnp.nan_to_num, A),
    "bits": (lambda x, y: ((x & y) | (x ^ 5), ~x, x << 1, x >> 1), I, J),
    "integer division": (lambda x, y: (x // y, x % y, lax.div(x, y), lax.rem(x, y)), I, J),
    "compare": (lambda x, y: (x < y, x <= y, x == y, x != y, x >= y), I, J),
    "convert": (lambda x: x.astype(jnp.float32).astype(jnp.float64) + (x > 0), A),
    "sum": (lambda x: (x.sum(), x.sum(1), x.sum((0, 2))), C), "prod": (lambda x: (x.prod(1), x.prod()), C),
    "max": (lambda x: (x.max(), x.max(1), x.min((0, 2))), C), "mean": (lambda x: (x.mean(1), x.std(0)), C),
    "any": (lambda x: ((x > 0).any(1), (x > 0).all(0)), C),
    "argmax": (lambda x: (jnp.argmax(x, 1), jnp.argmin(x)), C),
    "cumsum": (lambda x: jnp.cumsum(x, 1), C), "cumprod": (lambda x: jnp.cumprod(x, 0), P),
    "cummax": (lambda x: lax.cummax(x, 1), A), "cumlogsumexp": (lambda x: lax.cumlogsumexp(x, 1), A),
    "reverse cumsum": (lambda x: lax.cumsum(x, 1, reverse=True), A),
    "reshape": (lambda x: x.reshape(4, 6), C), "transpose": (lambda x: x.transpose(2, 0, 1), C),
    "squeeze": (lambda x: x[:, None].squeeze(1), C), "broadcast": (lambda x: jnp.broadcast_to(x[:, :1], (2, 3, 4)), A),
    "concatenate": (lambda x: jnp.concatenate([x, x * 2], 1), C), "stack": (lambda x: jnp.stack([x, -x], 1), C),
    "slice": (lambda x: x[:, 1:, ::2], C), "reverse": (lambda x: x[:, ::-1], C),
    "pad": (lambda x: jnp.pad(x, ((1, 2), (0, 1)), constant_values=3.0), A),
    "pad within": (lambda x: lax.pad(x, 0.5, ((1, -1, 2), (-1, 2, 1))), A),
    "split": (lambda x: jnp.split(x, 2, 1)[1], A), "roll": (lambda x: jnp.roll(x, 1, 1), A),
    "tile": (lambda x: jnp.tile(x, (2, 1)), A), "repeat": (lambda x: jnp.repeat(x, 2, 1), A),
    "iota": (lambda x: x * jnp.arange(4.0), A), "tril": (lambda x: jnp.tril(x), A), "eye": (lambda x: x @ jnp.eye(4), A),
    "dynamic_slice": (lambda x, i: lax.dynamic_slice(x, (i, 1), (2, 2)), A, 2),
    "dynamic_update_slice": (lambda x, y, i: lax.dynamic_update_slice(x, y[:2, :2], (i, 1)), A, B, 1),
    "index": (lambda x, i: (x[i], x[:, i], x[-1]), A, 2),
    "gather": (lambda x, i: (x[i], x[:, i], jnp.take(x, i, axis=1)), C, np.array([1, 0, -1])),
    "gather pairs": (lambda x, i, j: x[i, j], A, np.array([0, 2, 1]), np.array([3, 0, 0])),
    "gather matrix": (lambda x, i: x[i], A, np.array([[0, 2], [1, 1]])),
    "gather outside": (lambda x, i: jnp.nan_to_num(jnp.take(x, i, axis=0, mode="fill", fill_value=2.0)), A, np.array([0, 9])),
    "take_along_axis": (lambda x, i: jnp.take_along_axis(x, i, 1), A, np.array([[0, 3], [1, 1], [2, 0]])),
    "scatter add": (lambda x, y: jnp.asarray(x).at[np.array([0, 2, 0])].add(y), A, B),
    "scatter set": (lambda x, y: jnp.asarray(x).at[1].set(y[0]).at[:, 2].set(3.0), A, B),
    "scatter multiply": (lambda x: jnp.asarray(x).at[0, 1].multiply(3.0), A), "scatter max": (lambda x: jnp.asarray(x).at[0].max(0.1), A),
    "segment_sum": (lambda x: jax.ops.segment_sum(x, np.array([0, 1, 0]), 2), A),
    "dot": (lambda x, y: x @ y.T, A, B), "dot vectors": (lambda x: x @ x, V), "dot batch": (lambda x: x @ x.swapaxes(1, 2), C),
    "matvec": (lambda x, y: (x @ y[0], y[0] @ x.T), A, B),
    "einsum": (lambda x, y: jnp.einsum("bij,kj->bki", x, y), C, A), "tensordot": (lambda x, y: jnp.tensordot(x, y, 2), C, A),
    "convolution": (lambda x, k: lax.conv_general_dilated(x, k, (2, 1), "SAME"), floats(2, 3, 5, 6), floats(4, 3, 3, 2)),
    "convolution 1d": (lambda x, k: jnp.convolve(x, k, mode="same"), V, floats(3)),
    "convolution dilated": (lambda x, k: lax.conv_general_dilated(
        x, k, (1, 1), ((1, 2), (0, 1)), rhs_dilation=(2, 1), lhs_dilation=(1, 2)), floats(1, 2, 6, 4), floats(3, 2, 2, 3)),
    "convolution in groups": (lambda x, k: lax.conv_general_dilated(
        x, k, (1, 1), "VALID", feature_group_count=2), floats(1, 4, 5, 4), floats(6, 2, 2, 2)),
    "convolution in groups of a batch": (lambda x, k: lax.conv_general_dilated(
        x, k, (2, 1), "SAME", batch_group_count=2), floats(4, 3, 5, 4), floats(6, 3, 2, 2)),
    "convolution of channels in the middle": (lambda x, k: lax.conv_general_dilated(
        x, k, (1, 1), ((-1, 2), (1, 0)), dimension_numbers=("HCNW", "WOIH", "CNWH"), feature_group_count=2),
        floats(5, 4, 2, 6), floats(2, 6, 2, 3)),
    "convolution that fits nowhere": (lambda x, k: lax.conv_general_dilated(x, k, (1,), "VALID"), floats(1, 2, 3), floats(2, 2, 5)),
    "windows sum": (lambda x: lax.reduce_window(x, 0.0, lax.add, (2, 2), (1, 2), "SAME"), A),
    "windows max": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 3), (1, 1), "VALID"), A),
    "windows of equal elements": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (1, 2), "SAME"),
                                  rng.integers(0, 2, (5, 6)).astype(float)),
    "windows min": (lambda x: lax.reduce_window(x, jnp.inf, lax.min, (3, 1), (2, 1), ((2, 1), (0, 0))), A),
    "windows of dilated arrays": (lambda x: lax.reduce_window(x, 0.0, lax.add, (2, 3), (2, 1), ((0, 1), (2, 0)), (2, 3), (1, 2)), A),
    "windows that fit nowhere": (lambda x: lax.reduce_window(x, 0.0, lax.add, (50, 1), (1, 1), "VALID"), A),
    "windows of one element": (lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 1), (2, 1), "SAME"), A),
    "windows of scalars": (lambda x: jax.vmap(lambda e: lax.reduce_window(e, -jnp.inf, lax.max, (), (), "VALID"))(x[0]), A),
    "windows of batches": (lambda x: jax.vmap(lambda r: lax.reduce_window(r, 0.0, lax.add, (2,), (1,), "SAME"))(x), A),
    "scan reverse": (lambda x: lax.scan(lambda s, e: (s * 0.5 + e, s * e), 0.0, x, reverse=True), V),
    "scan without arrays": (lambda x: lax.scan(lambda s, _: (jnp.sin(s), None), x, None, length=3)[0], V),
    "fori_loop": (lambda x: lax.fori_loop(0, 4, lambda i, s: s * x + i, x), V),
    "while_loop": (lambda x: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * x), (0, x))[1], V, "no gradient"),
    "cond": (lambda x: lax.cond(x.sum() > 0, jnp.sin, lambda v: v * 2, x), V),
    "switch": (lambda x, i: lax.switch(i, [jnp.sin, jnp.cos, lambda v: v * v], x), V, 2),
    "map": (lambda x: lax.map(lambda r: r.sum() * r, x), A), "associative_scan": (lambda x: lax.associative_scan(jnp.multiply, x), P),
    "vmap": (lambda x: jax.vmap(lambda r: jnp.outer(r, r))(x), A), "jit": (lambda x: jax.jit(jnp.sin)(x), A),
    "checkpoint": (lambda x: jax.checkpoint(lambda v: jnp.sin(jnp.cos(v)))(x), A),
    "stop_gradient": (lambda x: x * lax.stop_gradient(x), A), "logsumexp": (lambda x: jax.nn.logsumexp(x, 1), A),
    "softmax": (lambda x: jax.nn.softmax(x, 1), A), "one_hot": (lambda x: x @ jax.nn.one_hot(np.array([0, 3]), 4).T, A),
    "norm": (lambda x: jnp.linalg.norm(x, axis=1), A), "var": (lambda x: jnp.var(x, 1), A),
    "grad inside": (lambda x: jax.grad(lambda v: jnp.sum(v**3))(x), A), "trace": (lambda x: jnp.trace(x @ x.T), A),
    "empty": (lambda x: jnp.sum(x[:0]) + x[:0].sum(0), A),
}  # fmt: skip


@pytest.mark.parametrize("name", ["hypot", "logaddexp", "logaddexp2"])
@pytest.mark.parametrize("pair", [(2.0, 2.0), (-2.0, 2.0), (2.0, 3.0)])
def test_derivatives_of_equal_operands(name, pair):
    """These are smooth, but computed by way of the larger operand."""
    function = getattr(jnp, name)
    expected = jax.grad(function, (0, 1))(*pair)
    np.testing.assert_allclose(jax.grad(chad.jax.jit(function), (0, 1))(*pair), expected, rtol=1e-14)


@pytest.mark.parametrize("name", CASES)
def test_primitives(name):
    function, *args = CASES[name]
    gradient = not isinstance(args[-1], str)
    args = [a for a in args if not isinstance(a, str)]
    is_float = np.asarray(args[0]).dtype.kind == "f"
    floats_out = [
        o for o in jax.tree.leaves(jax.eval_shape(function, *args)) if jnp.issubdtype(o.dtype, jnp.floating)
    ]
    check(function, *args, gradient=gradient and is_float and bool(floats_out))


def test_unknown_primitives_name_the_line():
    with pytest.raises(NotImplementedError, match=r"test_jax.py:\d+: 'schur'"):
        chad.jit(cj.from_jax(lambda x: lax.linalg.schur(x)[0]))(A[:3, :3])


def test_single_precision():
    x = A.astype(np.float32)
    f = lambda x: jnp.sum(jnp.tanh(x) ** 2)
    gradient = chad.grad(cj.from_jax(f))(x)
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(gradient, jax.grad(f)(x), rtol=1e-5)


# ------------------------------------------------------------------------------------------------
# As functions of JAX


def loss(p, x):
    return np.sum(np.tanh(x @ p["w"]) ** 2) * p["s"]


def reference(p, x):
    return jnp.sum(jnp.tanh(x @ p["w"]) ** 2) * p["s"]


def test_as_jax():
    f, params, x = cj.as_jax(loss), {"w": floats(4, 2), "s": 2.0}, A
    close(f(params, x), reference(params, x))
    close(jax.jit(f)(params, x), reference(params, x))
    for g in (jax.grad, lambda h: jax.jit(jax.grad(h)), jax.jacfwd, jax.jacrev):
        close(g(f)(params, x), g(reference)(params, x))
    tangents = jax.tree.map(jnp.ones_like, (params, x))
    close(jax.jvp(f, (params, x), tangents), jax.jvp(reference, (params, x), tangents))
    w = lambda h: lambda w: h({"w": w, "s": 2.0}, x)
    close(jax.hessian(w(f))(params["w"]), jax.hessian(w(reference))(params["w"]))
    xs = floats(5, 3, 4)
    batched = lambda h: jax.vmap(jax.value_and_grad(h), in_axes=(None, 0))
    close(jax.jit(batched(f))(params, xs), batched(reference)(params, xs))
    close(
        jax.jit(jax.vmap(f, in_axes=(None, 1)))(params, xs.swapaxes(0, 1)),
        jax.vmap(reference, (None, 0))(params, xs),
    )
    close(jax.grad(lambda p: jnp.sum(jax.vmap(f, (None, 0))(p, xs)))(params),
          jax.grad(lambda p: jnp.sum(jax.vmap(reference, (None, 0))(p, xs)))(params))  # fmt: skip
    _, linear = jax.linearize(w(f), params["w"])
    close(linear(params["w"]), jax.jvp(w(reference), (params["w"],), (params["w"],))[1])


def test_in_loops_of_jax():
    f = cj.as_jax(lambda s, x: np.sin(s) + x)
    g = lambda s, x: jnp.sin(s) + x
    run = lambda h: lambda s, xs: lax.scan(lambda s, x: (h(s, x), s), s, xs)
    close(jax.jit(run(f))(0.5, V), run(g)(0.5, V))
    total = lambda h: lambda s: jnp.sum(run(h)(s, V)[1])
    close(jax.jit(jax.grad(total(f)))(0.5), jax.grad(total(g))(0.5))


def test_other_types():
    f = cj.as_jax(lambda x, i, b: (x[i] * 2, i + 1, np.where(b, i, 0)))
    g = lambda x, i, b: (x[i] * 2, i + 1, jnp.where(b, i, 0))
    args = V.astype(np.float32), np.array([1, 0, 5]), np.array([True, False, True])
    for mine, other in zip(jax.jit(f)(*args), g(*args)):
        assert mine.dtype == other.dtype
        np.testing.assert_allclose(mine, other)
    gradient = jax.grad(lambda x: jnp.sum(f(x, *args[1:])[0]))(args[0])
    close(gradient, jax.grad(lambda x: jnp.sum(g(x, *args[1:])[0]))(args[0]))
    assert cj.as_jax(lambda x: x * 2)(jnp.array([1, 2], jnp.uint8)).dtype == jnp.uint8


def test_constants_and_static_arguments():
    table = floats(500)
    f = cj.as_jax(lambda x, how: np.sum(table * getattr(np, how)(x)))
    close(jax.jit(lambda x: f(x, "sin"))(0.3), np.sum(table * np.sin(0.3)))
    close(jax.grad(lambda x: f(x, "cos"))(0.3), -np.sum(table) * np.sin(0.3))


def test_static_arguments_of_jit():
    f = cj.jit(
        lambda x, n, how="sin", *, by: getattr(jnp, how)(x) ** n * by,
        static_argnums=1,
        static_argnames=("how", "by"),
    )
    close(f(V, 3, by=2.0), jnp.sin(V) ** 3 * 2.0)
    close(jax.jit(lambda x: f(x, 2, how="cos", by=1.0))(V), jnp.cos(V) ** 2)
    close(jax.grad(lambda x: jnp.sum(f(x, 2, by=1.0)))(V), 2 * np.sin(V) * np.cos(V))
    named = cj.jit(lambda x, n: x**n, static_argnames="n")
    close((named(V, 3), named(V, n=2)), (V**3, V**2))
    last = cj.jit(lambda x, n: x * n, static_argnums=-1)
    close(last(V, 3), V * 3)


def test_errors_of_runs():
    f = cj.as_jax(lambda x, i: x[i])
    close(f(V, 2), V[2])
    with pytest.raises(Exception, match="test_jax.py"):
        jax.block_until_ready(jax.jit(f)(V, 99))


PROGRAM = """
func.func @f(%w: f64, %xs: tensor<?xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %s = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %zero : f64) {
    %p = arith.mulf %a, %w : f64
    %q = arith.addf %p, %x : f64
    chad.yield %q : f64
  }
  %r = tensor.from_elements %s : tensor<f64>
  return %r : tensor<f64>
}
"""


def test_programs():
    program = chad.compile(PROGRAM)
    f = cj.as_jax(program)
    g = lambda w, xs: lax.scan(lambda a, x: (a * w + x, None), 0.0, xs)[0]
    close(jax.jit(f)(0.7, V), g(0.7, V))
    close(jax.jit(jax.grad(f, (0, 1)))(0.7, V), jax.grad(g, (0, 1))(0.7, V))
    close(jax.vmap(f, (0, None))(V, V), jax.vmap(g, (0, None))(V, V))
    close(chad.grad(chad.from_program(program, "f"), 1)(0.7, V), jax.grad(g, 1)(0.7, V))


def test_exported_module():
    """A module of StableHLO is a program."""

    def loss(w, xs):
        return jnp.sum(jnp.tanh(xs @ w) ** 2)

    w, xs = np.array([0.5, -1.0]), np.array([[1.0, 2.0], [0.5, 0.25], [3.0, -1.0]])
    module = jax.jit(loss).lower(w, xs).compiler_ir("stablehlo").operation
    program = chad.compile(module.get_asm(print_generic_op_form=True))
    assert np.allclose(program(w, xs), loss(w, xs), rtol=1e-14)
    by_w, by_xs = program.grad("main")(w, xs)
    expected = jax.grad(loss, argnums=(0, 1))(w, xs)
    assert np.allclose(by_w, expected[0], rtol=1e-13) and np.allclose(by_xs, expected[1], rtol=1e-13)


def test_shard_map():
    if len(jax.devices()) < 2:
        pytest.skip("one device: JAX was imported before the test could ask for two")
    from jax.sharding import Mesh
    from jax.sharding import PartitionSpec as S

    step = cj.as_jax(chad.value_and_grad(loss))
    params, x = {"w": floats(4, 2), "s": 2.0}, floats(8, 4)

    def local(p, x):
        value, gradient = step(p, x)
        return lax.psum(value, "i"), lax.psum(gradient, "i")

    mesh = Mesh(np.array(jax.devices()[:2]), ("i",))
    f = jax.shard_map(local, mesh=mesh, in_specs=(S(), S("i")), out_specs=S(), check_vma=False)
    close(jax.jit(f)(params, x), jax.value_and_grad(reference)(params, x))


def test_exported_programs():
    """The artifact of jax.export is a program, with static and with symbolic extents."""
    from jax import export

    f = lambda w, x: (
        jnp.sum(jnp.tanh(w @ x) ** 2) + lax.fori_loop(0, 3, lambda i, s: s * jnp.asarray(x)[i], 1.0)
    )
    w, x = floats(3, 4), floats(4)
    exported = export.export(jax.jit(f))(w, x)
    program = chad.compile(bytes(exported.mlir_module_serialized))
    close(program(w, x), f(w, x))
    close(program.grad()(w, x), jax.grad(f, (0, 1))(w, x))
    (n,) = export.symbolic_shape("n")
    g = lambda x: jnp.sum(jnp.sin(x) * jnp.cumsum(x) + lax.cumsum(x, reverse=True) * jnp.roll(x, 1))
    exported = export.export(jax.jit(g))(jax.ShapeDtypeStruct((n,), jnp.float64))
    program = chad.compile(bytes(exported.mlir_module_serialized))
    for size in (1, 5):
        x = floats(size)
        close(program(x), g(x))
        close(program.grad()(x), jax.grad(g)(x))


def test_keys_of_random_numbers_as_arguments_and_results():
    key = jax.random.key(0)
    keys = jax.random.split(key, 4)

    def f(s, key):
        following, own = jax.random.split(key)
        return jnp.sum(s * jax.random.normal(own, (3,))), following

    value, following = jax.jit(cj.jit(f))(2.0, key)
    np.testing.assert_allclose(value, f(2.0, key)[0], rtol=1e-12)
    assert following.dtype == key.dtype
    np.testing.assert_array_equal(jax.random.key_data(following), jax.random.key_data(f(2.0, key)[1]))
    first = lambda s, key: f(s, key)[0]
    for each in (lambda g: g, jax.jit):
        np.testing.assert_allclose(
            each(jax.vmap(cj.grad(first), (None, 0)))(2.0, keys),
            jax.vmap(jax.grad(first), (None, 0))(2.0, keys),
        )
    several = lambda s, keys: jnp.sum(jax.vmap(first, (None, 0))(s, keys))
    np.testing.assert_allclose(cj.grad(several)(2.0, keys), jax.grad(several)(2.0, keys), rtol=1e-12)


def test_keys_are_arguments_of_gradients():
    """Keys of random numbers are arguments and results of chad's own functions."""
    loss = lambda w, key: jnp.sum(w**2 * jax.random.normal(key, w.shape))
    w, key = jnp.arange(4.0), jax.random.key(3)
    expected = jax.grad(loss)(w, key)
    f = cj.from_jax(loss)
    close(chad.grad(f)(np.asarray(w), key), expected)
    close(chad.value_and_grad(f)(np.asarray(w), key)[1], expected)
    change, of_key = chad.vjp(f, np.asarray(w), key)[1](1.0)
    close(change, expected)
    assert of_key is None
    # Another key of the same kind, and an array of keys.
    close(chad.grad(f)(np.asarray(w), jax.random.key(4)), jax.grad(loss)(w, jax.random.key(4)))
    keys = jax.random.split(key, 3)
    all_ = lambda w, keys: sum(loss(w, k) for k in keys)
    close(chad.grad(cj.from_jax(all_))(np.asarray(w), keys), jax.grad(all_)(w, keys))
    found = chad.jit(cj.from_jax(jax.random.split))(key)
    assert found.dtype == keys.dtype
    close(jax.random.key_data(found), jax.random.key_data(jax.random.split(key)))
    with pytest.raises(chad.TraceError, match="uint32 has no derivative"):
        chad.grad(f, 1)(np.asarray(w), key)


K = np.array([2, 0])


@pytest.mark.parametrize(
    "apply, by_hand",
    [
        (lambda x: x.at[K].apply(jnp.sin), lambda x: jnp.stack([jnp.sin(x[0]), x[1], jnp.sin(x[2])])),
        (lambda x: x[0].at[1].apply(jnp.exp), lambda x: jnp.where(np.arange(4) == 1, jnp.exp(x[0]), x[0])),
        # An index that is there twice, and one that is outside.
        (
            lambda x: x[0].at[np.array([1, 1])].apply(jnp.sin),
            lambda x: jnp.where(np.arange(4) == 1, jnp.sin(jnp.sin(x[0])), x[0]),
        ),
        (
            lambda x: x[0].at[np.array([1, 9])].apply(jnp.sin),
            lambda x: jnp.where(np.arange(4) == 1, jnp.sin(x[0]), x[0]),
        ),
        (lambda x: x.at[0:2, 1:3].apply(jax.nn.relu), lambda x: x.at[0:2, 1:3].set(jax.nn.relu(x[0:2, 1:3]))),
    ],
)
def test_apply(apply, by_hand):
    """A function of elements at indices, and its derivatives, which JAX's own do not have."""
    x = jnp.asarray(np.sin(np.arange(12.0)).reshape(3, 4))
    total = lambda f: (
        lambda x: jnp.sum(jnp.sin(f(x)) * jnp.cos(jnp.arange(1.0, f(x).size + 1)).reshape(f(x).shape))
    )
    mine, other = chad.jax.value_and_grad(total(apply))(x), jax.value_and_grad(total(by_hand))(x)
    for a, b in zip((*mine, chad.jax.jit(apply)(x)), (*other, apply(x)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def test_lost_derivatives():
    """Where a function with derivatives of its own would lose them, that is an error."""
    x, i = jnp.ones((2, 3)), jnp.zeros((2, 1), int)
    with pytest.raises(
        NotImplementedError, match="test_jax.py:.*'scatter' of JAX: .*calls one with derivatives of its own"
    ):
        chad.jax.jit(lambda x: jax.vmap(lambda r, i: r.at[i].apply(jax.nn.relu))(x, i))(x)


def test_without_numbers_of_64_bits():
    """Without jax_enable_x64, arrays of 64 bits become arrays of 32 bits, as in JAX; the gradient has the type of the argument."""
    function = lambda x, i: jnp.min(x) * jax.scipy.special.logsumexp(2 * x) + x[i]
    x, i = np.array([0.5, 2.0, 1.0]), np.int64(2)
    with jax.enable_x64(False):
        value, gradient = chad.value_and_grad(cj.from_jax(function))(x, i)
        expected = jax.value_and_grad(function)(x, i)
    assert value.dtype == np.float32 and gradient.dtype == np.float64
    np.testing.assert_allclose(value, expected[0], rtol=1e-6)
    np.testing.assert_allclose(gradient, expected[1], rtol=1e-5)
