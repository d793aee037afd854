# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""QR factors, eigenvalues and singular values of real matrices, as in numpy.linalg."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np

from . import _factors, combinators
from . import numpy as cnp
from ._diagonalization import Algorithms
from ._linalg import TRIANGULAR, Ruled, adjoint, each, matrix, solve, square
from .batching import vmap
from .custom import custom_jvp
from .trace import Array, error, is_complex, lift, part_of


class QRResult(NamedTuple):
    Q: Any
    R: Any


class EighResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class EigResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class SVDResult(NamedTuple):
    U: Any
    S: Any
    Vh: Any


class LstsqResult(NamedTuple):
    x: Any
    residuals: Any
    rank: Any
    s: Any


ALGORITHMS = Algorithms(
    xp=cnp,
    finfo=np.finfo,
    fori_loop=combinators.fori_loop,
    while_loop=combinators.while_loop,
    at=lambda a, i: a[i],
    put=lambda a, value, i: a.at[i].set(value),
    take=lambda a, order: cnp.take(a, order, axis=0),
    solve=_factors.solve,
)


def _each(function: Callable, x: Array) -> Any:
    """Applies a function of one matrix to each of an array of matrices."""
    for _ in range(x.ndim - 2):
        function = vmap(function)
    return function(x)


def _known(x: Array, what: str) -> Array:
    if not all(isinstance(e, int) for e in x.shape):
        raise error(f"{what} takes matrices whose extents are known, and is given {x!r}")
    if x.size == 0:
        raise error(f"{what} takes matrices with elements, and is given {x!r}")
    return x


def _not_empty(x: Array, what: str) -> Array:
    if is_complex(x.dtype):
        raise error(f"{what} of complex matrices is not there; write it for the real and the imaginary part")
    return _known(x, what)


# ------------------------------------------------------------------------------------------------
# QR factors


@custom_jvp
def _tall_qr(a: Array) -> list[Array]:
    """Q and R of a matrix that has no more columns than rows, by reflections, with the signs of LAPACK."""
    packed, taus = ALGORITHMS.triangularize(a)
    return [ALGORITHMS.product_of_reflections(packed, taus), cnp.triu(packed[: a.shape[1]])]


@_tall_qr.defjvp
def _tall_qr_rule(primals: Any, tangents: Any) -> Any:
    """With X = dA R⁻¹, S = Qᵀ X and Ω = L - Lᵀ for the part L of S below the diagonal: dQ = X - Q S + Q Ω, dR = (S - Ω) R (Walter &
    Lehmann 2010, "Algorithmic differentiation of linear algebra functions with application in optimum experimental
    design")."""
    (a,), (change,) = primals, tangents
    q, r = _tall_qr(a)
    (x,) = TRIANGULAR[False, False, True](r, change.T)
    x = x.T
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
    q, r = _each(_qr, _not_empty(matrix(x, "qr"), "qr"))
    return r if mode == "r" else QRResult(q, r)


# ------------------------------------------------------------------------------------------------
# Eigenvalues


@custom_jvp
def _eigh(a: Array) -> list[Array]:
    """Eigenvalues from the least on, and vectors of a symmetric matrix."""
    values, vectors = ALGORITHMS.diagonalize(a)
    order = cnp.argsort(values)
    return [cnp.take(values, order, axis=0), cnp.take(vectors, order, axis=1)]


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
    x = _not_empty(square(x, what), what)
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


def _eig_along(results: Any, primals: Any, tangents: Any) -> Any:
    """With M = V⁻¹ dA V: dλᵢ = Mᵢᵢ, and dV = V (F ∘ M) - V diag c, Fᵢⱼ = 1 / (λⱼ - λᵢ) off the diagonal. c keeps the columns at length
    1, and the largest element of each real (Giles 2008, as above)."""
    (w, v), (change, *_) = results, tangents
    moved = solve(v, change @ v)
    turned = v @ (_gaps(w) * moved)
    size, largest = _largest(v)
    c = cnp.real(cnp.sum(cnp.conj(v) * turned, axis=0))
    phase = cnp.sum(cnp.where(largest, cnp.imag(cnp.conj(v) * turned), 0.0), axis=0) / size
    return [cnp.diagonal(moved), turned - v * (c + 1j * phase)]


