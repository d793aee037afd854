"""Loops whose iterations add to elements of their own, as emulated kernels, against numpy: `apart.py
chad-run apart.mlir TYPE` runs them with numbers of TYPE, f64 or f32, with threads in several orders."""

import os
import re
import sys

import numpy as np
from emulated import numbers
from emulated import run as run_emulated

chad_run, program, kind = sys.argv[1:]
dtype, tolerance = {"f64": (np.float64, 1e-13), "f32": (np.float32, 1e-5)}[kind]
random = np.random.default_rng(7)


def check(entry, args, expected):
    xs = args[0]
    os.environ["CHAD_EMULATED_ORDER"] = "0"
    text = run_emulated(chad_run, program, entry, args)
    results = [numbers(part) for part in re.split(rf"\S*tensor<[^>]*>+|\b{kind}\b", text)[1:]]
    shapes = [array.shape for array in args]
    for result, value in zip(results, expected, strict=True):
        value = np.ravel(value)
        error = np.abs(result - value).max(initial=0) / max(1, np.abs(value).max(initial=0))
        if result.size != value.size or not error <= tolerance:
            sys.exit(f"{entry} of {shapes}: wrong by {error}")
    os.environ["CHAD_EMULATED_ORDER"] = "3"
    if xs.size > 1000 and run_emulated(chad_run, program, entry, args) != text:
        sys.exit(f"{entry} of {shapes}: the order of threads changes the result")
    print(entry, "agrees")


def array(*shape):
    return random.standard_normal(shape).astype(dtype)


for m, n in [(0, 5), (1, 1), (2, 7), (5, 300)]:
    xs, a, longer, pairs = array(m, n), array(n), array(n + 1), array(2 * n, 3)
    products = xs[:, :-1] * xs[:, 1:]
    added = a.copy()
    added[1:] += products.sum(0)
    check("shifted", [xs, a], [products.sum(), added])
    check("reversed", [xs, a], [a + xs[:, ::-1].sum(0)])
    added = pairs.copy()
    added[::2] += np.stack([xs, 2 * xs**2, xs], 2).sum(0)
    check("rows", [xs, pairs], [added])
    added = longer.copy()
    added[:-1] += xs.sum(0)
    added[1:] += xs.sum(0)
    check("pairs", [xs, longer], [added])
    waves, by_w = xs * longer[1:], np.zeros(n + 1)
    by_w[1:] = (np.cos(waves) * xs).sum(0)
    check("gradient", [xs, longer], [np.sin(waves).sum(), np.cos(waves) * longer[1:], by_w])
