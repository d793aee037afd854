# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tracing: Python functions become programs, since traced arrays record the operations on them."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from .arrays import as_array, dtype_of, load_bfloat16
from .errors import TraceError, source_line

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_FOREIGN = tuple(os.path.dirname(os.path.abspath(module.__file__ or "?")) for module in (np, contextlib))

#: Constant arrays with more elements than this are passed to the program instead of written in its
#: text.
LARGE_CONSTANT = 64

_ELEMENTS = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "int64": "i64",
    "int32": "i32",
    "int16": "i16",
    "int8": "i8",
    "uint64": "i64",
    "uint32": "i32",
    "uint16": "i16",
    "uint8": "i8",
    "bool": "i1",
    "complex128": "complex<f64>",
    "complex64": "complex<f32>",
}


class _State(threading.local):
    block: Block | None = None


_state = _State()


# ------------------------------------------------------------------------------------------------
# Places


def user_frame() -> Any:
    """The innermost frame outside of this package and of numpy."""
    frame = sys._getframe(1)
    skip = (_PACKAGE + os.sep, *(_FOREIGN))
    while frame.f_back and frame.f_code.co_filename.startswith(skip):
        frame = frame.f_back
    return frame


def _place() -> tuple[str, int]:
    frame = user_frame()
    return frame.f_code.co_filename, frame.f_lineno


def error(message: str) -> TraceError:
    """A TraceError whose message begins with the user's own line."""
    file, line = _place()
    source = source_line(file, line)
    return TraceError(f"{file}:{line}: {message}" + (f"\n    {source}" if source else ""))


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def location() -> str:
    file, line = _place()
    return f" loc({_quote(file)}:{line}:0)"


# ------------------------------------------------------------------------------------------------
# Types


def is_float(dtype: Any) -> bool:
    return dtype.kind == "f" or dtype.name == "bfloat16"


def is_complex(dtype: Any) -> bool:
    return dtype.kind == "c"


def is_inexact(dtype: Any) -> bool:
    """Whether a dtype is one of floats or of complex numbers: these have derivatives."""
    return is_float(dtype) or is_complex(dtype)


def part_of(dtype: Any) -> Any:
    """The dtype of the real and imaginary parts of a complex dtype."""
    return np.dtype(f"f{dtype.itemsize // 2}")


def is_integer(dtype: Any) -> bool:
    return dtype.kind in "iu"


def element_type(dtype: Any, is_index: bool = False) -> str:
    if is_index:
        return "index"
    name = _ELEMENTS.get(dtype.name)
    if name is None:
        raise error(f"there are no arrays of {dtype}; there are {', '.join(_ELEMENTS)}")
    return name


def type_text(dtype: Any, shape: Sequence[Any], is_index: bool = False) -> str:
    element = element_type(dtype, is_index)
    if not shape:
        return element
    return f"tensor<{''.join(f'{d}x' if isinstance(d, int) else '?x' for d in shape)}{element}>"


def same_extent(a: Any, b: Any) -> bool:
    """Whether extents may be equal: dynamic ones are compared when the program runs."""
    return a == b if isinstance(a, int) and isinstance(b, int) else True


def is_number(value: Any) -> bool:
    """Whether a value is a Python number, which takes the dtype of arrays with which it is combined."""
    return isinstance(value, (bool, int, float, complex)) and not isinstance(value, np.generic)


def default_dtype(value: Any) -> Any:
    """The dtype of a Python number that is not combined with an array."""
    for kind, dtype in ((bool, bool), (int, np.int64), (float, np.float64)):
        if isinstance(value, kind):
            return np.dtype(dtype)
    return np.dtype(np.complex128)


# ------------------------------------------------------------------------------------------------
# Programs


