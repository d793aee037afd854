"""Checks the partial derivatives of the scalar ops of arith and math.

  scalars.py TABLE

For each op at several points, in f64, f32, f16 and bf16: derivatives by the rules, forward and
reverse, against differences of the op, and second derivatives in f64, forward and reverse over
reverse, against differences of the first. TABLE is what `chad-opt --show-derivatives` prints: each
op that has a row with formulas there must be here.
"""

import re
import sys

from derivatives import NUMBER, run

# An op with its operands in braces, and points away from where it has no derivative.
ALL = [-1.3, -0.4, 0.3, 1.7, 4.0]
POSITIVE = [0.2, 0.9, 1.6, 20.0]
INNER = [-0.8, -0.1, 0.4, 0.9]
PAIRS = [(0.6, 1.7), (-1.2, 0.8), (1.4, -0.7), (-2.5, -0.3)]
TRIPLES = [(0.6, 1.7, -0.4), (-1.2, 0.8, 2.5)]
UNARY = {
    "arith.negf": ALL,
    "math.absf": ALL,
    "math.acos": INNER,
    "math.acosh": [1.1, 1.9, 30.0],
    "math.asin": INNER,
    "math.asinh": ALL,
    "math.atan": ALL,
    "math.atanh": INNER,
    "math.cbrt": ALL,
    "math.cos": ALL,
    "math.cosh": ALL,
    "math.erf": ALL,
    "math.erfc": ALL,
    "math.exp": ALL,
    "math.exp2": ALL,
    "math.expm1": ALL,
    "math.log": POSITIVE,
    "math.log10": POSITIVE,
    "math.log1p": [-0.5] + POSITIVE,
    "math.log2": POSITIVE,
    "math.rsqrt": POSITIVE,
    "math.sin": ALL,
    "math.sinh": ALL,
    "math.sqrt": POSITIVE,
    "math.tan": [-1.3, -0.4, 0.3, 1.2],
    "math.tanh": [-1.3, -0.4, 0.3, 1.7],
}
BINARY = {
    "arith.addf": PAIRS,
    "arith.divf": PAIRS,
    "arith.maximumf": PAIRS,
    "arith.maxnumf": PAIRS,
    "arith.minimumf": PAIRS,
    "arith.minnumf": PAIRS,
    "arith.mulf": PAIRS,
    "arith.remf": [(7.5, 2.0), (-7.5, 2.0), (7.5, -1.7), (0.4, 3.0)],
    "arith.subf": PAIRS,
    "math.atan2": PAIRS,
    "math.copysign": PAIRS,
    "math.powf": [(0.6, 1.7), (2.5, -0.5), (1.4, 3.0), (3.0, 0.3)],
}
OTHER = {
    "math.clampf": ("{0} to [{1}, {2}] : {t}", [(0.3, -1.0, 1.5), (-2.0, -1.0, 1.5), (4.0, 0.5, 1.5)]),
    "math.fma": ("{0}, {1}, {2} : {t}", TRIPLES),
}
# Ops with operands that are no floats, or with other types: a body and points.
BODIES = {
    "arith.select": (
        "%c = arith.cmpf ogt, %a0, %a1 : {t}\n%r = arith.select %c, %a0, %a1 : {t}",
        PAIRS,
    ),
    "math.fpowi": ("%n = arith.constant -3 : i32\n%r = math.fpowi %a0, %n : {t}, i32", ALL),
    "math.fpowi.index": ("%n = arith.constant 4 : index\n%r = math.fpowi %a0, %n : {t}, index", ALL),
    "math.fpowi.one": ("%n = arith.constant 1 : i8\n%r = math.fpowi %a0, %n : {t}, i8", ALL),
    "math.sincos": (
        "%s, %c = math.sincos %a0 : {t}\n%p = arith.mulf %s, %c : {t}\n%r = arith.addf %p, %s : {t}",
        ALL,
    ),
    "arith.mulf.square": ("%r = arith.mulf %a0, %a0 : {t}", ALL),
    "arith.addf.double": ("%r = arith.addf %a0, %a0 : {t}", ALL),
    "arith.subf.same": ("%s = arith.subf %a0, %a0 : {t}\n%r = arith.addf %a0, %s : {t}", ALL),
    "arith.divf.same": ("%r = arith.divf %a0, %a0 : {t}", ALL),
    "math.powf.same": ("%r = math.powf %a0, %a0 : {t}", POSITIVE),
}
CASTS = {
    "arith.extf": "%r = arith.extf %x : f32 to f64",
    "arith.truncf": "%r = arith.truncf %x : f64 to f32",
}
TOLERANCE = {"f64": 1e-8, "f32": 1e-5, "f16": 2e-2, "bf16": 1e-1}


