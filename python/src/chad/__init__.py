# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives of functions of arrays, compiled through MLIR.

    import chad
    import numpy as np

    def loss(w, xs, ys):
        return np.sum((w * xs - ys) ** 2)

    value, slope = chad.value_and_grad(loss)(2.0, np.array([1.0, 2, 3]), np.array([3.0, 4, 5]))

`chad.compile` and `chad.load` compile programs that are written in MLIR.
"""

from . import _chad, arrays, numpy, tree
from ._chad import DeviceArray
from .arrays import to_device
from .batching import vmap
from .checks import check_grads
from .combinators import (
    build,
    checkpoint,
    cond,
    dynamic_slice,
    fold,
    fori_loop,
    gather,
    hist,
    map,
    reduce,
    scan,
    scatter_add,
    while_loop,
)
from .compilation import jit
from .custom import custom_jvp, custom_vjp, stop_gradient
from .errors import (
    ArgumentError,
    CompileError,
    CompileWarning,
    Diagnostic,
    Error,
    PerformanceWarning,
    RunError,
    TraceError,
)
from .interop import from_program
from .linear import LinearMap
from .program import ArrayType, Function, Handle, Prepared, Program, compile, load
from .showing import show
from .trace import Array, Dim
from .transforms import (
    grad,
    hessian,
    hvp,
    jacobian,
    jvp,
    linearize,
    value_and_grad,
    vjp,
)

__version__: str = _chad.version

__all__ = [
    "ArgumentError",
    "Array",
    "ArrayType",
    "CompileError",
    "CompileWarning",
    "DeviceArray",
    "Diagnostic",
    "Dim",
    "Error",
    "Function",
    "Handle",
    "LinearMap",
    "PerformanceWarning",
    "Prepared",
    "Program",
    "RunError",
    "TraceError",
    "__version__",
    "arrays",
    "build",
    "check_grads",
    "checkpoint",
    "compile",
    "cond",
    "custom_jvp",
    "custom_vjp",
    "dynamic_slice",
    "fold",
    "fori_loop",
    "from_program",
    "gather",
    "grad",
    "hessian",
    "hist",
    "hvp",
    "jacobian",
    "jit",
    "jvp",
    "linearize",
    "load",
    "map",
    "numpy",
    "reduce",
    "scan",
    "scatter_add",
    "show",
    "stop_gradient",
    "to_device",
    "tree",
    "value_and_grad",
    "vjp",
    "vmap",
    "while_loop",
]
