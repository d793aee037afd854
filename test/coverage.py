"""Prints how much of lib/ the test suite runs, by folder.

    cmake --preset coverage && cmake --build --preset coverage --target check-chad
    python3 test/coverage.py build/coverage                    a line for each folder of lib/
    python3 test/coverage.py build/coverage --missed lib/Rules   the branches that went one way only

A branch is one outcome of a condition: each `if`, `&&` and `?:` has two. `--missed` lists the instances of a
template separately; the table merges them. The build needs libclang-rt-22-dev.
"""
import argparse
import collections
import glob
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def export(build, tools, options):
    profiles = glob.glob(os.path.join(build, "coverage", "*.profraw"))
    if not profiles:
        sys.exit(f"error: no profiles in {build}/coverage: build with the preset 'coverage', and run the suite")
    merged = os.path.join(build, "coverage", "all.profdata")
    subprocess.run([os.path.join(tools, "llvm-profdata"), "merge", "-sparse", "-o", merged, *profiles], check=True)
    programs = [p for p in sorted(glob.glob(os.path.join(build, "bin", "*"))) if os.access(p, os.X_OK)]
    objects = [option for program in programs[1:] for option in ("-object", program)]
    done = subprocess.run([os.path.join(tools, "llvm-cov"), "export", f"-instr-profile={merged}", *options,
                           programs[0], *objects], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["data"][0]["files"]


def path(file):
    return os.path.relpath(os.path.realpath(file["filename"]), os.path.realpath(ROOT))


def table(files):
    folders = collections.defaultdict(lambda: collections.Counter())
    for file in files:
        if not path(file).startswith("lib/"):
            continue
        for folder in ("/".join(path(file).split("/")[:2]), "lib"):
            for kind in ("lines", "branches"):
                for what in ("count", "covered"):
                    folders[folder][kind, what] += file["summary"][kind][what]
    print(f"{'folder':<24}{'lines':>8}{'run':>8}{'branches':>10}{'run':>8}")
    for folder, n in sorted(folders.items()):
        print(f"{folder:<24}{n['lines', 'count']:>8}{n['lines', 'covered'] / max(1, n['lines', 'count']):>8.1%}"
              f"{n['branches', 'count']:>10}{n['branches', 'covered'] / max(1, n['branches', 'count']):>8.1%}")


def missed(files, folder):
    """Prints the conditions of which one outcome never occurred, with the line of source."""
    for file in sorted(files, key=path):
        if not path(file).startswith(folder):
            continue
        counts = collections.defaultdict(lambda: [0, 0])
        for line, column, _, _, true, false, *_ in file["branches"]:
            counts[line, column][0] += true
            counts[line, column][1] += false
        with open(os.path.join(ROOT, path(file))) as source:
            lines = source.read().split("\n")
        for (line, column), (true, false) in sorted(counts.items()):
            if not true or not false:
                never = "never evaluated" if not true and not false else "never true" if not true else "never false"
                print(f"{path(file)}:{line}:{column}: {never}: {lines[line - 1].strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--missed", metavar="FOLDER")
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin", help="folder of llvm-cov and llvm-profdata")
    args = parser.parse_args()
    if args.missed:
        missed(export(args.build, args.tools, []), args.missed)
    else:
        table(export(args.build, args.tools, ["-summary-only"]))


if __name__ == "__main__":
    main()
