# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traced functions as functions of a program, and the ops that request their derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from . import _ops, trace, tree
from .trace import Array, as_integer, emit, emit_many, error, is_inexact, lift, type_text, use


class TracedFunction:
    """A function that has been traced to a function of the program."""

    def __init__(
        self, function: Callable, args: tuple, kwargs: dict, name: str = "", derivatives: int = 1,
        is_transposed: bool = False,
    ) -> None:  # fmt: skip
        self.leaves, self.structure = tree.flatten((args, kwargs))
        self.arrays = [i for i, leaf in enumerate(self.leaves) if trace.is_leaf_array(leaf)]
        self.values = [as_integer(lift(self.leaves[i])) for i in self.arrays]
        outs: list[Any] = []

        def body(arguments: list[Array]) -> list[Array]:
            leaves = list(self.leaves)
            for i, value in zip(self.arrays, arguments):
                leaves[i] = value
            inner_args, inner_kwargs = tree.unflatten(self.structure, leaves)
            results, structure = tree.flatten(function(*inner_args, **inner_kwargs))
            outs.append(structure)
            for result in results:
                if not trace.is_leaf_array(result):
                    raise error(f"a traced function returns arrays, and {result!r} is none")
            return [lift(r) for r in results]

        specs = [(v.dtype, v.shape) for v in self.values]
        name = name or getattr(function, "__name__", "f").strip("<>")
        self.func, results = trace.trace(
            name, body, specs, derivatives=derivatives, is_transposed=is_transposed
        )
        self.out_structure: tree.Structure = outs[0]
        self.results = [(r.dtype, outer_shape(r.shape)) for r in results]
        names, types = self.func.captured()
        self.operands = [use(v) for v in self.values] + names
        self.types = [v.type for v in self.values] + types

    def positions(self, argnums: Sequence[int], what: str) -> list[int]:
        """The positions, among the arguments of the program's function, of the floats in the arguments
        `argnums`.
        """
        args_structure = self.structure.children[0]
        count = len(args_structure.children)
        leaf_numbers: list[int] = []
        for argnum in argnums:
            if not -count <= argnum < count:
                raise error(f"{what}: there is no argument #{argnum}")
            argnum %= count
            start = sum(c.num_leaves for c in args_structure.children[:argnum])
            leaf_numbers += range(start, start + args_structure.children[argnum].num_leaves)
        result = []
        for number in leaf_numbers:
            if number not in self.arrays:
                # A string in a dataclass, or another static value, is part of the gradient as it is.
                continue
            position = self.arrays.index(number)
            dtype = self.values[position].dtype
            if not is_inexact(dtype):
                raise error(
                    f"{what}: an argument of {dtype} has no derivative, only floats and complex numbers have; "
                    "give a float, or leave it out of argnums"
                )
            result.append(position)
        if not result:
            raise error(f"{what}: these arguments hold no arrays")
        return result

    def float_results(self) -> list[int]:
        return [i for i, (dtype, _) in enumerate(self.results) if is_inexact(dtype)]

    def request(
        self,
        kind: str,
        wrt: Sequence[int],
        of: Sequence[int],
        results: list[tuple[Any, tuple, bool]],
        extra: Sequence[Array] = (),
        mode: str = "",
    ) -> list[Array]:
        """Writes a request for a derivative. `extra` are tangents or cotangents. `results` has a dtype, a
        shape, and whether it is linear, for each result.
        """
        linear = []
        for value in extra:
            linear.append(emit(f"chad.to_linear {use(value)} : {value.type}", value.dtype, value.shape))
        words = {"jvp": "along", "vjp": "seed"}
        seeds = f" {words[kind]}({', '.join(v.name for v in linear)})" if kind in words else ""
        types = [*self.types, *(f"!chad.lin<{v.type}>" for v in extra)]
        outs = [f"!chad.lin<{type_text(d, s)}>" if is_lin else type_text(d, s) for d, s, is_lin in results]
        text = (
            f"chad.{kind} @{self.func.name}({', '.join(self.operands)}){seeds} wrt {list(wrt)} of "
            f"{list(of)}{mode} : ({', '.join(types)}) -> ({', '.join(outs)})"
        )
        arrays = emit_many(text, [(d, s, False) for d, s, _ in results])
        for i, (dtype, shape, is_lin) in enumerate(results):
            if is_lin:
                arrays[i] = emit(f"chad.from_linear {arrays[i].name} : {outs[i]}", dtype, shape)
            arrays[i] = _ops.settle(with_extents(arrays[i]))
        return arrays

    def vjp(
        self, wrt: Sequence[int], of: Sequence[int], seeds: Sequence[Array]
    ) -> tuple[list[Array], list[Array]]:
        """The results, and the cotangents of the arguments `wrt` for the cotangents `seeds` of the results
        `of`.
        """
        results = [(d, s, False) for d, s in self.results]
        results += [(self.values[i].dtype, self.values[i].shape, True) for i in wrt]
        arrays = self.request("vjp", wrt, of, results, seeds)
        return arrays[: len(self.results)], arrays[len(self.results) :]

    def sparse_jacobian(self, wrt: Sequence[int], of: Sequence[int], mode: str) -> tuple[Array, Array, Array]:
        """Requests a sparse Jacobian in compressed rows: its values, their columns, and the start of each row."""
        dtypes = {self.results[i][0] for i in of} | {self.values[j].dtype for j in wrt}
        if len(dtypes) > 1:
            names = ", ".join(sorted(map(str, dtypes)))
            raise error(f"the jacobian: a sparse one has floats of one type, and these are {names}")
        dtype, index = dtypes.pop(), np.dtype(np.int64)
        arrays = emit_many(
            f"chad.jacobian @{self.func.name}({', '.join(self.operands)}) wrt {list(wrt)} of "
            f"{list(of)}{mode} {{sparse}} : ({', '.join(self.types)}) -> "
            f"(tensor<?xindex>, tensor<?xindex>, {type_text(dtype, (None,))})",
            [(index, (None,), True), (index, (None,), True), (dtype, (None,), False)],
        )
        for i in range(2):
            cast = f"arith.index_cast {arrays[i].name} : tensor<?xindex> to tensor<?xi64>"
            arrays[i] = emit(cast, index, (None,))
        offsets, columns, values = [_ops.settle(with_extents(array)) for array in arrays]
        return values, columns, offsets


def outer_shape(shape: Sequence[Any]) -> tuple:
    """The extents of a result that its type states, for use outside of the function."""
    return tuple(d if isinstance(d, int) else None for d in shape)


def with_extents(array: Array) -> Array:
    """The array with a value for each dynamic extent."""
    if any(d is None for d in array.shape):
        open_ = [i for i, d in enumerate(array.shape) if d is None]
        shape = list(array.shape)
        for i in open_:
            shape[i] = _ops.dim(array, i)
        array.shape = tuple(shape)
    return array


def as_tuple(argnums: int | Sequence[int]) -> tuple[int, ...]:
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def shaped(traced: TracedFunction, argnums: int | Sequence[int], values: Sequence[Any]) -> Any:
    """Puts values for the leaves of the arguments `argnums` into the structure of these arguments."""
    args = traced.structure.children[0].children
    numbers = [n % len(args) for n in as_tuple(argnums)]
    iterator = iter(values)
    arrays, trees = set(traced.arrays), []
    for n in numbers:
        start = sum(c.num_leaves for c in args[:n])
        places = range(start, start + args[n].num_leaves)
        trees.append(
            tree.unflatten(args[n], [next(iterator) if i in arrays else traced.leaves[i] for i in places])
        )
    return trees[0] if isinstance(argnums, int) else tuple(trees)
