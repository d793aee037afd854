"""Random nests of loops as emulated kernels: values, first and second derivatives are those of dual numbers.

The outer loop of a program goes over points, those inside of it over components, the rows of their matrices, and
columns, the part of a row before the diagonal, the point, or several of these. Loops have sums of numbers and of
arrays as states, other states, branches, and collected values. These are the nests that threads of a block share, of
which they have rows and columns, and that blocks run for eight points at once (docs/GPU.md).

Each program becomes a library of its value, its forward and reverse derivatives, and a second derivative, once for
each of the ways

    jammed     eight points at once wherever that is possible
    apart      as the compiler chooses, which are no eight points at once for as few points as there are here
    copied     as jammed, but the host runs every second kernel

each program in `jammed`, and in one of the other ways. The functions are called for several extents, among them 0, more
than eight points, and more iterations than a block has threads. The results are compared with dual numbers, as
exact.py does; and those of a second run, with the threads in another order, have the same bits. Every fourth program is
of f32. The last line counts the programs in which each of the ways to run nests was found, by the compiler's remarks.

    python3 nests.py --from 0 --count 100
    python3 nests.py --from 12 --count 1 --keep DIRECTORY
    python3 nests.py --print 12                prints one program
"""

import argparse
import collections
import concurrent.futures
import os
import pickle
import random
import sys
import tempfile

import numpy as np

import differentiable
import exact
from derivatives import cut_down
from evaluate import Broken, Dual, Unsupported
from exact import Failure, is_float, sum_parts
from generate import F64, I1, INDEX, array, text

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Inputs"))

from c_library import Program as Library

WAYS = {
    "jammed": {"CHAD_EMULATED_JAM_WORK": "0"},
    "apart": {},
    "copied": {"CHAD_EMULATED_JAM_WORK": "0", "CHAD_EMULATED_HOST": "2"},
}
REMARKS = {
    "jammed": "computed for 8 iterations at once",
    "shared": "one loop with the loop inside",
    "shared rows": "with those of the loop inside",
}


def is_single(seed):
    """Whether the program is of f32."""
    return seed % 4 == 3


def tensor(extents):
    """The type of an array of floats, of extents whose names are these letters."""
    type_ = F64
    for extent in reversed(extents):
        type_ = array(extent, type_)
    return type_


# Points with their weights, matrices, rows, a number of each component, and sums. The first ones are in all programs.
ARGUMENTS = ["nd", "n", "krd", "k", "kr", "kd", "d"]
ORDERS = ["nkrd", "nkrd", "nkrd", "nkrd", "nkrd", "nkd", "nrd", "nkr"]


