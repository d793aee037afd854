"""Compares random programs and their first and second derivatives with dual numbers.

Programs of `shapes.py` and `differentiable.py` are evaluated on dual numbers, by evaluate.py, which
knows nothing of chad but its ops. Their values, forward and reverse derivatives, and second
derivatives (forward over reverse, reverse over reverse, reverse over forward, at cotangents some of
which are zero; the Hessian times a vector, by `chad.hvp`), and gradients at a batch of points, by
`chad.vmap`, are compared with what chad gives in one of several ways:

    rules           --chad-differentiate, then the interpreter
    first order     --chad-to-first-order, then the interpreter
    normal form     through unary normal form, then the interpreter
    linalg          --chad-to-linalg, then the interpreter
    compiled        chad-run
    threads         in three threads, whatever there is to do
    lanes           with vectors wherever they can be
    specialised     for the shapes of the arguments
    native          with inlined functions and the vectors of this processor
    kernels         as kernels for a GPU, emulated

Runs must free all memory that they allocate. Of a program whose results depend on rounding, or are NaN, only
the other results are compared. Many programs share one process; they are run one by one only if one of them
fails. For a failure, the seed is printed, and the program, reduced to a part that still fails. `--plant` puts a
mistake into the derivatives of the first three ways, to test that it is found.

    python3 exact.py --from 0 --count 200
    python3 exact.py --seed 7 --count 100      the slice of a seed: 700 to 799
    python3 exact.py --from 12 --count 1 --way compiled --keep DIRECTORY
"""

import argparse
import collections
import concurrent.futures
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

import differentiable
import shapes
from derivatives import cut_down
from evaluate import Broken, Evaluation, Unsupported, duals
from generate import F64, INDEX, text
from parsing import parse

RUNS = {
    "compiled": ["--vector-math=false"],
    "threads": ["--vector-math=false", "--threads=3", "--thread-grain=1"],
    "lanes": ["--vector-math=false", "--vectorize-everywhere"],
    "specialised": ["--vector-math=false", "--specialize"],
    "native": [],
    "kernels": ["-O0", "--vector-math=false", "--target=cuda-emulated"],
}
PASSES = {
    "rules": [["--chad-differentiate"]],
    "first order": [["--chad-to-first-order"]],
    "normal form": [["--chad-remove-functions", "--chad-to-unf", "--chad-differentiate"], ["--chad-from-unf"]],
    "linalg": [["--chad-to-first-order"], ["--chad-to-linalg=check-extents"]],
}
WAYS = [*PASSES, *RUNS]
SECOND = ["forward over reverse", "reverse over reverse", "reverse over forward"]
NUMBER = re.compile(r"[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)")
# Why programs in the way `kernels` did not run as such.
on_cpu = collections.Counter()


class Failure(Exception):
    """A failure: its kind, which must stay the same while a program is reduced, and its message."""

    def __init__(self, kind, reason):
        super().__init__(reason)
        self.kind = kind


def complete(command, source, kind, variables=None, timeout=600):
    """Runs a command, with more environment variables; raises an exception if it fails."""
    try:
        done = subprocess.run(command, input=source, capture_output=True, text=True, timeout=timeout,
                              env={**os.environ, **(variables or {})})
    except subprocess.TimeoutExpired:
        raise Failure(f"{kind}: no end", f"{command[0]}: no end") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error:" in line or "LLVM ERROR" in line]
        what = re.sub(r".*?error: ", "", lines[0])[:60] if lines else f"status {done.returncode}"
        shown = " ".join(a for a in command if "--arg" not in a)
        raise Failure(f"{kind}: {re.sub('[0-9]+', '#', what)}",
                      f"{shown}: status {done.returncode}: {done.stderr[done.stderr.index(lines[0]) if lines else 0:][:3000]}")
    on_cpu.update(re.findall("warning: the program runs on the CPU: (.*)", done.stderr))
    return done


def execute(command, source, kind):
    return complete(command, source, kind).stdout


