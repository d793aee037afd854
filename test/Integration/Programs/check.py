"""Runs the functions of a program and their derivatives on small arguments, and compares
with numpy.

  check.py PROGRAM.mlir

Checked are the values and the derivatives that the passes make; for programs that are measured in f32, compiled
code in f32, too.
"""

import pathlib
import sys

import numpy as np

import accuracy
import derivatives
import inputs
import program
import reference
from running import compare, run

F32 = "dot sum prod scan_sum scan_mul scan_linrec softmax_xent mlp attention mha".split()


def check_values(text, name):
    args = inputs.make(name, "tiny")
    count = len(program.signature(text, name)[1])
    expected = getattr(reference, name)(*args)
    compare(name, run(text, name, args, count), expected, 1e-13)
    if name in F32:
        in_f32 = run(program.to_f32(text), name, args, count, np.float32)
        compare(f"{name} in f32", in_f32, expected, 1e-5)


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    for name in [path.stem] + (["hand_complicated"] if path.stem == "hand" else []):
        check_values(text, name)
        if name in reference.CLOSED:
            derivatives.check_differences(text, name)
        derivatives.check_passes(text, name)
        accuracy.check(name, "tiny", np.float32)
        results = program.signature(text, name)[1]
        if name in derivatives.JACOBIANS:
            derivatives.check_sparse_jacobian(text, name)
        elif results == ["f64"]:
            derivatives.check_second(text, name)
        elif len(results) == 1:
            derivatives.check_jacobian_modes(text, name)


if __name__ == "__main__":
    main()