class Module:
    """The text of a program that is being written."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.count = 0
        self.names: set[str] = set()
        #: Arrays that are passed to the program, beside the arguments of its function.
        self.hidden: list[np.ndarray] = []
        self.hidden_values: dict[int, Array] = {}
        self.root: Func | None = None
        #: The positions, dtypes and shapes of the late arguments of its function.
        self.late: list[tuple[int, Any, tuple]] = []
        #: The imported programs, and the prefix of the names of their functions.
        self.imports: dict[int, tuple[Any, str]] = {}
        #: Functions with rules that several calls share, by their keys.
        self.shared: dict[Any, Any] = {}
        #: Whether the program reads or writes at an index that is not a constant.
        self.has_indices = False

    def fresh(self) -> str:
        self.count += 1
        return f"%{self.count}"

    def function_name(self, name: str) -> str:
        base = "".join(c if c.isalnum() or c == "_" else "_" for c in name) or "f"
        result, i = base, 0
        while result in self.names or result == "main":
            i += 1
            result = f"{base}_{i}"
        self.names.add(result)
        return result

    def text(self) -> str:
        return "\n".join(self.functions)


class Func:
    """A function that is being written. A value of a surrounding function that it uses becomes an argument."""

    def __init__(self, module: Module, name: str, parent: Block | None, isolated: str = "") -> None:
        self.module, self.name, self.parent = module, name, parent
        #: The error for a use of a value from outside; empty if such uses are allowed.
        self.isolated = isolated
        self.block = Block(self, None)
        self.args: list[tuple[str, str]] = []
        self.captures: dict[int, tuple[Array, str]] = {}
        self.loc = location()
        self.attributes = ""
        #: The number of derivatives that are requested of the function; -1 if a rule has one
        #: already.
        self.derivatives = 0
        #: Whether it is linear in its arguments, and is transposed.
        self.is_transposed = False

    def add_argument(self, dtype: Any, shape: Sequence[Any], is_linear: bool = False) -> Array:
        """An argument; an extent that is None is dynamic."""
        name = self.module.fresh()
        dims = tuple(d if isinstance(d, int) else None for d in shape)
        text = type_text(dtype, dims)
        value = Array(self.block, name, dtype, ())
        if is_linear:
            self.args.append((name, f"!chad.lin<{text}>"))
            inner = self.module.fresh()
            self.block.lines.append(f"{inner} = chad.from_linear {name} : !chad.lin<{text}>{self.loc}")
            name = inner
        else:
            self.args.append((name, text))
        value.name = name
        value.shape = tuple(d if d is not None else self._extent(name, text, i) for i, d in enumerate(dims))
        return value

    def _extent(self, name: str, text: str, axis: int) -> Dim:
        index, result = self.module.fresh(), self.module.fresh()
        self.block.lines.append(f"{index} = arith.constant {axis} : index{self.loc}")
        self.block.lines.append(f"{result} = tensor.dim {name}, {index} : {text}{self.loc}")
        return Dim(self.block, result)

    def capture(self, value: Array) -> str:
        found = self.captures.get(id(value))
        if found is None:
            if self.isolated:
                raise error(self.isolated)
            found = self.captures[id(value)] = value, self.module.fresh()
        return found[1]

    def captured(self) -> tuple[list[str], list[str]]:
        """The captured values, which a use of the function passes after its arguments, and their types."""
        values = [value for value, _ in self.captures.values()]
        return [use(value) for value in values], [value.type for value in values]

    def finish(self, results: Sequence[tuple[str, str]]) -> None:
        args = self.args + [(name, value.type) for value, name in self.captures.values()]
        head = ", ".join(f"{name}: {text}{self.loc}" for name, text in args)
        types = ", ".join(text for _, text in results)
        names = ", ".join(name for name, _ in results)
        private = "" if self.name == "main" else "private "
        attributes = f" attributes {{{self.attributes}}}" if self.attributes else ""
        end = f"return {names} : {types}" if results else "return"
        self.module.functions.append(
            f"func.func {private}@{self.name}({head}) -> ({types}){attributes} {{\n"
            + "\n".join("  " + line for line in self.block.lines)
            + f"\n  {end}{self.loc}\n}}{self.loc}"
        )


class Block:
    """A list of operations in a function or a region."""

    def __init__(self, func: Func, parent: Block | None) -> None:
        self.func, self.parent = func, parent
        self.lines: list[str] = []

    def sees(self, other: Block) -> bool:
        block: Block | None = self
        while block is not None:
            if block is other:
                return True
            block = block.parent
        return False


def current() -> Block:
    block = _state.block
    if block is None:
        raise error("this is only possible in a function that is traced, as by chad.jit")
    return block


def is_tracing() -> bool:
    return _state.block is not None


@contextlib.contextmanager
def inside(block: Block | None) -> Iterator[None]:
    before = _state.block
    _state.block = block
    try:
        yield
    finally:
        _state.block = before


@contextlib.contextmanager
def without_checks() -> Iterator[None]:
    """Indices inside are known to be in bounds, and do not make the program one that checks them."""
    module = current().func.module
    before = module.has_indices
    try:
        yield
    finally:
        module.has_indices = before


@contextlib.contextmanager
def region() -> Iterator[Block]:
    """Opens a block in the current one. The caller then writes the operation that contains it."""
    outer = current()
    block = Block(outer.func, outer)
    with inside(block):
        yield block


def use(value: Array) -> str:
    """The name of a value, for an operation of the current block that uses it."""
    block = current()
    func = block.func
    if value.block.func is func:
        if not block.sees(value.block):
            raise error(
                "a value that was computed in the body of a loop, a branch or a function is used "
                "outside of it; return it instead"
            )
        return value.name
    outer: Block | None = func.parent
    while outer is not None and outer.func is not value.block.func:
        outer = outer.func.parent
    if outer is None or not outer.sees(value.block):
        raise error(
            "an array of a function that has been traced before is used here; functions that are "
            "traced must not keep arrays, in globals or elsewhere"
        )
    return func.capture(value)


def emit(text: str, dtype: Any, shape: Sequence[Any], is_index: bool = False) -> Array:
    """Writes an operation with one result."""
    block = current()
    name = block.func.module.fresh()
    block.lines.append(f"{name} = {text}{location()}")
    return Array(block, name, np.dtype(dtype), tuple(shape), is_index)


def emit_many(text: str, types: Sequence[tuple[Any, Sequence[Any], bool]]) -> list[Array]:
    """Writes an operation with several results; `types` has a dtype, a shape, and whether it is an index, for
    each.
    """
    block = current()
    if not types:
        block.lines.append(text + location())
        return []
    name = block.func.module.fresh()
    names = [f"{name}#{i}" for i in range(len(types))] if len(types) > 1 else [name]
    count = f":{len(types)}" if len(types) > 1 else ""
    block.lines.append(f"{name}{count} = {text}{location()}")
    return [Array(block, n, np.dtype(d), tuple(s), i) for n, (d, s, i) in zip(names, types)]


def body_text(block: Block) -> str:
    return "".join(f"  {line}\n" for line in block.lines)


# ------------------------------------------------------------------------------------------------
# Arrays


#: What to do instead of asking a traced array for its numbers.
_WITHOUT_NUMBERS = (
    "compute with the array itself; to change elements of an array y of numpy, write "
    "y = chad.numpy.copy(y).at[i].set(x) for y[i] = x"
)


class Array:
    """An array, or a number, in a function that is being traced.

    It has a dtype and a shape, but no values. Operations on it, by functions of `chad.numpy` or of numpy, or by
    operators, become part of the program. Extents are ints, or `Dim` in programs that serve all extents.
    """

    __slots__ = ("block", "dtype", "is_index", "is_natural", "name", "permuted", "shape")
    __array_priority__ = 1000

    def __init__(self, block: Block, name: str, dtype: Any, shape: tuple, is_index: bool = False) -> None:
        self.block, self.name, self.dtype, self.shape = block, name, dtype, shape
        self.is_index = is_index
        #: Whether it is an index that is known to be at least 0.
        self.is_natural = False
        #: If this array permutes the dimensions of another one: that array, and the permutation.
        self.permuted: tuple[Array, list[int]] | None = None

    @property
    def transposed(self) -> Array | None:
        """The matrix of which this one is the transpose; None if there is none."""
        return self.permuted[0] if self.permuted is not None and len(self.shape) == 2 else None

    if TYPE_CHECKING:
        # Attributes that chad.numpy adds.
        T: Array
        mT: Array
        at: Any

        def __getitem__(self, key: Any) -> Array: ...
        def __neg__(self) -> Array: ...
        def __pos__(self) -> Array: ...
        def __abs__(self) -> Array: ...
        def __invert__(self) -> Array: ...
        def __add__(self, other: Any) -> Array: ...
        def __radd__(self, other: Any) -> Array: ...
        def __sub__(self, other: Any) -> Array: ...
        def __rsub__(self, other: Any) -> Array: ...
        def __mul__(self, other: Any) -> Array: ...
        def __rmul__(self, other: Any) -> Array: ...
        def __truediv__(self, other: Any) -> Array: ...
        def __rtruediv__(self, other: Any) -> Array: ...
        def __floordiv__(self, other: Any) -> Array: ...
        def __rfloordiv__(self, other: Any) -> Array: ...
        def __mod__(self, other: Any) -> Array: ...
        def __rmod__(self, other: Any) -> Array: ...
        def __pow__(self, other: Any) -> Array: ...
        def __rpow__(self, other: Any) -> Array: ...
        def __matmul__(self, other: Any) -> Array: ...
        def __rmatmul__(self, other: Any) -> Array: ...
        def __and__(self, other: Any) -> Array: ...
        def __rand__(self, other: Any) -> Array: ...
        def __or__(self, other: Any) -> Array: ...
        def __ror__(self, other: Any) -> Array: ...
        def __xor__(self, other: Any) -> Array: ...
        def __rxor__(self, other: Any) -> Array: ...
        def __lshift__(self, other: Any) -> Array: ...
        def __rlshift__(self, other: Any) -> Array: ...
        def __rshift__(self, other: Any) -> Array: ...
        def __rrshift__(self, other: Any) -> Array: ...
        def __lt__(self, other: Any) -> Array: ...
        def __le__(self, other: Any) -> Array: ...
        def __gt__(self, other: Any) -> Array: ...
        def __ge__(self, other: Any) -> Array: ...
        def reshape(self, *shape: Any) -> Array: ...
        def astype(self, dtype: Any) -> Array: ...
        def sum(self, axis: Any = None, *, keepdims: bool = False) -> Array: ...
        def mean(self, axis: Any = None, *, keepdims: bool = False) -> Array: ...
        def __getattr__(self, name: str) -> Any: ...

    @property
    def type(self) -> str:
        return type_text(self.dtype, self.shape, self.is_index)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> Any:
        result: Any = 1
        for extent in self.shape:
            result = result * extent
        return result

    @property
    def device(self) -> str:
        return "cpu"

    def __repr__(self) -> str:
        shape = ", ".join(str(d) if isinstance(d, int) else "?" for d in self.shape)
        return f"<chad.Array {self.dtype}[{shape}]>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        from . import numpy

        return numpy

    # Operations that need the values of the array.

    def _has_no_numbers(self, what: str, advice: str) -> TraceError:
        return error(f"{what} of {self!r} is asked for, which has no numbers while it is traced; {advice}")

    def __bool__(self) -> bool:
        raise self._has_no_numbers(
            "the truth", "write chad.cond or chad.numpy.where for 'if', chad.while_loop for 'while'"
        )

    def __float__(self) -> float:
        raise self._has_no_numbers("the number", _WITHOUT_NUMBERS)

    def __int__(self) -> int:
        raise self._has_no_numbers("the number", _WITHOUT_NUMBERS)

    def __complex__(self) -> complex:
        raise self._has_no_numbers("the number", _WITHOUT_NUMBERS)

    def __dlpack__(self, **options: Any) -> Any:
        raise self._has_no_numbers("the memory", "compute with the array itself")

    def __dlpack_device__(self) -> Any:
        raise self._has_no_numbers("the memory", "compute with the array itself")

    def item(self) -> Any:
        raise self._has_no_numbers("the number", "compute with the array itself")

    def tolist(self) -> Any:
        raise self._has_no_numbers("a list", "compute with the array itself")

    def __index__(self) -> int:
        raise self._has_no_numbers(
            "the number",
            "mark the argument that it comes from as static (chad.jit(static_argnums=...)); to index an "
            "array that is not traced, call chad.gather(array, i)",
        )

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise self._has_no_numbers(
            "a numpy array",
            "numpy.array takes numbers only, where chad.numpy.array takes traced ones; to change elements of an array y "
            "of numpy, write y = chad.numpy.copy(y).at[i].set(x) for y[i] = x; and to index an array that is not traced "
            "by one that is, call chad.gather(array, i)",
        )

    def __hash__(self) -> int:
        return id(self)

    def __len__(self) -> int:
        if not self.shape:
            raise error("a number has no length")
        if not isinstance(self.shape[0], int):
            raise error("the extent is dynamic: x.shape[0] is it, len(x) is not known")
        return self.shape[0]

    def __iter__(self) -> Iterator[Array]:
        return (self[i] for i in range(len(self)))

    def __setitem__(self, key: Any, value: Any) -> None:
        raise error("arrays are not changed in place; x = x.at[i].set(v) makes a new one")


class Dim(Array):
    """A dynamic extent: an integer of the program, known when the program runs."""

    __slots__ = ()

    def __init__(self, block: Block, name: str) -> None:
        super().__init__(block, name, np.dtype(np.int64), (), True)
        self.is_natural = True


def as_dim(value: Any) -> Any:
    """An extent: an int as it is, or a Dim for a traced integer."""
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, Dim):
        return value
    if isinstance(value, Array) and value.shape == () and is_integer(value.dtype):
        index = as_index(value)
        return Dim(index.block, index.name)
    raise error(f"{value!r} is no extent")


# ------------------------------------------------------------------------------------------------
# Constants


def scalar_text(value: Any, dtype: Any) -> str:
    if dtype.kind == "b":
        return "true" if value else "false"
    if is_integer(dtype):
        return str(int(value))
    number = float(value)
    if not np.isfinite(number):
        bits = np.array(number, dtype).view(f"u{dtype.itemsize}").item()
        return f"0x{bits:0{2 * dtype.itemsize}X}"
    return f"{number:.17e}"


def constant(value: Any, dtype: Any) -> Array:
    """A constant array."""
    array = np.asarray(value).astype(dtype)
    dtype = array.dtype
    element = element_type(dtype)
    if array.ndim == 0:
        if dtype.kind == "u":
            array = array.view(f"i{dtype.itemsize}")
        if dtype.kind == "b":
            return emit(f"arith.constant {scalar_text(array, dtype)}", dtype, ())
        if is_complex(dtype):
            part = part_of(dtype)
            parts = [f"{scalar_text(p, part)} : {element_type(part)}" for p in (array.real, array.imag)]
            return emit(f"complex.constant [{', '.join(parts)}] : {element}", dtype, ())
        return emit(f"arith.constant {scalar_text(array, array.dtype)} : {element}", dtype, ())
    if array.size > 1 and _same_bits(array, np.broadcast_to(array.flat[0], array.shape)):
        return splat(constant(array.flat[0], dtype), array.shape)
    func = current().func
    if array.size > LARGE_CONSTANT and func.module.root is not None and not _is_isolated(func):
        return _hidden(func.module, array)
    if not array.size:
        text = "dense<>"
    elif dtype.kind == "b":
        text = f"dense<{array.tolist()}>".lower()
    else:
        text = f'dense<"0x{np.ascontiguousarray(array).tobytes().hex().upper()}">'
    return emit(f"arith.constant {text} : {type_text(dtype, array.shape)}", dtype, array.shape)


def _same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether arrays of one dtype and shape are equal; 0 and -0 differ, and so do NaNs."""
    if is_complex(a.dtype):
        return _same_bits(a.real, b.real) and _same_bits(a.imag, b.imag)
    return bool((a == b).all()) and (not is_float(a.dtype) or bool((np.signbit(a) == np.signbit(b)).all()))


