"""Checks derivatives of branches that are nested so deeply that their residuals are in boxes."""

import subprocess
import sys

DEPTH = 9


def nested(x, k, switch=False):
    """Code for a value that depends smoothly on `x` and `k`; each level uses the value of the next inner level.
    """

    def level(d, x):
        if d == 0:
            return f"  %r0 = math.sin {x} : f64\n", "%r0"
        inner, value = level(d - 1, f"%m{d}")
        head = (
            f"  %z{d} = math.cos {x} : f64\n  %q{d} = arith.mulf %z{d}, {k} : f64\n"
            f"  %m{d} = arith.addf %q{d}, {x} : f64\n"
        )
        use = f"  %g{d} = math.sin {value} : f64\n  %e{d} = arith.mulf %g{d}, %m{d} : f64\n"
        other = f"  %o{d} = math.exp %q{d} : f64\n  %w{d} = arith.mulf %o{d}, {x} : f64\n  scf.yield %w{d} : f64\n"
        choice = f"  %p{d} = arith.cmpf ogt, %m{d}, %t{d} : f64\n  %t{d}c = arith.extui %p{d} : i1 to i32\n"
        limit = f"  %t{d} = arith.constant {-1.5 + 0.2 * (d % 3)} : f64\n"
        if switch:
            return (
                f"{head}{limit}{choice}  %i{d} = arith.index_cast %t{d}c : i32 to index\n"
                f"  %s{d} = scf.index_switch %i{d} -> f64\n  case 1 {{\n{inner}{use}  scf.yield %e{d} : f64\n  }}\n"
                f"  default {{\n{other}  }}\n"
            ), f"%s{d}"
        return (
            f"{head}{limit}{choice}  %s{d} = scf.if %p{d} -> f64 {{\n{inner}{use}  scf.yield %e{d} : f64\n"
            f"  }} else {{\n{other}  }}\n"
        ), f"%s{d}"

    return level(DEPTH, x)


def function(switch=False):
    body, value = nested("%x", "%k", switch)
    return f"func.func @f(%x: f64, %k: f64) -> f64 {{\n{body}  return {value} : f64\n}}\n"


def loop():
    body, value = nested("%a", "%k")
    return f"""func.func @f(%x: f64, %k: f64) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %y = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> f64 {{
{body}    scf.yield {value} : f64
  }}
  return %y : f64
}}
"""


def mapped():
    body, value = nested("%a", "%k")
    return f"""func.func @f(%xs: tensor<?xf64>, %k: f64) -> f64 {{
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%a in %xs : tensor<?xf64>) -> tensor<?xf64> {{
{body}    chad.yield {value} : f64
  }}
  %y = chad.reduce (%a, %b in %ys from %zero : tensor<?xf64>) {{
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }}
  return %y : f64
}}
"""


def second():
    body, value = nested("%x", "%k")
    return f"""func.func private @g(%x: f64, %k: f64) -> f64 {{
{body}  return {value} : f64
}}
func.func @f(%x: f64, %k: f64) -> f64 {{
  %d:2 = chad.grad @g(%x, %k) : (f64, f64) -> (f64, f64)
  %p = arith.mulf %d#0, %d#1 : f64
  return %p : f64
}}
"""


def run(text, *options):
    done = subprocess.run(["chad-run", "-", *options], input=text, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(options)}: {done.stdout}{done.stderr}")
    return done.stdout


def check(name, text, points, options=()):
    for x, k in points:
        arguments = [f"--arg={x}", f"--arg={k}"]
        run(text, "--grad-check", *arguments, *options)
        compiled = run(text, "--grad", *arguments, "--count-allocations", *options)
        if ", left 0\n" not in compiled:
            sys.exit(f"{name} leaks: {compiled}")
        interpreted = run(text, "--grad", "--interpret", *arguments)

        def numbers(output):
            return [float(n) for line in output.splitlines() if "f64" in line
                    for n in line.split(" ", 1)[1].strip("[]").split(",") if n]

        for a, b in zip(numbers(compiled), numbers(interpreted), strict=True):
            if abs(a - b) > 1e-7 * max(1, abs(b)):
                sys.exit(f"{name}: compiled {a}, interpreted {b}")
    print(name, "agrees")


first_order = subprocess.run(
    ["chad-opt", "-", "--chad-to-first-order"], input=second(), text=True, capture_output=True
).stdout
print("boxes:", "yes" if "chad.open" in first_order else "no")
SCALARS = [(0.7, 0.3), (-1.2, 0.5), (2.0, -0.4)]
check("function", function(), SCALARS)
check("loop", loop(), SCALARS)
check("map", mapped(), [("[0.7, -1.2, 2.0, 0.1]", 0.3), ("[]", 1), ("[0.4]", -0.2)], ["--threads=2", "--thread-grain=1"])
check("second", second(), SCALARS[:2])
check("switch", function(switch=True), SCALARS)
