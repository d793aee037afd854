# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives at a point, as linear functions. The residuals, values that the function has computed and the
derivative needs, are computed once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _chad, trace, tree
from .arrays import as_array, on_device
from .compilation import Jit, Traced, split_parts
from .errors import ArgumentError
from .interop import from_program
from .program import Program
from .trace import is_inexact


class SplitJit(Jit):
    """A compiled function that returns a pair, whose first part does not depend on the late arguments; see
    `trace.late_argument`.

    The program has two functions. The first one computes the first part and the residuals. The second one
    computes the other part from the residuals and the late arguments.
    """

    def run(self, args: tuple, what: str, of_arguments: bool = False) -> tuple[Any, LinearMap] | None:
        """Runs the first part. Returns its results, and the second part as a function of the late arguments,
        which messages call `what`.

        The late arguments have the structure of the results, or, with `of_arguments`, of the arguments. Returns
        None if the program computes both parts in one loop.
        """
        leaves, traced = self._find(args, {})
        values = traced.out_structure.children[0]
        program = traced.program
        forward, _, is_early, is_read = program.parts[0]
        count = sum(1 if d is None or d.kind == "u" else 2 for d in traced.views[: values.num_leaves])
        if not all(is_early[:count]):
            return None
        hidden = traced.hidden_beside(leaves)
        given = [*(split_parts(leaves) if traced.has_complex else leaves), *hidden]
        outs = _as_tuple(program[forward](*given))
        if of_arguments:
            all_, structure = tree.flatten(args)
            device = traced.options.get("device", "cpu")
            dtypes = [_as_array(leaf, device).dtype if trace.is_leaf_array(leaf) else None for leaf in all_]
        else:
            structure, dtypes = values, [dtype for dtype, _ in traced.out_types[: values.num_leaves]]
        takes_part = [dtype is not None and is_inexact(dtype) for dtype in dtypes]
        early = sum(is_early)
        # The caller may change the arguments and the value before the second function reads them.
        shared = [
            _guarded(v) if r and not any(v is h for h in hidden) else v
            for v, r in zip([*given, *outs[:early]], is_read)
        ]
        linear = LinearMap(traced, [*shared, *outs[early:]], list(outs[:early]), structure, takes_part, what)
        value = tree.unflatten(values, traced.assemble(outs[:early], values.num_leaves))
        return value, linear


class LinearMap:
    """The derivative of a function at a point, as a linear function. `vjp` and `linearize` return it.

    It keeps the residuals, values that the function has computed and the derivative needs, so that they are not
    computed again.
    """

    def __init__(
        self, traced: Traced, kept: list[Any], early: list[Any], structure: tree.Structure,
        takes_part: list[bool], what: str,
    ) -> None:  # fmt: skip
        self._traced, self._kept, self._early = traced, kept, early
        self._structure, self._takes_part, self._what = structure, takes_part, what
        _, backward, self._is_early, _ = traced.program.parts[0]
        self._function = traced.program[backward]

    @property
    def program(self) -> Program:
        """The program. Its function `main.fwd` has run; each call runs `main.bwd`."""
        return self._traced.program

    @property
    def nbytes(self) -> int:
        """The number of bytes that are kept, including arguments and results that the derivative reads."""
        return sum(v.nbytes if type(v) is _chad.DeviceArray else np.asarray(v).nbytes for v in self._kept)

    def __call__(self, *given: Any) -> Any:
        if self._what == "cotangents":
            if len(given) != 1:
                raise ArgumentError(
                    f"the pullback takes the {self._what} as one tree, got {len(given)} arguments"
                )
            given = given[0]
        leaves, structure = tree.flatten(given)
        if structure != self._structure:
            raise ArgumentError(f"the {self._what} are {structure}, and must be {self._structure}")
        moving = [leaf for leaf, takes_part in zip(leaves, self._takes_part) if takes_part]
        late = [self._fit(leaf, *spec) for leaf, (_, *spec) in zip(moving, self._traced.late)]
        if any(trace.is_complex(dtype) for _, dtype, _ in self._traced.late):
            late = split_parts(late)
        function = from_program(self.program, self._function.name) if trace.is_tracing() else self._function
        outs = iter(_as_tuple(function(*self._kept, *late)))
        early = iter(self._early)
        results = [_copied(next(early)) if is_early else next(outs) for is_early in self._is_early]
        all_ = self._traced.assemble(results)
        return tree.unflatten(self._traced.out_structure, all_)[1]

    def _fit(self, leaf: Any, dtype: Any, shape: tuple) -> Any:
        array: Any = leaf
        if not isinstance(leaf, trace.Array):
            device = self._traced.options.get("device", "cpu")
            array = np.asarray(leaf, dtype) if trace.is_number(leaf) else _as_array(leaf, device)
        fits = len(array.shape) == len(shape) and all(map(trace.same_extent, array.shape, shape))
        if array.dtype != dtype or not fits:
            raise ArgumentError(
                f"one of the {self._what} is of {array.dtype} and shape {array.shape}, and must be of {dtype} "
                f"and {shape}"
            )
        return array


def _as_tuple(outs: Any) -> tuple[Any, ...]:
    return outs if isinstance(outs, tuple) else () if outs is None else (outs,)


def _as_array(value: Any, device: str) -> Any:
    """An array of numpy, or one on the device."""
    found = on_device(value, device)
    return found if type(found) is _chad.DeviceArray else as_array(found)


def _guarded(value: Any) -> Any:
    """A value that no other code can change: a copy, or an array that is not writable."""
    if type(value) is _chad.DeviceArray:
        return value._copy()
    array = as_array(value)
    return array.copy() if array.flags.writeable else array


def _copied(value: Any) -> Any:
    if type(value) is _chad.DeviceArray:
        return value._copy()
    return value.copy() if isinstance(value, np.ndarray) else value


__all__ = ["LinearMap", "SplitJit"]