def _is_isolated(func: Func) -> bool:
    at: Func | None = func
    while at is not None:
        if at.isolated:
            return True
        at = at.parent.func if at.parent else None
    return False


def _hidden(module: Module, array: np.ndarray) -> Array:
    """An array that becomes an additional argument of the program."""
    for kept in module.hidden:
        if kept.dtype == array.dtype and kept.shape == array.shape and _same_bits(kept, array):
            return module.hidden_values[id(kept)]
    kept = np.array(array, order="C")
    assert module.root is not None
    value = root_argument(module, kept.dtype, kept.shape)
    module.hidden.append(kept)
    module.hidden_values[id(kept)] = value
    return value


def late_argument(dtype: Any, shape: Sequence[Any]) -> Array:
    """An argument of the program that is given after the first of the program's two parts has run."""
    module = current().func.module
    assert module.root is not None
    module.late.append((len(module.root.args), dtype, tuple(shape)))
    return root_argument(module, dtype, shape)


def root_argument(module: Module, dtype: Any, shape: Sequence[Any]) -> Array:
    """An argument of the program's function. A complex argument becomes two: its real and imaginary part."""
    assert module.root is not None
    with inside(module.root.block):
        if not is_complex(dtype):
            return module.root.add_argument(dtype, shape)
        from . import _ops

        real, imaginary = (module.root.add_argument(part_of(dtype), shape) for _ in range(2))
        return _ops.complex_of(real, imaginary)


