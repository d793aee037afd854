"""Compares the code of the steps of loops with checkpoints.

  step_code.py MODULE.mlir ATTRIBUTE...

The module has ATTR where a loop has an attribute. With each attribute it is compiled to assembly. Prints how many
different codes the functions `f.step` and `f.step.back` have.
"""

import re
import subprocess
import sys


def compile_with(text, attribute):
    command = ["chad-run", "-", "--entry=main", "--emit=asm", "-o", "-"]
    done = subprocess.run(command, input=text.replace("ATTR", attribute), capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{attribute}: {done.stderr}")
    return done.stdout


def code_of(name, assembly):
    """The instructions of a function, without its name and the numbers of labels."""
    found = re.search(rf'^chad\.{re.escape(name)}:(.*?)^\.Lfunc_end', assembly, re.M | re.S)
    if not found:
        sys.exit(f"there is no '{name}'")
    lines = [line.split("#")[0].strip() for line in found[1].splitlines()]
    return re.sub(r"\.L[A-Za-z_]*[0-9_]+|chadrt\.text_[0-9]+", "label", "\n".join(line for line in lines if line and not line.startswith(".")))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    names, codes = ("f.step", "f.step.back"), {}
    for attribute in sys.argv[2:]:
        assembly = compile_with(text, attribute)
        for name in names:
            codes.setdefault(name, set()).add(code_of(name, assembly))
    parts = [f"{len(codes[name])} code of {name}" for name in names]
    print(f"{len(sys.argv) - 2} schedules, {', '.join(parts)}")


main()
