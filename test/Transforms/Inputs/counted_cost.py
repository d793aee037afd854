"""Counts what derivatives of families of programs do when they run, beside what the functions do.

  counted_cost.py

The interpreter counts operations. The gradient's, added up as docs/Cost.md adds them up, are at most 4 times those
of the function, at each depth and number of iterations or calls; with loops in branches in loops, and `while` loops
in each other, at most 4·3ᵖ times, where p is how deep they nest. Where calls grow tenfold, the gradient has no more
operations for each of the function's: residuals of calls in boxes cost what they hold.
"""

import json
import subprocess
import sys

import control_flow as families

# The second argument, growing; the first is 0.7, and -7 where a loop ends when its state is not less than the second.
SIZES = {
    families.branches: (("0.7", "0.5"),),
    families.switches: (("0.7", "1"), ("0.7", "2"), ("0.7", "0")),
    families.counted: (("0.7", "3"), ("0.7", "12")),
    families.strided: (("0.7", "30"),),
    families.conditional: (("-7", "0"),),
    families.branches_in_loops: (("0.7", "3"), ("0.7", "9")),
    families.calls: (("0.7", "1"),),
    families.recursions: (("0.7", "4"), ("0.7", "40"), ("0.7", "400")),
    families.mutual: (("0.7", "4"), ("0.7", "40"), ("0.7", "400")),
}


def count(program, entry, args):
    command = ["chad-run", "-", "--interpret", "--count", "--json", f"--entry={entry}"]
    done = subprocess.run(
        command + [f"--arg={arg}" for arg in args], input=program, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(done.stderr)
    work = json.loads(done.stdout)["work"]
    mults = work["multiplications"] + work["divisions"] + work["nonlinear"]
    return {"mults+": mults, "adds+": work["additions"] + mults}


def main():
    failed = False
    for family, arguments in SIZES.items():
        for depth in families.FAMILIES[family]:
            if depth > 8 and family is families.calls:
                continue
            text, parameter = family(depth)
            done = subprocess.run(
                ["chad-opt", "-", "--chad-to-first-order"],
                input=families.request(text, parameter, "reverse"),
                capture_output=True,
                text=True,
            )
            if done.returncode:
                sys.exit(done.stderr)
            before = None
            for args in arguments:
                function, gradient = (count(done.stdout, entry, args) for entry in "fg")
                ratios = {part: gradient[part] / function[part] for part in function}
                shown = ", ".join(f"{part} {ratio:.2f}" for part, ratio in ratios.items())
                print(f"{family.__name__} {depth} at {args[1]}: {shown}")
                nesting = depth if family in (families.conditional, families.branches_in_loops) else 0
                failed |= any(ratio > 4 * 3**nesting for ratio in ratios.values())
                if before and family in (families.recursions, families.mutual):
                    failed |= any(ratios[part] > 1.1 * before[part] for part in ratios)
                before = ratios
    print("too much" if failed else "each within its bound")
    sys.exit(failed)


main()
