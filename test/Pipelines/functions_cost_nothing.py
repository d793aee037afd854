"""Checks that passes for function values do not change programs without function values.

    functions_cost_nothing.py PROGRAM.mlir...

The pipelines `chad-to-first-order` and `chad-to-cpu` run on each program, with the derivatives that it
requests, and with reverse derivatives of its functions if it requests none. The script names each pass for
functions, sums, copowers or boxes that changes the program.
"""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Rules" / "Inputs"))
from derivatives import is_float, split_types  # noqa: E402

FUNCTION = re.compile(r"^ *func\.func @(\w+)\((.*?)\) -> (.*?)(?: attributes .*)? \{$", re.M)
REQUEST = re.compile(r"chad\.(jvp|vjp|grad|value_and_grad|jacobian|hvp|hessian|linearize) ")
PASSES = ["chad-remove-functions", "chad-defunctionalize", "chad-lower-sums", "chad-lower-copowers",
          "chad-lower-boxes", "chad-lower-arenas"]


def run(text, *passes):
    done = subprocess.run(["chad-opt", "-", *passes], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(passes)} failed:\n{done.stderr[:2000]}")
    return done


def pullback(name, arguments, results):
    """A function that requests the reverse derivative of another one."""
    types = [re.sub(r"^%\w+: | \{.*", "", argument) for argument in split_types(arguments)]
    outputs = split_types(results)
    seeds = [f"!chad.lin<{t}>" for t in outputs if is_float(t)]
    gradients = [f"!chad.lin<{t}>" for t in types if is_float(t)]
    if not seeds or not gradients:
        return ""
    names = [f"%a{i}" for i in range(len(types))]
    cotangents = [f"%s{i}" for i in range(len(seeds))]
    given = ", ".join(f"{n}: {t}" for n, t in zip(names + cotangents, types + seeds))
    made = ", ".join(outputs + gradients)
    count = len(outputs + gradients)
    values = ", ".join(f"%r#{i}" for i in range(count))
    return f"""
func.func @{name}_pullback({given}) -> ({made}) {{
  %r:{count} = chad.vjp @{name}({', '.join(names)}) seed({', '.join(cotangents)})
      : ({', '.join(types + seeds)}) -> ({made})
  return {values} : {made}
}}
"""


def main():
    changed = derivatives = 0
    for path in sys.argv[1:]:
        raised = run(pathlib.Path(path).read_text(encoding="utf-8"), "--chad-raise").stdout
        requests = ""
        for match in FUNCTION.finditer(raised):
            body = raised[match.end():raised.index("\n  }", match.end())]
            if "chad.lin" not in match[0] and not REQUEST.search(body):
                requests += pullback(*match.groups())
        derivatives += requests.count("chad.vjp")
        text = raised.rstrip()[:-1] + requests + "}"
        done = run(text, "--chad-to-first-order", "--chad-to-cpu", "--mlir-disable-threading",
                   "--mlir-print-ir-after-change", f"--mlir-print-ir-after={','.join(PASSES)}")
        for name in re.findall(r"IR Dump After \w+ \(([\w-]+)", done.stderr):
            print(f"{path}: {name} changes it")
            changed += 1
    print(f"{len(sys.argv) - 1} programs, {derivatives} derivatives, {changed} changed")
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
