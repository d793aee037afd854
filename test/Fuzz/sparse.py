"""Compares sparse Jacobians of random programs with gradients by dual numbers.

The programs are those of exact.py. Checked is that the pattern has each entry that is not zero, that all
entries have the right values, by columns and by rows, and that the rows of a pattern are in ascending order.

    python3 sparse.py --from 0 --count 40
"""

import argparse
import os
import random
import sys
import tempfile

import numpy as np

from evaluate import Broken, Evaluation, Unsupported, duals
from exact import Failure, Program, argument, execute, is_float
from generate import text
from parsing import parse

TOLERANCE = 1e-9
TRIPLE = "tensor<?xindex>, tensor<?xindex>, tensor<?xf64>"


def jacobian(program):
    """The derivative by dual numbers; None if rounding decides a comparison, or a value is not finite."""
    source = program.text.replace("func.func private", "func.func")
    functions = parse(execute(["chad-opt", "-", "--mlir-print-op-generic"], source, "parse"))
    given = list(program.values)
    inputs = duals.inputs([program.values[i] for i in program.active], program.directions)
    for i, dual in zip(program.active, inputs):
        given[i] = dual
    count = sum(np.size(d) for d in program.directions)
    evaluation = Evaluation(functions, count, repeatable=True)
    try:
        with np.errstate(all="ignore"):
            results = evaluation.call(f"p{program.seed}", given)
    except (Broken, Unsupported):
        return None
    floats = [r for r, t in zip(results, program.results) if is_float(t)]
    if evaluation.unstable or not all(np.isfinite(f.parts).all() for f in floats):
        return None
    return np.concatenate([f.gradient.reshape(count, -1).T for f in floats])


def run(program, mode, folder):
    names = [f"%a{i}" for i in range(len(program.arguments))]
    types = [text(t) for t in program.arguments]
    source = program.text + f"""
func.func @main({", ".join(f"{n}: {t}" for n, t in zip(names, types))}) -> ({TRIPLE}) {{
  %r:3 = chad.jacobian @p{program.seed}({", ".join(names)}) {mode} {{sparse}} : ({", ".join(types)}) -> ({TRIPLE})
  return %r#0, %r#1, %r#2 : {TRIPLE}
}}
"""
    arguments = [f"--arg={argument(v, folder, i)}" for i, v in enumerate(program.values)]
    outs = [os.path.join(folder, f"out{i}.npy") for i in range(3)]
    execute(["chad-run", "-", "--entry=main", "--vector-math=false", *arguments, *(f"--out={o}" for o in outs)],
            source, mode or "sparse")
    return [np.load(o) for o in outs]


def check(seed):
    """Whether a program was compared; raises the first failure."""
    program = Program(seed)
    if not program.active or not any(map(is_float, program.results)):
        return False
    expected = jacobian(program)
    if expected is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        mode = random.Random(seed).choice(["", "mode<forward>", "mode<reverse>"])
        offsets, columns, values = run(program, mode, folder)
    what = f"seed {seed} {mode}".rstrip()
    if len(offsets) - 1 != len(expected) or offsets[-1] != len(columns) or len(columns) != len(values):
        raise Failure("shape", f"{what}: {len(offsets) - 1} rows, expected {len(expected)}")
    found = np.zeros(expected.shape)
    for i in range(len(expected)):
        row = columns[offsets[i] : offsets[i + 1]]
        if np.any(np.diff(row) <= 0) or np.any(row >= expected.shape[1]):
            raise Failure("order", f"{what}: row {i} has the columns {row}")
        found[i, row] = values[offsets[i] : offsets[i + 1]]
    scale = max(1.0, np.abs(expected).max(initial=0))
    wrong = ~(np.abs(found - expected) <= TOLERANCE * scale)
    if wrong.any():
        at = tuple(int(k) for k in np.argwhere(wrong)[0])
        raise Failure("value", f"{what}: entry {at} is {found[at]}, expected {expected[at]}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--from", dest="start", type=int)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_FUZZ_SEED", "0")))
    parser.add_argument("--count", type=int, default=40)
    options = parser.parse_args()
    start = options.seed * options.count if options.start is None else options.start
    compared, failures = 0, 0
    for seed in range(start, start + options.count):
        try:
            compared += check(seed)
        except Failure as found:
            failures += 1
            print(f"seed {seed}: {found}", flush=True)
    print(f"{compared} programs agree, {options.count - compared - failures} were not compared, {failures} do not")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
