"""Runs programs, and compares their results."""

import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import generate

LEFT_NOTHING = re.compile(r"allocated \d+, left 0\n")
WORK = re.compile(r"^work (\d+) .*", re.MULTILINE)


def transform(text, passes):
    """The program after passes."""
    done = subprocess.run(["chad-opt", "-", *passes], input=text, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"error: chad-opt {' '.join(passes)} failed")
    return done.stdout


def run(text, entry, args, count, dtype=np.float64):
    """The first results of a function of a program by the interpreter."""
    return run_counted(text, entry, args, count, dtype)[0]


def run_counted(text, entry, args, count, dtype=np.float64):
    """The first results, and the work."""
    results, output = run_with(["--interpret", "--count"], text, entry, args, count, dtype)
    return results, int(WORK.search(output)[1])


def run_compiled(text, entry, args, count, dtype=np.float64, options=()):
    """The first results of a function of a program as machine code, which frees what it allocates."""
    results, output = run_with(["--count-allocations", *options], text, entry, args, count, dtype)
    if not LEFT_NOTHING.match(output):
        sys.exit(f"error: {entry} leaks: {output.splitlines()[0]}")
    return results


def run_with(options, text, entry, args, count, dtype):
    """The first results, and what is printed."""
    with tempfile.TemporaryDirectory() as directory:
        paths = generate.write(args, directory, dtype)
        outs = [pathlib.Path(directory, f"out{i}.npy") for i in range(count)]
        command = ["chad-run", *options, "-", f"--entry={entry}"]
        command += [f"--arg={path}" for path in paths] + [f"--out={path}" for path in outs]
        done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE)
        if done.returncode:
            sys.exit(f"error: {entry} failed")
        return [np.load(path) for path in outs], done.stdout


def compare(what, actual, expected, tolerance):
    """Ends this script if the error of a result, relative to the largest element, is more than `tolerance`."""
    expected = expected if isinstance(expected, (tuple, list)) else [expected]
    for i, (a, e) in enumerate(zip(actual, expected, strict=True)):
        e = np.asarray(e)
        if a.shape != e.shape:
            sys.exit(f"error: {what}: result {i} has shape {a.shape}, expected {e.shape}")
        with np.errstate(invalid="ignore"):
            error = np.abs(a - e) / np.max(np.abs(e), initial=1e-30)
        error = np.where((a == e) | (np.isnan(a) & np.isnan(e)), 0, error)
        if not np.all(error <= tolerance):
            at = int(np.argmax(np.nan_to_num(error, nan=np.inf)))
            place = "".join(f"[{j}]" for j in np.unravel_index(at, error.shape))
            sys.exit(f"error: {what}: result {i}{place} is {a.item(at)}, expected {e.item(at)}")
    print(f"{what}: as expected")
