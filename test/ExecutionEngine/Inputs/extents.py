"""Arrays that are read together must have one extent. Each function of a program is called with arrays of equal
extents, and with arrays of different ones, in every way of running.
"""

import subprocess, sys

program = sys.argv[1]
MATRIX = "--arg=[[1,2,3],[4,5,6]]"
RIGHT = [MATRIX, "--arg=[1,2,3]", "--arg=[4,5,6]"]
WRONG = [MATRIX, "--arg=[1,2,3]", "--arg=[4,5]"]
# Without rows nothing is read together.
NOTHING = ["--arg=[]", "--arg=[1,2,3]", "--arg=[4,5]"]
WAYS = [[], ["-O0"], ["--vectorize-everywhere"], ["--threads=2", "--thread-grain=1"]]
bad = 0
for function in sys.argv[2:]:
    for way in WAYS:
        def run(args):
            return subprocess.run(["chad-run", program, "--entry=" + function, *way, *args],
                                  capture_output=True, text=True)
        done = run(WRONG)
        if done.returncode != 1 or "several extents" not in done.stderr or ".mlir:" not in done.stderr:
            bad += 1
            print(function, way, "wrong arrays:", done.returncode, done.stdout, done.stderr)
        if way and way[0] != "--vectorize-everywhere":
            continue
        for args in [RIGHT] + [NOTHING] * function.startswith("rows"):
            done = run(args)
            if done.returncode:
                bad += 1
                print(function, way, args, done.returncode, done.stderr)
sys.exit(bad != 0)
