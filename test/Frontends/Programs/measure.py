#!/usr/bin/env python3
"""Prints how long the programs of this folder and their gradients take, as a table for Markdown.

    measure.py [ROUNDS]

Of each the least of the medians of some runs of chad-run counts.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import reference


def measure(path, name, args, options, rounds):
    """Seconds that one run takes."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["chad-run", path, f"--entry={name}", "--time", "--json"] + options
        for i, array in enumerate(args):
            file = os.path.join(folder, f"{i}.npy")
            np.save(file, array)
            command.append(f"--arg={file}")
        outputs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout
                   for _ in range(rounds)]
    return min(json.loads(output)["time"]["median_s"] for output in outputs)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    here = os.path.dirname(os.path.abspath(__file__))
    print("| program | value, µs | value and gradient, µs | ratio |\n|---|---|---|---|")
    for path in sorted(glob.glob(os.path.join(here, "*.mlir"))):
        name = os.path.splitext(os.path.basename(path))[0]
        args = reference.arguments[name](np.random.default_rng(0))
        floats = [str(i) for i, a in enumerate(args) if np.asarray(a).dtype.kind == "f"]
        value = measure(path, name, args, [], rounds)
        gradient = measure(path, name, args, ["--grad", "--wrt=" + ",".join(floats)], rounds)
        print(f"| `{name}` | {value * 1e6:.3g} | {gradient * 1e6:.3g} | {gradient / value:.2g} |", flush=True)


if __name__ == "__main__":
    main()