def splat(value: Array, shape: Sequence[Any]) -> Array:
    """An array of this shape, all of whose elements are `value`."""
    if not shape:
        return value
    sizes = ", ".join(use(d) for d in shape if not isinstance(d, int))
    sizes = f"[{sizes}]" if sizes else ""
    text = type_text(value.dtype, shape, value.is_index)
    return emit(f"tensor.splat {use(value)}{sizes} : {text}", value.dtype, shape, value.is_index)


def lift(value: Any, dtype: Any = None) -> Array:
    """A value as a traced array: a traced array as it is, and any other value as a constant."""
    if isinstance(value, Array):
        return value
    if dtype is None:
        dtype = default_dtype(value) if is_number(value) else None
    if is_number(value):
        if is_integer(dtype) and isinstance(value, int):
            info = np.iinfo(dtype)
            if not info.min <= value <= info.max:
                raise error(f"{value} does not fit {dtype}")
        return constant(value, dtype)
    if isinstance(value, (list, tuple)) and any(isinstance(v, Array) for v in _flat(value)):
        from . import numpy

        return numpy.stack([lift(v) for v in value])
    try:
        array = as_array(value)
    except TraceError:
        raise
    except Exception as problem:
        raise error(f"{type(value).__name__} is no array: {problem}") from problem
    if array.dtype.kind not in "biufc" and array.dtype.name != "bfloat16":
        raise error(f"there are no arrays of {array.dtype}")
    return constant(array, dtype or array.dtype)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _flat(item)
    else:
        yield value


