# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""QR factors, eigenvalues and singular values of real and complex matrices, as in numpy.linalg."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, NamedTuple

import numpy as np

from . import combinators
from . import numpy as cnp
from ._diagonalization import Algorithms
from ._linalg import _matrix, _operands, _square, adjoint, solve_triangular
from ._ops import complex_of
from .batching import vmap
from .custom import Call, custom_jvp
from .trace import Array, error, is_complex, part_of


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
    solve_triangle=lambda a, b, is_lower, is_unit: solve_triangular(
        a, b, lower=is_lower, unit_diagonal=is_unit
    ),
)


def _each(function: Callable, x: Array) -> Any:
    """Applies a function of one matrix to each of an array of matrices."""
    for _ in range(x.ndim - 2):
        function = vmap(function)
    return function(x)


def _factored(x: Any, what: str) -> Array:
    x = _matrix(x, what)
    if x.dtype.itemsize < 4:
        raise error(f"{what} of {x.dtype.name} is not there: convert the matrix to float32")
    return x


def _not_empty(x: Any, what: str) -> Array:
    x = _factored(x, what)
    if x.size == 0:
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


def _parts(x: Array) -> tuple[Array, ...]:
    """The real and imaginary part of an array of complex numbers; an array of floats itself."""
    return (cnp.real(x), cnp.imag(x)) if is_complex(x.dtype) else (x,)


def _whole(parts: Sequence[Array]) -> Array:
    return complex_of(*parts) if len(parts) == 2 else parts[0]


class _Factors:
    """A function that makes several arrays of one matrix, of floats or of complex numbers. Its rule makes of a matrix, and a change
    of it, these arrays and their changes.
    """

    def __init__(self, function: Callable, kind: type[custom_jvp] = custom_jvp, key: Any = None) -> None:
        def of_parts(*given: Array) -> list[Any]:
            return [_parts(r) for r in function(_whole(given))]

        of_parts.__name__ = of_parts.__qualname__ = function.__name__
        self._of_parts = kind(of_parts, key=key)

    def __call__(self, a: Array) -> list[Array]:
        return [_whole(r) for r in self._of_parts(*_parts(a))]

    def rule(self, rule: Callable) -> Callable:
        def of_parts(primals: Any, tangents: Any) -> Any:
            return tuple([_parts(v) for v in values] for values in rule(_whole(primals), _whole(tangents)))

        self._of_parts.defjvp(of_parts)
        return rule


class _WithoutRule(custom_jvp):
    """A function whose derivatives are functions that are not there."""

    def _rule(self, call: Call) -> str:
        return call.declare_derivatives("derivative of a whole basis")


# ------------------------------------------------------------------------------------------------
# QR factors


@_Factors
def _tall_qr(a: Array) -> list[Array]:
    """Q and R of a matrix that has no more columns than rows, by reflections, with the signs of LAPACK."""
    packed, taus = ALGORITHMS.triangularize(a)
    return [ALGORITHMS.product_of_reflections(packed, taus), cnp.triu(packed[: a.shape[1]])]


@_tall_qr.rule
def _tall_qr_rule(a: Array, change: Array) -> Any:
    """With X = dA R⁻¹, S = Qᴴ X and Ω = L - Lᴴ for the part L of S below the diagonal, and the imaginary part of the diagonal of S:
    dQ = X - Q S + Q Ω, dR = (S - Ω) R (Walter & Lehmann 2010, "Algorithmic differentiation of linear algebra functions with
    application in optimum experimental design")."""
    q, r = _tall_qr(a)
    x = change @ solve_triangular(r, np.eye(r.shape[0], dtype=r.dtype))
    s = adjoint(q) @ x
    lower = cnp.tril(s, -1)
    turn = lower - adjoint(lower)
    if is_complex(a.dtype):
        # The diagonal of R stays real.
        turn = turn + cnp.diag(complex_of(*(f(cnp.diagonal(s)) for f in (lambda d: 0 * cnp.imag(d), cnp.imag))))
    return [q, r], [x - q @ s + q @ turn, cnp.triu((s - turn) @ r)]


