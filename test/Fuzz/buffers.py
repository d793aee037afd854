"""Random programs on buffers: loops that read and write arrays in place.

    buffers.py count seed folder

Each program is run here, statement by statement, compiled and interpreted by chad-run, which also
compares its derivatives with differences.
"""

import math
import pathlib
import random
import subprocess
import sys


class Program:
    """A function of three arrays, as text and as Python."""

    def __init__(self, rng):
        self.rng = rng
        self.n, self.m = rng.randint(2, 4), rng.randint(2, 4)
        self.dynamic = rng.random() < 0.5
        self.shapes = {"a": (self.n, self.m), "b": (self.m, self.n), "v": (self.n,), "w": (self.m,), "s": ()}
        self.lines = []
        self.count = 0
        self.indent = 1
        self.code = self.block([], rng.randint(1, 3), 0)

    def type(self, name):
        extents = ["?" if self.dynamic else str(extent) for extent in self.shapes[name]]
        return "memref<" + "".join(extent + "x" for extent in extents) + "f64>"

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self):
        self.count += 1
        return f"%t{self.count}"

    # A loop variable is (name, lowest value, one more than the highest value).
    def index(self, variables, extent):
        """An index into a dimension, as text and as Python; None where no variable fits."""
        fitting = []
        for variable, low, high in variables:
            for offset in (-1, 0, 1):
                if low + offset >= 0 and high + offset <= extent:
                    fitting += [(variable, offset)] * (4 if offset == 0 else 1)
        if not fitting or self.rng.random() < 0.1:
            constant = self.rng.randrange(extent)
            return str(constant), str(constant)
        variable, offset = self.rng.choice(fitting)
        sign = "+" if offset >= 0 else "-"
        text = f"%{variable}" + (f" {sign} {abs(offset)}" if offset else "")
        return text, f"{variable} {sign} {abs(offset)}"

    def place(self, variables, name):
        pairs = [self.index(variables, extent) for extent in self.shapes[name]]
        return ", ".join(pair[0] for pair in pairs), "(" + "".join(f"{pair[1]}, " for pair in pairs) + ")"

    def load(self, variables, array=None, place=None):
        array = array or self.rng.choice(["a", "a", "b", "v", "w"])
        text, code = place or self.place(variables, array)
        result = self.name()
        if array == "s":
            self.emit(f"{result} = memref.load %s[] : memref<f64>")
        else:
            self.emit(f"{result} = affine.load %{array}[{text}] : {self.type(array)}")
        return result, f"{array}[{code}]"

    def expression(self, variables, depth):
        if depth == 0 or self.rng.random() < 0.2:
            return self.load(variables)
        x, x_code = self.expression(variables, depth - 1)
        kind = self.rng.choice(["sin", "add", "mul", "half"])
        result = self.name()
        if kind == "sin":
            self.emit(f"{result} = math.sin {x} : f64")
            return result, f"math.sin({x_code})"
        if kind == "half":
            self.emit(f"{result} = arith.mulf {x}, %half : f64")
            return result, f"(0.5 * {x_code})"
        y, y_code = self.expression(variables, depth - 1)
        if kind == "add":
            self.emit(f"{result} = arith.addf {x}, {y} : f64")
            return result, f"({x_code} + {y_code})"
        self.emit(f"{result} = arith.mulf {x}, {y} : f64")
        return result, f"({x_code} * {y_code})"

    def store(self, variables):
        array = self.rng.choice(["a", "b", "v", "w", "s"])
        place = self.place(variables, array)
        value, code = self.expression(variables, 2)
        if self.rng.random() < 0.5:
            # Values stay of the order of one.
            old, old_code = self.load(variables, array, place)
            half, result = self.name(), self.name()
            if self.rng.random() < 0.5:
                self.emit(f"{half} = arith.addf {value}, {old} : f64")
                code = f"({code} + {old_code})"
            else:
                self.emit(f"{half} = arith.mulf {value}, {old} : f64")
                code = f"({code} * {old_code})"
            value = half
        result = self.name()
        if array != "s" or self.rng.random() < 0.5:
            self.emit(f"{result} = math.sin {value} : f64")
            value, code = result, f"math.sin({code})"
        if array == "s":
            self.emit(f"memref.store {value}, %s[] : memref<f64>")
        else:
            self.emit(f"affine.store {value}, %{array}[{place[0]}] : {self.type(array)}")
        return [f"{array}[{place[1]}] = {code}"]

    def loop(self, variables, depth):
        variable = f"i{self.count}"
        self.count += 1
        extent, size = self.rng.choice([(self.n, "n"), (self.m, "m")])
        low = self.rng.choice([0, 0, 0, 1])
        less = self.rng.choice([0, 0, 0, 1])
        high = extent - less
        step = self.rng.choice([1, 1, 1, 2])
        bound = str(high)
        upper = str(high)
        if self.dynamic:
            upper = f"affine_map<()[e] -> (e - {less})>()[%{size}]" if less else f"%{size}"
        if variables and self.rng.random() < 0.3:
            # A triangle.
            outer, outer_low, outer_high = self.rng.choice(variables)
            if outer_high - 1 <= high:
                upper, bound, high = f"affine_map<(i) -> (i)>(%{outer})", outer, outer_high - 1
        self.emit(f"affine.for %{variable} = {low} to {upper} step {step} {{")
        self.indent += 1
        body = self.block(variables + [(variable, low, max(high, low))], self.rng.randint(1, 2), depth + 1)
        self.indent -= 1
        self.emit("}")
        return [f"for {variable} in range({low}, {bound}, {step}):"] + ["  " + line for line in body]

    def branch(self, variables, depth):
        variable, low, high = self.rng.choice(variables)
        constant = self.rng.randint(low, max(high - 1, low))
        self.emit(f"affine.if affine_set<(i) : (i - {constant} >= 0)>(%{variable}) {{")
        self.indent += 1
        # In it the variable is known to be larger.
        inside = [(v, max(l, constant) if v == variable else l, h) for v, l, h in variables]
        body = self.block(inside, 1, depth + 1)
        self.indent -= 1
        self.emit("}")
        return [f"if {variable} >= {constant}:"] + ["  " + line for line in body]

    def block(self, variables, count, depth):
        code = []
        for _ in range(count):
            choice = self.rng.random()
            if depth < 3 and choice < (0.9 if depth == 0 else 0.45):
                code += self.loop(variables, depth)
            elif variables and depth < 4 and choice < 0.55:
                code += self.branch(variables, depth)
            else:
                code += self.store(variables)
        return code

    def text(self):
        args = ", ".join(f"%{name}: {self.type(name)}" for name in "abvw")
        head = [f"func.func @main({args}) -> f64 {{", "  %half = arith.constant 0.5 : f64"]
        head += ["  %zero = arith.constant 0.25 : f64", "  %s = memref.alloca() : memref<f64>"]
        head += ["  memref.store %zero, %s[] : memref<f64>"]
        head += ["  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index"]
        if self.dynamic:
            head += [f"  %n = memref.dim %a, %c0 : {self.type('a')}", f"  %m = memref.dim %a, %c1 : {self.type('a')}"]
        tail = ["  %r = memref.load %s[] : memref<f64>", "  return %r : f64", "}", ""]
        return "\n".join(head + self.lines + tail)

    def run(self, arrays):
        values = {name: dict(array) for name, array in arrays.items()}
        values["s"] = {(): 0.25}
        exec("\n".join(self.code), {"math": math, "range": range}, values)
        return values


