#!/usr/bin/env python3
"""Compares what gmm.cpp prints with what the interpreter computes.

    compare.py PROGRAM.mlir OUTPUT.txt
"""
import os
import subprocess
import sys
import tempfile

import numpy as np

program, output = sys.argv[1:]
args, results = [], []
with open(output, encoding="utf-8") as file:
    for line in file:
        kind, *words = line.split()
        if kind == "argument":
            columns = int(words[0])
            numbers = np.array(words[1:], dtype=float)
            args.append(numbers.reshape(-1, columns) if columns else numbers)
        elif kind == "result":
            results.append(np.array(words, dtype=float))

with tempfile.TemporaryDirectory() as folder:
    flags = []
    for i, arg in enumerate(args):
        path = os.path.join(folder, f"arg{i}.npy")
        np.save(path, arg)
        flags.append("--arg=" + path)
    outs = [os.path.join(folder, f"out{i}.npy") for i in range(4)]
    subprocess.run(["chad-run", program, "--entry=gmm", "--grad", "--interpret", *flags,
                    "--arg=0.75", "--arg=2", *("--out=" + out for out in outs)],
                   check=True, stdout=subprocess.DEVNULL)
    expected = [np.load(out).reshape(-1) for out in outs]

assert len(results) == 4 * len(expected), len(results)
for i, result in enumerate(results):
    np.testing.assert_allclose(result, expected[i % len(expected)], rtol=1e-12, atol=1e-12)
print(f"{len(results)} results agree")
