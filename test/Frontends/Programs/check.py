#!/usr/bin/env python3
"""Checks a program as a front end leaves it: check.py NAME.mlir

The value of @NAME is compared with numpy's, in each way of running: interpreted, compiled, and compiled for
threads. For the gradient, forward mode, reverse mode and differences are compared with one another; so they are
for the gradient of the derivative in one direction, which is the product of the Hessian and the direction. Both
are also compared with the results of threads, and of the interpreter, which uses no rules.
"""
import os
import re
import sys
import tempfile

import numpy as np

import reference

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from run_program import Failure, run  # noqa: E402


def signature(text, name):
    """The names and types of the arguments, and the type of the result."""
    match = re.search(r"func\.func @" + name + r"\((.*?)\)\s*->\s*([^{]*?)\s*\{", text, re.S)
    arguments = re.findall(r"(%\w+): ([^,]+?)\s*(?:,|$)", match[1])
    return [name for name, _ in arguments], [type for _, type in arguments], match[2]


def with_slope(text, name):
    """The program with a function @along, the derivative along a direction. The arguments of @along are those
    of the program, then the direction.
    """
    names, types, result = signature(text, name)
    floats = [i for i, type in enumerate(types) if "f64" in type]
    args = [f"{n}: {t}" for n, t in zip(names, types)] + [f"%d{i}: {types[i]}" for i in floats]
    lines = [f"func.func @along({', '.join(args)}) -> {result} {{"]
    lines += [f"  %v{i} = chad.to_linear %d{i} : {types[i]}" for i in floats]
    directions = ", ".join(f"%v{i}" for i in floats)
    request = ", ".join(types + [f"!chad.lin<{types[i]}>" for i in floats])
    lines.append(f"  %y, %dy = chad.jvp @{name}({', '.join(names)}) along({directions})\n"
                 f"      : ({request}) -> ({result}, !chad.lin<{result}>)")
    lines.append(f"  %s = chad.from_linear %dy : !chad.lin<{result}>")
    return text + "\n".join(lines + [f"  return %s : {result}", "}", ""]), floats


class Program:
    def __init__(self, path, folder):
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.folder = folder
        with open(path) as file:
            text, self.floats = with_slope(file.read(), self.name)
        self.path = os.path.join(folder, self.name + ".mlir")
        with open(self.path, "w") as file:
            file.write(text)
        rng = np.random.default_rng(0)
        self.args = reference.arguments[self.name](rng)
        self.directions = [rng.normal(size=np.shape(self.args[i])) for i in self.floats]

    def run(self, entry, options, outputs=0):
        args = self.args + (self.directions if entry == "along" else [])
        return run(self.path, entry, args, options, outputs, self.folder)

    def compare(self, what, actual, expected, tolerance):
        for i, (a, e) in enumerate(zip(actual, expected)):
            scale = max(1.0, np.abs(e).max())
            if a.shape != np.shape(e) or not np.allclose(a, e, rtol=0, atol=tolerance * scale):
                raise Failure(f"{what}: {i} is\n{a}\nand not\n{e}")

    def check(self):
        value = [np.asarray(getattr(reference, self.name)(*self.args))]
        for options in (["--interpret"], [], ["--threads=2", "--thread-grain=1"]):
            self.compare(f"value {' '.join(options)}", self.run(self.name, options, 1), value, 1e-12)
        self.compare("slope by differences", self.run("along", [], 1),
                     self.run("along", ["--interpret"], 1), 1e-7)
        wrt = "--wrt=" + ",".join(map(str, self.floats))
        count = 1 + len(self.floats)
        for entry in (self.name, "along"):
            gradients = self.run(entry, ["--grad", wrt], count)
            threads = self.run(entry, ["--grad", wrt, "--threads=2", "--thread-grain=1"], count)
            self.compare(f"{entry} in threads", threads, gradients, 1e-12)
            self.run(entry, ["--grad-check", wrt])


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = Program(sys.argv[1], folder)
        try:
            program.check()
        except Failure as failure:
            sys.exit(f"{program.name}: {failure}")
    print(f"{program.name}: value, gradient and Hessian-vector product agree")


if __name__ == "__main__":
    main()
