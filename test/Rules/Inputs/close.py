"""Compares numbers in a file with those that a command prints.

  close.py FILE COMMAND... [--tolerance=NUMBER]
"""

import re
import subprocess
import sys

NUMBER = re.compile(r"(?<![\w<])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w>])")
tolerance = 1e-11
command = []
for word in sys.argv[2:]:
    if word.startswith("--tolerance="):
        tolerance = float(word.split("=")[1])
    else:
        command.append(word)
with open(sys.argv[1], encoding="utf-8") as file:
    given = file.read()
done = subprocess.run(command, capture_output=True, text=True, timeout=300)
if done.returncode:
    sys.exit(done.stderr)
if NUMBER.sub("#", given) != NUMBER.sub("#", done.stdout):
    sys.exit(f"{given}\n{done.stdout}")
a, b = ([float(n) for n in NUMBER.findall(text)] for text in (given, done.stdout))
for x, y in zip(a, b):
    if not abs(x - y) <= tolerance * max(1, abs(y)):
        sys.exit(f"{x} and {y}:\n{given}\n{done.stdout}")
