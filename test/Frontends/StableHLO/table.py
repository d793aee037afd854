#!/usr/bin/env python3
"""Checks that a page lists the operations that are imported: table.py PAGE.md

Reads what chad-opt says of an operation that is not imported from standard input.
"""
import re
import sys

with open(sys.argv[1]) as file:
    page = file.read().split("### Operations")[1]
documented = set()
for part in re.split(r"\| \| operations of `", page)[1:]:
    dialect, table = part.split("`", 1)
    for row in table.split("\n\n")[0].split("\n")[2:]:
        documented |= {f"{dialect}.{name}" for name in re.findall(r"`(\w+)`", row)}
names = re.search(r"imported are: ([\w., ]+)", sys.stdin.read())
imported = set(names[1].split(", "))
for name in sorted(documented ^ imported):
    print(f"{name} is {'imported' if name in imported else 'documented'} only")
print(f"{len(imported)} operations")
sys.exit(documented != imported)
