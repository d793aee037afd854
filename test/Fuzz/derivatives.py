"""Compares the derivatives of random programs with differences and with each other.

For each program of `differentiable.py`, at a random point:
  * the values and the Jacobians of the rules, forward and reverse, are those that the
    interpreter gets by differences, and agree with each other more closely;
  * `jvp`, `vjp`, the transpose of `linearize` and `value_and_grad` are products of that Jacobian;
  * the derivatives of the gradient are those by differences of the derived gradient,
    forward over reverse, reverse over reverse and reverse over forward; they are
    symmetric;
  * each stage after `chad-differentiate` leaves the numbers as they are;
  * derivatives of the normal form, with contexts and without them, are the same;
  * `chad-reverse` and `chad-forward` give linear maps, as `chad-verify-linear` proves.

Many programs share one process; they are run one by one only if one of them fails. For a failure, the seed is
printed, and the program, reduced to a part that still fails. `--plant` puts a mistake into the derivatives, to
test that it is found.

    python3 derivatives.py --opt chad-opt --run chad-run --from 0 --count 200
"""

import argparse
import concurrent.futures
import itertools
import math
import os
import random
import re
import subprocess
import sys

import differentiable
from differential import NUMBER
from generate import F64, INDEX, text

DIFFERENCES, MODES, STAGE, SECOND = 1e-6, 1e-10, 1e-9, 1e-6
# What follows chad-differentiate, stage by stage.
STAGES = [
    ["--canonicalize", "--cse", "--inline", "--canonicalize"],
    ["--chad-simplify", "--chad-verify-linear"],
    ["--chad-erase-linear", "--chad-verify-first-order", "--chad-scalarize", "--canonicalize"],
]
SCALAR = ("f64", ())


class Failure(Exception):
    """A failure: its kind, which must stay the same while a program is reduced, and its message."""

    def __init__(self, kind, reason):
        super().__init__(reason)
        self.kind = kind