def is_float(type_):
    while isinstance(type_, tuple):
        type_ = type_[2]
    return type_ == F64


def lin(type_):
    return f"!chad.lin<{text(type_)}>"


def sum_parts(parts, weights, count):
    """The weighted sums of the parts of outputs, one for each of `count` inputs."""
    flat = np.zeros(count)
    with np.errstate(all="ignore"):
        for part, weight in zip(parts, weights):
            flat += (part * weight).reshape(count, -1).sum(axis=1)
    return flat


class Program:
    """A program, the point at which it is differentiated, and what is expected there."""

    # Errors allowed in first and second derivatives, relative to the largest number, and options of `Evaluation`.
    TOLERANCE, ROUGH = 1e-9, 1e-7
    EVALUATION = {}

    def __init__(self, seed, source=None, made=None, extent=None):
        self.seed = seed
        generate = (shapes, shapes, differentiable)[seed % 3].generate_program
        self.text, self.arguments, self.results = made or generate(seed)
        if source is not None:
            self.text = source
            header = re.search(rf"func.func private @p{seed}\(.*\) -> \((.*)\) \{{", source)
            types = {text(t): t for t in self.results}
            self.results = [types[t] for t in header.group(1).split(", ")]
        rng = np.random.RandomState(seed)
        drawn = int(rng.choice([0, 1, 2, 2, 4]))
        self.extent = drawn if extent is None else extent
        self.values = [self.draw(t, rng, 1.5) for t in self.arguments]
        self.active = [i for i, t in enumerate(self.arguments) if is_float(t)]
        self.rng = rng
        self.directions = [self.weights(np.shape(self.values[i])) for i in self.active]
        self.count = itertools.count()

    def draw(self, type_, rng, most):
        if type_ == INDEX:
            return self.extent
        dims = []
        while isinstance(type_, tuple):
            extent = type_[1]
            dims.append(extent if isinstance(extent, int) else self.draw_extent(extent, rng))
            type_ = type_[2]
        values = rng.uniform(-most, most, dims).round(6)
        if most > 1 and rng.uniform() < 0.1:
            values = values * 0
        return values

    def draw_extent(self, extent, rng):
        """A number in the place of an extent that is not known."""
        return self.extent if extent is None else int(rng.randint(5))

    @property
    def inputs(self):
        return [self.arguments[i] for i in self.active]

    @property
    def outputs(self):
        return [t for t in self.results if is_float(t)]

    @property
    def scalars(self):
        """The positions of the results that have a gradient."""
        return [i for i, t in enumerate(self.results) if t == F64]

    # Expected results -------------------------------------------------------

    def evaluate(self, functions, repeatable):
        """Computes the results of the requests; raises an exception if that is impossible."""
        given = list(self.values)
        inputs = self.make_duals()
        for i, dual in zip(self.active, inputs):
            given[i] = dual
        count = inputs[0].count if inputs else 0
        evaluation = Evaluation(functions, count, repeatable=repeatable, **self.EVALUATION)
        with np.errstate(all="ignore"):
            results = evaluation.call(f"p{self.seed}", given)
        self.expected_values = [r.value if is_float(t) else np.asarray(r) for r, t in zip(results, self.results)]
        floats = [r for r, t in zip(results, self.results) if is_float(t)]
        finite = all(np.isfinite(f.parts).all() for f in floats)
        self.skipped = "depends on rounding" if evaluation.unstable else "" if finite else "not finite"
        self.cotangents = [self.weights(f.shape) for f in floats]
        self.others = [self.weights(f.shape) for f in floats]
        if self.seed % 4 == 0:
            self.cotangents = [c * (self.rng.uniform(size=np.shape(c)) < 0.5) for c in self.cotangents]
        self.scale = max([1.0] + [np.abs(f.parts).max() for f in floats if f.parts.size])
        pull = lambda which, weights: self.pull([getattr(f, which) for f in floats], weights)
        bent, pulled = pull("second", self.cotangents), pull("gradient", self.others)
        along = [f.along for f in floats]
        self.expected = {
            "value": self.expected_values,
            "forward": along,
            "reverse": pull("gradient", self.cotangents),
            "forward over reverse": [a + b for a, b in zip(bent, pulled)],
            "reverse over reverse": [*bent, *along],
            "reverse over forward": [*pull("second", self.others), *pulled],
        }
        if self.active:
            self.expected["batch"] = [np.stack([a, a]) for a in self.expected["reverse"]]
        if self.scalars and self.active:
            self.expected["hvp"] = self.pull([floats[self.outputs.index(F64)].second], [1.0])

    def make_duals(self):
        return duals.inputs([self.values[i] for i in self.active], self.directions)

    def weights(self, shape):
        return self.rng.uniform(-1, 1, shape).round(6)

    def pull(self, parts, weights):
        """The sums of the parts of all outputs, weighted, in the shapes of the inputs."""
        flat = sum_parts(parts, weights, sum(np.size(d) for d in self.directions))
        ends = np.cumsum([np.size(d) for d in self.directions])[:-1]
        return [np.reshape(p, np.shape(d)) for p, d in zip(np.split(flat, ends), self.directions)]

    # Requests ------------------------------------------------------

    def chosen(self, options):
        names = ["value", "forward", "reverse"]
        if self.skipped:
            return names[:1]
        second = list(self.expected)[3:]
        if options.second == "none":
            return names
        return names + (second if options.second == "all" else [random.Random(self.seed).choice(second)])

    def given(self):
        """The types and values of the arguments of the requests."""
        return [*zip(self.arguments, self.values), *zip(self.inputs, self.directions),
                *zip(self.outputs, self.cotangents), *zip(self.outputs, self.others)]

    def types_of(self, name):
        return {"value": self.results, "forward": self.outputs, "reverse": self.inputs,
                "forward over reverse": self.inputs, "reverse over reverse": [*self.inputs, *self.outputs],
                "reverse over forward": [*self.inputs, *self.inputs],
                "batch": [("array", 2, t) for t in self.inputs], "hvp": self.inputs}[name]

    def fresh(self):
        return f"%r{self.seed}_{next(self.count)}"

    def request(self, lines, op, callee, callee_results, names, types, weights, weight_types, given, wrt):
        """The tangents or cotangents of a jvp or vjp, converted to ordinary values."""
        lins = [self.fresh() for _ in weights]
        lines += [f"{l} = chad.to_linear {w} : {text(s)}" for l, w, s in zip(lins, weights, weight_types)]
        made = [self.fresh() for _ in range(len(callee_results) + len(given))]
        word = "along" if op == "jvp" else "seed"
        into = ", ".join([*map(text, types), *map(lin, weight_types)])
        out = ", ".join([*map(text, callee_results), *map(lin, given)])
        lines.append(f"{', '.join(made)} = chad.{op} @{callee}({', '.join(names)}) {word}({', '.join(lins)}) "
                     f"wrt {wrt} : ({into}) -> ({out})")
        plain = [self.fresh() for _ in given]
        lines += [f"{p} = chad.from_linear {m} : {lin(s)}" for p, m, s in zip(plain, made[len(callee_results):], given)]
        return plain

    def define(self, name, types, results, body):
        names = [f"%a{self.seed}_{i}" for i in range(len(types))]
        lines = []
        made = body(lines, names)
        header = ", ".join(f"{n}: {text(s)}" for n, s in zip(names, types))
        out = ", ".join(map(text, results))
        return "\n".join([f"func.func private @{name}({header}) -> ({out}) {{", *lines,
                          f"return {', '.join(made)} : {out}", "}", ""])

    def define_derivatives(self):
        """The functions @gSEED, of the cotangents, and @tSEED, of the tangents."""
        x, outputs, inputs, f, n = self.arguments, self.outputs, self.inputs, f"p{self.seed}", len(self.arguments)
        definitions = self.define(f"g{self.seed}", [*x, *outputs], inputs, lambda lines, a: self.request(
            lines, "vjp", f, self.results, a[:n], x, a[n:], outputs, inputs, self.active))
        return definitions + self.define(f"t{self.seed}", [*x, *inputs], outputs, lambda lines, a: self.request(
            lines, "jvp", f, self.results, a[:n], x, a[n:], inputs, outputs, self.active))

    def request_second(self, name, lines, x, u, cotangents, others):
        """A second derivative, of arguments of these names."""
        inputs, outputs, n = self.inputs, self.outputs, len(self.arguments)
        g, t = f"g{self.seed}", f"t{self.seed}"
        wrt_g = self.active + list(range(n, n + len(outputs)))
        wrt_t = self.active + list(range(n, n + len(inputs)))
        of_g, of_t = [*self.arguments, *outputs], [*self.arguments, *inputs]
        if name == "forward over reverse":
            return self.request(lines, "jvp", g, inputs, x + cotangents, of_g, u + others, [*inputs, *outputs], inputs, wrt_g)
        if name == "reverse over reverse":
            return self.request(lines, "vjp", g, inputs, x + cotangents, of_g, u, inputs, [*inputs, *outputs], wrt_g)
        return self.request(lines, "vjp", t, outputs, x + u, of_t, others, outputs, [*inputs, *inputs], wrt_t)

    def requests(self, options):
        """The functions, what @main does with its arguments, and the names of its results."""
        x, outputs, inputs = self.arguments, self.outputs, self.inputs
        functions = {f"p{self.seed}": self.results, f"g{self.seed}": inputs, f"t{self.seed}": outputs}
        f, g, t = functions
        fresh = self.fresh
        definitions = self.define_derivatives()
        names = [f"%m{self.seed}_{i}" for i in range(len(self.given()))]
        at = iter(names)
        take = lambda types: [next(at) for _ in types]
        xs, us, cs, ws = take(x), take(inputs), take(outputs), take(outputs)
        lines, results = [], []

        def call(callee, names, types):
            made = [fresh() for _ in functions[callee]]
            lines.append(f"{', '.join(made)} = func.call @{callee}({', '.join(names)}) : "
                         f"({', '.join(map(text, types))}) -> ({', '.join(map(text, functions[callee]))})")
            return made

        def call_batch():
            """The cotangents at two equal points: one argument is a batch."""
            two, batch, made = fresh(), fresh(), [fresh() for _ in inputs]
            types = [*x, *outputs]
            given = xs + cs
            first = self.active[0]
            array = ("array", 2, types[first])
            lines.append(f"{two} = arith.constant 2 : index")
            lines.append(f"{batch} = chad.build {fresh()} < {two} -> {text(array)} {{\n"
                         f"chad.yield {given[first]} : {text(types[first])}\n}}")
            given[first], types[first] = batch, array
            out = ", ".join(text(("array", 2, t)) for t in inputs)
            lines.append(f"{', '.join(made)} = chad.vmap @{g}({', '.join(given)}) : "
                         f"({', '.join(map(text, types))}) -> ({out})")
            return made

        def multiply_hessian():
            made = [fresh() for _ in inputs]
            lines.append(f"{', '.join(made)} = chad.hvp @{f}({', '.join(xs)}) along({', '.join(us)}) wrt {self.active} "
                         f"of [{self.scalars[0]}] : ({', '.join(map(text, [*x, *inputs]))}) -> "
                         f"({', '.join(map(text, inputs))})")
            return made

        second = lambda name: lambda: self.request_second(name, lines, xs, us, cs, ws)
        make = {
            "value": lambda: call(f, xs, x),
            "forward": lambda: call(t, xs + us, [*x, *inputs]),
            "reverse": lambda: call(g, xs + cs, [*x, *outputs]),
            **{name: second(name) for name in SECOND},
            "batch": call_batch,
            "hvp": multiply_hessian,
        }
        for name in self.chosen(options):
            results += zip(make[name](), self.types_of(name))
        header = [f"{m}: {text(s)}" for m, (s, _) in zip(names, self.given())]
        return definitions, header, lines, results

    def compare(self, options, lines):
        """Raises the first difference; `lines` has what a run printed."""
        for name in self.chosen(options):
            for i, (type_, expected) in enumerate(zip(self.types_of(name), self.expected[name], strict=True)):
                line = next(lines)
                printed = re.match(r"tensor<[^>]*>|\w+", line)[0]
                found = np.array([float(v) for v in NUMBER.findall(line[len(printed):])])
                dims = "".join(f"{d}x" for d in np.shape(expected))
                wanted = f"tensor<{dims}{F64 if is_float(type_) else type_}>" if isinstance(type_, tuple) else type_
                flat = np.ravel(expected).astype(float)
                # Rounding may decide what such a program computes.
                if self.skipped == "depends on rounding":
                    continue
                if printed != wanted and (flat.size or name == "value" and len(np.shape(expected)) < 2):
                    raise Failure(f"{name}: type", f"{name}, result {i} of seed {self.seed}: a {printed}, expected a {wanted}")
                self.compare_numbers(name, i, found, flat)

    def compare_numbers(self, name, number, found, expected):
        """Raises an exception if these are not the numbers of a result."""
        if len(expected) != len(found):
            raise Failure(f"{name}: type", f"{name}, result {number} of seed {self.seed}: {found}, expected {expected}")
        allowed = (self.TOLERANCE if name in ("value", "forward", "reverse") else self.ROUGH) * self.scale
        with np.errstate(invalid="ignore"):
            wrong = ~(np.abs(found - expected) <= allowed) & np.isfinite(expected)
        if wrong.any():
            raise Failure(f"{name}: differs", f"{name}, result {number} of seed {self.seed}:\n"
                                              f"got      {found}\nexpected {expected}")


