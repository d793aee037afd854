"""The programs' gradients in two functions, forward and backward.

  split.py [PROGRAM...]

The results of `chad-run --grad --split` are compared with numpy, at tiny sizes and at inputs at which programs
often fail. Both functions must free the memory that they allocate.
"""

import re
import subprocess
import sys
import tempfile

import numpy as np

import derivatives
import generate
import inputs
from accuracy import text_of
from running import compare


def run_split(text, name, point, options):
    """The results, the gradients, and what is printed, remarks too."""
    with tempfile.TemporaryDirectory() as directory:
        paths = generate.write([*point.args, *point.cotangents], directory, np.float64)
        count = len(point.values) + len(point.wrt)
        outs = [f"{directory}/out{i}.npy" for i in range(count)]
        command = ["chad-run", "-", "--grad", "--split", "--remarks=split", *options]
        command += [f"--entry={name}", f"--wrt={','.join(map(str, point.wrt))}"]
        command += [f"--arg={path}" for path in paths[: len(point.args)]]
        command += [f"--seed={path}" for path in paths[len(point.args) :]]
        command += [f"--out={path}" for path in outs]
        done = subprocess.run(command, input=text, text=True, capture_output=True)
        if done.returncode:
            sys.exit(f"error: {name} failed\n{done.stderr}")
        return [np.load(path) for path in outs], done.stdout, done.stderr


def check(name):
    text = text_of(name)
    points = derivatives.make_points(text, name)
    for i, point in enumerate(points):
        results, output, remarks = run_split(text, name, point, ["--count-allocations"])
        if output.count(", left 0\n") != 2:
            sys.exit(f"error: {name} leaks: {output}")
        compare(f"{name} in two functions, point {i}", results, point.values + point.gradients(), 1e-10)
    kept = re.search(r"keeps (.*) for", remarks)[1]
    print(f"{name:18} agrees at {len(points)} points, keeps {kept}")


if __name__ == "__main__":
    for program_name in sys.argv[1:] or inputs.SIZES:
        check(program_name)
