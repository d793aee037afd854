"""The transpose of the forward derivative of a program is its reverse derivative.

  transposed.py PROGRAM...

For each program, the transpose of the result of `chad.linearize` is simplified and applied to cotangents; the
result is compared with the gradient by complex steps in numpy. The transpose of that code is applied to
tangents, and compared with the forward derivative.
"""

import sys

import derivatives
import inputs
import program
from accuracy import text_of
from running import compare, run, transform

SIMPLIFY = ["--inline", "--chad-differentiate", "--inline", "--symbol-dce", "--chad-simplify"]
ERASE = ["--chad-verify-linear", "--chad-erase-linear", "--chad-verify-first-order", "--canonicalize"]


def names(prefix, types):
    return [f"%{prefix}{i}" for i in range(len(types))]


def typed(values, types):
    return ", ".join(f"{value}: {type}" for value, type in zip(values, types))


def map_type(domain, codomain):
    return f"!chad.lfun<({', '.join(domain)}) -> ({', '.join(codomain)})>".replace("!chad.lin<", "lin<")


class Functions:
    """Functions of the arguments of a program that transpose its derivative."""

    def __init__(self, text, name, wrt):
        self.name, self.wrt = name, wrt
        self.types, self.results = program.signature(text, name)
        self.domain = program.linear([self.types[i] for i in wrt])
        self.codomain = program.linear(self.results)
        self.args = names("a", self.types)
        self.call = f"({', '.join(self.args)})"

    def transposed(self):
        """The results, and the transpose of the derivative."""
        types = ", ".join(self.results)
        forward, back = map_type(self.domain, self.codomain), map_type(self.codomain, self.domain)
        results = names("r", self.results)
        return f"""
func.func @transposed({typed(self.args, self.types)}) -> ({types}, {back}) {{
  {', '.join(results)}, %m = chad.linearize @{self.name}{self.call} wrt {self.wrt} of {list(range(len(results)))}
      : ({', '.join(self.types)}) -> ({types}, {forward})
  %t = chad.lfun.transpose %m : {forward}
  return {', '.join(results)}, %t : {types}, {back}
}}
"""

    def applied(self, entry, again):
        """The products of the transpose, or of its transpose, with vectors."""
        maps = [map_type(self.codomain, self.domain), map_type(self.domain, self.codomain)]
        taken, given = (self.domain, self.codomain) if again else (self.codomain, self.domain)
        vectors, outputs = names("v", taken), names("w", given)
        results, types = names("r", self.results), ", ".join(self.results)
        transpose = f"%u = chad.lfun.transpose %t : {maps[0]}\n" if again else ""
        return f"""
func.func @{entry}({typed(self.args + vectors, self.types + taken)}) -> ({types}, {', '.join(given)}) {{
  {', '.join(results)}, %t = func.call @transposed{self.call} : ({', '.join(self.types)}) -> ({types}, {maps[0]})
  {transpose}{', '.join(outputs)} = chad.lfun.apply {'%u' if again else '%t'}({', '.join(vectors)}) : {maps[again]}
  return {', '.join(results)}, {', '.join(outputs)} : {types}, {', '.join(given)}
}}
"""


def check(name):
    text = text_of(name)
    point = derivatives.Point(text, name, inputs.make(name, "tiny"))
    functions = Functions(text, name, point.wrt)
    code = transform(text + functions.transposed(), SIMPLIFY)
    code = code[: code.rstrip().rindex("}")]
    code += functions.applied("reverse", again=False) + functions.applied("forward", again=True) + "}\n"
    kept = "--symbol-privatize=exclude=reverse,forward"
    code = transform(code, ["--chad-simplify", kept, "--symbol-dce", *ERASE])
    expected = point.values + point.gradients()
    actual = run(code, "reverse", point.args + point.cotangents, len(expected))
    compare(f"{name}, transposed", actual, expected, 1e-11)
    expected = point.values + point.tangents_of_results()
    actual = run(code, "forward", point.args + point.tangents, len(expected))
    compare(f"{name}, transposed twice", actual, expected, 1e-11)


if __name__ == "__main__":
    for program_name in sys.argv[1:] or inputs.SIZES:
        check(program_name)
