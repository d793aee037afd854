"""Checks that gradients keep within memory budgets.

  peak_bytes.py MODULE.mlir

Each function of the module takes 100 numbers and a number of steps. It gets budgets with binomial
schedules. The most memory that its gradient has allocated at a time may exceed the budget by 20 states
of 100 f64, for any number of steps; and the gradient is that without a budget.
"""

import json
import re
import subprocess
import sys

STATE = 800


def run(text, entry, steps):
    command = ["chad-run", "-", f"--entry={entry}", "--grad", "--count-allocations", "--json", "--exact-floats"]
    command += ["--arg=[" + ", ".join(["0.3"] * 100) + "]", f"--arg={steps}"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    found = json.loads(done.stdout)
    peak = int(re.search(r'"peak_bytes":\s*(\d+)', done.stdout)[1])
    return found["results"], peak


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    for name in re.findall(r"^func\.func @(\w+)", text, re.M):
        number = 0
        for steps in (15, 60):
            expected, most = run(text, name, steps)
            for budget in (16000, 32000, 64000, 128000):
                attribute = f"attributes {{chad.checkpoint = {{bytes = {budget}, binomial}}}} {{"
                limited = re.sub(rf"(@{name}\(.*-> f64) {{", lambda m: f"{m[1]} {attribute}", text)
                results, peak = run(limited, name, steps)
                if results != expected:
                    sys.exit(f"{name}, {steps} steps, {budget} bytes: other results")
                if peak > budget + 20 * STATE:
                    sys.exit(f"{name}, {steps} steps: {peak} bytes with a budget of {budget}, {most} without")
                number += 1
        print(f"{name}: {number} runs within their budgets")


main()
