"""Compares what compiled requests give with what the interpreter gives, which takes differences.

  agree.py MODULE.mlir

Each line `// AGREE: ARGUMENTS` of the module is a run of `chad-run` with these arguments, compiled and
interpreted. The text of the results must be the same but for the numbers, and these must be close.
"""

import re
import shlex
import subprocess
import sys

NUMBER = re.compile(r"(?<![\w<])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w>])")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{shlex.join(command)} failed:\n{done.stderr}")
    return done.stdout


def main():
    number = 0
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = [line.split("AGREE:", 1)[1] for line in file if line.startswith("// AGREE:")]
    for line in lines:
        command = ["chad-run", sys.argv[1], *shlex.split(line)]
        compiled, interpreted = run(command), run([*command, "--interpret"])
        pairs = list(zip(NUMBER.findall(compiled), NUMBER.findall(interpreted)))
        if NUMBER.sub("#", compiled) != NUMBER.sub("#", interpreted):
            sys.exit(f"{line}:\n{compiled}\ninterpreted:\n{interpreted}")
        for a, b in pairs:
            if not abs(float(a) - float(b)) <= 1e-5 * max(1, abs(float(b))):
                sys.exit(f"{line}: {a}, interpreted {b}\n{compiled}\ninterpreted:\n{interpreted}")
        number += 1
    print(f"{number} runs agree")


main()
