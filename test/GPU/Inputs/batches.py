"""Products of matrices in nests of maps as kernels, with gradients, against numpy: `batches.py batches.so TYPE chad-run
batches.mlir` runs them emulated with numbers of TYPE, f64 or f32, and some of them compiled for their extents."""

import re
import sys

import numpy as np
from emulated import Program, agree, numbers, run

library, kind, chad_run, program = sys.argv[1:]
functions = Program(library)
dtype, tolerance = {"f64": (np.float64, 1e-13), "f32": (np.float32, 1e-5)}[kind]
random = np.random.default_rng(7)


def check(entry, args, expected, is_special):
    shapes = [array.shape for array in args]
    agree(f"{entry} of {shapes}", getattr(functions, entry)(*args), expected, tolerance)
    if is_special:
        text = run(chad_run, program, entry, args, ["--specialize"])
        results = [numbers(part) for part in re.split(r"\S*tensor<[^>]*>+", text)[1:]]
        agree(f"{entry} of {shapes} alone", results, expected, tolerance)


def array(*shape):
    return random.standard_normal(shape).astype(dtype)


def turn(a):
    return np.swapaxes(a, -1, -2)


for is_special, g, h, m, k, n, p in [
    (True, 1, 1, 1, 1, 1, 1),
    (False, 2, 3, 4, 5, 6, 7),
    (True, 2, 2, 9, 8, 17, 10),
    (False, 1, 2, 33, 40, 20, 9),
    (False, 0, 2, 3, 4, 5, 6),
    (False, 2, 0, 3, 4, 5, 6),
    (False, 2, 2, 0, 4, 5, 6),
    (True, 2, 2, 3, 0, 5, 6),
    (False, 2, 2, 3, 4, 0, 6),
    (False, 2, 2, 3, 4, 5, 0),
]:
    a, b, c, dr = array(g, h, m, k), array(g, h, n, k), array(g, h, n, p), array(g, h, m, p)
    w = np.tanh(a @ turn(b))
    ds = dr @ turn(c) * (1 - w * w)
    check("chains", [a, b, c, dr], [w @ c, ds @ b, turn(ds) @ a, turn(w) @ dr], is_special)
    a, b, dr = array(g, h, m, k), array(h, k, p), array(g, h, m, p)
    check("shares", [a, b, dr], [a @ b, dr @ turn(b), (turn(a) @ dr).sum(0)], is_special)
