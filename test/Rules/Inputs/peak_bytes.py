"""Checks that gradients keep within memory budgets.

  peak_bytes.py MODULE.mlir

Each function of the module takes 100 numbers and a number of steps. It gets budgets, for blocks and with
binomial schedules. The most memory that its gradient has allocated at a time may exceed the budget by 30 and
20 states of 100 f64, for any number of steps; and the gradient has the bits of that with a budget for all states,
and with `--exact-floats` of that without a budget. A budget that is too small for blocks is refused, with the
least one that is not.
"""

import json
import re
import subprocess
import sys

STATE = 800


def run(text, entry, steps, options):
    command = ["chad-run", "-", f"--entry={entry}", "--grad", "--count-allocations", "--json", *options]
    command += ["--arg=[" + ", ".join(["0.3"] * 100) + "]", f"--arg={steps}"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    refused = re.search(r"too small; bytes needed, and given: (\d+) and", done.stderr)
    if refused:
        return int(refused[1])
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    found = json.loads(done.stdout)
    peak = int(re.search(r'"peak_bytes":\s*(\d+)', done.stdout)[1])
    return found["results"], peak


def limit(text, name, budget, schedule):
    attribute = f"attributes {{chad.checkpoint = {{bytes = {budget}{schedule}}}}} {{"
    return re.sub(rf"(@{name}\(.*-> f64) {{", lambda m: f"{m[1]} {attribute}", text)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    for name in re.findall(r"^func\.func @(\w+)", text, re.M):
        number = 0
        for steps, options in ((15, []), (60, []), (15, ["--exact-floats"]), (60, ["--exact-floats"])):
            expected, most = run(text if options else limit(text, name, 10**9, ""), name, steps, options)
            for schedule, more in ("", 30), (", binomial", 20):
                for budget in (16000, 32000, 64000, 128000):
                    number += 1
                    found = run(limit(text, name, budget, schedule), name, steps, options)
                    if isinstance(found, int):
                        if found <= budget:
                            sys.exit(f"{name}, {steps} steps: {budget} bytes are refused, and {found} would suffice")
                        budget = found
                        found = run(limit(text, name, budget, schedule), name, steps, options)
                    results, peak = found
                    if results != expected:
                        sys.exit(f"{name}, {steps} steps, {budget} bytes: other results")
                    if peak > budget + more * STATE:
                        sys.exit(f"{name}, {steps} steps: {peak} bytes with a budget of {budget}, {most} without")
        print(f"{name}: {number} runs within their budgets")


main()
