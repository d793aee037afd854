# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions on arrays, with the names and meanings of the array API standard and of numpy.

In a traced function they take and return `chad.Array`; on arrays of numpy and on numbers they are numpy's own
functions. The dtypes of results follow numpy: a Python number takes the dtype of the array with which it is
combined.
"""

from __future__ import annotations

import builtins
import math
from typing import TYPE_CHECKING, Any, Callable

import numpy as _np

from . import _ops
from . import trace as _trace
from ._composed import *  # noqa: F403
from ._composed import cross, matrix_power, multi_dot
from ._elementwise import *  # noqa: F403
from ._elementwise import (
    abs,
    add,
    bitwise_and,
    bitwise_invert,
    bitwise_left_shift,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    clip,
    conj,
    divide,
    equal,
    floor_divide,
    greater,
    greater_equal,
    imag,
    less,
    less_equal,
    multiply,
    negative,
    not_equal,
    positive,
    pow,
    real,
    remainder,
    round,
    sqrt,
    subtract,
)
from ._fourier import fft
from ._indexing import *  # noqa: F403
from ._indexing import At, getitem, take
from ._namespace import *  # noqa: F403
from ._namespace import FUNCTIONS, astype, axes_of, bool_, on_cpu, public
from ._products import *  # noqa: F403
from ._products import dot, matmul, outer, tensordot, vecdot
from ._reductions import *  # noqa: F403
from ._reductions import (
    all,
    any,
    argmax,
    argmin,
    cumulative_extremum,
    cumulative_prod,
    cumulative_sum,
    max,
    mean,
    min,
    prod,
    std,
    sum,
    trace_,
    var,
)
from ._shapes import *  # noqa: F403
from ._shapes import (
    diagonal,
    expand_dims,
    matrix_transpose,
    moveaxis,
    permute_dims,
    ravel,
    repeat,
    reshape,
    squeeze,
    swapaxes,
)
from ._sorting import *  # noqa: F403
from .arrays import as_array
from .trace import Array, error, lift

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None

# ------------------------------------------------------------------------------------------------
# Linear algebra


_MATRICES = {
    "cholesky": "The Cholesky factor of Hermitian positive definite matrices, of which the lower triangle is read.",
    "solve": "The solution `x` of `a @ x = b`, where `b` is a vector or an array of matrices.",
    "inv": "The inverse of square matrices.",
    "det": "The determinant of square matrices.",
    "slogdet": "The sign of the determinant of square matrices, and the logarithm of its absolute value.",
    "qr": 'The factors `q` and `r` of matrices; a whole basis by mode "complete" has no derivative.',
    "eig": "The eigenvalues and the matrices of eigenvectors, as complex arrays, in an order that is not specified.",
    "eigvals": "The eigenvalues, as complex arrays, in an order that is not specified.",
    "eigh": "The eigenvalues of Hermitian matrices, from the least on, and the matrices of eigenvectors.",
    "eigvalsh": "The eigenvalues of Hermitian matrices, from the least on.",
    "svd": "The factors `u`, `s` and `vh` of matrices; those of a matrix that is not square have derivatives if `full_matrices` is false.",
    "svdvals": "The singular values of matrices, from the greatest on.",
    "pinv": "The pseudoinverse of matrices, with derivatives where the rank does not change.",
    "lstsq": "The shortest solution of least squares, the squares of the norms that are left, the rank, and the singular values.",
    "matrix_rank": "The number of singular values of matrices that are not zero up to rounding.",
    "cond": "The condition numbers of matrices.",
}


def _of_matrices(name: str) -> Callable:
    """The function `name` of `_linalg` or `_spectra`, or numpy's if no argument is traced."""

    def call(*args: Any, **options: Any) -> Any:
        if not builtins.any(isinstance(a, Array) for a in args):
            return getattr(_np.linalg, name)(*args, **options)
        from . import _linalg, _spectra

        return (_linalg.FUNCTIONS.get(name) or _spectra.FUNCTIONS[name])(*args, **options)

    call.__name__ = name
    call.__doc__ = _MATRICES[name]
    return call


