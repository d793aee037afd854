# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factors, systems, eigenvalues and singular values by numpy's LAPACK beside those that programs compute themselves."""

import os
import subprocess
import sys

import numpy as np
import pytest
import test_matrices as own
from test_numpy import same

import chad
import chad.numpy as cnp
from chad import _lapack, _libraries

pytestmark = [
    pytest.mark.skipif(not _lapack.load(), reason="numpy has no LAPACK, or CHAD_LAPACK is 0"),
    pytest.mark.filterwarnings("error::chad.CompileWarning"),
]
rng = np.random.default_rng(5)
TYPES = ("float64", "float32", "complex128", "complex64")


@pytest.fixture
def always(monkeypatch):
    """LAPACK computes matrices of one row, too."""
    monkeypatch.setattr(_libraries, "LEAST", 1)


def numbers(dtype, *shape):
    x = rng.uniform(-1.0, 1.0, shape)
    return (x + 1j * rng.uniform(-1.0, 1.0, shape) if dtype[0] == "c" else x).astype(dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def positive(x):
    return x @ adjoint(x) + x.shape[-1] * np.eye(x.shape[-1]).astype(x.dtype)


def lower(x, b):
    return cnp.linalg.solve_triangular(x, b, lower=True)


def signless(v):
    """Columns whose largest elements are positive."""
    largest = np.take_along_axis(v, np.argmax(np.abs(v), axis=-2)[..., None, :], axis=-2)
    return v * np.conj(largest) / np.abs(largest)


def by_value(w, v):
    order = np.lexsort((w.imag.round(4), w.real.round(4)))
    return w[order], v[:, order]


#: The routine, the function, its arguments, and what of the results is unique.
FUNCTIONS = {
    "potrf": (np.linalg.cholesky, lambda a, b: [positive(a)], None),
    "trsm": (lower, lambda a, b: [positive(a), b], None),
    "getrs": (np.linalg.solve, lambda a, b: [a, b], None),
    "getrf": (lambda a: tuple(np.linalg.slogdet(a)), lambda a, b: [a], None),
    "geqrf": (lambda a: tuple(np.linalg.qr(a)), lambda a, b: [a], None),
    "heevd": (
        lambda a: (np.linalg.eigvalsh(a), *np.linalg.eigh(a)),
        lambda a, b: [positive(a)],
        lambda e, w, v: (e, w, signless(v)),
    ),
    "gesdd": (
        lambda a: (np.linalg.svdvals(a), *np.linalg.svd(a, full_matrices=False)),
        lambda a, b: [a],
        lambda e, u, s, v: (e, signless(u), s, signless(adjoint(v)), u * s @ v),
    ),
    "geev": (lambda a: tuple(np.linalg.eig(a)), lambda a, b: [a], by_value),
}


def both(function, args, unique=None, slack=1.0, **options):
    """The results by LAPACK and without it, which are compared; those by LAPACK."""
    found = []
    for lapack in (True, False):
        results = chad.jit(function, lapack=lapack, **options)(*args)
        results = results if isinstance(results, tuple) else (results,)
        found.append(unique(*results) if unique else results)
    for a, b in zip(*found, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        eps = np.finfo(a.dtype).eps
        np.testing.assert_allclose(a, b, rtol=1e4 * slack * eps, atol=1e3 * slack * eps)
    return found[0]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_programs_call(name):
    """A program of large matrices calls the routine, and one of small matrices, or without LAPACK, does not."""
    function, make, _ = FUNCTIONS[name]

    def code(n, **options):
        x = numbers("float64", n, n)
        return chad.jit(function, optimization=0, **options).program(*make(x, x)).mlir

    letter = "z" if name == "geev" else "d"
    least = 2 if name in ("heevd", "gesdd", "geev") else 32
    assert f"@chad_{letter}{name}" in code(least)
    assert "@chad_" not in code(least - 1) and "@chad_" not in code(32, lapack=False)
    assert "@chad_" not in code(32, exact_floats=True)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_both(name, dtype, always):
    """Values of square matrices, and of tall and wide ones, by both. Each shape has numbers of 64 bits and of one of the other types."""
    function, make, unique = FUNCTIONS[name]
    shapes = ((1, 1), (2, 2), (33, 33), *([(40, 7), (7, 40), (3, 1)] if name in ("geqrf", "gesdd") else []))
    kind = TYPES.index(dtype)
    for m, n in shapes[kind - 1 :: 3] if kind else shapes:
        both(function, make(numbers(dtype, m, n), numbers(dtype, m, 5)), unique, 10.0)


@pytest.mark.parametrize(
    "name",
    ["cholesky", "solve", "solve each", "triangles", "unit", "inv", "det of rank 2", "sign", "none", "no rows"],
)
def test_matrices(name, always):
    same(*own.MATRICES[name])


@pytest.mark.parametrize(
    "name", ["qr", "qr of a wide one", "eigh", "svd", "right vectors", "pinv", "matrix_rank", "cond"]
)
def test_spectra(name, always):
    own.test_spectra(name)


def test_second_derivatives(always):
    x, b = own.SQUARE, own.B.T
    for function in (
        lambda x: np.linalg.cholesky(own.SYMMETRIC(x)),
        lambda x: np.linalg.solve(x, b * x[0, 0]),
        lambda x: np.linalg.inv(x),
        lambda x: np.linalg.slogdet(x)[1],
        lambda x: lower(x, b * x[1, 0]),
        lambda x: np.linalg.eigvalsh(x),
        lambda x: np.linalg.svdvals(x),
    ):
        chad.check_grads(function, (x,), order=2)
        f = lambda x, function=function: np.sum(np.sin(function(x)))
        by = [chad.jit(chad.hessian(f), lapack=lapack)(x) for lapack in (True, False)]
        np.testing.assert_allclose(*by, rtol=1e-9, atol=1e-9)


def test_numbers_that_are_not_finite(always):
    """Matrices without a factor, and elements that are infinite or NaN, give what they give without LAPACK."""
    n = 6
    x = numbers("float64", n, n)
    for bad in (np.nan, np.inf):
        for place in ((0, 0), (3, 1), (n - 1, n - 1)):
            y, s = x.copy(), positive(x)
            y[place], s[place] = bad, bad
            s[place[::-1]] = bad
            for name in ("heevd", "gesdd", "geev", "potrf"):
                function = FUNCTIONS[name][0]
                results = chad.jit(function)(s if name in ("heevd", "potrf") else y)
                for a in results if isinstance(results, tuple) else (results,):
                    assert not np.isfinite(a).all(), name
            both(np.linalg.cholesky, [s])
            both(np.linalg.eigvalsh, [s])
    indefinite = positive(x)
    indefinite[3, 3] = -1.0
    (factor,) = both(np.linalg.cholesky, [indefinite])
    assert np.isnan(factor).all()
    both(np.linalg.cholesky, [np.zeros((n, n))])
    x[:, 2] = 0
    both(lambda a: tuple(np.linalg.slogdet(a)), [x])
    both(np.linalg.det, [x])
    assert not np.isfinite(chad.jit(np.linalg.inv)(x)).all()
    both(lambda a: tuple(np.linalg.qr(a)), [np.eye(n)])


def test_exchanges(always):
    """The permutation, and its sign, are those that the program finds without LAPACK."""
    p = np.eye(7)[[3, 0, 6, 1, 5, 2, 4]]
    both(lambda a: tuple(np.linalg.slogdet(a)), [p])
    both(np.linalg.inv, [p @ np.triu(numbers("float64", 7, 7) + 3)])


def test_dynamic_extents():
    """The extents decide when the program runs."""
    functions = [
        np.linalg.cholesky,
        lambda a: lower(a, a),
        lambda a: np.linalg.solve(a, a * a),
        np.linalg.inv,
        np.linalg.det,
        lambda a: np.linalg.slogdet(a)[1],
    ]
    for function in functions:
        compiled = chad.jit(function, dynamic=True)
        code = compiled.program(np.eye(3)).mlir
        assert "@chad_d" in code
        for n in (1, 31, 32, 50):
            x = positive(numbers("float64", n, n)) / n
            np.testing.assert_allclose(compiled(x), chad.jit(function, lapack=False)(x), rtol=1e-10, atol=1e-10)
    f = lambda x: np.sum(np.linalg.inv(x) ** 2)
    x = positive(numbers("float64", 40, 40)) / 40
    slopes = [chad.jit(chad.grad(f), lapack=lapack, dynamic=True)(x) for lapack in (True, False)]
    np.testing.assert_allclose(*slopes, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("threads", (1, 2))
def test_batches(threads, always):
    """In each iteration of a loop, also in the threads of a team."""
    x = numbers("float64", 50, 5, 5)
    function = lambda x: (np.linalg.cholesky(positive(x)), np.linalg.inv(x), np.linalg.eigvalsh(x))
    both(function, [x], slack=100.0, threads=threads, thread_grain=1)
    both(lambda x: chad.map(lambda a: np.linalg.solve(a, a[0] + a), x), [x], slack=100.0, threads=threads)


def test_loops(always):
    """A factor that no iteration changes is computed once, and one that is not used not at all."""
    x = positive(numbers("float64", 4, 4))

    def function(x):
        step = lambda i, y: np.linalg.solve(x, y)
        return chad.fori_loop(0, 5, step, np.linalg.cholesky(x))

    both(function, [x])
    unused = chad.jit(lambda x: (np.linalg.svd(x), x)[1])
    assert "@chad_" not in unused.program(x).mlir


def test_threads_of_the_library():
    """Calls leave the number of threads of numpy's library as it is."""
    code = """
import ctypes, numpy as np, chad
library = ctypes.CDLL(np.linalg._umath_linalg.__file__)
names = ("scipy_openblas_get_num_threads64_", "openblas_get_num_threads64_", "openblas_get_num_threads")
get = next((getattr(library, n) for n in names if hasattr(library, n)), None)
before = get and get()
chad.jit(np.linalg.inv)(np.eye(40))
assert (get and get()) == before, before
"""
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "2"})


def test_variable():
    """CHAD_LAPACK=0 leaves LAPACK out."""
    code = """
import numpy as np, chad
print("@chad_" in chad.jit(np.linalg.inv).program(np.eye(40)).mlir)
"""
    run = lambda **more: subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={**os.environ, **more}
    ).stdout.strip()
    assert run(CHAD_LAPACK="0") == "False"


