"""The functions of chad.numpy in traced functions, compared with numpy's."""

import warnings

import numpy as np
import pytest

import chad
import chad.numpy as cnp

rng = np.random.default_rng(1)


def floats(*shape, low=-1.5, high=1.5):
    return rng.uniform(low, high, shape)


A, B, V, W = floats(3, 4), floats(3, 4), floats(4), floats(3)
P, Q = floats(3, 4, low=0.3, high=2.0), floats(3, 4, low=0.3, high=2.0)
INNER = floats(3, 4, low=-0.9, high=0.9)
C = floats(2, 3, 4)
I, J = np.array([[3, -4, 0], [7, 2, -1]]), np.array([[2, 3, 5], [-3, 0, -2]])
BOOLS = A > 0

UNARY = {
    "sin": A, "cos": A, "tan": A, "sinh": A, "cosh": A, "tanh": A, "arcsin": INNER, "arccos": INNER,
    "arctan": A, "arcsinh": A, "arccosh": P + 1, "arctanh": INNER, "exp": A, "exp2": A, "expm1": A,
    "log": P, "log1p": P, "log2": P, "log10": P, "sqrt": P, "cbrt": P, "abs": A, "negative": A,
    "square": A, "reciprocal": P, "floor": A, "ceil": A, "trunc": A, "rint": A, "sign": A,
    "positive": A,
}  # fmt: skip
BINARY = {
    "add": (A, B), "subtract": (A, B), "multiply": (A, B), "divide": (A, P), "power": (P, A),
    "maximum": (A, B), "minimum": (A, B), "fmax": (A, B), "fmin": (A, B), "arctan2": (A, P),
    "hypot": (A, B), "copysign": (A, B), "logaddexp": (A, B), "remainder": (A, P), "fmod": (A, P),
    "floor_divide": (A, P),
}  # fmt: skip


