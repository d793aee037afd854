# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""QR factors, eigenvalues and singular values of real matrices, as in numpy.linalg."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np

from . import combinators
from . import numpy as cnp
from ._linalg import _matrix, _square, solve_triangular
from .batching import vmap
from .custom import custom_jvp
from .trace import Array, error, lift


class QRResult(NamedTuple):
    Q: Any
    R: Any


class EighResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class SVDResult(NamedTuple):
    U: Any
    S: Any
    Vh: Any


#: The largest number of sweeps; about 8 are needed for f64.
_SWEEPS = 40


def _each(function: Callable, x: Array) -> Any:
    """Applies a function of one matrix to each of an array of matrices."""
    for _ in range(x.ndim - 2):
        function = vmap(function)
    return function(x)


def _not_empty(x: Array, what: str) -> Array:
    if x.size == 0:
        raise error(f"{what} takes matrices with elements, and is given {x!r}")
    if x.dtype.itemsize < 4:
        raise error(f"{what} of {x.dtype.name} is not there: convert the matrix to float32")
    return x


def _safe(x: Array) -> Array:
    """The number, or 1 in the place of 0."""
    return cnp.where(x == 0, 1.0, x)


# ------------------------------------------------------------------------------------------------
# QR factors


def _reflected(a: Array) -> list[Array]:
    """Q and R by Householder reflections, with the signs of LAPACK (Golub & Van Loan 2013, "Matrix Computations", §5.2)."""
    m, n = a.shape
    count = min(m, n)
    rows = np.arange(m)
    largest = cnp.max(abs(a))
    scale = cnp.where(cnp.isfinite(largest), _safe(largest), 1.0)

    def step(k: Array, state: Any) -> Any:
        r, vectors = state
        x = r[:, k]
        below = cnp.where(rows > k, x, 0.0)
        rest = cnp.sum(below * below)
        head = cnp.sum(cnp.where(rows == k, x, 0.0))
        norm = -cnp.copysign(cnp.sqrt(head * head + rest), head)
        v = cnp.where(rows == k, head - norm, below)
        # If all elements below are zero, there is no reflection.
        v = cnp.where(rest > 0, v / cnp.sqrt(_safe(cnp.sum(v * v))), 0.0)
        return r - 2 * cnp.outer(v, v @ r), vectors.at[k].set(v)

    start = a / scale, cnp.zeros_like(a.T[:count])
    r, vectors = combinators.fori_loop(0, count, step, start)

    def back(i: Array, q: Array) -> Array:
        v = vectors[count - 1 - i]
        return q - 2 * cnp.outer(v, v @ q)

    eye = lift(np.eye(m, count, dtype=a.dtype))
    return [combinators.fori_loop(0, count, back, eye), cnp.triu(r[:count]) * scale]


@custom_jvp
def _tall_qr(a: Array) -> list[Array]:
    return _reflected(a)


@_tall_qr.defjvp
def _tall_qr_rule(primals: Any, tangents: Any) -> Any:
    """With X = dA R⁻¹, S = Qᵀ X and Ω = L - Lᵀ for the part L of S below the diagonal: dQ = X - Q S + Q Ω, dR = (S - Ω) R (Walter &
    Lehmann 2010, "Algorithmic differentiation of linear algebra functions with application in optimum experimental
    design")."""
    (a,), (change,) = primals, tangents
    q, r = _tall_qr(a)
    x = change @ solve_triangular(r, np.eye(r.shape[0], dtype=r.dtype))
    s = cnp.matrix_transpose(q) @ x
    lower = cnp.tril(s, -1)
    turn = lower - cnp.matrix_transpose(lower)
    return [q, r], [x - q @ s + q @ turn, cnp.triu((s - turn) @ r)]


def _qr(a: Array) -> list[Array]:
    m, n = a.shape
    if m >= n:
        return _tall_qr(a)
    q, r = _tall_qr(a[:, :m])
    return [q, cnp.concat([r, cnp.matrix_transpose(q) @ a[:, m:]], axis=1)]


def qr(x: Any, /, mode: str = "reduced") -> Any:
    """The QR factors, with the signs that LAPACK gives them."""
    if mode not in ("reduced", "r"):
        raise error(f"qr with mode '{mode}' is not there; 'reduced' and 'r' are")
    q, r = _each(_qr, _not_empty(_matrix(x, "qr"), "qr"))
    return r if mode == "r" else QRResult(q, r)


# ------------------------------------------------------------------------------------------------
# Rotations


