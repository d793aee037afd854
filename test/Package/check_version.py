#!/usr/bin/env python3
"""Checks that all files that state a version state the one in CMakeLists.txt.

    check_version.py REPOSITORY BUILD
"""
import os
import re
import subprocess
import sys


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def find(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return found and found[1]


def main():
    repository, build = sys.argv[1:]
    version = find(r"^project\(CHAD VERSION ([0-9.]+)", read(repository, "CMakeLists.txt"))
    said = {"CHANGELOG.md": find(r"^## ([0-9.]+)", read(repository, "CHANGELOG.md"))}
    for tool in ("chad-opt", "chad-run", "chad-explain", "chad-bench", "chad-lsp-server"):
        done = subprocess.run([os.path.join(build, "bin", tool), "--version"], stdout=subprocess.PIPE,
                              universal_newlines=True, check=True)
        said[tool] = find(r"^[\w-]+ ([0-9.]+)", done.stdout)
    said["CPackConfig.cmake"] = find(r"CPACK_PACKAGE_VERSION \[*=*\[*\"?([0-9.]+)", read(build, "CPackConfig.cmake"))
    said["CHADConfigVersion.cmake"] = find(r"set\(PACKAGE_VERSION \"([0-9.]+)\"", read(build, "cmake", "CHADConfigVersion.cmake"))
    said["tools/vscode/package.json"] = find(r'"version": "([0-9.]+)"', read(repository, "tools", "vscode", "package.json"))
    said["CITATION.cff"] = find(r"^version: ([0-9.]+)", read(repository, "CITATION.cff"))
    # The wheel takes it from CMakeLists.txt by this expression.
    pattern = find(r"^regex = '(.*)'$", read(repository, "python", "pyproject.toml"))
    wheel = re.search(pattern, read(repository, "CMakeLists.txt"))
    said["python/pyproject.toml"] = wheel and wheel["value"]
    wrong = {place: other for place, other in said.items() if other != version}
    for place, other in wrong.items():
        print(f"{place} says {other}, CMakeLists.txt {version}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
