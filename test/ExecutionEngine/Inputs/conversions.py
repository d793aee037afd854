"""Conversions between floats, and from integers, bit by bit against exact arithmetic.

conversions.py OPTIONS... compiles one program with these options of chad-run, and compares each
conversion at subnormal numbers, ties, infinities, NaN, the largest and the smallest numbers.
bf16 has no .npy files: the program has its bits as integers."""

import fractions
import itertools
import os
import subprocess
import sys
import tempfile

import numpy as np

FLOATS = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": np.uint16}
WIDTHS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}
PRECISION = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}
LEAST = {"f64": -1074, "f32": -149, "f16": -24, "bf16": -133}
LARGEST = {"f64": 1024, "f32": 128, "f16": 16, "bf16": 128}


def exact(bits, name):
    """The value of the bits: a sign, and a fraction, 'inf' or 'nan'."""
    width, mantissa = WIDTHS[name], PRECISION[name] - 1
    sign, rest = bits >> (width - 1), bits & ((1 << (width - 1)) - 1)
    exponent, fraction = rest >> mantissa, rest & ((1 << mantissa) - 1)
    if exponent == (1 << (width - 1 - mantissa)) - 1:
        return sign, "nan" if fraction else "inf"
    if exponent:
        fraction, exponent = fraction | 1 << mantissa, exponent - 1
    return sign, fraction * fractions.Fraction(2) ** (exponent + LEAST[name])


def rounded(sign, value, name):
    """The bits of a number rounded to nearest, ties to even; None stands for any NaN."""
    width, mantissa = WIDTHS[name], PRECISION[name] - 1
    infinity = ((1 << (width - 1 - mantissa)) - 1) << mantissa
    if value == "nan":
        return None
    if value == "inf":
        return sign << (width - 1) | infinity
    if not value:
        return sign << (width - 1)
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value < fractions.Fraction(2) ** exponent:
        exponent -= 1
    last = max(exponent - mantissa, LEAST[name])
    steps = round(value / fractions.Fraction(2) ** last)  # Python rounds ties to even.
    bits = steps + ((last - LEAST[name]) << mantissa)
    return sign << (width - 1) | min(bits, infinity)


def patterns(name):
    width, mantissa = WIDTHS[name], PRECISION[name] - 1
    if width == 16:
        return sorted({*range(0, 1 << 16, 5), *range(0, 64), *range(1 << 15, (1 << 15) + 64),
                       *(sign | bits for sign in (0, 1 << 15) for bits in (*range(0x03f0, 0x0410),
                         *range(0x7bf0, 0x7c10), *range(0x7f70, 0x7f90), 0x7fff))})
    found = set()
    # Around each number that a smaller type can tell from its neighbours, and between two of them.
    random = np.random.default_rng(7)
    for small in ("f32", "f16", "bf16"):
        if WIDTHS[small] >= width:
            continue
        steps = (random.integers(0, 1 << WIDTHS[small], 200) if WIDTHS[small] == 32
                 else range(0, 1 << 15, 211))
        ends = [0, 1, 2, 3, (1 << WIDTHS[small] - 1) - 1]
        for bits in itertools.chain(steps, ends, range(0, 64)):
            _, value = exact(int(bits), small)
            if isinstance(value, str):
                continue
            ulp = fractions.Fraction(2) ** LEAST[small]
            for moved in (value, value + ulp / 2, value + value / (1 << PRECISION[small])):
                there = rounded(0, moved, name)
                found.update(there + step for step in (-1, 0, 1) if there + step >= 0)
    infinity = ((1 << (width - 1 - mantissa)) - 1) << mantissa
    found.update([infinity, infinity - 1, infinity | 1 << (mantissa - 1), infinity + 1, 0, 1, 1 << mantissa])
    for small in ("f32", "f16", "bf16"):
        if WIDTHS[small] < width:
            most = fractions.Fraction(2) ** LARGEST[small]
            for moved in (most, most - most / (1 << PRECISION[small] + 1)):
                there = rounded(0, moved, name)
                found.update([there - 1, there, there + 1])
    return sorted(found | {bits | 1 << (width - 1) for bits in found})