def _orthogonal_rows(rows: Array, width: int) -> Array:
    """Rotates pairs of rows until the parts of the rows before column `width` are orthogonal. All pairs of a round are rotated
    at once; the rounds are those of a tournament (Brent & Luk 1985, "The solution of singular-value and symmetric
    eigenvalue problems on multiprocessor arrays")."""
    n = rows.shape[0]
    eps = float(np.finfo(rows.dtype).eps)
    if n == 1:
        return rows
    if n % 2:
        rows = cnp.concat([rows, cnp.zeros_like(rows[:1])], axis=0)
    half = rows.shape[0] // 2
    top, bottom = np.arange(half), np.arange(half, 2 * half)
    order = np.concatenate([top[:1], bottom[:1], top[1:-1], bottom[1:], top[-1:]]) if half > 1 else np.arange(2)

    def turn(_: Array, state: Any) -> Any:
        rows, most = state
        a, b = rows[:half], rows[half:]
        x, y = a[:, :width], b[:, :width]
        first, second, both = cnp.sum(x * x, axis=1), cnp.sum(y * y, axis=1), cnp.sum(x * y, axis=1)
        size = cnp.sqrt(first) * cnp.sqrt(second)
        cosine = abs(both) / _safe(size)
        moves = cosine > eps
        zeta = (second - first) / (2 * cnp.where(moves, both, 1.0))
        t = cnp.where(moves, cnp.copysign(1.0, zeta) / (abs(zeta) + cnp.sqrt(1 + zeta * zeta)), 0.0)
        c = 1 / cnp.sqrt(1 + t * t)
        c, s = c[:, None], (c * t)[:, None]
        turned = cnp.concat([c * a - s * b, s * a + c * b], axis=0)
        return cnp.take(turned, order, axis=0), cnp.maximum(most, cnp.max(cosine))

    def sweep(state: Any) -> Any:
        rows, _, count = state
        zero = cnp.sum(rows[0]) * 0
        return *combinators.fori_loop(0, 2 * half - 1, turn, (rows, zero)), count + 1

    limit = 4 * eps * max(1.0, float(width) ** 0.5)
    goes_on = lambda s: cnp.logical_and(s[1] > limit, s[2] < _SWEEPS)
    one = cnp.sum(rows[0]) * 0 + 1
    return combinators.while_loop(goes_on, sweep, (rows, one, 0))[0][:n]


# ------------------------------------------------------------------------------------------------
# Eigenvalues


@custom_jvp
def _eigh(a: Array) -> list[Array]:
    """Eigenvalues and vectors of a symmetric matrix. A multiple of 1 makes it positive definite; its rows are then made
    orthogonal."""
    n = a.shape[0]
    largest = cnp.max(abs(a))
    scale = cnp.where(cnp.isfinite(largest), _safe(largest), 1.0)
    a = a / scale
    shift = 2 * cnp.sqrt(cnp.sum(a * a)) + 1
    rows = _orthogonal_rows(a + shift * np.eye(n, dtype=a.dtype), n)
    vectors = rows / cnp.sqrt(cnp.sum(rows * rows, axis=1, keepdims=True))
    values = cnp.sum(vectors * (vectors @ a), axis=1)
    order = cnp.argsort(values)
    return [cnp.take(values, order, axis=0) * scale, cnp.take(vectors, order, axis=0).T]


@_eigh.defjvp
def _eigh_rule(primals: Any, tangents: Any) -> Any:
    """With M = Vᵀ dA V: dλᵢ = Mᵢᵢ, and dV = V (F ∘ M), Fᵢⱼ = 1 / (λⱼ - λᵢ) off the diagonal (Giles 2008, "Collected matrix
    derivative results for forward and reverse mode algorithmic differentiation")."""
    (a,), (change,) = primals, tangents
    values, vectors = _eigh(a)
    moved = vectors.T @ change @ vectors
    eye = np.eye(a.shape[0], dtype=a.dtype)
    factors = (1 - eye) / (values[None, :] - values[:, None] + eye)
    return [values, vectors], [cnp.diagonal(moved), vectors @ (factors * moved)]


@custom_jvp
def _eigvalsh(a: Array) -> Array:
    return _eigh(a)[0]


@_eigvalsh.defjvp
def _eigvalsh_rule(primals: Any, tangents: Any) -> Any:
    (a,), (change,) = primals, tangents
    values, vectors = _eigh(a)
    return values, cnp.diagonal(vectors.T @ change @ vectors)