def literal(value):
    if np.ndim(value):
        return "[" + ", ".join(map(literal, value)) + "]"
    return str(value) if isinstance(value, (int, np.integer)) else repr(float(value))


def argument(value, folder, number):
    """The argument as a literal, or as a file if a literal does not determine the shape."""
    if np.size(value):
        return literal(value)
    path = os.path.join(folder, f"{number}.npy")
    np.save(path, np.zeros(np.shape(value)))
    return path


def module(options, programs):
    """The text of a module whose @main answers all requests, and the values of its arguments."""
    functions, header, lines, results, values = [], [], [], [], []
    for program in programs:
        definitions, names, body, made = program.requests(options)
        functions += [program.text, definitions]
        header += names
        lines += body
        results += made
        values += [value for _, value in program.given()]
    types = ", ".join(text(t) for _, t in results)
    main = [f"func.func @main({', '.join(header)}) -> ({types}) {{", *lines,
            f"return {', '.join(n for n, _ in results)} : {types}", "}", ""]
    return "\n".join([*functions, *main]), values


def parse_functions(options, source):
    return parse(execute([options.opt, "-", "--mlir-print-op-generic"], source.replace("func.func private", "func.func"), "parse"))


def evaluate(options, way, programs):
    """Computes the expected results. A program that fails with native functions is evaluated again, alone, as
    one in which rounding may choose between equal numbers.
    """
    functions = parse_functions(options, "".join(p.text for p in programs))
    for program in programs:
        try:
            program.evaluate(functions, repeatable=way != "native" or len(programs) > 1)
        except (Broken, Unsupported) as found:
            raise Failure(f"evaluation: {type(found).__name__}", f"seed {program.seed}: {found}") from None


