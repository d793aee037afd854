# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Primitives of JAX without a rule in `_jaxpr`: they are computed by the functions in StableHLO to which JAX
lowers them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Callable, ClassVar

import jax
import numpy as np
from jax import dtypes

from . import _chad, _ops, trace
from .errors import CompileError
from .interop import Imported, call_imported
from .trace import Array


def is_key(aval: Any) -> bool:
    """Whether a type is that of keys of random numbers, which are represented by arrays of integers."""
    return dtypes.issubdtype(aval.dtype, dtypes.extended)


class _Lowered:
    """The lowered programs, by primitive, parameters and types of operands."""

    _all: ClassVar[dict[Any, Imported]] = {}
    _lock = threading.Lock()

    @staticmethod
    def make(name: str, function: Callable, avals: Sequence[Any]) -> Imported:
        with trace.inside(None):
            # keep_unused: unused operands stay arguments.
            specs = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals]
            module: Any = jax.jit(function, keep_unused=True).lower(*specs).compiler_ir("stablehlo")
            text = module.operation.get_asm(print_generic_op_form=True)
            try:
                return Imported(_chad.lower(text.encode(), f"<{name}>", "source", {}, []))
            except CompileError as error:
                raise NotImplementedError(str(error).splitlines()[0]) from None

    @classmethod
    def find(cls, primitive: Any, params: dict[str, Any], avals: Sequence[Any]) -> Imported:
        def bind(*operands: Any) -> Any:
            return primitive.bind(*operands, **params)

        key: Any = primitive, tuple(sorted(params.items(), key=lambda p: p[0])), tuple(avals)
        try:
            hash(key)
        except TypeError:
            return cls.make(primitive.name, bind, avals)
        with cls._lock:
            found = cls._all.get(key)
            if found is None:
                found = cls._all[key] = cls.make(primitive.name, bind, avals)
            return found


def evaluate(
    primitive: Any, params: dict[str, Any], avals: Sequence[Any], outs: Sequence[Any], operands: Sequence[Array]
) -> list[Array]:
    """The results, of types `outs`, of a primitive for operands of types `avals`."""
    types = [_physical(a) for a in outs]
    program = _Lowered.find(primitive, params, avals)
    given = [_ops.as_rank_0(v) if not v.shape else v for v in operands]
    arrays = call_imported(program, "main", given, types)
    return [_ops.from_rank_0(a) if not s else a for a, (_, s) in zip(arrays, types)]


def _physical(aval: Any) -> tuple[Any, tuple[int, ...]]:
    if not is_key(aval):
        return np.dtype(aval.dtype), tuple(aval.shape)
    inner = jax.eval_shape(jax.random.key_data, jax.ShapeDtypeStruct(aval.shape, aval.dtype))
    return np.dtype(inner.dtype), tuple(inner.shape)