class Nests(differentiable.Differentiable):
    """A generator. Extents have names: n points, k components, r rows, d columns; r is d if matrices are square."""

    BRANCHES = [F64]

    def __init__(self, seed):
        super().__init__(f"nests {seed}")
        self.is_square = self.random.random() < 0.4
        # Two thirds have what the passes look for: sums that are used nowhere else, and little before the inner loops.
        self.is_orderly = self.random.random() < 0.67
        self.extents = {}
        self.around = []  # The extents of the loops around.
        self.row = None  # The number of the row, in a loop over rows.

    def chance(self, probability):
        return self.random.random() < probability

    def extent_operand(self, extent):
        return self.extents[extent] if isinstance(extent, str) else super().extent_operand(extent)

    # Statements -------------------------------------------------------------

    def statement(self, depth):
        choices = [self.scalar, self.smooth, self.boolean]
        self.random.choice(choices + [self.scalar, self.branch, self.elementwise] * (depth > 0))(depth)

    def make(self, type_):
        if type_ == I1 and self.chance(0.6):
            if INDEX in self.scope and self.chance(0.5):
                two, zero, rest = self.fresh(), self.fresh(), self.fresh()
                self.emit(f"{two} = arith.constant 2 : index")
                self.emit(f"{zero} = arith.constant 0 : index")
                self.emit(f"{rest} = arith.remui {self.pick(INDEX)}, {two} : index")
                return self.define(I1, f"arith.cmpi eq, {rest}, {zero} : index")
            zero = self.fresh()
            self.emit(f"{zero} = arith.constant 0.0 : f64")
            return self.define(I1, f"arith.cmpf ogt, {self.pick(F64)}, {zero} : f64")
        return super().make(type_)

    def newest(self):
        """The number that has been computed last."""
        return self.scope[F64][-1] if self.scope.get(F64) else self.pick(F64)

    def mix(self, first, smooth=0.4):
        """A number that depends on `first`, and on others; with this probability, it is no product."""
        other, op = self.pick(F64), self.random.choice(["mulf", "mulf", "subf", "addf"])
        value = self.define(F64, f"arith.{op} {first}, {other} : f64")
        if self.chance(smooth):
            value = self.define(F64, f"math.{self.random.choice(['sin', 'tanh', 'atan', 'absf', 'absf'])} {value} : f64")
        return value

    def over(self, extent):
        """The arrays in scope of this leading extent, those of most dimensions last."""
        found = [(name, type_) for type_, names in self.scope.items()
                 if isinstance(type_, tuple) and type_[1] == extent and is_float(type_) for name in names]
        return sorted(found, key=lambda pair: text(pair[1]).count("x"))

    def bind(self, extent, most=3):
        """Some of these arrays, with names for their elements."""
        found = self.over(extent)
        if not found:
            return []
        chosen = [found[-1]] if self.chance(0.85) else [self.random.choice(found)]
        for pair in self.random.sample(found, len(found)):
            if pair not in chosen and len(chosen) < most and self.chance(0.65 if extent in "nd" else 0.35):
                chosen.append(pair)
        return [(self.fresh(), *pair) for pair in chosen]

    def elementwise(self, depth):
        """An array computed from others, element by element, or a sum of its elements."""
        choices = [e for e in ["k", "r", "d", "kd", "kd", "rd"] if not set(e) & set(self.around)]
        extents = self.random.choice(choices or ["d"])
        name = self.tabulate(extents)
        if name and len(extents) == 1 and self.chance(0.3):
            self.total(name, tensor(extents))
        elif name:
            self.add(name, tensor(extents))

    def tabulate(self, extents):
        """An array of these extents; None if there are none from which it is computed."""
        inner = tensor(extents[1:])
        bound = [each for each in self.bind(extents[0]) if inner != F64 or each[2][2] == F64]
        if not bound:
            return None
        name, lines = self.fresh(), self.lines
        self.lines = []
        with self.local():
            for x, _, type_ in bound:
                self.add(x, type_[2])
            if self.chance(0.3):
                self.scalar(0)
            value = self.tabulate(extents[1:]) if inner != F64 else self.mix(bound[0][0], 0.6)
            self.emit(f"chad.yield {value} : {text(inner)}")
        body, self.lines = self.lines, lines
        if value is None:
            return None
        header = ", ".join(f"{x} in {a} : {text(t)}" for x, a, t in bound)
        self.emit(f"{name} = chad.map ({header}) -> {text(tensor(extents))} {{")
        self.lines += body
        self.emit("}")
        return name

    def total(self, name, type_):
        op, unit = ("addf", "0.0") if self.chance(0.8) else ("maximumf", "-10.0")
        start, result = self.fresh(), self.fresh()
        self.emit(f"{start} = arith.constant {unit} : f64")
        self.combine(op, f"{result} = chad.reduce ({{left}}, {{right}} in {name} from {start} : {text(type_)})")
        self.add(result, F64)

    def added(self, value, type_):
        """A value plus something of its type: the next value of a state that is a sum."""
        result = self.fresh()
        if type_ == F64:
            addend = self.newest() if self.chance(0.8) else self.pick(F64)
            self.emit(f"{result} = arith.addf {value}, {addend} : f64")
            return result
        whole = [a for a in self.scope.get(type_, []) if a != value]
        if whole and self.chance(0.3):
            self.emit(f"{result} = arith.addf {value}, {self.random.choice(whole)} : {text(type_)}")
            return result
        own, bound = self.fresh(), self.bind(type_[1], 2)
        header = ", ".join(f"{x} in {a} : {text(t)}" for x, a, t in [(own, value, type_), *bound])
        self.emit(f"{result} = chad.map ({header}) -> {text(type_)} {{")
        with self.local():
            for x, _, t in bound:
                self.add(x, t[2])
            numbers = [x for x, _, t in bound if t[2] == F64]
            if type_[2] == F64 and numbers:
                product = self.fresh()
                self.emit(f"{product} = arith.mulf {numbers[0]}, {self.pick(F64)} : f64")
                self.add(product, F64)
            self.emit(f"chad.yield {self.added(own, type_[2])} : {text(type_[2])}")
        self.emit("}")
        return result

    # Loops ------------------------------------------------------------------

    def part_of_row(self):
        """A loop over the columns before the diagonal: the innermost one."""
        column, count, numbers = self.fresh(), self.fresh(), f"tensor<?x{INDEX}>"
        types = [array("r")] + [array("d")] * self.is_square
        arrays = [(name, type_) for type_ in types for name in self.scope.get(type_, [])[-3:]]
        if not arrays:
            return False
        arrays = self.random.sample(arrays, min(len(arrays), self.random.randint(1, 2)))

        def read():
            numbers = [self.define(F64, f"tensor.extract {name}[{column}] : {text(type_)}") for name, type_ in arrays]
            self.mix(self.random.choice(numbers), 0.8)

        if self.chance(0.5):
            self.emit(f"{count} = chad.build {column} < {self.row} -> tensor<?x{F64}> {{")
            with self.local():
                read()
                self.emit(f"chad.yield {self.newest()} : f64")
            self.emit("}")
            self.total(count, array("part"))
            return True
        self.emit(f"{count} = chad.build {column} < {self.row} -> {numbers} {{")
        self.emit(f"  chad.yield {column} : index")
        self.emit("}")
        state, result, start = self.fresh(), self.fresh(), self.pick(F64)
        self.emit(f"{result} = chad.fold ({column} in {count} : {numbers}) with ({state} = {start} : f64) {{")
        with self.local():
            read()
            self.emit(f"chad.yield {self.next_number(state)} : f64")
        self.emit("}")
        self.add(result, F64)
        return True

    def next_number(self, state):
        """The next value of a state that is a number: mostly a sum."""
        if self.is_orderly or self.chance(0.6):
            return self.added(state, F64)
        value, product, damped = self.pick(F64), self.fresh(), self.fresh()
        self.emit(f"{product} = arith.mulf {state}, {value} : f64")
        op = self.random.choice(["arith.addf", "arith.maximumf", "arith.subf"])
        result = self.define(F64, f"{op} {product}, {self.pick(F64)} : f64")
        self.emit(f"{damped} = math.tanh {result} : f64")
        return damped

    def start(self, type_):
        """A value from which a state begins; None if there is none of this type."""
        if type_ == F64:
            return self.pick(F64)
        return self.random.choice(self.scope[type_]) if self.scope.get(type_) else None

    def states(self, extents):
        """The types of the states of a loop over the first of these extents, besides those that it takes over."""
        inner = extents[1:]
        if inner and self.chance(0.35):
            return []
        types = [F64] * self.random.choice([1, 1, 2])
        if inner and self.chance(0.6 if extents[0] == "n" else 0.1 if self.is_orderly else 0.25):
            types.append(tensor(self.random.choice({3: ["k", "d", "kd", "kd"], 2: ["d", "r", "kd"]}.get(len(inner), ["d"]))))
        return types

    def take_over(self, extent, carried):
        """Which carried values become states of a loop, and of which arrays it takes the elements. Of each, the name
        inside, the value, and its type.
        """
        states, own = [], []
        for value, type_ in carried:
            if isinstance(type_, tuple) and type_[1] == extent and self.chance(0.5):
                own.append((self.fresh(), value, type_))
            elif self.chance(0.25 if extent == "k" else 0 if self.is_orderly else 0.15):
                states.append((self.fresh(), value, type_))
        return states, own

    def count_to(self, extent):
        """The array of the numbers below an extent."""
        name, index = self.fresh(), self.fresh()
        self.emit(f"{name} = chad.build {index} < {self.extents[extent]} -> tensor<?x{INDEX}> {{")
        self.emit(f"  chad.yield {index} : index")
        self.emit("}")
        return name

    def loop(self, extents, carried):
        """A loop over the first of these extents, which contains one over those that follow. It may take over values
        that are carried: as states, or, of arrays, their elements. Returns the last values of those that it has taken.
        """
        extent, inner = extents[0], extents[1:]
        if not inner and self.row and self.chance(0.5) and self.part_of_row():
            return {}
        bound = self.bind(extent)
        states, own = self.take_over(extent, carried)
        taken = [value for _, value, _ in [*states, *own]]
        for type_ in self.states(extents):
            start = self.start(type_)
            if start:
                states.append((self.fresh(), start, type_))
        elements = [*bound, *own]
        number, is_counted = self.fresh(), False
        if not elements or self.chance(0.6 if extent == "r" else 0.15):
            is_counted = True
            elements.append((number, self.count_to(extent), array(extent, INDEX)))
        lines, row = self.lines, self.row
        self.lines = []
        self.around.append(extent)
        with self.local():
            for x, _, type_ in bound:
                self.add(x, type_[2])
            if is_counted:
                self.add(number, INDEX)
                self.row = number if extent == "r" else row
            for x, _, type_ in states:
                if type_ == F64 and (not inner or self.chance(0 if self.is_orderly else 0.2)):
                    self.add(x, F64)
            collected = self.loop_body(extents, [x for x, _, type_ in bound if type_[2] == F64],
                                       [(x, type_) for x, _, type_ in states] + [(x, type_[2]) for x, _, type_ in own])
        body, self.lines, self.row = self.lines, lines, row
        self.around.pop()
        types = [type_ for _, _, type_ in states]
        made = [type_ for _, _, type_ in own] + [array(extent, type_) for type_ in collected]
        names = [self.fresh() for _ in [*types, *made]]
        over = ", ".join(f"{x} in {a} : {text(t)}" for x, a, t in elements)
        collects = ", ".join(map(text, made))
        if states:
            direction = "right " if self.chance((extent != "n") * 0.05 if self.is_orderly else 0.2) else ""
            with_ = ", ".join(f"{x} = {start} : {text(t)}" for x, start, t in states)
            tail = f" collect ({collects})" if made else ""
            self.emit(f"{', '.join(names)} = chad.fold {direction}({over}) with ({with_}){tail} {{")
        else:
            self.emit(f"{', '.join(names)} = chad.map ({over}) -> ({collects}) {{")
        self.lines += body
        self.emit("}")
        results = dict(zip(taken, [*names[:len(taken) - len(own)], *names[len(types):]]))
        for name, type_ in zip(names, [*types, *made]):
            if name not in results.values():
                self.add(name, type_)
        return results

    def loop_body(self, extents, numbers, given):
        """The body of a loop. `numbers` are elements of its arrays, `given` are its states, and elements of arrays, with
        their types; it yields what follows them. Returns the types of what it yields besides.
        """
        extent, inner = extents[0], extents[1:]
        before = {name for names in self.scope.values() for name in names}
        if inner and (extent == "n" or not self.is_orderly):
            for _ in range(self.random.randint(0, 2)):
                self.statement(1)
        if extent == "n" and self.chance(0.4):
            self.elementwise(1)
        following = {}
        for _ in range((2 if len(inner) > 1 and self.chance(0.2) else 1) if inner else 0):
            following |= self.loop(inner, [each for each in given if each[0] not in following])
            for type_ in map(tensor, "krd"):
                made = [name for name in self.scope.get(type_, []) if name not in before]
                if made and self.chance(0.5):
                    self.total(made[-1], type_)
        mixed = [self.newest()] if inner else numbers or [self.pick(F64)]
        for _ in range(self.random.choice([0, 0, 1, 2])):
            self.statement(1 if inner else 0)
        for value in mixed:
            self.mix(value, 0.4 if inner else 0.8)
        next_ = lambda x, type_: self.next_number(x) if type_ == F64 else self.added(x, type_)
        yielded = [(following.get(x) or next_(x, type_), type_) for x, type_ in given]
        local = [(name, type_) for type_, names in self.scope.items() for name in names
                 if name not in before and is_float(type_)]
        self.random.shuffle(local)
        most = self.random.choice([0, 1, 1, 2] if inner else [0, 0, 0, 1])
        if not given:
            most = max(most, 1)
        collected = local[:most]
        self.emit("chad.yield " + ", ".join(name for name, _ in [*yielded, *collected]) + " : " +
                  ", ".join(text(type_) for _, type_ in [*yielded, *collected]))
        return [type_ for _, type_ in collected]

    # Programs ---------------------------------------------------------------

    def generate(self, seed):
        chosen = [e for i, e in enumerate(ARGUMENTS) if i < 3 or self.chance(0.6)]
        arguments = [tensor(e) for e in chosen]
        names = [self.fresh() for _ in arguments]
        for extent, (name, type_, axis) in {"n": (names[0], arguments[0], 0), "d": (names[0], arguments[0], 1),
                                            "k": (names[2], arguments[2], 0), "r": (names[2], arguments[2], 1)}.items():
            number, self.extents[extent] = self.fresh(), self.fresh()
            self.emit(f"{number} = arith.constant {axis} : index")
            self.emit(f"{self.extents[extent]} = tensor.dim {name}, {number} : {text(type_)}")
        for name, type_ in zip(names, arguments):
            self.add(name, type_)
        before = {name for each in self.scope.values() for name in each}
        self.loop("nkrd" if self.is_orderly else self.random.choice(ORDERS), [])
        results = [(name, type_) for type_, each in self.scope.items() for name in each
                   if name not in before and is_float(type_)]
        header = ", ".join(f"{n}: {text(t)}" for n, t in zip(names, arguments))
        types = ", ".join(text(t) for _, t in results)
        lines = [f"func.func private @p{seed}({header}) -> ({types}) {{", *self.lines,
                 f"  return {', '.join(n for n, _ in results)} : {types}", "}", ""]
        return "\n".join(lines), arguments, [t for _, t in results], self.is_square


