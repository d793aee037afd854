"""Expands the derivatives of many copies of a program in one process, and says how many results there are: addresses differ
from copy to copy, the code may not.

    same_code.py PROGRAM N
"""

import subprocess
import sys

path, count = sys.argv[1], int(sys.argv[2])
separator = "// -----\n"
with open(path) as file:
    text = separator.join([file.read()] * count)
done = subprocess.run(["chad-opt", "--split-input-file", "--chad-to-first-order"], input=text, text=True, capture_output=True)
results = {part.strip() for part in done.stdout.split(separator)}
print(len(results), "result" if len(results) == 1 else "results", "exit code", done.returncode)
