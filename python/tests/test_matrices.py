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
        (lambda x: np.linalg.cond(x[:0]), "matrices with elements"),
    ):
        with pytest.raises(chad.TraceError, match=message):
            chad.jit(function)(TALL)


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
