"""Runs the stages of a derivation: the function, and its derivatives applied to vectors."""

import argparse
import subprocess
import sys

VALUE = ("function", "inlined", "unf")
FORWARD = ("jvp", "jvp-simplified")
REVERSE = ("transposed-applied", "vjp", "vjp-simplified", "cse", "first-order")


def run(command, text=None):
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, check=False)
    return done.stdout if done.returncode == 0 else None, done.stderr


def results(options, stage, entry, args, mode):
    """The values that a stage returns, without their types; none where there is no such stage."""
    text, why = run(["chad-explain", options.program, "@" + options.function,
                     "--format=mlir", "--stage=" + stage])
    if text is None:
        if "cannot be had" not in why:
            sys.exit(why)
        return None
    command = ["chad-run", "-", "--entry=" + entry] + mode
    out, why = run(command + ["--arg=" + arg for arg in args], text)
    if out is None:
        sys.exit(f"error: stage '{stage}' does not run:\n{why}")
    return ", ".join(line.split(" ", 1)[1] for line in out.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("function")
    for name in ("arg", "tangent", "cotangent"):
        parser.add_argument("--" + name, action="append", default=[])
    options = parser.parse_args()
    name, count = options.function, 0
    for kind, stages, entry, args in (
            ("value", VALUE, name, options.arg),
            ("forward", FORWARD, name + ".jvp", options.arg + options.tangent),
            ("reverse", REVERSE, name + ".vjp", options.arg + options.cotangent)):
        expected = None
        for stage in stages:
            entry_here = name + ".transposed.vjp" if stage == "transposed-applied" else entry
            modes = [["--interpret"]] + ([[]] if stage == "first-order" else [])
            for mode in modes:
                actual = results(options, stage, entry_here, args, mode)
                if actual is None:
                    continue
                if expected not in (None, actual):
                    sys.exit(f"error: stage '{stage}' gives {actual}, not {expected}")
                expected = actual
                count += 1
        print(f"{kind}: {expected}")
    print(f"{count} stages agree")


if __name__ == "__main__":
    main()
