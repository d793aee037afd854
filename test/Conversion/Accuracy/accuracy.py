#!/usr/bin/env python3
"""Measures the elementary functions of compiled programs against exact values.

    accuracy.py [--points=N] [--seed=N] [--rounds=N] [--only=NAME,...] [--ways=WAY,...] [--table]

For each way of compiling (functions inline, inline without fused multiply-adds, by the C
library's vector functions, by its scalar functions; with --ways=kernels, by the formulas of kernels for a GPU), each function, f64 and f32, it prints the
largest error in units in the last place (ulp) and where that is. The points are edge cases,
points where the functions are hard (for sin, cos and tan: near multiples of pi/2 of every size),
and N random numbers. It fails where an error exceeds the bound of its way, where a result that
has to be exact is not (at infinities, NaN, signed zeros, overflow), where a sine, a cosine or a hyperbolic
tangent exceeds 1, or where what an inlined function gives depends on the arguments beside its own.

    --quick             takes what the C library computes in `long double` as exact, not MPFR
    --exhaustive[=E]    takes all f32 numbers x, or those with 2^-E <= |x| < 2^E, and what numpy
                        computes in f64 as exact
    --stored=FILE       takes the points of a file, and the exact values that stand there
    --store=FILE        writes the hardest points that were met, and their exact values
    --table             prints the largest errors as the table of docs/CPU.md
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

from oracle import BINARY, LONG, Exact, by_numpy

INLINED = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "tanh", "sin", "cos"]
LIBRARY = ["tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "cbrt", "erf",
           "erfc", "powf", "atan2", "sqrt", "rsqrt"]
FUNCTIONS = INLINED + LIBRARY
# Of these, kernels for a GPU have formulas of their own; here they are compiled for the CPU.
ALONE = ["asin", "acos", "atan", "atan2", "cbrt", "erf", "erfc"]
FORMULAS = ["--chad-approximate-math=library=false"]
AT_MOST_ONE = ["sin", "cos", "tanh"]
DTYPES = {"f64": np.float64, "f32": np.float32}
# How a program is compiled, the functions that this concerns, and the bound.
WAYS = {
    "inline": ([], INLINED, 3),
    "no-fma": (["--host-features=false"], INLINED, 3),
    "kernels": (FORMULAS, ALONE, 4),
    "vector": (["--approximate-math=false"], FUNCTIONS, 4),
    "scalar": (["--vector-math=false"], FUNCTIONS, 4),
}


# Of the CPU.
DEFAULT_WAYS = [way for way in WAYS if way != "kernels"]


def program(element, functions):
    array = f"tensor<?x{element}>"
    results = ", ".join([array] * len(functions))
    lines = [f"func.func @main(%xs: {array}, %ys: {array}) -> ({results}) {{"]
    for name in functions:
        other, bound = ("", f"%x in %xs : {array}")
        if name in BINARY:
            other, bound = ", %y", bound + f", %y in %ys : {array}"
        lines += [f"  %{name} = chad.map ({bound}) -> {array} {{",
                  f"    %r = math.{name} %x{other} : {element}",
                  f"    chad.yield %r : {element}", "  }"]
    lines += [f"  return {', '.join('%' + name for name in functions)} : {results}", "}"]
    return "\n".join(lines) + "\n"


def run(element, functions, flags, x, y, folder):
    """The results of a compiled program, function by function."""
    path = os.path.join(folder, "program.mlir")
    with open(path, "w") as file:
        file.write(program(element, functions))
    if flags is FORMULAS:
        formulas = os.path.join(folder, "formulas.mlir")
        subprocess.run(["chad-opt", path, *flags, "-o", formulas], check=True)
        path, flags = formulas, []
    arguments = []
    for name, values in (("x", x), ("y", y)):
        np.save(os.path.join(folder, name + ".npy"), values)
        arguments.append("--arg=" + os.path.join(folder, name + ".npy"))
    outs = [os.path.join(folder, name + ".out.npy") for name in functions]
    subprocess.run(["chad-run", path, *arguments, *flags, *("--out=" + out for out in outs)],
                   check=True, stdout=subprocess.DEVNULL)
    return {name: np.load(out) for name, out in zip(functions, outs)}


# Points -----------------------------------------------------------------------------------------


def exact_inputs(name, dtype):
    """The arguments for which the result must be exact."""
    info = np.finfo(dtype)
    whole = np.arange(info.minexp - info.nmant, info.maxexp)
    return {
        "exp": [0.0, -0.0, np.inf, -np.inf], "exp2": [*whole, np.inf, -np.inf],
        "expm1": [0.0, -0.0, np.inf, -np.inf], "log": [1, 0.0, -0.0, np.inf],
        "log2": [*np.ldexp(1.0, whole), 0.0, np.inf], "log10": [1, 0.0, np.inf],
        "log1p": [0.0, -0.0, -1, np.inf], "tanh": [0.0, -0.0, np.inf, -np.inf, 50, -50],
        "sin": [0.0, -0.0], "cos": [0.0, -0.0], "sqrt": [0.0, -0.0, 1, 4, np.inf],
    }.get(name, [])


def special_points(dtype):
    info = np.finfo(dtype)
    top, tiny = float(info.max), float(info.smallest_subnormal)
    log_max, log_min = np.log(top), np.log(float(info.tiny))
    special = [0.0, np.inf, np.nan, tiny, 3 * tiny, info.tiny, info.tiny * 0.75, top, 1, 2, 0.5,
               10, 1000, 1e10, log_max, -log_min, np.log(tiny), info.maxexp, info.maxexp + 1,
               -info.minexp, -np.log2(tiny), -np.log2(tiny) + 0.5, -np.log2(tiny) + 1.5,
               2 ** 0.5, 0.5 ** 0.5, 1 - 0.5 ** 0.5, 2 ** 0.5 - 1, 1 / 3, math.pi / 4, math.pi / 2,
               math.pi, 2.0**11, 2.0**16, 2.0**20, 2.0**30, 2.0**63]
    with np.errstate(over="ignore"):
        edges = np.array(special).astype(dtype)
        near = [edges, np.nextafter(edges, dtype(0)), np.nextafter(edges, dtype(np.inf))]
    exact = np.array([number for name in FUNCTIONS for number in exact_inputs(name, dtype)])
    return np.concatenate([exact.astype(dtype), *near, *(-part for part in near)])


def random_points(dtype, count, rng):
    info = np.finfo(dtype)
    word = np.uint64 if dtype == np.float64 else np.uint32
    tiny, log_max = float(info.smallest_subnormal), np.log(float(info.max))
    part = count // 7
    signs = rng.choice([-1, 1], part)
    bits = rng.integers(0, np.iinfo(word).max, part, dtype=word, endpoint=True).view(dtype)
    wide = rng.uniform(1.05 * np.log(tiny), 1.05 * log_max, part)
    ones = rng.uniform(-2, 2, part)
    scales = np.ldexp(rng.uniform(1, 2, part), rng.integers(-60, 12, part)) * signs
    about_one = signs * (1 + np.ldexp(rng.uniform(-1, 1, part), rng.integers(-info.nmant, -1, part)))
    # The multiples of pi/2 nearest to numbers of every size, and their neighbours.
    sizes = np.exp2(rng.uniform(0, rng.choice([12, 20, 31, info.maxexp - 1], part)))
    half_pi = LONG("1.57079632679489661923132169163975144")
    counts = np.rint(sizes.astype(LONG) / half_pi)
    multiples = (counts * half_pi).astype(dtype)
    toward = rng.choice([-np.inf, np.inf, 0], part).astype(dtype)
    multiples = np.nextafter(multiples, toward)
    # Points about them, where a sine or cosine is little less than 1.
    about = np.exp2(rng.uniform(-info.nmant / 2 - 2, 0, part)) * signs
    about = np.rint(np.exp2(rng.uniform(0, 0.5 * info.nmant, part))) * np.pi / 2 + about
    return np.concatenate([bits, *(np.asarray(some).astype(dtype)
                                   for some in (wide, ones, scales, about_one, multiples, about))])


def points(dtype, count, seed):
    """Arguments, and second arguments of the functions that have two."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([special_points(dtype), random_points(dtype, count, rng)])
    # Second arguments such that some powers are of moderate size.
    y = rng.permutation(x)
    with np.errstate(all="ignore"):
        moderate = rng.uniform(-1, 1, len(x)) * np.log(float(np.finfo(dtype).max))
        y = np.where(rng.random(len(x)) < 0.7, moderate / np.log(np.abs(x.astype(np.float64))), y)
    return x, y.astype(dtype)


