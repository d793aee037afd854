"""Runs functions of a program as emulated kernels."""

import os
import subprocess
import sys
import tempfile

import numpy as np


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
