"""Compares the derivatives of random structured ops, forward and reverse, with differences.

  structured.py [--seed N] [--count N] [--compiled]

Each op has one to four loops. Its inputs are read through random maps: permuted, projected, with
windows, strides and offsets. Its result is written once, or is a sum, a sum into windows, a product,
an extremum, or a recurrence. Extents are static or dynamic; compiled, none is 1.
"""

import argparse
import os
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Rules" / "Inputs"))
import derivatives


def index(terms, offset):
    """`terms` are pairs of a loop and its factor."""
    parts = [f"d{loop}" if factor == 1 else f"d{loop} * {factor}" for loop, factor in terms]
    return " + ".join(parts + ([str(offset)] if offset or not parts else []))


class Op:
    def __init__(self, rng, number, extents):
        self.rng, self.number = rng, number
        self.loops = rng.randint(1, 4)
        self.extents = [rng.choice(extents) for _ in range(self.loops)]
        self.maps, self.shapes, self.sizes = [], [], []
        self.is_dynamic = rng.random() < 0.5

    def add_operand(self, indices):
        dims = ", ".join(f"d{loop}" for loop in range(self.loops))
        exprs = ", ".join(index(terms, offset) for terms, offset in indices)
        self.maps.append(f"affine_map<({dims}) -> ({exprs})>")
        self.shapes.append(
            [1 + offset + sum((self.extents[loop] - 1) * factor for loop, factor in terms) for terms, offset in indices]
        )

    def random_indices(self):
        rng = self.rng
        loops = [loop for loop in range(self.loops) if rng.random() < 0.7]
        rng.shuffle(loops)
        indices = []
        while loops:
            count = 1 if rng.random() < 0.75 else 2
            taken, loops = loops[:count], loops[count:]
            strided = len(taken) > 1 or rng.random() < 0.1
            terms = [(loop, rng.choice([1, 1, 2]) if strided else 1) for loop in taken]
            indices.append((terms, 1 if rng.random() < 0.05 else 0))
        if rng.random() < 0.1:
            indices.append(([], 0))
        return indices

    def type(self, shape):
        dims = []
        for extent in shape:
            unknown = self.is_dynamic and self.rng.random() < 0.5
            dims.append("?" if unknown else str(extent))
            if unknown:
                self.sizes.append(extent)
        return f"tensor<{''.join(dim + 'x' for dim in dims)}f64>"

    def text(self):
        rng = self.rng
        kind = rng.choice(["element", "sum", "sum", "window", "extremum", "product", "recurrence"])
        loops = list(range(self.loops))
        rng.shuffle(loops)
        kept = loops if kind == "element" else loops[: rng.randint(kind == "window", self.loops - (kind != "window"))]
        result = [([(loop, 1)], 0) for loop in kept]
        if kind == "window" and len(kept) < self.loops:
            result[0][0].append((loops[len(kept)], 1))
        inputs = rng.randint(1, 3)
        for _ in range(inputs):
            self.add_operand(self.random_indices())
        # One that has all loops, so that their extents are known.
        rng.shuffle(loops)
        self.add_operand([([(loop, 1)], 0) for loop in loops])
        self.add_operand(result)
        types = [self.type(shape) for shape in self.shapes]

        values = [f"%x{i}" for i in range(inputs + 1)] + ["%k"]
        if kind in ("element", "recurrence"):
            values.append("%acc")
        body = []
        if rng.random() < 0.3:
            body.append(f"%i = linalg.index {rng.randrange(self.loops)} : index")
            body.append("%c = arith.index_cast %i : index to i64")
            body.append("%f = arith.sitofp %c : i64 to f64")
            values.append("%f")
        for number in range(rng.randint(1, 4)):
            op = rng.choice(["mulf", "mulf", "addf", "subf", "maximumf", "sin", "exp", "tanh"])
            a, b = rng.choice(values), rng.choice(values)
            call = f"math.{op} {a}" if op in ("sin", "exp", "tanh") else f"arith.{op} {a}, {b}"
            body.append(f"%t{number} = {call} : f64")
            values.append(f"%t{number}")
        # So that numbers stay small.
        body.append(f"%m = arith.mulf {values[-1]}, %x0 : f64")
        body.append("%e = math.tanh %m : f64" if kind in ("product", "recurrence") else "%e = arith.addf %m, %x0 : f64")
        combine = {
            "sum": "addf",
            "window": "addf",
            "product": "mulf",
            "extremum": rng.choice(["maximumf", "minimumf", "maxnumf", "minnumf"]),
        }.get(kind)
        if combine:
            body.append(f"%r = arith.{combine} {rng.choice(['%acc, %e', '%e, %acc'])} : f64")
        plain = {terms[0][0] for terms, _ in result if len(terms) == 1}
        iterators = ", ".join('"parallel"' if loop in plain else '"reduction"' for loop in range(self.loops))
        arguments = ", ".join(f"%a{i}: {type}" for i, type in enumerate(types))
        elements = ", ".join(f"%x{i}: f64" for i in range(inputs + 1))
        lines = "\n    ".join(body)
        return f"""func.func @op{self.number}({arguments}, %k: f64) -> {types[-1]} {{ // {', '.join(f'? = {s}' for s in self.sizes)}
  %0 = linalg.generic {{indexing_maps = [{', '.join(self.maps)}], iterator_types = [{iterators}]}}
      ins({', '.join(f'%a{i}' for i in range(inputs + 1))} : {', '.join(types[:-1])}) outs(%a{inputs + 1} : {types[-1]}) {{
  ^bb0({elements}, %acc: f64):
    {lines}
    linalg.yield {'%r' if combine else '%e'} : f64
  }} -> {types[-1]}
  return %0 : {types[-1]}
}}
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=int(os.environ.get("CHAD_FUZZ_SEED", "0")))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--print", action="store_true", help="print the programs, and do not run them")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    extents = [2, 3] if options.compiled else [1, 2, 2, 3]
    text = "".join(Op(rng, number, extents).text() for number in range(options.count))
    if options.print:
        print(text)
    else:
        sys.exit(1 if derivatives.check(text, 1e-8, options.compiled) else 0)
