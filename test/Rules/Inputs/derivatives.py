"""Checks the derivatives of the functions of a module, forward and reverse.

  derivatives.py MODULE.mlir [--tolerance=1e-8] [--compiled] [--emulated]

For each public function with floats among its arguments, values and Jacobians at random
arguments are compared: as the interpreter answers the requests, by differences, and as the
rules do, forward and reverse, interpreted and, if asked for, compiled, or as kernels for a GPU, which are
emulated. An unknown extent is taken from a comment at the
end of the line of the function, `// ? = 3`, an index from `// i = 2`, in order.
"""

import argparse
import random
import re
import subprocess
import sys

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)(?![\w.])")
FUNCTION = re.compile(r"^func\.func @(\w+)\((.*)\) -> (.*) \{(?: *// *(.*))?$", re.M)


def execute(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done


def run(command, text):
    return execute(command, text).stdout


def literal(shape, draw):
    if not shape:
        return draw()
    return "[" + ", ".join(literal(shape[1:], draw) for _ in range(shape[0])) + "]"


def split_types(text):
    """The types of a list, apart at commas outside of brackets."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    types, depth, start = [], 0, 0
    for i, c in enumerate(text + ","):
        depth += (c in "<([") - (c in ">)]")
        if c == "," and depth == 0:
            types.append(text[start:i].strip())
            start = i + 1
    return [t for t in types if t]


def is_float(type):
    return re.search(r"b?f(16|32|64)\b", type) is not None


class Function:
    def __init__(self, match):
        self.name, arguments, results, notes = match.groups()
        self.types = [re.sub(r"^%\w+: ", "", a) for a in split_types(arguments)]
        self.results = split_types(results)
        given = re.findall(r"([?i]) = (\d+)", notes or "")
        self.extents = [value for key, value in given if key == "?"]
        self.indices = [value for key, value in given if key == "i"]
        self.setup, self.values = [], []

    def draw_arguments(self, rng):
        for number, type in enumerate(self.types):
            name = f"%{self.name}_{number}"
            self.values.append(name)
            if type == "index" or type == "i1":
                value = self.indices.pop(0)
                value = {"0": "false", "1": "true"}[value] if type == "i1" else value
                self.setup.append(f"{name} = arith.constant {value}" + (" : index" if type == "index" else ""))
                continue
            static = re.sub(r"\?", lambda _: self.extents.pop(0), type)
            draw = lambda: f"{rng.uniform(0.2, 1.7):.15e}"
            if not static.startswith("tensor"):
                self.setup.append(f"{name} = arith.constant {draw()} : {type}")
                continue
            shape = [int(n) for n in re.findall(r"(\d+)x", static)]
            data = f"dense<{literal(shape, draw)}>" if 0 not in shape else "dense<0.0>"
            known = name if static == type else name + "_s"
            self.setup.append(f"{known} = arith.constant {data} : {static}")
            if static != type:
                self.setup.append(f"{name} = tensor.cast {known} : {static} to {type}")

    def jacobian_type(self, result, argument):
        def parts(type):
            return re.findall(r"(\d+|\?)x", type) if type.startswith("tensor") else []

        element = re.search(r"b?f(16|32|64)\b", result)[0]
        shape = parts(result) + parts(argument)
        if not shape:
            return element
        return "tensor<" + "".join(n + "x" for n in shape) + element + ">"

    def requests(self, mode):
        """The ops of requests, and what they give."""
        lines, given = [], []
        arguments = ", ".join(self.values)
        domain = "(" + ", ".join(self.types) + ")"
        values = [f"%{self.name}_{mode}_y{i}" for i in range(len(self.results))]
        lines.append(f"{', '.join(values)} = func.call @{self.name}({arguments}) : {domain} -> ({', '.join(self.results)})")
        given += zip(values, self.results)
        blocks = [
            (f"%{self.name}_{mode}_j{i}_{j}", self.jacobian_type(result, type))
            for i, result in enumerate(self.results)
            if is_float(result)
            for j, type in enumerate(self.types)
            if is_float(type)
        ]
        lines.append(
            f"{', '.join(name for name, _ in blocks)} = chad.jacobian @{self.name}({arguments})"
            f" mode<{mode}> : {domain} -> ({', '.join(type for _, type in blocks)})"
        )
        return lines, given + blocks


def check(text, tolerance, compiled, emulated=False, seed=1):
    rng = random.Random(seed)
    functions = [Function(match) for match in FUNCTION.finditer(text)]
    for function in functions:
        function.draw_arguments(rng)

    def program(modes, functions=functions):
        body, results = [], []
        for function in functions:
            body += function.setup
            for mode in modes:
                lines, given = function.requests(mode)
                body += lines
                results += [(function.name, mode, *entry) for entry in given]
        names = ", ".join(result[2] for result in results)
        types = ", ".join(result[3] for result in results)
        main = f"func.func @main() -> ({types}) {{\n" + "\n".join(body)
        return text + main + f"\nreturn {names} : {types}\n}}\n", results

    interpret = ["chad-run", "-", "--interpret", "--entry=main", "--full"]
    source, expected_results = program(["forward"])
    expected = run(interpret, source).splitlines()
    source, results = program(["forward", "reverse"])
    derived = run(["chad-opt", "-", "--verify-roundtrip", "--chad-differentiate", "--canonicalize", "--chad-verify-linear"], source)
    outputs = [run(interpret, derived)]
    if compiled:
        outputs.append(run(["chad-run", "-", "--entry=main", "--full", "--vector-math=false"], source))
    kernels = 0
    if emulated:
        # One that cannot run as kernels would take others with it to the CPU.
        command = ["chad-run", "-", "--entry=main", "--full", "--vector-math=false", "-O", "0", "--target=cuda-emulated"]
        outputs.append("")
        for function in functions:
            done = execute(command, program(["forward", "reverse"], [function])[0])
            outputs[-1] += done.stdout
            kernels += "the program runs on the CPU" not in done.stderr
    wrong = 0
    for output in outputs:
        actual = dict(zip((r[:3] for r in results), output.splitlines()))
        wrong += compare(expected_results, expected, actual, tolerance)
    if emulated:
        print(f"{kernels} functions as kernels")
    print(f"{len(functions)} functions, {wrong} wrong")
    return wrong


def compare(expected_results, expected, actual, tolerance):
    wrong = 0
    for (name, _, value, _), reference in zip(expected_results, expected):
        for mode in ["forward", "reverse"]:
            line = actual[(name, mode, value.replace("_forward_", f"_{mode}_"))]
            pairs = list(zip(NUMBER.findall(reference), NUMBER.findall(line)))
            close = all(
                abs(float(a) - float(b)) <= tolerance * max(1, abs(float(a))) for a, b in pairs
            )
            if NUMBER.sub("#", reference) != NUMBER.sub("#", line) or not close:
                wrong += 1
                print(f"{mode} {name} {value}: expected {reference}, got {line}")
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module")
    parser.add_argument("--tolerance", type=float, default=1e-8)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--emulated", action="store_true")
    options = parser.parse_args()
    with open(options.module) as file:
        sys.exit(1 if check(file.read(), options.tolerance, options.compiled, options.emulated) else 0)