# ------------------------------------------------------------------------------------------------
# Indices


def index_constant(value: int) -> str:
    return emit(f"arith.constant {value} : index", np.int64, (), True).name


def as_index(value: Any) -> Array:
    """A traced integer, or array of integers, cast to MLIR's index."""
    value = lift(value)
    if value.is_index:
        return value
    if not is_integer(value.dtype):
        raise error(f"an index must be an integer, and is {value!r}")
    to = type_text(np.dtype(np.int64), value.shape, True)
    cast = "index_castui" if value.dtype.kind == "u" else "index_cast"
    result = emit(f"arith.{cast} {use(value)} : {value.type} to {to}", np.int64, value.shape, True)
    result.is_natural = value.is_natural or value.dtype.kind == "u"
    return result


def as_integer(value: Array) -> Array:
    """An index cast to int64; any other value as it is."""
    if not value.is_index:
        return value
    to = type_text(np.dtype(np.int64), value.shape)
    result = emit(f"arith.index_cast {use(value)} : {value.type} to {to}", np.int64, value.shape)
    result.is_natural = value.is_natural
    return result


def extent_name(extent: Any) -> str:
    """The name of an extent as a value of type index."""
    return use(extent) if isinstance(extent, Array) else index_constant(extent)


def cast_shape(value: Array, shape: Sequence[Any]) -> Array:
    """The array cast to the type with these extents."""
    to = type_text(value.dtype, shape, value.is_index)
    if to == value.type:
        return value
    return emit(f"tensor.cast {use(value)} : {value.type} to {to}", value.dtype, shape, value.is_index)