class linalg:
    """Functions of `numpy.linalg`: products, norms, factorizations of matrices, and what is computed from
    these.
    """

    (
        cholesky,
        solve,
        inv,
        det,
        slogdet,
        qr,
        eig,
        eigvals,
        eigh,
        eigvalsh,
        svd,
        svdvals,
        pinv,
        lstsq,
        matrix_rank,
        cond,
    ) = (staticmethod(_of_matrices(name)) for name in _MATRICES)

    @staticmethod
    def solve_triangular(a: Any, b: Any, /, *, lower: bool = False, unit_diagonal: bool = False) -> Any:
        """The solution `x` of `a @ x = b`, where one triangle of `a` is read, as in `scipy.linalg`."""
        if isinstance(a, Array) or isinstance(b, Array):
            from . import _linalg

            return _linalg.solve_triangular(a, b, lower=lower, unit_diagonal=unit_diagonal)
        a = _np.tril(a) if lower else _np.triu(a)
        if unit_diagonal:
            a = a + (1 - _np.diagonal(a, axis1=-2, axis2=-1))[..., None] * _np.eye(a.shape[-1])
        return _np.linalg.solve(a, b)

    matrix_power, multi_dot = staticmethod(matrix_power), staticmethod(multi_dot)
    matmul, tensordot, outer, vecdot = map(staticmethod, (matmul, tensordot, outer, vecdot))
    matrix_transpose, diagonal, trace, cross = map(staticmethod, (matrix_transpose, diagonal, trace_, cross))

    @staticmethod
    def norm(x: Any, /, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        """The norm of vectors along one axis, of any order, of matrices along two, of order "fro", "nuc", 1, 2, -1, -2, or plus
        or minus infinity, or of the whole array. Of order None it is the root of the sum of squares, whose derivative at 0
        is 0.
        """
        if not isinstance(x, Array):
            return _np.linalg.norm(x, ord, axis, keepdims)
        axes = axes_of(x, axis)
        if len(axes) == 2 and ord in (1, -1, _np.inf, -_np.inf):
            # The largest or smallest sum of a column, or of a row.
            first, second = axes if builtins.abs(ord) == 1 else axes[::-1]
            sums = sum(abs(x), first, keepdims=True)
            result = (
                max(sums, second, keepdims=True, initial=0) if ord > 0 else min(sums, second, keepdims=True)
            )
            return result if keepdims else squeeze(result, (first, second))
        if len(axes) == 2 and ord in (2, -2, "nuc"):
            values = linalg.svdvals(moveaxis(x, axes, (-2, -1)))
            has_none = values.shape[-1] == 0 and ord != -2
            result = sum(values, -1) if ord == "nuc" or has_none else values[..., 0 if ord == 2 else -1]
            return expand_dims(result, tuple(i % x.ndim for i in axes)) if keepdims else result
        if ord is not None and (len(axes) != 2 if ord == "fro" else len(axes) != 1):
            raise error(f"the norm of order {ord} of {len(axes)} axes is not there")
        return linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=2 if ord in (None, "fro") else ord)

    @staticmethod
    def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
        """The norm of some order of matrices, as of `norm`."""
        return linalg.norm(x, ord, (-2, -1), keepdims)

    @staticmethod
    def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
        """The norm of some order of the elements along axes, by default of all as one vector. The derivative of the
        2-norm at 0 is 0.
        """
        # numpy has this function from version 2 on; without it, the functions below are numpy's, too.
        concrete = None if isinstance(x, Array) else getattr(_np.linalg, "vector_norm", None)
        if concrete is not None:
            return concrete(x, axis=axis, keepdims=keepdims, ord=ord)
        if ord == _np.inf:
            return max(abs(x), axis, keepdims=keepdims, initial=0)
        if ord == -_np.inf:
            return min(abs(x), axis, keepdims=keepdims)
        if ord == 0:
            return sum(astype(not_equal(x, 0), abs(x).dtype), axis, keepdims=keepdims)
        if ord == 1:
            return sum(abs(x), axis, keepdims=keepdims)
        if ord != 2:
            return pow(sum(pow(abs(x), ord), axis, keepdims=keepdims), 1 / ord)
        squares = multiply(conj(x), x)
        return sqrt(sum(real(squares), axis, keepdims=keepdims))


