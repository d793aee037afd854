"""Functions of the array API standard: names, dtypes and values, compared with array-api-strict."""

import numpy as np
import pytest

strict = pytest.importorskip("array_api_strict")

import chad
import chad.numpy as cnp

rng = np.random.default_rng(6)
FLOATS = rng.uniform(0.2, 0.9, (3, 4))
TYPES = ["float64", "float32", "int64", "int32", "int8", "uint8", "uint32", "bool"]

# Sets and searches, whose results have shapes that depend on numbers.
ABSENT = {
    "nextafter", "nonzero", "unique_all",
    "unique_counts", "unique_inverse", "unique_values", "from_dlpack",
}  # fmt: skip
SUPPORT = {"can_cast", "finfo", "iinfo", "isdtype", "result_type", "broadcast_shapes"}

UNARY = [
    "abs", "acos", "asin", "asinh", "atan", "atanh", "bitwise_invert", "ceil", "cos", "cosh", "exp", "expm1",
    "floor", "isfinite", "isinf", "isnan", "log", "log1p", "log2", "log10", "logical_not", "negative",
    "positive", "reciprocal", "round", "sign", "signbit", "sin", "sinh", "square", "sqrt", "tan", "tanh", "trunc",
]  # fmt: skip
BINARY = [
    "add", "atan2", "bitwise_and", "bitwise_or", "bitwise_xor", "copysign", "divide", "equal", "floor_divide",
    "greater", "greater_equal", "hypot", "less", "less_equal", "logaddexp", "logical_and", "logical_or",
    "logical_xor", "maximum", "minimum", "multiply", "not_equal", "pow", "remainder", "subtract",
    "bitwise_left_shift", "bitwise_right_shift",
]  # fmt: skip
REDUCTIONS = [
    "sum",
    "prod",
    "max",
    "min",
    "mean",
    "std",
    "var",
    "any",
    "all",
    "argmax",
    "argmin",
    "cumulative_sum",
]


#: What there is of functions on complex numbers.
COMPLEX = [
    "abs", "conj", "cos", "cosh", "exp", "expm1", "imag", "isfinite", "isinf", "isnan", "log", "log1p", "log2", "log10",
    "negative", "positive", "real", "reciprocal", "sign", "sin", "sinh", "square", "sqrt", "tan", "tanh",
    "add", "divide", "equal", "multiply", "not_equal", "pow", "subtract", "sum", "prod", "mean", "cumulative_sum", "vecdot",
]  # fmt: skip


def argument(dtype):
    if dtype.startswith("complex"):
        return (rng.uniform(0.2, 0.9, (3, 4)) + 1j * rng.uniform(-0.9, 0.9, (3, 4))).astype(dtype)
    if dtype.startswith("float"):
        return FLOATS.astype(dtype)
    return (rng.integers(0, 2, (3, 4)) if dtype == "bool" else rng.integers(1, 5, (3, 4))).astype(dtype)


def compare(name, *arrays, **options):
    """Compares dtypes and values, if the standard has the function for these dtypes."""
    try:
        expected = getattr(strict, name)(*map(strict.asarray, arrays), **options)
    except (TypeError, ValueError):
        return False
    result = chad.jit(lambda *a: getattr(cnp, name)(*a, **options))(*arrays)
    other = np.asarray(expected)
    assert np.asarray(result).dtype == other.dtype, name
    precise = 1e-13 if other.dtype in (np.float64, np.complex128) else 1e-5
    wide = complex if other.dtype.kind == "c" else float
    np.testing.assert_allclose(np.asarray(result, wide), other.astype(wide), rtol=precise, atol=precise)
    return True


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    assert any([compare(name, argument(dtype)) for dtype in TYPES])


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    assert any([compare(name, argument(dtype), argument(dtype)) for dtype in TYPES])


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name):
    assert any([compare(name, argument(dtype), axis=1) for dtype in TYPES])


@pytest.mark.parametrize("name", COMPLEX)
def test_complex(name):
    options = {"axis": 1} if name in ("sum", "prod", "mean", "cumulative_sum") else {}
    for dtype in ("complex128", "complex64"):
        count = 2 if name in (*BINARY, "vecdot") else 1
        assert compare(name, *(argument(dtype) for _ in range(count)), **options)


def test_names():
    names = {n for n in dir(strict) if not n.startswith("_") and callable(getattr(strict, n))}
    names -= {n for n in names if n[0].isupper() or "strict" in n or "flags" in n} | ABSENT | SUPPORT
    missing = sorted(n for n in names if not hasattr(cnp, n))
    print(f"{len(names) - len(missing)} of {len(names)} names; missing: {', '.join(missing)}")
    assert len(missing) <= 12, missing


@pytest.mark.parametrize("name", ["sort", "argsort"])
def test_sorts(name):
    for options in ({}, {"axis": 0}, {"descending": True}):
        assert all([compare(name, argument(dtype), **options) for dtype in TYPES if dtype != "bool"])


def test_searches():
    xs, ys = np.sort(FLOATS.ravel()), np.concatenate([FLOATS[0], [0.0, 2.0]])
    for side in ("left", "right"):
        assert compare("searchsorted", xs, ys, side=side)
    result = chad.jit(lambda a, b: cnp.isin(a, b))(np.array([[1, 2], [3, 4]]), np.array([2, 3, 9]))
    assert result.tolist() == [[False, True], [True, False]]


def test_order():
    """NaN comes last, equal elements keep their order, and cotangents go to the positions of the unsorted
    elements.
    """
    x = np.array([2.0, np.nan, -0.0, 1.0, 0.0, -np.inf])
    np.testing.assert_array_equal(chad.jit(cnp.sort)(x), np.sort(x))
    assert chad.jit(cnp.argsort)(x).tolist() == np.argsort(x, stable=True).tolist()
    weights = np.arange(6.0)
    gradient = chad.grad(lambda v: np.sum(cnp.sort(v) * weights))(np.array([3.0, 1.0, 2.0, 5.0, 4.0, 0.0]))
    assert gradient.tolist() == [3.0, 1.0, 2.0, 5.0, 4.0, 0.0]
    assert chad.jit(cnp.sort)(np.zeros(0)).shape == (0,)
