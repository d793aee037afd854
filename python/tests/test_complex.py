"""Arrays of complex numbers: values are compared with numpy's, and derivatives with JAX's, if JAX is installed."""

import re
from decimal import Decimal, getcontext

import numpy as np
import pytest

import chad
import chad.numpy as cnp

#: Derivatives of matrices are linear: there is no warning.
pytestmark = pytest.mark.filterwarnings("error::chad.CompileWarning")
rng = np.random.default_rng(5)


def numbers(*shape):
    return rng.normal(size=shape) + 1j * rng.normal(size=shape)


def close(a, b, rtol=1e-12):
    assert np.asarray(a).dtype == np.asarray(b).dtype
    np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol)


Z, W, M, N = numbers(3, 4), numbers(3, 4), numbers(3, 4), numbers(4, 2)
X = rng.normal(size=(3, 4))

VALUES = {
    "add": (np.add, Z, W), "subtract": (np.subtract, Z, X), "multiply": (np.multiply, X, Z), "divide": (np.divide, Z, W),
    "numbers": (lambda z: (2 + z) * 1j - z / (1 - 2j), Z), "of floats": (lambda x: x * 2j, X),
    "abs": (np.abs, Z), "angle": (np.angle, Z), "conj": (np.conj, Z), "method": (lambda z: z.conj().T, Z),
    "real": (np.real, Z), "imag": (np.imag, Z), "parts": (lambda z: z.real - z.imag, Z), "sign": (np.sign, Z),
    "negative": (np.negative, Z), "square": (np.square, Z), "reciprocal": (np.reciprocal, Z), "sqrt": (np.sqrt, Z),
    "exp": (np.exp, Z), "expm1": (np.expm1, Z), "log": (np.log, Z), "log1p": (np.log1p, Z), "log2": (np.log2, Z),
    "log10": (np.log10, Z), "exp2": (np.exp2, Z), "sin": (np.sin, Z), "cos": (np.cos, Z), "tan": (np.tan, Z),
    "sinh": (np.sinh, Z), "cosh": (np.cosh, Z), "tanh": (np.tanh, Z), "power": (np.power, Z, W),
    "integer power": (lambda z: z**3 + z**-2 + z**2.0, Z), "equal": (lambda z, w: (z == z, z != w), Z, W),
    "where": (lambda z, w: np.where(z.real > 0, z, w), Z, W), "isfinite": (np.isfinite, Z), "isnan": (np.isnan, Z),
    "round": (lambda z: np.round(3 * z), Z), "sum": (lambda z: (np.sum(z), np.sum(z, 0)), Z), "prod": (lambda z: np.prod(z, 1), Z), "mean": (np.mean, Z),
    "var": (np.var, Z), "cumsum": (lambda z: np.cumsum(z, 1), Z), "norm": (np.linalg.norm, Z),
    "matmul": (lambda z, w: (z @ w, z[0] @ w, z @ w[:, 0]), M, N), "outer": (np.outer, Z[0], W[0]),
    "einsum": (lambda z, w: np.einsum("ij,jk->ki", z, w), M, N), "vdot": (np.vdot, Z[0], W[0]),
    "reshape": (lambda z: (z.reshape(4, 3), np.transpose(z), np.flip(z, 0), z[1:, ::2], z[0, 1]), Z),
    "concat": (lambda z, w: (np.concatenate([z, w], 1), np.stack([z, w])), Z, W),
    "take": (lambda z: z[np.array([2, 0])], Z), "constants": (lambda z: z * numbers_of_100, numbers(100)),
    "narrow": (lambda z, x: z * x, Z.astype(np.complex64), X.astype(np.float32)),
    "fft": (np.fft.fft, Z), "ifft": (lambda z: np.fft.ifft(z, axis=0, norm="ortho"), Z), "fft of floats": (np.fft.fft, X),
    "rfft": (lambda x: np.fft.rfft(x, 5), X), "irfft": (np.fft.irfft, Z), "odd irfft": (lambda z: np.fft.irfft(z, 5), Z),
    "fft2": (lambda z: (np.fft.fft2(z), np.fft.ifft2(z, axes=(1, 0)), np.fft.fftn(z, (3,), (1,)), np.fft.ifftn(z, norm="ortho")), Z),
    "fft of 6": (lambda z: np.fft.fft(z, 6, norm="forward"), Z),
}  # fmt: skip
numbers_of_100 = numbers(100)


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    function, *args = VALUES[name]
    rtol = 1e-5 if name == "narrow" else 1e-12
    found, expected = chad.jit(function)(*args), function(*args)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected, strict=True):
        close(a, b, rtol)


