# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and traced functions in PyTorch, on tensors in the memory of the CPU.

`as_torch(f)` is a function of tensors for which autograd uses the gradient of this package. Arguments are not
copied, and results share the memory of the program's results.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as np
import torch
from torch.autograd.function import once_differentiable

from . import transforms, tree
from .compilation import Jit
from .interop import from_program
from .linear import SplitJit
from .program import Program

__all__ = ["as_torch"]


def _to_torch(value: Any) -> torch.Tensor:
    array = np.asarray(value)
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array) if array.ndim else torch.from_numpy(array.reshape(1)).reshape(())


class _Flat:
    """A function from lists of arrays to lists of arrays, and its reverse derivative."""

    def __init__(self, function: Callable, structure: tree.Structure, static: dict[int, Any]) -> None:
        self.structure, self.static = structure, static
        self.out_structure: tree.Structure | None = None

        def flat(*values: Any) -> list[Any]:
            rest = iter(values)
            leaves = [static[i] if i in static else next(rest) for i in range(structure.num_leaves)]
            args, kwargs = tree.unflatten(structure, leaves)
            results, self.out_structure = tree.flatten(function(*args, **kwargs))
            return results

        self.forward = Jit(flat)
        #: The program in two parts, and the whole derivative, for functions where one loop computes
        #: both.
        self.parts = SplitJit(transforms.pull_back(flat))
        self.backward = Jit(lambda values, cotangents: transforms.trace_vjp(flat, values, list(cotangents))[1])


def _has_derivative(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


class _Call(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, flat: _Flat, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.flat, ctx.linear, parts = flat, None, None
        if any(ctx.needs_input_grad):
            parts = flat.parts.run(tensors, "cotangents")
        if parts is None:
            ctx.save_for_backward(*tensors)
            values = flat.forward(*tensors)
        else:
            values, ctx.linear = parts
        results = tuple(_to_torch(r) for r in values)
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
        return (None, *(None if g is None else _to_torch(g).conj().resolve_conj() for g in gradients))


def as_torch(function: Callable | Program, name: str | None = None) -> Callable:
    """Makes a function that can be traced, or a function of a program in MLIR (by its `name`), a function of
    PyTorch tensors on the CPU.

    Arguments and results are trees of tensors of any shape, with dtypes that programs support; other arguments
    must be hashable. Autograd can differentiate the function once.

        square = chad.torch.as_torch(lambda x: x * x)
        x = torch.tensor(3.0, requires_grad=True)
        square(x).backward()
        assert x.grad == 6.0

    Raises `TypeError` if a tensor is on another device. Other errors are those of `chad.jit`.
    """
    inner: Callable = from_program(function, name) if isinstance(function, Program) else function
    known: dict[Any, _Flat] = {}

    @functools.wraps(inner)
    def call(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = tree.flatten((args, kwargs))
        static = {i: leaf for i, leaf in enumerate(leaves) if not isinstance(leaf, torch.Tensor)}
        for leaf in leaves:
            if isinstance(leaf, torch.Tensor) and leaf.device.type != "cpu":
                raise TypeError(f"a tensor is on {leaf.device}: programs take those on the CPU")
        key = structure, tuple(static.items())
        flat = known.get(key)
        if flat is None:
            flat = known[key] = _Flat(inner, structure, static)
        tensors = [leaf.resolve_conj().contiguous() for leaf in leaves if isinstance(leaf, torch.Tensor)]
        results = _Call.apply(flat, *tensors)
        assert flat.out_structure is not None
        return tree.unflatten(flat.out_structure, results)

    return call
