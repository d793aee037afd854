"""Checks that random programs have the same results before and after every pipeline, and compiled.

Interprets each program of `generate.py`, transforms it, interprets the result,
and compares all numbers. A failure prints the seed, the pipeline and the
program, cut down to the statements that still show it.

With --compiled the programs are first-order, and are compiled and run instead: ten in one process, or one by
one if results disagree.

    python3 differential.py --opt chad-opt --run chad-run --from 0 --count 100
"""

import argparse
import concurrent.futures
import itertools
import math
import os
import re
import subprocess
import sys

import generate

PIPELINES = [
    ["--chad-verify-linear", "--canonicalize=test-convergence=true", "--chad-verify-linear"],
    ["--loop-invariant-code-motion", "--cse", "--sccp", "--canonicalize", "--cse"],
    ["--canonicalize", "--remove-dead-values", "--canonicalize"],
    ["--chad-scalarize", "--chad-simplify", "--chad-verify-linear"],
]
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)(?![\w.])")
TOLERANCE = 1e-9


def execute(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def interpret(options, text):
    return execute([options.run, "-", "--interpret", "--entry=main", "--full"], text)


def run_compiled(options, text):
    code, output, error = execute([options.run, "-", "--entry=main", "--full", "--count-allocations",
                                    "--vector-math=false", *options.run_option], text)
    head, _, results = output.partition("\n")
    if not code and not head.endswith("left 0"):
        return 1, "", f"a run leaks: {head}"
    return code, results, error


def close(a, b):
    x, y = float(a), float(b)
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    return x == y or abs(x - y) <= TOLERANCE * max(1.0, abs(x), abs(y))


def same(before, after):
    """Whether two printed lists of results hold the same types and numbers."""
    if NUMBER.sub("#", before) != NUMBER.sub("#", after):
        return False
    return all(map(close, NUMBER.findall(before), NUMBER.findall(after)))


def failure(options, text, pipelines):
    """The reason why the program fails, which starts with the kind of the failure; None if it does not fail."""
    code, before, error = interpret(options, text)
    if code:
        return "interpret", f"the program cannot be interpreted: {error}"
    if options.compiled:
        code, after, error = run_compiled(options, text)
        if code:
            return "compile", f"the program cannot be compiled and run: status {code}: {error}"
        return None if same(before, after) else ("differs", f"results differ\n{before}\n{after}")
    for pipeline in pipelines:
        code, transformed, error = execute([options.opt, "-"] + pipeline, text)
        if code:
            return "transform", f"{' '.join(pipeline)} fails with status {code}: {error}"
        code, after, error = interpret(options, transformed)
        if code:
            return "after", f"{' '.join(pipeline)}: the result cannot be interpreted: {error}"
        if not same(before, after):
            return "differs", f"{' '.join(pipeline)}: results differ\n{before}\n{after}"
    return None


def blocks(lines):
    """The top-level statements of the function's body, each a run of lines."""
    result, depth = [], 0
    for line in lines:
        if depth == 0 and not (result and line.lstrip().startswith("(")):
            result.append([])
        result[-1].append(line)
        depth += line.count("{") - line.count("}")
    return result


def shrink(options, text, pipelines, kind):
    """Removes results and statements as long as the program fails in the same way."""
    def broken(candidate):
        code, _, _ = execute([options.opt, "-", "-o", os.devnull], candidate)
        if code:
            return False
        found = failure(options, candidate, pipelines)
        return found is not None and found[0] == kind

    header, *body, _ = text.rstrip().split("\n")
    returned = re.match(r"\s*return (.*) : (.*)", body.pop())
    pairs = list(zip(returned.group(1).split(", "), returned.group(2).split(", ")))
    body = blocks(body)

    def assemble(body, pairs):
        types = ", ".join(t for _, t in pairs)
        names = ", ".join(n for n, _ in pairs)
        lines = [line for block in body for line in block]
        return "\n".join([f"func.func @main() -> ({types}) {{", *lines, f"  return {names} : {types}", "}", ""])

    for pair in list(pairs):
        rest = [p for p in pairs if p is not pair]
        if rest and broken(assemble(body, rest)):
            pairs = rest
    for block in reversed(list(body)):
        rest = [b for b in body if b is not block]
        if broken(assemble(rest, pairs)):
            body = rest
    return assemble(body, pairs)


def check_batch(options, seeds):
    """Runs several programs in one process; gives a message for each that fails."""
    programs, lines, results = [], [], []
    for seed in seeds:
        program = generate.generate(seed, first_order=True, name=f"program{seed}")
        types = re.match(r".* -> \((.*)\) {\n", program).group(1).split(", ")
        names = ", ".join(f"%r{seed}_{i}" for i in range(len(types)))
        lines.append(f"  {names} = func.call @program{seed}() : () -> ({', '.join(types)})")
        results += zip(names.split(", "), types)
        programs.append(program.replace("func.func @", "func.func private @", 1))
    types = ", ".join(t for _, t in results)
    lines.append(f"  return {', '.join(n for n, _ in results)} : {types}")
    text = "\n".join(programs + [f"func.func @main() -> ({types}) {{", *lines, "}", ""])
    if failure(options, text, []) is None:
        return []
    return [message for seed in seeds if (message := check(options, seed))]


def check(options, seed):
    text = generate.generate(seed, first_order=options.compiled)
    found = failure(options, text, PIPELINES)
    if found is None:
        return None
    kind, reason = found
    return f"seed {seed}: {reason}\n{shrink(options, text, PIPELINES, kind)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--run-option", action="append", default=[], help="for chad-run")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failures = 0
    seeds = list(range(options.first, options.first + options.count))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.compiled:
            batches = [seeds[i:i + 10] for i in range(0, len(seeds), 10)]
            messages = itertools.chain(*pool.map(lambda batch: check_batch(options, batch), batches))
        else:
            messages = pool.map(lambda seed: check(options, seed), seeds)
        for message in messages:
            if message:
                failures += 1
                print(message, flush=True)
    print(f"{options.count - failures} programs agree, {failures} do not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
