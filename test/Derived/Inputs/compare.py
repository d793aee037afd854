"""Compares the linear functions that two modules make: applied, and transposed and applied.

compare.py FIRST.mlir SECOND.mlir
"""

import re
import subprocess
import sys

FUNCTION = re.compile(r"^ *func\.func @(\w+)\((.*?)\) -> (!\S+|!chad\.lfun<.*?>) \{", re.M)
LITERALS = {"tensor<?xf64>": "[0.5, 1.7, -0.3]", "tensor<3x2xf64>": "[[1, 2], [0.5, -3], [4, 7]]", "f64": "0.7", "i1": "true", "index": "1"}
EXTENT = "%c0_t = arith.constant 0 : index\n"


def driver(name, arguments, type):
    """A function that applies the linear function that `name` makes, and its transpose."""
    inputs, outputs = re.fullmatch(r"!chad\.lfun<\((.*)\) -> \((.*)\)>", type).groups()
    backward = f"!chad.lfun<({outputs}) -> ({inputs})>"
    plain = [re.fullmatch(r"lin<(.*)>", part).group(1) for part in (inputs, outputs)]
    names = ", ".join(f"%a{i}" for i in range(len(arguments)))
    typed = ", ".join([f"%a{i}: {t}" for i, t in enumerate(arguments)]
                      + [f"%v: {plain[0]}", f"%w: {plain[1]}"])
    return f"""
func.func @{name}_applied({typed}) -> ({plain[1]}, {plain[0]}) {{
  %m = func.call @{name}({names}) : ({', '.join(arguments)}) -> {type}
  %t = chad.lfun.transpose %m : {type}
  %vl = chad.to_linear %v : {plain[0]}
  %wl = chad.to_linear %w : {plain[1]}
  %p = chad.lfun.apply %m(%vl) : {type}
  %q = chad.lfun.apply %t(%wl) : {backward}
  %r = chad.from_linear %p : !chad.{outputs}
  %s = chad.from_linear %q : !chad.{inputs}
  return %r, %s : {plain[1]}, {plain[0]}
}}
""", [LITERALS[t] for t in arguments] + [LITERALS[t] for t in plain]


def run(text, name, arguments, ways):
    command = ["chad-run", "-", f"--entry={name}_applied"] + ways
    command += [f"--arg={argument}" for argument in arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]\d+)?", re.sub(r"tensor<\S+|f64", "", done.stdout))]


def main():
    with open(sys.argv[1], encoding="utf-8") as first, open(sys.argv[2], encoding="utf-8") as second:
        texts = [first.read(), second.read()]
    aliases = dict(re.findall(r"^(!\w+) = (!.*)$", texts[0], re.M))
    drivers, calls = "", []
    for name, arguments, type in FUNCTION.findall(texts[0]):
        types = re.findall(r": (tensor<\S+?>|f64|i1|index)", arguments)
        text, literals = driver(name, types, aliases.get(type, type))
        drivers += text
        calls.append((name, literals))
    texts[1] = texts[1].replace("module {", "", 1).rstrip().rstrip("}") if texts[1].lstrip().startswith("module {") else texts[1]
    differ = 0
    for name, literals in calls:
        results = [run(text + drivers, name, literals, ways)
                   for text in texts for ways in ([], ["--interpret"])]
        if any(len(r) != len(results[0]) or any(abs(a - b) > 1e-12 * (1 + abs(b)) for a, b in zip(r, results[0])) for r in results):
            print(f"{name}: {results}")
            differ += 1
    print(f"{len(calls)} linear functions, {differ} differ")


if __name__ == "__main__":
    main()
