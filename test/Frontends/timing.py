# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times of programs, for the scripts that measure front ends."""
import json
import os
import subprocess
import tempfile

import numpy as np


def measure(path, name, args, options, rounds):
    """Seconds that one run of a function takes: the least of the medians of some runs of chad-run."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["chad-run", path, f"--entry={name}", "--time", "--json"] + options
        for i, array in enumerate(args):
            file = os.path.join(folder, f"{i}.npy")
            np.save(file, array)
            command.append(f"--arg={file}")
        outputs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout
                   for _ in range(rounds)]
    return min(json.loads(output)["time"]["median_s"] for output in outputs)