def all_cases():
    """Names, bodies and points."""
    for op, points in UNARY.items():
        yield op, f"%r = {op} %a0 : {{t}}", [(p,) for p in points]
    for op, points in BINARY.items():
        yield op, f"%r = {op} %a0, %a1 : {{t}}", points
    for op, (syntax, points) in OTHER.items():
        text = syntax.replace("{0}", "%a0").replace("{1}", "%a1").replace("{2}", "%a2")
        yield op, f"%r = {op} {text}", points
    for op, (body, points) in BODIES.items():
        yield op, body, [p if isinstance(p, tuple) else (p,) for p in points]


class Program:
    def __init__(self, modes):
        self.modes = modes
        self.functions, self.main, self.results = [], [], []

    def add(self, name, types, result, body, points):
        arguments = ", ".join(f"%{n}: {type}" for n, type in types)
        self.functions.append(
            f"func.func @{name}({arguments}) -> {result} {{\n{body}\nreturn %r : {result}\n}}"
        )
        for k, point in enumerate(points):
            values = [f"%{name}_{k}_{n}" for n, _ in types]
            for value, (_, type), number in zip(values, types, point):
                self.main.append(f"{value} = arith.constant {number:e} : {type}")
            for mode in self.modes:
                blocks = [f"%{name}_{k}_{mode}_{n}" for n, _ in types]
                domain = ", ".join(type for _, type in types)
                codomain = ", ".join(result for _ in types)
                self.main.append(
                    f"{', '.join(blocks)} = chad.jacobian @{name}({', '.join(values)}) mode<{mode}>"
                    f" : ({domain}) -> ({codomain})"
                )
                self.results += [
                    (name, point, mode, n, block, result) for n, block in enumerate(blocks)
                ]

    def text(self):
        types = ", ".join(result[-1] for result in self.results)
        values = ", ".join(result[-2] for result in self.results)
        main = [f"func.func @main() -> ({types}) {{"] + self.main + [f"return {values} : {types}", "}"]
        return "\n".join(self.functions + main)


def build_gradients():
    """Builds functions in f64 for each op and its gradient, as a tuple of scalars."""
    functions = []
    for op, body, points in all_cases():
        names = [f"%a{i}" for i in range(len(points[0]))]
        arguments = ", ".join(f"{name}: f64" for name in names)
        types = ", ".join("f64" for _ in names)
        results = ", ".join(f"%g{i}" for i in range(len(names)))
        name = op.replace(".", "_")
        body = body.replace("{t}", "f64")
        functions.append(f"func.func @{name}({arguments}) -> f64 {{\n{body}\nreturn %r : f64\n}}")
        functions.append(
            f"func.func @{name}_gradient({arguments}) -> ({types}) {{\n"
            f"{results} = chad.grad @{name}({', '.join(names)}) : ({types}) -> ({types})\n"
            f"return {results} : {types}\n}}"
        )
    return "\n".join(functions)


