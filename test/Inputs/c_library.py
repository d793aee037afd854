"""Functions of a library that `chad-run --emit=so` has made, by the header that `--emit=header` has."""

import ctypes
import os
import re
import sys

import numpy as np

# The element types of arrays in C, and those of numbers.
ELEMENTS = {"f64": "f8", "f32": "f4", "f16": "u2", "bf16": "u2", "i64": "i8", "i32": "i4"}
NUMBERS = {"double": "f8", "float": "f4", "int64_t": "i8", "int32_t": "i4"}


class Parameter:
    """A parameter of a function of C, by its declaration: of an array or of a number."""

    def __init__(self, declaration):
        self.is_result = "*" in declaration and "const" not in declaration
        array = re.search(r"chad_(\w+?)_(\d+)d", declaration)
        self.rank = int(array[2]) if array else 0
        self.dtype = np.dtype(ELEMENTS[array[1]] if array else NUMBERS[declaration.split()[0]])
        if array:
            fields = [("data", ctypes.c_void_p), ("shape", ctypes.c_int64 * self.rank)]
            self.kind = type(array[0], (ctypes.Structure,), {"_fields_": fields})
        else:
            self.kind = np.ctypeslib.as_ctypes_type(self.dtype)

    def pass_value(self, value):
        """What is passed for a value, and what must live as long as the call."""
        if not self.rank:
            return self.kind(value), None
        value = np.ascontiguousarray(value)
        if value.dtype.itemsize != self.dtype.itemsize or value.ndim != self.rank:
            raise TypeError(f"an array of {value.dtype} of rank {value.ndim}")
        struct = self.kind(value.ctypes.data, value.shape)
        return ctypes.byref(struct), (struct, value)

    def take_result(self, made, library):
        if not self.rank:
            return np.array(made.value, self.dtype)
        shape = tuple(made.shape)
        size = int(np.prod(shape))
        result = np.empty(shape, self.dtype)
        if size:
            ctypes.memmove(result.ctypes.data, made.data, size * self.dtype.itemsize)
        library.chad_free(ctypes.c_void_p(made.data))
        return result


class Program:
    """The public functions of the library `path`, whose header lies beside it: `program.name(arguments...)` returns the
    list of the results."""

    def __init__(self, path):
        self._library = ctypes.CDLL(os.path.abspath(path))
        self._library.chad_last_error.restype = ctypes.c_char_p
        with open(os.path.splitext(path)[0] + ".h", encoding="utf-8") as file:
            prototypes = re.findall(r"int32_t chad_(\w+)\(([^()]*)\);", file.read())
        self._functions = {
            name: [Parameter(each.strip()) for each in parameters.split(",")]
            for name, parameters in prototypes
        }

    def __getattr__(self, name):
        parameters = self._functions[name]
        function = getattr(self._library, "chad_" + name)

        def call(*args):
            results = [each.kind() for each in parameters if each.is_result]
            given = [each for each in parameters if not each.is_result]
            passed = [each.pass_value(arg) for each, arg in zip(given, args, strict=True)]
            if function(*(value for value, _ in passed), *map(ctypes.byref, results)):
                sys.exit(self._library.chad_last_error().decode())
            kinds = [each for each in parameters if each.is_result]
            return [k.take_result(r, self._library) for k, r in zip(kinds, results, strict=True)]

        return call
