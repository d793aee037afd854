"""Evaluates programs on dual numbers, independently of chad, of which only the parser is used.

`Evaluation(functions, count)` evaluates functions of `parsing.parse`. Floats and arrays of floats are `Dual`s
of test/Matrix/duals.py; other scalars are Python numbers, other arrays numpy arrays; a function value is a
Python function.

Derivatives follow the formulas. If an operation has no derivative at a point, or a comparison is so close that
rounding decides it, the evaluation continues, and is marked as `unstable`.
"""

import math
import os
import re
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Matrix"))

import duals
from duals import Dual
from parsing import split

DYNAMIC = -(2**63)
FLOATS = ("f64", "f32")
NEAR = 1e-9


class Unsupported(Exception):
    """An operation that is not known here."""


class Broken(Exception):
    """A program with undefined behaviour, such as an access out of bounds."""


def parse_type(text):
    """The extents and the element of a tensor type; None and the type for a scalar."""
    found = re.fullmatch(r"(?:!chad\.lin<)?(?:tensor<((?:(?:\d+|\?)x)*)([\w<>!.() ,-]+)>|(\w+))>?", text)
    if not found:
        return None, text
    if found[3]:
        return None, found[3]
    return [None if d == "?" else int(d) for d in found[1].split("x")[:-1]], found[2].rstrip(">")


def integers(attribute):
    """Of `array<i64: 1, 2>`."""
    return [int(x) for x in re.findall(r"-?\d+", attribute.split(":", 1)[1])] if ":" in attribute else []


def number(text, element):
    if text in ("true", "false"):
        return text == "true"
    if element in FLOATS:
        if text.startswith("0x"):
            bits = int(text, 16)
            return float(np.uint64(bits).view(np.float64) if element == "f64" else np.uint32(bits).view(np.float32))
        return float(text)
    return int(text)


def wrap(value, bits=64):
    """Two's complement."""
    return (int(value) + 2**(bits - 1)) % 2**bits - 2**(bits - 1)


COMPARISONS_F = {1: "==", 2: ">", 3: ">=", 4: "<", 5: "<=", 6: "!=", 8: "==", 9: ">", 10: ">=", 11: "<", 12: "<=",
                 13: "!="}
COMPARISONS_I = {0: "==", 1: "!=", 2: "<", 3: "<=", 4: ">", 5: ">=", 6: "<", 7: "<=", 8: ">", 9: ">="}
COMPARE = {"==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater,
           ">=": np.greater_equal}


def unsigned(value):
    return np.asarray(value, dtype=np.int64).view(np.uint64) if np.ndim(value) else value % 2**64


