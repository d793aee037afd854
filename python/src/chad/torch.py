# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and traced functions in PyTorch, on tensors in the memory of the CPU or of a GPU of CUDA.

`as_torch(f)` is a function of tensors for which autograd uses the gradient of this package. Arguments are not
copied, and results share the memory of the program's results.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as np
import torch
from torch.autograd.function import once_differentiable

from . import _chad, transforms, tree
from .compilation import Jit
from .interop import from_program
from .linear import SplitJit
from .program import Program

__all__ = ["as_torch"]


#: Where programs for tensors of CUDA run. Tests have this, and the two functions below, for the emulated GPU.
_GPU = "cuda"


def _receive(array: _chad.DeviceArray) -> torch.Tensor:
    """A tensor in the memory of an array on the GPU."""
    return torch.from_dlpack(array)


def _move(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """A tensor of the CPU as one of the device."""
    return tensor.to(device)


def _of_host(value: Any) -> torch.Tensor:
    array = np.asarray(value)
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.reshape(-1).view(np.int16)).view(torch.bfloat16).reshape(array.shape)
    return torch.from_numpy(array) if array.ndim else torch.from_numpy(array.reshape(1)).reshape(())


def _to_torch(value: Any, gpu: torch.device | None) -> torch.Tensor:
    """A result of a program as a tensor on the GPU, or on the CPU if that is None."""
    if isinstance(value, _chad.DeviceArray):
        return _receive(value)
    # Programs return numbers to the host.
    tensor = _of_host(value)
    return tensor if gpu is None else _move(tensor, gpu)


#: DLPack's numbers of devices: memory of the CPU, and of a GPU of CUDA.
_OF_CPU, _OF_CUDA = (1, 3), (2, 13)


def _place(tensor: torch.Tensor) -> tuple[int, int]:
    """DLPack's device. Raises `TypeError` where no program takes the tensor."""
    try:
        kind, number = map(int, tensor.__dlpack_device__())
    except (ValueError, BufferError):
        kind, number = -1, 0
    if kind not in _OF_CPU + _OF_CUDA:
        raise TypeError(f"a tensor is on {tensor.device}: programs take those on the CPU and on GPUs of CUDA")
    return kind, number


def _is_on_gpu(tensor: torch.Tensor) -> bool:
    return _place(tensor)[0] in _OF_CUDA


def _find_gpu(tensors: list[torch.Tensor]) -> torch.device | None:
    """The GPU of a call's tensors; None if all are on the CPU. As in PyTorch, numbers of the CPU may stand beside tensors
    on a GPU.
    """
    gpu, names = None, []
    for tensor in tensors:
        kind, number = _place(tensor)
        if kind in _OF_CUDA:
            gpu = tensor.device
            names.append(f"cuda:{number}")
        elif tensor.dim():
            names.append("cpu")
    different = list(dict.fromkeys(names))
    if gpu is not None and len(different) > 1:
        raise RuntimeError(
            "Expected all tensors to be on the same device, but found at least two devices, "
            f"{different[0]} and {different[1]}!"
        )
    return gpu


class _Flat:
    """A function from lists of arrays to lists of arrays, and its reverse derivative, on a device."""

    def __init__(
        self, function: Callable, structure: tree.Structure, static: dict[int, Any], device: str
    ) -> None:
        self.structure, self.static = structure, static
        self.out_structure: tree.Structure | None = None

        def flat(*values: Any) -> list[Any]:
            rest = iter(values)
            leaves = [static[i] if i in static else next(rest) for i in range(structure.num_leaves)]
            args, kwargs = tree.unflatten(structure, leaves)
            results, self.out_structure = tree.flatten(function(*args, **kwargs))
            return results

        options = {"device": device}
        self.forward = Jit(flat, options=options)
        #: The program in two parts, and the whole derivative, for functions where one loop computes
        #: both.
        self.parts = SplitJit(transforms.pull_back(flat), options=options)
        self.backward = Jit(
            lambda values, cotangents: transforms.trace_vjp(flat, values, list(cotangents))[1], options=options
        )


def _has_derivative(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


class _Call(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, flat: _Flat, gpu: torch.device | None, *tensors: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        # Where tensors lie on a GPU, DLPack has the stream of the program wait for PyTorch's current one. When the
        # program returns, its results are there, for all streams.
        ctx.flat, ctx.linear, parts = flat, None, None
        ctx.gpus = [gpu if gpu is not None and _is_on_gpu(tensor) else None for tensor in tensors]
        if any(ctx.needs_input_grad):
            parts = flat.parts.run(tensors, "cotangents")
        if parts is None:
            ctx.save_for_backward(*tensors)
            values = flat.forward(*tensors)
        else:
            values, ctx.linear = parts
        results = tuple(_to_torch(r, gpu) for r in values)
        ctx.mark_non_differentiable(*(r for r in results if not _has_derivative(r)))
        return results

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *cotangents: torch.Tensor) -> tuple[Any, ...]:
        # PyTorch's gradient by a complex number is the conjugate of the one of programs, which have
        # JAX's convention.
        given = [0.0 if c is None else c.conj().resolve_conj().contiguous() for c in cotangents]
        if ctx.linear is not None:
            gradients = ctx.linear(given)
        else:
            gradients = ctx.flat.backward(tuple(ctx.saved_tensors), tuple(given))
        tensors = [None if g is None else _to_torch(g, gpu) for g, gpu in zip(gradients, ctx.gpus)]
        return (None, None, *(None if t is None else t.conj().resolve_conj() for t in tensors))


def as_torch(function: Callable | Program, name: str | None = None) -> Callable:
    """Makes a function that can be traced, or a function of a program in MLIR (by its `name`), a function of
    PyTorch tensors on the CPU or on a GPU of CUDA.

    Arguments and results are trees of tensors of any shape, with dtypes that programs support; other arguments
    must be hashable. Autograd can differentiate the function once. Where a tensor is on a GPU, the function is compiled for
    it, and all results are on that GPU, also numbers; tensors of one number may be on the CPU.

        square = chad.torch.as_torch(lambda x: x * x)
        x = torch.tensor(3.0, requires_grad=True)
        square(x).backward()
        assert x.grad == 6.0

    Raises `TypeError` if a tensor is on a device of another kind, and `RuntimeError`, as PyTorch does, if tensors are
    on several devices. Other errors are those of `chad.jit`.
    """
    inner: Callable = from_program(function, name) if isinstance(function, Program) else function
    known: dict[Any, _Flat] = {}

    @functools.wraps(inner)
    def call(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = tree.flatten((args, kwargs))
        static = {i: leaf for i, leaf in enumerate(leaves) if not isinstance(leaf, torch.Tensor)}
        tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
        gpu = _find_gpu(tensors)
        device = "cpu" if gpu is None else _GPU
        key = structure, tuple(static.items()), device
        flat = known.get(key)
        if flat is None:
            flat = known[key] = _Flat(inner, structure, static, device)
        results = _Call.apply(flat, gpu, *(t.resolve_conj().resolve_neg().contiguous() for t in tensors))
        assert flat.out_structure is not None
        return tree.unflatten(flat.out_structure, results)

    return call