INVERSES = ("arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh")


def of_all_sizes(dtype, step):
    """Numbers with parts of every size and sign, infinite ones, and those at which formulas change."""
    info = np.finfo(dtype)
    sizes = [2.0**k for k in range(int(np.log2(info.tiny)) + 1, int(np.log2(info.max)), step)]
    eps = float(info.eps)
    sizes += [0.0, 0.5, 1 - 4 * eps, 0.999, 1.0, 1 + 2 * eps, 1.001, 2.0, float(info.max) / 4, np.inf]
    line = np.array([s * x for x in sizes for s in (1.0, -1.0)])
    z = np.empty((len(line), len(line)), dtype)
    z.real, z.imag = line, line[:, None]
    return z


def parts_differ(found, all_expected, dtype):
    """Where a part is near none of those that are expected, or a zero has another sign. NaN allows all."""
    info = np.finfo(dtype)
    differs = np.zeros(found.shape, bool)
    for part in ("real", "imag"):
        a = getattr(found, part)
        fits = np.zeros(found.shape, bool)
        for expected in all_expected:
            b = getattr(expected, part)
            with np.errstate(invalid="ignore"):
                near = (a == b) | (np.abs(a - b) <= 16 * info.eps * np.abs(b) + 2 * info.tiny) | np.isnan(b)
            fits |= near & ~((a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b)))
        differs |= ~fits
    return differs


@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
@pytest.mark.parametrize("name", INVERSES)
def test_inverse_functions(name, dtype):
    """Both parts to rounding, for numbers of all sizes, both sides of branch cuts, and infinities."""
    function, z = getattr(np, name), of_all_sizes(dtype, 7)
    found = chad.jit(function)(z)
    with np.errstate(all="ignore"):
        # Of more digits, and numpy's own, which is right where those have no more exponents.
        expected = [function(z.astype(np.clongdouble)).astype(dtype), function(z)]
    differs = parts_differ(found, expected, dtype)
    assert not differs.any(), [(z[i], found[i], expected[0][i]) for i in zip(*np.nonzero(differs))][:10]


@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
@pytest.mark.parametrize("name", ["abs", "sqrt", "log", "sign", "reciprocal", "angle"])
def test_numbers_of_all_sizes(name, dtype):
    """Squares of parts that vanish or overflow are not squared."""
    z = of_all_sizes(dtype, 13)
    z = z[np.isfinite(z) & (z != 0) & (np.abs(np.abs(z) - 1) > 0.1)]
    function = getattr(np, name)
    found = chad.jit(function)(z)
    with np.errstate(all="ignore"):
        expected = function(z.astype(np.clongdouble)).astype(found.dtype)
    keeps = np.isfinite(expected)
    differs = parts_differ(np.abs(found) if name == "reciprocal" else found,
                           [np.abs(expected) if name == "reciprocal" else expected], dtype) & keeps  # fmt: skip
    assert not differs.any(), [(z[i], found[i], expected[i]) for i in zip(*np.nonzero(differs))][:10]
    if name != "angle" and dtype == np.complex128:
        # Derivatives of numbers that are neither large nor small are those of these, but for the size.
        w = np.array([3 + 4j, -2 + 1j, 1j, -5.0, 2 - 2j])
        weights = np.array([1.0, 2.0, -1.0, 0.5, 3.0])
        slopes = [chad.grad(lambda w: np.sum(weights * function(w).real))(s * w) for s in (1e-250, 1.0, 1e150)]
        power = {"abs": 0, "sqrt": 0.5, "log": 1, "sign": 1, "reciprocal": 2}[name]
        if power < 2:
            close(slopes[0] * 1e-250**power, slopes[1])
        close(slopes[2] * 1e75**power * 1e75**power, slopes[1])