def integers(width):
    found = {0, 1, 2, 3, (1 << width - 1) - 1, 1 << width - 1}
    for shift in range(width - 1):
        for step in (-1, 0, 1):
            found.add((1 << shift) + step)
            found.add((1 << shift) + (1 << shift) // 2 + step)
            for precision in PRECISION.values():
                if shift > precision:
                    half = 1 << shift - precision
                    found.update([(1 << shift) + half + step, (1 << shift) + 3 * half + step])
    found = {v & ((1 << width) - 1) for v in found}
    return sorted(found | {-v & ((1 << width) - 1) for v in found})


def write(folder, name, bits, width):
    path = os.path.join(folder, name + ".npy")
    np.save(path, np.array(bits, dtype=f"u{width // 8}").view(f"i{width // 8}"))
    return path


def cases():
    for source, target in itertools.permutations(FLOATS, 2):
        if WIDTHS[source] == WIDTHS[target]:
            continue
        op = "extf" if WIDTHS[source] < WIDTHS[target] else "truncf"
        bits = patterns(source)
        want = [rounded(*exact(b, source), target) for b in bits]
        yield f"{source}_{target}", source, f"i{WIDTHS[source]}", target, op, bits, want
    for width, op, target in itertools.product((64, 32), ("sitofp", "uitofp"), FLOATS):
        bits = integers(width)
        values = [b - (1 << width) if op == "sitofp" and b >> (width - 1) else b for b in bits]
        want = [rounded(int(v < 0), fractions.Fraction(abs(v)), target) for v in values]
        yield f"{op}{width}_{target}", f"i{width}", f"i{width}", target, op, bits, want


def program(name, source, word, target, op):
    """A program that takes and returns bits, so that reading and printing do not convert numbers."""
    result = f"i{WIDTHS[target]}"
    first = "" if source == word else f"    %a = arith.bitcast %x : {word} to {source}\n"
    value = "%x" if source == word else "%a"
    return f"""func.func @{name}(%xs: tensor<?x{word}>) -> tensor<?x{result}> {{
  %ys = chad.map (%x in %xs : tensor<?x{word}>) -> tensor<?x{result}> {{
{first}    %y = arith.{op} {value} : {source} to {target}
    %r = arith.bitcast %y : {target} to {result}
    chad.yield %r : {result}
  }}
  return %ys : tensor<?x{result}>
}}
"""


def products():
    """Checks that arithmetic on the small types is rounded once."""
    random = np.random.default_rng(3)
    for name in ("f16", "bf16"):
        a, b = random.integers(0, 1 << 16, (2, 2000))
        for op in ("addf", "subf", "mulf"):
            want = []
            for x, y in zip(a, b):
                (s, u), (t, v) = exact(int(x), name), exact(int(y), name)
                if isinstance(u, str) or isinstance(v, str):
                    want.append(None)
                    continue
                u, v = -u if s else u, -v if t else v
                r = u + v if op == "addf" else u - v if op == "subf" else u * v
                sign = int(r < 0) if r else (s ^ t if op == "mulf" else s & (t ^ (op == "subf")))
                want.append(rounded(sign, abs(r), name))
            yield f"{op}_{name}", name, op, [int(x) for x in a], [int(y) for y in b], want


def binary(name, scalar, op):
    return f"""func.func @{name}(%xs: tensor<?xi16>, %ys: tensor<?xi16>) -> tensor<?xi16> {{
  %zs = chad.map (%x in %xs : tensor<?xi16>, %y in %ys : tensor<?xi16>) -> tensor<?xi16> {{
    %a = arith.bitcast %x : i16 to {scalar}
    %b = arith.bitcast %y : i16 to {scalar}
    %c = arith.{op} %a, %b : {scalar}
    %r = arith.bitcast %c : {scalar} to i16
    chad.yield %r : i16
  }}
  return %zs : tensor<?xi16>
}}
"""


def agrees(name, bits, want):
    """Whether two results agree; all NaNs count as equal."""
    return exact(bits, name)[1] == "nan" if want is None else bits == want


def main():
    options, bad = sys.argv[1:], 0
    functions, calls, args, outs, wants = [], [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        def add(name, text, inputs, width, target, want):
            functions.append(text.replace("func.func @", "func.func private @"))
            types = []
            for bits, size in inputs:
                args.append((write(folder, f"arg{len(args)}", bits, size), f"tensor<?xi{size}>"))
                types.append(f"%arg{len(args) - 1}")
            words = ", ".join(args[int(t[4:])][1] for t in types)
            calls.append((f"  %r{len(wants)} = func.call @{name}({', '.join(types)}) : ({words}) -> "
                          f"tensor<?xi{width}>\n"))
            outs.append(os.path.join(folder, f"out{len(outs)}.npy"))
            wants.append((name, width, target, want))

        for name, source, word, target, op, bits, want in cases():
            add(name, program(name, source, word, target, op), [(bits, int(word[1:]))],
                WIDTHS[target], target, want)
        for name, scalar, op, a, b, want in products():
            kept = [i for i, w in enumerate(want) if w is not None]
            add(name, binary(name, scalar, op), [([a[i] for i in kept], 16), ([b[i] for i in kept], 16)],
                16, scalar, [want[i] for i in kept])
        results = ", ".join(f"tensor<?xi{width}>" for _, width, _, _ in wants)
        main = (f"func.func @main({', '.join(f'%arg{i}: {t}' for i, (_, t) in enumerate(args))}) -> "
                f"({results}) {{\n" + "".join(calls) + "  return "
                + ", ".join(f"%r{i}" for i in range(len(wants))) + f" : {results}\n}}\n")
        path = os.path.join(folder, "program.mlir")
        with open(path, "w") as file:
            file.write("".join(functions) + main)
        subprocess.run(["chad-run", path, *("--arg=" + a for a, _ in args), *("--out=" + o for o in outs),
                        *options], check=True, stdout=subprocess.DEVNULL)
        for out, (name, width, target, want) in zip(outs, wants):
            got = np.load(out).view(f"u{width // 8}").tolist()
            wrong = [(i, hex(g), w and hex(w)) for i, (g, w) in enumerate(zip(got, want))
                     if not agrees(target, g, w)]
            if wrong or len(got) != len(want):
                bad += 1
                print(f"{name} {' '.join(options)}: {len(wrong)} of {len(want)} wrong: {wrong[:3]}")
    print(f"{len(wants)} conversions and operations, {sum(len(w) for _, _, _, w in wants)} numbers")
    sys.exit(bad != 0)


main()