def test_functions_of_jax():
    """Values and gradients, with LAPACK in the programs."""
    jax = pytest.importorskip("jax")
    import jax.numpy as jnp

    import chad.jax as cj

    jax.config.update("jax_enable_x64", True)
    x = numbers("float64", 40, 40)
    s = positive(x) / 40
    of_both = lambda f: lambda *a: (f(*a), jax.grad(lambda *b: jnp.sum(jnp.sin(f(*b))))(*a))
    for function, args in (
        (jnp.linalg.cholesky, [s]),
        (jnp.linalg.solve, [s, x]),
        (lambda a: jnp.linalg.slogdet(a)[1], [x]),
        (lambda a: jnp.linalg.qr(a)[1], [x]),
        (jnp.linalg.eigvalsh, [s]),
        (lambda a: jnp.linalg.eigh(a)[1] ** 2, [s]),
        (lambda a: jnp.linalg.svd(a, compute_uv=False), [x]),
        (lambda a: jnp.linalg.svd(a, full_matrices=False)[2] ** 2, [x[:, :9]]),
        (lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))), [s + x]),
    ):
        mine = lambda *a: (
            cj.from_jax(function)(*a),
            chad.grad(cj.from_jax(lambda *b: jnp.sum(jnp.sin(function(*b)))))(*a),
        )
        compiled = chad.jit(mine)
        assert "@chad_" in compiled.program(*args).mlir
        for a, b in zip(compiled(*args), jax.jit(of_both(function))(*args), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-9)
