"""Long chains for the laws of linear functions: canonicalization is linear.

    python3 chains.py KIND SHAPE N      prints a chain of N operators
    python3 chains.py calls chained N   prints N functions, each of which calls the next
    python3 chains.py calls flat N      prints a function with N calls of another
    python3 chains.py --time chad-opt   measures all kinds at several lengths

KIND is compose, add, transpose (of a composition), apply (of one) or values
(chad.add); SHAPE is left, right or balanced nesting.
"""

import statistics
import subprocess
import sys

LIN = "lin<f64>"
MAP = f"!chad.lfun<({LIN}) -> ({LIN})>"
KINDS = ["compose", "add", "transpose", "apply", "values"]
SHAPES = ["left", "right", "balanced"]


def chain(kind, shape, n):
    """A module with one function that nests n + 1 leaves."""
    operator = {"transpose": "compose", "apply": "compose"}.get(kind, kind)
    lines = []

    def combine(left, right):
        name = f"%{len(lines)}"
        if operator == "values":
            lines.append(f"{name} = chad.add {left}, {right} : !chad.{LIN}")
        else:
            lines.append(f"{name} = chad.lfun.{operator} {left}, {right} : {MAP}, {MAP}")
        return name

    leaves = ["%f" if i % 2 else "%g" for i in range(n + 1)]
    if shape == "left":
        value = leaves[0]
        for leaf in leaves[1:]:
            value = combine(value, leaf)
    elif shape == "right":
        value = leaves[-1]
        for leaf in reversed(leaves[:-1]):
            value = combine(leaf, value)
    else:
        while len(leaves) > 1:
            pairs = [combine(a, b) for a, b in zip(leaves[::2], leaves[1::2])]
            leaves = pairs + leaves[len(pairs) * 2:]
        value = leaves[0]
    name = value
    leaf = result = f"!chad.{LIN}" if kind == "values" else MAP
    if kind == "transpose":
        lines.append(f"%t = chad.lfun.transpose {name} : {MAP}")
        name = "%t"
    elif kind == "apply":
        lines.append(f"%t = chad.lfun.apply {name}(%x) : {MAP}")
        name, result = "%t", f"!chad.{LIN}"
    header = f"func.func @chain(%f: {leaf}, %g: {leaf}, %x: !chad.{LIN}) -> {result} {{"
    return "\n".join([header, *lines, f"return {name} : {result}", "}", ""])


def calls(shape, n):
    """Derivatives of sin ∘ ... ∘ sin, for chad-simplify to inline."""
    def function(i, inner):
        return f"""func.func private @f{i}(%x: f64) -> (f64, {MAP}) {{
          {inner}
          %z = math.sin %y : f64
          %c = math.cos %y : f64
          %b = chad.lfun.scale %c : f64, {MAP}
          %m = chad.lfun.compose %b, %a : {MAP}, {MAP}
          return %z, %m : f64, {MAP}
        }}"""

    first = f"%zero = arith.constant 0.0 : f64 %y = arith.addf %x, %zero : f64 %a = chad.lfun.id : {MAP}"
    functions = [function(0, first)]
    body = []
    if shape == "chained":
        for i in range(1, n):
            functions.append(function(i, f"%y, %a = func.call @f{i - 1}(%x) : (f64) -> (f64, {MAP})"))
    for i in range(1 if shape == "chained" else n):
        callee = n - 1 if shape == "chained" else 0
        body += [f"%y{i + 1}, %m{i} = func.call @f{callee}(%y{i}) : (f64) -> (f64, {MAP})",
                 f"%v{i + 1} = chad.lfun.apply %m{i}(%v{i}) : {MAP}"]
    last = 1 if shape == "chained" else n
    return "\n".join([*functions, f"func.func @main(%y0: f64, %v0: !chad.{LIN}) -> (f64, !chad.{LIN}) {{", *body,
                      f"return %y{last}, %v{last} : f64, !chad.{LIN}", "}", ""])


def measure(opt, text):
    """Seconds in the pass itself: parsing and printing are left out."""
    times = []
    for _ in range(3):
        flags = ["-", "-o", "/dev/null", "--canonicalize", "--mlir-timing", "--mlir-disable-threading"]
        report = subprocess.run([opt, *flags], input=text, text=True, check=True,
                                stderr=subprocess.PIPE).stderr
        line = next(line for line in report.splitlines() if line.endswith("Canonicalizer"))
        times.append(float(line.split()[0]))
    return statistics.median(times)


def main():
    if sys.argv[1] != "--time":
        make = (lambda _, *rest: calls(*rest)) if sys.argv[1] == "calls" else chain
        print(make(sys.argv[1], sys.argv[2], int(sys.argv[3])))
        return
    lengths = [5000, 10000, 20000, 40000]
    print("time of the canonicalizer in seconds, median of 3")
    print("kind       shape     " + "".join(f"{n:>9}" for n in lengths))
    for kind in KINDS:
        for shape in SHAPES:
            row = []
            for n in lengths:
                text = chain(kind, shape, n)
                row.append(measure(sys.argv[2], text))
            print(f"{kind:<10} {shape:<10}" + "".join(f"{t:9.4f}" for t in row), flush=True)


if __name__ == "__main__":
    main()
