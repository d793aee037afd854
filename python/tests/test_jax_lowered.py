"""Primitives of JAX that are computed by the code to which JAX lowers them, by formulas, or with derivative
rules of JAX, compared with JAX in f64. A test counts the supported primitives of JAX.
"""

import pathlib

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
import jax.scipy as jsp
import test_complex_jax
import test_jax
from jax import lax
from jax._src import ad_util, core, linear_util
from jax._src.lax import lax as internal
from jax._src.lax import linalg, windowed_reductions
from jax._src.pallas.core import with_memory_space_constraint_p
from jax._src.random import philox2x32, philox4x32, prng, threefry4x32
from jax._src.state import discharge
from jax._src.state import primitives as state_primitives
from jax.ad_checkpoint import checkpoint_name
from jax.experimental.layout import Layout, with_layout_constraint
from jax.extend.random import threefry_2x32
from test_jax import close, floats

import chad
import chad.jax as cj

A, B, P = floats(3, 4), floats(3, 4), floats(3, 4, low=0.3, high=2.0)
U, V, W = floats(3, 4, low=-0.9, high=0.9), floats(6), floats(4, 4)
I = np.array([[3, -4, 7], [7, 2, -1]])
KEY = jax.random.key(3)
#: Matrices of complex numbers, for what is of these, too.
CW, CB = W + 1j * floats(4, 4), A + 1j * B


def check(function, *args):
    """Compares values, and gradients of a weighted sum of the results, computed in one program."""

    def loss(*args):
        outs = [p for o in jax.tree.leaves(function(*args)) for p in test_complex_jax.parts(o)]
        return sum(jnp.sum(jnp.sin(o + 0.3) * o) for o in outs if jnp.issubdtype(o.dtype, jnp.floating))

    moving = tuple(i for i, a in enumerate(args) if np.asarray(a).dtype.kind in "fc")
    outs = jax.tree.leaves(jax.eval_shape(function, *args))
    if not moving or not any(jnp.issubdtype(o.dtype, jnp.inexact) for o in outs):
        close(chad.jit(cj.from_jax(function))(*args), jax.jit(function)(*args))
        return
    both = lambda value, gradient: lambda *a: (value(*a), gradient(*a))
    mine = both(cj.from_jax(function), chad.grad(cj.from_jax(loss), moving))
    # XLA takes less time for one program than for each op alone.
    close(chad.jit(mine)(*args), jax.jit(both(function, jax.grad(loss, moving)))(*args))


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
_halved = lax.composite(lambda x: x / 2, "tests.half")


@jax.custom_vjp
def kept(x):
    return jnp.sin(x)


kept.defvjp(lambda x: (jnp.sin(x), jnp.cos(x)), lambda r, g: (3 * r * g,), optimize_remat=True)


@jax.custom_vjp
def turned(z):
    return z * z


turned.defvjp(lambda z: (z * z, z), lambda z, g: (2j * z * g,))


@jax.custom_jvp
def doubled(z):
    return z * z


doubled.defjvp(lambda primals, tangents: (doubled(*primals), (3 + 1j) * tangents[0]))


def in_call(primitive, x):
    """A call by one of JAX's older call primitives."""
    info = linear_util.DebugInfo("test", "f", ("v",), None)
    return primitive.bind(x, subfuns=(linear_util.wrap_init(lambda v: [jnp.sin(v) * 2], debug_info=info),))


def in_place(ref):
    ref[...] = jnp.sin(ref[...]) * 2


def vectors(a, **options):
    """Maps eigenvectors to numbers that do not depend on their order and factors, in which LAPACK differs."""
    w, left, right = lax.linalg.eig(a, **options)
    again = lambda v, f: (v * f) @ jnp.linalg.inv(v)
    return (again(right, jnp.exp(w)), again(left, w.conj() ** 2), jnp.abs(right) ** 2 @ w, jnp.abs(left[0]) @ w)


def values_of_eig(a):
    w = lax.linalg.eig(a, compute_left_eigenvectors=False, compute_right_eigenvectors=False)[0]
    return jnp.sum(w**3, -1), jnp.sum(jnp.exp(w), -1), jnp.sum(jnp.abs(w), -1)


def of_schur(a):
    t, q = lax.linalg.schur(a)
    return q @ t @ q.conj().T, q @ q.conj().T, jnp.tril(t, -1), jnp.trace(t @ t)