def _symmetric(x: Any, what: str, triangle: str) -> Array:
    """The symmetric matrix of which one triangle is read."""
    x = _not_empty(_square(x, what), what)
    if triangle not in ("L", "U"):
        raise error(f"{what} reads the triangle 'L' or 'U', and not '{triangle}'")
    part, other = (cnp.tril(x), cnp.tril(x, -1)) if triangle == "L" else (cnp.triu(x), cnp.triu(x, 1))
    return part + cnp.matrix_transpose(other)


def eigh(x: Any, /, UPLO: str = "L") -> EighResult:
    """Eigenvalues from the least on, and vectors, whose signs are not specified, of symmetric matrices. Vectors have
    derivatives where no two eigenvalues are equal."""
    return EighResult(*_each(_eigh, _symmetric(x, "eigh", UPLO)))


def eigvalsh(x: Any, /, UPLO: str = "L") -> Any:
    return _each(_eigvalsh, _symmetric(x, "eigvalsh", UPLO))


# ------------------------------------------------------------------------------------------------
# Singular values


@custom_jvp
def _tall_svd(a: Array) -> list[Array]:
    """U, S and V of a matrix that has no more columns than rows."""
    m, n = a.shape
    largest = cnp.max(abs(a))
    scale = cnp.where(cnp.isfinite(largest), _safe(largest), 1.0)
    a = a / scale
    rows = _orthogonal_rows(cnp.concat([a.T, lift(np.eye(n, dtype=a.dtype))], axis=1), m)
    values = cnp.sqrt(cnp.sum(rows[:, :m] * rows[:, :m], axis=1))
    order = cnp.argsort(-values)
    rows = cnp.take(rows, order, axis=0)
    # The factor Q of orthogonal columns has them, up to signs, and others where a column is zero.
    q, r = _reflected(rows[:, :m].T)
    return [q * cnp.copysign(1.0, cnp.diagonal(r)), cnp.take(values, order, axis=0) * scale, rows[:, m:].T]


@_tall_svd.defjvp
def _tall_svd_rule(primals: Any, tangents: Any) -> Any:
    """With M = Uᵀ dA V and Fᵢⱼ = 1 / (sⱼ² - sᵢ²) off the diagonal: dS = diag M, dU = U (F ∘ (M S + S Mᵀ)) + (1 - U Uᵀ) dA V S⁻¹,
    dV = V (F ∘ (S M + Mᵀ S)) (Giles 2008, as above)."""
    (a,), (change,) = primals, tangents
    u, s, v = _tall_svd(a)
    along = change @ v
    moved = u.T @ along
    eye = np.eye(a.shape[1], dtype=a.dtype)
    row, column = s[None, :], s[:, None]
    factors = (1 - eye) / ((row - column) * (row + column) + eye)
    of_u = u @ (factors * (moved * row + column * moved.T))
    if a.shape[0] > a.shape[1]:
        of_u = of_u + (along - u @ moved) / row
    of_v = v @ (factors * (column * moved + moved.T * row))
    return [u, s, v], [of_u, cnp.diagonal(moved), of_v]


@custom_jvp
def _tall_svdvals(a: Array) -> Array:
    return _tall_svd(a)[1]


@_tall_svdvals.defjvp
def _tall_svdvals_rule(primals: Any, tangents: Any) -> Any:
    (a,), (change,) = primals, tangents
    u, s, v = _tall_svd(a)
    return s, cnp.diagonal(u.T @ change @ v)


def svdvals(x: Any, /) -> Any:
    """The singular values, from the largest on."""
    x = _not_empty(_matrix(x, "svdvals"), "svdvals")
    return _each(_tall_svdvals, x if x.shape[-2] >= x.shape[-1] else cnp.matrix_transpose(x))


def svd(x: Any, /, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """U, the singular values from the largest on, and Vᴴ; the signs of vectors are not specified. Vectors have derivatives
    where the values differ and are not zero."""
    if not compute_uv:
        return svdvals(x)
    x = _not_empty(_matrix(x, "svd"), "svd")
    if full_matrices and x.shape[-1] != x.shape[-2]:
        raise error("svd with whole bases of a matrix that is not square is not there: say full_matrices=False")
    if x.shape[-2] >= x.shape[-1]:
        u, s, v = _each(_tall_svd, x)
        return SVDResult(u, s, cnp.matrix_transpose(v))
    v, s, u = _each(_tall_svd, cnp.matrix_transpose(x))
    return SVDResult(u, s, cnp.matrix_transpose(v))


#: The functions that have the names of numpy's.
FUNCTIONS: dict[str, Callable] = {f.__name__: f for f in (qr, eigh, eigvalsh, svd, svdvals)}