def generate_program(seed):
    """The text, the types of the arguments and of the results, and whether there are as many rows as columns."""
    return Nests(seed).generate(seed)


class Point(exact.Program):
    """A program, in f64, and a point at which it is differentiated; of a program that is run in f32, all numbers are
    of f32. Where there are many inputs, gradients are compared by their products with a few random directions.
    """

    EVALUATION = {"fuel": 5000000}
    MOST_INPUTS, NUM_DIRECTIONS = 80, 8
    LARGEST = 1e6

    def __init__(self, seed, source, made, extents):
        self.extents = extents
        self.is_single = is_single(seed)
        if self.is_single:
            self.TOLERANCE = self.ROUGH = 1e-4
            self.EVALUATION = {**self.EVALUATION, "distance": 1e-5}
        super().__init__(seed, source, made)
        self.basis = None
        if sum(map(np.size, self.directions)) > self.MOST_INPUTS:
            self.basis = [self.weights((self.NUM_DIRECTIONS, *np.shape(d))) for d in self.directions]

    def make_duals(self):
        if not self.basis:
            return super().make_duals()
        values = [self.values[i] for i in self.active]
        return [Dual(np.concatenate([[value], [direction], basis, np.zeros_like(basis)]))
                for value, direction, basis in zip(values, self.directions, self.basis)]

    def pull(self, parts, weights):
        return [sum_parts(parts, weights, self.NUM_DIRECTIONS)] if self.basis else super().pull(parts, weights)

    def project(self, name, found):
        """What is compared of the results of a function."""
        if name != "reverse" or not self.basis:
            return found
        return [sum(np.reshape(b, (len(b), -1)) @ np.ravel(f).astype(float) for b, f in zip(self.basis, found))]

    def round(self, values):
        return np.asarray(values, np.float32).astype(float) if self.is_single else values

    def draw_extent(self, extent, rng):
        return self.extents[extent]

    def draw(self, type_, rng, most):
        return self.round(super().draw(type_, rng, 1))

    def weights(self, shape):
        return self.round(super().weights(shape))

    def compare_all(self, name, found):
        """Raises an exception if these arrays are not the results of a function."""
        for i, (result, expected) in enumerate(zip(self.project(name, found), self.expected[name], strict=True)):
            if np.size(expected) and np.shape(result) != np.shape(expected):
                raise Failure(f"{name}: type", f"{name}, result {i} of seed {self.seed}: the shape {np.shape(result)}, "
                                               f"expected {np.shape(expected)}")
            self.compare_numbers(name, i, np.ravel(result).astype(float), np.ravel(expected))

    def calls(self, second):
        """The functions that are called, with what their results are in `expected`."""
        first, seeds = [*self.values, *self.cotangents], [*self.values, *self.directions]
        calls = [("value", "p", self.values), ("reverse", "g", first), ("forward", "t", seeds)]
        if second:
            calls.append((second, "s", [*self.values, *self.directions, *self.cotangents, *self.others]))
        return calls