def reshard(x):
    mesh = jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Explicit,))
    return jax.sharding.reshard(x, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i"))) * 2


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
    "eig": (values_of_eig, W), "eig of a complex matrix": (values_of_eig, CW),
    "eig of matrices": (lambda x, y: (values_of_eig(x), (lambda w: (jnp.sort(w.real), w.imag))(jnp.linalg.eigvals(y + y.T))),
                        floats(2, 3, 3), W, "values"),
    "eigenvectors of a complex matrix": (lambda x: vectors(x, enable_eigvec_derivs=True), CW),
    "eigenvectors of a large matrix": (vectors, floats(17, 17), "values"),
    "schur": (of_schur, CW, "values"),
    "geqrf": (lambda x, y: (linalg.geqrf(x), linalg.geqrf(y)), floats(2, 5, 3), CB, "values"),
    "geqp3": (lambda x, y: (linalg.geqp3(x, jnp.array([0, 0, 1, 0], jnp.int32)), linalg.geqp3(y, jnp.zeros(4, jnp.int32))),
              A, CB, "values"),
    "pivoted qr": (lambda x: jsp.linalg.qr(x, pivoting=True)[:2], floats(4, 3)),
    "qr of a complex matrix": (lambda x: jnp.linalg.qr(x.T), CB), "whole qr": (lambda x: jnp.linalg.qr(x, mode="complete"), floats(4, 2)),
    "ormqr": (lambda x, c, y: [linalg.ormqr(*linalg.geqrf(a), d if left else d.T, left=left, transpose=t)
                               for a, d in ((x, c), (y, c[:3] + 0j)) for left in (True, False) for t in (True, False)],
              W, floats(4, 2), CB[:, :3], "values"),
    "empty matrices": (lambda x, y: (lax.linalg.lu(y), jnp.linalg.qr(x), jnp.linalg.qr(x.T)),
                       floats(3, 0), CW[:0], "values"),
    "hessenberg": (lambda x, y: (lax.linalg.hessenberg(x), lax.linalg.hessenberg(y)), W, CW, "values"),
    "tridiagonal": (lambda x, y: [linalg.tridiagonal(a, lower=i) for a in (x, y) for i in (True, False)], W, CW, "values"),
    "householder_product of a complex matrix": (lambda x: lax.linalg.householder_product(*linalg.geqrf(x)), CB.T, "values"),
    "eigh of a complex matrix": (lambda x: (lambda w, v: (w, (v * jnp.sin(w)) @ v.conj().T))(
        *jnp.linalg.eigh(x + x.conj().T)), CW),
    "svd of a complex matrix": (lambda x: (lambda u, s, v: (s, (u * s**2) @ v))(*jnp.linalg.svd(x, full_matrices=False)), CB),
    "whole svd": (lambda x: (lambda u, s, v: (s, (u[:, :3] * s) @ v, u @ u.T))(*jnp.linalg.svd(x)), floats(5, 3), "values"),
    "lu of a complex matrix": (lambda x: jsp.linalg.lu(x)[1:], CW), "solve of a complex matrix": (jnp.linalg.solve, CW, CB.T),
    "cholesky of a complex matrix": (lambda x: jnp.linalg.cholesky(x @ x.conj().T + 4 * jnp.eye(4)), CW),
    "triangular_solve of a complex matrix": (lambda x, y: [lax.linalg.triangular_solve(
        x + 3 * jnp.eye(4), y.T if left else y, left_side=left, lower=t, transpose_a=t, conjugate_a=left)
        for left in (True, False) for t in (True, False)], CW, CB),
    "gamma": (lambda x: jax.random.gamma(KEY, x), P), "dirichlet": (lambda x: jax.random.dirichlet(KEY, x), P[0]),
    "custom_vjp of complex numbers": (turned, CB), "custom_jvp of complex numbers": (doubled, CB),
    "remat_opt": (lambda x: jax.vjp(kept, x)[0] * x, A, "values"), "broadcast_to": (lambda x: state_primitives.broadcast_to(x, (3, 4)), A[:1], "values"),
    "empty number": (lambda x: x * internal.empty2(x.dtype, memory_space=jax.typeof(x).memory_space), V),
    "layout": (lambda x: with_layout_constraint(jnp.asarray(x), Layout((1, 0))) * 2, A, "values"), "reshard": (reshard, V, "values"),
    "memory": (jax.jit(lambda x: with_memory_space_constraint_p.bind(x, memory_space=jax.typeof(x).memory_space) * x),
               V, "values"),
    "calls": (lambda x: in_call(core.call_p, x) + in_call(core.closed_call_p, x), V),
    "run_state": (lambda x: discharge.run_state(in_place)(x), V, "values"),
    "select_and_scatter": (lambda x, y: windowed_reductions._select_and_scatter(
        x, lax.ge, (2, 2), (1, 1), ((0, 0), (0, 0)), y[:2, :3], jnp.array(0.0), lax.add), A, B, "values"),
    "upper halves of products": (lambda i, j: (internal.mulhi(i * 2**40, i), internal.mulhi(j, j), internal.mulhi(i.astype(jnp.int8) * 30, jnp.int8(77))),
                                 I, I.astype(np.uint32) * np.uint32(99991)),
    "other generators": (lambda i: (*philox2x32.philox2x32_p.bind(i[0], i[1], i[2]), *philox4x32.philox4x32_p.bind(*i),
                                    *threefry4x32.threefry4x32_p.bind(*i, i[0], i[1]), *prng.iota_2x32_shape((2, 3))),
                         np.arange(6, dtype=np.uint32) * 715827883),
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
        close(chad.jit(cj.from_jax(function))(*args[:-1]), jax.jit(function)(*args[:-1]))
    else:
        check(function, *args)


def test_polygamma_of_negative_numbers():
    """By the recurrence ψ⁽ⁿ⁾(x) = ψ⁽ⁿ⁾(x + 1) - (-1)ⁿ n! x⁻ⁿ⁻¹. JAX's own values lose all digits below -8."""
    x = np.array([-0.5, -1.3, -8.5, -20.3])
    f = chad.jit(cj.from_jax(lax.polygamma))
    for n, factor in ((1, 1), (2, -2), (3, 6)):
        np.testing.assert_allclose(f(n + 0 * x, x), f(n + 0 * x, x + 1) + factor / x ** (n + 1), rtol=1e-11)
    gradient = chad.grad(cj.from_jax(lambda x: jnp.sum(lax.digamma(x))))(x)
    np.testing.assert_allclose(gradient, f(1 + 0 * x, x), rtol=1e-14)
    assert np.isinf(f(1.0, -2.0)) and np.isnan(f(2.0, -2.0))


def test_derivatives_that_jax_does_not_have():
    """Values are there. A derivative is an error where it is asked for."""
    f = cj.from_jax(lambda a, x: jsp.special.betainc(a, 2.0, x))
    assert abs(chad.jit(f)(1.5, 0.3) - jsp.special.betainc(1.5, 2.0, 0.3)) < 1e-14
    with pytest.raises(
        NotImplementedError, match="'regularized_incomplete_beta' of JAX: JAX has no derivative here"
    ):
        chad.grad(f)(1.5, 0.3)
    with pytest.raises(chad.CompileError, match="derivative_of_order_1_by_JAX"):
        chad.grad(chad.from_program(chad.jit(f).program(1.5, 0.3), "main"))(1.5, 0.3)


def test_rules_have_derivatives():
    """A rule can be differentiated again, and a function that its own rule calls has the rule, too."""
    f = lambda x: jnp.sum(straight(x) ** 3)
    close(chad.jvp(cj.from_jax(jax.grad(f)), (V,), (V,))[1], jax.jvp(jax.grad(f), (V,), (V,))[1])
    close(chad.hvp(cj.from_jax(lambda x: jnp.sum(straight(x) ** 3)), (V,), (V,)), 24 * np.round(V) * V)
    g = lambda a: jnp.sum(jnp.linalg.solve(a + 4 * jnp.eye(4), jnp.ones(4)) ** 2)
    close(chad.hvp(cj.from_jax(g), (W,), (B[0] * W,)), jax.jvp(jax.grad(g), (W,), (B[0] * W,))[1])


#: Primitives for several devices or processes, the host, other processors, and of JAX's own bookkeeping.
ELSEWHERE = set(
    """
global_array_to_host_local_array host_local_array_to_global_array
all_gather all_gather_done all_gather_invariant all_gather_reduced all_gather_reduced_start all_gather_start
all_to_all all_to_all_done all_to_all_start axis_index pbroadcast_done pmax pmin ppermute ppermute_done ppermute_start
precv preduced psend psum psum_done psum_invariant psum_invariant_start psum_start pvary ragged_all_to_all
reduce_scatter reduce_scatter_done reduce_scatter_start reduced_vary_cast_p shard_map sharding_constraint
unreduced_psum unreduced_psum_start unreduced_reduce_scatter unreduced_reduce_scatter_start vary_unreduced_cast_p
inspect_sharding call_exported custom_partitioning core_map debug_callback debug_print io_callback
pure_callback ffi_call chad_call dot_product_attention_bwd_wrapper dot_product_attention_fp8_bwd_wrapper
dot_product_attention_fp8_fwd_wrapper dot_product_attention_fwd_wrapper scaled_dot scaled_matmul_wrapper after_all
check create_linear create_token custom_lin dce_sink dim_as_value dimension_size eq_to from_edtype pin
shape_assertion stage tie to_edtype unpin unreachable
""".split()
)


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
    """Each primitive that JAX lowers is in a function of these tests, or is refused, or is elsewhere."""
    from jax._src.interpreters import mlir

    names = {p.name for p in (*mlir._lowerings, *mlir._platform_specific_lowerings.get("cpu", {}))} - ELSEWHERE
    found = set()
    cases = (CASES, test_jax.CASES, test_jax.MODELS, test_complex_jax.DERIVATIVES)
    for function, *args in (case for part in cases for case in part.values()):
        args = [a for a in args if not isinstance(a, str)]
        primitives(jax.make_jaxpr(function)(*args).jaxpr, found)
    assert found & ELSEWHERE == set()
    found &= names
    print(f"{len(found)} of {len(names)} primitives; others: {', '.join(sorted(names - found))}")
    assert names - found == {"rng_bit_generator", "rng_uniform"}
    # What the pages say.
    version = ".".join(jax.__version__.split(".")[:2])
    for page, said in (
        (
            "docs/Python.md",
            f"Of the {len(names)} primitives of JAX {version} that compute on one processor {len(found)} are",
        ),
        ("CHANGELOG.md", f"{len(found)} of the {len(names)} primitives of JAX that compute on one processor"),
    ):
        assert said in (pathlib.Path(__file__).parents[2] / page).read_text(), said


REFUSALS = {
    "rng_uniform": (lambda x: internal.rng_uniform(x * 0, 1.0, (3,)), 1.0, "on each device"),
    "rng_bit_generator": (lambda x: x * lax.rng_bit_generator(jnp.zeros(4, jnp.uint32), (3,))[1], 1.0, "on each device"),
    "schur": (lambda x: lax.linalg.schur(x)[0], W, "take a complex matrix"),
    "svd": (chad.grad(cj.from_jax(lambda x: jnp.sum(jnp.linalg.svd(x)[0]))), A.T, "no derivative .* full matrices"),
    "eig": (chad.grad(cj.from_jax(lambda x: jnp.sum(vectors(x)[2].real))), W, "no derivative .* enable_eigvec_derivs"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals_name_the_line(name):
    function, argument, reason = REFUSALS[name]
    with pytest.raises(NotImplementedError, match=rf"test_jax_lowered.py:\d+: '{name}' of JAX: .*{reason}"):
        chad.jit(cj.from_jax(function) if name[0] == "r" or name == "schur" else function)(argument)


@pytest.mark.parametrize("matrix", [
    np.zeros((3, 3)), np.eye(3), np.full((2, 2), np.nan), np.array([[0.0, 1.0], [0.0, 0.0]]), np.roll(np.eye(4), 1, 0),
    1e150 * W, 1e-150 * W, CW.astype(np.complex64), np.zeros((2, 0, 0)),
], ids=str)  # fmt: skip
def test_eigenvalues_of_special_matrices(matrix):
    """Equal eigenvalues, matrices without elements, defective matrices, and large and small numbers."""
    w, left, right = chad.jit(cj.from_jax(lax.linalg.eig))(matrix)
    size = np.abs(matrix).max(initial=0)
    if np.isnan(size):
        assert np.isnan(w).all()
        return
    limit = 20 * np.finfo(w.dtype).eps * size
    assert np.all(np.abs(matrix @ right - right * w[..., None, :]) <= limit)
    transposed = np.swapaxes(left.conj(), -1, -2)
    assert np.all(np.abs(transposed @ matrix - w[..., :, None] * transposed) <= limit)
    np.testing.assert_allclose(np.linalg.norm(right, axis=-2), 1, rtol=1e-6)


def test_second_derivatives_of_eigenvalues():
    """The first derivative contains eigenvectors, which JAX does not differentiate."""
    f = lambda x: sum(jnp.sum(p) for o in values_of_eig(x) for p in test_complex_jax.parts(o))
    with pytest.raises(NotImplementedError, match="'eig' of JAX: JAX has no derivative here"):
        chad.hvp(cj.from_jax(f), (W,), (W,))
