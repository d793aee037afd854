"""Prints the table of code size and cost of families of programs that grow: families.py REPOSITORY

Counted are the values of the program, and those of the program with its derivative, as first-order code. The
last columns are the least bound on the cost of the derivative, in hundredths, that is proved.
"""

import os
import re
import subprocess
import sys

RESULTS = re.compile(r"^\s*%[\w#]+(?::(\d+))? =", re.M)


DEPTHS = {
    "counted": (1, 3),
    "conditional": (1, 2, 3, 4),
    "calls": (1, 4, 8, 16, 32),
    "recursions": (1, 3),
    "mutual": (2, 8),
}


def count(text):
    return sum(int(number or 1) for number in RESULTS.findall(text))


def first_order(text):
    done = subprocess.run(["chad-opt", "-", "--chad-to-first-order"], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def find_bound(families, text):
    """By bisection, after the first of 4, 8, 16, ... that is proved."""
    low, high = 0, 400
    while families.verify(text, f" bound={high / 100}"):
        if high > 10000:
            return "none"
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if families.verify(text, f" bound={middle / 100}"):
            low = middle
        else:
            high = middle
    return f"{high / 100:.2f}"


def main():
    sys.path.insert(0, os.path.join(sys.argv[1], "test", "Transforms", "Inputs"))
    import control_flow as families

    rows = {
        "nested branches": families.branches,
        "nested switches": families.switches,
        "nested counted loops": families.counted,
        "nested `while` loops": families.conditional,
        "calls, each of two calls": families.calls,
        "recursions, each of the one before": families.recursions,
        "mutual recursion of so many functions": families.mutual,
    }
    print("| family | depth | values | reverse | forward | cost of reverse | of forward |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, family in rows.items():
        for depth in DEPTHS.get(family.__name__, (1, 4, 16)):
            text, parameter = family(depth)
            cells = [name, str(depth), str(count(text))]
            requests = [families.request(text, parameter, mode) for mode in ("reverse", "forward")]
            cells += [str(count(first_order(request))) for request in requests]
            cells += [find_bound(families, request) for request in requests]
            print("| " + " | ".join(cells) + " |")


main()
