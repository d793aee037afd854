"""Gives chad-opt mutated programs, which it must accept or reject without a crash.

Every program of the test suite (a file, or a part of one between `// -----`
lines) is taken apart into tokens, of which a few are dropped, duplicated, swapped
or replaced by tokens of another program. chad-opt then exits with 0, or with 1
and an error message; a signal, another exit code, silence or a time-out is a
failure, and the mutant is printed with the command that shows it.

With --valid the mutations keep types: other constants and extents, other operands of
the same type, other predicates and directions, other ops of the same signature, lines
that nothing needs. Most mutants then verify and reach the passes: each pass of chad alone,
one twice, or a few in any order. What a pass leaves is verified.

Programs and passes are drawn by hashes of what they are: a new one changes few of the mutants,
so that what fails is what a change broke.

  mutate.py --opt=chad-opt --count=2000 --seed=1 DIRECTORY
  mutate.py --opt=chad-opt --count=2000 --seed=1 --valid DIRECTORY
"""

import argparse
import bisect
import hashlib
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
# MLIR's parser of tensor.pad frees the blocks of a region that it rejects while ops still refer to
# their arguments. What that breaks shows later, in other programs of the process.
PAD_WITH_BLOCKS = re.compile(r"tensor\.pad[^{}]*\{[^{}]*\^[^{}]*\^")
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
    ["--allow-unregistered-dialect", "--chad-import-stablehlo"],
]


class Pool:
    """Items of which some are drawn: the first whose hash is not below a random number."""

    def __init__(self, items):
        hashed = {}
        for item in items:
            digest = hashlib.sha256("".join(item).encode()).digest()
            hashed[int.from_bytes(digest[:8], "big") / 2**64] = item
        self.hashes = sorted(hashed)
        self.items = [hashed[key] for key in self.hashes]

    def draw(self, rng):
        return self.items[bisect.bisect_left(self.hashes, rng.random()) % len(self.items)]


def programs(directory):
    """The programs below a directory, each as a list of tokens."""
    result = []
    for path in sorted(pathlib.Path(directory).rglob("*.mlir")):
        for part in SPLIT.split(path.read_text(encoding="utf-8")):
            tokens = TOKEN.findall(COMMENT.sub("", part))
            if any(not token.isspace() for token in tokens):
                result.append(tokens)
    return Pool(result)


def alike(token):
    """The class of tokens that may syntactically replace this one."""
    if token[0].isdigit() or token[0] == "-":
        return "number"
    return token[0] if token[0] in "%@^#!x" else token if not token[0].isalpha() else "word"


def mutate(rng, pool):
    """A program of the pool with one to three mutations, of which half keep the syntax."""
    tokens = list(pool.draw(rng))
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
            tokens[at] = rng.choice(pool.draw(rng))
        elif kind == "near":
            at = rng.choice([i for i in words if tokens[i][0].isalnum() or tokens[i][0] in "%@"] or words)
            source = tokens if rng.random() < 0.7 else pool.draw(rng)
            tokens[at] = rng.choice([t for t in source if alike(t) == alike(tokens[at])] or [tokens[at]])
        else:
            lines = "".join(tokens).splitlines(keepends=True)
            line = rng.randrange(len(lines))
            moved = lines.pop(line)
            if rng.random() < 0.7:  # Moved; otherwise dropped.
                lines.insert(rng.randrange(len(lines) + 1), moved)
            tokens = TOKEN.findall("".join(lines))
    return "".join(tokens).replace("// -----", "").strip() + "\n"


# Words of which each may stand for another.
ALIKE = [
    ["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf", "remf"],
    ["addi", "subi", "muli", "minui", "maxui", "minsi", "maxsi", "remui", "divui"],
    ["sin", "cos", "exp", "log", "tanh", "sqrt", "absf", "atan", "erf", "rsqrt", "floor"],
    ["oeq", "olt", "ole", "ogt", "oge", "one", "une", "ult", "uge", "uno", "true", "false"],
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
    ["left", "right"], ["inclusive", "exclusive"], ["forward", "reverse"],
    ["jvp", "vjp"], ["grad", "jacobian"], ["map", "build"], ["reduce", "scan"],
]
DEFINED = re.compile(r"^\s*(%[\w$.-]+) = .*?([\w!<>?.()]+)$", re.MULTILINE)
ARGUMENT = re.compile(r"(%[\w$.-]+) ?: ([\w!]+(?:<[^()]*?>)?)(?=[,)])")
WORD = re.compile(r"[%@^#!]?[\w$-]+(?:\.(?=\d)\d*(?:[eE][-+]?\d+)?)?|\S|\s+")


def types_of(text):
    """The types of names, if the end of a line states them."""
    found = {}
    for pattern in (DEFINED, ARGUMENT):
        for name, type_ in pattern.findall(text):
            found.setdefault(name, type_)
    return found


def other_constant(rng, token):
    if "." in token or "e" in token:
        return rng.choice(["0.0", "1.0", "-1.0", "2.5", "1.0e300", "-0.0"])
    return rng.choice(["0", "1", "2", "3", "7"])


