# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms, as in `numpy.fft`: by stages where lengths have small prime factors, and else those of StableHLO, whose
importer writes them."""

from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as _np

from . import _chad, _stages
from ._elementwise import conj, divide, imag, multiply, real
from ._indexing import getitem
from ._namespace import axes_of, on_cpu, operands
from ._ops import complex_of, convert, zeros
from ._shapes import concat, flip, moveaxis, roll
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


def _by_import(kind: str, x: Array, result: Any, shape: list[int], length: int) -> Array:
    """By the importer's function, along the last axis."""
    program = _program(kind, type_text(x.dtype, x.shape), type_text(result, shape), length)
    (y,) = call_imported(program, "main", [x], [(result, tuple(shape))])
    return y


def is_staged(length: int) -> bool:
    """Whether transforms of a length are computed by stages."""
    return length >= _stages.LEAST and _stages.radices(length) is not None


def complex_transform(x: Array, axis: int, is_inverse: bool) -> Array:
    """Of complex numbers along an axis; with `is_inverse` what undoes it."""
    length = x.shape[axis]
    if not is_staged(length):
        x = moveaxis(x, axis, -1)
        return moveaxis(
            _by_import("IFFT" if is_inverse else "FFT", x, x.dtype, list(x.shape), length), -1, axis
        )
    if not is_inverse:
        return complex_of(*_stages.transform(real(x), imag(x), axis))
    # With the parts exchanged it has the other sign of the exponent.
    im, re = _stages.transform(imag(x), real(x), axis)
    factor = constant(1 / length, re.dtype)
    return complex_of(multiply(re, factor), multiply(im, factor))


