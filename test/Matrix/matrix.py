"""Every operation in every context: derivatives against dual numbers.

Each cell pairs an operation that has a rule with a kind of shapes, one or two contexts, an element type and a
way to run (cells.py). The value of its function, the forward and reverse derivatives and three second
derivatives, at a cotangent and at a cotangent or direction of zeros, are compared with dual numbers (duals.py).
Many cells share one process; they are run one by one only if one of them fails. The program of a cell that
fails is written to a file.

    python3 matrix.py                   the slice of the environment's CHAD_MATRIX_SEED, or 0
    python3 matrix.py --seed 7          another slice
    python3 matrix.py --from 0 --count ROUND    each operation and shape in each context
    python3 matrix.py --cells 81,90 --way lanes --keep DIRECTORY
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

from cells import ROUND, WAYS, Cell, excluded, module

RUNS = {
    "compiled": [],
    "threads": ["--threads=3", "--thread-grain=1"],
    "lanes": ["--vectorize-everywhere"],
    "specialised": ["--specialize"],
    "kernels": ["-O0", "--target=cuda-emulated"],
}
NUMBER = re.compile(r"[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)")


# Why cells in the way `kernels` did not run as such.
on_cpu = collections.Counter()


class Failure(Exception):
    pass


def execute(command, text):
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise Failure(f"{command[0]}: no end") from None
    if done.returncode:
        lines = done.stderr.splitlines()
        raise Failure("\n".join([f"{' '.join(a for a in command if '--arg' not in a)}: "
                                 f"status {done.returncode}", *lines[:30]]))
    on_cpu.update(re.findall("warning: the program runs on the CPU: (.*)", done.stderr))
    return done.stdout


def literal(value):
    if np.ndim(value):
        return "[" + ", ".join(map(literal, value)) + "]"
    return str(value) if isinstance(value, (int, np.integer)) else repr(float(value))


def argument(type_, value, directory, number):
    """The argument as a literal, or as a file if a literal does not determine the shape."""
    if 0 not in type_.shape:
        return literal(value)
    dtype = {"f64": "<f8", "f32": "<f4", "f16": "<f2", "index": "<i8"}.get(type_.element)
    if not dtype:
        return literal(value)
    path = os.path.join(directory, f"{number}.npy")
    np.save(path, np.zeros(type_.shape, dtype=dtype))
    return path


def numbers(line):
    """The type and the numbers of a line."""
    type_ = re.match(r"tensor<[^>]*>|\w+", line)[0]
    return type_, np.array([float(x) for x in NUMBER.findall(line[len(type_):])])


def outputs(options, way, cells):
    text, arguments = module(cells)
    with tempfile.TemporaryDirectory() as directory:
        given = [f"--arg={argument(t, v, directory, i)}" for i, (t, v) in enumerate(arguments)]
        run = [options.run, "-", "--entry=main", "--full", *given]
        if way == "rules":
            derived = execute([options.opt, "-", "--chad-differentiate"], text)
            return execute([*run, "--interpret"], derived)
        if way == "first order":
            derived = execute([options.opt, "-", "--chad-to-first-order"], text)
            return execute([*run, "--interpret"], derived)
        if way == "linalg":
            passes = ["--chad-to-first-order", "--chad-to-linalg=check-extents"]
            return execute([*run, "--interpret"], execute([options.opt, "-", *passes], text))
        return execute([*run, "--vector-math=false", "-O", "0", *RUNS[way]], text)


def compare(cell, lines):
    """Compares the results of a cell, which are in the next lines, and returns the errors."""
    wrong = []
    for name, types, results, tolerances in zip(cell.chosen(), cell.result_types(), *cell.expected(), strict=True):
        for type_, result, tolerance in zip(types, results, tolerances, strict=True):
            printed, found = numbers(next(lines))
            flat, allowed = np.ravel(result), np.ravel(tolerance)
            # The inner extents of a derivative by an array without rows are not compared yet.
            if printed != type_.text(static=True) and (result.size or name == "value"):
                wrong.append(f"{name}: a {printed}, expected a {type_.text(static=True)}")
            elif (~(np.abs(found - flat) <= allowed) & np.isfinite(flat)).any():
                wrong.append(f"{name}: got {found}, expected {flat}")
    return wrong


def failures(options, way, cells):
    """The cells of a batch that fail, and why."""
    try:
        lines = iter(outputs(options, way, cells).splitlines())
    except Failure as found:
        if len(cells) == 1:
            return [(cells[0], str(found))]
        half = len(cells) // 2
        alone = failures(options, way, cells[:half]) + failures(options, way, cells[half:])
        return alone or [(cells[0], f"together with {len(cells) - 1} others only: {found}")]
    found = ((cell, compare(cell, lines)) for cell in cells)
    return [(cell, "\n".join(wrong)) for cell, wrong in found if wrong]


def report(options, cell, why):
    print(f"{cell.describe()}\n{why}", flush=True)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        text, arguments = module([cell])
        path = os.path.join(options.keep, f"cell{cell.index}.mlir")
        with open(path, "w", encoding="utf-8") as out:
            given = " ".join(f"--arg='{literal(v)}'" for _, v in arguments)
            out.write(f"// {cell.describe()}\n// chad-run %s --entry=main --full {given}\n{text}")
        print(f"the program is {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", default="chad-opt")
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_MATRIX_SEED", "0")))
    parser.add_argument("--from", dest="first", type=int, help="the first cell, instead of a seed")
    parser.add_argument("--count", default="150", help="how many cells; ROUND: a whole round")
    parser.add_argument("--cells", help="only these, apart by commas")
    parser.add_argument("--all", action="store_true", help="also what is known not to work")
    parser.add_argument("--way", choices=[*WAYS, "linalg", "kernels"], help="all cells in this way")
    parser.add_argument("--batch", type=int, default=20, help="cells that share a process")
    parser.add_argument("--keep", metavar="DIRECTORY", help="where programs that fail are written")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    count = ROUND if options.count == "ROUND" else int(options.count)
    first = options.seed * count if options.first is None else options.first
    chosen = range(first, first + count)
    if options.cells:
        chosen = map(int, options.cells.split(","))
    else:
        print(f"cells {first} to {first + count - 1}, seed {options.seed}")
    cells = [cell for cell in map(Cell, chosen) if cell.function]
    by_way = collections.defaultdict(list)
    left_out = collections.Counter()
    for cell in cells:
        cell.way = options.way or cell.way
        why = not options.all and not options.cells and excluded(cell)
        if why:
            left_out[why] += 1
        else:
            by_way[cell.way].append(cell)
    # A cell that cannot run as kernels would take others with it to the CPU.
    batches = [(way, group[i:i + size]) for way, group in by_way.items()
               for size in [1 if way == "kernels" else options.batch]
               for i in range(0, len(group), size)]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda b: failures(options, *b), batches):
            for cell, why in found:
                wrong += 1
                report(options, cell, why)
    for why, number in left_out.items():
        print(f"{number} left out: {why}")
    for why, number in on_cpu.items():
        print(f"{number} on the CPU: {why}")
    if by_way["kernels"]:
        print(f"{len(by_way['kernels']) - on_cpu.total()} cells as kernels")
    print(f"{len(cells) - left_out.total()} cells, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
