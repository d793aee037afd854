"""Products of matrices in nests of maps as kernels, with gradients, against numpy: `batches.py
chad-run batches.mlir TYPE` runs them emulated with numbers of TYPE, f64 or f32."""

import re
import sys

import numpy as np
from emulated import numbers
from emulated import run as run_emulated

chad_run, program, kind = sys.argv[1:]
dtype, tolerance = {"f64": (np.float64, 1e-13), "f32": (np.float32, 1e-5)}[kind]
random = np.random.default_rng(7)


def check(entry, args, expected, options):
    text = run_emulated(chad_run, program, entry, args, options)
    results = [numbers(part) for part in re.split(r"\S*tensor<[^>]*>+", text)[1:]]
    shapes = [array.shape for array in args]
    for result, value in zip(results, expected, strict=True):
        error = np.abs(result - value.ravel()).max(initial=0) / max(1, np.abs(value).max(initial=0))
        if result.size != value.size or not error <= tolerance:
            sys.exit(f"{entry} of {shapes}: wrong by {error}")
    print(entry, "agrees")


def array(*shape):
    return random.standard_normal(shape).astype(dtype)


def turn(a):
    return np.swapaxes(a, -1, -2)


for g, h, m, k, n, p in [
    (1, 1, 1, 1, 1, 1),
    (2, 3, 4, 5, 6, 7),
    (2, 2, 9, 8, 17, 10),
    (1, 2, 33, 40, 20, 9),
    (0, 2, 3, 4, 5, 6),
    (2, 0, 3, 4, 5, 6),
    (2, 2, 0, 4, 5, 6),
    (2, 2, 3, 0, 5, 6),
    (2, 2, 3, 4, 0, 6),
    (2, 2, 3, 4, 5, 0),
]:
    for options in [], ["--specialize"]:
        a, b, c, dr = array(g, h, m, k), array(g, h, n, k), array(g, h, n, p), array(g, h, m, p)
        w = np.tanh(a @ turn(b))
        ds = dr @ turn(c) * (1 - w * w)
        check("chains", [a, b, c, dr], [w @ c, ds @ b, turn(ds) @ a, turn(w) @ dr], options)
        a, b, dr = array(g, h, m, k), array(h, k, p), array(g, h, m, p)
        check("shares", [a, b, dr], [a @ b, dr @ turn(b), (turn(a) @ dr).sum(0)], options)
