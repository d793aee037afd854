"""Compares the bits of gradients with and without checkpoints.

  checkpoint_bits.py [--entry=NAME] [--floats=f64,f32] [--ways=...] MODULE.mlir...

The text of the modules, which are put together, has OUTER and INNER where loops may have attributes, and FLOAT for a type
of floats. For each combination its function `main`, or that of the given name, runs in the given ways: interpreted, compiled, and compiled with
`--exact-floats`. The results of each way are to be equal to the last bit, but for compiled loops without an
attribute, whose steps are optimized with the code around them. With `--attributes`, all loops have an attribute in all ways.
"""

import argparse
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
    parser = argparse.ArgumentParser()
    parser.add_argument("--entry", default="main")
    parser.add_argument("--floats", default="f64,f32")
    parser.add_argument("--ways", default="interpreted,exact,compiled")
    parser.add_argument("--attributes", action="store_true")
    parser.add_argument("modules", nargs="+")
    options = parser.parse_args()
    template = ""
    for module in options.modules:
        with open(module, encoding="utf-8") as file:
            template += file.read()
    entry = f"--entry={options.entry}"
    number = 0
    for float_type in options.floats.split(","):
        expected = {}
        for i, outer in enumerate(OUTER):
            # Each attribute of the outer loop is there with each of the inner one once.
            for inner in INNER if i in (0, 2, 6) else INNER[i % 3 : i % 3 + 1]:
                text = template.replace("OUTER", outer).replace("INNER", inner).replace("FLOAT", float_type)
                steps = template.replace("OUTER", outer or ALL).replace("INNER", inner or ALL).replace("FLOAT", float_type)
                if options.attributes:
                    text = steps
                plain = run(["chad-opt", "-", "--chad-differentiate"], text)
                ways = {
                    "interpreted": (["--interpret"], plain),
                    "exact": (["--exact-floats"], text),
                    "compiled": ([], steps),
                }
                for way in options.ways.split(","):
                    arguments, source = ways[way]
                    result = run(["chad-run", "-", entry, "--full", *arguments], source)
                    number += 1
                    if result != expected.setdefault(way, result):
                        sys.exit(f"{float_type}, {way}, with '{outer}' and '{inner}':\n{result}\nexpected:\n{expected[way]}")
    print(f"{number} runs agree")


main()