# Errors -----------------------------------------------------------------------------------------


def errors(got, exact, dtype):
    """Errors in units in the last place of the exact result."""
    info = np.finfo(dtype)
    with np.errstate(all="ignore"):
        want = exact.astype(dtype)
    same = (np.isnan(got) & np.isnan(want)) | ((got == want) & (np.signbit(got) == np.signbit(want)))
    finite = np.isfinite(got) & np.isfinite(want)
    exponents = np.maximum(np.frexp(exact)[1], info.minexp + 1) - info.nmant - 1
    with np.errstate(all="ignore"):
        distance = np.abs(np.ldexp(got.astype(exact.dtype) - exact, -exponents))
    # The sign of zero counts.
    wrong_zero = (got == 0) & (want == 0) & (np.signbit(got) != np.signbit(want))
    result = np.where(finite & ~wrong_zero, distance, np.where(same, 0, np.inf))
    # A step to or from infinity is one place.
    edge = (np.isinf(got) & (np.abs(want) == info.max)) | (np.isinf(want) & (np.abs(got) == info.max))
    return np.where(edge & (np.signbit(got) == np.signbit(want)), 1, result)


class Report:
    """The largest errors, by way, function and element type."""

    def __init__(self):
        self.worst, self.hard, self.good = {}, {}, True

    def complain(self, what):
        print(what, flush=True)
        self.good = False

    def add(self, way, name, element, x, y, got, exact):
        dtype = DTYPES[element]
        ulps = errors(got, exact, dtype)
        at = int(np.argmax(ulps))
        key = (way, name, element)
        if ulps[at] > self.worst.get(key, (-1,))[0]:
            self.worst[key] = (float(ulps[at]), x[at], y[at], got[at])
            if np.isfinite(exact[at]):
                self.hard.setdefault((name, element), {})[way] = (float(x[at]), float(y[at]), exact[at])
        places = np.isin(x, np.array(exact_inputs(name, dtype), dtype))
        if np.any(ulps[places] != 0):
            self.complain(f"{way} {name} {element} is not exact at {x[places][ulps[places] != 0][:5]}")
        if name in AT_MOST_ONE and np.any(np.abs(got) > 1):
            self.complain(f"{way} {name} {element} exceeds 1 at {x[np.abs(got) > 1][:5]}")

    def finish(self):
        for (way, name, element), (ulp, x, y, got) in self.worst.items():
            bound = WAYS[way][2]
            at = f"{x!r}, {y!r}" if name in BINARY else repr(x)
            line = f"{way} {name} {element}: {ulp:.3f} ulp at {at}: {got!r}"
            print(line)
            if not ulp <= bound:
                self.complain(f"beyond {bound} ulp: {line}")

    def table(self):
        columns = [(way, element) for way in DEFAULT_WAYS for element in DTYPES]
        columns = [c for c in columns if any((c[0], name, c[1]) in self.worst for name in FUNCTIONS)]
        print("| |", " | ".join(f"{way} {element}" for way, element in columns), "|")
        print("|---|" + "---|" * len(columns))
        for name in FUNCTIONS:
            row = [self.worst.get((way, name, element)) for way, element in columns]
            if any(row):
                cells = [f"{math.ceil(entry[0] * 100) / 100:.2f}" if entry else "" for entry in row]
                print(f"| `{name}` |", " | ".join(cells), "|")


