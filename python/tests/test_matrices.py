"""Factorizations, solves and norms of matrices in traced functions, compared with numpy's."""

import numpy as np
import pytest
from test_numpy import same

import chad
import chad.numpy as cnp

#: Derivatives of matrices are linear: there is no warning.
pytestmark = pytest.mark.filterwarnings("error::chad.CompileWarning")
rng = np.random.default_rng(2)


def floats(*shape):
    return rng.uniform(-1.5, 1.5, shape)


A, B, V, C = floats(3, 4), floats(3, 4), floats(4), floats(2, 3, 4)
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
    "cond": (lambda x: [np.linalg.cond(x, p) for p in (-2, 1)], SQUARES),
    "norms by values": (lambda x: [np.linalg.norm(x, o, (0, 2)) for o in (-2, "nuc")], floats(3, 2, 4)),
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
        (lambda x: np.linalg.qr(x, "raw"), "mode 'raw' is not there"),
        (np.linalg.eigh, "takes square matrices"),
        (np.linalg.eig, "eig takes square matrices"),
        (lambda x: np.linalg.cond(x[:0]), "matrices with elements"),
    ):
        with pytest.raises(chad.TraceError, match=message):
            chad.jit(function)(TALL)


def _hard_bands(n):
    """Pairs of a diagonal and the numbers beside it, whose values are equal, almost equal, zero or of all sizes."""
    k, some, more = np.arange(n), rng.normal(size=n), rng.normal(size=n - 1)
    zeros = np.where(k % 7 == 0, 0.0, some)
    return {
        "random": (some, more), "zero": (0 * some, 0 * more), "one": (k * 0 + 1.0, 0 * more),
        "nilpotent": (0 * some, 0 * more + 1), "second differences": (0 * some + 2, 0 * more - 1),
        "descending": (10.0 ** (-k / 8), 10.0 ** (-k[1:] / 8)), "ascending": (10.0 ** (k / 8 - n / 8), 10.0 ** (k[1:] / 8 - n / 8)),
        "zeros": (zeros, more), "almost diagonal": (some, 1e-9 * more), "almost one": (k * 0 + 1.0, 1e-9 * more),
        "small diagonal": (1e-9 * some, more), "low rank": (np.where(k < n // 2, some, 1e-17 * some), np.where(k[1:] < n // 2, more, 1e-17 * more)),
        "Wilkinson's": (np.abs(k - n // 2) + 0.0, 0 * more + 1),
        "glued": (np.abs(k % 21 - 10) + 0.0, np.where(k[1:] % 21 == 0, 1e-7, 1.0)),
    }  # fmt: skip


def test_spectra_of_bands():
    """Matrices with a band, of which many values are equal or almost so, to rounding: vectors are orthogonal all the same."""
    eigh, svd = chad.jit(np.linalg.eigh), chad.jit(np.linalg.svd)
    for n in (2, 3, 45):
        for name, (d, e) in _hard_bands(n).items():
            b = np.diag(d) + np.diag(e, 1)
            t = b + np.diag(e, -1)
            bound = 1e-14 * max(np.abs(t).max(), 1e-300) * n
            (w, v), (u, s, vh) = eigh(t), svd(b)
            for q in (v, u, vh):
                assert np.abs(q.T @ q - np.eye(n)).max() < 1e-14 * n, name
            assert np.abs(v * w @ v.T - t).max() < bound and np.all(np.diff(w) >= 0), name
            assert np.abs(u * s @ vh - b).max() < bound and np.all(np.diff(s) <= 0) and np.all(s >= 0), name
            assert np.abs(s - np.linalg.svdvals(b)).max() < bound, name
            assert np.abs(w - np.linalg.eigvalsh(t)).max() < bound, name


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128])
def test_spectra_in_blocks(dtype):
    """Matrices of more than one block of columns."""
    n, eps = 70, np.finfo(dtype).eps
    x = (
        (rng.normal(size=(n, n)) + 1j * rng.normal(size=(n, n))).astype(dtype)
        if np.dtype(dtype).kind == "c"
        else floats(n, n).astype(dtype)
    )
    h = x + x.conj().T
    w, v = chad.jit(np.linalg.eigh)(h)
    u, s, vh = chad.jit(np.linalg.svd)(x)
    for q in (v, u, vh):
        assert np.abs(q.conj().T @ q - np.eye(n)).max() < 100 * eps
    assert np.abs(v * w @ v.conj().T - h).max() < 1000 * eps
    assert np.abs(u * s @ vh - x).max() < 1000 * eps
    assert np.abs(w - np.linalg.eigvalsh(h)).max() < 1000 * eps


def test_whole_bases():
    """They have values, and no derivatives."""
    for x in (TALL, WIDE, TALL + 1j * TALL[::-1]):
        u, s, vh = chad.jit(np.linalg.svd)(x)
        k = min(x.shape)
        np.testing.assert_allclose((u[:, :k] * s) @ vh[:k], x, atol=1e-13)
        q, r = chad.jit(lambda x: np.linalg.qr(x, "complete"))(x)
        np.testing.assert_allclose(q @ r, x, atol=1e-13)
        for basis in (u, vh, q):
            assert basis.shape[0] == basis.shape[1]
            np.testing.assert_allclose(basis @ basis.T.conj(), np.eye(len(basis)), atol=1e-13)
    for function in (lambda x: np.linalg.svd(x)[1], lambda x: np.linalg.qr(x, "complete")[1]):
        with pytest.raises(chad.CompileError, match="derivative_of_a_whole_basis"):
            chad.grad(lambda x: np.sum(function(x)))(TALL)
    # A wide matrix has no other columns.
    chad.check_grads(lambda x: np.linalg.qr(x, "complete")[1] ** 2, (WIDE,))


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


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128, np.complex64])
def test_reflections_in_blocks(dtype):
    """Both modes of qr, in one program, of one and of several blocks."""
    both = chad.jit(lambda x: [tuple(np.linalg.qr(x, mode)) for mode in ("reduced", "complete")])
    tolerance = 1000 * np.finfo(dtype).eps
    for m, n in ((3, 1), (33, 32), (80, 70)):
        x = floats(m, n) + 1j * floats(m, n)
        x = (x if np.iscomplexobj(dtype()) else x.real).astype(dtype)
        for mode, (q, r) in zip(("reduced", "complete"), both(x)):
            known = np.linalg.qr(x, mode)
            assert (q.dtype, r.dtype, q.shape) == (dtype, dtype, known.Q.shape)
            np.testing.assert_allclose(r, known.R, atol=tolerance)
            np.testing.assert_allclose(q @ r, x, atol=tolerance)
            np.testing.assert_allclose(np.conj(q).T @ q, np.eye(q.shape[1]), atol=tolerance)


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