class Evaluation:
    def __init__(self, functions, count, fuel=200000, repeatable=True, distance=NEAR):
        """`fuel` bounds the number of ops; numbers closer than `distance`, relatively, may be equal but for rounding."""
        self.functions, self.count, self.fuel, self.repeatable = functions, count, fuel, repeatable
        self.distance = distance
        self.unstable = False

    # Values -----------------------------------------------------------------

    def constant(self, value):
        return Dual.constant(value, self.count)

    def empty(self, dims, element):
        """An array of a type without elements, dynamic extents zero."""
        shape = tuple(d or 0 for d in dims)
        if element in FLOATS:
            return self.constant(np.zeros(shape))
        return np.zeros(shape, dtype=bool if element == "i1" else np.int64)

    def rows(self, value):
        """The elements along the leading dimension."""
        return [self.row(value, i) for i in range(value.shape[0])]

    def row(self, value, index):
        if isinstance(value, Dual):
            return Dual(value.parts[:, index])
        return value[index] if value.ndim > 1 else value[index].item()

    def pack(self, values, type_):
        """An array of these elements."""
        dims, element = parse_type(type_)
        if not values:
            return self.empty(dims, element)
        if element in FLOATS:
            return duals.stack(values)
        return np.array(values, dtype=bool if element == "i1" else np.int64)

    def note(self, condition):
        if np.any(condition):
            self.unstable = True

    def near(self, a, b):
        """Marks the evaluation as unstable if a and b are so close that rounding decides between them. If
        functions are `repeatable`, equal numbers count as equal in every computation; otherwise not, since the
        functions of a vector library may differ from scalar ones at the same argument.
        """
        a, b = a.lift(b)
        with np.errstate(invalid="ignore"):
            close = np.abs(a.value - b.value) <= self.distance * np.maximum(1, np.minimum(np.abs(a.value), np.abs(b.value)))
        whole = (a.value == b.value) & (np.trunc(a.value) == a.value)
        self.note(close & ~whole if not self.repeatable else close & (a.value != b.value))
        return a, b

    # Running ----------------------------------------------------------------

    def call(self, name, arguments):
        function = self.functions[name]
        return self.block(function.regions[0], arguments, {})

    def block(self, block, arguments, scope):
        """Evaluates a block, and returns the operands of its terminator. `scope` has the values defined
        outside.
        """
        if len(arguments) != len(block.arguments):
            raise Unsupported(f"{len(block.arguments)} arguments")
        scope.update(zip(block.arguments, arguments))
        for op in block.ops[:-1]:
            self.run(op, scope)
        last = block.ops[-1]
        self.terminator = last.name
        return [scope[name] for name in last.operands]

    def run(self, op, scope):
        self.fuel -= 1
        if self.fuel < 0:
            raise Unsupported("too long a run")
        dialect, _, name = op.name.partition(".")
        method = getattr(self, f"{dialect}_{name.replace('.', '_')}", None)
        operands = [scope[o] for o in op.operands]
        if method is None:
            if dialect in ("arith", "math"):
                result = self.elementwise(op, name, operands)
            else:
                raise Unsupported(op.name)
        else:
            result = method(op, operands, scope)
        results = result if isinstance(result, list) else [result]
        scope.update(zip(op.results, results, strict=True))

    def body(self, op, arguments, scope, region=0):
        return self.block(op.regions[region], arguments, scope)

    # arith and math ---------------------------------------------------------

    def arith_constant(self, op, operands, scope):
        text = op.attributes["value"]
        dims, element = parse_type(op.result_types[0])
        if dims is None:
            if text in ("true", "false"):
                return text == "true"
            plain = number(text.rsplit(":", 1)[0].strip(), element)
            return self.constant(plain) if element in FLOATS else plain
        inside = text[text.index("<") + 1:text.rindex(">", 0, text.rindex(":"))]
        shape = tuple(dims)
        numbers = [number(t, element) for t in re.findall(r"0x[0-9A-Fa-f]+|true|false|-?[\d.]+(?:[eE][-+]?\d+)?", inside)]
        kind = float if element in FLOATS else bool if element == "i1" else np.int64
        if 0 in shape:
            numbers = np.zeros(shape)
        elif len(numbers) == 1 and "[" not in inside:
            numbers = np.full(shape, numbers[0])
        values = np.array(numbers, dtype=kind).reshape(shape)
        return self.constant(values) if element in FLOATS else values

    def elementwise(self, op, name, operands):
        if isinstance(operands[0], Dual):
            if name in ("addf", "subf", "mulf", "divf"):
                a, b = operands
                self.same_shape(operands)
                return {"addf": lambda: a + b, "subf": lambda: a - b, "mulf": lambda: a * b, "divf": lambda: a / b}[name]()
            if name in ("sin", "cos", "exp", "log", "sqrt", "tanh", "atan", "asin", "cbrt", "erf"):
                return getattr(operands[0], name)()
            raise Unsupported(op.name)
        a, b = (operands + [None])[:2]
        signed = {
            "addi": lambda: a + b, "subi": lambda: a - b, "muli": lambda: a * b,
            "minsi": lambda: np.minimum(a, b), "maxsi": lambda: np.maximum(a, b),
            "andi": lambda: a & b, "ori": lambda: a | b, "xori": lambda: a ^ b,
            "index_cast": lambda: a, "index_castui": lambda: a, "extsi": lambda: a, "extui": lambda: a, "trunci": lambda: a,
            "minui": lambda: np.minimum(unsigned(a), unsigned(b)), "maxui": lambda: np.maximum(unsigned(a), unsigned(b)),
            "remui": lambda: self.divide(a, b, np.mod), "divui": lambda: self.divide(a, b, np.floor_divide),
        }
        if name in ("sitofp", "uitofp"):
            return self.constant(np.asarray(a, dtype=float))
        if name not in signed:
            raise Unsupported(op.name)
        result = signed[name]()
        if isinstance(result, np.ndarray):
            return result
        return bool(result) if op.result_types[0] == "i1" else wrap(result)

    def divide(self, a, b, function):
        if np.any(np.asarray(b) == 0):
            raise Broken("division by zero")
        return function(unsigned(a), unsigned(b))

    def same_shape(self, operands):
        shapes = {np.shape(o) if not isinstance(o, Dual) else o.shape for o in operands}
        if len(shapes) > 1:
            raise Broken(f"shapes {shapes}")

    def arith_negf(self, op, operands, scope):
        return -operands[0]

    def extremum(self, op, operands, greater):
        a, b = self.near(*operands)
        # Of equal numbers the first is chosen, but a constant before others.
        constant = lambda x: np.all(x.parts[1:] == 0, axis=0)
        self.note((a.value == b.value) & (constant(a) != constant(b)))
        first = a.value >= b.value if greater else a.value <= b.value
        return duals.where(first | np.isnan(a.value), a, b)

    def arith_maximumf(self, op, operands, scope):
        return self.extremum(op, operands, True)

    def arith_minimumf(self, op, operands, scope):
        return self.extremum(op, operands, False)

    arith_maxnumf, arith_minnumf = arith_maximumf, arith_minimumf

    def arith_cmpf(self, op, operands, scope):
        predicate = int(op.attributes["predicate"].split(":")[0])
        a, b = self.near(*operands)
        self.note(np.isnan(a.value) | np.isnan(b.value))
        if predicate in (0, 15):
            return predicate == 15
        if predicate in (7, 14):
            return (predicate == 7)
        result = COMPARE[COMPARISONS_F[predicate]](a.value, b.value)
        return result if np.ndim(result) else bool(result)

    def arith_cmpi(self, op, operands, scope):
        predicate = int(op.attributes["predicate"].split(":")[0])
        a, b = operands if predicate < 6 else map(unsigned, operands)
        result = COMPARE[COMPARISONS_I[predicate]](a, b)
        return result if np.ndim(result) else bool(result)

    def arith_select(self, op, operands, scope):
        condition, a, b = operands
        if np.ndim(condition) == 0:
            return a if condition else b
        self.same_shape(operands)
        if isinstance(a, Dual):
            return duals.where(condition, a, b)
        return np.where(condition, a, b)

    def math_absf(self, op, operands, scope):
        x = operands[0]
        self.note((np.abs(x.value) < self.distance) & np.any(x.parts != 0, axis=0))
        return x.absolute()

    def math_powf(self, op, operands, scope):
        x, y = operands
        self.note(x.value <= 0)
        return (y * x.log()).exp()

    def math_fma(self, op, operands, scope):
        return operands[0] * operands[1] + operands[2]

    def math_log(self, op, operands, scope):
        self.note(operands[0].value <= 0)
        return operands[0].log()

    def math_sqrt(self, op, operands, scope):
        self.note(operands[0].value <= 0)
        return operands[0].sqrt()

    # tensor -----------------------------------------------------------------

    def at(self, value, indices):
        """Checks indices of an array."""
        if not all(0 <= i < n for i, n in zip(indices, value.shape)):
            raise Broken(f"index {indices} of an array of {value.shape}")
        return tuple(indices)

    def tensor_extract(self, op, operands, scope):
        value, *indices = operands
        at = self.at(value, indices)
        return Dual(value.parts[(slice(None), *at)]) if isinstance(value, Dual) else value[at].item()

    def put(self, value, key, new):
        """The array with a part of it replaced."""
        if isinstance(value, Dual):
            parts = value.parts.copy()
            parts[(slice(None), *key)] = new.parts
            return Dual(parts)
        result = value.copy()
        result[key] = new
        return result

    def tensor_insert(self, op, operands, scope):
        new, value, *indices = operands
        return self.put(value, self.at(value, indices), new)

    def tensor_dim(self, op, operands, scope):
        value, axis = operands
        return int(value.shape[axis])

    def tensor_cast(self, op, operands, scope):
        dims, _ = parse_type(op.result_types[0])
        if any(d not in (None, n) for d, n in zip(dims, operands[0].shape)):
            raise Broken(f"a cast of {operands[0].shape} to {op.result_types[0]}")
        return operands[0]

    def sizes(self, type_, dynamic):
        dims, element = parse_type(type_)
        dynamic = iter(dynamic)
        shape = tuple(next(dynamic) if d is None else d for d in dims)
        if any(n < 0 for n in shape):
            raise Broken(f"a size of {shape}")
        return shape, element

    def full(self, scalar, shape, element):
        if element in FLOATS:
            return self.constant(np.zeros(shape)).spread(scalar)
        return np.full(shape, scalar, dtype=bool if element == "i1" else np.int64)

    def tensor_splat(self, op, operands, scope):
        return self.full(operands[0], *self.sizes(op.result_types[0], operands[1:]))

    def tensor_empty(self, op, operands, scope):
        shape, element = self.sizes(op.result_types[0], operands)
        return self.full(self.constant(np.nan) if element in FLOATS else 0, shape, element)

    def tensor_from_elements(self, op, operands, scope):
        dims, element = parse_type(op.result_types[0])
        flat = self.pack(operands, f"tensor<{len(operands)}x{element}>")
        return flat.reshape(*dims)

    def generate(self, shape, type_, function):
        """An array of the values of a function at indices."""
        element = parse_type(type_)[1]
        flat = self.pack([function(index) for index in np.ndindex(*shape)], f"tensor<?x{element}>")
        return flat.reshape(*shape)

    def tensor_generate(self, op, operands, scope):
        shape, _ = self.sizes(op.result_types[0], operands)
        return self.generate(shape, op.result_types[0], lambda i: self.body(op, list(map(int, i)), scope)[0])

    def tensor_pad(self, op, operands, scope):
        dynamic = iter(operands[1:])
        low, high = ([next(dynamic) if n == DYNAMIC else n for n in integers(op.attributes[f"static_{end}"])]
                     for end in ("low", "high"))
        if min(low + high) < 0:
            raise Broken("negative padding")
        value = operands[0]
        shape = tuple(n + a + b for n, a, b in zip(value.shape, low, high))
        around = self.generate(shape, op.result_types[0], lambda i: self.body(op, list(map(int, i)), scope)[0])
        return self.put(around, tuple(slice(a, a + n) for a, n in zip(low, value.shape)), value)

    def tensor_concat(self, op, operands, scope):
        axis = int(op.attributes["dim"].split(":")[0])
        for other in operands:
            rest = [n for i, n in enumerate(other.shape) if i != axis]
            if rest != [n for i, n in enumerate(operands[0].shape) if i != axis]:
                raise Broken("a concatenation of other shapes")
        if isinstance(operands[0], Dual):
            return duals.concatenate(operands, axis)
        return np.concatenate(operands, axis=axis)

    def slice(self, op, operands, shape, groups=0):
        """The indices of a slice of an array of this shape."""
        dynamic = iter(operands)
        offsets, sizes, strides = (
            [next(dynamic) if n == DYNAMIC else n for n in integers(op.attributes[f"static_{what}"])]
            for what in ("offsets", "sizes", "strides"))
        key = []
        for offset, size, stride, extent in zip(offsets, sizes, strides, shape):
            last = offset + (size - 1) * stride
            if offset < 0 or size < 0 or (size and not 0 <= last < extent) or (not size and offset > extent):
                raise Broken(f"a slice at {offset} of {size} of {extent}")
            key.append(slice(offset, last + 1 if size else offset, stride))
        return tuple(key), tuple(sizes)

    def reduced(self, shape, type_):
        """The shape without some of its extents of 1, so that it has the rank of the type."""
        dims, _ = parse_type(type_)
        result, extra = [], len(shape) - len(dims)
        for n in shape:
            wanted = dims[len(result)] if len(result) < len(dims) else "none"
            if extra and n == 1 and wanted != 1:
                extra -= 1
                continue
            result.append(n)
        return tuple(result[:len(dims)])

    def tensor_extract_slice(self, op, operands, scope):
        value = operands[0]
        key, sizes = self.slice(op, operands[1:], value.shape)
        part = Dual(value.parts[(slice(None), *key)]) if isinstance(value, Dual) else value[key]
        return part.reshape(*self.reduced(sizes, op.result_types[0]))

    def tensor_insert_slice(self, op, operands, scope):
        new, value = operands[:2]
        key, sizes = self.slice(op, operands[2:], value.shape)
        if math.prod(sizes) != math.prod(new.shape):
            raise Broken(f"{new.shape} into {sizes}")
        return self.put(value, key, new.reshape(*sizes))

    def tensor_reshape(self, op, operands, scope):
        value, shape = operands
        return self.reshaped(value, tuple(int(n) for n in shape))

    def reshaped(self, value, shape):
        if math.prod(shape) != math.prod(value.shape):
            raise Broken(f"{value.shape} as {shape}")
        return value.reshape(*shape)

    def tensor_expand_shape(self, op, operands, scope):
        dynamic = iter(operands[1:])
        shape = tuple(next(dynamic) if n == DYNAMIC else n for n in integers(op.attributes["static_output_shape"]))
        return self.reshaped(operands[0], shape)

    def tensor_collapse_shape(self, op, operands, scope):
        groups = [[int(i) for i in re.findall(r"\d+", group)] for group in re.findall(r"\[([\d, ]*)\]", op.attributes["reassociation"])]
        return self.reshaped(operands[0], tuple(math.prod(operands[0].shape[i] for i in group) for group in groups))

    # scf and func -----------------------------------------------------------

    def func_call(self, op, operands, scope):
        return self.call(op.attributes["callee"].strip("@"), operands)

    def scf_if(self, op, operands, scope):
        if not operands[0] and not op.regions[1].ops:
            return []
        return self.body(op, [], scope, 0 if operands[0] else 1)

    def scf_index_switch(self, op, operands, scope):
        cases = integers(op.attributes["cases"])
        region = cases.index(operands[0]) + 1 if operands[0] in cases else 0
        return self.body(op, [], scope, region)

    def scf_execute_region(self, op, operands, scope):
        return self.body(op, [], scope)

    def scf_for(self, op, operands, scope):
        low, high, step, *state = operands
        if step <= 0:
            raise Broken("a step of zero")
        for i in range(low, high, step):
            state = self.body(op, [i, *state], scope)
        return state

    def scf_while(self, op, operands, scope):
        state = operands
        while True:
            condition, *state = self.body(op, state, scope)
            if not condition:
                return state
            state = self.body(op, state, scope, 1)

    # chad -------------------------------------------------------------------

    def extent(self, arrays):
        extents = {array.shape[0] for array in arrays}
        if len(extents) > 1:
            raise Broken(f"arrays of the extents {extents}")
        return extents.pop()

    def collect(self, op, rows, types):
        """Arrays of the results of iterations."""
        return [self.pack([row[k] for row in rows], type_) for k, type_ in enumerate(types)]

    def chad_map(self, op, operands, scope):
        count = self.extent(operands)
        rows = [self.body(op, [self.row(a, i) for a in operands], scope) for i in range(count)]
        return self.collect(op, rows, op.result_types)

    def chad_build(self, op, operands, scope):
        if operands[0] < 0:
            raise Broken("a negative extent")
        rows = [self.body(op, [i], scope) for i in range(operands[0])]
        return self.collect(op, rows, op.result_types)

    def combine(self, op, left, right, scope):
        return self.body(op, [*left, *right], scope)

    def chad_reduce(self, op, operands, scope):
        half = len(operands) // 2
        arrays, total = operands[:half], operands[half:]
        for i in range(self.extent(arrays)):
            total = self.combine(op, total, [self.row(a, i) for a in arrays], scope)
        return total

    def chad_scan(self, op, operands, scope):
        half = len(operands) // 2
        arrays, total = operands[:half], operands[half:]
        count, is_left = self.extent(arrays), "left" in op.attributes["direction"]
        rows = [None] * count
        for i in range(count) if is_left else reversed(range(count)):
            row = [self.row(a, i) for a in arrays]
            before = total
            total = self.combine(op, total, row, scope) if is_left else self.combine(op, row, total, scope)
            rows[i] = total if "inclusive" in op.attributes["kind"] else before
        return self.collect(op, rows, op.result_types)

    def chad_fold(self, op, operands, scope):
        arrays = operands[:integers(op.attributes["operandSegmentSizes"])[0]]
        state = operands[len(arrays):]
        count = self.extent(arrays)
        rows = [None] * count
        for i in reversed(range(count)) if "right" in op.attributes.get("direction", "") else range(count):
            given = self.body(op, [*(self.row(a, i) for a in arrays), *state], scope)
            state, rows[i] = given[:len(state)], given[len(state):]
        return [*state, *self.collect(op, rows, op.result_types[len(state):])]

    def chad_hist(self, op, operands, scope):
        indices, bins, *rest = operands
        arrays, units = rest[:len(rest) // 2], rest[len(rest) // 2:]
        totals = [list(units) for _ in range(bins)]
        for i in range(self.extent([indices, *arrays])):
            at = int(indices[i])
            if 0 <= at < bins:
                totals[at] = self.combine(op, totals[at], [self.row(a, i) for a in arrays], scope)
        return self.collect(op, totals, op.result_types)

    def chad_gather(self, op, operands, scope):
        value, indices = operands
        for i in indices:
            self.at(value, [int(i)])
        key = np.asarray(indices, dtype=np.int64)
        return Dual(value.parts[:, key]) if isinstance(value, Dual) else value[key]

    def chad_scatter_add(self, op, operands, scope):
        values, dest, indices = operands
        parts = dest.parts.copy()
        for i, at in enumerate(indices):
            self.at(dest, [int(at)])
            parts[:, int(at)] += values.parts[:, i]
        return Dual(parts)

    def chad_accumulate(self, op, operands, scope):
        value, dest, *indices = operands
        at = self.at(dest, indices)
        parts = dest.parts.copy()
        parts[(slice(None), *at)] += value.parts
        return Dual(parts)

    def chad_lambda(self, op, operands, scope):
        captured = dict(scope)
        return lambda arguments: self.body(op, arguments, dict(captured))

    def chad_apply(self, op, operands, scope):
        return operands[0](operands[1:])

    def chad_inj(self, op, operands, scope):
        return (int(op.attributes["tag"].split(":")[0]), operands)

    def chad_case(self, op, operands, scope):
        tag, values = operands[0]
        return self.body(op, values, scope, tag)

    def chad_stop_gradient(self, op, operands, scope):
        return self.constant(operands[0].value) if isinstance(operands[0], Dual) else operands[0]

    def chad_to_linear(self, op, operands, scope):
        return operands[0]

    chad_from_linear = chad_to_linear