def check(options, way, programs, folder):
    """Raises the first failure of these programs."""
    evaluate(options, way, programs)
    source, values = module(options, programs)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        with open(os.path.join(options.keep, f"seed{programs[0].seed}.mlir"), "w", encoding="utf-8") as file:
            file.write(source)
    arguments = [f"--arg={argument(v, folder, i)}" for i, v in enumerate(values)]
    run = [options.run, "-", "--entry=main", "--full", *arguments]
    if way in PASSES:
        for passes in PASSES[way]:
            source = execute([options.opt, "-", *passes], source, way)
        if options.plant:
            source = source.replace(*options.plant.split("="))
        output = execute([*run, "--interpret"], source, f"{way}, run")
    else:
        output = execute([*run, "--count-allocations", *RUNS[way]], source, way)
        head, _, output = output.partition("\n")
        if not head.endswith("left 0"):
            raise Failure(f"{way}: leaks", f"{way}: a run leaks: {head}")
    lines = iter(output.splitlines())
    for program in programs:
        program.compare(options, lines)


def failure(options, way, programs):
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(options, way, programs, folder)
            return None
        except Failure as found:
            return found


def shrink(options, way, seed, kind):
    """The text of the program, reduced to the results and statements that the failure needs."""
    whole = Program(seed, extent=options.extent)
    made = (whole.text, whole.arguments, whole.results)

    def broken(source):
        try:
            program = Program(seed, source, made, options.extent)
        except (KeyError, AttributeError):
            return False
        found = failure(options, way, [program])
        return found is not None and found.kind == kind

    return cut_down(whole.text, seed, len(whole.results), broken)


