"""Runs chad-run on a program in which TYPE stands for each type of floats in turn.

    each_type.py PROGRAM EXPECTED-EXIT-CODE ARGUMENT...

The argument --arg=THOUSAND stands for a thousand floats."""
import os, subprocess, sys

program, expected, *arguments = sys.argv[1:]
thousand = "--arg=[" + ", ".join(str(i / 1000) for i in range(1000)) + "]"
arguments = [thousand if a == "--arg=THOUSAND" else a for a in arguments]
for kind in ("f64", "f32", "f16", "bf16"):
    path = os.path.splitext(program)[0] + "." + kind + ".mlir"
    with open(program) as source, open(path, "w") as target:
        target.write(source.read().replace("TYPE", kind))
    done = subprocess.run(["chad-run", path, *arguments], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    print(done.stdout, flush=True)
    if done.returncode != int(expected):
        sys.exit(f"{kind}: exit code {done.returncode}, not {expected}")
