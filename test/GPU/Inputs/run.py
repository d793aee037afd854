"""Runs a command, which may fail, and prints its whole output."""

import subprocess
import sys

done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout)
sys.exit(0 if done.returncode in (0, 1) else done.returncode)
