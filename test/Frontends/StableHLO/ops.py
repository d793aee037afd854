"""Functions of JAX whose exports contain the ops of StableHLO, with arguments, by subject."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir
from jax.core import ShapedArray
from jax.extend.core import Primitive

rng = np.random.default_rng(0)


def seed(number):
    """Random numbers for a subject, independent of those for other subjects."""
    global rng
    rng = np.random.default_rng(number)


def normal(*shape):
    return rng.normal(size=shape)


def positive(*shape):
    return rng.uniform(0.2, 2, size=shape)


def inside(*shape):
    """Random numbers between -1 and 1."""
    return rng.uniform(-0.9, 0.9, size=shape)


def ints(*values, dtype=np.int32):
    return np.array(values, dtype)


# Functions of numpy, and of lax, of one array.
seed(0)
elementwise = {name: (getattr(jnp, name), inside(2, 3)) for name in (
    "sin", "cos", "tan", "exp", "exp2", "expm1", "tanh", "sinh", "cosh", "arcsin", "arccos", "arctan",
    "arcsinh", "arctanh", "cbrt", "floor", "ceil", "abs", "sign", "negative", "square", "round")}
elementwise |= {name: (getattr(jnp, name), 1 + positive(2, 3))
                for name in ("log", "log1p", "sqrt", "arccosh", "reciprocal")}
elementwise |= {name: (getattr(lax, name), positive(2, 3))
                for name in ("rsqrt", "erf", "erfc", "lgamma", "digamma", "logistic")}
elementwise |= {
    "lgamma_far": (lax.lgamma, np.array([-0.3, -1.5, -2.7, 0.1, 0.5, 5.0, 30.0])),
    "digamma_far": (lax.digamma, np.array([-0.3, -1.5, -2.7, 0.1, 0.5, 5.0, 30.0])),
    "erf_inverse": (lax.erf_inv, np.array([-0.999999, -0.7, -0.1, -1e-9, 0, 1e-3, 0.49, 0.51, 0.9])),
    "erf_inverse_second": (jax.grad(lambda x: jnp.sum(lax.erf_inv(x))), np.array([-0.99, -0.1, 0, 0.6])),
    "normal": (lambda x: x * jax.random.normal(jax.random.key(3), (5,), jnp.float64), normal(5)),
    "logistic_far": (jax.nn.sigmoid, np.array([-1000.0, -40, 0, 40, 1000])),
    "atan2": (jnp.arctan2, normal(3), normal(3)),
    "power": (jnp.power, positive(3), normal(3)),
    "integer_power": (lambda x: lax.integer_pow(x, 3) + lax.integer_pow(x, -2), positive(4)),
    "remainder": (jnp.fmod, 5 * normal(5), positive(5)),
    "extrema": (lambda a, b: (lax.max(a, b), lax.min(a, b)), normal(4), normal(4)),
    "select": (lambda c, a, b: jnp.where(c > 0, a, b), normal(4), normal(4), normal(4)),
    "clamp": (lambda x: lax.clamp(-0.5, x, 0.5), normal(8)),
    "clamp_arrays": (lax.clamp, -positive(4), normal(4), positive(4)),
    "comparisons": (lambda a, b: (a, a < b, a <= b, a == b, a != b, a > b, a >= b, jnp.isfinite(a)),
                    np.array([1, 2, 2, 0.0, 3]), np.array([1, np.nan, 3, -0.0, np.inf])),
    "total_order": (lambda x, a, b: (x, lax.lt_to_p.bind(a, b), lax.le_to_p.bind(a, b)), normal(1),
                    np.array([1, np.nan, 2, -0.0, 0, -np.nan]),
                    np.array([1, 1, np.nan, 0, -0.0, -np.inf])),
    "sixteen": (lambda x: jnp.tanh(x) * jnp.sum(x), inside(3).astype(np.float16)),
    "bfloat16": (lambda x: (x.astype(jnp.bfloat16) * 2 + jnp.bfloat16(1)).astype(jnp.float32),
                 np.array([1.0, -2.5, 0.25], np.float32)),
    "convert": (lambda x, a: (x.astype(jnp.float64), a.astype(jnp.int32), a.astype(jnp.uint8),
                              a.astype(bool), a.astype(jnp.int64)),
                normal(3).astype(np.float32),
                np.array([1.7, -1.7, 300, -5, 0, np.nan, np.inf, -np.inf, 3e9])),
    "truth": (lambda x, a, b: (x, a & b, a | b, a ^ b, ~a), normal(1), np.array([True, False]),
              np.array([True, True])),
    "signed": (lambda x, a, b: (x, lax.div(a, b), lax.rem(a, b), jnp.abs(a), jnp.sign(a), -a,
                                lax.max(a, b), lax.population_count(a), lax.clz(a)), normal(1),
               ints(7, -7, 3, -2147483648, 5), ints(2, 2, 0, -1, -3)),
    "unsigned": (lambda x, a, b: (x, lax.div(a, b), lax.rem(a, b), a < b, lax.max(a, b),
                                  a.astype(jnp.float64), a.astype(jnp.int64)), normal(1),
                 ints(7, 4000000000, 3, dtype=np.uint32), ints(2, 3, 0, dtype=np.uint32)),
    "shifts": (lambda x, a, b: (x, lax.shift_left(a, b), lax.shift_right_arithmetic(a, b),
                                lax.shift_right_logical(a, b)), normal(1), ints(7, -7, 3),
               ints(2, 31, 40)),
    "bits": (lambda x: (x, lax.bitcast_convert_type(x, jnp.int64), lax.reduce_precision(x, 5, 10)),
             np.array([1.5, -0.25])),
    "gelu": (jax.nn.gelu, normal(5)),
    "gelu_erf": (lambda x: jax.nn.gelu(x, approximate=False), normal(5)),
    "softplus": (jax.nn.softplus, normal(5)),
    "elu": (jax.nn.elu, normal(5)),
    "random": (lambda x: x * jax.random.uniform(jax.random.key(0), (4,), jnp.float64), normal(4)),
}

seed(1)
shapes = {
    "broadcast": (lambda a, b: jnp.broadcast_to(a[:, None], (3, 4)) * b, normal(3), normal(1, 4)),
    "broadcast_transposed": (lambda a: lax.broadcast_in_dim(a, (4, 3), (1,)).T, normal(3)),
    "broadcast_ones": (lambda a: lax.broadcast_in_dim(a, (5, 2, 3), (1, 2)), normal(2, 1)),
    "reshape": (lambda a: (a.reshape(6), a.reshape(3, 2) * 2, a.reshape(1, 2, 3, 1),
                           a.reshape(-1)[0:1].reshape(())), normal(2, 3)),
    "transpose": (lambda a: jnp.transpose(a, (2, 0, 1)) * jnp.arange(24.0).reshape(4, 2, 3),
                  normal(2, 3, 4)),
    "slice": (lambda a: a[1:4:2, ::-1, 0], normal(5, 3, 2)),
    "concatenate": (lambda a, b: jnp.concatenate([a, b, a], 1), normal(2, 3), normal(2, 1)),
    "pad": (lambda a, p: lax.pad(a, p, ((1, 2, 1), (-1, 1, 0))), normal(3, 4), normal()),
    "pad_less": (lambda a, p: lax.pad(a, p, ((-2, 3, 2), (1, -1, 1))), normal(3, 4), normal()),
    "reverse": (lambda a: lax.rev(a, (0, 2)), normal(3, 2, 4)),
    "iota": (lambda a: a * lax.broadcasted_iota(jnp.float64, (2, 3), 1) + jnp.arange(3),
             normal(2, 3)),
    "roll": (lambda a: jnp.roll(a, 2, 0), normal(5, 2)),
    "empty": (lambda a, b: jnp.concatenate([a, jnp.sin(b)], 0), normal(0, 3), normal(2, 3)),
    "scalars": (lambda a, b: jnp.sin(a) * b, normal(), normal()),
    "linspace": (lambda a: jnp.linspace(a, 3.0, 5), normal()),
}


def conv(x, k, strides, padding, dims, **groups):
    return lax.conv_general_dilated(x, k, strides, padding, dimension_numbers=dims, **groups)


NHWC = ("NHWC", "HWIO", "NHWC")
seed(2)
contractions = {
    "matmul": (jnp.matmul, normal(3, 4), normal(4, 2)),
    "inner": (jnp.dot, normal(4), normal(4)),
    "outer": (jnp.outer, normal(3), normal(2)),
    "dot_general": (lambda a, b: lax.dot_general(a, b, (((3, 1), (0, 2)), ((0,), (3,)))),
                    normal(2, 3, 4, 5), normal(5, 4, 3, 2)),
    "batches": (lambda a, b: jnp.einsum("bij,bjk->bik", a, b), normal(2, 3, 4), normal(2, 4, 5)),
    "only_batches": (lambda a, b: lax.dot_general(a, b, (((), ()), ((0,), (1,)))), normal(2, 3),
                     normal(4, 2)),
    "chain": (lambda a, b, c: jnp.einsum("ij,jk,kl->il", a, b, c), normal(2, 3), normal(3, 4),
              normal(4, 2)),
    "integers": (lambda x, a, b: (x, a @ b), normal(1), np.arange(6, dtype=np.int32).reshape(2, 3),
                 np.arange(6, dtype=np.int32).reshape(3, 2)),
    "halves": (jnp.matmul, normal(3, 4).astype(np.float16), normal(4, 2).astype(np.float16)),
    "widened": (lambda a, b: lax.dot(a, b, preferred_element_type=jnp.float32),
                normal(3, 4).astype(np.float16), normal(4, 2).astype(np.float16)),
    "convolution_1d": (lambda x, k: lax.conv_general_dilated(x, k, (1,), "SAME"), normal(2, 3, 7),
                       normal(4, 3, 3)),
    "convolution_2d": (lambda x, k: conv(x, k, (2, 1), "VALID", dims=NHWC), normal(2, 6, 5, 3),
                       normal(3, 2, 3, 4)),
    "convolution_dilated": (
        lambda x, k: lax.conv_general_dilated(x, k, (1, 2), ((1, 2), (0, -1)), (2, 1), (1, 2), NHWC,
                                              feature_group_count=2),
        normal(1, 5, 6, 4), normal(3, 2, 2, 6)),
    "convolution_batch_groups": (
        lambda x, k: conv(x, k, (1, 1), ((1, 0), (0, 1)), dims=("CNHW", "HWIO", "HWNC"),
                          batch_group_count=2), normal(3, 4, 5, 4), normal(2, 2, 3, 4)),
    "convolution_0d": (lambda x, k: conv(x, k, (), "VALID", dims=("NC", "IO", "NC")), normal(3, 4),
                       normal(4, 2)),
    "convolution_transposed": (
        lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME", dimension_numbers=NHWC),
        normal(1, 3, 3, 2), normal(3, 3, 2, 2)),
    "convolution_depthwise": (
        lambda x, k: conv(x, k, (1, 1), "SAME", dims=NHWC, feature_group_count=3),
        normal(1, 4, 4, 3), normal(3, 3, 1, 3)),
}

window = lax.reduce_window
seed(3)
reductions = {
    "sums": (lambda a: (a.sum(), a.sum(1), a.sum((0, 2)), a.mean(2)), normal(2, 3, 4)),
    "products": (lambda a: (a.prod(), a.prod(1)), normal(2, 3)),
    "extrema": (lambda a: (a.max(), a.min(1), jnp.argmax(a, 1), jnp.argmin(a)), normal(3, 4)),
    "truth": (lambda a: (a, (a > 0).any(), (a > 0).all(1)), normal(3, 4)),
    "logsumexp": (lambda a: jax.nn.logsumexp(a, axis=1), normal(3, 4)),
    "softmax": (jax.nn.softmax, normal(3, 4)),
    "variance": (lambda a: a.var(0), normal(5, 2)),
    "norm": (jnp.linalg.norm, normal(5, 2)),
    "cumulative_sums": (lambda a: (jnp.cumsum(a, 1), jnp.cumsum(a, 0),
                                   lax.cumsum(a, 1, reverse=True)), normal(3, 4)),
    "cumulative": (lambda a: (jnp.cumprod(a, 1), lax.cummax(a, 0), lax.cumlogsumexp(a, 1)),
                   normal(3, 4)),
    "associative_scan": (lambda x: lax.associative_scan(lambda a, b: a * b + a, x), normal(7)),
    "max_windows": (lambda a: window(a, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
                    normal(2, 4, 6, 2)),
    "max_windows_padded": (
        lambda a: window(a, -jnp.inf, lax.max, (3, 2), (2, 1), ((1, 1), (0, 1))), normal(5, 6)),
    "sum_windows": (lambda a: window(a, 0.0, lax.add, (2, 3), (1, 2), "SAME", base_dilation=(2, 1)),
                    normal(4, 6)),
    "sum_windows_dilated": (
        lambda a: window(a, 0.0, lax.add, (2, 3), (2, 1), "VALID", window_dilation=(2, 1)),
        normal(5, 6)),
    "select_and_scatter": (jax.grad(lambda x: (window(x, -jnp.inf, lax.max, (2, 2), (2, 2),
                                                      "SAME") ** 2).sum()), normal(5, 4)),
}

windows = lax.GatherDimensionNumbers((1, 2), (), (1, 0))
places = lax.ScatterDimensionNumbers((1, 2), (), (0, 1))
seed(4)
indexing = {
    "rows": (lambda a, i: a[i], normal(5, 3), ints(4, 0, -1, 2)),
    "columns": (lambda a, i: a[:, i], normal(5, 3), np.array([[2, 0], [1, 1]])),
    "two": (lambda a, i, j: a[i, :, j], normal(5, 3, 4), ints(4, 0), ints(1, 3)),
    "along": (lambda a, i: jnp.take_along_axis(a, i, 1), normal(3, 4),
              np.array([[3, 0], [1, 1], [2, 0]])),
    "outside": (lambda a, i: (a.at[i].get(mode="fill", fill_value=7.0), jnp.take(a, i, mode="clip")),
                normal(5), ints(4, 9, -7, 2)),
    "element": (lambda a, i: a[i, 2], normal(4, 3), np.int64(2)),
    "windows": (lambda a, i: lax.gather(a, i, windows, (2, 3), mode="clip"), normal(6, 5),
                np.array([[0, 1], [4, 9], [1, 2]])),
    "dynamic_slice": (lambda a, i: lax.dynamic_slice(a, (i, 1), (2, 2)), normal(5, 3), np.int64(4)),
    "dynamic_update_slice": (lambda a, b, i: lax.dynamic_update_slice(a, b, (i, 1)), normal(5, 3),
                             normal(2, 2), np.int64(1)),
    "batched_slices": (lambda a, i: jax.vmap(lambda x, j: lax.dynamic_slice(x, (j,), (3,)))(a, i),
                       normal(4, 7), np.array([0, 9, 2, 3])),
    "add": (lambda a, b, i: a.at[i].add(b), normal(5), normal(4), ints(1, 1, 9, -1)),
    "add_rows": (lambda a, b, i: a.at[i].add(b), normal(5, 3), normal(4, 3), ints(4, 0, 1, 1)),
    "set_rows": (lambda a, b, i: a.at[i].set(b), normal(5, 3), normal(4, 3), ints(4, 0, 1, 2)),
    "set": (lambda a, b, i: a.at[i, 1].set(b), normal(5, 3), normal(3), ints(1, 7, 0)),
    "extrema": (lambda a, b, i: (a.at[i].max(b), a.at[i].min(b)), normal(5), normal(4),
                ints(1, 1, 2, 3)),
    "multiply": (lambda a, b, i: a.at[i].multiply(b, unique_indices=True), normal(5), normal(4),
                 ints(1, 2, 0, 3)),
    "add_windows": (lambda a, b, i: lax.scatter_add(a, i, b, places), normal(6, 5), normal(3, 2, 3),
                    np.array([[0, 1], [4, 2], [1, 2]])),
    "drop_windows": (lambda a, b, i: lax.scatter_add(a, i, b, places, mode="drop"), normal(6, 5),
                     normal(3, 2, 3), np.array([[0, 1], [5, 2], [1, 4]])),
    "batched_adds": (lambda a, i, b: jax.vmap(lambda x, j, y: x.at[j].add(y))(a, i, b),
                     normal(4, 7), np.array([[0, 1], [1, 1], [2, 3], [9, 5]]), normal(4, 2)),
    "segments": (lambda a, i: jax.ops.segment_sum(a, i, 4), normal(6, 2), ints(0, 1, 1, 3, 0, 2)),
    "integers": (lambda x, a, b, i: (x, a.at[i].add(b), a.at[i].set(b)), normal(1), np.arange(5),
                 np.arange(4), ints(4, 0, 1, 2)),
    "sort": (lambda a: (jnp.sort(a, 1), jnp.sort(a, 0)), normal(4, 5)),
    "sort_keys": (lambda a, b: lax.sort((a, b), num_keys=1), ints(3, 1, 2, 1), normal(4)),
    "argsort": (lambda x, a: (x, jnp.argsort(a)), normal(1), np.array([3, 1, np.nan, 1, -0.0, 0])),
    "median": (jnp.median, normal(9)),
    "top_k": (lambda a: lax.top_k(a, 2), normal(3, 5)),
    "interpolate": (lambda x: jnp.interp(x, jnp.arange(5.0), jnp.arange(5.0) ** 2), positive(4)),
}


def step(c, x):
    return jnp.tanh(c + x), c * x


seed(5)
control = {
    "cond": (lambda p, a: lax.cond(p > 0, jnp.sin, lambda x: x * x, a), np.int32(1), normal(3)),
    "switch": (lambda i, a: lax.switch(i, [jnp.sin, jnp.cos, jnp.exp], a), np.int32(5), normal(3)),
    "for": (lambda a: lax.fori_loop(0, 5, lambda i, c: jnp.sin(c) * i + a, a), normal(3)),
    "for_from": (lambda a: lax.fori_loop(2, 7, lambda i, c: c + jnp.sin(c[0]) * i, a), normal(3)),
    "scan": (lambda c, x: lax.scan(step, c, x), normal(3), normal(6, 3)),
    "scan_back": (lambda c, x: lax.scan(step, c, x, reverse=True), normal(3), normal(6, 3)),
    "scan_both": (lambda c, x: lax.scan(lambda c, x: (c + x, jnp.sin(c)), c, lax.scan(
        step, c, x, reverse=True)[1], reverse=True), normal(3), normal(6, 3)),
    "map": (lambda x: lax.map(lambda r: jnp.sum(r) * r, x), normal(4, 3)),
    "repeat": (lambda a: lax.scan(lambda c, _: (c * a, None), 1.0, None, length=4)[0], normal()),
    "checkpoint": (jax.checkpoint(lambda a: jnp.sin(jnp.sin(a))), normal(3)),
    "hessian": (jax.hessian(lambda x: jnp.sum(jnp.sin(x) ** 3)), normal(3)),
    "tangent": (lambda a, b: jax.jvp(lambda x: jnp.cumsum(jnp.sin(x)), (a,), (b,))[1], normal(3),
                normal(3)),
}

# JAX has forward derivatives of these only.
seed(6)
forward = {
    "while": (lambda a: lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 2, c[1] * 1.5),
                                       (0, a))[1], normal(3)),
    "for_until": (lambda a, n: lax.fori_loop(0, n, lambda i, c: c + jnp.sin(c) * i, a), normal(3),
                  np.int64(4)),
    "nested": (lambda a: lax.fori_loop(0, 3, lambda i, c: lax.fori_loop(
        0, i + 1, lambda j, d: d * 1.1 + j, c), a), normal(2)),
    "newton": (lambda a: lax.while_loop(lambda x: jnp.abs(x * x - a) > 1e-14,
                                        lambda x: (x + a / x) / 2, 1.0 + 0 * a), positive()),
}

seed(7)
lower = np.linalg.cholesky(np.cov(normal(4, 9)) + np.eye(4))
linear_algebra = {
    "cholesky": (jnp.linalg.cholesky, lower @ lower.T),
    "cholesky_batch": (lax.linalg.cholesky,
                       np.stack([lower @ lower.T, 2 * lower @ lower.T])),
} | {
    f"solve_{'left' if left else 'right'}_{'lower' if low else 'upper'}{'_transposed' if t else ''}"
    f"{'_unit' if unit else ''}": (
        lambda a, b, left=left, low=low, t=t, unit=unit: lax.linalg.triangular_solve(
            a, b, left_side=left, lower=low, transpose_a=t, unit_diagonal=unit),
        lower if low else lower.T.copy(), normal(4, 2) if left else normal(2, 4))
    for left in (True, False) for low in (True, False)
    for t, unit in ((False, False), (True, False), (False, True))
}


# As on a CPU, where JAX calls LAPACK.
seed(9)
square = normal(4, 4) + np.diag([3.0, -2, 1, 2])
lapack = {
    "cholesky": (jnp.linalg.cholesky, lower @ lower.T),
    "not_definite": (lambda x, a: (x, jnp.isnan(jnp.linalg.cholesky(lax.stop_gradient(a)))),
                     normal(1), -np.eye(3)),
    "solve_triangular": (lambda a, b: jax.scipy.linalg.solve_triangular(a, b, trans=1, lower=True),
                         lower, normal(4, 2)),
    "solve": (jnp.linalg.solve, square, normal(4)),
    "inverse": (jnp.linalg.inv, np.stack([square, square.T])),
    "determinant": (lambda a: (jnp.linalg.det(a), *jnp.linalg.slogdet(a)), square),
    "singular": (lambda x, a: (x, jnp.linalg.det(a)), normal(1), np.ones((3, 3))),
    "lu": (lambda a: jax.scipy.linalg.lu(a), normal(4, 3)),
}


def parts(z):
    return jnp.real(z), jnp.imag(z)


def of_complex(function):
    """A function of complex numbers as one of real arrays: two for the argument, and two for each result."""
    return lambda x, y: parts(function(lax.complex(x, y)))


# Complex numbers within a function.
seed(10)
complex_numbers = {
    name: (of_complex(getattr(jnp, name)), normal(3), normal(3))
    for name in ("exp", "log", "sin", "cos", "tan", "tanh", "sqrt", "expm1", "log1p", "conj",
                 "negative", "reciprocal")
} | {
    "magnitude": (lambda x, y: jnp.abs(lax.complex(x, y)), normal(4), normal(4)),
    "angle": (lambda x, y: jnp.angle(lax.complex(x, y)), normal(4), normal(4)),
    "rsqrt": (of_complex(lax.rsqrt), normal(3), normal(3)),
    "arithmetic": (lambda x, y: parts((lax.complex(x, y) + 2j) * lax.complex(y, x) / lax.complex(x, x + 3)
                                      - x), normal(3), normal(3)),
    "power": (lambda x, y: parts(lax.complex(x, y) ** lax.complex(y, x)), 2 + positive(3), normal(3)),
    "moves": (lambda x, y: parts(jnp.concatenate(
        [jnp.pad(lax.complex(x, y).T, ((1, 0), (0, 2)))[:, ::-1], jnp.ones((4, 4))])), normal(2, 3), normal(2, 3)),
    "select": (lambda x, y: parts(jnp.where(x > y, lax.complex(x, y), lax.complex(y, y))), normal(4), normal(4)),
    "equal": (lambda x, y: (x, lax.complex(x, y) == lax.complex(x, x), lax.complex(x, y) != 1), normal(4),
              np.zeros(4)),
    "product": (lambda x, y: parts(lax.complex(x, y) @ lax.complex(y, x).T), normal(2, 3), normal(2, 3)),
    "sum": (lambda x, y: parts(jnp.sum(lax.complex(x, y), axis=0) * jnp.prod(lax.complex(x, y)[0])),
            normal(3, 2), normal(3, 2)),
    "loop": (lambda x, y: parts(lax.fori_loop(0, 4, lambda i, z: z * z * 0.5 + lax.complex(x, y),
                                              lax.complex(x, y))), inside(2), inside(2)),
    "narrow": (lambda x, y: parts(lax.complex(x, y).astype(jnp.complex64) * 2), normal(2).astype(np.float32),
               normal(2).astype(np.float32)),
}

seed(11)
fourier = {
    f"fft_{n}": (of_complex(jnp.fft.fft), normal(2, n), normal(2, n)) for n in (1, 5, 16, 24, 34)
} | {
    f"real_{n}": (lambda x: parts(jnp.fft.rfft(x)), normal(n)) for n in (1, 2, 7, 20)
} | {
    f"from_half_{n}": (lambda x, y, n=n: jnp.fft.irfft(lax.complex(x, y), n), normal(n // 2 + 1),
                       normal(n // 2 + 1)) for n in (1, 2, 7, 20)
} | {
    "inverse": (of_complex(jnp.fft.ifft), normal(18), normal(18)),
    "two": (of_complex(jnp.fft.fft2), normal(2, 3, 4), normal(2, 3, 4)),
    "two_inverse": (lambda x: jnp.fft.irfft2(jnp.fft.rfft2(x) * jnp.arange(1, 4), (4, 4)), normal(4, 4)),
    "convolve": (lambda x, k: jax.scipy.signal.fftconvolve(x, k), normal(9), normal(4)),
    "power_spectrum": (lambda x: jnp.abs(jnp.fft.rfft(x)) ** 2, normal(12)),
    "narrow": (lambda x: jnp.abs(jnp.fft.fft(x)), normal(6).astype(np.float32)),
}


# Functions of statistics and physics. JAX has no derivative of the zeta function by its first argument.
seed(12)
far = np.array([0.3, 1.0, 2.5, 7.0, 40.0])
special = {
    "zeta": (lambda q: jax.scipy.special.zeta(jnp.array([2.0, 3.5, 1.2, 9.0, 30.0]), q), far),
    "zeta_ends": (lambda x: (x, jax.scipy.special.zeta(jnp.array([1.0, 0.5, 3.0, 2.0]),
                                                       jnp.array([2.0, 2.0, 0.0, 0.0]))), normal(1)),
    "polygamma": (lambda x: [jax.scipy.special.polygamma(n, x) for n in (0, 1, 2, 5)], far),
    "trigamma_slope": (jax.grad(lambda x: jnp.sum(jax.scipy.special.polygamma(1, x) ** 2)), far),
    "digamma_slope": (jax.grad(lambda x: jnp.sum(lax.digamma(x) ** 2)), far),
    "bessel_i1e": (lax.bessel_i1e, np.array([-1e3, -20.0, -8.0, -1.5, -1e-3, 0.2, 3, 7.99, 8.01, 1e6])),
    "bessel_i1": (jax.scipy.special.i1, normal(4)),
    "bessel_i0e": (lax.bessel_i0e, np.array([-20.0, -8.0, -1.5, 0.2, 3, 7.99, 8.01, 1e3])),
    "beta": (jax.scipy.special.betaln, positive(4), positive(4)),
    "narrow": (lambda x: (lax.bessel_i1e(x), jax.scipy.special.polygamma(1, x)),
               far.astype(np.float32)),
    "half": (lambda x: (lax.bessel_i1e(x), lax.lgamma(x), lax.digamma(x)),
             far[1:4].astype(np.float16)),
}

# Complex numbers that are moved, and the functions that CHLO has for them.
seed(13)
complex_moves = {
    name: (of_complex(getattr(jnp, name)), normal(6), normal(6))
    for name in ("arccos", "arcsin", "arcsinh", "arctan", "arctanh", "cosh", "sinh", "square")
} | {
    # Left of the imaginary axis JAX's derivative has the other sign, that of another branch.
    "arccosh": (of_complex(jnp.arccosh), positive(6), normal(6)),
    "rows": (lambda x, y, i: parts(lax.complex(x, y)[i]), normal(5, 3), normal(5, 3), ints(4, 0, -1, 2)),
    "window": (lambda x, y, i: parts(lax.dynamic_slice(lax.complex(x, y), (i,), (2,))), normal(5),
               normal(5), np.int64(2)),
    "add_rows": (lambda x, y, b, i: parts(lax.complex(x, y).at[i].add(lax.complex(b, 2 * b))), normal(5, 2),
                 normal(5, 2), normal(4, 2), ints(1, 1, 9, -1)),
    "set_rows": (lambda x, y, b, i: parts(lax.complex(x, y).at[i].set(lax.complex(b, 2 * b))), normal(5, 2),
                 normal(5, 2), normal(3, 2), ints(1, 4, 0)),
    "sum_windows": (lambda x, y: parts(lax.reduce_window(lax.complex(x, y), np.complex128(0), lax.add, (2, 2),
                                                         (1, 1), "VALID")), normal(4, 3), normal(4, 3)),
    "sums": (lambda x, y: parts(jnp.cumsum(lax.complex(x, y))), normal(5), normal(5)),
    "sort": (lambda x, y: parts(jnp.sort(lax.complex(x, y))), normal(6), normal(6)),
    "solve": (lambda x, y: parts(lax.complex(x, y) / jnp.sum(lax.complex(y, x))), normal(4), normal(4)),
}


def classify(x, w):
    h = jnp.tanh(x @ w)
    p = jax.nn.softmax(h, axis=1)
    y = jnp.concatenate([p, h], axis=0)
    padded = jnp.pad(x, ((1, 2), (0, 0)))
    return (jnp.sum(y[::2] ** 2) / x.shape[0] + jnp.mean(p.reshape(-1)) + jnp.sum(padded)
            + jnp.sum(jnp.arange(x.shape[0]) * p[:, 0]))


def pairs(x, y):
    """All differences of two arrays of different extents."""
    d = x[:, None, :] - y[None, :, :]
    return jnp.sum(jnp.sqrt(jnp.sum(d * d, axis=-1) + 1.0))


# Shapes with symbols. Each function gives a number.
seed(8)
dynamic = {
    "classify": (classify, normal(5, 3), normal(3, 4)),
    "pairs": (pairs, normal(4, 3), normal(6, 3)),
    "columns": (lambda x: jnp.sum(jax.vmap(lambda c: jnp.dot(c, jnp.sin(c)) / c.max())(x.T)), normal(5, 2)),
}

def convolve(x, k):
    """A convolution of images of any size, padded so that it stays."""
    y = jnp.tanh(lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=NHWC))
    return jnp.sum(y * y) / x.shape[1]


def strided(x, k):
    y = lax.conv_general_dilated(x, k, (2, 1), "SAME", rhs_dilation=(1, 2), dimension_numbers=NHWC)
    return jnp.sum(jnp.sin(y))


def transposed(x, k):
    y = lax.conv_general_dilated(x, k, (1, 1), ((2, 1), (1, 2)), lhs_dilation=(2, 1), dimension_numbers=NHWC)
    return jnp.sum(y ** 3)


def padded(x):
    """Paddings and slices whose widths are extents of the arguments."""
    n = x.shape[0]
    y = jnp.pad(x, ((n - 1, 2), (0, 1)), constant_values=0.5)
    z = lax.pad(x, 0.25, ((1, 0, 1), (0, n, 0)))
    return jnp.sum(y[:n] ** 2) + jnp.sum(jnp.sin(z) * jnp.arange(2 * n)[:, None]) + jnp.sum(x[: n - 1] * x[1:])


def moved(x, i):
    """Rows that are read, sorted and spread."""
    n = x.shape[0]
    rows = x[jnp.minimum(i, n - 1)]
    ordered = jnp.sort(x[:, 0])
    spread = jnp.broadcast_to(ordered[:, None], (n, 3)) * lax.iota(jnp.float64, 3)
    return jnp.sum(rows ** 2) + jnp.sum(ordered * jnp.arange(n)) + jnp.sum(spread * x)


# Windows and moves of arrays whose extents have symbols.
seed(14)
dynamic_windows = {
    "convolve": (convolve, normal(2, 5, 4, 2), normal(3, 2, 2, 3)),
    "strided": (strided, normal(2, 6, 5, 2), normal(3, 2, 2, 3)),
    "transposed": (transposed, normal(1, 4, 3, 2), normal(3, 2, 2, 2)),
    "padded": (padded, normal(4, 3)),
    "moved": (moved, normal(5, 3), ints(3, 0, 9)),
    "kernel": (convolve, normal(2, 5, 4, 2), normal(3, 2, 2, 3)),
}

# Whether a program is written, rather than computed.
EXPORTS = False


def emitted(name, formula, **attributes):
    """A function that is the operation `name`, of StableHLO if it has no dot, in a program, and `formula` for JAX, which has
    no function of its own for the operation."""
    primitive = Primitive(name)
    primitive.multiple_results = True

    def several(*args):
        results = formula(*args)
        return list(results) if isinstance(results, tuple) else [results]

    def make(context, *args):
        types = [mlir.aval_to_ir_type(context.module_context, aval) for aval in context.avals_out]
        full = name if "." in name else "stablehlo." + name
        return ir.Operation.create(full, results=types, operands=args, attributes={
            key: value() for key, value in attributes.items()}).results

    primitive.def_abstract_eval(lambda *avals: [
        ShapedArray(a.shape, a.dtype) for a in jax.eval_shape(several, *avals)])
    mlir.register_lowering(primitive, make)

    def function(*args):
        results = primitive.bind(*args) if EXPORTS else several(*args)
        return results[0] if len(results) == 1 else tuple(results)
    return function


def batch_norm(mode, dim, epsilon=2.0**-10):
    """Batch normalization of an array with features along `dim`, by the formulas of the specification."""
    def along(vector, like):
        return vector.reshape([-1 if i == dim else 1 for i in range(like.ndim)])

    def others(x):
        return tuple(i for i in range(x.ndim) if i != dim)

    def inference(x, scale, offset, mean, variance):
        normal = (x - along(mean, x)) / jnp.sqrt(along(variance, x) + np.asarray(epsilon, x.dtype))
        return normal * along(scale, x) + along(offset, x)

    def training(x, scale, offset):
        mean, variance = x.mean(others(x)), x.var(others(x))
        return inference(x, scale, offset, mean, variance), mean, variance

    def grad(x, scale, mean, variance, dy):
        deviation = jnp.sqrt(along(variance, x) + epsilon)
        normal, n = (x - along(mean, x)) / deviation, x.size // x.shape[dim]
        sums, products = dy.sum(others(x)), (dy * normal).sum(others(x))
        dx = along(scale, x) / deviation / n * (n * dy - along(sums, x) - normal * along(products, x))
        return dx, products, sums

    formula = {"inference": inference, "training": training, "grad": grad}[mode]
    return emitted("batch_norm_" + mode, formula, epsilon=lambda: ir.FloatAttr.get_f32(epsilon),
                   feature_index=lambda: ir.IntegerAttr.get(ir.IntegerType.get_signless(64), dim))


seed(15)
batch_norms = {
    "training": (batch_norm("training", 3), normal(2, 3, 4, 5), normal(5), normal(5)),
    "training_second": (batch_norm("training", 1), normal(4, 3, 2), normal(3), normal(3)),
    "training_vector": (batch_norm("training", 0), normal(4), normal(4), normal(4)),
    "training_narrow": (batch_norm("training", 1), *(a.astype(np.float32) for a in (
        normal(5, 3), normal(3), normal(3)))),
    "training_half": (batch_norm("training", 1), *(a.astype(np.float16) for a in (
        normal(5, 3), normal(3), normal(3)))),
    "inference": (batch_norm("inference", 2), normal(3, 2, 4), normal(4), normal(4), normal(4), positive(4)),
    "inference_first": (batch_norm("inference", 0), normal(3, 2), normal(3), normal(3), normal(3),
                        positive(3)),
    "grad": (batch_norm("grad", 3), normal(2, 3, 4, 5), normal(5), normal(5), positive(5),
             normal(2, 3, 4, 5)),
    "grad_first": (batch_norm("grad", 0), normal(3, 4), normal(3), normal(3), positive(3), normal(3, 4)),
}



def einsum(config):
    name = "einsum" if "," in config else "unary_einsum"
    return emitted(name, lambda *args: jnp.einsum(config, *args), einsum_config=lambda: ir.StringAttr.get(config))


def index_select(dim, batch):
    def formula(x, indices):
        if batch:
            return jax.vmap(lambda a, i: jnp.take(a, i, dim - 1, mode="clip"))(x, indices)
        return jnp.take(x, indices, dim, mode="clip")

    def number(value):
        return lambda: ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)

    return emitted("torch_index_select", formula, dim=number(dim), batch_dims=number(batch))


def ragged_sums(config, contracting, batch):
    """A result for each group of terms. JAX has no derivative of it: the product with a mask has one."""
    numbers = lax.RaggedDotDimensionNumbers((contracting, batch), contracting[0], [])

    def function(a, b, sizes):
        if EXPORTS:
            return lax.ragged_dot_general(a, b, sizes, numbers)
        ends = jnp.cumsum(sizes)
        term = jnp.arange(a.shape[contracting[0][0]])
        mask = (term < ends[:, None]) & (term >= (ends - sizes)[:, None])
        return jnp.einsum(config, mask.astype(a.dtype), a, b)

    return function


def cube_root(x, y):
    z = emitted("cbrt", lambda z: z ** (1 / 3))(lax.complex(x, y))
    return lax.real(z), lax.imag(z)


def next_after(x, y):
    def formula(x, y):
        fixed = lax.stop_gradient(x)
        return x + (lax.nextafter(fixed, lax.stop_gradient(y)) - fixed)

    return emitted("chlo.next_after", formula)(x, y)


# Operations that JAX has no function for, and products of rows by groups.
seed(16)
products = {
    "einsum": (einsum("bik,bkj->bij"), normal(2, 3, 4), normal(2, 4, 2)),
    "einsum_transposed": (einsum("ki,jk->ji"), normal(3, 2), normal(4, 3)),
    "einsum_alone": (einsum("aij,kl->ia"), normal(2, 3, 2), normal(3, 2)),
    "einsum_diagonal": (einsum("iij,jk->ki"), normal(3, 3, 2), normal(2, 4)),
    "einsum_outer": (einsum("i,j->ij"), normal(3), normal(2)),
    "einsum_number": (einsum("ij,ij->"), normal(3, 2), normal(3, 2)),
    "einsum_trace": (einsum("iij->j"), normal(3, 3, 2)),
    "einsum_moved": (einsum("ij->ji"), normal(3, 2)),
    "select": (index_select(1, 0), normal(2, 4, 3), ints(3, 0, 0, 7, 1).reshape(5, 1)),
    "select_batch": (index_select(2, 1), normal(2, 3, 4), ints(3, 0, 1, 2, 2, 9).reshape(2, 3)),
    "select_one": (index_select(0, 0), normal(4, 2), np.array(2, np.int32)),
    "ragged_rows": (lambda a, b, sizes: lax.ragged_dot(a, b, sizes), normal(6, 3), normal(3, 3, 2), ints(2, 0, 3)),
    "ragged_batch": (lambda a, b, sizes: lax.ragged_dot_general(
        a, b, sizes, lax.RaggedDotDimensionNumbers((([2], [2]), ([0], [1])), [1], [0])),
        normal(2, 5, 3), normal(2, 2, 3, 4), ints(1, 4)),
    "ragged_sums": (ragged_sums("gk,km,kn->gmn", ([0], [0]), ([], [])), normal(6, 3), normal(6, 2), ints(2, 0, 3)),
    "ragged_sums_batch": (ragged_sums("gk,bmk,bkn->gbmn", ([2], [1]), ([0], [0])),
                          normal(2, 3, 5), normal(2, 5, 4), ints(1, 2, 2)),
    "cube_root": (cube_root, normal(5), normal(5)),
    "next_after": (next_after, np.array([1.0, -1, 3, 2, 5e-324, -2]), np.array([2.0, 7, -1, 2, -1, -3])),
}

# Random bits, of each width and algorithm, for arrays with an even extent, without one, and of rank 0.
def bits(algorithm, dtype, *shape):
    which = getattr(lax.RandomAlgorithm, f"RNG_{algorithm}")

    def generate(state, x):
        state, bits = lax.rng_bit_generator(state, shape, dtype=dtype, algorithm=which)
        return jnp.sum(bits.astype(x.dtype)) * x, state, bits

    return generate, np.array([0x123456789ABCDEF, 2**64 - 2], np.uint64), np.array(1e-9)


random_bits = {
    f"{algorithm.lower()}_{dtype}_{len(shape)}": bits(algorithm, dtype, *shape)
    for algorithm in ("THREE_FRY", "PHILOX")
    for dtype, shape in (("uint32", (3, 4)), ("uint32", (3, 5, 1)), ("uint32", ()), ("uint64", (7,)),
                         ("uint64", ()), ("uint8", (2, 3)), ("uint16", (5,)), ("uint32", (0,)))
} | {"default": bits("DEFAULT", "uint32", 9)}

SYMBOLS = {
    "dynamic_windows": {
        "convolve": ("b, h, w, 2", "3, 2, 2, 3"),
        "strided": ("b, h, w, 2", "3, 2, 2, 3"),
        "transposed": ("1, h, w, 2", "3, 2, 2, 2"),
        "padded": ("n, 3",),
        "moved": ("n, 3", "k"),
        "kernel": ("b, h, w, c", "k, l, c, 3"),
    },
    "dynamic": {"classify": ("b, 3", "3, 4"), "pairs": ("m, 3", "n, 3"), "columns": ("n, 2",)},
}

# Where factorizations and products by groups are ops, rather than calls of a library and formulas.
PLATFORMS = {"linear_algebra": "tpu", "products": "tpu"}

OPS = {
    "elementwise": elementwise,
    "shapes": shapes,
    "contractions": contractions,
    "reductions": reductions,
    "indexing": indexing,
    "control": control,
    "forward": forward,
    "linear_algebra": linear_algebra,
    "lapack": lapack,
    "dynamic": dynamic,
    "complex_numbers": complex_numbers,
    "fourier": fourier,
    "random_bits": random_bits,
    "special": special,
    "complex_moves": complex_moves,
    "dynamic_windows": dynamic_windows,
    "batch_norms": batch_norms,
    "products": products,
}
