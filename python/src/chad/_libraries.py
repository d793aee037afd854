# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of arrays that LAPACK computes where it is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable

from . import _ops
from .custom import Call, custom_jvp
from .trace import Array, as_integer, is_complex, lift

#: Of matrices with fewer rows, factors and systems are computed in the program, which then need not leave it.
LEAST = 32
#: Spectra take many steps for each of their numbers, so that a call pays at once: at 10 rows it takes a third to a fifth of the time.
LEAST_OF_SPECTRA = 2
_SPECTRA = ("heevd", "gesdd", "geev")

_LETTERS = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}


class _Library(custom_jvp):
    """A function without a rule of its own, which a library may compute."""

    def __init__(self, function: Callable, *, key: Any, attribute: str) -> None:
        super().__init__(function, key=key)
        self._attribute = attribute

    def _rule(self, call: Call) -> str:
        return self._attribute


#: Of an extent of a result: an array among the arguments, and its dimension of this extent.
Place = tuple[int, int]


def call(
    routine: str,
    value: Callable,
    arrays: Sequence[Array],
    outs: Sequence[Any],
    places: Sequence[Sequence[Place]],
    variant: int = 0,
) -> list[Array]:
    """The results of `value(*arrays)`, of these dtypes, which LAPACK may compute by a routine (Lapack.cpp). The first array has the
    dtype of the routine, and its first extent decides whether it is large enough. `places` has the extents of each result."""
    arrays = [as_integer(lift(a)) for a in arrays]
    ins = [a.dtype for a in arrays]
    letter, extent = _LETTERS.get(ins[0].name), arrays[0].shape[0]
    least = LEAST_OF_SPECTRA if routine in _SPECTRA else LEAST
    if letter is None or (isinstance(extent, int) and extent < least):
        return list(value(*arrays))

    def run(*parts: Array) -> list[Array]:
        return _ops.split_complex(value(*_ops.join_complex(parts, ins)))

    # Complex arrays are two.
    first = [sum(1 + is_complex(d) for d in ins[:i]) for i in range(len(ins))]
    extents = [
        f"[{', '.join(f'{first[a]}, {d}' for a, d in own)}]"
        for own, dtype in zip(places, outs)
        for _ in range(1 + is_complex(dtype))
    ]
    name = f"chad_{letter}{routine}"
    run.__name__ = routine
    attribute = f'chad.library = {{name = "{name}", variant = {variant}, least = {least}, extents = [{", ".join(extents)}]}}'
    made = _Library(run, key=("library", attribute, *map(str, ins), *map(str, outs)), attribute=attribute)
    return _ops.join_complex(made(*_ops.split_complex(arrays)), outs)