def literal(array, shape):
    if len(shape) == 1:
        return "[" + ", ".join(repr(array[i,]) for i in range(shape[0])) + "]"
    return "[" + ", ".join("[" + ", ".join(repr(array[i, j]) for j in range(shape[1])) + "]" for i in range(shape[0])) + "]"


def numbers(text):
    for bracket in "[],":
        text = text.replace(bracket, " ")
    return [[float(word) for word in line.split()[1:]] for line in text.splitlines()]


def close(x, y):
    return abs(x - y) <= 1e-10 * max(1, abs(x), abs(y))


def check(program, path, rng):
    arrays = {}
    for name in "abvw":
        shape = program.shapes[name]
        places = [(i,) for i in range(shape[0])]
        if len(shape) == 2:
            places = [(i, j) for i in range(shape[0]) for j in range(shape[1])]
        arrays[name] = {place: round(rng.uniform(-1, 1), 3) for place in places}
    path.write_text(program.text())
    args = ["chad-run", str(path)] + [f"--arg={literal(arrays[name], program.shapes[name])}" for name in "abvw"]
    after = program.run(arrays)
    expected = [[after["s"][()]]] + [list(after[name].values()) for name in "abvw" if f"%{name}[" in program.text() and f", %{name}[" in program.text()]
    for option in ([], ["--interpret"]):
        done = subprocess.run(args + option, capture_output=True, text=True)
        if done.returncode:
            return done.stderr
        found = numbers(done.stdout)
        if len(found) != len(expected) or not all(
            len(f) == len(e) and all(map(close, f, e)) for f, e in zip(found, expected)
        ):
            return f"{option}: {found}, expected {expected}"
    done = subprocess.run(args + ["--grad-check"], capture_output=True, text=True)
    if done.returncode or "gradient check" not in done.stdout:
        return done.stdout + done.stderr
    return ""


def main():
    count, seed, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for i in range(count):
        rng = random.Random(f"{seed}/{i}")
        program = Program(rng)
        path = folder / f"{i}.mlir"
        problem = check(program, path, rng)
        if problem:
            wrong += 1
            print(f"program {i}, in {path}: {problem}\n{program.text()}\n" + "\n".join(program.code))
    print(f"{count} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
