# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies on a GPU between arrays in other forms and those that programs take, which are contiguous and have numbers
as elements: arrays with strides, and arrays of complex numbers. Each copy is a kernel.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from . import _chad
from .arrays import warn_of_copy

Function = _chad.Function
DeviceArray = _chad.DeviceArray


@functools.cache
def _compiled(text: str, device: str) -> tuple[Any, Function]:
    program = _chad.compile(text.encode(), "<copies>", {"device": device}, [])
    return program, program.function("main")


def _call(text: str, array: DeviceArray, *args: Any) -> Any:
    return _compiled(text, array.device.partition(":")[0])[1](*args)


@functools.cache
def _packing(bits: int, rank: int, parts: int) -> str:
    """A program that reads `parts` integers for each element of an array, in C's order, from memory where elements have
    strides, and makes an array of each of the parts.
    """
    result = ", ".join([f"tensor<?xi{bits}>"] * parts)
    sizes = "".join(f", %n{d}: index, %s{d}: index" for d in range(rank))
    lines = [
        f"func.func @main(%memory: tensor<?xi{bits}>, %begin: index, %n: index{sizes}) -> ({result}) {{",
        f"%all:{parts} = chad.build %i < %n -> ({result}) {{",
    ]
    rest, place = "%i", "%begin"
    for d in reversed(range(rank)):
        # The first dimension takes what is left.
        if d:
            lines.append(f"%q{d} = arith.divui {rest}, %n{d} : index")
            lines.append(f"%r{d} = arith.remui {rest}, %n{d} : index")
        lines.append(f"%o{d} = arith.muli {f'%r{d}' if d else rest}, %s{d} : index")
        lines.append(f"%p{d} = arith.addi {place}, %o{d} : index")
        rest, place = f"%q{d}", f"%p{d}"
    for part in range(parts):
        lines.append(f"%c{part} = arith.constant {part} : index")
        lines.append(f"%at{part} = arith.addi {place}, %c{part} : index")
        lines.append(f"%x{part} = tensor.extract %memory[%at{part}] : tensor<?xi{bits}>")
    values = ", ".join(f"%x{part}" for part in range(parts))
    lines.append(f"chad.yield {values} : {', '.join([f'i{bits}'] * parts)}")
    names = ", ".join(f"%all#{part}" for part in range(parts))
    return "\n".join([*lines, "}", f"return {names} : {result}", "}"])


@functools.cache
def _joining(bits: int) -> str:
    """A program that makes pairs of the elements of two arrays."""
    return f"""
func.func @main(%a: tensor<?xi{bits}>, %b: tensor<?xi{bits}>) -> tensor<?x2xi{bits}> {{
  %pairs = chad.map (%x in %a : tensor<?xi{bits}>, %y in %b : tensor<?xi{bits}>) -> tensor<?x2xi{bits}> {{
    %pair = tensor.from_elements %x, %y : tensor<2xi{bits}>
    chad.yield %pair : tensor<2xi{bits}>
  }}
  return %pairs : tensor<?x2xi{bits}>
}}"""


def _merged(shape: tuple[int, ...], strides: tuple[int, ...]) -> list[tuple[int, int]]:
    """Extents and strides of the same elements in the same order, in as few dimensions as there can be."""
    merged: list[tuple[int, int]] = []
    for extent, stride in zip(shape, strides):
        if merged and merged[-1][1] == extent * stride:
            merged[-1] = merged[-1][0] * extent, stride
        elif extent != 1:
            merged.append((extent, stride))
    return merged or [(1, 1)]


def _read(array: DeviceArray, parts: int) -> list[DeviceArray]:
    """Contiguous arrays of the parts of the elements, as integers. The array has elements."""
    bits = 8 * array.dtype.itemsize // parts
    dims = [(extent, stride * parts) for extent, stride in _merged(array.shape, array._strides)]
    low = sum(min(0, (extent - 1) * stride) for extent, stride in dims)
    high = sum(max(0, (extent - 1) * stride) for extent, stride in dims)
    memory = array._reinterpreted(low * bits // 8, (high - low + parts,), "i", bits)
    sizes = [number for dim in dims for number in dim]
    found = _call(_packing(bits, len(dims), parts), array, memory, -low, math.prod(array.shape), *sizes)
    return list(found) if parts > 1 else [found]


def packed(array: DeviceArray, what: str) -> DeviceArray:
    """A copy of an array, in C's order. Warns of it, if `what` names it, as of a copy of an array of numpy."""
    dtype = array.dtype
    if what and array.nbytes > 4096:
        warn_of_copy(what)
    return _read(array, 1)[0]._reinterpreted(0, array.shape, dtype.kind, 8 * dtype.itemsize)


def parts_of(array: DeviceArray) -> list[DeviceArray]:
    """The real and the imaginary part of an array of complex numbers."""
    shape, half = array.shape, array.dtype.itemsize // 2
    # The parts of one number lie where programs read numbers.
    if math.prod(shape) <= 1:
        return [
            array._reinterpreted(half * part if array.nbytes else 0, shape, "f", 8 * half) for part in (0, 1)
        ]
    return [part._reinterpreted(0, shape, "f", 8 * half) for part in _read(array, 2)]


def joined(real: DeviceArray, imaginary: DeviceArray) -> DeviceArray:
    """An array of complex numbers."""
    shape, bits = real.shape, 8 * real.dtype.itemsize
    flat = [part._reinterpreted(0, (math.prod(shape),), "i", bits) for part in (real, imaginary)]
    return _call(_joining(bits), real, *flat)._reinterpreted(0, shape, "c", 2 * bits)