def build_second(modes):
    """Builds requests for the Jacobians of the gradients, whose functions are in another module."""
    main, results = [], []
    for op, _, points in all_cases():
        name, count = op.replace(".", "_"), len(points[0])
        for k, point in enumerate(points[:2]):
            values = [f"%{name}_{k}_{n}" for n in range(count)]
            main += [f"{v} = arith.constant {number:e} : f64" for v, number in zip(values, point)]
            types = ", ".join(["f64"] * count)
            for mode in modes:
                blocks = [f"%{name}_{k}_{mode}_{n}" for n in range(count * count)]
                main.append(
                    f"{', '.join(blocks)} = chad.jacobian @{name}_gradient({', '.join(values)})"
                    f" mode<{mode}> : ({types}) -> ({', '.join(['f64'] * len(blocks))})"
                )
                results += [(name, point, mode, n, block) for n, block in enumerate(blocks)]
    types = ", ".join("f64" for _ in results)
    values = ", ".join(block for *_, block in results)
    main = [f"func.func @main() -> ({types}) {{"] + main + [f"return {values} : {types}", "}"]
    return "\n".join(main), results


def check_second(interpret):
    first = run(["chad-opt", "-", "--chad-differentiate"], build_gradients())
    inner = first[first.index("{") + 1 : first.rindex("}")]
    source, results = build_second(["forward"])
    expected = {
        result[:2] + result[3:4]: number
        for result, number in zip(results, numbers(run(interpret, inner + source)))
    }
    source, results = build_second(["forward", "reverse"])
    derived = numbers(run(interpret, run(["chad-opt", "-", "--chad-differentiate"], inner + source)))
    wrong = 0
    for (name, point, mode, n, _), number in zip(results, derived):
        reference = expected[name, point, n]
        if not abs(number - reference) <= 1e-7 * max(abs(reference), 1e-2):
            wrong += 1
            print(f"{mode} over reverse {name} at {point}, {n}: expected {reference}, got {number}")
    print(f"{len(derived)} second derivatives, {wrong} wrong")


def build(modes):
    program = Program(modes)
    for type in TOLERANCE:
        for op, body, points in all_cases():
            if type in ("f16", "bf16"):
                points = points[1:2]
            count = len(points[0])
            types = [(f"a{i}", type) for i in range(count)]
            name = f"{op}.{type}".replace(".", "_")
            program.add(name, types, type, body.replace("{t}", type), points)
    for op, body in CASTS.items():
        source, target = body.split(" : ")[1].split(" to ")
        program.add(op.replace(".", "_"), [("x", source)], target, body, [(1.25,)])
    return program


def numbers(text):
    return [float(NUMBER.findall(line)[-1]) for line in text.splitlines()]


def main():
    tested = {".".join(op.split(".")[:2]) for op, _, _ in all_cases()} | set(CASTS)
    with open(sys.argv[1]) as table:
        rows = re.findall(r"^\| `([\w.]+)` \| (?!none|zero)", table.read(), re.M)
    missing = sorted(set(rows) - tested)
    if missing or not rows:
        print("not tested:", ", ".join(missing))

    interpret = ["chad-run", "-", "--interpret", "--entry=main"]
    by_differences = numbers(run(interpret, build(["forward"]).text()))
    program = build(["forward", "reverse"])
    expanded = run(["chad-opt", "-", "--chad-differentiate"], program.text())
    by_rules = numbers(run(interpret, expanded))
    expected = {}
    for result, number in zip(build(["forward"]).results, by_differences):
        expected[result[0], result[1], result[3]] = number
    wrong = 0
    for (name, point, mode, n, _, _), number in zip(program.results, by_rules):
        reference = expected[name, point, n]
        type = name.split("_")[-1]
        tolerance = TOLERANCE.get(type, 1e-6)
        if not abs(number - reference) <= tolerance * max(abs(reference), 1e-3):
            wrong += 1
            print(f"{mode} {name} at {point}, operand {n}: expected {reference}, got {number}")
    print(f"{len(by_rules)} partial derivatives, {wrong} wrong")
    check_second(interpret)


if __name__ == "__main__":
    main()
