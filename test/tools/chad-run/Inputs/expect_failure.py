"""Runs a command for each number that takes the place of {}: its exit code must
be 1, with a message. Arguments: the command, then the first number and the end."""

import subprocess
import sys

*command, first, end = sys.argv[1:]
for number in range(int(first), int(end)):
    words = [word.replace("{}", str(number)) for word in command]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode != 1 or "error: " not in run.stderr or run.stdout:
        sys.exit(f"{words}: exit code {run.returncode}, {run.stdout!r}, {run.stderr!r}")