def points(seed, made, source=None):
    """The points of a program: one without any iterations of a loop, one of many iterations, and others."""
    rng = random.Random(seed)
    is_square = made[3]

    def point(n, k, r, d):
        return Point(seed, source, made[:3], {"n": n, "k": k, "r": d if is_square else r, "d": d})

    empty = [rng.randint(1, 9), rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 4)]
    empty[rng.randrange(4)] = 0
    large = [(260, 1, 1, 1), (1, 131, 1, 2), (1, 2, 16, 9)]
    # A state that is doubled in each iteration of an innermost loop soon exceeds the numbers of f32.
    if not is_square and not is_single(seed):
        large += [(1, 1, 260, 1), (1, 2, 1, 131)]
    large = rng.choice(large)
    extents = [tuple(empty), (8 + rng.randint(0, 1), rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 4)),
               (rng.randint(10, 25), rng.randint(1, 3), rng.randint(1, 4), rng.randint(1, 5)), large]
    return [point(*each) for each in extents]


def library(seed, made, source, second):
    """The text of a library of a program, its derivatives, and the second derivative of this name."""
    program = Point(seed, source, made[:3], dict.fromkeys("nkrd", 0))
    x, inputs, outputs = program.arguments, program.inputs, program.outputs
    sizes = np.cumsum([len(x), len(inputs), len(outputs)])

    def body(lines, names):
        return program.request_second(second, lines, *(list(part) for part in np.split(names, sizes)))

    text_ = program.text + program.define_derivatives()
    if second:
        text_ += program.define(f"s{seed}", [*x, *inputs, *outputs, *outputs], program.types_of(second), body)
    text_ = text_.replace("func.func private", "func.func")
    return text_.replace(F64, "f32") if program.is_single else text_


