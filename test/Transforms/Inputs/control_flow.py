"""Checks that derivatives of programs with nested control flow, reverse and forward, are proved to be cheap.

  control_flow.py

The members of a family have growing depth. The cotangents of inner ops depend on their results, so that
derivatives have residuals.
"""

import functools
import subprocess
import sys

CONSTANTS = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"


def nest(depth, around):
    """Nests levels of control flow, from the innermost to the outermost one, around a sine."""

    def level(d, x):
        if d == 0:
            return f"  %r0 = math.sin {x} : f64\n", "%r0"
        return around(d, x, lambda inner: level(d - 1, inner))

    return level(depth, "%x")


def function(body, value, parameter):
    return f"func.func @f(%x: f64, {parameter}) -> f64 {{\n{CONSTANTS}{body}  return {value} : f64\n}}\n"


def family(parameter):
    """From the text of one level of control flow: programs of any depth, with a second argument."""

    def decorate(around):
        @functools.wraps(around)
        def make(depth):
            return function(*nest(depth, around), parameter), parameter

        return make

    return decorate


def times(inner, factor, d):
    """The end of a body: the inner value times `factor`, which makes `factor` a residual of the derivative."""
    text, value = inner(factor)
    return f"{text}    %e{d} = arith.mulf {value}, {factor} : f64\n    scf.yield %e{d} : f64\n"


def loop(d, x, inner, bounds):
    """A loop whose state the inner value multiplies."""
    body = times(inner, f"%a{d}", d)
    return f"  %s{d} = scf.for %i{d} = {bounds} iter_args(%a{d} = {x}) -> f64 {{\n{body}  }}\n", f"%s{d}"


@family("%k: f64")
def branches(d, x, inner):
    return (
        f"  %z{d} = math.exp {x} : f64\n  %m{d} = arith.mulf %z{d}, %k : f64\n"
        f"  %p{d} = arith.cmpf ogt, %m{d}, %k : f64\n  %s{d} = scf.if %p{d} -> f64 {{\n{times(inner, f'%m{d}', d)}"
        f"  }} else {{\n    scf.yield %m{d} : f64\n  }}\n"
    ), f"%s{d}"


@family("%n: index")
def switches(d, x, inner):
    return (
        f"  %m{d} = math.exp {x} : f64\n  %s{d} = scf.index_switch %n -> f64\n"
        f"  case 1 {{\n{times(inner, f'%m{d}', d)}  }}\n"
        f"  case 2 {{\n    %q{d} = math.cos %m{d} : f64\n    scf.yield %q{d} : f64\n  }}\n"
        f"  default {{\n    scf.yield %m{d} : f64\n  }}\n"
    ), f"%s{d}"


@family("%n: index")
def counted(d, x, inner):
    return loop(d, x, inner, "%c0 to %n step %c1")


@family("%n: index")
def strided(d, x, inner):
    return loop(d, x, inner, "%c1 to %n step %n")


@family("%k: f64")
def conditional(d, x, inner):
    return (
        f"  %s{d} = scf.while (%a{d} = {x}) : (f64) -> f64 {{\n"
        f"    %p{d} = arith.cmpf olt, %a{d}, %k : f64\n    scf.condition(%p{d}) %a{d} : f64\n"
        f"  }} do {{\n  ^bb0(%b{d}: f64):\n{times(inner, f'%b{d}', d)}  }}\n"
    ), f"%s{d}"


@family("%n: index")
def branches_in_loops(d, x, inner):
    return (
        f"  %s{d} = scf.for %i{d} = %c0 to %n step %c1 iter_args(%a{d} = {x}) -> f64 {{\n"
        f"    %g{d} = arith.cmpf ogt, %a{d}, %x : f64\n"
        f"    %h{d} = scf.if %g{d} -> f64 {{\n{times(inner, f'%a{d}', d)}"
        f"    }} else {{\n      %q{d} = math.exp %a{d} : f64\n      scf.yield %q{d} : f64\n    }}\n"
        f"    scf.yield %h{d} : f64\n  }}\n"
    ), f"%s{d}"