def execute(command, text_, kind):
    try:
        done = subprocess.run(command, input=text_, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        raise Failure(kind, f"{' '.join(command)}: no end") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error:" in line or "LLVM ERROR" in line]
        what = re.sub(r".*?error: ", "", lines[0])[:60] if lines else f"status {done.returncode}"
        raise Failure(f"{kind}: {re.sub('[0-9]+', '#', what)}",
                      f"{' '.join(command)}: status {done.returncode}: {done.stderr[:2000]}")
    return done.stdout


def is_float(type_):
    while isinstance(type_, tuple):
        type_ = type_[2]
    return type_ == F64


def shape(type_, extent):
    dims = []
    while isinstance(type_, tuple):
        dims.append(extent if type_[1] is None else type_[1])
        type_ = type_[2]
    return dims


def derived_type(result, argument):
    dims = re.findall(r"(?:\d+|\?)x", text(result)) + re.findall(r"(?:\d+|\?)x", text(argument))
    return f"tensor<{''.join(dims)}f64>" if dims else "f64"


def literal(dims, draw):
    if not dims:
        return repr(draw())
    return "[" + ", ".join(literal(dims[1:], draw) for _ in range(dims[0])) + "]"


def constant(name, type_, extent, draw):
    """The text of ops that define `name` as a constant."""
    if type_ == INDEX:
        return [f"{name} = arith.constant {extent} : index"]
    dims = shape(type_, extent)
    if not dims:
        return [f"{name} = arith.constant {draw()!r} : f64"]
    data = "dense<0.0>" if 0 in dims else f"dense<{literal(dims, draw)}>"
    static = f"tensor<{''.join(f'{d}x' for d in dims)}f64>"
    if static == text(type_):
        return [f"{name} = arith.constant {data} : {static}"]
    return [f"{name}s = arith.constant {data} : {static}",
            f"{name} = tensor.cast {name}s : {static} to {text(type_)}"]


class Program:
    """A program, the point at which it is differentiated, and its requests."""

    def __init__(self, seed, source=None):
        self.seed = seed
        self.text, self.arguments, self.results = differentiable.generate_program(seed)
        if source is not None:
            self.replace(source)
        rng = random.Random(f"point {seed}")
        self.extent = rng.choice([0, 1, 2, 2, 4])
        self.setup, self.names, self.tangents, self.directions = [], [], [], []
        for i, type_ in enumerate(self.arguments):
            name = f"%x{seed}_{i}"
            self.names.append(name)
            self.setup += constant(name, type_, self.extent, lambda: round(rng.uniform(-1.5, 1.5), 9))
            if is_float(type_):
                values = []
                self.setup += self.linear(f"%dx{seed}_{i}", type_, rng, values)
                self.directions.append(f"%dx{seed}_{i}l")
                self.tangents.append(values)

    def replace(self, source):
        self.text = source
        header = re.search(rf"func.func private @p{self.seed}\(.*\) -> \((.*)\) \{{", source)
        by_text = {text(t): t for t in self.results}
        self.results = [by_text[t] for t in header.group(1).split(", ")]

    def linear(self, name, type_, rng, values):
        def draw():
            values.append(round(rng.uniform(-1, 1), 9))
            return values[-1]

        lines = constant(name, type_, self.extent, draw)
        return lines + [f"{name}l = chad.to_linear {name} : {text(type_)}"]

    @property
    def inputs(self):
        return [t for t in self.arguments if is_float(t)]

    @property
    def outputs(self):
        return [t for t in self.results if is_float(t)]

    def call(self, request, results, prefix, callee="p", extra="", extra_types=(), tail=""):
        """A request, and the names and types of its results."""
        names = [f"%{prefix}{self.seed}_{i}" for i in range(len(results))]
        types = ", ".join([*map(text, self.arguments), *extra_types])
        line = (f"{', '.join(names)} = {request} @{callee}{self.seed}({', '.join(self.names)}){extra}"
                f"{tail} : ({types}) -> ({', '.join(results)})")
        return [line], list(zip(names, results))

    def jacobian(self, mode, callee="p", outputs=None):
        outputs = self.outputs if outputs is None else outputs
        types = [derived_type(o, i) for o in outputs for i in self.inputs]
        return self.call("chad.jacobian", types, f"j{mode}{callee}", callee, tail=f" mode<{mode}>")

    def values(self):
        return self.call("func.call", [text(t) for t in self.results], "y")

    def products(self):
        """jvp along the directions, vjp, also as a transpose, and value_and_grad of one scalar."""
        lins = lambda types: [f"!chad.lin<{text(t)}>" for t in types]
        plain = [text(t) for t in self.results]
        lines, given = self.call("chad.jvp", plain + lins(self.outputs), "f",
                                 extra=f" along({', '.join(self.directions)})",
                                 extra_types=lins(self.inputs))
        rng = random.Random(f"seeds {self.seed}")
        self.cotangents, seeds, setup = [], [], []
        for i, type_ in enumerate(self.outputs):
            values = []
            setup += self.linear(f"%dy{self.seed}_{i}", type_, rng, values)
            seeds.append(f"%dy{self.seed}_{i}l")
            self.cotangents.append(values)
        more, pulled = self.call("chad.vjp", plain + lins(self.inputs), "r",
                                 extra=f" seed({', '.join(seeds)})", extra_types=lins(self.outputs))
        scalar = self.results.index(F64)
        last, gradient = self.call("chad.value_and_grad", plain + [text(t) for t in self.inputs], "g",
                                   tail=f" of [{scalar}]")
        back, transposed = self.transpose(seeds)
        return setup + lines + more + back + last, given + pulled + transposed + gradient

    def transpose(self, seeds):
        """The cotangents by the transpose of the forward derivative."""
        lins = lambda types: ", ".join(f"lin<{text(t)}>" for t in types)
        domain, codomain = lins(self.inputs), lins(self.outputs)
        map_, back = (f"!chad.lfun<({a}) -> ({b})>" for a, b in [(domain, codomain), (codomain, domain)])
        lines, given = self.call("chad.linearize", [*map(text, self.results), map_], "l")
        names = [f"%b{self.seed}_{i}" for i in range(len(self.inputs))]
        lines += [f"%t{self.seed} = chad.lfun.transpose {given[-1][0]} : {map_}",
                  f"{', '.join(names)} = chad.lfun.apply %t{self.seed}({', '.join(seeds)}) : {back}"]
        return lines, [(n, f"!chad.lin<{text(t)}>") for n, t in zip(names, self.inputs)]

    def gradients(self):
        """@gSEED, the gradient of one scalar, and @dSEED, its derivative along the directions."""
        scalar = self.results.index(F64)
        names = ["%n"] + [f"%a{i}" for i in range(1, len(self.arguments))]
        header = ", ".join(f"{n}: {text(t)}" for n, t in zip(names, self.arguments))
        types = ", ".join(map(text, self.arguments))
        results = ", ".join(map(text, self.inputs))
        outputs = [f"%g{i}" for i in range(len(self.inputs))]
        lines = [f"func.func @g{self.seed}({header}) -> ({results}) {{",
                 f"{', '.join(outputs)} = chad.grad @p{self.seed}({', '.join(names)}) of [{scalar}]"
                 f" : ({types}) -> ({results})", f"return {', '.join(outputs)} : {results}", "}"]
        lins = ", ".join(f"!chad.lin<{text(t)}>" for t in self.inputs)
        plain = [text(t) for t in self.results]
        values = [f"%y{i}" for i in range(len(plain))]
        used = [line for line in self.setup if re.match(r"%dx", line)]
        lines += [f"func.func @d{self.seed}({header}) -> f64 {{", *used,
                  f"{', '.join(values)}, %t = chad.jvp @p{self.seed}({', '.join(names)}) along("
                  f"{', '.join(self.directions)}) of [{scalar}] : ({types}, {lins}) -> "
                  f"({', '.join(plain)}, !chad.lin<f64>)",
                  "%r = chad.from_linear %t : !chad.lin<f64>", "return %r : f64", "}"]
        return "\n".join(lines) + "\n"


def module(programs, requests, definitions=""):
    """A module whose @main evaluates `requests` for each program, and the number of lines that each program
    prints.
    """
    body, results, counts = [], [], []
    for program in programs:
        body += program.setup
        before = len(results)
        for lines, given in requests(program):
            body += lines
            results += given
        counts.append(len(results) - before)
    types = ", ".join(t for _, t in results)
    main = [f"func.func @main() -> ({types}) {{", *body,
            f"return {', '.join(n for n, _ in results)} : {types}", "}"]
    source = definitions + "".join(p.text for p in programs)
    return source + "\n".join(main) + "\n", counts


def numbers(output, counts):
    """For each program, the numbers of each of its results."""
    lines = iter(output.splitlines())
    return [[[float(x) for x in NUMBER.findall(re.sub(r"tensor<[^>]*>+|!chad.lin<\w+>", "", next(lines)))]
             for _ in range(count)] for count in counts]


def near(a, b, tolerance):
    if len(a) != len(b):
        return False
    scale = max([1.0] + [abs(x) for x in a if math.isfinite(x)])
    return all(x == y or abs(x - y) <= tolerance * scale for x, y in zip(a, b))


def compare(kind, program, expected, actual, tolerance):
    for i, (a, b) in enumerate(zip(expected, actual, strict=True)):
        if not near(a, b, tolerance):
            raise Failure(kind, f"{kind}: result {i} of seed {program.seed}:\n{a}\n{b}")


def forward_product(blocks, tangents, outputs):
    """The Jacobian, as blocks output by output, times the tangents."""
    results = []
    for o, size in enumerate(outputs):
        total = [0.0] * size
        for i, tangent in enumerate(tangents):
            block, width = blocks[o * len(tangents) + i], len(tangent)
            for k in range(size):
                total[k] += sum(map(float.__mul__, block[k * width:(k + 1) * width], tangent))
        results.append(total)
    return results


def transposed(blocks, rows, columns):
    """The blocks of the transposed Jacobian; `rows` and `columns` are the sizes of its blocks."""
    return [
        [blocks[o * len(columns) + i][k * width + c] for c in range(width) for k in range(rows[o])]
        for i, width in enumerate(columns) for o in range(len(rows))]


def check_first(options, programs, differentiated, reference):
    for program, got, expected in zip(programs, differentiated, reference):
        values, outputs, inputs = len(program.results), len(program.outputs), len(program.inputs)
        blocks = outputs * inputs
        jacobian = expected[values:]
        rest = iter(got)
        take = lambda count: list(itertools.islice(rest, count))
        compare("value", program, expected[:values], take(values), STAGE)
        forward, reverse = take(blocks), take(blocks)
        compare("modes", program, forward, reverse, MODES)
        compare("differences", program, jacobian, forward, DIFFERENCES)
        sizes = [math.prod(shape(t, program.extent)) for t in program.outputs]
        widths = [len(t) for t in program.tangents]
        compare("jvp value", program, expected[:values], take(values), STAGE)
        compare("jvp", program, forward_product(forward, program.tangents, sizes), take(outputs), STAGE)
        compare("vjp value", program, expected[:values], take(values), STAGE)
        back = transposed(forward, sizes, widths)
        pulled = forward_product(back, program.cotangents, widths)
        compare("vjp", program, pulled, take(inputs), STAGE)
        compare("transpose", program, pulled, take(inputs), STAGE)
        compare("grad value", program, expected[:values], take(values), STAGE)
        scalar = program.outputs.index(F64)
        compare("grad", program, forward[scalar * inputs:(scalar + 1) * inputs], take(inputs), STAGE)


def check_second(options, programs):
    """Second derivatives, and the differences of the derived gradient."""
    definitions = "".join(p.gradients() for p in programs)
    functions = definitions + "".join(p.text for p in programs)
    interpret = [options.run, "-", "--interpret", "--entry=main", "--full"]
    derived = execute([options.opt, "-", "--chad-differentiate"], functions, "second gradient")
    by_differences = lambda p: [p.jacobian("forward", "g", p.inputs)]
    main, counts = module(programs, by_differences)
    inner = derived.rstrip().removesuffix("}")
    main = main[main.index("func.func @main"):]
    expected = numbers(execute(interpret, inner + main + "}\n", "second differences"), counts)
    both = lambda p: [p.jacobian("forward", "g", p.inputs), p.jacobian("reverse", "g", p.inputs),
                      p.jacobian("reverse", "d", [F64])]
    source, counts = module(programs, both, definitions)
    derived = execute([options.opt, "-", "--chad-differentiate", "--canonicalize"], source, "second")
    actual = numbers(execute(interpret, derived, "second run"), counts)
    for program, got, reference in zip(programs, actual, expected):
        inputs = len(program.inputs)
        over_reverse, reverse_reverse = got[:inputs**2], got[inputs**2:2 * inputs**2]
        widths = [len(t) for t in program.tangents]
        compare("second modes", program, over_reverse, reverse_reverse, STAGE)
        compare("second symmetric", program, over_reverse, transposed(over_reverse, widths, widths), STAGE)
        compare("second along", program, forward_product(over_reverse, program.tangents, widths),
                got[2 * inputs**2:], STAGE)
        compare("second differences", program, reference, over_reverse, SECOND)


def check_programs(options, programs):
    """Raises the first failure of these programs."""
    interpret = [options.run, "-", "--interpret", "--entry=main", "--full"]
    source, counts = module(programs, lambda p: [p.values(), p.jacobian("forward")])
    reference = numbers(execute(interpret, source, "reference"), counts)
    source, counts = module(programs, lambda p: [
        p.values(), p.jacobian("forward"), p.jacobian("reverse"), p.products()])
    derived = execute([options.opt, "-", "--chad-differentiate"], source, "differentiate")
    if options.plant:
        derived = derived.replace(*options.plant.split("="))
    output = execute(interpret, derived, "run")
    plain = numbers(output, counts)
    check_first(options, programs, plain, reference)
    for stage in STAGES[:options.stages]:
        derived = execute([options.opt, "-", *stage], derived, stage[0])
        after = numbers(execute(interpret, derived, f"run after {stage[0]}"), counts)
        for program, a, b in zip(programs, plain, after):
            compare(f"after {stage[0]}", program, a, b, STAGE)
    if options.normal_form:
        # The transposes on contexts, and what they are without contexts.
        through = source
        for passes in [["--chad-to-unf", "--chad-differentiate"], ["--chad-from-unf"]]:
            through = execute([options.opt, "-", *passes], through, passes[0])
            after = numbers(execute(interpret, through, f"run after {passes[0]}"), counts)
            for program, a, b in zip(programs, plain, after):
                compare(f"after {passes[0]}", program, a, b, STAGE)
    if options.compiled:
        run = [options.run, "-", "--entry=main", "--full", "--vector-math=false", *options.run_option]
        after = numbers(execute(run, source, "compile"), counts)
        for program, a, b in zip(programs, plain, after):
            compare("compiled", program, a, b, STAGE)
    public = "".join(p.text for p in programs).replace("func.func private", "func.func")
    for mode in ["--chad-reverse", "--chad-forward"]:
        execute([options.opt, "-", mode, "--chad-verify-linear"], public, mode)
    if options.second:
        check_second(options, programs)


def failure(options, programs):
    try:
        check_programs(options, programs)
        return None
    except Failure as found:
        return found


def statements(lines):
    """The ranges of lines that can be removed together: single lines, and ops with their regions."""
    ranges, open_ = [], []
    for i, line in enumerate(lines):
        closes = line.lstrip().startswith(("}", "("))
        if closes and open_ and line.rstrip().endswith("{"):
            continue  # Another region of the same op.
        if line.rstrip().endswith("{"):
            open_.append(i)
        elif closes:
            if open_:
                ranges.append((open_.pop(), i + 1))
        elif not re.match(r"\s*(return|chad\.yield|scf\.yield)\b", line):
            ranges.append((i, i + 1))
    return sorted(ranges, key=lambda r: (r[0] - r[1], -r[0]))


def shrink(options, seed, kind):
    """The text of the program, reduced to the results and statements that the failure needs."""
    def broken(source):
        try:
            program = Program(seed, source)
            execute([options.opt, "-", "-o", os.devnull], source, "invalid")
        except (Failure, ValueError, KeyError, AttributeError):
            return False
        found = failure(options, [program]) if F64 in program.results else None
        return found is not None and found.kind == kind

    return cut_down(Program(seed).text, seed, len(Program(seed).results), broken)


def cut_down(source, seed, results, broken):
    """The program, reduced to the results and statements that are needed for `broken` to hold."""
    for position in reversed(range(results)):
        candidate = without_result(source, seed, position)
        if candidate and broken(candidate):
            source = candidate
    progress = True
    while progress:
        progress = False
        lines = source.split("\n")
        for first, last in statements(lines):
            smaller = next(filter(broken, without_statement(lines, first, last)), None)
            if smaller:
                source, progress = smaller, True
                break
    return source


def without_statement(lines, first, last):
    """The program without these lines; an operand may replace the value that they defined."""
    rest = lines[:first] + lines[last:]
    yield "\n".join(rest)
    names = list(dict.fromkeys(re.findall(r"%\w+", lines[first])))
    if re.match(r"\s*%\w+ = ", lines[first]):
        for operand in names[1:]:
            yield re.sub(rf"{names[0]}\b", operand, "\n".join(rest))


def without_result(source, seed, position):
    head, body = source.split(f"func.func private @p{seed}(")
    header, rest = body.split(" -> (", 1)
    types, rest = rest.split(") {", 1)
    rest, returned = rest.rsplit("  return ", 1)
    names = returned.split(" : ")[0].split(", ")
    types = types.split(", ")
    if len(types) == 1:
        return None
    del names[position], types[position]
    types = ", ".join(types)
    return (f"{head}func.func private @p{seed}({header} -> ({types}) {{{rest}"
            f"  return {', '.join(names)} : {types}\n}}\n")


def check_batch(options, seeds):
    """Runs programs in one process, and returns messages for those that fail."""
    if failure(options, [Program(seed) for seed in seeds]) is None:
        return []
    messages = []
    for seed in seeds:
        found = failure(options, [Program(seed)])
        if found:
            program = shrink(options, seed, found.kind) if options.shrink else ""
            size = f"cut down to {program.count(chr(10))} lines\n" if program else ""
            messages.append(f"seed {seed}: {found}\n{size}{program}")
    return messages or [f"seeds {seeds[0]} to {seeds[-1]} fail together only"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--batch", type=int, default=20, help="programs that share a process")
    parser.add_argument("--stages", type=int, default=len(STAGES), help="how many later stages to run")
    parser.add_argument("--normal-form", action="store_true", help="also through unary normal form")
    parser.add_argument("--compiled", action="store_true", help="also compile the derivatives")
    parser.add_argument("--run-option", action="append", default=[], help="for chad-run")
    parser.add_argument("--second", action="store_true", help="also second derivatives")
    parser.add_argument("--plant", metavar="TEXT=OTHER", help="replace text in the derivatives")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    seeds = list(range(options.first, options.first + options.count))
    batches = [seeds[i:i + options.batch] for i in range(0, len(seeds), options.batch)]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for message in itertools.chain.from_iterable(pool.map(lambda b: check_batch(options, b), batches)):
            failures += 1
            print(message, flush=True)
    print(f"{options.count - failures} programs agree, {failures} do not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