def run_library(folder):
    """Calls functions of a library, and keeps their results: a process of its own."""
    with open(os.path.join(folder, "calls"), "rb") as file:
        calls = pickle.load(file)
    made = Library(os.path.join(folder, "nests.so"))
    results = [getattr(made, name)(*arguments) for name, arguments in calls]
    with open(os.path.join(folder, "results"), "wb") as file:
        pickle.dump(results, file)


class Case:
    """A program, its points, and what is expected there. The name of the second derivative is chosen by the seed."""

    def __init__(self, options, seed, made, source=None):
        self.options, self.seed = options, seed
        self.points = points(seed, made, source)
        functions = exact.parse_functions(options, self.points[0].text)
        for point in self.points:
            try:
                point.evaluate(functions, repeatable=True)
            except (Broken, Unsupported) as found:
                raise Failure(f"evaluation: {type(found).__name__}", f"seed {seed}: {found}") from None
        self.used = [point for point in self.points if not point.skipped and point.scale < point.LARGEST]
        self.second = random.Random(seed).choice([*exact.SECOND, "reverse over reverse"])
        self.source = library(seed, made, source, self.second)
        if options.plant:
            self.source = self.source.replace(*options.plant.split("="))
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            with open(os.path.join(options.keep, f"seed{seed}.mlir"), "w", encoding="utf-8") as file:
                file.write(self.source)

    def run(self, way, folder, order):
        """The results of all calls, if the threads of the GPU have this order."""
        exact.complete([sys.executable, os.path.abspath(__file__), "--call", folder], "", f"{way}, run",
                       {"CHAD_EMULATED_ORDER": str(order)}, self.options.timeout)
        with open(os.path.join(folder, "results"), "rb") as file:
            return pickle.load(file)

    def check(self, way, folder):
        """Raises the first failure. Returns which of `REMARKS` there were."""
        path, seed = os.path.join(folder, "nests"), self.seed
        compiled = exact.complete([self.options.run, "-", "--emit=so", "-o", f"{path}.so", "--remarks=distribute-kernels",
                                   *exact.RUNS["kernels"]], self.source, way, WAYS[way], self.options.timeout)
        exact.execute([self.options.run, "-", "--emit=header", "-o", f"{path}.h"], self.source, way)
        checked, calls = [], []
        for point in self.used:
            kind = np.float32 if point.is_single else float
            # Second derivatives take long.
            for name, function, arguments in point.calls("" if point.basis else self.second):
                checked.append((point, name))
                calls.append((f"{function}{seed}", [np.asarray(a, kind) for a in arguments]))
        with open(os.path.join(folder, "calls"), "wb") as file:
            pickle.dump(calls, file)
        results = self.run(way, folder, 0)
        for (point, name), found in zip(checked, results, strict=True):
            try:
                point.compare_all(name, found)
            except Failure as failed:
                raise Failure(failed.kind, f"{point.extents}: {failed}") from None
        if way == "jammed":
            for (point, name), found, again in zip(checked, results, self.run(way, folder, 5), strict=True):
                if any(a.tobytes() != b.tobytes() for a, b in zip(found, again, strict=True)):
                    raise Failure(f"{name}: order", f"{name} of seed {seed}, {point.extents}: other bits in another order")
        return {name for name, remark in REMARKS.items() if remark in compiled.stderr}