def mutate_valid(rng, pool):
    """A program of the pool with one to four mutations that keep types."""
    text = "".join(pool.draw(rng))
    for _ in range(rng.choice([1, 1, 2, 3, 4])):
        tokens = WORD.findall(text)
        types = types_of(text)
        kind = rng.choice(["word", "word", "constant", "operand", "operand", "operand", "line", "extent"])
        if kind == "word":
            places = [(i, group) for i, t in enumerate(tokens) for group in ALIKE if t in group]
            if places:
                at, group = rng.choice(places)
                tokens[at] = rng.choice(group)
        elif kind == "constant":
            places = [i for i, t in enumerate(tokens) if t[0].isdigit() and "x" not in t]
            if places:
                at = rng.choice(places)
                tokens[at] = other_constant(rng, tokens[at])
        elif kind == "extent":
            # Everywhere, so that types agree.
            extents = sorted(set(re.findall(r"(?<=[<x])(?:\d+|\?)(?=x)", text)))
            if extents:
                old, new = rng.choice(extents), rng.choice(["0", "1", "2", "3", "?"])
                tokens = [re.sub(rf"(?<=[<x]){re.escape(old)}(?=x)", new, text)]
        elif kind == "operand":
            names = [i for i, t in enumerate(tokens) if t in types]
            if names:
                at = rng.choice(names)
                same = [n for n, t in types.items() if t == types[tokens[at]]]
                tokens[at] = rng.choice(same)
        else:
            lines = text.splitlines(keepends=True)
            at = rng.randrange(len(lines))
            defined = re.match(r"\s*(%[\w$-]+) =", lines[at])
            unused = defined and text.count(defined[1]) == 1
            if unused and rng.random() < 0.5:
                lines.pop(at)
            elif defined and "{" not in lines[at]:
                # The same again, under another name that later lines may use.
                copy = lines[at].replace(defined[1], defined[1] + "again", 1)
                rest = "".join(lines[at + 1:])
                if rng.random() < 0.5:
                    rest = re.sub(re.escape(defined[1]) + r"(?![\w$.-])", defined[1] + "again", rest, count=1)
                tokens = [*lines[:at + 1], copy, rest]
                text = "".join(tokens)
                continue
            tokens = lines
        text = "".join(tokens)
    return text.replace("// -----", "").strip() + "\n"


def any_passes(opt, rng):
    """A pass of chad, the same twice, or a few, in a random order."""
    if not hasattr(any_passes, "known"):
        help_ = subprocess.run([opt, "--help"], capture_output=True, text=True, check=True).stdout
        any_passes.known = Pool(re.findall(r"^ +--(chad-[\w-]+)", help_, re.MULTILINE))
        any_passes.all = Pool([*any_passes.known.items, "canonicalize", "cse", "inline"])
    one = any_passes.known.draw(rng)
    others = [any_passes.all.draw(rng) for _ in range(3)]
    return [f"--{name}" for name in rng.choice([[one], [one, one], [one, *others[:1]], [*others, one]])]


def is_upstream(stderr, passes):
    """Whether MLIR's own parser, verifier or pass crashed at an op of its own, with no code of chad
    on the stack."""
    parsers = re.findall(r"MLIR Parser: custom op parser '([\w.]+)'", stderr)
    verifiers = re.findall(
        r"^ *#\d+ .*\bmlir::\w+::(?:\w+::verify\w*\(\)|verifyRegionBranchOpInterface)", stderr, re.MULTILINE
    )
    folds = re.findall(r"^ *#\d+ .*\bmlir::\w+::\w+::fold\(", stderr, re.MULTILINE)
    folds = folds and any(not name.startswith("--chad") for name in passes)
    ours = re.findall(r"^ *#\d+ .*\bchad(?:::|\.so\b)", stderr, re.MULTILINE)
    parsers = parsers and not parsers[-1].startswith("chad.")
    return bool(verifiers or folds or parsers) and not ours


def verdict(opt, passes, batch, timeout):
    """The failure of chad-opt on these programs, or None."""
    command = [opt, "--split-input-file", "-o", os.devnull, *passes, "-"]
    try:
        run = subprocess.run(
            command, input="// -----\n".join(batch).encode(), capture_output=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return f"no end after {timeout} s"
    if run.returncode not in (0, 1):
        stderr = run.stderr.decode(errors="replace")
        if len(batch) == 1 and is_upstream(stderr, passes):
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
    # A failure that several programs cause together is reported with all of them.
    return found or [(first, what, passes, "// -----\n".join(batch))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", help="where the programs are")
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--valid", action="store_true", help="mutations that keep types, any passes")
    parser.add_argument("--show", type=int, default=3, help="how many failures to print")
    args = parser.parse_args()

    pool = programs(args.directory)
    make = mutate_valid if args.valid else mutate
    mutants = [make(random.Random(f"{args.seed}:{i}"), pool) for i in range(args.count)]
    mutants = ["" if PAD_WITH_BLOCKS.search(mutant) else mutant for mutant in mutants]

    def passes(i):
        if args.valid:
            return any_passes(args.opt, random.Random(f"passes {args.seed}:{i}"))
        return PASSES[i // BATCH % len(PASSES)]

    jobs = [(args.opt, passes(i), i, mutants[i : i + BATCH]) for i in range(0, len(mutants), BATCH)]
    with ThreadPoolExecutor(max_workers=2) as workers:
        failures = [failure for found in workers.map(check_batch, jobs) for failure in found]
    upstream = [index for index, what, _, _ in failures if what == UPSTREAM]
    failures = [failure for failure in failures if failure[1] != UPSTREAM]
    if upstream:
        print(f"MLIR itself crashed on mutants {upstream}")
    for index, what, passes, mutant in failures[: args.show]:
        print(f"--- mutant {index} of seed {args.seed}: {what}")
        print(f"--- {args.opt} {' '.join(passes)}\n{mutant}")
    print(f"{len(mutants)} mutants of {len(pool.items)} programs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