def check_order(report, way, element, functions, x, got, folder):
    """Compares the results with those for the same arguments in another order."""
    order = np.random.default_rng(3).permutation(len(x))
    again = run(element, functions, WAYS[way][0], x[order], x, folder)
    for name, values in got.items():
        if values[order].tobytes() != again[name].tobytes():
            differ = x[order][values[order].view(f"i{x.itemsize}") != again[name].view(f"i{x.itemsize}")]
            report.complain(f"{way} {name} {element} depends on what is beside it: {differ[:5]}")


def measure(report, exact, element, x, y, options, folder):
    values = {}
    for way in options.ways:
        flags, functions, _ = WAYS[way]
        functions = [name for name in functions if name in options.only and exact.has(name)]
        if not functions:
            continue
        results = run(element, functions, flags, x, y, folder)
        if WAYS[way][1] is INLINED:
            check_order(report, way, element, functions, x, results, folder)
        for name, got in results.items():
            if name not in values:
                values[name] = exact(name, x, y)
            report.add(way, name, element, x, y, got, values[name])


# All numbers of f32 -----------------------------------------------------------------------------


def has_in_double(name):
    return name not in ("erf", "erfc") and name not in BINARY


def suspects(got, exact, least):
    """The positions where the error may be more than `least` ulp."""
    unit = np.maximum((exact.view(np.int64) & 0x7FF << 52).view(np.float64), 2.0**-126) * 2.0**-23
    with np.errstate(all="ignore"):
        differ = ~(np.abs(got - exact) <= least * unit)
    return np.nonzero(differ & ~(np.isnan(got) & np.isnan(exact)))[0]