def same(function, *args, exact=False, gradient=True):
    """Compares values, dtypes and shapes with numpy's, and derivatives with differences."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = function(*args)
        result = chad.jit(function)(*args)
    pairs = list(zip(result, expected)) if isinstance(expected, (tuple, list)) else [(result, expected)]
    for mine, other in pairs:
        assert np.shape(mine) == np.shape(other)
        assert np.asarray(mine).dtype == np.asarray(other).dtype
        if exact:
            np.testing.assert_array_equal(mine, other)
        else:
            np.testing.assert_allclose(mine, other, rtol=1e-13, atol=1e-13)
    is_float = np.asarray(pairs[0][1]).dtype.kind == "f"
    if gradient and is_float and any(np.asarray(a).dtype == np.float64 for a in args):
        chad.check_grads(function, args)


def test_derivatives_where_two_operands_are_equal():
    """Functions that are smooth there have their derivatives, though a maximum and a minimum have none."""
    half = np.sqrt(0.5)
    for x, y, slopes in (
        (1.0, 1.0, (half, half)),
        (1.0, -1.0, (half, -half)),
        (-2.0, 0.0, (-1.0, 0.0)),
        (0.0, 2.0, (0.0, 1.0)),
    ):
        np.testing.assert_allclose(chad.grad(np.hypot, (0, 1))(x, y), slopes, atol=1e-15)
        second = chad.grad(chad.grad(np.hypot))(x, y)
        np.testing.assert_allclose(second, y * y / np.hypot(x, y) ** 3, atol=1e-15)
    np.testing.assert_allclose(chad.grad(np.logaddexp, (0, 1))(1.0, 1.0), (0.5, 0.5))
    np.testing.assert_allclose(chad.grad(chad.grad(np.logaddexp))(1.0, 1.0), 0.25)
    # The logistic loss where it begins.
    np.testing.assert_allclose(chad.grad(lambda z: np.logaddexp(0.0, z))(0.0), 0.5)
    np.testing.assert_allclose(chad.grad(lambda x: np.sum(cnp.logsumexp(x)))(np.ones(4)), np.full(4, 0.25))
    for largest, least in ((np.maximum, np.minimum), (np.fmax, np.fmin)):
        assert chad.grad(lambda x, y, f=largest, g=least: f(x, y) + g(x, y), (0, 1))(1.0, 1.0) == (1.0, 1.0)
    for x, y in (
        (np.inf, 1.0),
        (-np.inf, np.nan),
        (np.inf, -np.inf),
        (0.0, 0.0),
        (3e200, 4e200),
        (3e-200, 4e-200),
    ):
        same(np.hypot, x, y, gradient=False)
    for x, y in ((np.inf, np.inf), (-np.inf, -np.inf), (np.inf, -np.inf), (1000.0, -1000.0), (-np.inf, 3.0)):
        same(np.logaddexp, x, y, gradient=False)


G, N = np.array([0.5, 2.0, -1.0, 3.0, 0.7]), np.array([1.0, np.nan, -2.0, 0.5])
COMPOSED = {
    "nansum": (np.nansum, N), "nanmean": (np.nanmean, N), "nanmax": (lambda x: (np.nanmax(x), np.nanmin(x)), N),
    "ptp": (lambda x: np.ptp(x, axis=1), A), "average": (lambda x, w: np.average(x, weights=w), A, P),
    "average along": (lambda x, w: np.average(x, axis=1, weights=w), A, Q[0]), "plain average": (np.average, A),
    "median": (lambda x: (np.median(x), np.median(x, axis=0), np.median(x, axis=1, keepdims=True)), A),
    "quantile": (lambda x: (np.quantile(x, 0.3), np.quantile(x, [0.0, 0.25, 1.0], axis=1), np.percentile(x, 70.0, axis=0)), A),
    "median of NaN": (np.median, N, "values"), "cov": (lambda x: (np.cov(x), np.cov(x, rowvar=False), np.cov(x, bias=True), np.cov(x[0])), A),
    "corrcoef": (np.corrcoef, A), "trapezoid": (lambda y, x: (np.trapezoid(y), np.trapezoid(y, x), np.trapezoid(y, dx=0.5, axis=0)), A, np.sort(V)),
    "interp": (lambda x, f: np.interp(x, np.array([-1.0, 0.0, 0.5, 1.2]), f), A, V),
    "interp outside": (lambda x, f: np.interp(x, np.array([0.0, 0.1, 0.2, 0.3]), f, left=-1.0, right=2.0), A, V),
    "interp at one": (lambda x, f: np.interp(x[0, 0], np.array([-2.0, 0.0, 0.5, 2.2]), f), A, V),
    "polyval": (lambda p, x: np.polyval(p, x), V, A), "vander": (lambda x: (np.vander(x), np.vander(x, 2, increasing=True)), V),
    "convolve": (lambda x, y: (np.convolve(x, y), np.convolve(y, x, "same"), np.convolve(x, y, "valid")), G, W),
    "convolve evenly": (lambda x, y: (np.convolve(x, y), np.convolve(x, y, "same"), np.convolve(x, y, "valid")), G, V),
    "sinc": (np.sinc, A), "heaviside": (lambda x: np.heaviside(x, 0.5) * x, A), "float_power": (lambda x: np.float_power(x, 2.5), P),
    "float_power of integers": (lambda i: np.float_power(i, 2), J), "kron": (lambda x, y: (np.kron(x, y), np.kron(y, x)), A, W),
    "cross": (lambda x, y: np.cross(x, y), C[0].T, A.T + 1), "cross along": (lambda x, y: np.cross(x, y, axis=0), A, B),
    "atleast": (lambda x: (np.atleast_1d(x[0, 0]), np.atleast_2d(x[0]), np.atleast_3d(x), np.atleast_3d(x[0])), A),
    "column_stack": (lambda x, v: np.column_stack([x, v, v]), A, W), "dstack": (lambda x, y: np.dstack([x, y]), A, B),
    "array_split": (lambda x: (*np.array_split(x, 3, axis=1), *np.array_split(x, [1, 3], axis=1)), A),
    "select": (lambda x: np.select([x > 1, x > 0], [x, x * x], -1.0), A),
    "matrix_power": (lambda x: (np.linalg.matrix_power(x, 0), np.linalg.matrix_power(x, 5), np.linalg.matrix_power(x, -2)), A @ A.T + np.eye(3)),
    "multi_dot": (lambda x, y: np.linalg.multi_dot([x, y.T, x]), A, B),
    "norms of vectors": (lambda x: [np.linalg.norm(x, o) for o in (None, 1, 2, 3, np.inf, -np.inf)], V),
    "norms of matrices": (lambda x: [np.linalg.norm(x, o) for o in (None, "fro", 1, -1, np.inf, -np.inf)], A),
    "norms along axes": (lambda x: (np.linalg.norm(x, 1, axis=(0, 2)), np.linalg.norm(x, np.inf, axis=(1, 2), keepdims=True), np.linalg.norm(x, 3, axis=1)), C),
    "count of numbers": (lambda x: np.linalg.norm(x * (x > 0), 0), V, "values"),
    "ellipses": (lambda x, y: (np.einsum("...i,...i->...", x, y[0]), np.einsum("i...,i", x, y[:2, 0]), np.einsum("...ij->...ji", x)), C, A),
    "sum of some": (lambda x, y: (np.sum(x, where=y > 0), np.sum(x, axis=1, where=y[0] > 0, initial=2.0, keepdims=True)), A, B, "values"),
    "product of some": (lambda x, y: (np.prod(x, 0, where=y > 0), np.prod(x, initial=3.0)), A, B, "values"),
    "mean of some": (lambda x, y: (np.mean(x, where=y > 0), x.mean(1, where=np.array([True, False, True, True]))), A, B, "values"),
    "largest of some": (lambda x, y: (np.max(x, 1, where=y > 0, initial=-9.0), np.min(x, initial=0.1), x.max(0, where=y > 9, initial=0.0)), A, B, "values"),
    "largest of none": (lambda x: np.max(x[:, :0], axis=1, initial=-3.0), A), "any of some": (lambda x, y: (np.any(x > 1, where=y > 0), np.all(x > -1, 0, where=y > 0)), A, B, "values"),
    "sums of integers": (lambda i: (np.sum(i, where=i > 0), np.max(i, initial=3), np.max(i, 0, where=i > 0, initial=0)), J),
    "reduce": (lambda x: (np.add.reduce(x, where=x > 0), np.maximum.reduce(x, axis=1, initial=0.3), np.multiply.reduce(x, axis=None)), A),
    "accumulate": (lambda x: (np.maximum.accumulate(x), np.minimum.accumulate(x, axis=1), np.add.accumulate(x, 1), np.multiply.accumulate(x)), A),
    "accumulate integers": (lambda i: (np.maximum.accumulate(i, axis=1), np.minimum.accumulate(i), np.maximum.accumulate(i > 0)), J),
    "gradient": (lambda x: (*np.gradient(x), np.gradient(x, axis=1, edge_order=2), *np.gradient(x, 0.5, np.array([0.0, 1.0, 3.0, 3.5]), edge_order=2)), A),
    "gradient by places": (lambda y, x: (np.gradient(y, x), np.gradient(y, x, edge_order=2), np.gradient(y[:2], 0.5)), V, np.sort(V) + np.arange(4)),
    "piecewise": (lambda x: (np.piecewise(x, [x < 0, x > 1], [lambda v: -v, lambda v: v * v, 0.5]), np.piecewise(x[0], x[0] > 0, [np.sqrt]), np.piecewise(x, np.stack([x < 0, x > 1]), [1.0, 2.0])), A, "values"),
    "piecewise in turn": (lambda x: np.piecewise(x, [x > -1, x > 0], [np.exp, np.sin]), A),
    "pad": (lambda x: [np.pad(x, ((1, 2), (0, 3)), m) for m in ("edge", "reflect", "symmetric", "wrap", "constant")], A),
    "pad by more": (lambda x: [np.pad(x, w, m) for m in ("edge", "reflect", "symmetric", "wrap") for w in (9, (5, 2), [(3, 7)], np.array([[1, 0], [0, 2]]))], A),
    "pad of one": (lambda x: [np.pad(x[:1], 2, m) for m in ("edge", "reflect", "symmetric", "wrap")], V),
    "ellipses in one": (lambda x, y: (np.einsum("b...j,kj->b...k", x, y), np.einsum("...,...", y, y)), C, A),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPOSED)
def test_composed(name):
    function, *args = COMPOSED[name]
    is_smooth = args[-1] is not None and not isinstance(args[-1], str)
    args = [a for a in args if not isinstance(a, str)]
    same(
        lambda *a: tuple(r) if isinstance(r := function(*a), list) else r,
        *args,
        gradient=is_smooth and not np.isnan(args[0]).any(),
    )


def test_ties():
    """The conventions of docs/Derivatives.md for equal operands and equal elements."""
    for function, slopes in (
        (np.maximum, (1, 0)),
        (np.fmax, (1, 0)),
        (np.minimum, (0, 1)),
        (np.fmin, (0, 1)),
    ):
        assert chad.grad(function, (0, 1))(1.0, 1.0) == slopes
        for tangents, slope in zip(((1.0, 0.0), (0.0, 1.0)), slopes):
            assert chad.jvp(function, (1.0, 1.0), tangents)[1] == slope
        # A constant wins.
        assert (
            chad.grad(lambda x, f=function: f(x, 1.0))(1.0)
            == chad.grad(lambda x, f=function: f(1.0, x))(1.0)
            == 0
        )
    for function in (
        np.max,
        np.min,
        lambda x: np.maximum.accumulate(x)[2],
        lambda x: np.minimum.accumulate(x)[2],
    ):
        assert chad.grad(function)(np.ones(3)).tolist() == [1, 0, 0]


def test_reductions_of_masks_have_derivatives():
    mask = B > 0
    chad.check_grads(
        lambda x: np.sum(x * x, where=mask) + np.prod(x, where=mask) + np.mean(x, where=mask), (P,)
    )
    chad.check_grads(lambda x: np.sum(np.max(x, 1, where=mask, initial=-9.0)), (A,))
    chad.check_grads(lambda s: np.sum(s * A, initial=2.0), (1.5,))
    with pytest.raises(chad.TraceError, match="takes 'initial'"):
        chad.jit(lambda x: np.max(x, where=mask))(A)
    # A branch that is not chosen contributes nothing, not NaN.
    root = lambda x: np.sum(np.piecewise(x, [x > 0], [np.sqrt, 0.0]))
    np.testing.assert_array_equal(chad.grad(root)(np.array([-1.0, 0.0, 4.0])), [0.0, 0.0, 0.25])


def test_mistakes_of_forms():
    for function, message in (
        (lambda x: np.pad(x, 1, "mean"), "pad with mode 'mean' is not there"),
        (lambda x: np.pad(x, -1), "not negative"),
        (lambda x: np.pad(x, [(1, 1)] * 3), "two widths for each dimension"),
        (lambda x: np.pad(x[:0], 1, "edge"), "without elements"),
        (lambda x: np.gradient(x[:1]), "at least 2 elements"),
        (lambda x: np.gradient(x, edge_order=3), "is 1 or 2"),
        (lambda x: np.gradient(x, 1.0, 2.0, 3.0), "one spacing for each of 2 axes"),
        (lambda x: np.gradient(x, np.arange(3.0), axis=1), "one place for each of 4"),
        (lambda x: np.piecewise(x, [x > 0], [1.0, 2.0, 3.0]), "takes a function for each"),
    ):
        with pytest.raises(chad.TraceError, match=message):
            chad.jit(function)(A)


def test_arrays_of_numpy_are_not_written():
    """The error says what to write, also where numpy hides it behind one of its own."""

    def one(x):
        y = np.zeros(3)
        y[0] = x[0]
        return y

    def all_(x):
        y = np.zeros(4)
        y[:] = x
        return y

    def added(x):
        y = np.zeros(4)
        y[1:] += x[1:]
        return y

    for function in (one, all_, added, chad.grad(lambda x: np.sum(one(x)))):
        with pytest.raises(chad.TraceError, match=r"y = chad.numpy.copy\(y\).at\[i\].set\(x\)"):
            chad.jit(function)(V)
    instead = chad.jit(lambda x: cnp.copy(np.zeros(3)).at[0].set(x[0]))(V)
    np.testing.assert_array_equal(instead, [V[0], 0, 0])
    same(np.copy, A, exact=True)
    assert cnp.copy([1.0]).tolist() == [1.0]


def test_sinc_has_all_derivatives_at_zero():
    sinc = lambda x: np.sinc(x)
    derivatives = [1.0, 0.0, -(np.pi**2) / 3, 0.0, np.pi**4 / 5]
    for expected in derivatives:
        np.testing.assert_allclose(sinc(0.0), expected, atol=1e-10)
        sinc = chad.grad(sinc)


def test_changes_at_several_arrays_of_indices():
    i, j = np.array([0, 2, 0, -1]), np.array([1, 3, 1, 0])
    added, put = A.copy(), A.copy()
    np.add.at(added, (i, j), 2.0)
    put[i, j] = V
    np.testing.assert_allclose(chad.jit(lambda x: x.at[i, j].add(2.0))(A), added)
    np.testing.assert_allclose(chad.jit(lambda x, v: x.at[i, j].set(v))(A, V), put)
    rows = C.copy()
    rows[np.array([1, 0]), np.array([2, 2])] = V
    np.testing.assert_allclose(
        chad.jit(lambda x, v: x.at[np.array([1, 0]), np.array([2, 2])].set(v))(C, V), rows
    )
    grid = A.copy()
    grid[np.array([[0], [1]]), np.array([[1, 2]])] *= 3
    np.testing.assert_allclose(
        chad.jit(lambda x: x.at[np.array([[0], [1]]), np.array([[1, 2]])].multiply(3.0))(A), grid
    )
    chad.check_grads(lambda x, v: x.at[i, j].add(v) ** 2, (A, V))


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    same(getattr(np, name), UNARY[name])


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    same(getattr(np, name), *BINARY[name])


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_float32(name):
    args = UNARY[name] if name in UNARY else BINARY[name]
    args = [a.astype(np.float32) for a in (args if isinstance(args, tuple) else [args])]
    function = getattr(np, name)
    result, expected = chad.jit(function)(*args), function(*args)
    assert result.dtype == expected.dtype == np.float32
    np.testing.assert_allclose(result, expected, rtol=3e-6, atol=1e-6)


@pytest.mark.parametrize("shapes", [
    ((3, 4), (4,)), ((3, 4), (3, 1)), ((3, 1), (1, 4)), ((), (3,)), ((3,), ()), ((2, 3, 4), (3, 1)),
    ((1,), (5,)), ((1, 1), (1,)), ((2, 1, 4), (3, 1)), ((0, 3), (3,)), ((0,), ()), ((2, 0), (2, 1)),
    ((1, 0), (4, 1)), ((5, 1), (1,)), ((), ()),
])  # fmt: skip
def test_broadcasting(shapes):
    x, y = (floats(*s) for s in shapes)
    same(lambda a, b: a * b + np.sin(b), x, y)


@pytest.mark.parametrize("name", ["floor_divide", "remainder", "add", "subtract", "multiply", "maximum",
                                  "minimum", "bitwise_and", "bitwise_or", "bitwise_xor", "less",
                                  "equal", "greater_equal", "not_equal", "divide"])  # fmt: skip
@pytest.mark.parametrize("dtype", ["int64", "int32", "int8", "uint8", "uint32"])
def test_integers(name, dtype):
    x, y = I.astype(dtype), J.astype(dtype)
    same(getattr(np, name), x, y, gradient=False)


def test_integers_that_have_no_quotient():
    low = np.iinfo(np.int64).min
    x, y = np.array([low, low, 5, 0]), np.array([-1, 0, 0, 0])
    same(np.floor_divide, x, y, exact=True)
    same(np.remainder, x, y, exact=True)


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8"])
def test_shifts(dtype):
    x = np.array([1, 100, 77, 3], dtype)
    same(lambda a, n: a << n, x, np.array([0, 1, 2, 7], dtype), exact=True)
    same(lambda a, n: a >> n, x, np.array([0, 1, 2, 63], dtype), exact=True)


def test_special_floats():
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -2.5])
    y = np.array([np.nan, 0.0, 1.0, -np.inf, 0.0, np.nan, 2.0])
    for f in [np.isnan, np.isinf, np.isfinite, np.sign, np.signbit, np.floor, np.nan_to_num]:
        same(f, x, gradient=False, exact=True)
    for f in [np.maximum, np.minimum, np.fmax, np.fmin, np.less, np.equal, np.not_equal, np.logaddexp,
              np.hypot, np.greater_equal]:  # fmt: skip
        same(f, x, y, gradient=False)
    same(lambda a: a.sum(), x, gradient=False)
    same(lambda a: np.argmax(a), x, gradient=False)
    same(lambda a: np.argmax(a), x[:4], gradient=False)
    same(lambda a: np.argmax(a), np.full(3, -np.inf), gradient=False)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "max", "min", "var", "std", "any", "all"])
@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions(name, axis, keepdims):
    same(lambda x: getattr(np, name)(x, axis=axis, keepdims=keepdims), C)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "max", "min", "any", "all"])
def test_reductions_of_other_types(name):
    for x in (I, I.astype(np.int8), BOOLS, I.astype(np.uint8)):
        same(lambda x: getattr(np, name)(x, axis=0), x, gradient=False)


def test_reductions_of_nothing():
    empty = np.zeros((0, 3))
    same(lambda x: x.sum(0), empty)
    same(lambda x: np.prod(x), empty)
    with pytest.raises(chad.TraceError, match="max of no elements"):
        chad.jit(np.max)(empty)


@pytest.mark.parametrize("axis", [None, 0, 1, 2])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_positions_of_extrema(name, axis):
    same(lambda x: getattr(np, name)(x, axis=axis), np.round(C, 0), exact=True)
    same(lambda x: getattr(np, name)(x, axis=None if axis is None else min(axis, 1)), I, exact=True)


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
def test_scans(axis):
    same(lambda x: np.cumsum(x, axis=axis), C)
    same(lambda x: np.cumprod(x, axis=axis), P)
    same(lambda x: np.diff(x, axis=-1 if axis is None else axis), C)


SHAPES = {
    "transpose": lambda x: np.transpose(x),
    "T": lambda x: x.T,
    "axes": lambda x: np.transpose(x, (2, 0, 1)),
    "swapaxes": lambda x: np.swapaxes(x, 0, 2),
    "moveaxis": lambda x: np.moveaxis(x, 0, -1),
    "moveaxis of two": lambda x: np.moveaxis(x, (0, 1), (-1, -2)),
    "reshape": lambda x: np.reshape(x, (6, -1)),
    "method reshape": lambda x: x.reshape(2, 12),
    "ravel": lambda x: x.ravel(),
    "expand_dims": lambda x: np.expand_dims(x, (0, 2)),
    "squeeze": lambda x: np.squeeze(x[:, :1], 1),
    "broadcast_to": lambda x: np.broadcast_to(x[:, :1], (5, 2, 3, 4)),
    "concatenate": lambda x: np.concatenate([x, x * 2, x[:1]]),
    "concatenate 1": lambda x: np.concatenate([x, x[:, :1]], axis=1),
    "concatenate None": lambda x: np.concatenate([x, x[:1]], axis=None),
    "stack": lambda x: np.stack([x, x * x], axis=1),
    "stack -1": lambda x: np.stack([x, x * x], axis=-1),
    "vstack": lambda x: np.vstack([x[0], x[1, 0]]),
    "hstack": lambda x: np.hstack([x[0, 0], x[1, 0]]),
    "split": lambda x: np.split(x, 2)[1],
    "split at": lambda x: np.split(x, [1, 3], axis=2)[1],
    "flip": lambda x: np.flip(x, 1),
    "roll": lambda x: np.roll(x, 1, axis=2),
    "roll all": lambda x: np.roll(x, -5),
    "tile": lambda x: np.tile(x[0], (2, 1)),
    "repeat": lambda x: np.repeat(x, 3, axis=1),
    "pad": lambda x: np.pad(x, ((0, 0), (1, 2), (0, 1))),
    "tril": lambda x: np.tril(x),
    "triu": lambda x: np.triu(x, 1),
    "diagonal": lambda x: np.diagonal(x[0], 1),
    "diag": lambda x: np.diag(x[0, 0]),
    "trace": lambda x: np.trace(x[0]),
    "where": lambda x: np.where(x > 0, x, 0.0),
    "clip": lambda x: np.clip(x, -0.5, 0.7),
    "zeros_like": lambda x: np.zeros_like(x) + x,
    "full_like": lambda x: np.full_like(x, 3) * x,
    "meshgrid": lambda x: np.meshgrid(x[0, 0], x[0, :, 0])[1] * 2,
    "astype": lambda x: x.astype(np.float32).astype(np.float64) if x.dtype == np.float32 else x,
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name):
    same(SHAPES[name], C)


INDICES = {
    "int": np.s_[1], "negative": np.s_[-1], "ints": np.s_[1, 2, 3], "slice": np.s_[:, 1:],
    "step": np.s_[:, ::2, 1::2], "reverse": np.s_[:, ::-1], "reverse part": np.s_[:, 2:0:-1, ::-2],
    "ellipsis": np.s_[..., 0], "new": np.s_[:, None, 1], "new end": np.s_[0, ..., None],
    "empty": np.s_[:, 2:1], "beyond": np.s_[:, :100], "array": np.s_[[0, 1, 0]],
    "array 1": np.s_[:, [2, 0, 2]], "array 2": np.s_[:, :, np.array([[3, -1], [0, 1]])],
    "array and int": np.s_[1, [2, 0]], "arrays": np.s_[[0, 1], [2, 0]],
    "arrays 1": np.s_[:, [2, 0], [1, 1]], "arrays together": np.s_[np.array([[0], [1]]), [2, 0]],
    "apart": np.s_[[0, 1], :, [2, 0]], "mask": np.s_[:, np.array([True, False, True])],
    "no index": np.s_[:, []], "numpy int": np.s_[np.int64(1), np.array(2)],
}  # fmt: skip


@pytest.mark.parametrize("name", INDICES)
def test_indices(name):
    key = INDICES[name]
    same(lambda x: x[key], C)


def test_traced_indices():
    for i in (0, 1, -1, -2):
        same(lambda x, i: x[i], C, i)
        same(lambda x, i: x[:, i, 1], C, i)
    same(lambda x, i: x[i], C, np.array([1, 0, -1]))
    same(lambda x, i: np.take(x, i, axis=2), C, np.array([[1, 0], [-1, 3]]))
    same(lambda x, i: np.take_along_axis(x, i, axis=1), A, np.argsort(A, axis=1))
    with pytest.raises(chad.RunError, match="test_numpy.py"):
        chad.jit(lambda x, i: x[i])(V, 4)
    with pytest.raises(chad.RunError):
        chad.jit(lambda x, i: x[i])(V, np.array([0, -5]))


def test_updates():
    def of(how, key, value):
        def function(x):
            if isinstance(x, chad.Array):
                return getattr(x.at[key], how)(value)
            x = x.copy()
            if how == "set":
                x[key] = value
            else:
                np.add.at(x, key, value)
            return x

        return function

    for key in [np.s_[1], np.s_[1, 2], np.s_[:, 1:3], np.s_[::2, 0], np.s_[...]]:
        same(of("set", key, 2.0), A)
        same(of("add", key, 2.0), A)
    same(of("add", np.array([0, 2, 0]), 1.5), A)
    same(of("set", np.array([0, 2]), 1.5), A)


PRODUCTS = {
    "vectors": (lambda x, y: x @ y, V, V + 1), "matrix, vector": (lambda x, y: x @ y, A, V),
    "vector, matrix": (lambda x, y: x @ y, W, A), "matrices": (lambda x, y: x @ y.T, A, B),
    "batch": (lambda x, y: x @ y, C, floats(2, 4, 2)), "shared": (lambda x, y: x @ y, C, floats(4, 5)),
    "shared left": (lambda x, y: x @ y, A, floats(2, 4, 5)),
    "spread": (lambda x, y: x @ y, floats(2, 1, 3, 4), floats(5, 4, 2)),
    "batch, vector": (lambda x, y: x @ y, C, V), "dot": (np.dot, A, B.T), "dot 3": (np.dot, C, V),
    "outer": (np.outer, V, W), "inner": (np.inner, A, B), "vdot": (np.vdot, A, B),
    "tensordot": (lambda x, y: np.tensordot(x, y, 2), C, floats(3, 4, 2)),
    "tensordot axes": (lambda x, y: np.tensordot(x, y, ([0, 1], [1, 0])), C, floats(3, 2, 5)),
    "einsum ij,jk": (lambda x, y: np.einsum("ij,kj->ik", x, y), A, B),
    "einsum ijk,k": (lambda x, y: np.einsum("ijk,k->ji", x, y), C, V),
    "einsum sum": (lambda x, y: np.einsum("ij,ij", x, y), A, B),
    "einsum batch": (lambda x, y: np.einsum("bij,bjk->bik", x, y), C, floats(2, 4, 2)),
    "norm": (lambda x, y: np.linalg.norm(x - y, axis=1), A, B),
}  # fmt: skip


@pytest.mark.parametrize("name", PRODUCTS)
def test_products(name):
    same(*PRODUCTS[name])


SYMMETRIC = lambda x: x @ np.swapaxes(x, -1, -2) + 4 * np.eye(4)
SQUARE, SQUARES = SYMMETRIC(floats(4, 4)) + floats(4, 4), floats(3, 4, 4)
MATRICES = {
    "cholesky": (lambda x: np.linalg.cholesky(SYMMETRIC(x)), SQUARES),
    "upper": (lambda x: cnp.linalg.cholesky(SYMMETRIC(x), upper=True), SQUARE),
    "solve": (np.linalg.solve, SQUARE, V), "solve several": (np.linalg.solve, SQUARE, B.T),
    "solve each": (np.linalg.solve, SQUARES, floats(3, 4, 2)), "solve one, several": (np.linalg.solve, SQUARE, SQUARES),
    "lower": (lambda x, y: cnp.linalg.solve_triangular(x, y, lower=True), SQUARE, V),
    "triangles": (cnp.linalg.solve_triangular, SQUARES, B.T),
    "unit": (lambda x, y: cnp.linalg.solve_triangular(x, y, unit_diagonal=True), SQUARE, V),
    "inv": (np.linalg.inv, SQUARES), "det": (np.linalg.det, SQUARES), "one element": (np.linalg.inv, SQUARE[:1, :1]),
    "det of rank 2": (np.linalg.det, np.diag([1.0, 2.0, 0.0])), "exchanged": (np.linalg.det, np.eye(3)[::-1]),
    "slogdet": (lambda x: np.linalg.slogdet(x)[1], SQUARES), "sign": (lambda x: np.linalg.slogdet(x)[0], SQUARES),
    "none": (np.linalg.inv, np.zeros((0, 3, 3))), "no rows": (np.linalg.det, np.zeros((2, 0, 0))),
}  # fmt: skip


@pytest.mark.parametrize("name", MATRICES)
def test_matrices(name):
    same(*MATRICES[name])


TALL, WIDE = floats(5, 3), floats(3, 5)
SIGNLESS = lambda v: v * np.sign(np.sum(v**3, axis=-2, keepdims=True))
SPECTRA = {
    "qr": (lambda x: tuple(np.linalg.qr(x)), TALL), "qr of a wide one": (lambda x: tuple(np.linalg.qr(x)), WIDE),
    "R": (lambda x: np.linalg.qr(x, mode="r"), SQUARES), "qr of each": (lambda x: tuple(np.linalg.qr(x)), SQUARES),
    "eigvalsh": (np.linalg.eigvalsh, SQUARES), "upper triangle": (lambda x: np.linalg.eigvalsh(x, "U"), SQUARE),
    "eigh": (lambda x: (np.linalg.eigh(x)[0], SIGNLESS(np.linalg.eigh(x)[1])), floats(5, 5)),
    "eigh of one": (lambda x: np.linalg.eigh(x)[0], floats(1, 1)),
    "svdvals": (np.linalg.svdvals, TALL), "svdvals of wide ones": (lambda x: np.linalg.svd(x, compute_uv=False), floats(2, 3, 4)),
    "svd": (lambda x: (SIGNLESS(np.linalg.svd(x, full_matrices=False)[0]), np.linalg.svd(x, full_matrices=False)[1]), TALL),
    "right vectors": (lambda x: SIGNLESS(np.linalg.svd(x, full_matrices=False).Vh.T), WIDE),
    "product of factors": (lambda x: (lambda u, s, v: u @ (s[:, None] * v))(*np.linalg.svd(x)), SQUARE),
    "pinv": (np.linalg.pinv, TALL), "pinv of wide ones": (np.linalg.pinv, floats(2, 2, 4)),
    "lstsq": (lambda x: np.linalg.lstsq(x, x[:, 0] ** 2 + 1)[0], TALL),
    "lstsq of several": (lambda x: tuple(np.linalg.lstsq(x, np.sin(x))), TALL),
    "shortest solution": (lambda x: np.linalg.lstsq(x, x[:, 0])[0], WIDE),
    "matrix_rank": (np.linalg.matrix_rank, np.stack([SQUARE[:3, :3], np.ones((3, 3)), np.zeros((3, 3))])),
    "cond": (lambda x: [np.linalg.cond(x, p) for p in (None, -2, 1)], SQUARES),
    "norms by values": (lambda x: [np.linalg.norm(x, o, (0, 2)) for o in (2, -2, "nuc")], floats(3, 2, 4)),
    "norms with axes": (lambda x: np.linalg.norm(x, 2, keepdims=True), TALL),
}  # fmt: skip


@pytest.mark.parametrize("name", SPECTRA)
def test_spectra(name):
    # One function of each rule is differentiated twice.
    function, x = SPECTRA[name]
    is_twice = name in ("qr", "eigh", "svd", "pinv")
    same(function, x, gradient=not is_twice)
    if is_twice:
        chad.check_grads(function, (x,), order=2)


def test_spectra_of_special_matrices():
    """Equal and zero eigenvalues and singular values, and matrices of other sizes and scales."""
    close = lambda a, b, rtol=1e-12: np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol)
    large = floats(40, 40)
    low = floats(6, 2) @ floats(2, 4)
    eigh, qr = chad.jit(np.linalg.eigh), chad.jit(np.linalg.qr)
    svd = chad.jit(lambda x: np.linalg.svd(x, full_matrices=False))
    for x in (
        np.eye(4),
        np.zeros((4, 4)),
        np.diag([1.0, -1.0, 1.0, -1.0]),
        np.ones((4, 4)),
        large,
        1e-200 * large,
        1e200 * large,
    ):
        scale = np.abs(x).max() or 1.0
        x = x + x.T
        values, vectors = eigh(x)
        close(values / scale, np.linalg.eigvalsh(x) / scale)
        close(vectors.T @ vectors, np.eye(len(x)))
        close(vectors * (values / scale) @ vectors.T, x / scale)
    for x in (
        np.eye(4),
        np.zeros((6, 4)),
        low,
        low.T,
        large,
        1e-200 * large[:6, :4],
        1e200 * large[:4, :6],
        1e200 * large,
        np.triu(large),
    ):
        scale = np.abs(x).max() or 1.0
        u, s, v = svd(x)
        close(s / scale, np.linalg.svdvals(x) / scale)
        close(u.T @ u, np.eye(len(s)))
        close(v @ v.T, np.eye(len(s)))
        close(u * (s / scale) @ v, x / scale)
        q, r = qr(x)
        close(q.T @ q, np.eye(q.shape[1]))
        close(q @ (r / scale), x / scale)
    f = np.linalg.svdvals(TALL.astype(np.float32))
    close(chad.jit(np.linalg.svdvals)(TALL.astype(np.float32)), f, 1e-6)
    # No reflection moves a triangular matrix. The signs of rows change beside it, and the derivative is that of the factor
    # all the same.
    chad.check_grads(lambda x: np.linalg.qr(x)[1] ** 2, (np.triu(SQUARE),))
    assert np.isnan(chad.jit(np.linalg.eigvalsh)(np.full((3, 3), np.nan))).any()
    for function, message in (
        (lambda x: np.linalg.svd(x), "say full_matrices=False"),
        (lambda x: np.linalg.qr(x, "complete"), "mode 'complete' is not there"),
        (np.linalg.eigh, "takes square matrices"),
        (lambda x: np.linalg.svdvals(x[:0]), "matrices with elements"),
        (lambda x: np.linalg.qr(x * 1j), "complex matrices"),
        (lambda x: np.linalg.eig(x), "eig takes square matrices"),
    ):
        with pytest.raises(chad.TraceError, match=message):
            chad.jit(function)(TALL)


def test_pseudoinverses_of_low_rank():
    """Derivatives where the rank stays: along matrices of the same rank."""
    left, right = floats(5, 2), floats(2, 4)
    low = left @ right
    np.testing.assert_allclose(chad.jit(np.linalg.pinv)(low), np.linalg.pinv(low), rtol=1e-10, atol=1e-12)
    chad.check_grads(lambda x, y: np.linalg.pinv(x @ y), (left, right))
    b = floats(5)
    found, expected = chad.jit(np.linalg.lstsq)(low, b), np.linalg.lstsq(low, b)
    np.testing.assert_allclose(found.x, expected[0], rtol=1e-10)
    assert found.rank == 2 and found.residuals.shape == (1,) and expected[1].shape == (0,)
    assert chad.jit(lambda x: np.linalg.pinv(x, rtol=0.9))(np.diag([2.0, 1.0])).tolist() == [[0.5, 0], [0, 0]]
    assert chad.jit(lambda x: np.linalg.matrix_rank(x, 1.5))(np.diag([2.0, 1.0])) == 1
    for x in (TALL.astype(np.float32), np.arange(6).reshape(3, 2)):
        found = chad.jit(np.linalg.pinv)(x)
        assert found.dtype == np.linalg.pinv(x).dtype
        np.testing.assert_allclose(found, np.linalg.pinv(x), rtol=1e-4)
    with pytest.raises(chad.TraceError, match="is a number of Python"):
        chad.jit(lambda x, t: np.linalg.pinv(x, rtol=t))(TALL, 0.1)


def test_matrices_that_have_no_factors():
    assert np.isnan(chad.jit(np.linalg.cholesky)(-np.eye(2))).any()
    with pytest.raises(chad.TraceError, match="takes square matrices"):
        chad.jit(np.linalg.inv)(B)
    with pytest.raises(chad.TraceError, match="convert the matrix to float32"):
        chad.jit(np.linalg.det)(SQUARE.astype(np.float16))
    with pytest.raises(chad.TraceError, match="a vector or matrices on the right"):
        chad.jit(lambda x: np.linalg.solve(x, 1.0))(SQUARE)
    with pytest.raises(chad.TraceError, match="of a matrix of 4 rows does not take"):
        chad.jit(np.linalg.solve)(SQUARE, np.ones(3))
    # numpy raises an error for singular matrices.
    singular = np.diag([1.0, 0.0, 2.0, 3.0])
    for function in (np.linalg.inv, lambda x: np.linalg.solve(x, x[0] + 1)):
        assert not np.isfinite(chad.jit(function)(singular)).all()
    assert chad.jit(np.linalg.slogdet)(singular) == (0, -np.inf)


#: Some more rows than one block has, several blocks, and a block that is full.
BLOCKS = (33, 64, 100)
BLOCK_FUNCTIONS = {
    "cholesky": lambda x, b: np.linalg.cholesky(x @ x.T + np.eye(len(x), dtype=x.dtype)) @ b,
    "solve": np.linalg.solve,
    "solve a vector": lambda x, b: np.linalg.solve(x, b[:, 0]),
    "inv": lambda x, b: np.linalg.inv(x) @ b,
    "det": lambda x, b: np.linalg.det(x / 5) * b[0],
    "slogdet": lambda x, b: np.linalg.slogdet(x)[1] * b[0],
    "lower": lambda x, b: cnp.linalg.solve_triangular(x, b, lower=True),
    "unit": lambda x, b: cnp.linalg.solve_triangular(x / 20, b, unit_diagonal=True),
}


@pytest.mark.parametrize("name", BLOCK_FUNCTIONS)
def test_blocks(name):
    function = BLOCK_FUNCTIONS[name]
    for n in BLOCKS:
        # Without a dominant diagonal, rows are exchanged.
        x, b = floats(n, n) + 3 * np.eye(n)[::-1], floats(n, 3)
        if name in ("lower", "unit"):
            x = floats(n, n) / n + np.diag(1 + rng.random(n))
        expected = function(x, b)
        np.testing.assert_allclose(chad.jit(function)(x, b), expected, 1e-8, 1e-9 * abs(expected).max())
        chad.check_grads(function, (x, b), rtol=1e-5)
        if n == BLOCKS[0]:
            single = chad.jit(function)(x.astype(np.float32), b.astype(np.float32))
            assert single.dtype == np.float32
            np.testing.assert_allclose(single, expected, 2e-2, 2e-2 * abs(expected).max())


@pytest.mark.parametrize("name", BLOCK_FUNCTIONS)
def test_second_derivatives_of_matrices(name):
    chad.check_grads(BLOCK_FUNCTIONS[name], (floats(4, 4) + 3 * np.eye(4), floats(4, 2)), order=2)


@pytest.mark.parametrize("name", BLOCK_FUNCTIONS)
def test_complex_matrices(name):
    """Values, and derivatives by the parts of the numbers, of complex matrices."""
    function = BLOCK_FUNCTIONS[name]
    if name == "cholesky":
        function = lambda x, b: np.linalg.cholesky(x @ np.conj(x).T + np.eye(len(x))) @ b
    for n in (3, 5, 40):
        x, b = (floats(n, m) + 1j * floats(n, m) for m in (n, 2))
        x = x / n + np.diag(1 + rng.random(n))
        expected = function(x, b)
        np.testing.assert_allclose(chad.jit(function)(x, b), expected, 1e-8, 1e-9 * abs(expected).max())
        chad.check_grads(function, (x, b), order=1 + (n == 3), rtol=1e-5)
    sign = chad.jit(lambda x: np.linalg.slogdet(x)[0])
    np.testing.assert_allclose(sign(x), np.linalg.slogdet(x)[0], 1e-9)
    chad.check_grads(lambda x: np.linalg.slogdet(x)[0], (x[:3, :3],))


@pytest.mark.parametrize("name", BLOCK_FUNCTIONS)
def test_matrices_of_dynamic_extents(name):
    """One program for matrices of one, several and no blocks."""
    function = BLOCK_FUNCTIONS[name]
    if name == "cholesky":
        function = lambda x, b: np.linalg.cholesky(x) @ b
    loss = lambda x, b: np.sum(function(x, b) ** 2)
    by_extent, fixed = (chad.jit(chad.value_and_grad(loss, (0, 1)), dynamic=d) for d in (True, False))
    for n in (1, 2, 32, 45, 70):
        x, b = floats(n, n) / n, floats(n, 2)
        x = x @ x.T + np.eye(n)
        (value, found), (other, expected) = by_extent(x, b), fixed(x, b)
        np.testing.assert_allclose(value, other, 1e-9)
        for f, e in zip(found, expected):
            np.testing.assert_allclose(f, e, 1e-8, 1e-9 * abs(e).max())


def test_determinants_of_singular_matrices():
    """The derivative of a determinant is the adjugate, also of matrices of low rank and where no pivot of the first columns
    is left."""
    jordan = np.diag(np.ones(4), 1)
    low = floats(5, 4) @ floats(4, 5)
    for x in (
        jordan,
        low,
        np.diag([1.0, 2.0, 0.0, 3.0, 4.0]),
        np.zeros((5, 5)),
        np.ones((5, 5)),
        np.zeros((3, 3)),
    ):
        n = len(x)
        minors = [[np.linalg.det(np.delete(np.delete(x, i, 0), j, 1)) for j in range(n)] for i in range(n)]
        cofactors = np.array(minors) * (-1.0) ** np.add.outer(range(n), range(n))
        np.testing.assert_allclose(chad.grad(np.linalg.det)(x), cofactors, 1e-9, 1e-11)
    # Second derivatives of polynomials are there for up to three rows.
    assert chad.hessian(np.linalg.det)(np.zeros((2, 2)))[0, 0, 1, 1] == 1


@pytest.mark.parametrize("n", [1, 2, 3, 5, 40])
def test_eigenvalues(n):
    """Eigenvalues and vectors of real and complex matrices, to rounding."""
    for x in (
        floats(n, n),
        floats(n, n) + 1j * floats(n, n),
        np.stack([np.eye(n)] * 2),
        floats(n, n).astype(np.float32),
    ):
        w, v = chad.jit(np.linalg.eig)(x)
        tolerance = 100 * n * np.finfo(x.dtype).eps
        assert w.dtype == v.dtype == np.result_type(x.dtype, np.complex64)
        np.testing.assert_allclose(x @ v, v * w[..., None, :], tolerance, tolerance)
        np.testing.assert_allclose(np.sum(abs(v) ** 2, -2), np.ones(x.shape[:-1]), tolerance)
        if x.ndim == 2 and n:
            expected = np.linalg.eigvals(x)
            for one in (w, chad.jit(np.linalg.eigvals)(x)):
                assert abs(one[:, None] - expected).min(0).max() <= 100 * tolerance
                assert np.count_nonzero(one.imag) == np.count_nonzero(expected.imag)


def test_derivatives_of_eigenvalues():
    x, c = floats(4, 4), floats(4, 4) + 1j * floats(4, 4)
    chad.check_grads(lambda x: np.sum(np.linalg.eigvals(x) ** 3).real, (x,))

    def both(x):
        w, v = np.linalg.eig(x)
        return np.sum(w.real**3 + w.imag**2), np.sum(abs(v) ** 4), np.sum((v**3).real)

    chad.check_grads(both, (x,), order=2)
    chad.check_grads(both, (c,))


def test_more_of_einsum():
    same(lambda x: np.einsum("ii->i", x), floats(3, 3))
    same(lambda x: np.einsum("ii", x), floats(3, 3))
    same(lambda x: np.einsum("ijk->kij", x), C)
    same(lambda x, y, z: np.einsum("ij,jk,kl->il", x, y, z), A, B.T, floats(3, 2))


def test_products_of_integers_and_of_nothing():
    same(lambda x, y: x @ y.T, I, J, exact=True)
    same(lambda x, y: x @ y, np.zeros((3, 0)), np.zeros((0, 2)))
    same(lambda x, y: x @ y, np.zeros((0, 4)), B.T)


def test_promotion():
    values = [
        np.float32(1.5),
        np.float64(1.5),
        np.int32(2),
        np.int8(2),
        np.uint8(2),
        np.bool_(True),
        2,
        1.5,
        True,
    ]
    for x in values:
        for y in values:
            if isinstance(x, (int, float)) and isinstance(y, (int, float)) and not isinstance(x, np.generic):
                continue
            same(lambda a: a + y, np.asarray([x]), gradient=False)
            same(lambda a, b: a * b, np.asarray([x]), np.asarray([y]), gradient=False)


def test_half_floats():
    x = A.astype(np.float16)
    result = chad.jit(lambda a: np.sum(a * a))(x)
    assert result.dtype == np.float16
    np.testing.assert_allclose(result, (x.astype(float) ** 2).sum(), rtol=1e-2)
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = A.astype(ml_dtypes.bfloat16)
    gradient = chad.grad(lambda a: (a * a).sum())(x)
    assert gradient.dtype == ml_dtypes.bfloat16
    np.testing.assert_array_equal(gradient, x + x)


def test_signs_of_zeros_in_constants():
    for size in (3, 200):
        zeros = np.zeros(size)
        signed = zeros.copy()
        signed[1] = -0.0
        result = chad.jit(lambda x: (np.copysign(x, signed), np.copysign(x, zeros)))(np.ones(size))
        assert result[0][1] == -1 and result[0].sum() == size - 2
        assert result[1].sum() == size


def test_powers():
    for n in (0, 1, 2, 3, 7, 20, -1, -3, 2.0, 0.5, -1.5):
        same(lambda x: x**n, P)
    for n in (0, 1, 2, 5):
        same(lambda x: x**n, A)
        same(lambda x: x**n, I, exact=True)
    same(lambda x: 2.0**x, A)
    same(lambda x: 2**x, np.abs(I), exact=True)


@pytest.mark.parametrize("x", [-1.5, 0.0, 2.0])
@pytest.mark.parametrize("ratio", [1, -1, 0])
def test_derivatives_of_equal_operands(x, ratio):
    """Smooth functions that are computed by way of the larger operand."""
    y = ratio * x
    hessian = lambda f: [[chad.grad(chad.grad(f, i), j)(x, y) for j in (0, 1)] for i in (0, 1)]
    a = 1 / (1 + np.exp(y - x))
    np.testing.assert_allclose(chad.grad(np.logaddexp, (0, 1))(x, y), (a, 1 - a), rtol=1e-14)
    np.testing.assert_allclose(hessian(np.logaddexp), a * (1 - a) * np.array([[1, -1], [-1, 1]]), rtol=1e-13)
    r = np.hypot(x, y)
    np.testing.assert_allclose(chad.grad(np.hypot, (0, 1))(x, y), (x / r, y / r) if r else (0, 0), rtol=1e-14)
    if r:
        expected = np.array([[y * y, -x * y], [-x * y, x * x]]) / r**3
        np.testing.assert_allclose(hessian(np.hypot), expected, rtol=1e-13, atol=1e-13)
        chad.check_grads(np.hypot, (x, y), order=2)
    chad.check_grads(np.logaddexp, (x, y), order=2)


def test_large_operands_of_hypot_and_logaddexp():
    values = [0.0, 1e-320, 3e-200, 1.0, 4e300, -1e308, np.inf, -np.inf, np.nan, -40.0, 800.0]
    x, y = np.meshgrid(values, values)
    with np.errstate(all="ignore"):
        for function in (np.hypot, np.logaddexp):
            np.testing.assert_allclose(chad.jit(function)(x, y), function(x, y), rtol=1e-15)
    for pair in ((800.0, -800.0), (-800.0, 800.0), (1e308, 1e-308), (-np.inf, 0.0), (0.0, -np.inf)):
        a = float(pair[0] > pair[1])
        np.testing.assert_array_equal(chad.grad(np.logaddexp, (0, 1))(*pair), (a, 1 - a))


def test_functions_beyond_numpy():
    from math import erf

    np.testing.assert_allclose(chad.jit(cnp.erf)(A), np.vectorize(erf)(A), rtol=1e-14)
    chad.check_grads(cnp.erf, (A,))
    expected = np.log(np.exp(C).sum(1))
    np.testing.assert_allclose(chad.jit(lambda x: cnp.logsumexp(x, 1))(C), expected, rtol=1e-14)
    assert chad.jit(cnp.logsumexp)(np.full(4, 1000.0)) == 1000 + np.log(4)
    np.testing.assert_allclose(cnp.softmax(C, 1).sum(1), np.ones((2, 4)), rtol=1e-14)
    chad.check_grads(lambda x: cnp.softmax(x, -1), (C,), order=2)
    chad.check_grads(lambda x: cnp.logsumexp(x, 0), (C,), order=2)


@pytest.mark.parametrize("ord", [None, 1, 2, np.inf, "fro"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1), (2, 0)])
def test_norms(ord, axis):
    for x in (A, A[0], C):
        try:
            np.linalg.norm(x, ord, axis)
        except (ValueError, np.exceptions.AxisError):
            continue
        same(lambda x: np.linalg.norm(x, ord, axis), x)
        same(lambda x: np.linalg.norm(x, ord, axis, keepdims=True), x)
    if ord in (1, 2, np.inf) and axis != (2, 0):
        expected = np.abs(A).max(axis) if ord == np.inf else (np.abs(A) ** ord).sum(axis) ** (1 / ord)
        result = chad.jit(lambda x: cnp.linalg.vector_norm(x, ord=ord, axis=axis))(A)
        np.testing.assert_allclose(result, expected, rtol=1e-14)


def test_docstrings():
    """Each function of the namespace says what it computes."""
    functions = {
        name: function for name, function in vars(cnp).items() if callable(function) and hasattr(np, name)
    }
    functions.update(cnp.FUNCTIONS)
    functions.update({f.__name__: f for f in (cnp.erf, cnp.logsumexp, cnp.softmax, cnp.rsqrt)})
    for group in (cnp.linalg, cnp.fft):
        functions.update({f"{group.__name__}.{n}": getattr(group, n) for n in vars(group) if n[0] != "_"})
    assert len(functions) > 180
    bare = [name for name, function in functions.items() if not (function.__doc__ or "").strip().endswith(".")]
    own = [name for name in bare if (functions[name].__module__ or "").startswith("chad")]
    assert not own, own


def test_namespace():
    @chad.jit
    def function(x):
        xp = x.__array_namespace__()
        assert xp is cnp
        return xp.sum(xp.permute_dims(x, (1, 0)), axis=0) + xp.ones(3) + xp.arange(3, dtype=xp.float64)

    np.testing.assert_allclose(function(A), A.sum(1) + 1 + np.arange(3))
    # Nothing is traced here: these are numpy's own.
    assert isinstance(cnp.sin(1.0), float) and isinstance(cnp.zeros((2, 2)), np.ndarray)


def test_large_constants_are_passed_and_kept_once():
    table = floats(1000)
    inner = lambda x: np.sum(table * x)
    function = chad.jit(lambda x: inner(x) + chad.grad(inner)(x) + np.sum(table))
    assert np.isclose(function(2.0), (table * 2).sum() + table.sum() * 2)
    assert "dense<" not in function.lower(2.0)
    assert [a.text for a in function.program(2.0).main.args] == ["f64", "tensor<1000xf64>"]


def test_constants_in_programs():
    table = np.array([[1.5, -2.0], [np.inf, 0.25]])
    same(lambda x: x * table, np.ones((2, 2)), gradient=False)
    for dtype in ("float32", "float16", "int8", "uint8", "int32", "bool"):
        numbers = np.array([1, 0, 3, 100], dtype)
        same(lambda x: x * 0 + numbers, np.zeros(4, dtype) if dtype != "bool" else np.zeros(4), gradient=False)
    for number in (np.inf, -np.inf, np.nan, 1e-320, 1e308, -0.0):
        same(lambda x: x * 0 + number, 1.0, gradient=False, exact=True)
