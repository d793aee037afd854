"""Compares the bits of gradients with and without checkpoints.

  checkpoint_bits.py MODULE.mlir

The text of the module has OUTER and INNER where loops may have attributes, and FLOAT for a type of
floats. For each combination its function `main` runs, interpreted, compiled, and compiled with
`--exact-floats`. The results of each way are to be equal to the last bit, but for compiled loops without an
attribute, whose steps are optimized with the code around them.
"""

import subprocess
import sys

OUTER = [
    "",
    "{chad.checkpoint}",
    "{chad.checkpoint = 3 : i64}",
    "{chad.checkpoint = {states = 60}}",
    "{chad.checkpoint = {states = 9}}",
    "{chad.checkpoint = {bytes = 4000}}",
    "{chad.checkpoint = {states = 5, binomial}}",
    "{chad.checkpoint = {states = 1, binomial}}",
]
# All states are kept.
ALL = "{chad.checkpoint = {states = 1000}}"
INNER = ["", "{chad.checkpoint}", "{chad.checkpoint = {states = 2, binomial}}"]


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        template = file.read()
    number = 0
    for float_type in ("f64", "f32"):
        expected = {}
        for i, outer in enumerate(OUTER):
            # Each attribute of the outer loop is there with each of the inner one once.
            for inner in INNER if i in (0, 2, 6) else INNER[i % 3 : i % 3 + 1]:
                text = template.replace("OUTER", outer).replace("INNER", inner).replace("FLOAT", float_type)
                plain = run(["chad-opt", "-", "--chad-differentiate"], text)
                steps = template.replace("OUTER", outer or ALL).replace("INNER", inner or ALL).replace("FLOAT", float_type)
                ways = {
                    "interpreted": run(["chad-run", "-", "--entry=main", "--full", "--interpret"], plain),
                    "exact": run(["chad-run", "-", "--entry=main", "--full", "--exact-floats"], text),
                    "compiled": run(["chad-run", "-", "--entry=main", "--full"], steps),
                }
                for way, result in ways.items():
                    number += 1
                    if result != expected.setdefault(way, result):
                        sys.exit(f"{float_type}, {way}, with '{outer}' and '{inner}':\n{result}\nexpected:\n{expected[way]}")
    print(f"{number} runs agree")


main()