def _qr(a: Array) -> list[Array]:
    m, n = a.shape
    if m >= n:
        return _tall_qr(a)
    q, r = _tall_qr(a[:, :m])
    return [q, cnp.concat([r, adjoint(q) @ a[:, m:]], axis=1)]


def _qr_with_basis(a: Array) -> list[Array]:
    """Q with as many columns as rows; it has no derivative."""
    m, n = a.shape
    packed, taus = ALGORITHMS.triangularize(a)
    wide = cnp.pad(packed, ((0, 0), (0, max(m - n, 0))))[:, :m]
    return [ALGORITHMS.product_of_reflections(wide, taus), cnp.triu(packed)]


_qr_with_basis = _Factors(_qr_with_basis, _WithoutRule)  # type: ignore[assignment]


def qr(x: Any, /, mode: str = "reduced") -> Any:
    """The QR factors, with the signs that LAPACK gives them. With mode "complete" Q is square, and has no derivative unless the matrix
    has no more rows than columns."""
    if mode not in ("reduced", "complete", "r"):
        raise error(f"qr with mode '{mode}' is not there; 'reduced', 'complete' and 'r' are")
    x = _factored(x, "qr")
    m, n = x.shape[-2:]
    is_whole = mode == "complete" and m > n
    if x.size == 0:
        q, r = (
            (_units(x, m) if is_whole else _zeros(x, m, min(m, n))),
            _zeros(x, m if is_whole else min(m, n), n),
        )
    else:
        q, r = _each(_qr_with_basis if is_whole else _qr, x)
    return r if mode == "r" else QRResult(q, r)


# ------------------------------------------------------------------------------------------------
# Eigenvalues


@_Factors
def _eigh(a: Array) -> list[Array]:
    """Eigenvalues from the least on, and vectors of a Hermitian matrix."""
    values, vectors = ALGORITHMS.diagonalize(a)
    order = cnp.argsort(values)
    return [cnp.take(values, order, axis=0), cnp.take(vectors, order, axis=1)]


@_eigh.rule
def _eigh_rule(a: Array, change: Array) -> Any:
    """With M = Vᴴ dA V: dλᵢ = Mᵢᵢ, and dV = V (F ∘ M), Fᵢⱼ = 1 / (λⱼ - λᵢ) off the diagonal (Giles 2008, "Collected matrix
    derivative results for forward and reverse mode algorithmic differentiation")."""
    values, vectors = _eigh(a)
    moved = adjoint(vectors) @ change @ vectors
    eye = np.eye(a.shape[0], dtype=values.dtype)
    factors = (1 - eye) / (values[None, :] - values[:, None] + eye)
    return [values, vectors], [cnp.real(cnp.diagonal(moved)), vectors @ (factors * moved)]


@_Factors
def _eigvalsh(a: Array) -> list[Array]:
    return _eigh(a)[:1]


@_eigvalsh.rule
def _eigvalsh_rule(a: Array, change: Array) -> Any:
    values, vectors = _eigh(a)
    return [values], [cnp.real(cnp.diagonal(adjoint(vectors) @ change @ vectors))]


def _hermitian(x: Any, what: str, triangle: str) -> Array:
    """The Hermitian matrix of which one triangle is read."""
    x = _factored(_square(x, what), what)
    if triangle not in ("L", "U"):
        raise error(f"{what} reads the triangle 'L' or 'U', and not '{triangle}'")
    part, other = (cnp.tril(x), cnp.tril(x, -1)) if triangle == "L" else (cnp.triu(x), cnp.triu(x, 1))
    if is_complex(x.dtype):
        # The diagonal is real.
        part = other + cnp.where(np.eye(x.shape[-1], dtype=bool), cnp.real(x), 0)
    return part + adjoint(other)


def eigh(x: Any, /, UPLO: str = "L") -> EighResult:
    """Eigenvalues from the least on, and vectors, whose signs are not specified, of Hermitian matrices. Vectors have
    derivatives where no two eigenvalues are equal."""
    x = _hermitian(x, "eigh", UPLO)
    if x.size == 0:
        return EighResult(_zeros(x, x.shape[-1], dtype=_real(x.dtype)), x)
    return EighResult(*_each(_eigh, x))


