"""Runs compiled functions under valgrind.

    memcheck.py FILE.mlir...

Each RUN line `chad-run %s --entry=F --arg=...` of the files, with or without `--grad`, becomes a C library and
a program that calls it twice; the memory of each argument ends at its last element. In a file for
test/Rules/Inputs/derivatives.py, each function and its gradient are called so, with arguments that are drawn as
there. Reads outside of an array or of memory that is not written, and memory that is not freed, are errors.
"""
import json
import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Rules" / "Inputs"))
import derivatives

C_TYPES = {"f64": "double", "f32": "float", "index": "int64_t", "i64": "int64_t", "i32": "int32_t",
           "i16": "int16_t", "i8": "int8_t", "i1": "bool"}
KEPT = ("--entry", "--grad", "--wrt", "--of", "-O")
OTHER = ("--out", "--time", "--count", "--time-limit")


def requests(path):
    """The options and the texts of the arguments in the RUN lines."""
    found = {}
    with open(path) as file:
        text = re.sub(r"\\\n//(?: RUN:)?", " ", file.read())
    for line in re.findall(r"// RUN: (.*)", text):
        for command in re.split(r"\|", line):
            words = shlex.split(command.replace("%s", path)) if "'" not in command or command.count("'") % 2 == 0 else []
            if not words or words[0] != "chad-run" or path not in words or "--grad-check" in words:
                continue
            arguments = [word[len("--arg="):] for word in words if word.startswith("--arg=")]
            options = [word for word in words if word.startswith(KEPT)]
            found.setdefault((tuple(options), tuple(arguments)))
    if "/derivatives.py" in text:
        for match in derivatives.FUNCTION.finditer(text):
            function = derivatives.Function(match)
            arguments = drawn(function)
            found.setdefault(((f"--entry={function.name}",), arguments))
            if len(function.results) == 1 and re.fullmatch(r"f(32|64)", function.results[0]):
                found.setdefault(((f"--entry={function.name}", "--grad"), arguments))
    return list(found)


def drawn(function):
    """Draws arguments for a function, with the extents and indices that the file states."""
    rng, arguments = random.Random(1), []
    for type in function.types:
        if type == "index" or type == "i1":
            arguments.append(function.indices.pop(0))
            continue
        shape = re.findall(r"(\d+|\?)x", type)
        shape = [int(function.extents.pop(0) if n == "?" else n) for n in shape]
        arguments.append(derivatives.literal(shape, lambda: f"{rng.uniform(0.2, 1.7):.15e}"))
    return tuple(arguments)


def value(text):
    if text.endswith(".npy"):
        return np.load(text)
    text = re.sub(r"-?\b(?:nan|inf)\b", lambda word: f'"{word[0]}"', text)
    data = json.loads(text)
    return np.array(data, dtype=float)


def literal(x, type):
    if type in ("f64", "f32"):
        x = float(x)
        return "NAN" if math.isnan(x) else ("-" if x < 0 else "") + "INFINITY" if math.isinf(x) else x.hex()
    return str(int(x))


def element(type):
    found = re.search(r"(b?f\d+|i\d+|index)>?$", type)
    if not found:
        raise ValueError(type)
    return found[1]


