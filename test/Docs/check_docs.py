#!/usr/bin/env python3
"""Runs the code blocks of Markdown pages.

    check_docs.py [--root DIR] [--reference] PAGE.md...

What a block is checked for depends on its language:

  mlir      It parses, verifies and survives the round trip. A block may be a
            fragment: it is wrapped in a function, and names that it uses but
            does not define become arguments. When the text between two blocks
            begins with "becomes", the second is what `--canonicalize` makes of the
            first, or what a command named there in inline code does:
            "becomes, by `chad-opt --cse`,". What the last operation of the
            second block defines stays alive.
            A first line `// NAME.mlir` makes the block a file for the console.
            `mlir invalid`: such a file that a console block shows to be wrong.
  console   Each `$ command` runs, in a folder that holds the files of the page and
            the .npy files that it links to, and prints what follows it. Of numbers
            with many digits the last few are free: they depend on the processor.
  sh        Not run; but a path, except into build/, exists in the repository.
  cmake, cpp, json, tablegen
            The lines stand, in one piece, in the file that the text before the
            block links to last.
  python    Run by another test (python/tests/test_docs.py).
  text      Free.

Links to files of the repository must not be broken.

With --reference, the pages were generated from TableGen: each section about an
operation or a pass must show an example, and blocks without a language are the
syntax that TableGen prints.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import mlir_blocks
from pages import parse_page

QUOTED = ("cmake", "cpp", "json", "tablegen")


def rounded(line):
    """The line, with ten digits of each number that has more than twelve."""
    return re.sub(r"-?\d+\.\d+(e[-+]?\d+)?", lambda number: f"{float(number[0]):.9e}"
                  if sum(map(str.isdigit, number[0])) > 12 else number[0], line)


class Checker:
    def __init__(self, root, reference):
        self.root = root
        self.reference = reference
        self.errors = []
        self.counts = {}

    def error(self, block, message):
        self.errors.append(f"{block.page}:{block.line}: {message}")

    def check_page(self, page):
        blocks, links = parse_page(page, self.reference)
        for block in blocks:
            self.counts[block.language] = self.counts.get(block.language, 0) + 1
        self.check_links(page, links)
        mlir_blocks.check([b for b in blocks if b.language == "mlir"], self.error)
        with tempfile.TemporaryDirectory() as folder:
            for _, target in links:
                data = os.path.join(os.path.dirname(page), target)
                if target.endswith(".npy") and os.path.exists(data):
                    shutil.copy(data, folder)
            for block in blocks:
                self.check_block(block, folder)
        if self.reference:
            self.check_examples(page, blocks)

    def check_links(self, page, links):
        for line, target in links:
            if re.match(r"[a-z]+:|#", target):
                continue
            path = os.path.join(os.path.dirname(page), target.split("#")[0])
            if not os.path.exists(path):
                self.errors.append(f"{page}:{line}: link to '{target}', which does not exist")

    def check_block(self, block, folder):
        if block.language == "mlir":
            if block.file_name():
                with open(os.path.join(folder, block.file_name()), "w") as file:
                    file.write(block.text())
        elif block.language == "console":
            self.check_console(block, folder)
        elif block.language == "sh":
            self.check_commands(block)
        elif block.language in QUOTED:
            self.check_quotation(block)
        elif block.language not in ("text", "python") and not (self.reference and block.language == ""):
            self.error(block, f"a block of unknown language '{block.language}'")

    def check_console(self, block, folder):
        shown, steps = block.lines, []
        for line in shown:
            if steps and steps[-1][0].endswith("\\") and not steps[-1][1]:
                steps[-1][0] = steps[-1][0][:-1] + line.strip()
            elif line.startswith("$ "):
                steps.append([line[2:], []])
            elif steps:
                steps[-1][1].append(line)
            else:
                return self.error(block, "a console block must begin with '$ command'")
        for command, expected in steps:
            done = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, universal_newlines=True)
            actual = [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")]
            expected = [line.rstrip() for line in "\n".join(expected).rstrip("\n").split("\n")]
            if [rounded(line) for line in actual] != [rounded(line) for line in expected]:
                self.error(block, f"'{command}' prints something else:\n"
                           + mlir_blocks.difference(expected, actual))

    def check_commands(self, block):
        for line in block.lines:
            for word in line.split("#")[0].split():
                path = re.match(r"(?!build/)[\w.-]+(/[\w.-]+)+$", word)
                if path and not os.path.exists(os.path.join(self.root, path[0])):
                    self.error(block, f"'{path[0]}' is not in this repository")

    def check_quotation(self, block):
        links = re.findall(r"\]\(([^)#:]+)\)", block.before)
        if not links:
            return self.error(block, "no link before this block says which file it quotes")
        path = os.path.join(os.path.dirname(block.page), links[-1])
        if not os.path.isfile(path):
            return None
        with open(path) as file:
            source = [line.strip() for line in file]
        quoted = [line.strip() for line in block.lines]
        if not any(source[i:i + len(quoted)] == quoted for i in range(len(source))):
            self.error(block, f"these lines do not stand in '{links[-1]}'")
        return None

    def check_examples(self, page, blocks):
        shown = {b.section for b in blocks if b.language == "mlir"}
        with open(page) as file:
            for number, line in enumerate(file, 1):
                section = re.match(r"### `(chad\.[\w.]+|-[\w-]+)`", line)
                if section and line.strip() not in shown:
                    self.errors.append(f"{page}:{number}: '{section[1]}' shows no example")


def main():
    parser = argparse.ArgumentParser(description="runs the code blocks of Markdown pages")
    parser.add_argument("--root", default=".", help="the repository")
    parser.add_argument("--reference", action="store_true", help="the pages are generated")
    parser.add_argument("pages", nargs="+")
    arguments = parser.parse_args()
    checker = Checker(arguments.root, arguments.reference)
    for page in arguments.pages:
        checker.check_page(page)
    for message in checker.errors:
        print(message, file=sys.stderr)
    counts = ", ".join(f"{n} {language or 'syntax'}" for language, n in checker.counts.items())
    print(f"checked {len(arguments.pages)} pages: {counts or 'no blocks'}")
    return 1 if checker.errors else 0


if __name__ == "__main__":
    sys.exit(main())
