"""Compares bounds of rounding errors with the errors of runs in f32, which runs in f64 show.

    rounding.py PROGRAM...

Prints for each program the smallest ratio of a bound to the error, over its results.
"""

import pathlib
import sys

import numpy as np

import derivatives
import inputs
import program
from running import run_compiled, transform

HERE = pathlib.Path(__file__).parent
SEEDS = 5


def bounds_of(text, name, args, wrt, count, options=""):
    passes = f"--chad-rounding=function={name} wrt={','.join(map(str, wrt))} name=bounded{options}"
    made = transform(text, [passes]).replace("func.func private @bounded", "func.func @bounded")
    return run_compiled(made, "bounded", args, 2 * count, np.float32, ["--vector-math=false"])


def check(name):
    text = (HERE / f"{name}.mlir").read_text(encoding="utf-8")
    narrow = program.to_f32(text)
    wrt = derivatives.wrt_of(text, name)
    count = len(program.signature(text, name)[1])
    least = np.inf
    for seed in range(SEEDS):
        args = [np.asarray(arg) for arg in inputs.make(name, "tiny", seed)]
        # What is in f32 is exact in f64.
        args = [arg.astype(np.float32) if arg.dtype == np.float64 else arg for arg in args]
        wide = [arg.astype(np.float64) if arg.dtype == np.float32 else arg for arg in args]
        found = bounds_of(narrow, name, args, wrt, count)
        exact = run_compiled(text, name, wide, count)
        for value, bound, right in zip(found[:count], found[count:], exact):
            error = np.abs(value.astype(np.float64) - right)
            if not np.all(error <= bound * (1 + 1e-3)):
                sys.exit(f"error: {name}: an error of {np.max(error)} is beyond its bound, {bound}")
            if np.any(error > 0):
                least = min(least, np.min((bound / np.where(error, error, np.nan))[error > 0]))
        larger = bounds_of(narrow, name, args, wrt, count, " inputs=true")[count:]
        if any(np.any(more < less) for more, less in zip(larger, found[count:])):
            sys.exit(f"error: {name}: rounded arguments make a bound smaller")
    print(f"{name}: the bound is {least:.1f} times the error or more")


for program_name in sys.argv[1:]:
    check(program_name)
