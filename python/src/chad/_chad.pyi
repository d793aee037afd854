# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension: programs in machine code, and what calls them."""

from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

_Request = tuple[str, str, str, Sequence[int], Sequence[int]]
_Types = list[tuple[str, str, tuple[int | None, ...] | None]]

has_xla: bool
version: str

class Prepared:
    """A call of a function on arrays that stay where they are.

    ``run()`` computes the results again from what the arrays then hold, into the same arrays,
    ``results``. Calling it does both. One thread at a time may run it.
    """

    @property
    def results(self) -> Any:
        """The arrays of the results, the same after each run."""
    def run(self) -> None: ...
    def __call__(self) -> Any: ...

class Function:
    """A function of a program in machine code.

    A call takes arrays and numbers: of numpy, or anything with ``__dlpack__``, ``__array__`` or a
    buffer. Arrays that are contiguous are read where they are. It returns None, a result, or a
    tuple of results, which own their memory. ``out`` names arrays that results are written to.
    The interpreter's lock is released while it runs. Raises ArgumentError and RunError.
    """

    args: Any
    results: Any
    __repr__: Any
    @property
    def name(self) -> str: ...
    @property
    def _args(self) -> _Types: ...
    @property
    def _results(self) -> _Types: ...
    def __call__(self, *args: Any, out: Any = None) -> Any: ...
    def prepare(self, *args: Any, out: Any = None) -> Prepared:
        """A call on arrays that stay in place; raises ArgumentError for those that would be copied."""

class Handle:
    """A function, a linear function or a box that a program has returned.

    A function is called with arrays and numbers, as a `Function` is. Functions of the same program take it where
    they take functions of its type. Its memory is freed with the last reference to it; what was made from it stays.
    Raises ArgumentError and RunError.
    """

    __repr__: Any
    @property
    def type(self) -> str:
        """The type, as MLIR writes it."""
    def __call__(self, *args: Any, out: Any = None) -> Any: ...
    def transpose(self) -> Handle:
        """The transpose of a linear function; raises ArgumentError where it is none."""

class Dispatcher:
    """The functions for arguments of some dtypes and shapes, which are found without Python."""

    def add(self, args: tuple, function: Function, hidden: tuple, is_dynamic: bool) -> None:
        """Remembers the function for arguments like these, and what is passed after them."""
    def call(self, args: tuple) -> Any:
        """What the function returns; NotImplemented where there is none for such arguments."""

class Program:
    @property
    def names(self) -> list[str]: ...
    @property
    def parts(self) -> list[tuple[str, str, list[bool], list[bool]]]: ...
    def function(self, name: str) -> Function: ...

class DeviceArray:
    """An array in the memory of a GPU, contiguous in C's order: a result of a program for the GPU, or a copy that
    `chad.to_device` has made. Other libraries take it by DLPack, without a copy.
    """

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> np.dtype: ...
    @property
    def ndim(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def device(self) -> str:
        """``"cuda:"`` or ``"cuda-emulated:"``, and the number of the GPU."""
    @property
    def _address(self) -> int: ...
    @property
    def _strides(self) -> tuple[int, ...]:
        """In elements."""
    @property
    def _is_contiguous(self) -> bool:
        """True of all arrays that calls return; an argument is read where another library has it."""
    def to_host(self) -> np.ndarray:
        """A copy in the memory of the host."""
    def _copy(self) -> DeviceArray:
        """A copy on the GPU."""
    def _reinterpreted(self, byte_offset: int, shape: Sequence[int], kind: str, bits: int) -> DeviceArray:
        """The memory from an offset on as a contiguous array of elements of numpy's kind and so many bits."""
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3. Raises `AttributeError` for bf16, and of the emulated GPU."""
    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises TypeError: numpy would copy to the host what is to stay on the GPU."""
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None
    ) -> Any:
        """A capsule, as the array API standard has it: also of a copy, on the GPU or on the CPU. The array is there:
        no `stream` waits. Raises `BufferError` for other devices.
        """

def to_device(host: np.ndarray, device: str, number: int) -> DeviceArray: ...
def read_device_array(value: Any, device: str) -> DeviceArray | None: ...
def take_device_counts() -> dict[str, int]: ...
def compile(source: bytes, file_name: str, options: dict[str, Any], requests: list[_Request]) -> Program: ...
def lower(
    source: bytes, file_name: str, stage: str, options: dict[str, Any], requests: list[_Request]
) -> str: ...
def set_converter(function: Callable[..., np.ndarray]) -> None: ...
def set_bfloat16(dtype: Any) -> None: ...
def set_lapack(addresses: dict[str, int], is_wide: bool) -> list[str]:
    """Takes functions of LAPACK, and returns the names by which programs may call them."""

def memory_statistics() -> dict[str, int]: ...
def trim_memory() -> None: ...
def xla_handler(in_stream: bool) -> Any: ...
def add_xla_target(function: Function) -> int: ...
