"""Functions of the array API standard: names, dtypes and values beside array-api-strict's."""

import numpy as np
import pytest

strict = pytest.importorskip("array_api_strict")

import chad
import chad.numpy as cnp

rng = np.random.default_rng(6)
FLOATS = rng.uniform(0.2, 0.9, (3, 4))
TYPES = ["float64", "float32", "int64", "int32", "int8", "uint8", "uint32", "bool"]

# Complex numbers; sorts, sets, searches, whose results have shapes that depend on numbers, or need
# an order; linear solves.
ABSENT = {
    "imag", "real", "conj", "nextafter", "sort", "argsort", "searchsorted", "nonzero", "unique_all",
    "unique_counts", "unique_inverse", "unique_values", "from_dlpack", "complex64", "complex128", "isin",
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


def argument(dtype):
    if dtype.startswith("float"):
        return FLOATS.astype(dtype)
    return (rng.integers(0, 2, (3, 4)) if dtype == "bool" else rng.integers(1, 5, (3, 4))).astype(dtype)


def compare(name, *arrays, **options):
    """Where the standard has the function for these types, the same dtypes and values."""
    try:
        expected = getattr(strict, name)(*map(strict.asarray, arrays), **options)
    except (TypeError, ValueError):
        return False
    result = chad.jit(lambda *a: getattr(cnp, name)(*a, **options))(*arrays)
    other = np.asarray(expected)
    assert np.asarray(result).dtype == other.dtype, name
    precise = 1e-13 if other.dtype == np.float64 else 1e-5
    np.testing.assert_allclose(np.asarray(result, float), other.astype(float), rtol=precise, atol=precise)
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


def test_names():
    names = {n for n in dir(strict) if not n.startswith("_") and callable(getattr(strict, n))}
    names -= {n for n in names if n[0].isupper() or "strict" in n or "flags" in n} | ABSENT | SUPPORT
    missing = sorted(n for n in names if not hasattr(cnp, n))
    print(f"{len(names) - len(missing)} of {len(names)} names; missing: {', '.join(missing)}")
    assert len(missing) <= 12, missing
