# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reflections, and eigenvalues of general matrices, of arrays of this package and of JAX's (Golub & Van Loan 2013, "Matrix
Computations", §5.1 and §7.4).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Callable

#: Matrices with at most this number of rows are not cut into blocks.
LEAST = 64

#: The largest number of blocks, which bounds the size of the code.
_MOST_BLOCKS = 4

#: If this number of steps has not found an eigenvalue, one step with another shift follows.
_STEPS = 10


def block_width(extent: int) -> int:
    """The number of rows or columns of a block, which is a multiple of `LEAST`."""
    return LEAST * -(-extent // (LEAST * _MOST_BLOCKS))


@dataclasses.dataclass(frozen=True)
class Algorithms:
    """The algorithms on the arrays of one package, which is described by the fields."""

    #: The package's functions of arrays, with the names of numpy's.
    xp: Any
    finfo: Callable
    fori_loop: Callable
    while_loop: Callable
    #: `at(a, i)` is a[i], and `put(a, v, i)` is a with v as element i, where i is in bounds.
    at: Callable
    put: Callable
    #: `solve(a, b, is_lower)` is the solution x of a x = b, where a is triangular.
    solve: Callable

    def scaled(self, a: Any) -> tuple[Any, Any]:
        """The matrix divided by the largest absolute value of its real and imaginary parts, and that value. Squares
        of the elements then neither overflow nor underflow.
        """
        xp = self.xp
        scale = xp.max(xp.maximum(xp.abs(xp.real(a)), xp.abs(xp.imag(a))), initial=0.0)
        scale = xp.where((scale > 0) & xp.isfinite(scale), scale, 1.0)
        return a / scale, scale

    def reflection(self, x: Any, k: Any) -> tuple[Any, Any, Any]:
        """A Householder reflection: v, τ and β such that (1 - τ v vᴴ)ᴴ x is the real number β at k, and 0 below. v
        is 1 at k, and 0 above.
        """
        xp = self.xp
        rows = xp.arange(x.shape[0])
        head = xp.sum(xp.where(rows == k, x, 0))
        lower = xp.where(rows > k, x, 0)
        below = xp.sum(xp.real(lower * xp.conj(lower)))
        moves = (below != 0) | (xp.imag(head) != 0)
        # If all elements below are zero, there is no reflection.
        square = xp.where(moves, xp.real(head * xp.conj(head)) + below, 1.0)
        root = xp.sqrt(square)
        norm = xp.where(xp.real(head) >= 0, -root, root)
        tau = xp.where(moves, (norm - head) / norm, 0.0)
        v = xp.where(moves, lower / xp.where(moves, head - norm, 1.0), 0.0)
        return xp.where(rows == k, 1.0, v), tau, xp.where(moves, norm, head)

    def with_triangle(self, v: Any, taus: Any) -> tuple[Any, Any]:
        """V and M with 1 - V M⁻¹ Vᴴ = Πₖ (1 - τₖ vₖ vₖᴴ), for the columns vₖ of v. M is upper triangular: its
        diagonal is 1 / τₖ, and above the diagonal it is Vᴴ V (Puglisi 1992, "Modification of the Householder method
        based on the compact WY representation").
        """
        xp = self.xp
        is_zero = taus == 0
        v = xp.where(is_zero, 0, v)
        above = xp.triu(xp.conj(v.T) @ v, 1)
        return v, above + xp.diag(1 / xp.where(is_zero, 1, taus))

    def multiply_reflections(self, v: Any, triangle: Any, width: int) -> Any:
        """The first columns of 1 - V M⁻¹ Vᴴ."""
        xp = self.xp
        rows = xp.conj(v[:width].T)
        return xp.eye(v.shape[0], width, dtype=v.dtype) - v @ self.solve(triangle, rows, is_lower=False)

    def triangularize(self, a: Any) -> tuple[Any, Any]:
        """QR factorization: R with the reflections below it, and their τ."""
        xp = self.xp
        a, scale = self.scaled(a)
        packed, taus = self._triangularize_blocks(a)
        is_above = xp.arange(a.shape[0])[:, None] <= xp.arange(a.shape[1])
        return xp.where(is_above, scale * packed, packed), taus

    def _triangularize_blocks(self, a: Any) -> tuple[Any, Any]:
        """QR factorization in blocks of columns. The remaining columns are
        reflected by products of matrices (Schreiber & Van Loan 1989, "A storage-efficient WY representation for
        products of Householder transformations").
        """
        xp = self.xp
        m, n = a.shape
        count = min(m, n)
        width = min(block_width(count), count)
        if not 0 < width < n:
            return self._triangularize_columns(a)
        packed, taus = self._triangularize_columns(a[:, :width])
        v, triangle = self._reflections(packed, taus)
        rest = a[:, width:]
        rest = rest - v @ self.solve(xp.conj(triangle.T), xp.conj(v.T) @ rest, is_lower=True)
        if count == width:
            return xp.concatenate([packed, rest], 1), taus
        below, others = self._triangularize_blocks(rest[width:])
        right = xp.concatenate([rest[:width], below])
        return xp.concatenate([packed, right], 1), xp.concatenate([taus, others])

    def _triangularize_columns(self, a: Any) -> tuple[Any, Any]:
        """QR factorization of a block, one column after the other. The columns are the rows of the loop's state."""
        xp = self.xp
        m, n = a.shape
        count = min(m, n)
        rows, columns = xp.arange(m), xp.arange(n)
        if not count:
            return a, xp.zeros((0,), dtype=a.dtype)

        def step(k: Any, state: Any) -> Any:
            lines, taus = state
            x = self.at(lines, k)
            v, tau, beta = self.reflection(x, k)
            products = xp.where(columns > k, xp.conj(tau) * (lines @ xp.conj(v)), 0)
            lines = lines - products[:, None] * v
            kept = xp.where(rows < k, x, xp.where(rows == k, beta, v))
            return self.put(lines, kept, k), self.put(taus, tau, k)

        lines, taus = self.fori_loop(0, count, step, (a.T, xp.zeros((count,), dtype=a.dtype)))
        return lines.T, taus

    def _reflections(self, a: Any, taus: Any) -> tuple[Any, Any]:
        """V and M with 1 - V M⁻¹ Vᴴ = Πₖ (1 - τₖ vₖ vₖᴴ), for the vectors vₖ in the columns of a."""
        xp = self.xp
        count = taus.shape[0]
        return self.with_triangle(xp.tril(a[:, :count], -1) + xp.eye(a.shape[0], count, dtype=a.dtype), taus)

    def product_of_reflections(self, a: Any, taus: Any) -> Any:
        """The first columns of Πₖ (1 - τₖ vₖ vₖᴴ), for the vectors vₖ in the columns of a."""
        return self.multiply_reflections(*self._reflections(a, taus), a.shape[1])

    # Similarity

    def loop(self, count: int, step: Callable, state: Any) -> Any:
        """The loop from 0; no step is traced on an empty matrix."""
        return self.fori_loop(0, count, step, state) if count > 0 else state

    def reflect(self, a: Any, v: Any, tau: Any) -> Any:
        """(1 - τ v vᴴ) a."""
        return a - tau * self.xp.outer(v, self.xp.conj(v) @ a)

    def keep(self, a: Any, v: Any, beta: Any, column: Any, head: Any) -> Any:
        """The matrix with a column replaced: by β at row `head`, and by v without its 1 below."""
        xp = self.xp
        rows, columns = xp.arange(a.shape[0])[:, None], xp.arange(a.shape[1])
        kept = xp.where(rows > head, v[:, None], xp.where(rows == head, beta, a))
        return xp.where(columns == column, kept, a)

    def hessenberg(self, a: Any) -> tuple[Any, Any]:
        """The Hessenberg form Qᴴ a Q, which is zero below the first subdiagonal. Returns it with the reflections of
        Q below the subdiagonal, and their τ.
        """
        xp = self.xp
        n = a.shape[0]
        columns = xp.arange(n)

        def step(k: Any, state: Any) -> Any:
            a, taus = state
            v, tau, beta = self.reflection(a[:, k], k + 1)
            right = a - tau * xp.outer(a @ v, xp.conj(v))
            a = xp.where(columns > k, self.reflect(right, v, xp.conj(tau)), a)
            return self.keep(a, v, beta, k, k + 1), self.put(taus, xp.astype(tau, taus.dtype), k)

        return self.loop(n - 1, step, (a, xp.zeros((max(n - 1, 0),), dtype=a.dtype)))

    def schur(self, a: Any) -> tuple[Any, Any, Any]:
        """The complex Schur form: an upper triangular T, a unitary Q and a scale s with a = s Q T Qᴴ, by shifted QR
        steps, each a sequence of rotations of adjacent rows and columns (Francis 1961, "The QR transformation").
        NaN if the steps do not converge. The scale prevents overflow and underflow of squares.
        """
        xp = self.xp
        n = a.shape[0]
        epsilon = self.finfo(a.dtype).eps
        a, scale = self.scaled(a)
        packed, taus = self.hessenberg(a)
        places, rows, columns = xp.arange(max(n - 1, 0)), xp.arange(n)[:, None], xp.arange(n)
        q = xp.eye(n, dtype=a.dtype)
        if n > 1:
            q = xp.pad(self.product_of_reflections(packed[1:, :-1], taus), ((1, 0), (1, 0)))
            q = xp.where((rows == 0) & (columns == 0), 1, q)
        size = lambda z: xp.abs(xp.real(z)) + xp.abs(xp.imag(z))

        def shift(h: Any, high: Any, turn: Any) -> Any:
            """The eigenvalue of the last two rows that is nearer to the last element; sometimes another number."""
            b, c = h[high - 1, high], h[high, high - 1]
            d, half = h[high, high], (h[high - 1, high - 1] - h[high, high]) / 2
            root = xp.sqrt(half * half + b * c)
            root = xp.where(xp.real(xp.conj(half) * root) < 0, -root, root)
            whole = half + root
            near = d - xp.where(size(whole) > 0, b * c / xp.where(size(whole) > 0, whole, 1.0), 0.0)
            return xp.where(turn % _STEPS == _STEPS - 1, d + size(c), near)

        def step(state: Any) -> Any:
            h, q, high, turn, all_ = state
            below, diagonal = xp.diagonal(h, -1), size(xp.diagonal(h))
            beside = diagonal[1:] + diagonal[:-1]
            is_cut = size(below) <= epsilon * xp.where(beside > 0, beside, xp.max(size(h)))
            cut_rows = xp.concatenate([xp.zeros((1,), dtype=bool), is_cut])
            h = xp.where(cut_rows[:, None] & (rows == columns + 1), 0, h)
            low = xp.max(xp.where(is_cut & (places < high), places + 1, 0))
            is_found = low == high
            at = shift(h, high, turn)

            def rotate(k: Any, state: Any) -> Any:
                h, q = state
                is_first = k == low
                x = xp.where(is_first, h[k, k] - at, h[k, k - 1])
                y = xp.where(is_first, h[k + 1, k], h[k + 1, k - 1])
                norm = xp.sqrt(xp.real(x * xp.conj(x)) + xp.real(y * xp.conj(y)))
                norm = xp.where(norm > 0, norm, 1.0)
                c, s = x / norm, y / norm
                c = xp.where(size(c) + size(s) > 0, c, 1.0)
                up, down = h[k], h[k + 1]
                h = h.at[k].set(xp.conj(c) * up + xp.conj(s) * down).at[k + 1].set(c * down - s * up)
                left, right = h[:, k], h[:, k + 1]
                h = (
                    h.at[:, k]
                    .set(c * left + s * right)
                    .at[:, k + 1]
                    .set(xp.conj(c) * right - xp.conj(s) * left)
                )
                left, right = q[:, k], q[:, k + 1]
                q = (
                    q.at[:, k]
                    .set(c * left + s * right)
                    .at[:, k + 1]
                    .set(xp.conj(c) * right - xp.conj(s) * left)
                )
                return h, q

            h, q = self.fori_loop(low, xp.where(is_found, low, high), rotate, (h, q))
            return h, q, xp.where(is_found, high - 1, high), xp.where(is_found, 0, turn + 1), all_ + 1

        start = xp.triu(packed, -1), q, n - 1, 0, 0
        if n > 1:
            limit = 60 * n
            h, q, high, *_ = self.while_loop(lambda s: (s[2] > 0) & (s[4] < limit), step, start)
            h = xp.where(high > 0, xp.nan, h)
            return xp.triu(h), q, scale
        return start[0], q, scale

    def triangular_eigenvectors(self, t: Any, is_left: bool) -> Any:
        """The eigenvectors of an upper triangular matrix, or those of its conjugate transpose."""
        xp = self.xp
        n = t.shape[0]
        rows, columns = xp.arange(n)[:, None], xp.arange(n)
        values = xp.diagonal(t)
        matrix = xp.conj(t.T) if is_left else t
        values = xp.conj(values) if is_left else values
        largest = xp.max(xp.abs(t), initial=0.0)
        least = xp.where(largest > 0, self.finfo(t.dtype).eps * largest, 1.0)

        def step(k: Any, x: Any) -> Any:
            i = k if is_left else n - 1 - k
            gap = matrix[i, i] - values
            gap = xp.where(xp.abs(gap) < least, least, gap)
            solved = xp.where(columns > i if not is_left else columns < i, -(matrix[i] @ x) / gap, 0.0)
            return xp.where(rows == i, xp.where(columns == i, 1.0, solved), x)

        return self.loop(n, step, xp.zeros_like(t))

    def normalized(self, v: Any) -> Any:
        """Columns of length 1 whose largest elements are real."""
        xp = self.xp
        if not v.size:
            return v
        v = v / xp.sqrt(xp.sum(xp.real(v * xp.conj(v)), 0))
        squares = xp.real(v * xp.conj(v))
        is_largest = xp.arange(v.shape[0])[:, None] == xp.argmax(squares, 0)
        largest = xp.sum(xp.where(is_largest, v, 0), 0)
        turned = v * (xp.conj(largest) / xp.abs(largest))
        return xp.where(is_largest, xp.astype(xp.real(turned), v.dtype), turned)

    def eigenvalues(self, a: Any, is_real: bool, sides: Sequence[bool]) -> list[Any]:
        """Eigenvalues of a complex matrix, whose order is not specified, and for each of `sides` the matrix of left (True) or of
        right eigenvectors, which are unique up to factors of absolute value 1. `is_real` says that the matrix is real."""
        xp = self.xp
        t, q, scale = self.schur(a)
        w = xp.diagonal(t)
        if is_real:
            # Imaginary parts below the error of the eigenvalues are those of pairs of real
            # eigenvalues.
            least = 10 * self.finfo(a.dtype).eps * xp.sqrt(xp.sum(xp.real(t * xp.conj(t))))
            w = xp.real(w) + 1j * xp.where(xp.abs(xp.imag(w)) <= least, 0.0, xp.imag(w))
        return [scale * w, *(self.normalized(q @ self.triangular_eigenvectors(t, s)) for s in sides)]
