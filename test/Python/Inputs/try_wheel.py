"""Installs a wheel into a new folder, checks which libraries it needs, and computes a gradient with it."""

import glob
import os
import re
import subprocess
import sys
import zipfile

folder, target = sys.argv[1:]
(wheel,) = glob.glob(os.path.join(folder, "chad-*.whl"))
size = os.path.getsize(wheel) / 1e6
print(f"{size:.1f} MB", file=sys.stderr)
print("is small" if size < 35 else f"has {size:.1f} MB", flush=True)
with zipfile.ZipFile(wheel) as archive:
    archive.extractall(target)
(module,) = glob.glob(os.path.join(target, "chad", "_chad*.so"))
needed = re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", module], capture_output=True, text=True).stdout)
print("needs no library of LLVM's" if needed and not re.search("MLIR|LLVM|stdc", " ".join(needed)) else needed, flush=True)
code = """
import chad, numpy as np
print([float(x) for x in chad.grad(lambda x: np.sum(x ** 2))(np.arange(3.0))])
maps = open('/proc/self/maps').read()
print("with" if "libMLIR" in maps or "libLLVM" in maps else "without", "LLVM's shared libraries")
"""
environment = {"PYTHONPATH": target, "PATH": "/usr/bin:/bin"}
subprocess.run([sys.executable, "-c", code], env=environment, check=True)
