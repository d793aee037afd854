# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversion of values that hold numbers to arrays of numpy."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

import numpy as np

from . import _chad
from .errors import ArgumentError, PerformanceWarning

#: The element types of programs, by the names of their dtypes.
DTYPES = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int16", "int8", "bool")

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_bfloat16: Any = None


def load_bfloat16() -> Any:
    """The dtype bfloat16 of the package ml_dtypes. Raises ArgumentError if that package is missing."""
    global _bfloat16
    if _bfloat16 is None:
        try:
            import ml_dtypes
        except ImportError:
            raise ArgumentError("arrays of bfloat16 need the package ml_dtypes") from None
        _bfloat16 = np.dtype(ml_dtypes.bfloat16)
        _chad.set_bfloat16(_bfloat16)
    return _bfloat16


def dtype_of(name: str) -> Any:
    """The dtype for a name in DTYPES, or for another name that numpy knows."""
    return load_bfloat16() if name == "bfloat16" else np.dtype(name)


def as_array(value: Any) -> np.ndarray:
    """`value` as an array, which shares the memory of `value` if that is possible, and is a copy otherwise.

    Takes numpy's arrays and scalars, Python's numbers and lists of them, and objects with
    ``__dlpack__``, ``__array__``, ``__array_interface__`` or a buffer.
    """
    if isinstance(value, np.ndarray):
        return value
    if type(value) is _chad.DeviceArray:
        _check_device(value)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, getattr(torch, "Tensor", ())):
        return _of_torch(value)
    if hasattr(value, "__cuda_array_interface__") and not hasattr(value, "__dlpack__"):
        raise ArgumentError(
            "it lies on a GPU, and is not exported by DLPack: pass cupy.asarray(x) or torch.as_tensor(x), which share its "
            "memory"
        )
    has_array = any(
        hasattr(value, name) for name in ("__array__", "__array_interface__", "__array_struct__", "__buffer__")
    )
    if hasattr(value, "__dlpack__") and not has_array:
        _check_device(value)
        return np.from_dlpack(value)
    return np.asarray(value)


def _check_device(value: Any) -> None:
    """Raises ArgumentError if an object with ``__dlpack__`` lies in memory that the CPU cannot read."""
    # DLPack's numbers: memory of the CPU, and what CUDA or ROCm shares with it.
    readable = (1, 3, 11, 13)
    kind, number = value.__dlpack_device__() if hasattr(value, "__dlpack_device__") else (1, 0)
    if int(kind) not in readable:
        name = {2: "cuda", 10: "rocm"}.get(int(kind), f"DLPack's device {int(kind)}")
        remedy = "; copy it to the memory of the CPU first"
        device = "cuda" if int(kind) == 2 else None
        if type(value) is _chad.DeviceArray:
            name = device = value.device.partition(":")[0]
            remedy = "; take .to_host()"
        if device is not None:
            remedy += f", or pass it to a program that is compiled with device='{device}'"
        raise ArgumentError(f"it lies on {name}:{int(number)}{remedy}")


def _of_torch(tensor: Any) -> np.ndarray:
    """A PyTorch tensor on the CPU as an array. numpy's DLPack does not support bf16: its bits are passed as
    integers.
    """
    import torch

    _check_device(tensor)
    tensor = plain_tensor(tensor)
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(load_bfloat16())
    return np.from_dlpack(tensor)


def plain_tensor(tensor: Any) -> Any:
    """A PyTorch tensor as one that DLPack exports: autograd does not look for it, and its memory holds its numbers,
    which are conjugated or negated if that was left for later.
    """
    tensor = tensor.detach()
    for name in ("resolve_conj", "resolve_neg"):
        tensor = getattr(tensor, name, lambda tensor=tensor: tensor)()
    return tensor


def device_of(value: Any) -> str | None:
    """The device of programs that take a value where it lies, if that is a GPU."""
    kind = type(value)
    if kind is _chad.DeviceArray:
        return value.device.partition(":")[0]
    if kind is np.ndarray or kind is float or kind is int or not hasattr(value, "__dlpack_device__"):
        return None
    try:
        number = int(value.__dlpack_device__()[0])
    except Exception:  # An array without memory, or in several places.
        return None
    return "cuda" if number == 2 else None


def on_device(value: Any, device: str) -> Any:
    """`value` as a DeviceArray if it lies on the device of programs for `device`, and `value` itself otherwise."""
    if device == "cpu" or isinstance(value, np.ndarray) or not hasattr(value, "__dlpack_device__"):
        return value
    found = _chad.read_device_array(value, device)
    return value if found is None else found


def to_device(value: Any, device: str = "cuda") -> _chad.DeviceArray:
    """A copy of an array on a GPU: the one of programs for `device`, "cuda" or "cuda-emulated", or one with a number, as
    in "cuda:1".

        xs = chad.to_device(np.array([1.0, 2.0]), "cuda-emulated")
        assert xs.to_host().tolist() == [1.0, 2.0]

    Raises `ValueError` for another device, and `RunError` if there is no such GPU, or no memory on it.
    """
    array = as_array(value)
    name, _, number = device.partition(":")
    if not all(c in "0123456789" for c in number):
        raise ValueError(f"there is no device '{device}'")
    return _chad.to_device(np.ascontiguousarray(array).reshape(array.shape), name, int(number or -1))


def convert(value: Any, dtype_name: str, rank: int, what: str, is_in_place: bool) -> np.ndarray:
    """Converts `value`, an argument that is not a contiguous array of the dtype, to one.

    Python's numbers are converted to the dtype; arrays must have it. Raises ArgumentError otherwise.
    """
    dtype = dtype_of(dtype_name)
    if isinstance(value, (bool, int, float, list, tuple)):
        array = _convert_numbers(value, dtype, what)
    else:
        try:
            array = as_array(value)
        except Exception as error:
            raise ArgumentError(f"{what} is no array: {error}") from error
        if array.dtype.kind in "iu" and dtype.kind == "i" and array.itemsize == dtype.itemsize:
            dtype = array.dtype.newbyteorder("=")
        if array.dtype.newbyteorder("=") != dtype:
            raise ArgumentError(f"{what} is of {dtype}, but the array is of {array.dtype}")
    flags = array.flags
    if flags.c_contiguous and flags.aligned and array.dtype.isnative:
        return array
    if is_in_place:
        raise ArgumentError(f"{what} is read in place: it must be contiguous in C's order, aligned and native")
    if array.nbytes > 4096:
        warn_of_copy(what)
    return np.ascontiguousarray(array, dtype).reshape(array.shape)


def _convert_numbers(value: Any, dtype: Any, what: str) -> np.ndarray:
    try:
        array = np.asarray(value)
        # Integers are accepted as floats; floats are not accepted as integers.
        allowed = {"b": "b", "i": "biu", "u": "biu", "f": "biuf", "V": "biuf"}[dtype.kind]
        if array.size and array.dtype.kind not in allowed:
            raise ArgumentError(f"{what} is of {dtype}, but the value is of {array.dtype}")
        result = array.astype(dtype)
    except (ValueError, OverflowError) as error:
        raise ArgumentError(f"{what}: {error}") from error
    if dtype.kind in "iu" and array.size and not np.array_equal(result, array):
        raise ArgumentError(f"{what} is of {dtype}, which does not hold {value}")
    return result


def warn_of_copy(what: str) -> None:
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
        level += 1
    warnings.warn(
        f"{what} is not contiguous in C's order, and is copied in each call",
        PerformanceWarning,
        stacklevel=level,
    )


_chad.set_converter(convert)
