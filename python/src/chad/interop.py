# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in MLIR as parts of traced functions."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any, Callable

from . import trace
from .program import _DTYPES, ArrayType, Function, Handle, Program
from .requests import with_extents
from .trace import Array, as_integer, emit_many, error, lift, use

_SYMBOL = re.compile(r'@("(?:[^"\\]|\\.)*"|[A-Za-z_$.-][\w$.-]*)')


def from_program(program: Program, name: str | None = None) -> Callable:
    """Makes a function of a program, by default its only one, a Python function that can be traced and
    differentiated.

    Arguments and results are the same as those of `program[name]`. Where the function takes a function of arrays,
    it may be given a Python function, which is traced, and may use arrays that are traced.

        text = "func.func @f(%x: f64) -> f64 { %y = arith.mulf %x, %x : f64 return %y : f64 }"
        square = chad.from_program(chad.compile(text), "f")
        assert chad.grad(lambda x: square(x) + x)(3.0) == 7.0

    Raises `TypeError` if an argument or result of the function is linear, or neither an array nor, as an argument,
    a function of arrays, and `KeyError` if the function does not exist.
    """
    function: Function = program._main() if name is None else program[name]
    for type_ in (*function.args, *function.results):
        is_function = type_ in function.args and _function_type(type_.text) is not None
        if not is_function and (type_.dtype is None or "!chad" in type_.text):
            raise TypeError(f"'{function.name}' has a value of type {type_.text}, and cannot be traced")

    @functools.lru_cache(maxsize=32)
    def specialize(*functions: Any) -> Callable:
        """The program for these functions, which are None where it is given arrays."""
        from .compilation import jit

        def traced(*arrays: Any) -> Any:
            rest = iter(arrays)
            return _call(program, function, tuple(next(rest) if f is None else f for f in functions))

        traced.__name__ = re.sub(r"\W", "_", function.name)
        return jit(traced)

    def call(*args: Any) -> Any:
        if trace.is_tracing():
            return _call(program, function, args)
        functions = [a if callable(a) and not isinstance(a, Handle) else None for a in args]
        if not any(functions) or len(args) != len(function.args):
            return function(*args)
        arrays = [
            trace.dtype_of(type_.dtype).type(a) if trace.is_number(a) and type_.dtype else a
            for a, type_, f in zip(args, function.args, functions)
            if f is None
        ]
        return specialize(*functions)(*arrays)

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
    operands: list[Any] = []
    for i, (value, type_) in enumerate(zip(args, types)):
        signature = _function_type(type_.text)
        if signature is not None:
            operands.append(_lambda(value, *signature, f"argument #{i} of '{function.name}'"))
            continue
        dtype = trace.dtype_of(type_.dtype or "")
        array = lift(value, dtype) if trace.is_number(value) else lift(value)
        operands.append(_fit(array, type_, f"argument #{i} of '{function.name}'"))
    results = function.results
    shapes = [(trace.dtype_of(r.dtype or ""), r.shape or (), r.text.endswith("index>")) for r in results]
    texts = [t.text for t in types], [r.text for r in results]
    arrays = [_result(a, r) for a, r in zip(_emit(program, function.name, operands, *texts, shapes), results)]
    return None if not arrays else arrays[0] if len(arrays) == 1 else tuple(arrays)


#: The types of arguments and results of a function, as texts.
_ITEM = r"(?:tensor<[^<>]*>|[a-z]\w*)"
_FUNCTION = re.compile(rf"\(((?:{_ITEM}(?:, )?)*)\) -> (?:({_ITEM})|\(((?:{_ITEM}(?:, )?)*)\))")


def _function_type(text: str) -> tuple[list[ArrayType], list[ArrayType]] | None:
    """The types of arguments and results, if `text` is the type of a function of numbers and arrays."""
    match = _FUNCTION.fullmatch(text)
    if match is None:
        return None
    sides = []
    for side in (match[1], match[2] or match[3] or ""):
        types = [_array_type(item) for item in re.findall(_ITEM, side)]
        if None in types:
            return None
        sides.append([type_ for type_ in types if type_ is not None])
    return sides[0], sides[1]


def _array_type(text: str) -> ArrayType | None:
    inner = re.fullmatch(r"tensor<((?:(?:\d+|\?)x)*)(\w+)>", text)
    element = inner[2] if inner else text
    dtype = "int64" if element == "index" else _DTYPES.get(element)
    if dtype is None:
        return None
    dims = inner[1].split("x")[:-1] if inner else []
    return ArrayType(text, dtype, tuple(None if d == "?" else int(d) for d in dims) if inner else None)


def _lambda(function: Any, args: list[ArrayType], results: list[ArrayType], what: str) -> str:
    """Traces a Python function as a function value, and returns its name."""
    if not callable(function) or isinstance(function, Handle):
        raise error(f"{what} is a function of arrays, and is {function!r}")
    with trace.region() as body:
        names = [body.func.module.fresh() for _ in args]
        parameters = [_parameter(name, type_) for name, type_ in zip(names, args)]
        values = function(*parameters)
        values = list(values) if isinstance(values, (tuple, list)) else [] if values is None else [values]
        if len(values) != len(results):
            raise error(f"{what} returns {len(results)} values, and the function returned {len(values)}")
        yielded = []
        for i, (value, type_) in enumerate(zip(values, results)):
            dtype = trace.dtype_of(type_.dtype or "")
            array = lift(value, dtype) if trace.is_number(value) else lift(value)
            yielded.append(use(_fit(array, type_, f"result #{i} of {what}")))
        types = ", ".join(type_.text for type_ in results)
        end = f" {', '.join(yielded)} : {types}" if results else ""
        body.lines.append(f"chad.yield{end}{trace.location()}")
    block = trace.current()
    name = block.func.module.fresh()
    head = ", ".join(f"{n} : {type_.text}" for n, type_ in zip(names, args))
    block.lines.append(
        f"{name} = chad.lambda ({head}) -> ({types}) {{\n{trace.body_text(body)}\n}}{trace.location()}"
    )
    return name


def _parameter(name: str, type_: ArrayType) -> Array:
    """A parameter of the function that is being traced, as Python sees it."""
    dtype = trace.dtype_of(type_.dtype or "")
    array = Array(trace.current(), name, dtype, type_.shape or (), "index" in type_.text)
    return _result(array, type_)


def _emit(
    program: Program | Imported, name: str, operands: Sequence[Array | str], types: Sequence[str], outs: Sequence[str],
    shapes: Sequence[tuple[Any, Sequence[Any], bool]],
) -> list[Array]:  # fmt: skip
    """Writes a call of a function of another program, with operands of exactly its types. A function is its name."""
    prefix = _import(program, trace.current().func.module)
    text = (
        f'func.call @"{prefix}{name}"({", ".join(o if isinstance(o, str) else use(o) for o in operands)}) : '
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
