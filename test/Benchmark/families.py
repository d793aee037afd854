"""Families of growing programs: how the time of compilation grows with the program.

    python3 families.py NAME N                  prints the program of length N
    python3 families.py --lines BIN             says how many lines first-order code grows by per step
    python3 families.py --time BIN [NAME...]    measures, and prints the exponents

A family is a function `f` with one float as its result, and `main`, which requests its gradient. The time is
the processor time of a process, minus that for the shortest program. The exponent is the slope of the line
through the logarithms of times and lengths: 1 is linear. BIN is the folder of chad-opt and chad-run.
"""

import math
import os
import resource
import subprocess
import sys

SCALAR = "func.func private @f(%x0: f64) -> f64 {"
ARRAY = "func.func private @f(%x0: tensor<?xf64>) -> f64 {"
TOTAL = """%zero = arith.constant 0.0 : f64
%sum = chad.reduce (%a, %b in %x{n} from %zero : tensor<?xf64>) {{
  %s = arith.addf %a, %b : f64
  chad.yield %s : f64
}}
return %sum : f64
}}"""


def request(type):
    return f"""func.func @main(%x: {type}) -> (f64, {type}) {{
%y, %g = chad.value_and_grad @f(%x) : ({type}) -> (f64, {type})
return %y, %g : f64, {type}
}}
"""


def straight(n):
    """Scalar operations in a row."""
    lines = [SCALAR]
    for i in range(n):
        op = [f"math.sin %x{i}", f"arith.mulf %x{i}, %x0", f"arith.addf %x{i}, %x{max(i - 3, 0)}"][i % 3]
        lines.append(f"%x{i + 1} = {op} : f64")
    return "\n".join([*lines, f"return %x{n} : f64", "}", request("f64")])


def divisions(n):
    """Scalar operations whose partial derivatives may be infinite."""
    lines = [SCALAR, "%one = arith.constant 1.0 : f64"]
    for i in range(n):
        lines += [f"%s{i} = arith.addf %x{i}, %one : f64", f"%x{i + 1} = arith.divf %x0, %s{i} : f64"]
    return "\n".join([*lines, f"return %x{n} : f64", "}", request("f64")])


def maps(n):
    """Maps, each of the one before."""
    lines = [ARRAY]
    for i in range(n):
        lines += [f"%x{i + 1} = chad.map (%e in %x{i} : tensor<?xf64>) -> tensor<?xf64> {{",
                  "  %s = math.sin %e : f64", "  chad.yield %s : f64", "}"]
    return "\n".join([*lines, TOTAL.format(n=n), request("tensor<?xf64>")])


def uses(n):
    """Maps of one array, whose sums are added."""
    lines = [ARRAY, "%zero = arith.constant 0.0 : f64", "%t0 = arith.constant 0.0 : f64"]
    for i in range(n):
        lines += [f"%y{i} = chad.map (%e in %x0 : tensor<?xf64>) -> tensor<?xf64> {{",
                  f"  %k = arith.constant {i + 1}.0 : f64", "  %m = arith.mulf %k, %e : f64",
                  "  %s = math.sin %m : f64", "  chad.yield %s : f64", "}",
                  f"%r{i} = chad.reduce (%a, %b in %y{i} from %zero : tensor<?xf64>) {{",
                  "  %s = arith.addf %a, %b : f64", "  chad.yield %s : f64", "}",
                  f"%t{i + 1} = arith.addf %t{i}, %r{i} : f64"]
    return "\n".join([*lines, f"return %t{n} : f64", "}", request("tensor<?xf64>")])


def folds(n):
    """Folds in a row, over one array, each with the state of the one before."""
    lines = [ARRAY, "%t0 = arith.constant 0.5 : f64"]
    for i in range(n):
        lines += [f"%t{i + 1} = chad.fold (%e in %x0 : tensor<?xf64>) with (%s = %t{i} : f64) {{",
                  "  %p = arith.mulf %s, %e : f64", "  %q = math.sin %p : f64", "  chad.yield %q : f64", "}"]
    return "\n".join([*lines, f"return %t{n} : f64", "}", request("tensor<?xf64>")])


def loops(n):
    """scf.for in a row."""
    lines = [SCALAR, "%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
             "%c9 = arith.constant 9 : index"]
    for i in range(n):
        lines += [f"%x{i + 1} = scf.for %i{i} = %c0 to %c9 step %c1 iter_args(%s = %x{i}) -> f64 {{",
                  "  %q = math.sin %s : f64", "  scf.yield %q : f64", "}"]
    return "\n".join([*lines, f"return %x{n} : f64", "}", request("f64")])


