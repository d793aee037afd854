# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms, as in `numpy.fft`. They are ops of StableHLO, which the importer of StableHLO replaces."""

from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as _np

from . import _chad
from ._elementwise import divide, multiply
from ._indexing import getitem
from ._namespace import axes_of, operands
from ._ops import convert, zeros
from ._shapes import concat, moveaxis
from .interop import Imported, call_imported
from .trace import Array, constant, error, is_complex, part_of, type_text


@functools.lru_cache(maxsize=256)
def _program(kind: str, given: str, result: str, length: int) -> Imported:
    text = f"""
func.func @main(%x: {given}) -> {result} {{
  %y = "stablehlo.fft"(%x) <{{fft_length = array<i64: {length}>, fft_type = #stablehlo<fft_type {kind}>}}> :
      ({given}) -> {result}
  return %y : {result}
}}
"""
    return Imported(_chad.lower(text.encode(), f"<{kind}>", "source", {}, []))


def _fitted(x: Array, count: int) -> Array:
    """The array with `count` elements along the last axis: cut off at the end, or padded with zeros."""
    extent = x.shape[-1]
    if extent > count:
        return getitem(x, (..., slice(0, count)))
    if extent < count:
        return concat([x, zeros(x, (*x.shape[:-1], count - extent))], axis=-1)
    return x


def _transform(name: str, kind: str) -> Callable:
    is_inverse, is_real = name.startswith("i"), "r" in name

    def function(
        a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: None = None
    ) -> Any:
        if not isinstance(a, Array):
            return getattr(_np.fft, name)(a, n, axis, norm)
        if norm not in (None, "backward", "ortho", "forward"):
            raise error(f"there is no norm '{norm}' of Fourier transforms")
        (x,), dtype = operands(a, floats=True)
        if is_real and not is_inverse:
            if is_complex(dtype):
                raise error(f"'{name}' is of floats")
        elif not is_complex(dtype):
            dtype = _np.dtype(_np.complex64 if dtype.itemsize <= 4 else _np.complex128)
            x = convert(x, dtype)
        if not all(isinstance(d, int) for d in x.shape):
            raise error("a Fourier transform needs extents that are known: leave out dynamic=True")
        (axis,) = axes_of(x, axis)
        x = moveaxis(x, axis, -1)
        length = n or (2 * (x.shape[-1] - 1) if name == "irfft" else x.shape[-1])
        if length < 1:
            raise error(f"a Fourier transform of {length} elements")
        x = _fitted(x, length // 2 + 1 if name == "irfft" else length)
        shape, result = list(x.shape), dtype
        if name == "rfft":
            shape[-1], result = length // 2 + 1, _np.dtype(f"c{2 * max(dtype.itemsize, 4)}")
        elif name == "irfft":
            shape[-1], result = length, part_of(dtype)
        program = _program(kind, type_text(x.dtype, x.shape), type_text(result, shape), length)
        (y,) = call_imported(program, "main", [x], [(result, tuple(shape))])
        factor = {"ortho": length**0.5, "forward": length}.get(norm or "", 1)
        if factor != 1:
            y = (multiply if is_inverse else divide)(y, constant(factor, result))
        return moveaxis(y, -1, axis)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.fft.{name}` along one axis."
    return function


class fft:
    """Functions of `numpy.fft` along one axis."""

    fft, ifft, rfft, irfft = (
        staticmethod(_transform(*pair))
        for pair in (("fft", "FFT"), ("ifft", "IFFT"), ("rfft", "RFFT"), ("irfft", "IRFFT"))
    )


__all__ = ["fft"]