# ------------------------------------------------------------------------------------------------
# Operators and methods of arrays


def _operator(name: str, function: Callable) -> None:
    def forward(self: Array, other: Any) -> Any:
        return function(self, other) if _is_operand(other) else NotImplemented

    def backward(self: Array, other: Any) -> Any:
        return function(other, self) if _is_operand(other) else NotImplemented

    setattr(Array, f"__{name}__", forward)
    setattr(Array, f"__r{name}__", backward)


def _is_operand(value: Any) -> bool:
    return _trace.is_leaf_array(value) or isinstance(value, (list, tuple))


for _name, _function in {
    "add": add, "sub": subtract, "mul": multiply, "truediv": divide, "floordiv": floor_divide,
    "mod": remainder, "pow": pow, "matmul": matmul, "and": bitwise_and, "or": bitwise_or,
    "xor": bitwise_xor, "lshift": bitwise_left_shift, "rshift": bitwise_right_shift,
}.items():  # fmt: skip
    _operator(_name, _function)
for _name, _function in {
    "lt": less, "le": less_equal, "gt": greater, "ge": greater_equal, "eq": equal, "ne": not_equal,
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", lambda self, other, _f=_function: _f(self, other))
for _name, _function in {
    "neg": negative, "pos": positive, "abs": abs, "invert": bitwise_invert,
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", lambda self, _f=_function: _f(self))
for _name, _function in {
    "sum": sum, "prod": prod, "mean": mean, "var": var, "std": std, "max": max, "min": min,
    "any": any, "all": all, "argmax": argmax, "argmin": argmin, "cumsum": cumulative_sum,
    "cumprod": cumulative_prod, "dot": dot, "ravel": ravel, "flatten": ravel, "squeeze": squeeze,
    "astype": astype, "clip": clip, "swapaxes": swapaxes, "repeat": repeat, "take": take,
    "conj": conj, "conjugate": conj, "round": round, "trace": trace_, "diagonal": diagonal,
}.items():  # fmt: skip
    setattr(Array, _name, _function)
setattr(Array, "__getitem__", getitem)
setattr(Array, "__divmod__", lambda self, other: (floor_divide(self, other), remainder(self, other)))
setattr(Array, "reshape", lambda self, *shape: reshape(self, shape[0] if len(shape) == 1 else shape))
setattr(
    Array, "transpose", lambda self, *axes: permute_dims(self, (axes[0] if len(axes) == 1 else axes) or None)
)
setattr(Array, "T", property(lambda self: permute_dims(self)))
setattr(Array, "mT", property(matrix_transpose))
setattr(Array, "real", property(lambda self: real(self)))
setattr(Array, "imag", property(lambda self: imag(self)))
setattr(Array, "at", property(At))
setattr(Array, "copy", lambda self: self)


setattr(Array, "to_device", lambda self, device, /, *, stream=None: astype(self, self.dtype, device=device))


# ------------------------------------------------------------------------------------------------
# What the array API has besides

globals()["bool"] = bool_
__array_api_version__ = "2025.12"


def from_dlpack(x: Any, /, *, device: Any = None, copy: Any = None) -> Any:
    """The array of another library as one of numpy, in whose memory it is."""
    on_cpu(device)
    return x if isinstance(x, Array) else as_array(x)


def _unknown_shape(name: str, doc: str) -> Callable:
    def function(x: Any, /) -> Any:
        raise error(f"the shape of the result of '{name}' depends on the numbers of a traced array; {_INSTEAD}")

    function.__name__ = name
    function.__doc__ = f"{doc}. An array that is traced has none: the shape would not be known."
    return public(function)


_INSTEAD = "call it on arrays of numpy, or use chad.numpy.where or sort"
nonzero = _unknown_shape("nonzero", "The indices of the elements that are not zero")
unique_all = _unknown_shape("unique_all", "The different elements, with their places and counts")
unique_counts = _unknown_shape("unique_counts", "The different elements, and their counts")
unique_inverse = _unknown_shape(
    "unique_inverse", "The different elements, and where each element is among them"
)
unique_values = _unknown_shape("unique_values", "The different elements")


class _Info:
    """What the array API says of this namespace: the answers of numpy, but for shapes that depend on numbers."""

    def __init__(self) -> None:
        self._of_numpy = _np.__array_namespace_info__()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of_numpy, name)

    def capabilities(self) -> dict[str, Any]:
        """Neither masks as indices nor other shapes that depend on numbers."""
        return {**self._of_numpy.capabilities(), "boolean indexing": False, "data-dependent shapes": False}


def __array_namespace_info__() -> Any:
    """Answers to the questions of the array API: dtypes, devices and capabilities."""
    return _Info()


# ------------------------------------------------------------------------------------------------
# numpy's own functions


def _array_ufunc(self: Array, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    if kwargs.get("out") is not None:
        raise error(
            "an array of numpy cannot take numbers of a traced one: y = y + x makes a new array where y += x would "
            "write, and y = chad.numpy.copy(y).at[i].set(x) one with some elements changed"
            if builtins.any(isinstance(o, _np.ndarray) for o in kwargs["out"])
            else "'out' is not there while a function is traced; use what the function returns"
        )
    name, function = ufunc.__name__, FUNCTIONS.get(ufunc.__name__)
    kwargs = {k: v for k, v in kwargs.items() if k != "out"}
    if method == "reduce":
        function = {"add": sum, "multiply": prod, "maximum": max, "minimum": min,
                    "logical_or": any, "logical_and": all}.get(name)  # fmt: skip
        kwargs = {k: v for k, v in kwargs.items() if k not in ("dtype", "initial") or not _is_missing(v)}
        kwargs.setdefault("axis", 0)
    elif method == "accumulate":
        function = {"add": cumulative_sum, "multiply": cumulative_prod,
                    "maximum": cumulative_extremum(1), "minimum": cumulative_extremum(-1)}.get(name)  # fmt: skip
        kwargs = {k: v for k, v in kwargs.items() if k != "dtype" or not _is_missing(v)}
        kwargs.setdefault("axis", 0)
    elif method == "outer" and function is not None:
        x, y = (lift(i) for i in inputs)
        return function(_ops.reshape(x, (*x.shape, *(1,) * y.ndim)), y)
    elif method != "__call__":
        function = None
    if function is None:
        raise error(f"numpy.{name} ({method}) cannot be traced; chad.numpy says what can")
    return function(*inputs, **kwargs)


def _is_missing(value: Any) -> bool:
    """Whether a value stands for an argument that is not given: None, or a mark of numpy."""
    return value is None or value is getattr(_np, "_NoValue", None)


def _array_function(self: Array, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    name = func.__name__
    if (getattr(func, "__module__", "") or "").startswith("numpy.linalg"):
        function = getattr(linalg, name, None)
    elif (getattr(func, "__module__", "") or "").startswith("numpy.fft"):
        function = getattr(fft, name, None)
    else:
        function = FUNCTIONS.get(name)
    if name in ("shape", "ndim", "size"):
        return getattr(args[0], name)
    if function is None:
        raise error(f"{func.__module__}.{name} cannot be traced; chad.numpy says what can")
    missing = getattr(_np, "_NoValue", None)
    return function(
        *args, **{k: v for k, v in kwargs.items() if v is not missing and not (k == "out" and v is None)}
    )


setattr(Array, "__array_ufunc__", _array_ufunc)
setattr(Array, "__array_function__", _array_function)

# Functions are also available under numpy's names.
globals().update(FUNCTIONS)

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
