"""Random loops that add to an array at shifted positions, between bounds or modulo an extent.

Each program is interpreted, and compiled and run. All numbers are small integers, so that both ways give the
same results, whatever the order of the additions. Some loops are nested, some extents are dynamic, and some
loops count backwards.

    python3 scatters.py --opt chad-opt --run chad-run --from 0 --count 100

The last line also says how many loops `chad-scatter-to-gather` replaces.
"""

import argparse
import random
import re
import subprocess
import sys


class Program:
    """A function @main of an array of values and an array to which they are added."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        choose = self.random.choice
        self.count = 0
        self.lines = []
        self.element = choose(["f64", "f64", "f32"])
        self.is_dynamic = self.random.random() < 0.3
        self.rows = choose([1, 2, 3, 5, 8, 17, 33])
        self.columns = choose([0, 0, 1, 3, 9])
        self.extent = self.rows + (0 if self.is_dynamic else choose([0, 0, 1, 3]))
        self.text = self.make()

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, code):
        """Emits an op, and returns the name of its result."""
        name = self.name()
        self.lines.append(f"{name} = {code}")
        return name

    def constant(self, number):
        return self.emit(f"arith.constant {number} : index")

    def array(self, extent):
        rows = "?" if self.is_dynamic else extent
        return f"tensor<{rows}x{f'{self.columns}x' if self.columns else ''}{self.element}>"

    def position(self, index, extent, trips, divisor, is_known):
        """A random position of the iteration `index` in a dimension of `extent` elements."""
        kind = self.random.choice(["own", "shifted", "cyclic", "cyclic", "bounded", "bounded"])
        if kind == "cyclic":
            shift = self.constant(self.random.randint(0, 2 * trips))
            total = self.emit(f"arith.addi {index}, {shift} : index")
            return self.emit(f"arith.rem{self.random.choice('us')}i {total}, {divisor} : index")
        if kind == "own" or not is_known:
            return index
        if kind == "shifted":
            shift = self.constant(self.random.randint(0, extent - trips))
            return self.emit(f"arith.addi {index}, {shift} : index")
        low = min(self.random.choice([0, 0, 1]), extent - 1)
        high = max(extent - 1 - self.random.choice([0, 0, 1]), low)
        low, high, shift = map(self.constant, (low, high, self.random.randint(-3, 3)))
        total = self.emit(f"arith.addi {index}, {shift} : index")
        total = self.emit(f"arith.maxsi {total}, {low} : index")
        return self.emit(f"arith.minsi {total}, {high} : index")

    def body(self, state, state_type):
        """The additions of one iteration."""
        element = self.element
        value = self.emit(f"arith.mulf %x, %x : {element}")
        if self.random.random() < 0.3:
            # More than it costs to read the value.
            for _ in range(16):
                negative = self.emit(f"arith.negf {value} : {element}")
                value = self.emit(f"arith.maximumf {negative}, %x : {element}")
        for _ in range(self.random.randint(1, 4)):
            indices = [self.position("%i", self.extent, self.rows, "%n", not self.is_dynamic)]
            if self.columns:
                indices.append(self.position("%j", self.columns, self.columns, "%m", True))
            added = self.random.choice([value, "%x"])
            if self.random.random() < 0.3:
                bound = self.constant(self.random.randint(0, self.rows))
                condition = self.emit(f"arith.cmpi slt, %i, {bound} : index")
                added = self.emit(f"arith.select {condition}, {added}, %zero : {element}")
            state = self.emit(f"chad.accumulate {added} into {state}[{', '.join(indices)}] : {element} into {state_type}")
        self.lines.append(f"chad.yield {state} : {state_type}")

    def make(self):
        values, state = self.array(self.rows), self.array(self.extent)
        rows = "?" if self.is_dynamic else self.rows
        self.lines = [
            f"func.func @main(%xs: {values}, %t: {state}) -> {state} {{",
            f"%zero = arith.constant 0.0 : {self.element}",
            "%c0 = arith.constant 0 : index",
            f"%n = tensor.dim %xs, %c0 : {values}",
            f"%m = arith.constant {self.columns} : index",
            f"%is = chad.build %i < %n -> tensor<{rows}xindex> {{ chad.yield %i : index }}",
        ]
        init = "%t"
        if not self.is_dynamic and self.random.random() < 0.5:
            init = self.emit(f"arith.constant dense<0.0> : {state}")
        fold = f"chad.fold {self.random.choice(['', '', 'right '])}"
        if not self.columns:
            self.lines.append(f"%r = {fold}(%x in %xs : {values}, %i in %is : tensor<{rows}xindex>) with (%s = {init} : {state}) {{")
            self.body("%s", state)
        else:
            row, indices = f"tensor<{self.columns}x{self.element}>", f"tensor<{self.columns}xindex>"
            self.lines += [
                f"%js = chad.build %j < %m -> {indices} {{ chad.yield %j : index }}",
                f"%r = {fold}(%xr in %xs : {values}, %i in %is : tensor<{rows}xindex>) with (%s0 = {init} : {state}) {{",
                f"%r0 = chad.fold (%x in %xr : {row}, %j in %js : {indices}) with (%s = %s0 : {state}) {{",
            ]
            self.body("%s", state)
            self.lines += ["}", f"chad.yield %r0 : {state}"]
        self.lines += ["}", f"return %r : {state}", "}"]
        return "\n".join(self.lines)

    def arguments(self):
        def numbers(*shape):
            return [numbers(*shape[1:]) for _ in range(shape[0])] if shape else self.random.randint(-3, 3)

        inner = [self.columns] if self.columns else []
        return [f"--arg={numbers(rows, *inner)}" for rows in (self.rows, self.extent)]


def numbers_of(text):
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e[-+]?\d+)?|-?inf|nan", text.split(">", 1)[-1])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--run-option", action="append", default=[], help="for compiled runs")
    options = parser.parse_args()
    agree = gathered = 0
    for seed in range(options.first, options.first + options.count):
        program = Program(seed)
        arguments = program.arguments()

        def run(command, *more, program=program):
            done = subprocess.run([command, "-", *more], input=program.text, capture_output=True, text=True, check=False)
            return done.stdout if done.returncode == 0 else f"failed: {done.stderr}"

        expected = run(options.run, "--full", "--interpret", *arguments)
        found = run(options.run, "--full", *options.run_option, *arguments)
        gathered += "chad.accumulate" not in run(options.opt, "--chad-scatter-to-gather")
        if expected.startswith("tensor") and found.startswith("tensor") and numbers_of(found) == numbers_of(expected):
            agree += 1
        else:
            print(f"seed {seed}:\n{program.text}\n{' '.join(arguments)}\nexpected {expected}\nfound {found}")
    print(f"{agree} programs agree, {options.count - agree} do not; {gathered} loops are gathered")
    return agree != options.count


if __name__ == "__main__":
    sys.exit(main())
