"""Measures the time and the memory of a program and of its gradient, by chad-run."""
import json
import os
import subprocess
import tempfile

import numpy as np


def measure(path, entry, args, options, rounds):
    """The minimum of the median seconds of some runs, and the largest number of bytes of arrays at one time,
    with the results and without the arguments.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = ["chad-run", path, f"--entry={entry}", "--time", "--count-allocations", "--json"]
        command += options
        for i, array in enumerate(args):
            file = os.path.join(folder, f"{i}.npy")
            np.save(file, array)
            command.append(f"--arg={file}")
        runs = [json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
                for _ in range(rounds)]
    return min(run["time"]["median_s"] for run in runs), runs[0]["allocations"]["peak_bytes"]


def bytes_of(args):
    return sum(np.asarray(a).nbytes for a in args)
