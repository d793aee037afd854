# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in MLIR, compiled in this process."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import _chad, _lapack
from .errors import ArgumentError

#: The options of `compile`, with their defaults.
OPTIONS: dict[str, str] = {
    "optimization": "LLVM's level, 0 to 3; 3",
    "threads": "how many threads share a call, 0 for as many as there are; 1",
    "thread_grain": "the least number of scalar operations that a thread is used for",
    "vector_math": "exp, log, sin, ... of several elements at once, to 4 ulp; True",
    "approximate_math": "the same, inline, to 3 ulp; as vector_math",
    "exact_floats": "every operation is rounded by itself, sums are added in order; False",
    "check_extents": "fail where arrays that are read together differ in extent; True",
    "check_bounds": "fail where an index is outside of its array; False",
    "vectorize_everywhere": "vectorize all loops that can be; False",
    "max_flops_per_byte": "what a byte may cost that a derivative need not keep",
    "device": "where a program runs: 'cpu', 'cuda' or, for tests, 'cuda-emulated'; 'cpu'",
    "target_cpu": "a processor by LLVM's name, or 'native'",
    "lapack": "call numpy's LAPACK for factors, eigenvalues and systems of large matrices; True",
    "verify_each": "verify the program after each pass; False",
}


class ArrayType(NamedTuple):
    """The type of an argument or a result.

    ``dtype`` is None where it holds no numbers, as at functions; ``shape`` is None at scalars, and has None for
    each extent that any number fits.
    """

    text: str
    dtype: str | None
    shape: tuple[int | None, ...] | None


_DTYPES = {
    "f64": "float64",
    "f32": "float32",
    "f16": "float16",
    "bf16": "bfloat16",
    "i64": "int64",
    "i32": "int32",
    "i16": "int16",
    "i8": "int8",
    "i1": "bool",
    "": None,
}


Function = _chad.Function
Handle = _chad.Handle
Prepared = _chad.Prepared


def _types(described: Sequence[tuple[str, str, Any]]) -> tuple[ArrayType, ...]:
    return tuple(ArrayType(text, _DTYPES[dtype], shape) for text, dtype, shape in described)


def _repr(function: Function) -> str:
    args = ", ".join(a.text for a in function.args)
    results = ", ".join(r.text for r in function.results)
    return f"<chad.Function {function.name}({args}) -> ({results})>"


# The classes are those of the extension: a layer of Python would double the time of a call.
Function.args = property(lambda function: _types(function._args), doc="The arguments' types.")
Function.results = property(lambda function: _types(function._results), doc="The results' types.")
setattr(Function, "__repr__", _repr)
setattr(Handle, "__repr__", lambda handle: f"<chad.Handle {handle.type}>")


