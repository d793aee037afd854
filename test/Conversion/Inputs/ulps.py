#!/usr/bin/env python3
"""Measures the elementary functions of compiled programs against extended precision.

    ulps.py [--points=N] [--bound=ULPS] [CHAD_RUN_FLAG...]

Runs each function, f64 and f32, on edge cases and on N random numbers, and prints
the largest errors in units in the last place. Edges (infinities, NaN, signed zeros,
overflow) must be exact. Fails where an error exceeds the bound.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np

FUNCTIONS = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log, "log2": np.log2,
    "log10": np.log10, "log1p": np.log1p, "tanh": np.tanh, "sin": np.sin, "cos": np.cos,
}
# These are expanded in vectors only.
OF_VECTORS = ("sin", "cos")


def program(element):
    """One function that applies all of them."""
    array = f"tensor<?x{element}>"
    results = ", ".join([array] * len(FUNCTIONS))
    lines = [f"func.func @main(%xs: {array}) -> ({results}) {{",
             f"  %r:{len(FUNCTIONS)} = chad.map (%x in %xs : {array}) -> ({results}) {{"]
    lines += [f"    %{name} = math.{name} %x : {element}" for name in FUNCTIONS
              if name not in OF_VECTORS]
    vector = f"vector<3x{element}>"
    lines += [f"    %xx = vector.broadcast %x : {element} to {vector}"]
    for name in OF_VECTORS:
        lines += [f"    %{name}s = math.{name} %xx : {vector}",
                  f"    %{name} = vector.extract %{name}s[1] : {element} from {vector}"]
    values = ", ".join(f"%{name}" for name in FUNCTIONS)
    types = ", ".join([element] * len(FUNCTIONS))
    lines += [f"    chad.yield {values} : {types}", "  }",
              f"  return {', '.join(f'%r#{i}' for i in range(len(FUNCTIONS)))} : {results}", "}"]
    return "\n".join(lines) + "\n"


def exact_inputs(name, dtype):
    """Where the result has to be exact."""
    info = np.finfo(dtype)
    whole = np.arange(info.minexp - info.nmant, info.maxexp)
    return {
        "exp": [0.0, -0.0, np.inf, -np.inf], "exp2": [*whole, np.inf, -np.inf],
        "expm1": [0.0, -0.0, np.inf, -np.inf], "log": [1, 0.0, -0.0, np.inf],
        "log2": [*np.ldexp(1.0, whole), 0.0, np.inf], "log10": [1, 0.0, np.inf],
        "log1p": [0.0, -0.0, -1, np.inf], "tanh": [0.0, -0.0, np.inf, -np.inf, 50, -50],
        "sin": [0.0, -0.0], "cos": [0.0, -0.0],
    }[name]


def inputs(dtype, points):
    info = np.finfo(dtype)
    word = np.uint64 if dtype == np.float64 else np.uint32
    top, tiny = float(info.max), float(info.smallest_subnormal)
    log_max, log_min = np.log(top), np.log(float(info.tiny))
    special = [0.0, np.inf, np.nan, tiny, 3 * tiny, info.tiny, info.tiny * 0.75, top, 1, 2, 0.5,
               10, 1000, 1e10, log_max, -log_min, np.log(tiny), info.maxexp, info.maxexp + 1,
               -info.minexp, -np.log2(tiny), -np.log2(tiny) + 0.5, -np.log2(tiny) + 1.5,
               2 ** 0.5, 0.5 ** 0.5, 1 - 0.5 ** 0.5, 2 ** 0.5 - 1, 1 / 3]
    with np.errstate(over="ignore"):
        edges = np.array(special).astype(dtype)
        near = np.concatenate([edges, np.nextafter(edges, dtype(0)),
                               np.nextafter(edges, dtype(np.inf))])
    rng = np.random.default_rng(7)
    quarter = points // 4
    bits = rng.integers(0, np.iinfo(word).max, quarter, dtype=word).view(dtype)
    wide = rng.uniform(1.05 * np.log(tiny), 1.05 * log_max, quarter)
    ones = rng.uniform(-2, 2, quarter)
    scales = np.ldexp(rng.uniform(1, 2, quarter), rng.integers(-60, 12, quarter))
    scales *= rng.choice([-1, 1], quarter)
    exact = [number for name in FUNCTIONS for number in exact_inputs(name, dtype)]
    return np.concatenate([exact, near, -near, bits, wide, ones, scales]).astype(dtype)


def errors(got, exact, dtype):
    """In units of the last place that the exact result would have."""
    info = np.finfo(dtype)
    with np.errstate(all="ignore"):
        want = exact.astype(dtype)
    same = (np.isnan(got) & np.isnan(want)) | ((got == want) & (np.signbit(got) == np.signbit(want)))
    finite = np.isfinite(got) & np.isfinite(want)
    exponents = np.maximum(np.frexp(exact)[1], info.minexp + 1) - info.nmant - 1
    with np.errstate(all="ignore"):
        distance = np.abs((got.astype(np.longdouble) - exact) * np.ldexp(np.longdouble(1), -exponents))
    # The sign of zero counts.
    wrong_zero = (got == 0) & (want == 0) & (np.signbit(got) != np.signbit(want))
    result = np.where(finite & ~wrong_zero, distance, np.where(same, 0, np.inf))
    # A step to or from infinity is one place.
    edge = (np.isinf(got) & (np.abs(want) == info.max)) | (np.isinf(want) & (np.abs(got) == info.max))
    return np.where(edge & (np.signbit(got) == np.signbit(want)), 1, result)


def measure(dtype, element, args, folder):
    path = os.path.join(folder, element + ".mlir")
    with open(path, "w") as file:
        file.write(program(element))
    x = inputs(dtype, args.points)
    np.save(os.path.join(folder, "x.npy"), x)
    outs = [os.path.join(folder, name + ".npy") for name in FUNCTIONS]
    subprocess.run(["chad-run", path, "--arg=" + os.path.join(folder, "x.npy"), *args.flags,
                    *("--out=" + out for out in outs)], check=True, stdout=subprocess.DEVNULL)
    good = True
    for (name, function), out in zip(FUNCTIONS.items(), outs):
        got = np.load(out)
        with np.errstate(all="ignore"):
            exact = function(x.astype(np.longdouble))
        ulps = errors(got, exact, dtype)
        worst = int(np.argmax(ulps))
        print(f"{name} {element}: {float(ulps[worst]):.3f} ulp at {x[worst]!r}: {got[worst]!r}")
        good &= bool(ulps[worst] <= args.bound)
        places = np.isin(x, np.array(exact_inputs(name, dtype), dtype))
        if np.any(ulps[places] != 0):
            print(f"{name} {element} is not exact at {x[places][ulps[places] != 0][:5]}")
            good = False
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=20000)
    parser.add_argument("--bound", type=float, default=3)
    args, args.flags = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        good = [measure(np.float64, "f64", args, folder), measure(np.float32, "f32", args, folder)]
    print("within" if all(good) else "beyond", args.bound, "ulp")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
