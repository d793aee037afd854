"""The costs of random programs and of their gradients: every gradient is cheap.

    python3 cost.py --from 0 --count 60

A failure prints the seed and what chad-verify-cheap-gradient says.
"""

import argparse
import subprocess
import sys

import differentiable

PASSES = ["--inline", "--chad-reverse", "--inline", "--chad-simplify", "--canonicalize", "--cse"]


def verify(seeds, bound):
    """The message about the programs, if one is not cheap."""
    programs = [differentiable.generate_program(seed)[0] for seed in seeds]
    text = "".join(programs).replace("func.func private @p", "func.func @p")
    passes = [*PASSES, f"--chad-verify-cheap-gradient=bound={bound}"]
    done = subprocess.run(["chad-opt", "-", *passes], input=text, text=True, capture_output=True)
    lines = [line for line in done.stderr.splitlines() if "error:" in line or "note:" in line]
    return "\n".join(lines or [done.stderr]) if done.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--batch", type=int, default=20, help="programs that share a process")
    parser.add_argument("--bound", type=float, default=0, help="another bound than 4·3ᵖ")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.count)
    batches = [seeds[i:i + options.batch] for i in range(0, len(seeds), options.batch)]
    suspects = [seed for batch in batches if verify(batch, options.bound) for seed in batch]
    failures = 0
    for seed in suspects:
        if message := verify([seed], options.bound):
            failures += 1
            print(f"seed {seed}: {message}")
    print(f"{options.count - failures} gradients are cheap, {failures} are not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