def _eig_back(results: Any, primals: Any, cotangents: Any) -> Any:
    (w, v), (of_w, of_v) = results, cotangents
    size, largest = _largest(v)
    along = cnp.sum(cnp.conj(v) * of_v, axis=0)
    of_turned = of_v - v * cnp.real(along) - cnp.where(largest, v * (1j * cnp.imag(along) / size), 0.0)
    inner = cnp.conj(_gaps(w)) * (adjoint(v) @ of_turned)
    inner = inner + cnp.eye(w.shape[0], dtype=v.dtype) * of_w
    return [solve(adjoint(v), inner @ adjoint(v))]


def _gaps(w: Array) -> Array:
    """1 / (λⱼ - λᵢ) off the diagonal."""
    eye: Any = np.eye(w.shape[0], dtype=part_of(w.dtype))
    return (1 - eye) / (w[None, :] - w[:, None] + eye)


def _largest(v: Array) -> tuple[Array, Array]:
    """The squares of the largest elements of columns, and where these are."""
    squares = cnp.real(v * cnp.conj(v))
    return cnp.max(squares, axis=0), cnp.arange(v.shape[0])[:, None] == cnp.argmax(squares, axis=0)


def _eig_values(a: Array, is_real: bool) -> list[Array]:
    return ALGORITHMS.eigenvalues(a, is_real, [False])


#: By whether the complex matrix is one of real numbers.
EIG = {
    is_real: Ruled(
        f"eig_{is_real}",
        lambda a, is_real=is_real: _eig_values(a, is_real),
        _eig_along,
        _eig_back,
        (False, False),
    )
    for is_real in (False, True)
}


def eig(x: Any, /) -> EigResult:
    """Eigenvalues, whose order is not specified, and vectors, as complex arrays also where all are real. A vector has length 1,
    and a real largest element. Both have derivatives where no two eigenvalues are equal."""
    x = _known(matrix(x, "eig"), "eig")
    if x.shape[-1] != x.shape[-2]:
        raise error(f"eig takes square matrices, and is given {x!r}")
    whole = cnp.astype(x, np.result_type(x.dtype, np.complex64))
    return EigResult(*each(EIG[not is_complex(x.dtype)], whole))


def eigvals(x: Any, /) -> Any:
    """Eigenvalues, whose order is not specified, as a complex array also where all are real, with derivatives where no two are
    equal."""
    return eig(x)[0]


# ------------------------------------------------------------------------------------------------
# Singular values


@custom_jvp
def _tall_svd(a: Array) -> list[Array]:
    """U, S and V of a matrix that has no more columns than rows."""
    s, u, v = ALGORITHMS.decompose(a, with_vectors=True)
    return [u, s, v.T]


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
    return ALGORITHMS.decompose(a, with_vectors=False)[0]


@_tall_svdvals.defjvp
def _tall_svdvals_rule(primals: Any, tangents: Any) -> Any:
    (a,), (change,) = primals, tangents
    u, s, v = _tall_svd(a)
    return s, cnp.diagonal(u.T @ change @ v)


def svdvals(x: Any, /) -> Any:
    """The singular values, from the largest on."""
    x = _not_empty(matrix(x, "svdvals"), "svdvals")
    return _each(_tall_svdvals, x if x.shape[-2] >= x.shape[-1] else cnp.matrix_transpose(x))