def check_batch(options, way, seeds):
    """Runs programs in one process, and returns messages for those that fail, and the reasons why some were
    skipped.
    """
    programs = [Program(seed, extent=options.extent) for seed in seeds]
    found = failure(options, way, programs)
    skipped = sum(bool(getattr(p, "skipped", "")) for p in programs)
    if found is None:
        return [], skipped
    if len(seeds) > 1:
        half = len(seeds) // 2
        parts = [check_batch(options, way, part) for part in (seeds[:half], seeds[half:])]
        messages = [message for part, _ in parts for message in part]
        apart = sum(some for _, some in parts)
        if not messages and apart == skipped:
            messages = [f"seeds {seeds[0]} to {seeds[-1]}, {way}, fail together only: {found}"]
        return messages, apart
    program = shrink(options, way, seeds[0], found.kind) if options.shrink else ""
    size = f"cut down to {program.count(chr(10))} lines\n" if program else ""
    if program and options.keep:
        whole = programs[0]
        failure(options, way, [Program(seeds[0], program, (whole.text, whole.arguments, whole.results), options.extent)])
    return [f"seed {seeds[0]}, {way}: {found.kind}: {found}\n{size}{program}"], skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_FUZZ_SEED", "0")))
    parser.add_argument("--from", dest="first", type=int, help="the first program, instead of a seed")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--way", choices=WAYS, help="all programs in this way")
    parser.add_argument("--second", choices=["none", "one", "all"], default="one", help="second derivatives")
    parser.add_argument("--batch", type=int, default=8, help="programs that share a process")
    parser.add_argument("--extent", type=int, help="of all dynamic arrays, and the index that programs are given")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--plant", metavar="TEXT=OTHER", help="replace text in the derivatives")
    parser.add_argument("--keep", metavar="DIRECTORY", help="where modules with requests are written")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    first = options.seed * options.count if options.first is None else options.first
    seeds = list(range(first, first + options.count))
    print(f"programs {first} to {seeds[-1]}, seed {options.seed}")
    batches = [seeds[i:i + options.batch] for i in range(0, len(seeds), options.batch)]
    ways = [options.way or WAYS[(batch[0] // options.batch) % len(WAYS)] for batch in batches]
    # A program that cannot run as kernels would take others with it to the CPU.
    pairs = [(way, part) for way, batch in zip(ways, batches)
             for part in ([[seed] for seed in batch] if way == "kernels" else [batch])]
    failures = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for messages, some in pool.map(lambda pair: check_batch(options, *pair), pairs):
            skipped += some
            for message in messages:
                failures += 1
                print(message, flush=True)
    for why, number in on_cpu.items():
        print(f"{number} on the CPU, not as kernels: {why}")
    print(f"{skipped} programs depend on rounding, or are not finite")
    print(f"{options.count - failures} programs agree, {failures} do not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
