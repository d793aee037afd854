"""Finds operations that the tables of coverage list as supported, and that no test of values contains.

    check_coverage.py tables.md test-folder
"""

import pathlib
import re
import sys

# What other dialects' operations are tested by is in test/Matrix and test/Rules.
DIALECTS = ("cf", "affine", "memref", "vector", "complex", "bufferization", "scf", "shape",
            "ml_program")
# What is part of another operation, or has no effect on values.
UNWRITTEN = {
    "affine.yield": "affine.for",
    "memref.alloca_scope.return": "memref.alloca_scope",
    "scf.condition": "scf.while",
    "scf.forall.in_parallel": "scf.forall",
    "scf.reduce.return": "scf.parallel",
    "scf.reduce": "scf.parallel",
    "scf.yield": "scf.for",
    "vector.yield": "vector.mask",
}


def main():
    tables, tests = sys.argv[1:]
    programs = ""
    for path in sorted(pathlib.Path(tests).rglob("*.mlir")):
        text = path.read_text()
        # Values are compared with differences, or between ways to run.
        if "chad-run" in text or "derivatives.py" in text:
            programs += text
    missing = []
    for row in open(tables):
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) < 5 or not cells[1].startswith("`"):
            continue
        name = cells[1].strip("`")
        if name.split(".")[0] not in DIALECTS or cells[2] == "no":
            continue
        name = UNWRITTEN.get(name, name)
        if not re.search(r"(?<![\w.])" + re.escape(name) + r"(?![\w.])", programs):
            missing.append(name)
    for name in missing:
        print(f"no test of values has '{name}'")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
