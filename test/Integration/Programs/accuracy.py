"""Compares compiled derivatives with numpy's, for arguments of one size, and prints a table of errors.

  accuracy.py [--check] [--f32] [--size=few] [--run-option=OPTION]... [PROGRAM...]

Errors are relative to the largest element. Compared are: values; tangents by forward mode with a complex step
of all arguments at once; gradients by reverse mode with complex steps of a few entries of each argument; and
the two modes with each other, by the product of cotangents and tangents, relative to the sum of the absolute
values of its terms. With --check the script fails if an error is over the bound of the program.
"""

import argparse
import pathlib
import sys

import numpy as np

import derivatives
import inputs
import program
from running import run_compiled, transform

# At tiny and few; at larger sizes sums of many floats of 32 bits are further off.
BOUNDS = {np.float64: 1e-11, np.float32: 2e-5}


def text_of(name):
    source = "hand" if name == "hand_complicated" else name
    return pathlib.Path(__file__).with_name(f"{source}.mlir").read_text(encoding="utf-8")


def error(actual, expected):
    """The greatest difference, relative to the greatest element."""
    actual, expected = np.asarray(actual, np.float64), np.asarray(expected)
    if not actual.size:
        return 0.0
    return np.max(np.abs(actual - expected)) / np.max(np.abs(expected), initial=1e-30)


def gradient_error(point, gradients, entries, rng):
    """The error of a few entries of each gradient, relative to its largest element."""
    worst = 0.0
    for position, gradient in zip(point.wrt, gradients):
        size = np.size(gradient)
        for flat in rng.choice(size, min(entries, size), replace=False):
            moved = list(point.args)
            moved[position] = np.array(point.args[position], dtype=complex)
            entry = np.unravel_index(flat, moved[position].shape)
            moved[position][entry] += 1e-40j
            results = derivatives.as_tuple(point.function(*moved))
            expected = sum(np.sum(c * np.imag(r)) for c, r in zip(point.cotangents, results)) / 1e-40
            greatest = max(np.max(np.abs(gradient)), abs(expected), 1e-30)
            worst = max(worst, abs(float(np.asarray(gradient)[entry]) - expected) / greatest)
    return worst


def modes_error(point, tangents, gradients):
    """⟨ȳ, ẏ⟩ = ⟨x̄, ẋ⟩"""
    forward = [np.sum(c * np.asarray(t, np.float64)) for c, t in zip(point.cotangents, tangents)]
    terms = [np.asarray(g, np.float64) * t for g, t in zip(gradients, point.tangents)]
    scale = sum(np.sum(np.abs(t)) for t in terms) + 1e-30
    return abs(sum(forward) - sum(np.sum(t) for t in terms)) / scale


def measure(name, size, dtype=np.float64, options=(), entries=3):
    """The errors of values, tangents, gradients, and of one mode against the other."""
    text = text_of(name)
    # The arguments of the program, to the last digit.
    args = [np.asarray(a) for a in inputs.make(name, size)]
    args = [a.astype(dtype).astype(a.dtype) if a.dtype == np.float64 else a for a in args]
    point = derivatives.Point(text, name, args)
    point.cotangents = [c.astype(dtype).astype(np.float64) for c in point.cotangents]
    point.tangents = [t.astype(dtype).astype(np.float64) for t in map(np.asarray, point.tangents)]
    request, reverse_args = derivatives.reverse_request(text, name, point)
    request += program.request(text, "forward", "jvp", name, point.wrt)
    source = text + request
    code = transform(source if dtype == np.float64 else program.to_f32(source), derivatives.FIRST_ORDER)
    count = len(point.values)
    reverse = run_compiled(code, "reverse", reverse_args, count + len(point.wrt), dtype, options)
    forward = run_compiled(code, "forward", point.args + point.tangents, 2 * count, dtype, options)
    values, gradients, tangents = reverse[:count], reverse[count:], forward[count:]
    return (
        max(error(a, e) for a, e in zip(values, point.values)),
        max(error(a, e) for a, e in zip(tangents, point.tangents_of_results())),
        gradient_error(point, gradients, entries, np.random.default_rng(3)),
        modes_error(point, tangents, gradients),
    )


def check(name, size, dtype, options=()):
    """Ends this script if an error is over the bound, and returns the errors."""
    errors = measure(name, size, dtype, options)
    bound = BOUNDS[dtype]
    for what, worst in zip(["value", "tangent", "gradient", "reverse and forward"], errors):
        if not worst <= bound:
            sys.exit(f"error: {name}, {size}, {dtype.__name__}: {what} is off by {worst:.1e}")
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail where an error is over the bound")
    parser.add_argument("--f32", action="store_true", help="compute with floats of 32 bits")
    parser.add_argument("--size", default="few")
    parser.add_argument("--run-option", action="append", default=[], help="for chad-run")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    dtype = np.float32 if options.f32 else np.float64
    print(f"{'program':18}{'value':>10}{'forward':>10}{'reverse':>10}{'both':>10}")
    for name in options.programs or inputs.SIZES:
        errors = (check if options.check else measure)(name, options.size, dtype, options.run_option)
        print(f"{name:18}" + "".join(f"{worst:10.1e}" for worst in errors), flush=True)


if __name__ == "__main__":
    main()
