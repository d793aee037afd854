# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorizations of real and complex matrices, written as functions of other primitives of JAX.

Reflections, pivots and signs are those of LAPACK (Anderson et al. 1999, "LAPACK Users' Guide"), unless an entry
states something else. Each entry is a function of a primitive's parameters; it returns a function of JAX.
"""

from __future__ import annotations

from typing import Any, Callable

import jax
import jax.numpy as jnp
from jax import lax

from ._diagonalization import LEAST
from ._jaxblocks import ALGORITHMS, factor_cholesky, factor_columns, scaled, solve
from ._jaxforms import Forms, entry_of

FORMS: Forms = {}
form = entry_of(FORMS)

#: Forms for complex matrices only. For real ones, the function is used to which JAX lowers the
#: primitive.
FORMS_OF_COMPLEX: Forms = {}
form_of_complex = entry_of(FORMS_OF_COMPLEX)

#: Forms for matrices with more than `LEAST` rows and columns.
FORMS_OF_LARGE: Forms = {}
form_of_large = entry_of(FORMS_OF_LARGE)


def form_of(equation: Any) -> Callable | None:
    """The entry for a primitive, as a function of JAX; None for a primitive that is used in the form to which
    JAX lowers it.
    """
    name, avals = equation.primitive.name, [v.aval for v in equation.invars]
    made = FORMS.get(name)
    if name in FORMS_OF_COMPLEX and any(jnp.issubdtype(a.dtype, jnp.complexfloating) for a in avals):
        made = FORMS_OF_COMPLEX[name]
    if name in FORMS_OF_LARGE and min(avals[0].shape[-2:]) > LEAST:
        made = FORMS_OF_LARGE[name]
    return made and made(equation.params)


# ------------------------------------------------------------------------------------------------
# Arrays of matrices


def _batched(function: Callable, matrix: Any, rank: int = 2) -> Callable:
    """Extends a function of matrices to arrays of matrices of the rank of `matrix`."""
    for _ in range(matrix.ndim - rank):
        function = jax.vmap(function)
    return function


def _in_turn(function: Callable, matrix: Any) -> Callable:
    """Extends a function to arrays of matrices in the same way, but runs one matrix after the other, so that
    the loops for each matrix end as soon as it has converged.
    """
    if not matrix.size:
        return lambda a: jax.tree.map(
            lambda s: jnp.zeros(s.shape, s.dtype), jax.eval_shape(_batched(function, a), a)
        )
    for _ in range(matrix.ndim - 2):
        function = (lambda f: lambda a: lax.map(f, a))(function)
    return function


def _loop(count: int, step: Callable, state: Any) -> Any:
    """`lax.fori_loop` from 0; JAX traces no step on an empty matrix."""
    return lax.fori_loop(0, count, step, state) if count else state


# ------------------------------------------------------------------------------------------------
# Reflections


def _reflect(a: Any, v: Any, tau: Any) -> Any:
    """(1 - τ v vᴴ) a."""
    return a - tau * jnp.outer(v, jnp.conj(v) @ a)


def _is_at(taus: Any, k: Any) -> Any:
    return jnp.arange(taus.shape[0]) == k


def _keep(a: Any, v: Any, beta: Any, column: Any, head: Any) -> Any:
    """The matrix with a column replaced: by β at row `head`, and by v without its 1 below."""
    rows, columns = jnp.arange(a.shape[0])[:, None], jnp.arange(a.shape[1])
    kept = jnp.where(rows > head, v[:, None], jnp.where(rows == head, beta, a))
    return jnp.where(columns == column, kept, a)


def _triangularize(a: Any, choose: Callable | None = None) -> tuple[Any, Any, Any]:
    """QR factorization, column by column: R with the reflections below it, their τ, and the order of the
    columns. If `choose` is given, `choose(a, k)` selects the column that becomes column k.
    """
    columns = jnp.arange(a.shape[1])
    if choose is None:
        return *ALGORITHMS.triangularize(a), columns
    count = min(a.shape)

    def step(k: Any, state: Any) -> Any:
        a, taus, order = state
        place = choose(a, k)
        swapped = jnp.where(columns == k, place, jnp.where(columns == place, k, columns))
        a, order = a[:, swapped], order[swapped]
        v, tau, beta = ALGORITHMS.reflection(a[:, k], k)
        a = jnp.where(columns > k, _reflect(a, v, jnp.conj(tau)), a)
        return _keep(a, v, beta, k, k), jnp.where(_is_at(taus, k), tau, taus), order

    start = a, jnp.zeros(count, a.dtype), jnp.arange(a.shape[1], dtype=jnp.int32)
    return _loop(count, step, start)


@form("geqrf")
def _geqrf(p: dict) -> Callable:
    return lambda a: list(_batched(lambda x: _triangularize(x)[:2], a)(a))


def _largest(a: Any, k: Any) -> Any:
    """The index of the column, from k on, whose part from row k on has the largest norm."""
    rows, columns = jnp.arange(a.shape[0])[:, None], jnp.arange(a.shape[1])
    part = jnp.where(rows >= k, a, 0)
    return jnp.argmax(jnp.where(columns >= k, jnp.sum(jnp.real(part * jnp.conj(part)), 0), -1.0))


@form("geqp3")
def _geqp3(p: dict) -> Callable:
    """QR factorization with column pivoting. Columns whose entry of the pivot operand is not 0 come first."""

    def one(a: Any, given: Any) -> Any:
        columns = jnp.arange(a.shape[1])

        def front(j: Any, state: Any) -> Any:
            order, count = state
            swapped = jnp.where(columns == j, count, jnp.where(columns == count, j, columns))
            is_given = given[j] != 0
            return jnp.where(is_given, order[swapped], order), count + is_given

        order, count = _loop(a.shape[1], front, (columns, jnp.zeros((), columns.dtype)))
        choose = lambda a, k: jnp.where(k < count, k, _largest(a, k))
        r, taus, places = _triangularize(a[:, order], choose)
        return [r, (order[places] + 1).astype(given.dtype), taus]

    return lambda a, given: _batched(one, a)(a, given)


@form("householder_product")
def _householder_product(p: dict) -> Callable:
    return lambda a, taus: [_batched(ALGORITHMS.product_of_reflections, a)(a, taus)]


@form("ormqr")
def _ormqr(p: dict) -> Callable:
    """Q c, Qᴴ c, c Q or c Qᴴ, where Q is a product of reflections."""

    def one(a: Any, taus: Any, c: Any) -> Any:
        rows = jnp.arange(a.shape[0])
        count = taus.shape[0]
        taus = jnp.conj(taus) if p["transpose"] else taus

        def step(i: Any, c: Any) -> Any:
            k = count - 1 - i if p["left"] != p["transpose"] else i
            v = jnp.where(rows > k, a[:, k], jnp.where(rows == k, 1.0, 0.0))
            return _reflect(c, v, taus[k]) if p["left"] else c - taus[k] * jnp.outer(c @ v, jnp.conj(v))

        return _loop(count, step, c)

    return lambda a, taus, c: [_batched(one, a)(a, taus, c)]


@form("qr")
def _qr(p: dict) -> Callable:
    def one(a: Any) -> Any:
        m, n = a.shape
        r, taus, order = _triangularize(a, _largest if p["pivoting"] else None)
        width = m if p["full_matrices"] else min(m, n)
        q = ALGORITHMS.product_of_reflections(jnp.pad(r, ((0, 0), (0, max(width - n, 0))))[:, :width], taus)
        return [q, jnp.triu(r)[:width], *([order] if p["pivoting"] else [])]

    return lambda a: _batched(one, a)(a)


# ------------------------------------------------------------------------------------------------
# Similarity


def _hessenberg(a: Any) -> tuple[Any, Any]:
    """The Hessenberg form Qᴴ a Q, which is zero below the first subdiagonal. Returns it with the reflections of
    Q below the subdiagonal, and their τ.
    """
    n = a.shape[0]
    columns = jnp.arange(n)

    def step(k: Any, state: Any) -> Any:
        a, taus = state
        v, tau, beta = ALGORITHMS.reflection(a[:, k], k + 1)
        right = a - tau * jnp.outer(a @ v, jnp.conj(v))
        a = jnp.where(columns > k, _reflect(right, v, jnp.conj(tau)), a)
        return _keep(a, v, beta, k, k + 1), jnp.where(_is_at(taus, k), tau, taus)

    count = max(n - 1, 0)
    return _loop(count, step, (a, jnp.zeros(count, a.dtype)))


@form("hessenberg")
def _hessenberg_form(p: dict) -> Callable:
    return lambda a: list(_batched(_hessenberg, a)(a))


@form("tridiagonal")
def _tridiagonal(p: dict) -> Callable:
    """The Hessenberg form of a symmetric matrix, of which one triangle is read and written."""

    def of_lower(a: Any) -> Any:
        rows, columns = jnp.arange(a.shape[0])[:, None], jnp.arange(a.shape[0])
        full = jnp.where(
            rows == columns, jnp.real(a).astype(a.dtype), jnp.where(rows > columns, a, jnp.conj(a.T))
        )
        packed, taus = _hessenberg(full)
        d, e = (jnp.real(jnp.diagonal(packed, k)) for k in (0, -1))
        return [jnp.where(rows >= columns, packed, a), d, e, taus]

    def one(a: Any) -> Any:
        # Reversing rows and columns makes an upper triangle a lower one.
        return of_lower(a) if p["lower"] else [jnp.flip(v) for v in of_lower(jnp.flip(a))]

    return lambda a: _batched(one, a)(a)


#: If this number of steps has not found an eigenvalue, one step with another shift follows.
_STEPS = 10


def _schur(a: Any) -> tuple[Any, Any, Any]:
    """The complex Schur form: an upper triangular T, a unitary Q and a scale s with a = s Q T Qᴴ, by shifted QR
    steps, each a sequence of rotations of adjacent rows and columns (Francis 1961, "The QR transformation").
    NaN if the steps do not converge. The scale prevents overflow and underflow of squares.
    """
    n = a.shape[0]
    epsilon = jnp.finfo(a.dtype).eps
    a, scale = scaled(a)
    packed, taus = _hessenberg(a)
    q = jnp.eye(n, dtype=a.dtype)
    if n > 1:
        q = q.at[1:, 1:].set(ALGORITHMS.product_of_reflections(packed[1:, :-1], taus))
    places = jnp.arange(max(n - 1, 0))
    size = lambda z: jnp.abs(jnp.real(z)) + jnp.abs(jnp.imag(z))

    def shift(h: Any, high: Any, turn: Any) -> Any:
        """The eigenvalue of the last two rows that is nearer to the last element; sometimes another number."""
        b, c = h[high - 1, high], h[high, high - 1]
        d, half = h[high, high], (h[high - 1, high - 1] - h[high, high]) / 2
        root = jnp.sqrt(half * half + b * c)
        root = jnp.where(jnp.real(jnp.conj(half) * root) < 0, -root, root)
        whole = half + root
        near = d - jnp.where(size(whole) > 0, b * c / jnp.where(size(whole) > 0, whole, 1.0), 0.0)
        return jnp.where(turn % _STEPS == _STEPS - 1, d + size(c), near)

    def step(state: Any) -> Any:
        h, q, high, turn, all_ = state
        below, diagonal = jnp.diagonal(h, -1), size(jnp.diagonal(h))
        beside = diagonal[1:] + diagonal[:-1]
        is_cut = size(below) <= epsilon * jnp.where(beside > 0, beside, jnp.max(size(h)))
        h = jnp.where(jnp.diag(is_cut, -1), 0, h)
        low = jnp.max(jnp.where(is_cut & (places < high), places + 1, 0))
        is_found = low == high
        at = shift(h, high, turn)

        def rotate(k: Any, state: Any) -> Any:
            h, q = state
            is_first = k == low
            x = jnp.where(is_first, h[k, k] - at, h[k, k - 1])
            y = jnp.where(is_first, h[k + 1, k], h[k + 1, k - 1])
            norm = jnp.sqrt(jnp.real(x * jnp.conj(x)) + jnp.real(y * jnp.conj(y)))
            norm = jnp.where(norm > 0, norm, 1.0)
            c, s = x / norm, y / norm
            c = jnp.where(size(c) + size(s) > 0, c, 1.0)
            up, down = h[k], h[k + 1]
            h = h.at[k].set(jnp.conj(c) * up + jnp.conj(s) * down).at[k + 1].set(c * down - s * up)
            left, right = h[:, k], h[:, k + 1]
            h = h.at[:, k].set(c * left + s * right).at[:, k + 1].set(jnp.conj(c) * right - jnp.conj(s) * left)
            left, right = q[:, k], q[:, k + 1]
            q = q.at[:, k].set(c * left + s * right).at[:, k + 1].set(jnp.conj(c) * right - jnp.conj(s) * left)
            return h, q

        h, q = lax.fori_loop(low, jnp.where(is_found, low, high), rotate, (h, q))
        return h, q, jnp.where(is_found, high - 1, high), jnp.where(is_found, 0, turn + 1), all_ + 1

    start = jnp.triu(packed, -1), q, n - 1, 0, 0
    if n > 1:
        limit = 60 * n
        h, q, high, *_ = lax.while_loop(lambda s: (s[2] > 0) & (s[4] < limit), step, start)
        h = jnp.where(high > 0, jnp.nan, h)
        return jnp.triu(h), q, scale
    return start[0], q, scale


def _vectors(t: Any, is_left: bool) -> Any:
    """The eigenvectors of an upper triangular matrix, or those of its conjugate transpose."""
    n = t.shape[0]
    rows, columns = jnp.arange(n)[:, None], jnp.arange(n)
    values = jnp.diagonal(t)
    matrix = jnp.conj(t.T) if is_left else t
    values = jnp.conj(values) if is_left else values
    largest = jnp.max(jnp.abs(t), initial=0)
    least = jnp.where(largest > 0, jnp.finfo(t.dtype).eps * largest, 1.0)

    def step(k: Any, x: Any) -> Any:
        i = k if is_left else n - 1 - k
        gap = matrix[i, i] - values
        gap = jnp.where(jnp.abs(gap) < least, least, gap)
        solved = jnp.where(columns > i if not is_left else columns < i, -(matrix[i] @ x) / gap, 0.0)
        return jnp.where(rows == i, jnp.where(columns == i, 1.0, solved), x)

    return _loop(n, step, jnp.zeros_like(t))


def _normalized(v: Any) -> Any:
    """Columns of length 1 whose largest elements are real."""
    if not v.size:
        return v
    v = v / jnp.sqrt(jnp.sum(jnp.real(v * jnp.conj(v)), 0))
    squares = jnp.real(v * jnp.conj(v))
    is_largest = jnp.arange(v.shape[0])[:, None] == jnp.argmax(squares, 0)
    largest = jnp.sum(jnp.where(is_largest, v, 0), 0)
    turned = v * (jnp.conj(largest) / jnp.abs(largest))
    return jnp.where(is_largest, jnp.real(turned).astype(v.dtype), turned)


@form("eig")
def _eig(p: dict) -> Callable:
    """Eigenvalues, whose order is not specified, and eigenvectors, which are unique up to factors of absolute
    value 1.
    """

    def one(a: Any) -> Any:
        is_real = not jnp.iscomplexobj(a)
        a = a.astype(jnp.result_type(a.dtype, jnp.complex64))
        t, q, scale = _schur(a)
        w = jnp.diagonal(t)
        if is_real:
            # Imaginary parts below the error of the eigenvalues are those of pairs of real
            # eigenvalues.
            least = 10 * jnp.finfo(a.dtype).eps * jnp.sqrt(jnp.sum(jnp.real(t * jnp.conj(t))))
            w = lax.complex(jnp.real(w), jnp.where(jnp.abs(jnp.imag(w)) <= least, 0.0, jnp.imag(w)))
        wanted = [True] * p["compute_left_eigenvectors"] + [False] * p["compute_right_eigenvectors"]
        return [scale * w, *(_normalized(q @ _vectors(t, is_left)) for is_left in wanted)]

    return lambda a: _in_turn(one, a)(a)


@form("schur")
def _schur_form(p: dict) -> Callable:
    """The Schur form of complex matrices. The order of the eigenvalues is not specified."""

    def run(a: Any) -> Any:
        if not jnp.iscomplexobj(a):
            raise NotImplementedError(
                "the real form depends on the order in which LAPACK finds eigenvalues; take a complex matrix"
            )
        t, q, scale = _in_turn(_schur, a)(a)
        return [scale[..., None, None] * t, q][: 1 + p["compute_schur_vectors"]]

    return run


# ------------------------------------------------------------------------------------------------
# Eigenvalues of Hermitian matrices, and singular values


@form("eigh")
def _eigh(p: dict) -> Callable:
    """Eigenvalues in ascending order, and eigenvectors, which are unique up to factors of absolute value 1."""

    def one(a: Any) -> Any:
        part = jnp.tril(a, -1) if p["lower"] else jnp.triu(a, 1)
        w, v = ALGORITHMS.diagonalize(
            part + jnp.conj(part.T) + jnp.diag(jnp.real(jnp.diagonal(a))).astype(a.dtype)
        )
        order = jnp.argsort(w)
        return [v[:, order], w[order]]

    def run(a: Any) -> Any:
        if p.get("subset_by_index") not in (None, (0, a.shape[-1])):
            raise NotImplementedError("some eigenvalues only")
        return _in_turn(one, a)(a)

    return run


@form("svd")
def _svd(p: dict) -> Callable:
    """Singular values in descending order, and singular vectors, which are unique up to factors of absolute
    value 1.
    """
    with_vectors = p["compute_uv"]

    def one(a: Any) -> list[Any]:
        return ALGORITHMS.decompose(a, with_vectors, p["full_matrices"])

    def run(a: Any) -> Any:
        if p.get("subset_by_index") not in (None, (0, min(a.shape[-2:]))):
            raise NotImplementedError("some singular values only")
        return _in_turn(one, a)(a)

    return run


# ------------------------------------------------------------------------------------------------
# Triangles


@form_of_complex("lu")
def _lu(p: dict) -> Callable:
    """LU factorization: L and U in one matrix, the exchanged rows, and the permutation."""
    return lambda a: list(_batched(factor_columns, a)(a))


@form_of_complex("cholesky")
def _cholesky(p: dict) -> Callable:
    """The lower Cholesky factor, column by column; it has NaN if the matrix is not positive definite."""

    def one(a: Any) -> Any:
        rows = jnp.arange(a.shape[0])

        def step(k: Any, factor: Any) -> Any:
            column = a[:, k] - factor @ jnp.conj(factor[k])
            pivot = jnp.sqrt(jnp.sum(jnp.where(rows == k, jnp.real(column), 0.0)))
            column = jnp.where(rows > k, column, jnp.where(rows == k, pivot**2, 0.0)) / pivot
            return jnp.where(rows == k, column[:, None], factor)

        factor = _loop(a.shape[0], step, jnp.zeros_like(a))
        return jnp.where(jnp.any(jnp.isnan(factor)), jnp.nan, factor)

    return lambda a: [_batched(one, a)(a)]


@form_of_large("cholesky")
def _large_cholesky(p: dict) -> Callable:
    def one(a: Any) -> Any:
        factor = factor_cholesky(a)
        return jnp.where(jnp.any(jnp.isnan(factor)), jnp.nan, factor)

    return lambda a: [_batched(one, a)(a)]


def _triangular_system(p: dict, solve: Callable) -> Callable:
    """The solution of op(a) x = b, or of x op(a) = b, by `solve(a, b, is_lower, is_unit)`, which solves a x =
    b.
    """

    def one(a: Any, b: Any) -> Any:
        a = jnp.conj(a) if p["conjugate_a"] else a
        is_transposed = p["transpose_a"] == p["left_side"]
        is_lower = p["lower"] != is_transposed
        a, b = (a.T if is_transposed else a), (b if p["left_side"] else b.T)
        x = solve(a, b, is_lower, p["unit_diagonal"])
        return x if p["left_side"] else x.T

    return lambda a, b: [_batched(one, a)(a, b)]


@form_of_large("triangular_solve")
def _large_triangular_solve(p: dict) -> Callable:
    return _triangular_system(p, solve)


@form_of_complex("triangular_solve")
def _triangular_solve(p: dict) -> Callable:
    def by_rows(a: Any, b: Any, is_lower: bool, is_unit: bool) -> Any:
        n = a.shape[0]
        places = jnp.arange(n)

        def step(k: Any, x: Any) -> Any:
            i = k if is_lower else n - 1 - k
            row = jnp.where(places < i if is_lower else places > i, a[i], 0)
            value = x[i] - row @ x
            return jnp.where((places == i)[:, None], value if is_unit else value / a[i, i], x)

        return _loop(n, step, b)

    return _triangular_system(p, by_rows)


@form("symmetric_product")
def _symmetric_product(p: dict) -> Callable:
    return lambda a, c: [p["alpha"] * (a @ jnp.swapaxes(a, -1, -2)) + p["beta"] * c]


@form("cholesky_update")
def _cholesky_update(p: dict) -> Callable:
    """The upper factor of RᵀR + w wᵀ, by rotations of a row of R and w."""

    def run(r: Any, w: Any) -> Any:
        columns = jnp.arange(r.shape[0])

        def step(w: Any, pair: Any) -> Any:
            row, k = pair
            size = jnp.sqrt(row[k] ** 2 + w[k] ** 2)
            c, s = row[k] / size, w[k] / size
            inside = columns >= k
            return jnp.where(inside, c * w - s * row, w), jnp.where(inside, c * row + s * w, row)

        return [lax.scan(step, w, (r, columns))[1]]

    return run


@form("tridiagonal_solve")
def _tridiagonal_solve(p: dict) -> Callable:
    """Solves tridiagonal systems by elimination without exchanges of rows (Thomas' algorithm)."""

    def one(lower: Any, diagonal: Any, upper: Any, b: Any) -> Any:
        def ahead(state: Any, row: Any) -> Any:
            u, y = state
            low, d, up, right = row
            pivot = d - low * u
            state = up / pivot, (right - low * y) / pivot
            return state, state

        def back(x: Any, row: Any) -> Any:
            u, y = row
            x = y - u * x
            return x, x

        zero = jnp.zeros((), b.dtype), jnp.zeros(b.shape[1:], b.dtype)
        lower = lower.at[0].set(0)
        rows = lax.scan(ahead, zero, (lower, diagonal, upper.at[-1].set(0), b))[1]
        return lax.scan(back, zero[1], rows, reverse=True)[1]

    return lambda *values: [_batched(one, values[-1])(*values)]


@form("lu_pivots_to_permutation")
def _lu_pivots_to_permutation(p: dict) -> Callable:
    def one(pivots: Any) -> Any:
        def step(places: Any, pair: Any) -> Any:
            k, other = pair
            here, there = places[k], places[other]
            return places.at[k].set(there).at[other].set(here), None

        start = jnp.arange(p["permutation_size"], dtype=jnp.int32)
        return lax.scan(step, start, (jnp.arange(pivots.shape[0], dtype=jnp.int32), pivots))[0]

    return lambda pivots: [_batched(one, pivots, 1)(pivots)]