def calls(depth):
    text = "func.func private @f0(%x: f64, %n: index) -> f64 {\n  %y = math.sin %x : f64\n  return %y : f64\n}\n"
    for i in range(1, depth + 1):
        text += (
            f"func.func private @f{i}(%x: f64, %n: index) -> f64 {{\n"
            f"  %a = func.call @f{i - 1}(%x, %n) : (f64, index) -> f64\n  %e = math.exp %a : f64\n"
            f"  %b = func.call @f{i - 1}(%e, %n) : (f64, index) -> f64\n"
            f"  %p = arith.mulf %b, %a : f64\n  return %p : f64\n}}\n"
        )
    call = f"  %r = func.call @f{depth}(%x, %n) : (f64, index) -> f64\n"
    return text + function(call, "%r", "%n: index"), "%n: index"


def recursions(depth):
    text = "func.func private @f0(%x: f64, %n: index) -> f64 {\n  %y = math.exp %x : f64\n  return %y : f64\n}\n"
    for i in range(1, depth + 1):
        text += f"""func.func private @f{i}(%x: f64, %n: index) -> f64 {{
{CONSTANTS}  %z = arith.cmpi eq, %n, %c0 : index
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
    call = f"  %r = func.call @f{depth}(%x, %n) : (f64, index) -> f64\n"
    return text + function(call, "%r", "%n: index"), "%n: index"


def mutual(depth):
    """`depth` functions, each of which calls the next, and the last the first."""
    text = ""
    for i in range(depth):
        text += f"""func.func private @f{i}(%x: f64, %n: index) -> f64 {{
{CONSTANTS}  %z = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %z -> f64 {{
    %r = math.exp %x : f64
    scf.yield %r : f64
  }} else {{
    %m = arith.subi %n, %c1 : index
    %e = arith.mulf %x, %x : f64
    %r = func.call @f{(i + 1) % depth}(%e, %m) : (f64, index) -> f64
    %s = math.sin %r : f64
    %p = arith.mulf %s, %x : f64
    scf.yield %p : f64
  }}
  return %y : f64
}}
"""
    call = "  %r = func.call @f0(%x, %n) : (f64, index) -> f64\n"
    return text + function(call, "%r", "%n: index"), "%n: index"


FAMILIES = {
    branches: (1, 4, 16),
    switches: (1, 8),
    counted: (1, 3),
    strided: (1, 2),
    conditional: (1, 2, 4),
    branches_in_loops: (1, 3),
    calls: (1, 4, 8, 12, 16),
    recursions: (1, 3),
    mutual: (2, 3, 8),
}

# The derivative by the first argument: the request, and what it gives.
MODES = {
    "reverse": ("chad.value_and_grad @f(%x, {name}) wrt [0]", "%y, %r", "f64, f64"),
    "forward": ("chad.jacobian @f(%x, {name}) wrt [0] mode<forward>", "%r", "f64"),
}


def request(text, parameter, mode):
    """The program with a function `g`, its derivative in one of the modes."""
    request, results, types = MODES[mode]
    name, kind = parameter.split(": ")
    return text + (
        f"func.func @g(%x: f64, {parameter}) -> ({types}) {{\n"
        f"  {results} = {request.format(name=name)} : (f64, {kind}) -> ({types})\n"
        f"  return {results} : {types}\n}}\n"
    )


def verify(text, bound):
    """What is wrong with the proof that `g` costs at most `bound` times `f`; nothing if it succeeds."""
    check = f"--chad-verify-cheap-gradient=primal=f gradient=g{bound}"
    done = subprocess.run(
        ["chad-opt", "-", "--chad-to-first-order", check], input=text, capture_output=True, text=True
    )
    return done.stderr if done.returncode else ""


def main():
    failed = False
    for family, depths in FAMILIES.items():
        for depth in depths:
            for mode in MODES:
                wrong = verify(request(*family(depth), mode), bound="")
                print(family.__name__, depth, mode, wrong or "proved")
                failed |= bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
