"""Compares sparse Jacobians with dense ones: the pattern must have each entry that is not zero, and all values
must be right.

    sparse.py PROGRAM...
    sparse.py --hessian PROGRAM...    of the gradient, with a star colouring

Prints for each program how large the Jacobian is, how many entries the pattern has, how many of them
are zero, and how many products with vectors there are.
"""

import argparse
import pathlib
import re
import sys

import numpy as np

import derivatives
import inputs
import program
from running import run_compiled, transform

HERE = pathlib.Path(__file__).parent
TRIPLE = "tensor<?xindex>, tensor<?xindex>, tensor<?xf64>"


def sparse_request(text, entry, name, wrt, of, attributes):
    types, _ = program.signature(text, name)
    args = [f"%a{i}" for i in range(len(types))]
    return f"""
func.func @{entry}({", ".join(f"{a}: {t}" for a, t in zip(args, types))}) -> ({TRIPLE}) {{
  %r:3 = chad.jacobian @{name}({", ".join(args)}) wrt {wrt} of {of} {{{attributes}}}
      : ({", ".join(types)}) -> ({TRIPLE})
  return %r#0, %r#1, %r#2 : {TRIPLE}
}}
"""


def to_dense(offsets, columns, values, size):
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    dense = np.zeros((len(offsets) - 1, size))
    dense[rows, columns] = values
    return dense


def check(name, hessian, size):
    path = HERE / f"{name}.mlir"
    text = path.read_text(encoding="utf-8")
    args = inputs.make(name, size)
    wrt = derivatives.wrt_of(text, name)
    types, results = program.signature(text, name)
    of = [i for i, type in enumerate(results) if program.is_float(type)]
    if hessian:
        # The gradient is a function of its own.
        given = [types[i] for i in wrt]
        operands = ", ".join(f"%a{i}" for i in range(len(types)))
        text += f"""
func.func private @gradient({", ".join(f"%a{i}: {t}" for i, t in enumerate(types))}) -> ({", ".join(given)}) {{
  %g:{len(wrt)} = chad.grad @{name}({operands}) wrt {wrt} of [{of[0]}]
      : ({", ".join(types)}) -> ({", ".join(given)})
  return {", ".join(f"%g#{i}" for i in range(len(wrt)))} : {", ".join(given)}
}}
"""
        name, of, results = "gradient", list(range(len(wrt))), given
    dense_text = text + program.request(text, "dense_jacobian", "jacobian", name, wrt, of)
    blocks = run_compiled(dense_text, "dense_jacobian", args, len(wrt) * len(of))
    columns = [int(np.prod(np.shape(args[i]), dtype=int)) for i in wrt]
    size_of = sum(columns)
    grid = [blocks[i * len(wrt) : (i + 1) * len(wrt)] for i in range(len(of))]
    dense = np.vstack(
        [np.hstack([block.reshape(-1, n) for block, n in zip(row, columns)]) for row in grid]
    )
    colourings = ["symmetric"] if hessian else ["columns", "rows"]
    counts = []
    for colours in colourings:
        passes = f"--chad-sparsity=function={name} wrt={','.join(map(str, wrt))} of={','.join(map(str, of))}"
        first = ["--chad-differentiate", "--chad-simplify", "--chad-erase-linear"] if hessian else []
        source = text.replace("func.func private @gradient", "func.func @gradient")
        made = transform(source, [*first, f"{passes} colours={colours} name=coloured"])
        made = re.sub(r"func.func private @coloured", "func.func @coloured", made)
        counts.append(int(run_compiled(made, "coloured", args, 4)[3]))
    ways = ["sparse, symmetric"] if hessian else ["sparse"]
    ways += [] if hessian else ["mode<forward>", "mode<reverse>"]
    for way in ways:
        mode = way if way.startswith("mode") else ""
        request = sparse_request(text, "compressed", name, wrt, of, "sparse" if mode else way)
        request = request.replace(f"of {of} {{", f"of {of} {mode} {{")
        triple = run_compiled(text + request, "compressed", args, 3)
        offsets, indices, values = triple
        for i in range(len(offsets) - 1):
            row = indices[offsets[i] : offsets[i + 1]]
            if np.any(np.diff(row) <= 0):
                sys.exit(f"error: {name}: the columns of row {i} do not ascend: {row}")
        found = to_dense(offsets, indices, values, size_of)
        if found.shape != dense.shape:
            sys.exit(f"error: {name}: a sparse Jacobian of shape {found.shape}, not {dense.shape}")
        error = np.abs(found - dense) / np.max(np.abs(dense), initial=1e-30)
        if not np.all(error <= 1e-12):
            at = np.unravel_index(np.argmax(error), error.shape)
            sys.exit(f"error: {name} {way}: entry {at} is {found[at]}, expected {dense[at]}")
    zeros = len(indices) - np.count_nonzero(dense)
    print(
        f"{path.stem}: {dense.shape[0]}x{dense.shape[1]}, {len(indices)} entries, "
        f"{zeros} of them 0, {' or '.join(map(str, counts))} products"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hessian", action="store_true")
    parser.add_argument("--size", default="tiny")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    for name in options.programs:
        check(name, options.hessian, options.size)


if __name__ == "__main__":
    main()
