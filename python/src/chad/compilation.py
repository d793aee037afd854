# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tracing and compilation of functions, for each structure, dtypes and shapes of arguments."""

from __future__ import annotations

import collections
import functools
import inspect
import threading
import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Callable

import numpy as np

from . import _chad, _ops, trace, tree
from ._packing import joined, parts_of
from .arrays import as_array, device_of, on_device, to_device
from .errors import ArgumentError, TraceError
from .program import OPTIONS, Function, Program
from .trace import Array, Func, Module, as_integer, error, lift, use


class _Static:
    """A leaf of an argument that is not an array. It is part of the key of the compiled program."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Static):
            return False
        return type(self.value) is type(other.value) and bool(self.value == other.value)

    def __hash__(self) -> int:
        try:
            return hash((type(self.value), self.value))
        except TypeError:
            raise ArgumentError(
                f"an argument of type {type(self.value).__name__} is neither an array nor hashable"
            ) from None


class Traced:
    """A traced function, for arguments of one structure, dtypes and shapes: its text in MLIR, and the program,
    which is compiled at the first call.
    """

    def __init__(
        self, text: str, name: str, options: dict[str, Any], hidden: list[np.ndarray],
        out_structure: tree.Structure, out_types: list[tuple[Any, tuple]], late: Sequence[Any] = (),
        has_complex: bool = False,
    ) -> None:  # fmt: skip
        self.text, self.name, self.options = text, name, options
        #: Arrays that are passed after the arguments.
        self.hidden = tuple(hidden)
        self.out_structure = out_structure
        #: The dtype of each result, and its extents; None for a dynamic extent.
        self.out_types = out_types
        # The dtypes of results that the program represents in another way: unsigned integers, which
        # are signless, and complex numbers, which are two results.
        self.views = [d if d.kind in "uc" else None for d, _ in out_types]
        self.has_views = any(self.views)
        #: Whether complex numbers are among the arguments.
        self.has_complex = has_complex or any(a.dtype.kind == "c" for a in hidden)
        if self.has_complex:
            self.hidden = tuple(split_parts(self.hidden))
        self._placed: dict[str, tuple[Any, ...]] = {}
        #: The positions, dtypes and shapes of the late arguments. If there are any, the program has
        #: two parts.
        self.late = tuple(late)
        self._lock = threading.Lock()
        self._program: Program | None = None
        self.call: Function | None = None

    @property
    def program(self) -> Program:
        with self._lock:
            if self._program is None:
                late = tuple(
                    position + i for position, dtype, _ in self.late for i in range(1 + trace.is_complex(dtype))
                )
                requests = [("main", "main", "split", late, ())] if late else []
                self._program = Program(self.text.encode(), self.name, self.options, requests)
                if not self.late:
                    self.call = self._program["main"]
            return self._program

    def hidden_beside(self, leaves: Sequence[Any]) -> tuple[Any, ...]:
        """The arrays that are passed after these arguments: on the GPU that has one of them, where they are copied once."""
        if not self.hidden:
            return ()
        place = next((leaf.device for leaf in leaves if type(leaf) is _chad.DeviceArray), None)
        if place is None:
            return self.hidden
        found = self._placed.get(place)
        if found is None:
            found = self._placed[place] = tuple(to_device(array, place) for array in self.hidden)
        return found

    def assemble(self, results: Sequence[Any], count: int | None = None) -> tuple[Any, ...]:
        """The function's results, or the first `count` leaves of them, from the results of the program."""
        rest = iter(results)
        return tuple(_viewed(rest, dtype) for dtype in self.views[:count])


def _is_plain(traced: Traced) -> bool:
    """Whether the function's results are those of the program, without conversion."""
    out = traced.out_structure
    is_tuple = out.kind is tuple and len(out.children) > 1 and all(c.kind is tree.LEAF for c in out.children)
    return not traced.has_views and not traced.has_complex and (out.kind is tree.LEAF or is_tuple)


def _viewed(rest: Iterator[Any], dtype: Any) -> Any:
    """The next result. A dtype, if given, is that of unsigned integers or complex numbers, which the program
    represents in another way.
    """
    result = next(rest)
    if dtype is None:
        return result
    if type(result) is _chad.DeviceArray:
        if dtype.kind == "u":
            return result._reinterpreted(0, result.shape, "u", 8 * dtype.itemsize)
        return joined(result, next(rest))
    if dtype.kind == "u":
        return result.view(dtype)
    numbers = np.empty(np.shape(result), dtype)
    numbers.real, numbers.imag = result, next(rest)
    return numbers if numbers.ndim else numbers[()]


def split_parts(values: Iterable[Any]) -> list[Any]:
    """The values, with each complex one replaced by its real and imaginary part."""
    split: list[Any] = []
    for value in values:
        if isinstance(value, Array):
            split += _ops.split_complex([value])
            continue
        if type(value) is _chad.DeviceArray:
            split += parts_of(value) if value.dtype.kind == "c" else [value]
            continue
        array = None if isinstance(value, (bool, int, float)) else np.asarray(as_array(value))
        if array is None or array.dtype.kind != "c":
            split.append(value)
        else:
            split += [np.ascontiguousarray(p).reshape(array.shape) for p in (array.real, array.imag)]
    return split