def program(header, arguments):
    """A C program that calls the function which the header declares."""
    comment, name, parameters = re.search(r"/\* ([^*]*) \*/\nint32_t (\w+)\((.*)\);", header).groups()
    types = re.match(r".*?: (\(.*\)) -> (.*)$", comment)
    taken = re.findall(r"tensor<[^>]*>|\w+", types[1])
    if len(taken) != len(arguments):
        raise ValueError
    lines, given, freed = [], [], []
    for i, (type, text) in enumerate(zip(taken, arguments)):
        kind, array = element(type), value(text)
        if not type.startswith("tensor") or "x" not in type:
            given.append(f"({C_TYPES[kind]}){literal(array, kind)}")
            continue
        shape = [int(d) if d != "?" else None for d in re.findall(r"(\d+|\?)x", type)]
        if array.size == 0:
            array = array.reshape([n if n is not None else (array.shape + (0,) * len(shape))[d] for d, n in enumerate(shape)])
        extents = ", ".join(map(str, array.shape))
        struct = parameters.split(",")[i].replace("const ", "").split("*")[0].strip()
        lines += [f"  static const {C_TYPES[kind]} v{i}[] = {{{', '.join([literal(x, kind) for x in array.flat] or ['0'])}}};",
                  f"  {struct} a{i} = {{malloc({array.size} * sizeof *v{i}), {{{extents}}}}};",
                  f"  memcpy(a{i}.data, v{i}, {array.size} * sizeof *v{i});"]
        given.append(f"&a{i}")
        freed.append(f"  free(a{i}.data);")
    lines.append("  for (int turn = 0; turn < 2; ++turn) {")
    reads = []
    for j, parameter in enumerate(parameters.split(",")[len(taken):]):
        type = parameter.split("*")[0].strip()
        lines.append(f"    {type} r{j} = {{0}};")
        given.append(f"&r{j}")
        if type.startswith("chad_"):
            rank = int(re.search(r"_(\d+)d$", type)[1])
            count = " * ".join(f"r{j}.shape[{d}]" for d in range(rank))
            reads += [f"    for (int64_t i = 0; i < {count}; ++i) sum += r{j}.data[i] > 0;",
                      f"    {'chad_free' if j % 2 else 'free'}(r{j}.data);"]
        else:
            reads.append(f"    sum += r{j} > 0;")
    lines += [f"    int status = {name}({', '.join(given)});",
              '    if (status) { fprintf(stderr, "status %d: %s\\n", status, chad_last_error()); return 1; }',
              *reads, "  }", *freed, "  chad_trim();"]
    return "\n".join(['#include "p.h"', "#include <math.h>", "#include <stdio.h>", "#include <stdlib.h>",
                      "#include <string.h>", "int main(void) {", "  int sum = 0;", *lines,
                      '  printf("%d\\n", sum);', "  return 0;", "}"]) + "\n"


def check(path, options, arguments):
    with tempfile.TemporaryDirectory() as folder:
        def run(*command):
            return subprocess.run(command, cwd=folder, text=True, capture_output=True)

        # Valgrind does not know the instructions of AVX-512.
        common = ["chad-run", os.path.abspath(path), *options, "--target-cpu=x86-64-v3"]
        for kind, file in (("header", "p.h"), ("obj", "p.o")):
            done = run(*common, f"--emit={kind}", "-o", file)
            if done.returncode:
                return None if "which C has no type for" in done.stderr else done.stderr
        with open(os.path.join(folder, "p.h")) as file:
            header = file.read()
        try:
            text = program(header, arguments)
        except (KeyError, ValueError, SyntaxError):
            return None
        with open(os.path.join(folder, "main.c"), "w") as file:
            file.write(text)
        done = run("cc" if not os.environ.get("CC") else os.environ["CC"], "-O1", "-gdwarf-4", "main.c", "p.o", "-lm", "-o", "main")
        if done.returncode:
            return done.stderr
        done = run("valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite",
                   "--errors-for-leak-kinds=definite", "./main")
        return done.stderr or "failed" if done.returncode == 9 else ""


def main():
    ran = failed = skipped = 0
    for path in sys.argv[1:]:
        for options, arguments in requests(path):
            why = check(path, options, arguments)
            if why is None:
                skipped += 1
                continue
            ran += 1
            if why:
                failed += 1
                print(f"chad-run {path} {' '.join(options)} " + " ".join(f"--arg='{a}'" for a in arguments) + f"\n{why}")
    print(f"memcheck: {ran} calls, {failed} with errors" + (f", {skipped} not callable from C" if skipped else ""))
    sys.exit(failed != 0 or ran == 0)


if __name__ == "__main__":
    main()
