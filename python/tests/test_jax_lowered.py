"""Primitives of JAX that are computed by what JAX lowers them to, by formulas, or by rules of JAX's own,
compared with JAX in f64; and how many of JAX's primitives there are."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
import jax.scipy as jsp
import test_complex_jax
import test_jax
from jax import lax
from jax._src import ad_util
from jax._src.lax import linalg
from jax.ad_checkpoint import checkpoint_name
from jax.extend.random import threefry_2x32
from test_jax import close, floats

import chad
import chad.jax as cj

A, B, P = floats(3, 4), floats(3, 4), floats(3, 4, low=0.3, high=2.0)
U, V, W = floats(3, 4, low=-0.9, high=0.9), floats(6), floats(4, 4)
I = np.array([[3, -4, 7], [7, 2, -1]])
KEY = jax.random.key(3)


def check(function, *args):
    """Values, and gradients of a weighted sum of the results, in one program."""

    def loss(*args):
        outs = jax.tree.leaves(function(*args))
        return sum(jnp.sum(jnp.sin(o + 0.3) * o) for o in outs if jnp.issubdtype(o.dtype, jnp.floating))

    moving = tuple(i for i, a in enumerate(args) if np.asarray(a).dtype.kind == "f")
    outs = jax.tree.leaves(jax.eval_shape(function, *args))
    if not moving or not any(jnp.issubdtype(o.dtype, jnp.floating) for o in outs):
        close(chad.jit(cj.from_jax(function))(*args), function(*args))
        return
    both = lambda value, gradient: lambda *a: (value(*a), gradient(*a))
    mine = both(cj.from_jax(function), chad.grad(cj.from_jax(loss), moving))
    close(chad.jit(mine)(*args), both(function, jax.grad(loss, moving))(*args))


@jax.custom_jvp
def straight(x):
    return jnp.round(x)


@straight.defjvp
def _(primals, tangents):
    # The rule calls the function itself.
    return straight(*primals), 2.0 * tangents[0]


@jax.custom_vjp
def clipped(x, y):
    return x * y


clipped.defvjp(lambda x, y: (clipped(x, y), (x, y)), lambda kept, g: (jnp.clip(g, -0.1, 0.1), g * kept[0]))


@jax.custom_batching.custom_vmap
def _cubed(x):
    return x**3


_cubed.def_vmap(lambda size, is_mapped, x: (x**3, True))
_pooled = lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (2, 2), (1, 1), "VALID")
_halved = lax.composite(lambda x: x / 2, "half")

CASES = {
    "sort": (lambda x: (jnp.sort(x, 1), jnp.argsort(x, 0)), A),
    "sort pairs": (lambda x, y: lax.sort((x, y), num_keys=1), V, floats(6)),
    "median": (lambda x: (jnp.median(x), jnp.percentile(x, 30.0)), V),
    "top_k": (lambda x: (lax.top_k(x, 2), lax.approx_max_k(x, 2)[0]), A),
    "unique": (lambda x: (jnp.unique(x, size=6, fill_value=0.0), jnp.searchsorted(jnp.sort(x), x)), V),
    "cholesky": (lambda x: jnp.linalg.cholesky(x @ x.T + 4 * jnp.eye(4)), W),
    "triangular_solve": (lambda x, y: jsp.linalg.solve_triangular(jnp.tril(x) + 3 * jnp.eye(4), y, lower=True), W,
                         floats(4, 2)),
    "solve": (lambda x, y: jnp.linalg.solve(x + 4 * jnp.eye(4), y), W, floats(4, 2)),
    "batched solve": (lambda x, y: jnp.linalg.solve(x, y), W + 4 * np.arange(1, 3)[:, None, None] * np.eye(4),
                      floats(2, 4, 2)),
    "det": (lambda x: (jnp.linalg.det(x), jnp.linalg.slogdet(x)[1]), W), "lu": (lambda x: jsp.linalg.lu(x)[1:], W),
    "inv": (lambda x: jnp.linalg.inv(x + 4 * jnp.eye(4)), W),
    "qr": (jnp.linalg.qr, W), "qr of a tall matrix": (jnp.linalg.qr, floats(4, 2)),
    "eigh": (lambda x: jnp.linalg.eigvalsh(x + x.T), W),
    "expm": (lambda x: jsp.linalg.expm(x * 0.3), W[:2, :2]),
    "cho_solve": (lambda x, y: jsp.linalg.cho_solve(jsp.linalg.cho_factor(x @ x.T + 4 * jnp.eye(4)), y), W, floats(4)),
    "gammaln": (lambda x: (jsp.special.gammaln(x), jsp.special.digamma(x), jsp.special.polygamma(2, x)), P),
    "erfinv": (jsp.special.erfinv, U), "gammainc": (jsp.special.gammainc, P, floats(3, 4, low=0.3, high=2.0)),
    "betainc": (lambda x: jsp.special.betainc(2.0, 3.0, x), U / 2 + 0.5),
    "bessel": (lambda x: (jsp.special.i0e(x), jsp.special.i1(x), jsp.special.i1e(20 * x)), A),
    "random": (lambda x: x + jax.random.normal(KEY, (3, 4)), A),
    "keys in loops": (lambda x: lax.scan(lambda s, k: (s + jax.random.uniform(k), s * x[0]), x[0],
                                         jax.random.split(KEY, 6)), V),
    "keys of data": (lambda x, i: x * jax.random.uniform(jax.random.fold_in(jax.random.PRNGKey(i), 3)), V, 5),
    "permutation": (lambda x: (jax.random.permutation(KEY, x), jax.random.categorical(KEY, x)), V),
    "bits": (lambda x: (lax.clz(x), lax.population_count(x), lax.shift_right_logical(x, 1),
                        jnp.bitwise_xor.reduce(x)), I),
    "floats as bits": (lambda x, y: (lax.bitcast_convert_type(x, jnp.int64), lax.nextafter(x, y) == x), A, B),
    "reduce": (lambda x: lax.reduce(x, 0.0, lambda a, b: a + b, (1,)), A),
    "scatter": (lambda x, y, i: (jnp.asarray(x).at[jnp.array([0, 2, 0])].subtract(y),
                                 jax.vmap(lambda r, j: r.at[j].add(2.0 * r[0]))(x, i)), A, B, np.array([1, 3, 0])),
    "singular values": (lambda x: jnp.linalg.svd(x, compute_uv=False), A),
    "svd": (lambda x: (lambda u, s, v: (u @ jnp.diag(s**2) @ v, s, u[:, 0] * v[0, 0], jnp.outer(u[:, 1], v[1])))(
        *jnp.linalg.svd(x, full_matrices=False)), A),
    "svd of a tall matrix": (lambda x: (lambda u, s, v: (u @ (jnp.sin(s)[:, None] * v), u @ u.T))(
        *jnp.linalg.svd(x, full_matrices=False)), floats(5, 3)),
    "pinv": (jnp.linalg.pinv, floats(2, 4, 3)),
    "symmetric product": (lambda x, y: linalg.symmetric_product(x, y, alpha=2.0, beta=0.5, symmetrize_output=True), B, (W + W.T)[:3, :3], "values"),
    "cholesky_update": (linalg.cholesky_update, np.triu(W[:3, :3]) + 3 * np.eye(3), V[:3], "values"),
    "tridiagonal_solve": (lambda l, d, u, b: lax.linalg.tridiagonal_solve(l, d + 4, u, b), *floats(3, 4), floats(4, 2)),
    "householder_product": (lax.linalg.householder_product, floats(4, 3), floats(3), "values"),
    "pivots": (lambda i: linalg.lu_pivots_to_permutation(i, 4), np.array([[2, 1, 3], [1, 3, 2]], np.int32)),
    "pooling along a tangent": (lambda x: jax.jvp(_pooled, (x,), (jnp.cos(x),))[1], A, "values"),
    "linear_call": (lambda x: jax.custom_derivatives.linear_call(
        lambda r, v: r * v, lambda r, c: r * c, jnp.asarray(B), jnp.sin(x)), A),
    "keys that are cloned": (lambda x: x * jax.random.uniform(jax.random.clone(KEY)), V),
    "threefry": (lambda i: threefry_2x32(i[:2], i), np.arange(4, dtype=np.uint32)),
    "empty": (lambda x: (lax.empty((3,), x.dtype)[:0], x * 2), V), "igamma_grad_a": (
        lambda x: jax._src.lax.special.igamma_grad_a(x, x + 0.5), P, "values"),
    "sum of tangents": (lambda x, y: ad_util.add_jaxvals(x, y), A, B),
    "named": (lambda x: checkpoint_name(jnp.sin(x), "s"), A), "ragged_dot": (
        lambda x, y: lax.ragged_dot(x, y, jnp.array([1, 2])), A, floats(2, 4, 3)),
    "linear solve": (lambda b: lax.custom_linear_solve(
        lambda v: 3.0 * v, b, lambda mv, v: v / 3.0, symmetric=True), V),
    "gradient of a maximum": (jax.grad(lambda v: jnp.sum(_pooled(v) ** 2)), A),
    "convolution in batches": (lambda x, k: lax.conv_general_dilated(
        x, k, (1, 1), "VALID", batch_group_count=2), floats(2, 4, 5, 4), floats(6, 4, 2, 2)),
    "smallest": (lambda x: (lax.cummin(x, 1), jnp.asarray(x).at[0].min(0.1),
                            lax.reduce_window(x, jnp.inf, lax.min, (2, 2), (1, 1), "VALID")), A),
    "values only": (lambda i: (lax.reduce_window(i, 1, lax.mul, (2, 2), (1, 1), "VALID"),
                               lax.reduce_precision(i * 0.1, 8, 7) > 0, lax.zeta(i % 3 + 2.0, i % 5 + 1.0),
                               jax.device_put(i)), I),
    "wrappers": (lambda i: (*lax.optimization_barrier((i, i * 0.5)), _cubed(i * 0.5), _halved(i * 0.5), *jnp.unstack(i)), I),
    "gammaincc": (lambda a: jsp.special.gammaincc(1.5, a), P),
    "custom_jvp": (straight, A), "custom_vjp": (clipped, A, B), "relu": (lambda x: jax.nn.relu(x - x[0, 0]), A),
    "custom_jvp in a loop": (lambda x: lax.scan(lambda s, e: (straight(s) + e, s), 0.0, x), V),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_primitives(name):
    function, *args = CASES[name]
    if isinstance(args[-1], str):
        # JAX has no derivative.
        close(chad.jit(cj.from_jax(function))(*args[:-1]), function(*args[:-1]))
    else:
        check(function, *args)


def test_rules_have_derivatives():
    """A rule is differentiated again, and a function in its own rule is the function."""
    f = lambda x: jnp.sum(straight(x) ** 3)
    close(chad.jvp(cj.from_jax(jax.grad(f)), (V,), (V,))[1], jax.jvp(jax.grad(f), (V,), (V,))[1])
    close(chad.hvp(cj.from_jax(lambda x: jnp.sum(straight(x) ** 3)), (V,), (V,)), 24 * np.round(V) * V)
    g = lambda a: jnp.sum(jnp.linalg.solve(a + 4 * jnp.eye(4), jnp.ones(4)) ** 2)
    close(chad.hvp(cj.from_jax(g), (W,), (B[0] * W,)), jax.jvp(jax.grad(g), (W,), (B[0] * W,))[1])


#: Primitives for several devices or processes, the host, other processors, and of JAX's own bookkeeping.
ELSEWHERE = (
    "all_", "psum", "pmax", "pmin", "ppermute", "pbroadcast", "psend", "precv", "preduced", "ragged_all", "reduce_scatter",
    "unreduced", "reduced_vary", "vary_unreduced", "pvary", "axis_index", "shard", "inspect_", "shape_assertion",
    "io_callback", "pure_callback", "debug_", "ffi_call", "call_exported", "create_", "after_all", "dot_product_attention",
    "scaled_", "chad_call", "core_map", "custom_partitioning", "dim_as_value", "dimension_size", "check", "dce_sink",
    "platform_index", "unreachable", "stage", "tie", "to_edtype", "from_edtype", "_to", "eq_to", "le_to", "lt_to",
)  # fmt: skip


def primitives(jaxpr, found):
    for equation in jaxpr.eqns:
        found.add(equation.primitive.name)
        for value in equation.params.values():
            for part in value if isinstance(value, (tuple, list)) else (value,):
                inner = getattr(part, "jaxpr", part)
                if hasattr(inner, "eqns"):
                    primitives(inner, found)
    return found


def test_count():
    """Counts the primitives that the functions of these tests are made of."""
    from jax._src.interpreters import mlir

    names = {p.name for p in (*mlir._lowerings, *mlir._platform_specific_lowerings.get("cpu", {}))}
    names = {n for n in names if not n.startswith(ELSEWHERE)}
    found = set()
    cases = (CASES, test_jax.CASES, test_jax.MODELS, test_complex_jax.DERIVATIVES)
    for function, *args in (case for part in cases for case in part.values()):
        args = [a for a in args if not isinstance(a, str)]
        primitives(jax.make_jaxpr(function)(*args).jaxpr, found)
    found &= names
    print(f"{len(found)} of {len(names)} primitives; others: {', '.join(sorted(names - found))}")
    assert len(found) >= 120
    with pytest.raises(NotImplementedError, match=r"test_jax_lowered.py:\d+: 'eig'"):
        chad.jit(cj.from_jax(lambda x: lax.linalg.eig(x)[0]))(W)