def eigvalsh(x: Any, /, UPLO: str = "L") -> Any:
    x = _hermitian(x, "eigvalsh", UPLO)
    return _each(_eigvalsh, x)[0] if x.size else _zeros(x, x.shape[-1], dtype=_real(x.dtype))


# ------------------------------------------------------------------------------------------------
# Singular values


@_Factors
def _tall_svd(a: Array) -> list[Array]:
    """U, S and V of a matrix that has no more columns than rows."""
    s, u, v = ALGORITHMS.decompose(a, with_vectors=True)
    return [u, s, adjoint(v)]


@_tall_svd.rule
def _tall_svd_rule(a: Array, change: Array) -> Any:
    """With M = Uᴴ dA V and Fᵢⱼ = 1 / (sⱼ² - sᵢ²) off the diagonal: dS = diag M, dU = U (F ∘ (M S + S Mᴴ)) + (1 - U Uᴴ) dA V S⁻¹,
    dV = V (F ∘ (S M + Mᴴ S)) (Giles 2008, as above). Of a complex matrix, the imaginary part of the diagonal of M turns U."""
    u, s, v = _tall_svd(a)
    along = change @ v
    moved = adjoint(u) @ along
    back = adjoint(moved)
    eye = np.eye(a.shape[1], dtype=s.dtype)
    row, column = s[None, :], s[:, None]
    factors = (1 - eye) / ((row - column) * (row + column) + eye)
    turn = factors * (moved * row + column * back)
    if is_complex(a.dtype):
        turn = turn + eye * (moved - back) / (2 * row)
    of_u = u @ turn
    if a.shape[0] > a.shape[1]:
        of_u = of_u + (along - u @ moved) / row
    of_v = v @ (factors * (column * moved + back * row))
    return [u, s, v], [of_u, cnp.real(cnp.diagonal(moved)), of_v]


@_Factors
def _tall_svdvals(a: Array) -> list[Array]:
    return ALGORITHMS.decompose(a, with_vectors=False)


@_tall_svdvals.rule
def _tall_svdvals_rule(a: Array, change: Array) -> Any:
    u, s, v = _tall_svd(a)
    return [s], [cnp.real(cnp.diagonal(adjoint(u) @ change @ v))]


def _svd_with_bases(a: Array) -> list[Array]:
    """U, S and Vᴴ, where U and V are square; they have no derivative."""
    s, u, vh = ALGORITHMS.decompose(a, with_vectors=True, has_whole_bases=True)
    return [u, s, vh]


_svd_with_bases = _Factors(_svd_with_bases, _WithoutRule)  # type: ignore[assignment]


def svdvals(x: Any, /) -> Any:
    """The singular values, from the largest on."""
    x = _factored(x, "svdvals")
    if x.size == 0:
        return _zeros(x, min(x.shape[-2:]), dtype=_real(x.dtype))
    return _each(_tall_svdvals, x if x.shape[-2] >= x.shape[-1] else cnp.matrix_transpose(x))[0]