def measure_all(report, options, folder):
    """Measures all f32 numbers, in parts, against values in f64."""
    step = 1 << 24  # Two exponents.
    chosen = [first for first in range(0, 1 << 32, step)
              if abs((first >> 23) % 256 - 126) <= options.exhaustive]
    for at, first in enumerate(chosen):
        x = np.arange(first, first + step, dtype=np.uint32).view(np.float32)
        wide, exact = x.astype(np.float64), {}
        for way in options.ways:
            flags, functions, _ = WAYS[way]
            functions = [name for name in functions if name in options.only and has_in_double(name)]
            for name, got in run("f32", functions, flags, x, x[:0], folder).items():
                if name not in exact:
                    exact[name] = by_numpy(name, wide, wide)
                least = report.worst.get((way, name, "f32"), (0.5,))[0]
                where = suspects(got, exact[name], least)
                if name in AT_MOST_ONE:
                    where = np.concatenate([where, np.nonzero(np.abs(got) > 1)[0]])
                if len(where):
                    report.add(way, name, "f32", x[where], x[where], got[where], exact[name][where])
        print(f"{(at + 1) / len(chosen):.1%}", file=sys.stderr, flush=True)


# Stored values ----------------------------------------------------------------------------------


def read_stored(path):
    """The entries of a file by element and function. A line has these, the arguments, and the exact
    value as two doubles of which the second continues the first."""
    entries = {}
    with open(path) as file:
        for line in file:
            if not line.startswith("#"):
                element, name, *numbers = line.split()
                entries.setdefault(element, {}).setdefault(name, []).append(
                    [float.fromhex(number) for number in numbers])
    return entries


def measure_stored(report, options, folder):
    for element, by_name in read_stored(options.stored).items():
        places, first = {}, 0
        for name, entries in by_name.items():
            places[name] = slice(first, first + len(entries))
            first += len(entries)
        x, y, high, low = np.concatenate([np.array(entries) for entries in by_name.values()]).T
        x, y = x.astype(DTYPES[element]), y.astype(DTYPES[element])
        exact = high.astype(LONG) + low.astype(LONG)
        for way in options.ways:
            flags, functions, _ = WAYS[way]
            functions = [name for name in functions if name in by_name and name in options.only]
            for name, got in run(element, functions, flags, x, y, folder).items():
                at = places[name]
                report.add(way, name, element, x[at], y[at], got[at], exact[at])


def store(report, path):
    compute = Exact()
    with open(path, "w") as file:
        file.write("# element, function, arguments, exact value; written by accuracy.py --store\n")
        for (name, element), found in report.hard.items():
            for x, y, exact in dict.fromkeys(found.values()):
                if compute.has(name):
                    exact = compute(name, np.array([x]), np.array([y]))[0]
                high = np.float64(exact)
                low = np.float64(exact - LONG(high)) if np.isfinite(high) else np.float64(0)
                numbers = " ".join(float(v).hex() for v in (x, y if name in BINARY else 0, high, low))
                file.write(f"{element} {name} {numbers}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    names = lambda text: text.split(",")
    parser.add_argument("--points", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=1, help="with further seeds")
    parser.add_argument("--only", type=names, default=FUNCTIONS)
    parser.add_argument("--ways", type=names, default=DEFAULT_WAYS)
    parser.add_argument("--elements", type=names, default=list(DTYPES))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--exhaustive", type=int, nargs="?", const=128, metavar="E")
    parser.add_argument("--stored")
    parser.add_argument("--store")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        if options.stored:
            measure_stored(report, options, folder)
        elif options.exhaustive:
            measure_all(report, options, folder)
        else:
            exact = Exact(options.quick)
            for seed in range(options.seed, options.seed + options.rounds):
                for element in options.elements:
                    x, y = points(DTYPES[element], options.points, seed)
                    measure(report, exact, element, x, y, options, folder)
    report.finish()
    if options.store:
        store(report, options.store)
    if options.table:
        report.table()
    print("within the bounds" if report.good else "beyond the bounds")
    return not report.good


if __name__ == "__main__":
    sys.exit(main())