def _native(dtype: Any) -> Any:
    """The dtype in the byte order of this machine, to which arguments are converted."""
    return dtype if dtype.isnative else dtype.newbyteorder("=")


def _signature(leaf: Any) -> Any:
    kind = type(leaf)
    if kind is np.ndarray:
        return _native(leaf.dtype), leaf.shape
    if kind is float or kind is int or kind is bool or kind is complex:
        return kind
    if kind is _chad.DeviceArray:
        return leaf.dtype, leaf.shape
    if isinstance(leaf, np.generic):
        return _native(leaf.dtype), ()
    if trace.is_leaf_array(leaf):
        array = as_array(leaf)
        return _native(array.dtype), array.shape
    return _Static(leaf)


_KINDS = {float: np.dtype(np.float64), int: np.dtype(np.int64), bool: np.dtype(np.bool_),
          complex: np.dtype(np.complex128)}  # fmt: skip


class Jit:
    """A function that is traced and compiled when it is called: the result of `jit`."""

    def __init__(
        self,
        function: Callable,
        static_argnums: Sequence[int] = (),
        static_argnames: Sequence[str] = (),
        dynamic: bool = False,
        options: dict[str, Any] | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._static_argnums = frozenset(static_argnums)
        self._static_argnames = frozenset(static_argnames)
        self._dynamic = dynamic
        self._options = options or {}
        self._programs: dict[Any, Traced] = {}
        self._lock = threading.Lock()
        self._dispatcher = _chad.Dispatcher()
        self._call_known = self._dispatcher.call

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if trace.is_tracing():
            return self._function(*args, **kwargs)
        if not kwargs:
            known = self._call_known(args)
            if known is not NotImplemented:
                return known
        leaves, traced = self._find(args, kwargs)
        call = traced.call
        if call is None:
            call = traced.program["main"]
        structure = traced.out_structure
        is_flat = not kwargs and len(args) == len(leaves) and all(a is b for a, b in zip(args, leaves))
        if is_flat and _is_plain(traced):
            self._dispatcher.add(args, call, traced.hidden, self._dynamic)
        if traced.has_complex:
            leaves = split_parts(leaves)
        results = call(*leaves, *traced.hidden_beside(leaves))
        if structure.kind is tree.LEAF and not traced.has_views:
            return results
        all_ = results if type(results) is tuple else () if results is None else (results,)
        if traced.has_views:
            all_ = traced.assemble(all_)
        return tree.unflatten(structure, all_)

    def program(self, *args: Any, **kwargs: Any) -> Program:
        """The program that a call with these arguments runs."""
        return self._find(args, kwargs)[1].program

    def lower(self, *args: Any, **kwargs: Any) -> str:
        """The text in MLIR that a call with these arguments compiles."""
        return self._find(args, kwargs)[1].text

    def _find(self, args: tuple, kwargs: dict) -> tuple[list[Any], Traced]:
        if self._static_argnums or self._static_argnames:
            args = tuple(_Static(a) if i in self._static_argnums else a for i, a in enumerate(args))
            kwargs = {k: _Static(v) if k in self._static_argnames else v for k, v in kwargs.items()}
        leaves, structure = tree.flatten((args, kwargs))
        signature = []
        arrays = []
        device = self._options.get("device") or next(filter(None, map(device_of, leaves)), "cpu")
        for leaf in leaves:
            leaf = on_device(leaf, device)
            s = leaf if type(leaf) is _Static else _signature(leaf)
            if type(s) is not _Static:
                arrays.append(leaf)
                if self._dynamic and type(s) is tuple:
                    s = s[0], (None,) * len(s[1])
            signature.append(s)
        key = structure, tuple(signature), device
        found = self._programs.get(key)
        if found is None:
            with self._lock:
                found = self._programs.get(key)
                if found is None:
                    found = self._programs[key] = self.trace(structure, signature, device)
        return arrays, found

    def trace(self, structure: tree.Structure, signature: Sequence[Any], device: str | None = None) -> Traced:
        """The traced function for leaves with the (dtype, shape) pairs of `signature`, in the structure of
        positional and named arguments. It runs on `device` if the options name none."""
        module = Module()
        root = module.root = Func(module, "main", None)
        leaves = []
        for s in signature:
            if isinstance(s, _Static):
                leaves.append(s.value)
            else:
                dtype, shape = (_KINDS[s], ()) if isinstance(s, type) else s
                leaves.append(trace.root_argument(module, dtype, shape))
        args, kwargs = tree.unflatten(structure, leaves)
        with trace.inside(root.block):
            try:
                value = self._function(*args, **kwargs)
            except ValueError as problem:
                # The assignment of an element of a numpy array hides the error behind one of its own.
                if isinstance(problem.__cause__, TraceError):
                    raise problem.__cause__ from None
                raise
            outputs, out_structure = tree.flatten(value)
            given = [s.value for s in signature if isinstance(s, _Static)]
            if any(o is v for o in outputs for v in given):
                # A static argument that is returned is part of the structure of the results.
                kept = [tree.Static(o) if any(o is v for v in given) else o for o in outputs]
                outputs, out_structure = tree.flatten(tree.unflatten(out_structure, kept))
            for output in outputs:
                if not trace.is_leaf_array(output):
                    raise error(f"a traced function returns arrays, and {output!r} is none")
            results = [as_integer(lift(o)) for o in outputs]
            parts = _ops.split_complex(results)
            names = [(use(p), p.type) for p in parts]
        root.finish(names)
        text = module.text()
        options = dict(self._options)
        if device is not None:
            options.setdefault("device", device)
        options.setdefault("check_bounds", module.has_indices)
        name = getattr(self._function, "__qualname__", "f")
        has_complex = any((isinstance(s, tuple) and s[0].kind == "c") or s is complex for s in signature)
        types = [(r.dtype, tuple(d if isinstance(d, int) else None for d in r.shape)) for r in results]
        return Traced(text, f"<{name}>", options, module.hidden, out_structure, types, module.late, has_complex)


def jit(
    function: Callable | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    dynamic: bool = False,
    **options: Any,
) -> Any:
    """Compiles a function when it is called. The program is kept, and serves later calls with arguments of the
    same dtypes and shapes.

    Arguments and results are trees of arrays and numbers. For each value of an argument that is neither, such
    as a string or a function, or that `static_argnums` or `static_argnames` lists, another program is compiled.
    With `dynamic` one program serves all extents; extents of 1 are then not broadcast. The options are those of
    `chad.compile`; `check_bounds` is on by default for functions that read or write at indices, and `device` is by
    default that of the arguments: a GPU if one of them lies there.

        double = chad.jit(lambda x: 2 * x)
        assert double(np.array([1.0, 2.0])).tolist() == [2.0, 4.0]

    Raises `TypeError` if an option does not exist. A call raises `chad.TraceError` if the function cannot be
    traced, `chad.CompileError` if the program cannot be compiled, and `chad.RunError` if a check of the program
    fails.
    """
    if function is None:
        return functools.partial(
            jit,
            static_argnums=static_argnums,
            static_argnames=static_argnames,
            dynamic=dynamic,
            **options,
        )
    for name in options:
        if name not in OPTIONS:
            raise TypeError(f"there is no option '{name}'; there are {', '.join(OPTIONS)}")
    if isinstance(function, Jit):
        function = function._function
    numbers, names = static_arguments(function, static_argnums, static_argnames)
    return Jit(function, numbers, names, dynamic, options)


def static_arguments(
    function: Callable, numbers: int | Sequence[int], names: str | Sequence[str]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The numbers and the names of static arguments; one that is named may be given by its place."""
    numbers = (numbers,) if isinstance(numbers, int) else tuple(numbers)
    names = (names,) if isinstance(names, str) else tuple(names)
    if names and not numbers:
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            return numbers, names
        places = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        numbers = tuple(i for i, name in enumerate(places) if name in names)
    return numbers, names


def transform(function: Callable) -> Callable:
    """A decorator for functions of traced arguments: a call outside of traced functions compiles a program."""
    compiled = Jit(function)
    compiled.__wrapped__ = function  # type: ignore[attr-defined]
    return compiled


#: `jvp`, `vjp` and similar functions keep the programs of this number of functions, the most
#: recently used.
_KEPT = 64
_caches: collections.OrderedDict[tuple[int, str], tuple[Any, list[Any], Jit]] = collections.OrderedDict()
_caches_lock = threading.Lock()


def cached(function: Callable, kind: str, make: Callable[[], Callable], compiled: Callable = Jit) -> Any:
    """Returns `make()`, compiled once for each `function`; inside of a traced function, `make()` itself.

    If the objects that `function` reads from outside have changed since it was traced, it is traced again. A
    callable that is not a plain function is always traced again, since what it reads is not known.
    """
    if trace.is_tracing():
        return make()
    if not isinstance(function, types.FunctionType):
        return compiled(make())
    reads = _reads(function)
    key = id(function), kind
    with _caches_lock:
        found = _caches.pop(key, None)
        same = found is not None and found[0] is function and len(found[1]) == len(reads)
        if found is None or not same or not all(a is b for a, b in zip(found[1], reads)):
            found = function, reads, compiled(make())
        # The order of the dict is the order of use; the most recently used is last.
        _caches[key] = found
        if len(_caches) > _KEPT:
            _caches.popitem(last=False)
        return found[2]


def _reads(function: types.FunctionType) -> list[Any]:
    """The objects to which the function's nonlocal and global variables are bound."""
    found: list[Any] = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append(None)
    for name in function.__code__.co_names:
        found.append(function.__globals__.get(name))
    found += [function.__defaults__, function.__kwdefaults__]
    return found