def svd(x: Any, /, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """U, the singular values from the largest on, and Vᴴ; the signs of vectors are not specified. Vectors have derivatives
    where the values differ and are not zero; those of whole bases of a matrix that is not square have none."""
    if not compute_uv:
        return svdvals(x)
    x = _factored(x, "svd")
    m, n = x.shape[-2:]
    is_whole = full_matrices and m != n
    if x.size == 0:
        bases = (_units(x, m), _units(x, n)) if is_whole else (_zeros(x, m, min(m, n)), _zeros(x, min(m, n), n))
        return SVDResult(bases[0], svdvals(x), bases[1])
    if is_whole:
        return SVDResult(*_each(_svd_with_bases, x))
    if m >= n:
        u, s, v = _each(_tall_svd, x)
        return SVDResult(u, s, adjoint(v))
    v, s, u = _each(_tall_svd, adjoint(x))
    return SVDResult(u, s, adjoint(v))


# ------------------------------------------------------------------------------------------------
# Pseudoinverses, and ranks


def _inverted(a: Array, rtol: float) -> Array:
    """The pseudoinverse of a matrix, in which singular values up to `rtol` times the largest count as zero."""
    if a.shape[0] < a.shape[1]:
        return adjoint(_inverted(adjoint(a), rtol))
    u, s, v = _tall_svd(a)
    counts = s > rtol * s[0]
    return (v * cnp.where(counts, 1 / cnp.where(counts, s, 1.0), 0.0)) @ adjoint(u)


class _PseudoInverse(_Factors):
    """The pseudoinverse P of A, whose derivative, where the rank of A does not change, is -P dA P + P Pᴴ dAᴴ (1 - A P) +
    (1 - P A) dAᴴ Pᴴ P (Golub & Pereyra 1973, "The differentiation of pseudo-inverses and nonlinear least squares problems whose
    variables separate")."""

    def __init__(self, rtol: float) -> None:
        def pinv(a: Array) -> list[Array]:
            return [_inverted(a, rtol)]

        super().__init__(pinv, key=("pinv", rtol))
        self.rule(self._along)

    def _along(self, a: Array, change: Array) -> Any:
        (p,) = self(a)
        turned, back = adjoint(change), adjoint(p)
        left, right = turned - (turned @ a) @ p, turned - p @ (a @ turned)
        return [p], [p @ (back @ left) + (right @ back) @ p - (p @ change) @ p]


def _tolerance(a: Array, rtol: Any, least: Any = None) -> float:
    """The ratio to the largest singular value up to which one counts as zero."""
    rtol = least if rtol is None else rtol
    if isinstance(rtol, Array):
        raise error("the tolerance of singular values is a number of Python, and not traced")
    return float(max(a.shape[-2:]) * np.finfo(a.dtype).eps if rtol is None else rtol)


def pinv(x: Any, /, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The pseudoinverse, which takes singular values up to `rtol` times the largest as zero; by default the larger extent times the
    rounding error. It has derivatives of any order where the rank does not change."""
    x = _factored(x, "pinv")
    if x.size == 0:
        return _zeros(x, *x.shape[:-3:-1])
    return _each(_PseudoInverse(_tolerance(x, rtol, rcond)), x)[0]


def lstsq(a: Any, b: Any, rcond: Any = None) -> LstsqResult:
    """The shortest of the vectors x with the least norm of `a @ x - b`, the squares of these norms (also where numpy leaves them
    out), the rank of `a`, and its singular values. The first two have derivatives where the rank does not change."""
    a, b = _operands(_not_empty(a, "lstsq"), b)
    if a.ndim != 2:
        raise error(f"lstsq takes one matrix, and is given {a!r}")
    rtol = _tolerance(a, rcond)
    x = _PseudoInverse(rtol)(a)[0] @ b
    rest = b - a @ x
    residuals = cnp.sum(cnp.real(rest * cnp.conj(rest)), axis=0, keepdims=b.ndim == 1)
    s = svdvals(a)
    return LstsqResult(x, residuals, cnp.sum(cnp.astype(s > rtol * s[0], np.int32), dtype=np.int32), s)


def matrix_rank(x: Any, /, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The number of singular values above `tol`, or above `rtol` times the largest one."""
    x = _factored(x, "matrix_rank")
    if x.size == 0:
        return _zeros(x, dtype=np.int64)
    s = svdvals(x)
    limit = s[..., :1] * _tolerance(x, rtol) if tol is None else cnp.asarray(tol, dtype=s.dtype)[..., None]
    return cnp.sum(cnp.astype(s > limit, np.int64), axis=-1)


def cond(x: Any, p: Any = None) -> Any:
    """The condition number, by the largest and the least singular value, or by a norm of matrices."""
    if p in (None, 2, -2):
        s = svdvals(_not_empty(x, "cond"))
        first, last = s[..., 0], s[..., -1]
        return last / first if p == -2 else first / last
    return cnp.linalg.matrix_norm(x, ord=p) * cnp.linalg.matrix_norm(cnp.linalg.inv(x), ord=p)


#: The functions that have the names of numpy's.
FUNCTIONS: dict[str, Callable] = {
    f.__name__: f for f in (qr, eigh, eigvalsh, svd, svdvals, pinv, lstsq, matrix_rank, cond)
}
