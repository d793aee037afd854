# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""QR factors, eigenvalues and singular values of real and complex matrices, as in numpy.linalg."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np

from . import _condensed, _conquer, _factors, _libraries, combinators
from . import numpy as cnp
from ._diagonalization import Algorithms
from ._linalg import TRIANGULAR, Ruled, adjoint, each, halved, hermitian, matrix, of_one_dtype, solve, square
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
    solve=lambda a, b, is_lower: _factors.solve(lift(a), lift(b), is_lower),
)


def _known(x: Array, what: str) -> Array:
    if not all(isinstance(e, int) for e in x.shape):
        raise error(f"{what} takes matrices whose extents are known, and is given {x!r}")
    return x


def _not_empty(x: Array, what: str) -> Array:
    if _known(x, what).size == 0:
        raise error(f"{what} takes matrices with elements, and is given {x!r}")
    return x


def _real(dtype: Any) -> Any:
    """The dtype of the parts of complex numbers, or that of floats."""
    return part_of(dtype) if is_complex(dtype) else dtype


def _zeros(x: Array, *extents: int, dtype: Any = None) -> Any:
    """For each of an array of matrices an array without elements, or of zeros."""
    return cnp.zeros((*x.shape[:-2], *extents), dtype=dtype or x.dtype)


def _units(x: Array, extent: int) -> Any:
    """For each of an array of matrices a unit matrix."""
    return cnp.broadcast_to(np.eye(extent, dtype=x.dtype), (*x.shape[:-2], extent, extent))


_OF_BASES = "derivative of a whole basis"


# ------------------------------------------------------------------------------------------------
# QR factors


def qr_factors(a: Array, columns: int = 0) -> list[Array]:
    """Q and R of a matrix that has no more columns than rows, by reflections, with the signs of LAPACK. Q has `columns`, by default
    as many as the matrix."""

    def own(a: Array) -> list[Array]:
        a, scale = ALGORITHMS.scaled(a)
        q, r = _factors.qr(a, ALGORITHMS.reflection, columns)
        return [q, scale * r]

    places = [[(0, 0), (0, 0 if columns else 1)], [(0, 1), (0, 1)]]
    return _libraries.call("geqrf", own, [a], [a.dtype, a.dtype], places)


def _qr_along(results: Any, primals: Any, tangents: Any) -> Any:
    """With X = dA R⁻¹, S = Qᴴ X and the upper triangle T of S + Sᴴ with half of its diagonal: dQ = X - Q T, dR = T R. The diagonal of T is
    real, and so stays that of R (Walter & Lehmann 2010, "Algorithmic differentiation of linear algebra functions with application
    in optimum experimental design")."""
    (q, r), (change,) = results, tangents
    x = adjoint(TRIANGULAR[False, False, True](r, adjoint(change))[0])
    s = adjoint(q) @ x
    t = adjoint(halved(s + adjoint(s)))
    return [x - q @ t, cnp.triu(t @ r)]


