"""Compares the costs of the programs and of their derivatives, as polynomials, and with what the
interpreter counts.

  cost.py [--size=tiny] [PROGRAM...]

The script fails if a derivative exceeds the bound of Huot & Shaikhha 2022, Theorem 5.4; if a polynomial,
evaluated at the sizes of the arguments, is less than the counted cost; or if it is more although the program
has no branches.
"""

import argparse
import pathlib
import re
import subprocess
import sys

import numpy as np

import derivatives
import inputs
import program
from running import run_with, transform

# What depends on the elements: branches, and what is read at computed places.
DATA = {"gmm", "ba", "hand", "hand_complicated", "lstm", "spmv", "heat", "conv1d", "conv2d"}
# What no op tells of the arguments: the roots of the covariances are triangles; the text is
# longer than one character.
ASSUMED = {"gmm": "d2_1=0.5*d1_1^2+0.5*d1_1", "lstm": "d13_0=1+steps"}
COUNTS = re.compile(
    r"^work \d+ \((\d+) additions, (\d+) multiplications, (\d+) divisions, (\d+) nonlinear\)", re.M
)
MEASURES = ["moves", "adds+", "mults+", "nonlinear"]


def analyse(code, name):
    """The annotated program and the table."""
    options = f"primal={name} gradient=reverse"
    if name in ASSUMED:
        options += f" assume={ASSUMED[name]}"
    passes = [f"--chad-cost=table {options}", f"--chad-verify-cheap-gradient={options}"]
    done = subprocess.run(["chad-opt", "-", *passes], input=code, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"error: chad-opt {' '.join(passes)} failed:\n{done.stderr}")
    return done.stdout, done.stderr


def evaluate(text, function, args):
    """The cost of a function for these arguments; None if it depends on more than their sizes."""
    found = re.search(rf"func\.func [^\n]*@{function}\(.*?chad\.cost = \{{(.*?)\}}", text)
    values = {}
    for i, arg in enumerate(args):
        values |= {f"d{i}_{k}": extent for k, extent in enumerate(np.shape(arg))}
        if np.issubdtype(arg.dtype, np.integer) and not arg.shape:
            values[f"v{i}"] = int(arg)
    costs = {}
    for component, polynomial in re.findall(r'(\w+) = "([^"]*)"', found[1]):
        if component == "where":
            continue
        try:
            costs[component] = eval(polynomial.replace("^", "**"), {}, values)
        except NameError:
            costs[component] = None
    return costs


def count(code, function, args):
    output = run_with(["--interpret", "--count"], code, function, args, 0, np.float64)[1]
    adds, mults, divisions, nonlinear = map(int, COUNTS.search(output).groups())
    return {"adds": adds, "mults": mults, "nonlinear": divisions + nonlinear}


def check(name, size):
    source = "hand" if name == "hand_complicated" else name
    text = pathlib.Path(__file__).with_name(f"{source}.mlir").read_text(encoding="utf-8")
    point = derivatives.Point(text, name, inputs.make(name, size))
    request, args = derivatives.reverse_request(text, name, point)
    code = transform(text + request, derivatives.FIRST_ORDER)
    annotated, table = analyse(code, name)
    bound = re.search(r"bound (.*)", table)[1]
    ratios = re.findall(r"limit (\S+), most (\S+), (within 4|within the bound)", table)
    cells = [f"{limit:>6}{most:>7}" for limit, most, _ in ratios]
    print(f"{name:18}{'  '.join(cells)}   {bound}", flush=True)
    wrong = []
    for function, arguments in [(name, point.args), ("reverse", args)]:
        costs = evaluate(annotated, function, arguments)
        for component, counted in count(code, function, arguments).items():
            cost = costs[component]
            if cost is None:
                continue
            isExact = name not in DATA
            if cost < counted - 1e-6 or (isExact and cost > counted + 1e-6):
                wrong.append(f"{component} of {function} of {name}: {cost}, but counted are {counted}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="tiny")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    print(f"{'':18}{'  '.join(f'{measure:>13}' for measure in MEASURES)}")
    print(f"{'program':18}{'  '.join(['limit   most'.rjust(13)] * len(MEASURES))}   bound")
    wrong = [line for name in options.programs or inputs.SIZES for line in check(name, options.size)]
    if wrong:
        sys.exit("error: " + "\nerror: ".join(wrong))


if __name__ == "__main__":
    main()
