# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in MLIR as parts of traced functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Callable

from . import trace
from .program import Function, Program
from .requests import with_extents
from .trace import Array, as_integer, emit_many, error, lift, use

_SYMBOL = re.compile(r'@("(?:[^"\\]|\\.)*"|[A-Za-z_$.-][\w$.-]*)')


def from_program(program: Program, name: str | None = None) -> Callable:
    """Makes a function of a program, by default its only one, a Python function that can be traced and
    differentiated.

    Arguments and results are the same as those of `program[name]`.

        text = "func.func @f(%x: f64) -> f64 { %y = arith.mulf %x, %x : f64 return %y : f64 }"
        square = chad.from_program(chad.compile(text), "f")
        assert chad.grad(lambda x: square(x) + x)(3.0) == 7.0

    Raises `TypeError` if an argument or result of the function is linear or not an array, and `KeyError` if the
    function does not exist.
    """
    function: Function = program._main() if name is None else program[name]
    for type_ in (*function.args, *function.results):
        if type_.dtype is None or "!chad" in type_.text:
            raise TypeError(f"'{function.name}' has a value of type {type_.text}, and cannot be traced")

    def call(*args: Any) -> Any:
        if not trace.is_tracing():
            return function(*args)
        return _call(program, function, args)

    call.__name__ = call.__qualname__ = re.sub(r"\W", "_", function.name)
    call.__doc__ = f"'{function.name}' of {program!r}."
    return call


class Imported:
    """The text of a program whose functions are called by traced functions."""

    def __init__(self, text: str) -> None:
        self.text = text


def _import(program: Program | Imported, module: trace.Module) -> str:
    """Adds the program's functions under new names, and returns the prefix of these names."""
    found = module.imports.get(id(program))
    if found is not None:
        return found[1]
    text = program.text
    prefix = module.function_name(f"program{len(module.imports)}") + "."
    lines = text.splitlines()
    aliases = [line for line in lines if line.startswith("#")]
    if aliases:
        raise error("the program has attributes with names of their own, and cannot be traced")
    body = "\n".join(lines[1:-1]) if lines and lines[0].startswith("module") else text
    body = _SYMBOL.sub(lambda m: f'@"{prefix}{m[1].strip(chr(34))}"', body)
    # The functions of the imported program become private.
    body = re.sub(
        r"^(\s*)func\.func (?:public |private )?@", r"\1func.func private @", body, flags=re.MULTILINE
    )
    module.functions.append(body)
    module.imports[id(program)] = program, prefix
    return prefix


def _call(program: Program, function: Function, args: tuple) -> Any:
    types = function.args
    if len(args) != len(types):
        raise error(f"'{function.name}' takes {len(types)} arguments, got {len(args)}")
    operands = []
    for i, (value, type_) in enumerate(zip(args, types)):
        dtype = trace.dtype_of(type_.dtype or "")
        array = lift(value, dtype) if trace.is_number(value) else lift(value)
        operands.append(_fit(array, type_, f"argument #{i} of '{function.name}'"))
    results = function.results
    shapes = [(trace.dtype_of(r.dtype or ""), r.shape or (), r.text.endswith("index>")) for r in results]
    texts = [t.text for t in types], [r.text for r in results]
    arrays = [_result(a, r) for a, r in zip(_emit(program, function.name, operands, *texts, shapes), results)]
    return None if not arrays else arrays[0] if len(arrays) == 1 else tuple(arrays)


def _emit(
    program: Program | Imported, name: str, operands: Sequence[Array], types: Sequence[str], outs: Sequence[str],
    shapes: Sequence[tuple[Any, Sequence[Any], bool]],
) -> list[Array]:  # fmt: skip
    """Writes a call of a function of another program, with operands of exactly its types."""
    prefix = _import(program, trace.current().func.module)
    text = (
        f'func.call @"{prefix}{name}"({", ".join(use(o) for o in operands)}) : '
        f"({', '.join(types)}) -> ({', '.join(outs)})"
    )
    return emit_many(text, shapes)


def call_imported(
    program: Imported, name: str, operands: Sequence[Array], outs: Sequence[tuple[Any, tuple[int, ...]]]
) -> list[Array]:
    """Calls a function whose arguments and results are tensors of static shape, also of rank 0, as in
    StableHLO.
    """
    tensor = lambda dtype, shape: (
        trace.type_text(dtype, shape) if shape else f"tensor<{trace.element_type(dtype)}>"
    )
    types = [tensor(o.dtype, o.shape) for o in operands]
    return _emit(program, name, operands, types, [tensor(*o) for o in outs], [(d, s, False) for d, s in outs])


def _fit(array: Array, type_: Any, what: str) -> Array:
    """The array, cast to exactly the type that the function takes."""
    from . import _ops

    is_index = type_.text in ("index",) or type_.text.endswith("xindex>") or type_.text == "tensor<index>"
    dtype = trace.dtype_of(type_.dtype)
    same = array.dtype == dtype or (
        array.dtype.kind in "iu" and dtype.kind == "i" and array.dtype.itemsize == dtype.itemsize
    )
    shape = type_.shape or ()
    fits = len(shape) == array.ndim and all(
        d is None or trace.same_extent(d, e) for d, e in zip(shape, array.shape)
    )
    if not same or not fits:
        raise error(f"{what} has type {type_.text}, and is {array!r}")
    array = trace.as_index(array) if is_index else as_integer(array)
    if type_.shape is None:
        return array
    if not shape:
        return _ops.as_rank_0(array)
    open_ = Array(array.block, array.name, array.dtype, array.shape, array.is_index)
    to = trace.type_text(array.dtype, [d if d is not None else _OPEN for d in shape], array.is_index)
    if to == array.type:
        return open_
    name = trace.emit(f"tensor.cast {use(array)} : {array.type} to {to}", array.dtype, (), array.is_index)
    return name


_OPEN = object()


def _result(array: Array, type_: Any) -> Array:
    from . import _ops

    if type_.text.startswith("tensor<") and type_.shape == ():
        return _ops.from_rank_0(array)
    array.is_index = "index" in type_.text
    return _ops.settle(with_extents(array))
