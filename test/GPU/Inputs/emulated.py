"""Functions of a program as emulated kernels, compiled once or for each call."""

import ctypes
import hashlib
import os
import re
import subprocess
import sys
import tempfile

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
    """The public functions of a program that `chad-run --emit=so --target=cuda-emulated` and `--emit=header` have
    compiled: `program.name(arguments...)` returns the list of the results."""

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


def agree(what, actual, expected, tolerance):
    """Compares arrays, relative to the largest element, and says so with a number that their bits have."""
    for result, value in zip(actual, expected, strict=True):
        result, value = np.ravel(result), np.ravel(value)
        error = np.abs(result - value).max(initial=0) / max(1, np.abs(value).max(initial=0))
        if result.size != value.size or not error <= tolerance:
            sys.exit(f"{what}: wrong by {error}")
    digest = hashlib.sha256(b"".join(np.asarray(result).tobytes() for result in actual))
    print(what, "agrees", digest.hexdigest()[:16])


def run(chad_run, program, entry, args, options=()):
    """The text that chad-run prints for these arrays and numbers; ends the process if it fails."""
    with tempfile.TemporaryDirectory() as place:
        command = [chad_run, program, "--entry", entry, "--full", "--target=cuda-emulated", *options]
        for i, arg in enumerate(args):
            path = os.path.join(place, f"{i}.npy")
            np.save(path, arg)
            command.append(f"--arg={path}" if np.ndim(arg) else f"--arg={arg}")
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(done.stderr)
    return done.stdout


def numbers(text):
    """The numbers of a printed array."""
    return np.array(text.translate(str.maketrans("[],", "   ")).split(), dtype=float)
