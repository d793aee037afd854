"""Explains every public function of the programs in a folder, as text and as a page."""

import pathlib
import re
import subprocess
import sys


def main():
    count = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.mlir")):
        for name in re.findall(r"^(?:func\.func|ml_program\.(?:func|subgraph)) @(\w+)", path.read_text(encoding="utf-8"), re.M):
            command = ["chad-explain", str(path), "@" + name]
            done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, universal_newlines=True)
            # Some have no floats, or ask for derivatives that have none themselves.
            why = "error: chad: (no (forward|reverse) rule|'@.*' has no (argument|result) that holds floats)"
            if done.returncode == 1 and re.search(why, done.stderr):
                continue
            if done.returncode:
                sys.exit(f"error: {' '.join(command)}:\n{done.stderr}")
            page = sys.argv[2] + ".html"
            subprocess.run(command + ["--format=html", "--max-nodes=0", "-o", page], check=True)
            checker = pathlib.Path(__file__).with_name("check_page.py")
            subprocess.run([sys.executable, str(checker), page], check=True,
                           stdout=subprocess.DEVNULL)
            count += 1
    print(f"{count} functions explained")


if __name__ == "__main__":
    main()