def from_real(x: Array) -> Array:
    """The first half of the spectrum of floats, along the last axis."""
    length = x.shape[-1]
    result = np_complex(x.dtype)
    if not is_staged(length):
        return _by_import("RFFT", x, result, [*x.shape[:-1], length // 2 + 1], length)
    re, im = _stages.transform(x, zeros(x, x.shape), x.ndim - 1)
    half = (..., slice(0, length // 2 + 1))
    return complex_of(getitem(re, half), getitem(im, half))


def to_real(x: Array, length: int) -> Array:
    """The floats of which `x` is the first half of the spectrum, along the last axis."""
    if not is_staged(length):
        return _by_import("IRFFT", x, part_of(x.dtype), [*x.shape[:-1], length], length)
    # That of the rest is conjugate.
    rest = conj(flip(getitem(x, (..., slice(1, (length + 1) // 2))), axis=-1))
    return real(complex_transform(concat([x, rest], axis=-1), x.ndim - 1, True))


def np_complex(dtype: Any) -> Any:
    """The type of complex numbers whose parts have a type."""
    return _np.dtype(f"c{2 * max(dtype.itemsize, 4)}")


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
        length = n or (2 * (x.shape[axis] - 1) if name == "irfft" else x.shape[axis])
        if length < 1:
            raise error(f"a Fourier transform of {length} elements")
        x = moveaxis(x, axis, -1)
        x = _fitted(x, length // 2 + 1 if name == "irfft" else length)
        if name == "rfft":
            x = convert(x, _np.dtype(_np.float32)) if x.dtype.itemsize < 4 else x
            y, result = from_real(x), np_complex(dtype)
        elif name == "irfft":
            y, result = to_real(x, length), part_of(dtype)
        else:
            # Along the axis where it stands: numbers beside it are computed together.
            y = moveaxis(complex_transform(moveaxis(x, -1, axis), axis, is_inverse), axis, -1)
            result = dtype
        factor = {"ortho": length**0.5, "forward": length}.get(norm or "", 1)
        if factor != 1:
            y = (multiply if is_inverse else divide)(y, constant(factor, result))
        return moveaxis(y, -1, axis)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.fft.{name}` along one axis."
    return function


def _axes(name: str, a: Array, s: Any, axes: Any) -> Any:
    """The axes of a transform of several: those that are given, or the last ones."""
    if axes is not None:
        return axes
    return range(-(2 if name[-1] == "2" else a.ndim if s is None else len(s)), 0)


def _several(name: str) -> Callable:
    def function(a: Any, s: Any = None, axes: Any = None, norm: str | None = None, out: None = None) -> Any:
        if not isinstance(a, Array):
            return getattr(_np.fft, name)(a, s, axes, norm)
        for i, axis in enumerate(_axes(name, a, s, axes)):
            a = getattr(fft, name[:-1])(a, None if s is None else s[i], axis, norm)
        return a

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.fft.{name}`, one axis after the other."
    return function


def _several_real(name: str) -> Callable:
    is_inverse = name[0] == "i"

    def function(a: Any, s: Any = None, axes: Any = None, norm: str | None = None, out: None = None) -> Any:
        if not isinstance(a, Array):
            return getattr(_np.fft, name)(a, s, axes, norm)
        *others, last = _axes(name, a, s, axes)
        *lengths, length = (None,) * len(others) + (None,) if s is None else s
        # The last axis has half of the spectrum.
        if not is_inverse:
            a = fft.rfft(a, length, last, norm)
            return fft.fftn(a, lengths if s is not None else None, others, norm) if others else a
        a = fft.ifftn(a, lengths if s is not None else None, others, norm) if others else a
        return fft.irfft(a, length, last, norm)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.fft.{name}`: along the last axis as of one, then along the others."
    return function


def _of_hermitian(name: str) -> Callable:
    """A transform one side of which is real, and of the other side half of which is given."""
    #: Without the other direction's factor.
    turned = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}

    def function(
        a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: None = None
    ) -> Any:
        if not isinstance(a, Array):
            return getattr(_np.fft, name)(a, n, axis, norm)
        if norm not in turned:
            raise error(f"there is no norm '{norm}' of Fourier transforms")
        if name == "hfft":
            return fft.irfft(conj(a), n, axis, turned[norm])
        return conj(fft.rfft(a, n, axis, turned[norm]))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.fft.{name}` along one axis."
    return function


def _shift(name: str) -> Callable:
    def function(x: Any, axes: Any = None) -> Any:
        if not isinstance(x, Array):
            return getattr(_np.fft, name)(x, axes)
        axes = axes_of(x, axes)
        shifts = [x.shape[a] // 2 * (-1 if name[0] == "i" else 1) for a in axes]
        return roll(x, shifts, axes) if axes else x

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.fft.{name}`: the elements moved by half of the extent."
    return function


class fft:
    """Functions of `numpy.fft`."""

    fft, ifft, rfft, irfft = (
        staticmethod(_transform(*pair))
        for pair in (("fft", "FFT"), ("ifft", "IFFT"), ("rfft", "RFFT"), ("irfft", "IRFFT"))
    )
    fft2, ifft2, fftn, ifftn = (staticmethod(_several(name)) for name in ("fft2", "ifft2", "fftn", "ifftn"))
    rfft2, irfft2, rfftn, irfftn = (
        staticmethod(_several_real(name)) for name in ("rfft2", "irfft2", "rfftn", "irfftn")
    )
    hfft, ihfft = staticmethod(_of_hermitian("hfft")), staticmethod(_of_hermitian("ihfft"))
    fftshift, ifftshift = staticmethod(_shift("fftshift")), staticmethod(_shift("ifftshift"))

    @staticmethod
    def fftfreq(n: int, /, d: float = 1.0, *, dtype: Any = None, device: Any = None) -> Any:
        """The frequencies of the numbers that a transform of `n` numbers `d` apart gives."""
        on_cpu(device)
        return _np.asarray(_np.fft.fftfreq(n, d), dtype)

    @staticmethod
    def rfftfreq(n: int, /, d: float = 1.0, *, dtype: Any = None, device: Any = None) -> Any:
        """The frequencies of the numbers that `rfft` of `n` numbers `d` apart gives."""
        on_cpu(device)
        return _np.asarray(_np.fft.rfftfreq(n, d), dtype)


__all__ = ["fft"]
