"""Compares Jacobians that are products of Jacobians of parts with those that one mode computes.

    random_chains.py [--programs=N] [--seed=N]

A program is a chain of combinators on arrays of random extents, some of them small. Stages may read arrays of
earlier stages again, share a scalar, and have branches; a program has one or two results. Programs that are cut
into parts are run in three ways: with the chosen cuts, forward, and in reverse.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"[-+]?(?:nan|inf|\d+\.?\d*(?:e[-+]?\d+)?)")
MODES = {"auto": "", "forward": " mode<forward>", "reverse": " mode<reverse>"}


def dense(r, c, v, a, b, offset):
    return f"""  %n{c} = arith.constant {b} : index
  {r} = chad.build %i < %n{c} -> tensor<{b}xf64> {{
    %w = arith.index_cast %i : index to i64
    %f = arith.sitofp %w : i64 to f64
    %g = arith.addf %f, {offset} : f64
    %t = chad.map (%e in {v} : tensor<{a}xf64>) -> tensor<{a}xf64> {{
      %p = arith.mulf %e, %g : f64
      %s = math.sin %p : f64
      %h = math.cos %s : f64
      %q = math.exp %h : f64
      chad.yield %q : f64
    }}
    %r = chad.reduce (%l, %m in %t from %zero : tensor<{a}xf64>) {{
      %z = arith.addf %l, %m : f64
      chad.yield %z : f64
    }}
    chad.yield %r : f64
  }}
"""


def elementwise(r, c, v, a):
    return f"""  {r} = chad.map (%e in {v} : tensor<{a}xf64>) -> tensor<{a}xf64> {{
    %s = math.tanh %e : f64
    %p = arith.mulf %s, %e : f64
    chad.yield %p : f64
  }}
"""


def sums(r, c, v, a):
    return f"""  {r} = chad.scan left inclusive (%l, %m in {v} from %zero : tensor<{a}xf64>) {{
    %z = arith.addf %l, %m : f64
    chad.yield %z : f64
  }}
"""


def total(r, c, v, a):
    return f"""  %t{c} = chad.reduce (%l, %m in {v} from %zero : tensor<{a}xf64>) {{
    %z = arith.addf %l, %m : f64
    chad.yield %z : f64
  }}
  {r} = tensor.from_elements %t{c} : tensor<1xf64>
"""


def branch(r, c, v, a):
    return f"""  %o{c} = arith.constant 0 : index
  %a{c} = tensor.extract {v}[%o{c}] : tensor<{a}xf64>
  %b{c} = arith.cmpf ogt, %a{c}, %zero : f64
  {r} = scf.if %b{c} -> tensor<{a}xf64> {{
    %s = math.sin {v} : tensor<{a}xf64>
    scf.yield %s : tensor<{a}xf64>
  }} else {{
    scf.yield {v} : tensor<{a}xf64>
  }}
"""


def gather(r, c, v, a, b):
    indices = [random.randrange(a) for _ in range(b)]
    return (f"  %g{c} = arith.constant dense<{indices}> : tensor<{b}xindex>\n"
            f"  {r} = chad.gather {v}[%g{c}] : tensor<{a}xf64>, tensor<{b}xindex> -> tensor<{b}xf64>\n")


def program(name):
    """A program, the extent of its argument, and functions that request its Jacobian."""
    extent = random.choice([3, 6, 10, 14])
    body = "  %zero = arith.constant 0.0 : f64\n  %one = arith.constant 1.0 : f64\n"
    values = [("%x", extent)]
    last = values[0]
    for c in range(random.randint(2, 5)):
        v, a = last if random.random() < 0.8 else random.choice(values)
        b = random.choice([1, 1, 2, 2, 3, 8, 12])
        r = f"%v{c}"
        kind = random.choice([dense, dense, dense, elementwise, sums, total, branch, gather])
        if kind is dense:
            body += dense(r, c, v, a, b, "%k" if random.random() < 0.3 else "%one")
        elif kind is gather:
            body += gather(r, c, v, a, b)
        else:
            body += kind(r, c, v, a)
            b = 1 if kind is total else a
        last = (r, b)
        values.append(last)
    results = [last] + ([random.choice(values)] if random.random() < 0.4 else [])
    types = ", ".join(f"tensor<{n}xf64>" for _, n in results)
    text = (f"func.func private @{name}(%x: tensor<{extent}xf64>, %k: f64) -> ({types}) {{\n{body}"
            f"  return {', '.join(v for v, _ in results)} : {types}\n}}\n")
    by_scalar = random.random() < 0.5
    entries = []
    for _, n in results:
        entries.append(f"tensor<{n}x{extent}xf64>")
        if by_scalar:
            entries.append(f"tensor<{n}xf64>")
    types, count = ", ".join(entries), len(entries)
    for mode, word in MODES.items():
        text += (f"func.func @{name}_{mode}(%x: tensor<{extent}xf64>, %k: f64) -> ({types}) {{\n"
                 f"  %j:{count} = chad.jacobian @{name}(%x, %k) wrt {[0, 1] if by_scalar else [0]}{word}"
                 f" : (tensor<{extent}xf64>, f64) -> ({types})\n"
                 f"  return {', '.join(f'%j#{i}' for i in range(count))} : {types}\n}}\n")
    return text, extent


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[:2000]}\n{text}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    extents, module = {}, ""
    for i in range(options.programs):
        text, extents[f"p{i}"] = program(f"p{i}")
        module += text
    cut = set(re.findall(r"@(p\d+)\.part", run("chad-opt", "-", "--chad-differentiate", text=module)))
    derived = run("chad-opt", "-", "--chad-to-first-order", text=module)
    wrong = 0
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(derived)
        file.flush()
        for name in sorted(cut):
            point = [f"{random.uniform(-1, 1):.3f}" for _ in range(extents[name])]
            entries = []
            for mode in MODES:
                text = run("chad-run", file.name, f"--entry={name}_{mode}", "--interpret", "--full",
                           f"--arg=[{', '.join(point)}]", "--arg=0.7")
                entries.append([float(x) for line in text.splitlines()
                                for x in NUMBER.findall(line.split(" ", 1)[1])])
            sizes = {len(e) for e in entries}
            if len(sizes) > 1 or any(abs(x - y) > 1e-10 * max(1, abs(y))
                                     for other in entries[1:] for x, y in zip(entries[0], other)):
                wrong += 1
                print(f"'{name}' differs between modes:\n{module}")
    print(f"{options.programs} programs, {len(cut)} cut, {wrong} wrong")
    return bool(wrong or not cut)


if __name__ == "__main__":
    sys.exit(main())