# ------------------------------------------------------------------------------------------------
# Functions


def trace(
    name: str,
    function: Callable[[list[Array]], Sequence[Any]],
    specs: Sequence[tuple[Any, Sequence[Any]]],
    isolated: str = "",
    derivatives: int = 0,
    is_transposed: bool = False,
) -> tuple[Func, list[Array]]:
    """Writes a private function. `function` gets the arguments, whose dtypes and shapes are `specs`, and
    returns arrays. If `isolated` is given, using a value from outside is an error with that message.
    """
    outer = current()
    func = Func(outer.func.module, outer.func.module.function_name(name), outer, isolated)
    func.derivatives, func.is_transposed = derivatives, is_transposed
    args = [func.add_argument(dtype, shape) for dtype, shape in specs]
    with inside(func.block):
        results = [as_integer(lift(r)) for r in function(args)]
        names = [(use(r), r.type) for r in results]
    func.finish(names)
    return func, results


def spec_of(value: Any) -> tuple[Any, tuple]:
    """The dtype and the shape of an argument."""
    if isinstance(value, Array):
        return value.dtype, value.shape
    if is_number(value):
        return default_dtype(value), ()
    array = as_array(value)
    return array.dtype, array.shape


def is_differentiated(value: Array) -> bool:
    """Whether a value is computed in a function whose derivative is requested and that has no custom rule."""
    block: Block | None = value.block
    count = 0
    while block is not None:
        count += block.func.derivatives
        block = block.func.parent
    return count > 0


def is_transposed(value: Array) -> bool:
    """Whether a value is computed in a function that is transposed."""
    block: Block | None = value.block
    while block is not None:
        if block.func.is_transposed:
            return True
        block = block.func.parent
    return False


def is_leaf_array(value: Any) -> bool:
    """Whether a leaf of an argument is an array or a number, rather than a static value."""
    if isinstance(value, (Array, np.ndarray, np.generic, bool, int, float, complex)):
        return True
    return any(
        hasattr(value, name)
        for name in ("__array__", "__dlpack__", "__array_interface__", "__cuda_array_interface__")
    ) and not isinstance(value, type)


def bfloat16() -> Any:
    return load_bfloat16()


__all__ = ["Array", "Dim", "dtype_of"]
