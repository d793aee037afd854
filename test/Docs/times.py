"""Checks that the comparison with others agrees with the page on performance: times.py REPOSITORY

A row agrees if each of its ratios is within a factor of two of the measured one: times of two runs
differ, and a table that is measured again need not change the comparison.
"""
import os
import sys

RATIOS = ["JAX/ grad", "C++/ grad", "SIMD/ grad"]


def rows(path):
    """The cells of the rows of all tables."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("| "):
                yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def agrees(said, measured):
    if "-" in (said, measured):
        return said == measured
    return 0.5 <= float(said) / float(measured) <= 2


def main():
    docs = os.path.join(sys.argv[1], "docs")
    measured, columns = {}, None
    for cells in rows(os.path.join(docs, "Performance.md")):
        if cells[0] == "program":
            columns = [cells.index(name) for name in RATIOS] if set(RATIOS) <= set(cells) else None
        elif columns:
            measured.setdefault(tuple(cells[:2]), [cells[column] for column in columns])
    said = [cells for cells in rows(os.path.join(docs, "Peers.md")) if tuple(cells[:2]) in measured]
    wrong = [cells for cells in said if not all(map(agrees, cells[2:], measured[tuple(cells[:2])]))]
    for cells in wrong:
        print(f"{cells[0]}: {cells[2:]}, not {measured[tuple(cells[:2])]}")
    print(f"{len(said)} rows, {len(wrong)} wrong")


if __name__ == "__main__":
    main()
