"""Checks that compiled programs compute the same results as the interpreter, and free all memory that they
allocate.

Takes the runs of the interpreter's tests: each `RUN: chad-run %s --interpret ARGS` of the files
is done both ways. `--skip=ENTRY` leaves out the runs of a function.

    python3 agree.py FILE... [--skip=ENTRY...]
"""

import argparse
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Fuzz"))
from differential import same  # noqa: E402

RUN = re.compile(r"RUN: chad-run %s --interpret (--entry=(\w+).*?)\s*\| FileCheck")
HEAD = re.compile(r"allocated \d+, left 0\n")


def run(path, arguments):
    done = subprocess.run(f"chad-run {path} {arguments}", shell=True, stdout=subprocess.PIPE,
                          universal_newlines=True)
    if done.returncode:
        sys.exit(f"error: chad-run {path} {arguments} fails")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--skip", action="append", default=[])
    options = parser.parse_args()
    count = 0
    for path in options.files:
        with open(path) as file:
            runs = RUN.findall(file.read())
        for arguments, entry in runs:
            if entry in options.skip:
                continue
            expected = run(path, "--interpret " + arguments)
            actual = run(path, "--count-allocations " + arguments)
            head = HEAD.match(actual)
            if not head or not same(expected, actual[head.end():]):
                sys.exit(f"error: {path} {arguments}\n{expected}compiled:\n{actual}")
            count += 1
    print(f"{count} runs agree")


if __name__ == "__main__":
    main()
