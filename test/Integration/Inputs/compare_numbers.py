"""Compares the numbers in two outputs of chad-run: compare_numbers.py EXPECTED ACTUAL"""

import re
import sys

NUMBER = re.compile(r"[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)")

expected, actual = (list(map(float, NUMBER.findall(open(path).read()))) for path in sys.argv[1:])
if len(expected) != len(actual) or not expected:
    sys.exit(f"error: {len(actual)} numbers, expected {len(expected)}")
for e, a in zip(expected, actual):
    if not abs(e - a) <= 1e-11 * max(1, abs(e)):
        sys.exit(f"error: {a}, expected {e}")