def test_derivatives_of_roots_and_inverse_functions():
    """First and second derivatives by their formulas, also where a part is zero, on the side of a branch cut that the
    sign of that chooses."""
    points = [0.3 + 0.4j, -2 + 1j, 1.5 - 3j, 1e9 + 1e9j, 1e-9 - 1e-9j, 2 - 1e-300j, -1e12 + 1j]
    points += [complex(s * x, t * 0.0) for x in (0.5, 3.0) for s in (1, -1) for t in (1, -1)]
    points += [complex(t * 0.0, s * x) for x in (0.5, 3.0) for s in (1, -1) for t in (1, -1)]
    root = lambda x, y: np.sqrt(complex(x, y))

    def slopes(name, z):
        x, y = z.real, z.imag
        if name == "sqrt":
            r = root(x, y)
            return 0.5 / r, -0.25 / r**3
        if name in ("arctan", "arctanh"):
            sign = 1 if name == "arctan" else -1
            d = 1 / (1 + sign * z) / (1 - sign * z) if sign < 0 else 1 / (1 + 1j * z) / (1 - 1j * z)
            return d, -2 * sign * z * d * d
        d = {"arcsin": lambda: 1 / (root(1 - x, -y) * root(1 + x, y)), "arccos": lambda: -slopes("arcsin", z)[0],
             "arcsinh": lambda: 1 / (root(1 + y, -x) * root(1 - y, x)),
             "arccosh": lambda: 1 / (root(x - 1, y) * root(x + 1, y))}[name]()  # fmt: skip
        # f'' = ±z f'³, by f'² = ±1 / (1 ± z²).
        return d, (z if name in ("arcsin", "arccos") else -z) * d**3

    for name in ("sqrt", *INVERSES):
        function = getattr(np, name)
        first = chad.jit(chad.grad(function, holomorphic=True))
        second = chad.jit(chad.grad(chad.grad(function, holomorphic=True), holomorphic=True))
        # Along the imaginary part, too: f' i.
        along = chad.jit(lambda z, f=function: chad.jvp(f, (z,), (np.ones_like(z) * 1j,))[1])
        for z in points:
            one, two = slopes(name, z)
            found = first(z), second(z)
            assert abs(found[0] - one) <= 1e-10 * abs(one), (name, z, found[0], one)
            across = along(np.array([z]))[0]
            assert abs(across - 1j * one) <= 1e-10 * abs(one), (name, z, across, 1j * one)
            assert abs(found[1] - two) <= 1e-8 * max(abs(two), abs(one) ** 3), (name, z, found[1], two)


LENGTHS = (1, 2, 3, 16, 17, 18, 25, 30, 34, 64, 96, 97, 128)