class Program:
    """A compiled program. Its public functions are `program[name]`, or attributes.

    A call of the program itself calls its only public function, or the one named ``main``. A program can be
    pickled; unpickling compiles it again.
    """

    def __init__(
        self,
        source: bytes,
        file_name: str,
        options: dict[str, Any],
        requests: Sequence[tuple[str, str, str, tuple[int, ...], tuple[int, ...]]] = (),
    ) -> None:
        self._source = source
        self._file_name = file_name
        self._options = options
        self._requests = tuple(requests)
        _lapack.load()
        self._program = _chad.compile(source, file_name, options, list(self._requests))
        self._functions: dict[str, Function] = {}
        self._entry: Function | None = None

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the public functions."""
        return tuple(self._program.names)

    @property
    def parts(self) -> list[tuple[str, str, list[bool], list[bool]]]:
        """For each function in two parts: the names of the parts, which results the first part computes, and
        which arguments the second part reads.
        """
        return self._program.parts

    def __getitem__(self, name: str) -> Function:
        found = self._functions.get(name)
        if found is None:
            found = self._functions[name] = self._program.function(name)
        return found

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __contains__(self, name: object) -> bool:
        return name in self.functions

    def _main(self) -> Function:
        names = self.functions
        if "main" in names:
            return self["main"]
        if len(names) != 1:
            raise ArgumentError(
                "no function is called 'main', and there are several: choose one by its name, of "
                + ", ".join(names)
            )
        return self[names[0]]

    def __call__(self, *args: Any, out: Any = None) -> Any:
        entry = self._entry
        if entry is None:
            entry = self._entry = self._main()
        return entry(*args, out=out)

    def prepare(self, *args: Any, out: Any = None) -> Prepared:
        """Calls `Function.prepare` of the function that a call of the program calls."""
        return self._main().prepare(*args, out=out)

    def derivative(
        self,
        kind: str,
        function: str | None = None,
        *,
        wrt: Sequence[int] = (),
        of: Sequence[int] = (),
    ) -> Function:
        """A derivative of a function, as a new program that contains the whole program.

        `kind` is "grad", "value_and_grad", "jvp", "vjp", "jacobian", "hvp", "hessian" or "linearize". `wrt` are
        positions of arguments and `of` positions of results; the default is all that hold floats. The arguments are
        those of the function, then the tangents (jvp), cotangents (vjp) or vectors (hvp). The results are those of the
        op `chad.KIND`; the linear function of "linearize" is a `Handle`.
        """
        name = self._main().name if function is None else function
        request = (f"{name}.{kind}", name, kind, tuple(wrt), tuple(of))
        if kind not in ("grad", "value_and_grad", "jvp", "vjp", "jacobian", "hvp", "hessian", "linearize"):
            raise ValueError(f"there is no derivative '{kind}'")
        program = Program(self._source, self._file_name, self._options, [request])
        return program[request[0]]

    def grad(self, function: str | None = None, **which: Sequence[int]) -> Function:
        """The gradient of a function whose result is one float; see `derivative`."""
        return self.derivative("grad", function, **which)

    def value_and_grad(self, function: str | None = None, **which: Sequence[int]) -> Function:
        """The results and the gradient; see `derivative`."""
        return self.derivative("value_and_grad", function, **which)

    def _lower(self, stage: str) -> str:
        return _chad.lower(self._source, self._file_name, stage, self._options, list(self._requests))

    @property
    def text(self) -> str:
        """The program in MLIR, as it was compiled."""
        return self._lower("source")

    @property
    def first_order(self) -> str:
        """The program with derivatives expanded; it has array combinators."""
        return self._lower("first-order")

    @property
    def mlir(self) -> str:
        """The program in MLIR's LLVM dialect."""
        return self._lower("mlir")

    @property
    def llvm(self) -> str:
        """The optimized LLVM IR."""
        return self._lower("llvm")

    def __reduce__(self) -> Any:
        return Program, (self._source, self._file_name, self._options, self._requests)

    def __repr__(self) -> str:
        return f"<chad.Program {self._file_name}: {', '.join(self.functions)}>"


def compile(source: str | bytes, *, file_name: str = "<program>", **options: Any) -> Program:
    """Compiles a program in MLIR, as text or bytecode, or in StableHLO, as JAX prints it (`lowered.as_text()`)
    or as `jax.export` serializes it. The public functions of the program are attributes of the result.

    `file_name` is the name in messages. The options are those of `OPTIONS`.

        program = chad.compile("func.func @f(%x: f64) -> f64 { %y = arith.mulf %x, %x : f64 return %y : f64 }")
        assert program.f(3.0) == 9.0

    Raises `chad.CompileError` if the program is not valid or cannot be compiled, and `TypeError` if an option
    does not exist or has a value of another type.
    """
    for name in options:
        if name not in OPTIONS:
            raise TypeError(f"there is no option '{name}'; there are {', '.join(OPTIONS)}")
    if not isinstance(source, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"a program is text or bytes, and this is {type(source).__name__}")
    for name in ("optimization", "threads", "thread_grain"):
        number = options.get(name, 0)
        if not hasattr(number, "__index__") or not 0 <= number < 2**32:
            raise TypeError(f"the option '{name}' is a number that is not negative, and this is {number!r}")
    data = source.encode() if isinstance(source, str) else bytes(source)
    return Program(data, file_name, options)


def load(path: str | os.PathLike[str], **options: Any) -> Program:
    """Compiles the program in a file, as text or bytecode; options and errors are those of `compile`.

        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write("func.func @f(%x: f64) -> f64 { return %x : f64 }")
            file.flush()
            assert chad.load(file.name)(2.0) == 2.0

    Raises `OSError` if the file cannot be read.
    """
    with open(path, "rb") as file:
        source = file.read()
    return compile(source, file_name=os.fspath(path), **options)