def branches(n):
    """scf.if in a row."""
    lines = [SCALAR, "%zero = arith.constant 0.0 : f64"]
    for i in range(n):
        lines += [f"%c{i} = arith.cmpf ogt, %x{i}, %zero : f64", f"%x{i + 1} = scf.if %c{i} -> f64 {{",
                  f"  %s = math.sin %x{i} : f64", "  scf.yield %s : f64", "} else {",
                  f"  %s = math.exp %x{i} : f64", "  scf.yield %s : f64", "}"]
    return "\n".join([*lines, f"return %x{n} : f64", "}", request("f64")])


def nested(n):
    """scf.if in scf.if."""
    lines = [SCALAR, "%zero = arith.constant 0.0 : f64"]
    for i in range(n):
        lines += [f"%s{i} = math.sin %x{i} : f64", f"%c{i} = arith.cmpf ogt, %s{i}, %zero : f64",
                  f"%r{i} = scf.if %c{i} -> f64 {{", f"%x{i + 1} = arith.mulf %s{i}, %x0 : f64"]
    for i in reversed(range(n)):
        value = f"%x{n}" if i == n - 1 else f"%r{i + 1}"
        lines += [f"scf.yield {value} : f64", "} else {", f"scf.yield %x{i} : f64", "}"]
    return "\n".join([*lines, "return %r0 : f64", "}", request("f64")])


def calls(n):
    """Functions, each of which calls the next."""
    lines = []
    for i in range(n):
        lines += [f"func.func private @f{i}(%x: f64) -> f64 {{", "%s = math.sin %x : f64",
                  f"%r = func.call @f{i + 1}(%s) : (f64) -> f64", "%p = arith.mulf %r, %x : f64",
                  "return %p : f64", "}"]
    return "\n".join([*lines, f"func.func private @f{n}(%x: f64) -> f64 {{", "return %x : f64", "}", SCALAR,
                      "%r = func.call @f0(%x0) : (f64) -> f64", "return %r : f64", "}", request("f64")])


FAMILIES = {f.__name__: (f, lengths) for f, lengths in [
    (straight, [1000, 2000, 4000, 8000]), (divisions, [500, 1000, 2000, 4000]), (maps, [50, 100, 200, 400]),
    (uses, [25, 50, 100, 200]), (folds, [50, 100, 200, 400]), (loops, [50, 100, 200, 400]),
    (branches, [50, 100, 200, 400]), (nested, [25, 50, 100, 200]), (calls, [100, 200, 400, 800])]}
STAGES = {
    "first order": ["chad-opt", "-", "-o", "/dev/null", "--chad-to-first-order"],
    "to LLVM": ["chad-opt", "-", "-o", "/dev/null", "--chad-to-first-order", "--chad-to-cpu"],
    "object": ["chad-run", "-", "--entry=main", "--emit=obj", "-o", "/dev/null"],
}


def seconds(command, text):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=text, text=True, capture_output=True)
    if done.returncode:
        return math.nan
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def slope(xs, ys):
    if len(xs) < 2:
        return math.nan
    xs, ys = [math.log(x) for x in xs], [math.log(y) for y in ys]
    mean = sum(xs) / len(xs)
    return sum((x - mean) * y for x, y in zip(xs, ys)) / sum((x - mean) ** 2 for x in xs)


def measure(folder, names):
    print(f"{'family':<10} {'stage':<12} {'exponent':>8}   seconds at lengths")
    for name in names or FAMILIES:
        make, lengths = FAMILIES[name]
        for stage, command in STAGES.items():
            command = [os.path.join(folder, command[0]), *command[1:]]
            base = seconds(command, make(1))
            times = [seconds(command, make(n)) - base for n in lengths]
            known = [(n, t) for n, t in zip(lengths, times) if t > 0.005]
            row = "  ".join(f"{n}: {t:.2f}" for n, t in zip(lengths, times))
            print(f"{name:<10} {stage:<12} {slope(*zip(*known)) if known else math.nan:8.2f}   {row}", flush=True)


def count_lines(folder):
    """Lines of code per step: if the size of the code is linear, a long program has as many per step as a short
    one.
    """
    command = [os.path.join(folder, "chad-opt"), "-", "--chad-to-first-order"]

    def lines(make, n):
        done = subprocess.run(command, input=make(n), text=True, capture_output=True, check=True)
        return len(done.stdout.splitlines())

    for name, (make, _) in FAMILIES.items():
        a, b, c = (lines(make, n) for n in (10, 20, 40))
        verdict = "linear" if c - b <= 2.1 * (b - a) else "not linear"
        print(f"{name}: {(c - b) / 20:.1f} lines per step, {verdict}")


def main():
    if sys.argv[1] == "--lines":
        count_lines(sys.argv[2])
    elif sys.argv[1] == "--time":
        measure(sys.argv[2], sys.argv[3:])
    else:
        print(FAMILIES[sys.argv[1]][0](int(sys.argv[2])))


if __name__ == "__main__":
    main()