@pytest.mark.parametrize("n", LENGTHS)
def test_transforms_of_all_lengths(n):
    """Lengths with small prime factors, which are computed by stages, and others."""
    z = numbers(n)
    transforms = lambda z: (
        np.fft.fft(z),
        np.fft.ifft(z),
        np.fft.rfft(z.real),
        np.fft.irfft(z[: n // 2 + 1], n),
    )
    for found, expected in zip(chad.jit(transforms)(z), transforms(z), strict=True):
        close(found, expected, 1e-13 * max(n, 10))


@pytest.mark.parametrize("shape", [(20,), (2, 20, 3), (0, 20), (18, 1)])
def test_transforms_along_axes(shape):
    z = numbers(*shape)
    axis = next(a for a, n in enumerate(shape) if n >= 17)
    for function in (np.fft.fft, np.fft.ifft):
        for norm in (None, "ortho"):
            close(
                chad.jit(lambda z, f=function, n=norm: f(z, axis=axis, norm=n))(z),
                function(z, axis=axis, norm=norm),
                1e-12,
            )
    floats = z.real.copy()
    close(chad.jit(lambda x: np.fft.rfft(x, axis=axis))(floats), np.fft.rfft(floats, axis=axis), 1e-12)
    close(chad.jit(lambda x: np.fft.irfft(x, axis=axis))(z), np.fft.irfft(z, axis=axis), 1e-12)
    narrow = z.astype(np.complex64)
    close(
        chad.jit(lambda z: np.fft.fft(z, axis=axis))(narrow),
        np.fft.fft(narrow, axis=axis).astype(np.complex64),
        1e-4,
    )
    if z.size:
        chad.check_grads(lambda z: np.abs(np.fft.fft(z, axis=axis)) ** 2, (z,), order=2)
    # Shorter, and with zeros.
    close(chad.jit(lambda z: np.fft.fft(z, 18, axis=axis))(z), np.fft.fft(z, 18, axis=axis), 1e-12)
    close(chad.jit(lambda z: np.fft.fft(z, 27, axis=axis))(z), np.fft.fft(z, 27, axis=axis), 1e-12)


def test_arguments_and_results():
    f = chad.jit(lambda z, n: {"z": z * 2, "n": n + 1, "x": abs(z)})
    out = f(3 + 4j, 2)
    assert out == {"z": 6 + 8j, "n": 3, "x": 5.0} and type(out["z"]) is np.complex128
    out = f(np.asfortranarray(Z), 2)
    close(out["z"], 2 * Z)
    assert chad.jit(lambda z: z)(np.zeros((0, 3), np.complex64)).dtype == np.complex64
    rows = chad.jit(lambda z: (chad.map(lambda r: r.sum() * 1j, z), chad.scan(lambda a, b: a * b, z[0], 1.0)))(
        Z
    )
    close(rows[0], Z.sum(1) * 1j)
    close(rows[1], np.cumprod(Z[0]))
    state = chad.jit(lambda z: chad.fold(lambda s, r: (s * 0.5 + r, s), np.zeros(4, complex), z))(Z)
    close(state[0], (Z[0] * 0.5 + Z[1]) * 0.5 + Z[2])
    with pytest.raises(chad.TraceError, match="no order"):
        chad.jit(lambda z: z > 1)(Z)
    with pytest.raises(chad.TraceError, match="'floor' is of floats"):
        chad.jit(cnp.floor)(Z)
    with pytest.raises(chad.TraceError, match="holomorphic=True"):
        chad.jacobian(np.exp)(Z)
    with pytest.raises(chad.TraceError, match="one float"):
        chad.grad(lambda z: z * 2)(1j)


def test_derivatives_without_jax():
    """The gradient of |z|² is 2 z̄, that of Re z is 1, of Im z is -i; holomorphic functions have f'(z) w."""
    close(chad.grad(lambda z: abs(z) ** 2)(3 - 4j), np.complex128(6 + 8j), 1e-14)
    close(chad.grad(lambda z: z.imag)(3 - 4j), np.complex128(-1j))
    close(chad.jvp(np.sin, (Z,), (W,))[1], np.cos(Z) * W)
    value, back = chad.vjp(np.exp, Z)
    close(value, np.exp(Z))
    close(back(W)[0], np.exp(Z) * W)
    close(chad.linearize(np.exp, Z)[1](W), np.exp(Z) * W)
    assert "math.exp" not in back.program.text.split("@main.bwd")[1]
    mixed = lambda z, x: np.sum(np.abs(np.fft.rfft(x) * z) ** 2)
    by_z, by_x = chad.grad(mixed, (0, 1))(Z[0, :3], X[0])
    assert by_z.dtype == np.complex128 and by_x.dtype == np.float64

    @chad.custom_vjp
    def rotated(z):
        return z * 1j

    rotated.defvjp(lambda z: (z * 1j, None), lambda kept, c: (c * 2j,))
    chad.check_grads(lambda z, x: (np.exp(z) * x, abs(z)), (Z, X))
    with pytest.raises(chad.TraceError, match="real and imaginary parts"):
        rotated(Z)

    # A rule that computes with complex numbers inside, in functions of its program, is linear.
    @chad.custom_vjp
    def same(x, y):
        return x, y

    def back(kept, c):
        z = np.fft.ifft(np.fft.fft(c[0] + 1j * c[1]))
        return np.real(z), np.imag(z)

    same.defvjp(lambda x, y: ((x, y), None), back)
    by_x, by_y = chad.grad(lambda x, y: np.sum(same(x, y)[0] * x), (0, 1))(X[0], X[0])
    close(by_x, 2 * X[0])
    assert np.abs(by_y).max() < 1e-14


def of_extremes(dtype):
    """All pairs of parts that are zero, infinite, NaN, or near where an exponential function overflows or vanishes."""
    info = np.finfo(dtype)
    most = np.log(float(info.max))
    sizes = [0.0, 0.5, 3.0, 50.0, most - 0.3, most + 0.3, 1.4 * most, 2.2 * most, 1e-10]
    sizes += [float(info.max), float(info.tiny), float(info.max) ** 0.5, np.inf]
    parts = np.array([s * x for x in sizes for s in (1, -1)] + [np.nan], dtype)
    z = np.empty((parts.size, parts.size), np.result_type(dtype, np.complex64))
    z.real, z.imag = parts[:, None], parts
    return z.ravel()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", ["exp", "sin", "cos", "sinh", "cosh", "log", "sqrt"])
def test_infinite_and_overflowing_parts(name, dtype):
    """A part is infinite or zero where numpy's is; where numpy's is NaN, anything may be."""
    z, function = of_extremes(dtype), getattr(np, name)
    if name == "sqrt":
        z = z[~np.isnan(z)]
    with np.errstate(all="ignore"):
        found, expected = chad.jit(function)(z), function(z)
    for a, b in ((found.real, expected.real), (found.imag, expected.imag)):
        # Of an infinity, or a zero, beside NaN the sign is not specified.
        is_signed = ~np.isnan(expected.real) & ~np.isnan(expected.imag)
        is_signed &= (np.isfinite(z.real) | (z.imag == 0)) & (np.isfinite(z.imag) | (z.real == 0))
        is_inf, is_zero = np.isinf(b), (b == 0) & is_signed
        np.testing.assert_array_equal(np.abs(a[is_inf]), np.inf, str(z[is_inf][np.abs(a[is_inf]) != np.inf]))
        np.testing.assert_array_equal(a[is_zero], 0, str(z[is_zero][a[is_zero] != 0]))
        same_sign = (is_inf | is_zero) & is_signed
        np.testing.assert_array_equal(np.signbit(a[same_sign]), np.signbit(b[same_sign]))
        is_finite = np.isfinite(expected.real) & np.isfinite(expected.imag) & is_signed
        np.testing.assert_allclose(a[is_finite], b[is_finite], rtol=100 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_logarithm_near_the_unit_circle(dtype):
    """The real part is as small as |z| is near 1, and is not lost in the rounding of |z|²."""
    getcontext().prec = 60
    angles, distances = rng.uniform(-np.pi, np.pi, 500), rng.normal(size=500) * 10 ** rng.uniform(-15, -1, 500)
    z = ((1 + distances) * np.exp(1j * angles)).astype(np.result_type(dtype, np.complex64))
    z = np.concatenate([z, np.array([1 + 1e-10j, 0.6 + 0.8j, 1j, -1, 1 + 1e-3j]).astype(z.dtype)])
    square = lambda x: Decimal(float(x)) ** 2
    expected = [float((square(v.real) + square(v.imag)).ln() / 2) for v in z]
    # Products of numbers near 1 are exact; log n + e / n loses what is less than the square of the last place.
    eps = float(np.finfo(dtype).eps)
    np.testing.assert_allclose(chad.jit(np.log)(z).real, expected, rtol=8 * eps, atol=2 * eps**2)


FIRST_AND_SECOND = {
    "exp": (np.exp, np.exp), "sin": (np.cos, lambda z: -np.sin(z)), "cos": (lambda z: -np.sin(z), lambda z: -np.cos(z)),
    "sinh": (np.cosh, np.sinh), "cosh": (np.sinh, np.cosh), "log": (lambda z: 1 / z, lambda z: -1 / z**2),
    "sqrt": (lambda z: 0.5 / np.sqrt(z), lambda z: -0.25 * z**-1.5),
}  # fmt: skip


@pytest.mark.parametrize("name", FIRST_AND_SECOND)
def test_derivatives_at_special_numbers(name):
    """On the axes, near the unit circle, and where a part of the value nearly overflows."""
    points = [1 + 2j, 3 + 0j, 2j, -4 + 1e-9j, 1 + 1e-10j, 0.6 + 0.8j, 1 + 0j, 100 + 0j, 300 + 1j, 1 - 300j, 709.5 + 0.5j, 0.5 + 709.5j,
              1e-5 + 709.9j]  # fmt: skip
    function = lambda z: getattr(np, name)(z)
    first, second = (chad.grad(f, holomorphic=True) for f in (function, chad.grad(function, holomorphic=True)))
    for z in map(np.complex128, points):
        with np.errstate(all="ignore"):
            expected = [f(z) for f in FIRST_AND_SECOND[name]]
        along = chad.jvp(function, (z,), (1 + 0j,))[1]
        for found, one in ((first(z), expected[0]), (along, expected[0]), (second(z), expected[1])):
            size = min(abs(one), 1e308)
            for a, b in ((found.real, one.real), (found.imag, one.imag)):
                np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-13 * size, err_msg=str(z))
    # On the real axis the derivative by the imaginary part is infinite where the exponential function is.
    assert chad.jvp(lambda z: np.exp(z).imag, (2000 + 0j,), (1j,))[1] > 1e308


S = numbers(3, 3) + 4 * np.eye(3)
TALL, WIDE = numbers(4, 2), numbers(2, 3)
HERMITIAN = lambda a: a + np.swapaxes(a.conj(), -1, -2)
DEFINITE = lambda a: a @ np.swapaxes(a.conj(), -1, -2)
#: What does not depend on the phases of vectors.
MATRICES = {
    "solve": (np.linalg.solve, S, numbers(3, 2)), "solve for a vector": (np.linalg.solve, S, numbers(3)),
    "floats and complex numbers": (lambda a, b: (np.linalg.solve(a, b), np.linalg.solve(b @ b.T.conj() + a, a)), rng.normal(size=(3, 3)) + 4 * np.eye(3), numbers(3, 2)),
    "inv": (np.linalg.inv, numbers(2, 3, 3)), "det": (np.linalg.det, numbers(2, 3, 3)), "slogdet": (lambda a: tuple(np.linalg.slogdet(a)), S),
    "cholesky": (lambda a: np.linalg.cholesky(DEFINITE(a)), S), "triangle": (cnp.linalg.solve_triangular, S, numbers(3, 2)),
    "lower triangle": (lambda a, b: cnp.linalg.solve_triangular(a, b, lower=True, unit_diagonal=True), S, numbers(3)),
    "qr": (lambda a: (np.abs(np.linalg.qr(a)[1]), np.matmul(*np.linalg.qr(a))), TALL), "qr of a wide one": (lambda a: np.abs(np.linalg.qr(a)[1]), WIDE),
    "R": (lambda a: np.linalg.qr(a, "r"), S),
    "eigh": (lambda a: (lambda w, v: (w, (v * np.exp(w)) @ v.conj().T, np.abs(v)))(*np.linalg.eigh(HERMITIAN(a))), S), "eigvalsh": (lambda a: np.linalg.eigvalsh(HERMITIAN(a)), numbers(2, 3, 3)),
    "svd": (lambda a: (lambda u, s, v: (s, (u * s**2) @ v, np.abs(u), np.abs(v)))(*np.linalg.svd(a, full_matrices=False)), TALL),
    "svd of a wide one": (lambda a: (lambda u, s, v: (u * s**2) @ v)(*np.linalg.svd(a, full_matrices=False)), WIDE), "svdvals": (np.linalg.svdvals, WIDE),
    "pinv": (np.linalg.pinv, TALL), "lstsq": (lambda a: tuple(np.linalg.lstsq(a, a[:, 0] ** 2))[:2], TALL),
    "rank": (np.linalg.matrix_rank, DEFINITE(TALL)), "cond": (np.linalg.cond, S), "norm": (lambda a: np.linalg.norm(a, "nuc"), S),
}  # fmt: skip


@pytest.mark.parametrize("name", MATRICES)
def test_matrices(name):
    function, *args = MATRICES[name]
    mine, other = chad.jit(function)(*args), function(*args)
    if not isinstance(mine, (tuple, list)):
        mine, other = [mine], [other]
    for a, b in zip(mine, other, strict=True):
        close(a, b)
    if name != "rank":
        chad.check_grads(function, args)


def test_special_matrices():
    """Equal eigenvalues, zero, and large and small numbers."""
    for a in (
        np.eye(3) + 0j,
        np.zeros((3, 3), complex),
        1e200 * HERMITIAN(S),
        1e-200 * HERMITIAN(S),
        np.diag([1.0, -1, 1]) + 0j,
    ):
        scale = np.abs(a).max() or 1.0
        w, v = chad.jit(np.linalg.eigh)(a)
        np.testing.assert_allclose(v.conj().T @ v, np.eye(3), atol=1e-14)
        np.testing.assert_allclose((v * (w / scale)) @ v.conj().T, a / scale, atol=1e-14)
        u, s, vh = chad.jit(np.linalg.svd)(a)
        np.testing.assert_allclose(u.conj().T @ u, np.eye(3), atol=1e-14)
        np.testing.assert_allclose((u * (s / scale)) @ vh, a / scale, atol=1e-14)
    assert np.isnan(chad.jit(np.linalg.cholesky)(-np.eye(2) + 0j)).any()
    # The imaginary part of the diagonal, and the other triangle, are not read.
    close(chad.jit(np.linalg.eigvalsh)(S), np.linalg.eigvalsh(S))


def test_a_gradient_transforms_by_the_code_of_its_function():
    function = chad.jit(chad.value_and_grad(lambda x: np.sum(np.abs(np.fft.fft(x)) ** 4)))
    code = function.program(np.ones(32)).mlir
    assert len(re.findall(r"llvm.func .*fft32\(", code)) == 1
    assert len(re.findall(r"llvm.call .*fft32\(", code)) == 2
