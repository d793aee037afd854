"""Checks that the code of a derivative is linear in the code of the program.

The members of a family of programs grow by equal steps of source. The numbers of values and of bytes of their
derivatives must grow by equal steps, too, up to a factor that allows copies of code that is short.
"""

import re
import subprocess
import sys

RESULTS = re.compile(r"^\s*%[\w#]+(?::(\d+))? =", re.M)


def calls(n):
    text = "func.func private @f0(%x: f64) -> f64 {\n  %y = math.sin %x : f64\n  return %y : f64\n}\n"
    for i in range(1, n + 1):
        text += (f"func.func private @f{i}(%x: f64) -> f64 {{\n"
                 f"  %a = func.call @f{i - 1}(%x) : (f64) -> f64\n"
                 f"  %b = func.call @f{i - 1}(%a) : (f64) -> f64\n  return %b : f64\n}}\n")
    return text + f"func.func @f(%x: f64) -> f64 {{\n  %r = func.call @f{n}(%x) : (f64) -> f64\n  return %r : f64\n}}\n"


def lambdas(n):
    text = ("func.func @f(%x: f64) -> f64 {\n  %f0 = chad.lambda (%y : f64) -> f64 {\n"
            "    %s = arith.mulf %y, %x : f64\n    %t = math.sin %s : f64\n    chad.yield %t : f64\n  }\n")
    for i in range(1, n + 1):
        text += (f"  %f{i} = chad.lambda (%y : f64) -> f64 {{\n"
                 f"    %a = chad.apply %f{i - 1}(%y) : (f64) -> f64\n"
                 f"    %b = chad.apply %f{i - 1}(%a) : (f64) -> f64\n    chad.yield %b : f64\n  }}\n")
    return text + f"  %r = chad.apply %f{n}(%x) : (f64) -> f64\n  return %r : f64\n}}\n"


def straight(n):
    text = "func.func @f(%x0: f64) -> f64 {\n"
    for i in range(8 * n):
        text += f"  %s{i} = math.sin %x{i} : f64\n  %x{i + 1} = arith.mulf %s{i}, %x{i} : f64\n"
    return text + f"  return %x{8 * n} : f64\n}}\n"


def loops(n):
    text = "func.func @f(%x0: f64, %n: index) -> f64 {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
    for i in range(n):
        text += (f"  %x{i + 1} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%s{i} = %x{i}) -> f64 {{\n"
                 f"    %t{i} = math.sin %s{i} : f64\n    scf.yield %t{i} : f64\n  }}\n")
    return text + f"  return %x{n} : f64\n}}\n"


def recursions(n):
    text = "func.func private @f0(%x: f64, %n: index) -> f64 {\n  return %x : f64\n}\n"
    for i in range(1, n + 1):
        text += f"""func.func private @f{i}(%x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> f64 {{
    %r = func.call @f{i - 1}(%x, %n) : (f64, index) -> f64
    scf.yield %r : f64
  }} else {{
    %m = arith.subi %n, %c1 : index
    %r = func.call @f{i}(%x, %m) : (f64, index) -> f64
    %s = math.sin %r : f64
    scf.yield %s : f64
  }}
  return %y : f64
}}
"""
    return text + f"func.func @f(%x: f64, %n: index) -> f64 {{\n  %r = func.call @f{n}(%x, %n) : (f64, index) -> f64\n  return %r : f64\n}}\n"


def branches(n):
    """Nested branches; the cotangent of the result of each depends on the result of the one around it."""
    body, value = "  %r = math.sin %m1 : f64\n", "%r"
    for i in range(1, n + 1):
        x = f"%m{i + 1}" if i < n else "%x"
        body = (f"  %z{i} = math.exp {x} : f64\n  %m{i} = arith.mulf %z{i}, %z{i} : f64\n"
                f"  %p{i} = arith.cmpf ogt, %m{i}, %z{i} : f64\n  %s{i} = scf.if %p{i} -> f64 {{\n{body}"
                f"  %g{i} = math.cos {value} : f64\n  %e{i} = arith.mulf %g{i}, %m{i} : f64\n"
                f"  scf.yield %e{i} : f64\n  }} else {{\n  scf.yield %m{i} : f64\n  }}\n")
        value = f"%s{i}"
    return f"func.func @f(%x: f64) -> f64 {{\n{body}  return {value} : f64\n}}\n"


def whiles(n):
    """Each in the one before. How often an inner one runs depends on the state of the outer one."""
    body, value = "", f"%a{n}"
    for i in range(n, 0, -1):
        x = f"%b{i - 1}" if i > 1 else "%x"
        inner = body or f"  %e{i} = math.exp %b{i} : f64\n"
        value = f"%e{i}" if not body else f"%s{i + 1}"
        body = (f"  %s{i} = scf.while (%a{i} = {x}) : (f64) -> f64 {{\n"
                f"  %p{i} = arith.cmpf olt, %a{i}, %k : f64\n  scf.condition(%p{i}) %a{i} : f64\n  }} do {{\n"
                f"  ^bb0(%b{i}: f64):\n{inner}  %m{i} = arith.mulf {value}, %b{i} : f64\n  scf.yield %m{i} : f64\n  }}\n")
    return f"func.func @f(%x: f64) -> f64 {{\n  %k = arith.constant 8.0 : f64\n{body}  return %s1 : f64\n}}\n"


def request(text, mode):
    index = ", %n: index" if "@f(%x: f64, %n: index)" in text or "%x0: f64, %n: index" in text else ""
    arg, kind = (", %n", ", index") if index else ("", "")
    if mode == "reverse":
        return text + (f"func.func @g(%x: f64{index}) -> f64 {{\n"
                       f"  %r = chad.grad @f(%x{arg}) : (f64{kind}) -> f64\n  return %r : f64\n}}\n")
    return text + (f"func.func @g(%x: f64{index}, %v: !chad.lin<f64>) -> !chad.lin<f64> {{\n"
                   f"  %y, %r = chad.jvp @f(%x{arg}) along (%v) : (f64{kind}, !chad.lin<f64>) -> (f64, !chad.lin<f64>)\n"
                   "  return %r : !chad.lin<f64>\n}\n")


def measure(text):
    done = subprocess.run(["chad-opt", "-", "--chad-to-first-order"], input=text,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    # Not counted is how far lines are indented.
    return sum(int(n or 1) for n in RESULTS.findall(done.stdout)), len(re.sub(r"^ +", "", done.stdout, flags=re.M))


failed = False
for family, n in [(straight, 8), (loops, 8), (calls, 16), (lambdas, 16), (recursions, 8), (branches, 12),
                  (whiles, 6)]:
    for mode in ["forward", "reverse"]:
        sizes = [measure(request(family(k), mode)) for k in (n, 2 * n, 3 * n, 4 * n)]
        # Of programs of some hundred ops: more values are copies that grow faster than the source.
        if sizes[0][0] > 10000:
            failed = True
            print(f"{family.__name__:10} {mode:8} {sizes[0][0]} values WRONG")
        for what in (0, 1):
            first, *_, third, last = [s[what] for s in sizes]
            # From the first member to the last by not more than it is: 4 times the source.
            verdict = "ok" if last <= 4.6 * first else "WRONG"
            failed |= verdict != "ok"
            print(f"{family.__name__:10} {mode:8} {'values' if what == 0 else 'bytes ':6}",
                  *[s[what] for s in sizes], verdict)
sys.exit(failed)
