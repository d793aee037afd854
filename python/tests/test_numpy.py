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


def test_quotients_of_floats():
    """They are whole numbers, not one off where the division rounds; a remainder of zero has its derivatives, too."""
    for dtype in (np.float64, np.float32):
        x, y = (rng.uniform(-9, 9, 4000).astype(dtype) for _ in range(2))
        x, y = np.concatenate([x, 3 * y, 7 * y]), np.concatenate([y, y, y])
        same(np.floor_divide, x, y, exact=True, gradient=False)
        same(np.remainder, x, y, exact=True, gradient=False)
    for x, y in ((6.0, 3.0), (-6.0, 3.0), (0.0, -2.0), (7.0, -2.0)):
        assert chad.grad(np.remainder, (0, 1))(x, y) == (1, -(x // y))
    assert chad.grad(np.floor_divide)(6.5, 2.0) == 0


def test_variances_of_few_elements():
    x = np.array([[1.0], [4.0]])
    same(lambda x: (np.var(x, axis=1, ddof=2), np.std(x, ddof=3), np.var(x[:0], ddof=1)), x, gradient=False)


def test_numbers_as_arrays():
    """Indices of an array without dimensions."""
    same(lambda x: (x[...] * 1, x[()] * 2, x[None], x[None, ..., None]), np.array(1.5))
    assert chad.jit(lambda x: (x.at[...].set(3.0), x.at[()].add(1.0)))(2.0) == (3.0, 3.0)


def test_rolls_and_sums_of_several_axes():
    same(lambda x: (np.roll(x, 1, (0, 2)), np.roll(x, (1, 2), 1), np.roll(x, (1, -1), (1, 1))), C)
    same(lambda i: np.vecdot(i, i), I.astype(np.int8), exact=True, gradient=False)
    same(lambda x: (np.diff(x, prepend=0.0, append=x[..., :1]), np.repeat(x, [1, 0, 2], axis=1)), C)
    with pytest.raises(TypeError, match="reverse"):
        chad.jit(lambda x: cnp.cumulative_sum(x, reverse=True))(V)


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


def test_equal_operands_of_dynamic_extents():
    """A comparison of an array with itself has its extents, also where that is found while the program is compiled."""
    x = np.array([[3, -1, 2], [0, 5, 5]])

    def function(x):
        positive = np.maximum(x, x)
        return (
            np.equal(x, x),
            x < x,
            x ^ x,
            x - x,
            positive >= x,
            np.logical_xor(x > 0, x > 0),
            np.where(x <= x, x, 0),
        )

    compiled = chad.jit(function, dynamic=True)
    for given in (x, x[:, :1], x[:0]):
        for mine, other in zip(compiled(given), function(given), strict=True):
            assert mine.dtype == other.dtype
            np.testing.assert_array_equal(mine, other)
    slope = chad.jit(chad.grad(lambda y: np.sum(np.where(np.equal(y > 0, y > 0), y**2, 0.0))), dynamic=True)
    np.testing.assert_array_equal(slope(np.array([1.0, -2.0])), [2.0, -4.0])
