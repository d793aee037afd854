"""Functions of a program as emulated kernels, compiled once or for each call."""

import hashlib
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Inputs"))
from c_library import Program  # noqa: E402, F401, for the scripts that import this one


def agree(what, actual, expected, tolerance):
    """Compares arrays, relative to the largest element, and says so with a number that their bits have."""
    for result, value in zip(actual, expected, strict=True):
        result, value = np.ravel(result), np.ravel(value)
        error = np.abs(result - value).max(initial=0) / max(1, np.abs(value).max(initial=0))
        if result.size != value.size or not error <= tolerance:
            sys.exit(f"{what}: wrong by {error}")
    digest = hashlib.sha256(b"".join(np.asarray(result).tobytes() for result in actual))
    print(what, "agrees", digest.hexdigest()[:16])


def agree_by_complex_steps(what, gradients, function, args, cotangents, random, tolerance):
    """Compares a few entries of the gradient by each argument with complex steps of a function of arrays."""
    for number, gradient in enumerate(gradients):
        points = [tuple(random.integers(gradient.shape)) for _ in range(5)] if gradient.size else []
        checked = []
        for point in points:
            moved = [arg.astype(complex) for arg in args]
            moved[number][point] += 1e-30j
            results = function(*moved)
            checked.append(sum(np.sum(c * np.imag(r)) for c, r in zip(cotangents, results, strict=True)) / 1e-30)
        agree(f"gradient {number} {what}", [np.array([gradient[p] for p in points])], [np.array(checked)], tolerance)


def run(chad_run, program, entry, args, options=()):
    """The text that chad-run prints for these arrays and numbers; ends the process if it fails."""
    with tempfile.TemporaryDirectory() as place:
        command = [chad_run, program, "--entry", entry, "--full", "--target=cuda-emulated", *options]
        for i, arg in enumerate(args):
            path = os.path.join(place, f"{i}.npy")
            np.save(path, arg)
            command.append(f"--arg={path}" if np.ndim(arg) else f"--arg={arg}")
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(done.stderr)
    return done.stdout


def numbers(text):
    """The numbers of a printed array."""
    return np.array(text.translate(str.maketrans("[],", "   ")).split(), dtype=float)
