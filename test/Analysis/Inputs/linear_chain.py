"""Prints large programs with linear scopes: linear_chain.py KIND SIZE"""
import sys

kind, n = sys.argv[1], int(sys.argv[2])
out = []
if kind in ("chain", "broken"):
    result = "f64" if kind == "broken" else "!chad.lin<f64>"
    out.append(f"func.func @f(%k: f64, %v: !chad.lin<f64>) -> {result} {{")
    out.append("  %x0 = chad.from_linear %v : !chad.lin<f64>")
    for i in range(n):
        out.append(f"  %x{i + 1} = arith.mulf %k, %x{i} : f64")
    if kind == "chain":
        out.append(f"  %r = chad.to_linear %x{n} : f64")
    out.append(f"  return {'%r' if kind == 'chain' else f'%x{n}'} : {result}")
    out.append("}")
elif kind == "scopes":
    # Linear functions one after the other, each a scope.
    out.append("func.func @f(%k: f64, %v0: !chad.lin<f64>) -> !chad.lin<f64> {")
    for i in range(n):
        out.append(f"  %m{i} = chad.lfun.lambda (%w : !chad.lin<f64>) -> !chad.lin<f64> {{")
        out.append("    %s = chad.scale %k, %w : f64, !chad.lin<f64>")
        out.append("    chad.yield %s : !chad.lin<f64>")
        out.append("  }")
        out.append(
            f"  %v{i + 1} = chad.lfun.apply %m{i}(%v{i}) : !chad.lfun<(lin<f64>) -> (lin<f64>)>"
        )
    out.append(f"  return %v{n} : !chad.lin<f64>")
    out.append("}")
elif kind == "calls":
    # Each function calls the one before, with a linear value of Cartesian type.
    out.append("func.func private @f0(%x: f64) -> f64 {\n  return %x : f64\n}")
    for i in range(n):
        out.append(f"func.func private @f{i + 1}(%x: f64) -> f64 {{")
        out.append(f"  %y = call @f{i}(%x) : (f64) -> f64\n  return %y : f64\n}}")
    out.append("func.func @f(%v: !chad.lin<f64>) -> !chad.lin<f64> {")
    out.append("  %x = chad.from_linear %v : !chad.lin<f64>")
    out.append(f"  %y = call @f{n}(%x) : (f64) -> f64")
    out.append("  %r = chad.to_linear %y : f64\n  return %r : !chad.lin<f64>\n}")
elif kind == "states":
    # A shift register: the dependence takes a round of the loop for each state.
    args = ", ".join(f"%a{i} = {'%v' if i == 0 else '%z'}" for i in range(n))
    types = ", ".join(["!chad.lin<f64>"] * n)
    out.append("func.func @f(%n: index, %v: !chad.lin<f64>) -> !chad.lin<f64> {")
    out.append("  %z = chad.zero : !chad.lin<f64>")
    out.append(f"  %r:{n} = scf.for %i = %n to %n step %n iter_args({args}) -> ({types}) {{")
    shifted = ", ".join(["%a0"] + [f"%a{i}" for i in range(n - 1)])
    out.append(f"    scf.yield {shifted} : {types}")
    out.append("  }")
    out.append(f"  return %r#{n - 1} : !chad.lin<f64>")
    out.append("}")
elif kind == "nest":
    # Loops in loops: a state that starts as zero becomes linear in the innermost.
    out.append("func.func @f(%n: index, %v: !chad.lin<f64>) -> !chad.lin<f64> {")
    out.append("  %z0 = chad.zero : !chad.lin<f64>")
    for i in range(n):
        out.append(
            f"  %r{i} = scf.for %i{i} = %n to %n step %n iter_args(%z{i + 1} = %z{i}) -> (!chad.lin<f64>) {{"
        )
    out.append(f"  %s = chad.add %z{n}, %v : !chad.lin<f64>")
    last = "%s"
    for i in reversed(range(n)):
        out.append(f"  scf.yield {last} : !chad.lin<f64>")
        out.append("  }")
        last = f"%r{i}"
    out.append(f"  return {last} : !chad.lin<f64>")
    out.append("}")
print("\n".join(out))