def _qr_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = (Q̄ + Q N) R⁻ᴴ, where N is Hermitian, with the lower triangle of R R̄ᴴ - Q̄ᴴ Q and the real part of its diagonal."""
    (q, r), (of_q, of_r) = results, cotangents
    inner = hermitian(r @ adjoint(cnp.triu(of_r)) - adjoint(of_q) @ q)
    return [adjoint(TRIANGULAR[False, False, False](r, adjoint(of_q + q @ inner))[0])]


_TALL_QR = Ruled("qr", qr_factors, _qr_along, _qr_back, (False, False))


def _qr(a: Array) -> list[Array]:
    m, n = a.shape
    if m >= n:
        return _TALL_QR(a)
    q, r = _TALL_QR(a[:, :m])
    return [q, cnp.concat([r, adjoint(q) @ a[:, m:]], axis=1)]


def _qr_with_basis_value(a: Array) -> list[Array]:
    """Q with as many columns as rows, of a matrix that has fewer columns than rows."""
    m, n = a.shape
    q, r = qr_factors(a, m)
    return [q, cnp.pad(r, ((0, m - n), (0, 0)))]


_QR_WITH_BASIS = Ruled("qr_complete", _qr_with_basis_value, None, None, (False, False), lacking=_OF_BASES)


def qr(x: Any, /, mode: str = "reduced") -> Any:
    """The QR factors, with the signs that LAPACK gives them. With mode "complete" Q is square, and has no derivative unless the matrix
    has no more rows than columns."""
    if mode not in ("reduced", "complete", "r"):
        raise error(f"qr with mode '{mode}' is not there; 'reduced', 'complete' and 'r' are")
    x = _known(matrix(x, "qr"), "qr")
    m, n = x.shape[-2:]
    is_whole = mode == "complete" and m > n
    if x.size:
        q, r = each(_QR_WITH_BASIS if is_whole else _qr, x)
    else:
        q = _units(x, m) if is_whole else _zeros(x, m, min(m, n))
        r = _zeros(x, m if is_whole else min(m, n), n)
    return r if mode == "r" else QRResult(q, r)


# ------------------------------------------------------------------------------------------------
# Eigenvalues


def eigenvalues(a: Array, has_vectors: bool = True) -> list[Array]:
    """Eigenvalues from the least on, and vectors of a Hermitian matrix."""
    count = 1 + has_vectors
    outs, places = [_real(a.dtype), a.dtype], [[(0, 0)], [(0, 0), (0, 0)]]
    own = lambda a: _eigenvalues(a)[:count]
    return _libraries.call("heevd", own, [a], outs[:count], places[:count], int(has_vectors))


def _eigenvalues(a: Array) -> list[Array]:
    a, scale = ALGORITHMS.scaled(a)
    d, e, q = _condensed.tridiagonal(a, ALGORITHMS.reflection)
    values, rows = _conquer.eigenvalues(d, e)
    order = cnp.argsort(values)
    values = cnp.take(values, order, axis=0)
    vectors = q.times(cnp.astype(cnp.take(rows, order, axis=0).T, a.dtype))
    is_good = cnp.isfinite(cnp.sum(values) + cnp.sum(d) + cnp.sum(e))
    return [cnp.where(is_good, scale * values, cnp.nan), cnp.where(is_good, vectors, cnp.nan)]


def _eigh_along(results: Any, primals: Any, tangents: Any) -> Any:
    """With M = Vᴴ dA V: dλᵢ = Mᵢᵢ, and dV = V (F ∘ M), Fᵢⱼ = 1 / (λⱼ - λᵢ) off the diagonal (Giles 2008, "Collected matrix
    derivative results for forward and reverse mode algorithmic differentiation")."""
    (values, vectors), (change,) = results, tangents
    moved = adjoint(vectors) @ change @ vectors
    return [cnp.real(cnp.diagonal(moved)), vectors @ (_gaps(values) * moved)]


def _eigh_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = V (F ∘ (Vᴴ V̄) + diag λ̄) Vᴴ."""
    (values, vectors), (of_values, of_vectors) = results, cotangents
    inner = _gaps(values) * (adjoint(vectors) @ of_vectors)
    return [(vectors @ inner + vectors * of_values) @ adjoint(vectors)]


_EIGH = Ruled("eigh", eigenvalues, _eigh_along, _eigh_back, (True, False))


def _eigvalsh_along(results: Any, primals: Any, tangents: Any) -> Any:
    """dλᵢ = Re vᵢᴴ dA vᵢ."""
    (_, vectors), (change,) = results, tangents
    return [cnp.sum(cnp.real(cnp.conj(vectors) * (change @ vectors)), axis=0)]


def _eigvalsh_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = V diag(λ̄) Vᴴ."""
    (_, vectors), (of_values,) = results, cotangents
    return [(vectors * of_values) @ adjoint(vectors)]


_EIGVALSH = Ruled("eigvalsh", lambda a: eigenvalues(a, False), _eigvalsh_along, _eigvalsh_back, (True,), _EIGH)


def _hermitian(x: Any, what: str, triangle: str) -> Array:
    """The Hermitian matrices of which one triangle, and the real part of the diagonal, is read."""
    x = _known(square(x, what), what)
    if triangle not in ("L", "U"):
        raise error(f"{what} reads the triangle 'L' or 'U', and not '{triangle}'")
    return hermitian(x if triangle == "L" else adjoint(x))


def eigh(x: Any, /, UPLO: str = "L") -> EighResult:
    """Eigenvalues from the least on, and vectors, whose signs are not specified, of Hermitian matrices. Vectors have
    derivatives where no two eigenvalues are equal."""
    x = _hermitian(x, "eigh", UPLO)
    return EighResult(*(each(_EIGH, x) if x.size else (_zeros(x, x.shape[-1], dtype=_real(x.dtype)), x)))


def eigvalsh(x: Any, /, UPLO: str = "L") -> Any:
    x = _hermitian(x, "eigvalsh", UPLO)
    return each(_EIGVALSH, x)[0] if x.size else _zeros(x, x.shape[-1], dtype=_real(x.dtype))


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
    """Ā = V⁻ᴴ (conj(F) ∘ (Vᴴ W) + diag λ̄) Vᴴ, where W is V̄ without the parts along the columns of V that c takes away."""
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


def right_eigenvectors(a: Array, is_real: bool) -> list[Array]:
    """Eigenvalues and vectors of a complex matrix, whose imaginary part is zero where `is_real`."""
    own = lambda a: ALGORITHMS.eigenvalues(a, is_real, [False])
    return _libraries.call("geev", own, [a], [a.dtype] * 2, [[(0, 0)], [(0, 0), (0, 0)]], int(is_real))


#: By whether the complex matrix is one of real numbers.
EIG = {
    is_real: Ruled(
        f"eig_{is_real}",
        lambda a, is_real=is_real: right_eigenvectors(a, is_real),
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
    if not x.size:
        return EigResult(_zeros(whole, x.shape[-1]), whole)
    return EigResult(*each(EIG[not is_complex(x.dtype)], whole))


def eigvals(x: Any, /) -> Any:
    """Eigenvalues, whose order is not specified, as a complex array also where all are real, with derivatives where no two are
    equal."""
    return eig(x)[0]


# ------------------------------------------------------------------------------------------------
# Singular values


def _square_svd(a: Array) -> list[Array]:
    """S, U and V of a square matrix."""
    a, scale = ALGORITHMS.scaled(a)
    d, e, last, p, q = _condensed.bidiagonal(a, ALGORITHMS.reflection)
    # The last element is its absolute value times its phase, a number of absolute value 1.
    size = cnp.abs(last)
    phase = cnp.where(size > 0, last / cnp.where(size > 0, size, 1.0), 1.0)
    values, u, v = _conquer.singular_values(cnp.concat([d, size[None]]), e)
    # Those that have been found are almost zero at most, and not less.
    values = cnp.abs(values)
    order = cnp.argsort(values, descending=True)
    values = cnp.take(values, order, axis=0)
    u, v = (cnp.astype(cnp.take(z, order, axis=0).T, a.dtype) for z in (u, v))
    u, v = p.times(u.at[-1].multiply(phase)), q.times(v)
    is_good = cnp.isfinite(cnp.sum(values) + cnp.sum(d) + cnp.sum(e) + size)
    return [cnp.where(is_good, scale * values, cnp.nan), *(cnp.where(is_good, z, cnp.nan) for z in (u, v))]


def _svd_value(a: Array, columns: int = 0, has_vectors: bool = True) -> list[Array]:
    """S, U and V of a matrix that has no more columns than rows. U has `columns`, by default as many as the matrix."""
    count = 3 if has_vectors else 1
    outs = [_real(a.dtype), a.dtype, a.dtype]
    places = [[(0, 1)], [(0, 0), (0, 0 if columns else 1)], [(0, 1), (0, 1)]]
    own = lambda a: _own_svd(a, columns)[:count]
    return _libraries.call("gesdd", own, [a], outs[:count], places[:count], int(has_vectors))


def _own_svd(a: Array, columns: int) -> list[Array]:
    m, n = a.shape
    if m == n:
        return _square_svd(a)
    q, r = qr_factors(a, columns)
    s, u, v = _square_svd(r)
    return [s, cnp.concat([q[:, :n] @ u, q[:, n:]], axis=1), v]


def _of_squares(s: Array) -> Array:
    """1 / (sⱼ² - sᵢ²) off the diagonal."""
    eye: Any = np.eye(s.shape[0], dtype=s.dtype)
    row, column = s[None, :], s[:, None]
    return (1 - eye) / ((row - column) * (row + column) + eye)


def _svd_along(results: Any, primals: Any, tangents: Any) -> Any:
    """With M = Uᴴ dA V and Fᵢⱼ = 1 / (sⱼ² - sᵢ²) off the diagonal: dS = diag M, dU = U (F ∘ (M S + S Mᴴ)) + (1 - U Uᴴ) dA V S⁻¹,
    dV = V (F ∘ (S M + Mᴴ S)) (Giles 2008, as above). Of a complex matrix, the imaginary part of the diagonal of M turns U."""
    (s, u, v), (change,) = results, tangents
    along = change @ v
    moved = adjoint(u) @ along
    turned = adjoint(moved)
    row, column, factors = s[None, :], s[:, None], _of_squares(s)
    of_u = u @ (factors * (moved * row + column * turned))
    values = cnp.diagonal(moved)
    if is_complex(u.dtype):
        of_u = of_u + u * (1j * cnp.imag(values) / s)
    if u.shape[0] > u.shape[1]:
        of_u = of_u + (along - u @ moved) / row
    return [cnp.real(values), of_u, v @ (factors * (column * moved + turned * row))]


def _svd_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """With X = F ∘ (Uᴴ Ū) and Y = F ∘ (Vᴴ V̄): Ā = (U ((X + Xᴴ) S + S (Y + Yᴴ) + S̄) + (1 - U Uᴴ) Ū S⁻¹) Vᴴ. Of a complex matrix,
    the imaginary part of the diagonal of Uᴴ Ū, divided by S, comes to S̄."""
    (s, u, v), (of_s, of_u, of_v) = results, cotangents
    row, column, factors = s[None, :], s[:, None], _of_squares(s)
    inner = adjoint(u) @ of_u
    x, y = factors * inner, factors * (adjoint(v) @ of_v)
    if is_complex(u.dtype):
        of_s = of_s + 1j * cnp.imag(cnp.diagonal(inner)) / s
    left = u @ ((x + adjoint(x)) * row + column * (y + adjoint(y))) + u * of_s
    if u.shape[0] > u.shape[1]:
        left = left + (of_u - u @ inner) / row
    return [left @ adjoint(v)]


def singular_values(a: Array, is_whole: bool = False, has_vectors: bool = True) -> list[Array]:
    """S, U and Vᴴ of a matrix, or only S. Where `is_whole`, U and V are square."""
    m, n = a.shape
    if not has_vectors:
        return _svd_value(adjoint(a) if m < n else a, has_vectors=False)
    if m < n:
        s, v, u = _svd_value(adjoint(a), n * is_whole)
    else:
        s, u, v = _svd_value(a, m * is_whole)
    return [s, u, adjoint(v)]


_SVD = Ruled("svd", _svd_value, _svd_along, _svd_back, (True, False, False))


def _svdvals_along(results: Any, primals: Any, tangents: Any) -> Any:
    """dsᵢ = Re uᵢᴴ dA vᵢ."""
    (_, u, v), (change,) = results, tangents
    return [cnp.sum(cnp.real(cnp.conj(u) * (change @ v)), axis=0)]


def _svdvals_back(results: Any, primals: Any, cotangents: Any) -> Any:
    """Ā = U diag(s̄) Vᴴ."""
    (_, u, v), (of_s,) = results, cotangents
    return [(u * of_s) @ adjoint(v)]


_SVDVALS = Ruled(
    "svdvals",
    lambda a: _svd_value(a, has_vectors=False),
    _svdvals_along,
    _svdvals_back,
    (True,),
    whole=_SVD,
)


_SVD_WITH_BASES = Ruled(
    "svd_full", lambda a: singular_values(a, is_whole=True), None, None, (True, False, False), lacking=_OF_BASES
)


def svdvals(x: Any, /) -> Any:
    """The singular values, from the largest on."""
    x = _known(matrix(x, "svdvals"), "svdvals")
    if not x.size:
        return _zeros(x, min(x.shape[-2:]), dtype=_real(x.dtype))
    return each(_SVDVALS, x if x.shape[-2] >= x.shape[-1] else cnp.matrix_transpose(x))[0]


def svd(x: Any, /, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """U, the singular values from the largest on, and Vᴴ; the signs of vectors are not specified. Vectors have derivatives
    where the values differ and are not zero; those of whole bases of a matrix that is not square have none."""
    if not compute_uv:
        return svdvals(x)
    x = _known(matrix(x, "svd"), "svd")
    m, n = x.shape[-2:]
    is_whole = full_matrices and m != n
    if not x.size:
        bases = (_units(x, m), _units(x, n)) if is_whole else (_zeros(x, m, min(m, n)), _zeros(x, min(m, n), n))
        return SVDResult(bases[0], svdvals(x), bases[1])
    if is_whole:
        s, u, vh = each(_SVD_WITH_BASES, x)
        return SVDResult(u, s, vh)
    if m >= n:
        s, u, v = each(_SVD, x)
    else:
        s, v, u = each(_SVD, adjoint(x))
    return SVDResult(u, s, adjoint(v))


# ------------------------------------------------------------------------------------------------
# Pseudoinverses, and ranks


def _inverted(a: Array, rtol: float) -> Array:
    """The pseudoinverse of a matrix, in which singular values up to `rtol` times the largest count as zero."""
    if a.shape[0] < a.shape[1]:
        return adjoint(_inverted(adjoint(a), rtol))
    s, u, v = _SVD(a)
    counts = s > rtol * s[0]
    return (v * cnp.where(counts, 1 / cnp.where(counts, s, 1.0), 0.0)) @ adjoint(u)


def _pinv(rtol: float) -> Ruled:
    """The pseudoinverse P of A, whose derivative, where the rank of A does not change, is -P dA P + P Pᴴ dAᴴ (1 - A P) +
    (1 - P A) dAᴴ Pᴴ P (Golub & Pereyra 1973, "The differentiation of pseudo-inverses and nonlinear least squares problems whose
    variables separate")."""

    def along(results: Any, primals: Any, tangents: Any) -> Any:
        (p,), (a,), (change,) = results, primals, tangents
        turned, back = adjoint(change), adjoint(p)
        left, right = turned - (turned @ a) @ p, turned - p @ (a @ turned)
        return [p @ (back @ left) + (right @ back) @ p - (p @ change) @ p]

    # Ā = L - A P L + R - R P A - Pᴴ P̄ Pᴴ, with L = P̄ᴴ P Pᴴ and R = Pᴴ P P̄ᴴ.
    def back(results: Any, primals: Any, cotangents: Any) -> Any:
        (p,), (a,), (of_p,) = results, primals, cotangents
        turned, back = adjoint(of_p), adjoint(p)
        left, right = (turned @ p) @ back, back @ (p @ turned)
        return [left - a @ (p @ left) + right - (right @ p) @ a - back @ of_p @ back]

    return Ruled(f"pinv_{rtol}", lambda a: [_inverted(a, rtol)], along, back)


def _tolerance(a: Array, rtol: Any, least: Any = None) -> float:
    """The ratio to the largest singular value up to which one counts as zero."""
    rtol = least if rtol is None else rtol
    if isinstance(rtol, Array):
        raise error("the tolerance of singular values is a number of Python, and not traced")
    return float(max(a.shape[-2:]) * np.finfo(a.dtype).eps if rtol is None else rtol)


def pinv(x: Any, /, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The pseudoinverse, which takes singular values up to `rtol` times the largest as zero; by default the larger extent times the
    rounding error. It has derivatives of any order where the rank does not change."""
    x = _known(matrix(x, "pinv"), "pinv")
    if not x.size:
        return _zeros(x, *x.shape[:-3:-1])
    return each(_pinv(_tolerance(x, rtol, rcond)), x)[0]


def lstsq(a: Any, b: Any, rcond: Any = None) -> LstsqResult:
    """The shortest of the vectors x with the least norm of `a @ x - b`, the squares of these norms (also where numpy leaves them
    out), the rank of `a`, and its singular values. The first two have derivatives where the rank does not change."""
    a = _not_empty(matrix(a, "lstsq"), "lstsq")
    if a.ndim != 2:
        raise error(f"lstsq takes one matrix, and is given {a!r}")
    a, b = of_one_dtype(a, lift(b))
    rtol = _tolerance(a, rcond)
    x = _pinv(rtol)(a)[0] @ b
    rest = b - a @ x
    residuals = cnp.sum(cnp.real(rest * cnp.conj(rest)), axis=0, keepdims=b.ndim == 1)
    s = svdvals(a)
    return LstsqResult(x, residuals, cnp.sum(cnp.astype(s > rtol * s[0], np.int32), dtype=np.int32), s)


def matrix_rank(x: Any, /, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The number of singular values above `tol`, or above `rtol` times the largest one."""
    x = _known(matrix(x, "matrix_rank"), "matrix_rank")
    if not x.size:
        return _zeros(x, dtype=np.int64)
    s = svdvals(x)
    limit = s[..., :1] * _tolerance(x, rtol) if tol is None else cnp.asarray(tol, dtype=s.dtype)[..., None]
    return cnp.sum(cnp.astype(s > limit, np.int64), axis=-1)


def cond(x: Any, p: Any = None) -> Any:
    """The condition number, by the largest and the least singular value, or by a norm of matrices."""
    if p in (None, 2, -2):
        s = svdvals(_not_empty(matrix(x, "cond"), "cond"))
        first, last = s[..., 0], s[..., -1]
        return last / first if p == -2 else first / last
    return cnp.linalg.matrix_norm(x, ord=p) * cnp.linalg.matrix_norm(cnp.linalg.inv(x), ord=p)


#: The functions that have the names of numpy's.
FUNCTIONS: dict[str, Callable] = {
    f.__name__: f for f in (qr, eig, eigvals, eigh, eigvalsh, svd, svdvals, pinv, lstsq, matrix_rank, cond)
}