def failure(case, way):
    """The failure of a program, None if there is none, and the remarks."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return None, case.check(way, folder)
        except Failure as found:
            return found, set()


def shrink(options, seed, made, way, kind):
    """The text of the program, reduced to the results and statements that the failure needs."""
    def broken(source):
        try:
            found, _ = failure(Case(options, seed, made, source), way)
        except (Failure, KeyError, AttributeError):
            return False
        return found is not None and found.kind == kind

    return cut_down(made[0], seed, len(made[2]), broken)


def check_program(options, seed):
    """Messages of failures, the remarks, and how many points were skipped, in all ways to run a program."""
    made = generate_program(seed)
    messages, remarks = [], set()
    case = Case(options, seed, made)
    for way in [options.way] if options.way else ["jammed", ["apart", "copied"][seed % 2]]:
        found, some = failure(case, way)
        remarks |= some
        if found:
            program = shrink(options, seed, made, way, found.kind) if options.shrink else ""
            size = f"cut down to {program.count(chr(10))} lines\n" if program else ""
            messages.append(f"seed {seed}, {way}: {found.kind}: {found}\n{size}{program}")
    return messages, remarks, len(case.points) - len(case.used)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_FUZZ_SEED", "0")))
    parser.add_argument("--from", dest="first", type=int, help="the first program, instead of a seed")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--way", choices=WAYS, help="all programs in this way")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--plant", metavar="TEXT=OTHER", help="replace text in the programs that are compiled")
    parser.add_argument("--keep", metavar="DIRECTORY", help="where libraries are written")
    parser.add_argument("--timeout", type=float, default=600, help="seconds, for a program to be compiled, or to run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--print", type=int, metavar="SEED", help="print a program")
    parser.add_argument("--call", metavar="DIRECTORY", help="for internal use")
    options = parser.parse_args()
    if options.call:
        run_library(options.call)
        return 0
    if options.print is not None:
        print(generate_program(options.print)[0])
        return 0
    first = options.seed * options.count if options.first is None else options.first
    seeds = range(first, first + options.count)
    print(f"programs {first} to {seeds[-1]}, seed {options.seed}")
    failures = skipped = 0
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for messages, remarks, some in pool.map(lambda seed: check_program(options, seed), seeds):
            counts.update(remarks)
            skipped += some
            failures += bool(messages)
            for message in messages:
                print(message, flush=True)
    for why, number in exact.on_cpu.items():
        print(f"{number} on the CPU, not as kernels: {why}")
    print(f"{skipped} points depend on rounding, or have large numbers")
    print(f"{options.count - failures} programs agree, {failures} do not: "
          + ", ".join(f"{counts[name]} {name}" for name in REMARKS))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
