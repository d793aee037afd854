"""Throws mutated programs at chad-opt, which must accept or reject each of them.

Every program of the test suite (a file, or a part of one between `// -----`
lines) is taken apart into tokens, of which a few are dropped, duplicated, swapped
or replaced by tokens of another program. chad-opt then exits with 0, or with 1
and an error message; a signal, another exit code, silence or a time-out is a
failure, and the mutant is printed with the command that shows it.

  mutate.py --opt=chad-opt --count=2000 --seed=1 DIRECTORY
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TOKEN = re.compile(r'\s+|"[^"\n]*"|->|::|[%@^#!]?[\w$.-]+|.')
SPLIT = re.compile(r"^// -----.*$", re.MULTILINE)
COMMENT = re.compile(r"//.*$", re.MULTILINE)
BATCH = 40
UPSTREAM = "a crash of MLIR itself"
PASSES = [
    [],
    ["--canonicalize", "--cse"],
    ["--chad-verify-linear"],
    ["--chad-scalarize", "--chad-erase-linear"],
    ["--chad-simplify=report=true"],
    ["--canonicalize", "--inline", "--sccp", "--loop-invariant-code-motion", "--symbol-dce"],
    ["--chad-differentiate"],
    ["--chad-reverse"],
    ["--chad-forward"],
]


def programs(directory):
    """The programs below a directory, each as a list of tokens."""
    result = []
    for path in sorted(pathlib.Path(directory).rglob("*.mlir")):
        for part in SPLIT.split(path.read_text(encoding="utf-8")):
            tokens = TOKEN.findall(COMMENT.sub("", part))
            if any(not token.isspace() for token in tokens):
                result.append(tokens)
    return result


def alike(token):
    """The class of tokens that may stand where this one does, as far as the syntax goes."""
    if token[0].isdigit() or token[0] == "-":
        return "number"
    return token[0] if token[0] in "%@^#!x" else token if not token[0].isalpha() else "word"


def mutate(rng, pool):
    """A program of the pool with one to three mutations, of which half keep the syntax."""
    tokens = list(rng.choice(pool))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        words = [i for i, token in enumerate(tokens) if not token.isspace()]
        if not words:
            break
        at = rng.choice(words)
        kind = rng.choice(["drop", "duplicate", "swap", "replace", "line", "line"] + 6 * ["near"])
        if kind == "drop":
            del tokens[at : at + rng.choice([1, 1, 1, 3, 10])]
        elif kind == "duplicate":
            tokens[at:at] = tokens[at : at + rng.choice([1, 1, 1, 3, 10, 40])]
        elif kind == "swap":
            other = rng.choice(words)
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == "replace":
            tokens[at] = rng.choice(rng.choice(pool))
        elif kind == "near":
            at = rng.choice([i for i in words if tokens[i][0].isalnum() or tokens[i][0] in "%@"] or words)
            source = tokens if rng.random() < 0.7 else rng.choice(pool)
            tokens[at] = rng.choice([t for t in source if alike(t) == alike(tokens[at])] or [tokens[at]])
        else:
            lines = "".join(tokens).splitlines(keepends=True)
            line = rng.randrange(len(lines))
            moved = lines.pop(line)
            if rng.random() < 0.7:  # Moved; otherwise dropped.
                lines.insert(rng.randrange(len(lines) + 1), moved)
            tokens = TOKEN.findall("".join(lines))
    return "".join(tokens).replace("// -----", "").strip() + "\n"


def is_upstream(stderr):
    """Whether MLIR's own parser or verifier of an op of its own crashed, with no code of chad on
    the stack."""
    parsers = re.findall(r"MLIR Parser: custom op parser '([\w.]+)'", stderr)
    verifiers = re.findall(r"^ *#\d+ .*\bmlir::\w+::\w+::verify\w*\(\)", stderr, re.MULTILINE)
    ours = re.findall(r"^ *#\d+ .*\bchad(?:::|\.so\b)", stderr, re.MULTILINE)
    of_mlir = bool(verifiers) or (bool(parsers) and not parsers[-1].startswith("chad."))
    return of_mlir and not ours


def verdict(opt, passes, batch, timeout):
    """What is wrong with chad-opt on these programs, or None."""
    command = [opt, "--split-input-file", "-o", os.devnull, *passes, "-"]
    try:
        run = subprocess.run(
            command, input="// -----\n".join(batch).encode(), capture_output=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return f"no end after {timeout} s"
    if run.returncode not in (0, 1):
        stderr = run.stderr.decode(errors="replace")
        if len(batch) == 1 and is_upstream(stderr):
            return UPSTREAM
        return f"exit code {run.returncode}\n" + "\n".join(stderr.splitlines()[-40:])
    if run.returncode == 1 and b"error: " not in run.stderr:
        return "exit code 1 without an error message"
    return None


def check_batch(job):
    """The failures of a batch: [(index, what, mutant)]."""
    opt, passes, first, batch = job
    what = verdict(opt, passes, batch, timeout=120)
    if what is None:
        return []
    alone = [(i, verdict(opt, passes, [mutant], timeout=30)) for i, mutant in enumerate(batch)]
    found = [(first + i, what, passes, batch[i]) for i, what in alone if what]
    # What shows only in company is reported with the company.
    return found or [(first, what, passes, "// -----\n".join(batch))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", help="where the programs are")
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many failures to print")
    args = parser.parse_args()

    pool = programs(args.directory)
    mutants = [mutate(random.Random(f"{args.seed}:{i}"), pool) for i in range(args.count)]
    jobs = [
        (args.opt, PASSES[i // BATCH % len(PASSES)], i, mutants[i : i + BATCH])
        for i in range(0, len(mutants), BATCH)
    ]
    with ThreadPoolExecutor(max_workers=2) as workers:
        failures = [failure for found in workers.map(check_batch, jobs) for failure in found]
    upstream = [index for index, what, _, _ in failures if what == UPSTREAM]
    failures = [failure for failure in failures if failure[1] != UPSTREAM]
    if upstream:
        print(f"MLIR itself crashed on mutants {upstream}")
    for index, what, passes, mutant in failures[: args.show]:
        print(f"--- mutant {index} of seed {args.seed}: {what}")
        print(f"--- {args.opt} {' '.join(passes)}\n{mutant}")
    print(f"{len(mutants)} mutants of {len(pool)} programs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