@pytest.mark.parametrize("ord", [None, 1, 2, np.inf, "fro"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1), (2, 0)])
def test_norms(ord, axis):
    for x in (A, A[0], C):
        try:
            np.linalg.norm(x, ord, axis)
        except (ValueError, np.exceptions.AxisError):
            continue
        # Singular values are compared above.
        is_long = (
            ord == 2 and len(axis if isinstance(axis, tuple) else [axis] if axis is not None else x.shape) == 2
        )
        same(
            lambda x: (np.linalg.norm(x, ord, axis, keepdims=True), np.linalg.norm(x, ord, axis)),
            x,
            gradient=not is_long,
        )
    if ord in (1, 2, np.inf) and axis != (2, 0):
        expected = np.abs(A).max(axis) if ord == np.inf else (np.abs(A) ** ord).sum(axis) ** (1 / ord)
        result = chad.jit(lambda x: cnp.linalg.vector_norm(x, ord=ord, axis=axis))(A)
        np.testing.assert_allclose(result, expected, rtol=1e-14)


@pytest.mark.parametrize(
    "function",
    [
        np.linalg.svdvals,
        np.linalg.pinv,
        np.linalg.qr,
        np.linalg.eigh,
        np.linalg.inv,
        np.linalg.slogdet,
        np.linalg.eig,
    ],
    ids=lambda f: f.__name__,
)
def test_split_complex(function):
    """The two parts of a function of complex matrices whose reverse rule multiplies complex matrices agree with the derivative
    forwards."""
    local = np.random.default_rng(11)
    z, dz = (local.normal(size=(3, 3)) + 1j * local.normal(size=(3, 3)) for _ in range(2))

    def leaves(x):
        result = function(x)
        return tuple(result) if isinstance(result, tuple) else result

    y, back = chad.vjp(leaves, z)
    _, dy = chad.jvp(leaves, (z,), (dz,))
    (cotangent,) = back(y)
    along = sum(np.sum(np.real(a * b)) for a, b in zip(chad.tree.leaves(y), chad.tree.leaves(dy), strict=True))
    np.testing.assert_allclose(np.sum(np.real(cotangent * dz)), along, rtol=1e-10)


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda x: np.linalg.cholesky(x[0]), "cholesky takes matrices, and"),
        (lambda x: np.linalg.eigh(x, "X"), "reads the triangle 'L' or 'U'"),
        (lambda x: np.linalg.lstsq(cnp.stack([x, x]), x[0]), "lstsq takes one matrix"),
        (lambda x: np.fft.fft(x, norm="unitary"), "there is no norm 'unitary'"),
        (lambda x: cnp.zeros_like(x, device="tpu"), "there is no device 'tpu'"),
        (lambda x: cnp.roll(x, (1, 2, 3), axis=(0, 1)), "roll takes one number of places for each of 2 axes"),
    ],
    ids=["rank", "triangle", "one", "norm", "device", "roll"],
)
def test_refusals_of_arguments(function, message):
    with pytest.raises(chad.TraceError, match=message):
        chad.jit(function)(np.eye(3))


def test_refusal_of_dynamic_extents():
    with pytest.raises(chad.TraceError, match="takes matrices whose extents are known"):
        chad.jit(lambda x: np.linalg.eigh(x)[0], dynamic=True)(np.eye(3))
