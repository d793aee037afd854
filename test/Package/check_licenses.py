#!/usr/bin/env python3
"""Checks that each source file names its license.

    check_licenses.py FOLDER

Source files are those in C, C++ and TableGen, and others that are installed or run by users: the Python package
and the scripts of tools/. One of the first ten lines must name the license.
"""
import os
import sys

LINE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
SKIPPED = {".git", "build", ".cache", "__pycache__"}


def needs_license(path):
    """Whether the file, whose path is relative to the repository, is one of those."""
    if path.endswith((".c", ".h", ".cpp", ".td")):
        return True
    return path.startswith(("python/src/", "tools/")) and path.endswith((".py", ".pyi", ".sh", ".js"))


def main():
    root = sys.argv[1]
    checked, missing = 0, []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED]
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), root)
            if not needs_license(path):
                continue
            checked += 1
            with open(os.path.join(root, path), encoding="utf-8") as file:
                head = [next(file, "") for _ in range(10)]
            if not any(LINE in line for line in head):
                missing.append(path)
    for path in sorted(missing):
        print(f"{path}: no line '{LINE}' among the first ten", file=sys.stderr)
    print(f"checked {checked} files")
    return 1 if missing or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