def svd(x: Any, /, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """U, the singular values from the largest on, and Vᴴ; the signs of vectors are not specified. Vectors have derivatives
    where the values differ and are not zero."""
    if not compute_uv:
        return svdvals(x)
    x = _not_empty(matrix(x, "svd"), "svd")
    if full_matrices and x.shape[-1] != x.shape[-2]:
        raise error("svd with whole bases of a matrix that is not square is not there: say full_matrices=False")
    if x.shape[-2] >= x.shape[-1]:
        u, s, v = _each(_tall_svd, x)
        return SVDResult(u, s, cnp.matrix_transpose(v))
    v, s, u = _each(_tall_svd, cnp.matrix_transpose(x))
    return SVDResult(u, s, cnp.matrix_transpose(v))


# ------------------------------------------------------------------------------------------------
# Pseudoinverses, and ranks


def _inverted(a: Array, rtol: float) -> Array:
    """The pseudoinverse of a matrix, in which singular values up to `rtol` times the largest count as zero."""
    if a.shape[0] < a.shape[1]:
        return _inverted(a.T, rtol).T
    u, s, v = _tall_svd(a)
    counts = s > rtol * s[0]
    return (v * cnp.where(counts, 1 / cnp.where(counts, s, 1.0), 0.0)) @ u.T


class _PseudoInverse(custom_jvp):
    """The pseudoinverse P of A, whose derivative, where the rank of A does not change, is -P dA P + P Pᵀ dAᵀ (1 - A P) +
    (1 - P A) dAᵀ Pᵀ P (Golub & Pereyra 1973, "The differentiation of pseudo-inverses and nonlinear least squares problems whose
    variables separate")."""

    def __init__(self, rtol: float) -> None:
        def pinv(a: Array) -> Array:
            return _inverted(a, rtol)

        super().__init__(pinv, key=("pinv", rtol))
        self.defjvp(self._along)

    def _along(self, primals: Any, tangents: Any) -> Any:
        (a,), (change,) = primals, tangents
        p = self(a)
        left, right = change.T - (change.T @ a) @ p, change.T - p @ (a @ change.T)
        return p, p @ (p.T @ left) + (right @ p.T) @ p - (p @ change) @ p


def _tolerance(a: Array, rtol: Any, least: Any = None) -> float:
    """The ratio to the largest singular value up to which one counts as zero."""
    rtol = least if rtol is None else rtol
    if isinstance(rtol, Array):
        raise error("the tolerance of singular values is a number of Python, and not traced")
    return float(max(a.shape[-2:]) * np.finfo(a.dtype).eps if rtol is None else rtol)


def pinv(x: Any, /, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The pseudoinverse, which takes singular values up to `rtol` times the largest as zero; by default the larger extent times the
    rounding error. It has derivatives of any order where the rank does not change."""
    x = _not_empty(matrix(x, "pinv"), "pinv")
    return _each(_PseudoInverse(_tolerance(x, rtol, rcond)), x)


def lstsq(a: Any, b: Any, rcond: Any = None) -> LstsqResult:
    """The shortest of the vectors x with the least norm of `a @ x - b`, the squares of these norms (also where numpy leaves them
    out), the rank of `a`, and its singular values. The first two have derivatives where the rank does not change."""
    a = _not_empty(matrix(a, "lstsq"), "lstsq")
    if a.ndim != 2:
        raise error(f"lstsq takes one matrix, and is given {a!r}")
    b = cnp.astype(lift(b), a.dtype)
    rtol = _tolerance(a, rcond)
    x = _PseudoInverse(rtol)(a) @ b
    rest = b - a @ x
    residuals = cnp.sum(rest * rest, axis=0, keepdims=b.ndim == 1)
    s = svdvals(a)
    return LstsqResult(x, residuals, cnp.sum(cnp.astype(s > rtol * s[0], np.int32), dtype=np.int32), s)


def matrix_rank(x: Any, /, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The number of singular values above `tol`, or above `rtol` times the largest one."""
    x = _not_empty(matrix(x, "matrix_rank"), "matrix_rank")
    s = svdvals(x)
    limit = s[..., :1] * _tolerance(x, rtol) if tol is None else cnp.asarray(tol, dtype=s.dtype)[..., None]
    return cnp.sum(cnp.astype(s > limit, np.int64), axis=-1)


def cond(x: Any, p: Any = None) -> Any:
    """The condition number, by the largest and the least singular value, or by a norm of matrices."""
    if p in (None, 2, -2):
        s = svdvals(x)
        first, last = s[..., 0], s[..., -1]
        return last / first if p == -2 else first / last
    return cnp.linalg.matrix_norm(x, ord=p) * cnp.linalg.matrix_norm(cnp.linalg.inv(x), ord=p)


#: The functions that have the names of numpy's.
FUNCTIONS: dict[str, Callable] = {
    f.__name__: f for f in (qr, eig, eigvals, eigh, eigvalsh, svd, svdvals, pinv, lstsq, matrix_rank, cond)
}
