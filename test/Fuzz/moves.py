"""Random programs of pads, slices, insertions and maps, with their derivatives.

Each program is interpreted with derivatives expanded, and compiled and run. All numbers are small integers, so
that both ways give the same results. Extents are dynamic, and some are zero. A program that allocates more than
it frees is a failure, too.

    python3 moves.py --opt chad-opt --run chad-run --from 0 --count 100
"""

import argparse
import concurrent.futures
import os
import random
import subprocess

MAX_EXTENT = 14


class Program:
    """A function @f of two arrays and a float, and @main with its value and derivative."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rank = self.random.choice([1, 1, 2])
        self.lines = []
        self.count = 0
        self.type = self.array(self.rank)
        # Outer extents of zero would leave literals without inner ones.
        self.shape = tuple(self.random.choice([0, 1, 2, 3, 4, 5, 9] if dim == self.rank - 1
                                              else [1, 2, 3, 5]) for dim in range(self.rank))
        self.arrays = [("%xs", self.shape), ("%ys", self.shape)]
        for _ in range(self.random.randint(4, 12)):
            self.add_statement()
        self.result, self.result_shape = self.arrays[-1]

    @staticmethod
    def array(rank):
        return f"tensor<{'?x' * rank}f64>"

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line):
        self.lines.append(line)

    def dynamic(self, number):
        """A number that the compiler does not know."""
        constant, product = self.name(), self.name()
        self.emit(f"{constant} = arith.constant {number} : index")
        self.emit(f"{product} = arith.muli {constant}, %one_index : index")
        return product

    def offsets(self, numbers):
        return ", ".join(str(number) if self.random.random() < 0.5 else self.dynamic(number)
                         for number in numbers)

    def sizes(self, numbers):
        return ", ".join(self.dynamic(number) for number in numbers)

    def add_statement(self):
        source, shape = self.random.choice(self.arrays)
        make = self.random.choice([self.pad, self.slice, self.slice, self.insert, self.insert,
                                   self.map, self.map, self.map, self.map])
        made = make(source, shape)
        if made and (self.rank == 1 or made[1][0] > 0):
            self.arrays.append(made)

    def pad(self, source, shape):
        low = [self.random.choice([0, 0, 1, 1, 2, 5]) for _ in shape]
        high = [self.random.choice([0, 0, 1, 1, 3]) for _ in shape]
        padded = tuple(map(sum, zip(low, shape, high)))
        if max(padded) > MAX_EXTENT:
            return None
        low, high = self.offsets(low), self.offsets(high)
        result = self.name()
        args = ", ".join(f"%p{self.count}_{dim}: index" for dim in range(self.rank))
        value = self.random.choice(["%zero", "%zero", "%one", "%k"])
        self.emit(f"{result} = tensor.pad {source} low[{low}] high[{high}] {{")
        self.emit(f"^bb0({args}):")
        self.emit(f"  tensor.yield {value} : f64")
        self.emit(f"}} : {self.type} to {self.type}")
        return result, padded

    def slice(self, source, shape):
        wanted = self.random.choice(self.arrays)[1]
        strides, offsets, sizes = [], [], []
        for extent, size in zip(shape, wanted):
            stride = self.random.choice([1, 1, 1, 2])
            if self.random.random() < 0.2 or (size and (size - 1) * stride >= extent):
                size = self.random.randint(0, (extent + stride - 1) // stride)
            reach = (size - 1) * stride + 1 if size else 0
            strides.append(str(stride))
            offsets.append(self.random.randint(0, extent - reach))
            sizes.append(size)
        at, extents = self.offsets(offsets), self.sizes(sizes)
        result = self.name()
        self.emit(f"{result} = tensor.extract_slice {source}[{at}] [{extents}] "
                  f"[{', '.join(strides)}] : {self.type} to {self.type}")
        return result, tuple(sizes)

    def insert(self, source, shape):
        around = tuple(extent + self.random.choice([0, 0, 1, 2, 4]) for extent in shape)
        larger = [array for array in self.arrays
                  if all(a >= b for a, b in zip(array[1], shape))]
        if max(around) > MAX_EXTENT:
            return None
        if self.random.random() < 0.5:
            dest, around = self.random.choice(larger)
        else:
            extents = self.sizes(around)
            dest = self.name()
            value = self.random.choice(["%zero", "%zero", "%one"])
            self.emit(f"{dest} = tensor.splat {value}[{extents}] : {self.type}")
        at = self.offsets([self.random.randint(0, a - b) for a, b in zip(around, shape)])
        extents = self.sizes(shape)
        result = self.name()
        ones = ", ".join("1" * self.rank)
        self.emit(f"{result} = tensor.insert_slice {source} into {dest}[{at}] [{extents}] "
                  f"[{ones}] : {self.type} into {self.type}")
        return result, around

    def map(self, _, shape):
        same = [name for name, other in self.arrays if other == shape]
        sources = [self.random.choice(same) for _ in range(self.random.randint(1, 3))]
        result = self.name()
        self.emit_map(result, sources, self.rank)
        return result, shape

    def emit_map(self, result, sources, rank):
        type_ = self.array(rank)
        args = [self.name() for _ in sources]
        reads = ", ".join(f"{arg} in {source} : {type_}" for arg, source in zip(args, sources))
        self.emit(f"{result} = chad.map ({reads}) -> {type_} {{")
        if rank == 1:
            value, element = self.combine(args), "f64"
        else:
            value, element = self.name(), self.array(rank - 1)
            if self.random.random() < 0.4:
                args.append(self.shift(args[0], element))
            self.emit_map(value, args, rank - 1)
        self.emit(f"  chad.yield {value} : {element}")
        self.emit("}")

    def shift(self, row, type_):
        """A row that is moved, within zeros."""
        width = self.random.randint(1, 3)
        padded, extent, shifted = self.name(), self.name(), self.name()
        self.emit(f"{padded} = tensor.pad {row} low[{width}] high[{width}] {{")
        self.emit(f"^bb0({padded}_0: index):")
        self.emit("  tensor.yield %zero : f64")
        self.emit(f"}} : {type_} to {type_}")
        self.emit(f"{extent} = tensor.dim {row}, %c0 : {type_}")
        self.emit(f"{shifted} = tensor.extract_slice {padded}[{self.random.randint(0, 2 * width)}] "
                  f"[{extent}] [1] : {type_} to {type_}")
        return shifted

    def combine(self, values):
        total = values[0]
        for value in values[1:]:
            result = self.name()
            op = self.random.choice(["addf", "subf"])
            self.emit(f"  {result} = arith.{op} {total}, {value} : f64")
            total = result
        if self.random.random() < 0.6:
            result = self.name()
            self.emit(f"  {result} = arith.mulf %k, {total} : f64")
            total = result
        return total

    def text(self):
        type_, lines = self.type, "\n  ".join(self.lines)
        lin = f"!chad.lin<{type_}>"
        args = f"%xs: {type_}, %ys: {type_}, %k: f64, %one_index: index"
        return f"""func.func private @f({args}) -> {type_} {{
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  {lines}
  return {self.result} : {type_}
}}
func.func @main({args}, %ct: {type_}) -> ({type_}, {type_}, {type_}, f64) {{
  %l = chad.to_linear %ct : {type_}
  %r:4 = chad.vjp @f(%xs, %ys, %k, %one_index) seed(%l) wrt [0, 1, 2]
      : ({type_}, {type_}, f64, index, {lin}) -> ({type_}, {lin}, {lin}, !chad.lin<f64>)
  %dx = chad.from_linear %r#1 : {lin}
  %dy = chad.from_linear %r#2 : {lin}
  %dk = chad.from_linear %r#3 : !chad.lin<f64>
  return %r#0, %dx, %dy, %dk : {type_}, {type_}, {type_}, f64
}}
"""

    def arguments(self):
        def literal(shape):
            if not shape:
                return str(self.random.randint(-3, 3))
            return "[" + ", ".join(literal(shape[1:]) for _ in range(shape[0])) + "]"

        return [literal(self.shape), literal(self.shape), "2", "1", literal(self.result_shape)]


def execute(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)


def failure(options, seed):
    """The reason why a program fails; None if it does not."""
    program = Program(seed)
    text = program.text()
    expanded = execute([options.opt, "-", "--chad-to-first-order"], text)
    if expanded.returncode:
        return f"seed {seed}: {expanded.stderr}{text}"
    run = [options.run, "-", "--entry=main", "--full",
           *(f"--arg={literal}" for literal in program.arguments())]
    expected = execute([*run, "--interpret"], expanded.stdout)
    compiled = execute([*run, "--count-allocations", *options.run_option], expanded.stdout)
    head, _, results = compiled.stdout.partition("\n")
    if (expected.returncode or compiled.returncode or not head.endswith("left 0")
            or results.replace("-0", "0") != expected.stdout.replace("-0", "0")):
        return (f"seed {seed}:\n{text}expected {expected.stdout}{expected.stderr}"
                f"compiled {compiled.stdout}{compiled.stderr}")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--run-option", action="append", default=[], help="for chad-run")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        failures = [why for why in pool.map(lambda seed: failure(options, seed), seeds) if why]
    for why in failures:
        print(why)
    print(f"{options.count - len(failures)} programs agree, {len(failures)} do not")


if __name__ == "__main__":
    main()
