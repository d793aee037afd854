"""Installs the package as a user does: by pip, isolated, in a new environment, from the files of the repository
alone and the libraries that are installed; then runs a gradient there, and pickles a program."""

import os
import pathlib
import shutil
import subprocess
import sys

source, build, target, cmake = sys.argv[1:]
target = pathlib.Path(target)
shutil.rmtree(target, ignore_errors=True)
listed = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True, text=True)
names = [n for n in listed.stdout.split("\0") if n and os.path.isfile(os.path.join(source, n))]
if not names:
    sys.exit(f"{source} is no clone: its files cannot be told from others")
for name in names:
    copy = target / "repository" / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(os.path.join(source, name), copy)
subprocess.run([cmake, "--install", build, "--prefix", target / "prefix"], check=True, stdout=subprocess.DEVNULL)
python = target / "venv/bin/python"
subprocess.run([sys.executable, "-m", "venv", target / "venv"], check=True)
environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
# The packages that the build needs come from the index.
reached = subprocess.run(
    [python, "-m", "pip", "download", "--quiet", "--no-deps", "--retries=0", "--timeout=15", "-d", target / "tried",
     "nanobind"], env=environment, capture_output=True,
)  # fmt: skip
if reached.returncode:
    print("skipped: the package index cannot be reached")
    sys.exit()
environment["CMAKE_PREFIX_PATH"] = str(target / "prefix")
subprocess.run([python, "-m", "pip", "install", "--quiet", "./python"], cwd=target / "repository", env=environment,
               check=True)  # fmt: skip
code = """
import pickle, sys, chad, numpy as np
print("in a new environment" if sys.prefix in chad.__file__ else chad.__file__)
print([float(x) for x in chad.grad(lambda x: np.sum(x ** 2))(np.arange(3.0))])
program = chad.jit(np.sin).program(0.5)
open("program.pickle", "wb").write(pickle.dumps(program))
print(chad.__version__)
"""
again = "import pickle; print(pickle.load(open('program.pickle', 'rb'))(0.5))"
for text in (code, again):
    subprocess.run([python, "-c", text], cwd=target, env=environment, check=True)
version = subprocess.run([target / "prefix/bin/chad-opt", "--version"], capture_output=True, text=True).stdout
print("chad-opt:", version.split("chad")[1].split()[0] if "chad" in version else version)
