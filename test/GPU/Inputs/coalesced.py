"""Compares the sectors that warps access with the bytes that kernels move, in rows of `chad-bench --kernels`."""

import sys

rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in sys.stdin if line.startswith("|")]
head = rows[0]
for row in rows[2:]:
    figures = dict(zip(head, row))
    factor = 32 * float(figures["sectors"]) / float(figures["bytes moved"])
    print(figures["program"], "is coalesced" if factor < 3 else f"is not coalesced: {factor:.1f} times the bytes moved")
