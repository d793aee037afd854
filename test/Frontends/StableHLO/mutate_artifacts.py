#!/usr/bin/env python3
"""Gives chad-opt mutated bytecode of StableHLO, which it must accept or reject without a crash.

    mutate_artifacts.py --opt=chad-opt [--seed N] [--count N] FOLDER

One to three bytes of a program (*.mlirbc below FOLDER) are replaced, left out or doubled, or its end
is cut off. chad-opt then exits with 0, or with 1 and an error; CHAD_FUZZ_SEED is the default of the
seed. Where it crashes, the bytes are written to a file, unless the crash is in MLIR's reader itself.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# Names of functions of this project on the stack of a crash.
OWN = re.compile("chad::|Chad|HLO|Shardy")


def mutate(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(data))
        kind = rng.choice(["replace", "replace", "near", "drop", "double", "cut"])
        if kind == "replace":
            data[at] = rng.randrange(256)
        elif kind == "near":
            data[at] = (data[at] + rng.choice([-8, -4, -2, 2, 4, 8])) % 256
        elif kind == "drop":
            del data[at]
        elif kind == "double":
            data.insert(at, data[at])
        elif rng.random() < 0.1:
            del data[at:]
    return bytes(data)


def main():
    parser = argparse.ArgumentParser(description="mutates bytecode of StableHLO")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_FUZZ_SEED", "1")))
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    artifacts = [path.read_bytes() for path in sorted(arguments.folder.rglob("*.mlirbc"))]
    rng = random.Random(arguments.seed)
    accepted = upstream = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mutant.mlirbc")
        for i in range(arguments.count):
            data = mutate(rng, rng.choice(artifacts))
            pathlib.Path(path).write_bytes(data)
            run = subprocess.run(
                [arguments.opt, path, "--allow-unregistered-dialect", "--chad-import-stablehlo"],
                capture_output=True, timeout=60)
            said = run.stderr.decode(errors="replace")
            if run.returncode in (0, 1) and (run.returncode == 0 or "error" in said):
                accepted += run.returncode == 0
            elif run.returncode < 0 and not OWN.search(said):
                upstream += 1
            else:
                failed += 1
                kept = f"mutant-{arguments.seed}-{i}.mlirbc"
                pathlib.Path(kept).write_bytes(data)
                print(f"{kept}: exit code {run.returncode}\n{said[:2000]}", file=sys.stderr)
    print(f"{arguments.count} mutants, {accepted} accepted, {upstream} crashes of MLIR, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
