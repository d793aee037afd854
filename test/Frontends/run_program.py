"""Runs of chad-run on arrays, for the checks of programs in the folders below."""
import os
import subprocess

import numpy as np


class Failure(Exception):
    pass


def run(path, entry, args, options, outputs, folder):
    """The first `outputs` results of @entry of the program at `path`; `folder` is for files."""
    command = ["chad-run", path, f"--entry={entry}"] + options
    for i, array in enumerate(args):
        file = os.path.join(folder, f"argument{i}.npy")
        np.save(file, array)
        command.append(f"--arg={file}")
    files = [os.path.join(folder, f"output{i}.npy") for i in range(outputs)]
    command += [f"--out={file}" for file in files]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True)
    if done.returncode:
        raise Failure(f"{entry} {' '.join(options)}: {done.stderr}{done.stdout}")
    return [np.load(file) for file in files]
