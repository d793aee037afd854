"""Checks how the explorer links lines of machine code to lines of the program: lines.py BUILD"""
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
import tempfile

INLINED = """func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @main(%x: f64) -> f64 {
  %y = func.call @square(%x) : (f64) -> f64
  %z = math.sqrt %y : f64
  return %z : f64
}
"""


def load(path):
    """The explorer as a module."""
    loader = importlib.machinery.SourceFileLoader("explorer", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("explorer", loader))
    loader.exec_module(module)
    return module


def main():
    build = sys.argv[1]
    sys.dont_write_bytecode = True
    explorer = load(os.path.join(build, "bin", "chad-explore"))
    examples = os.path.join(build, "share", "chad", "explore", "examples")
    kinds = {"llvm": explorer.lines_of_llvm, "asm": explorer.lines_of_assembly}

    def code(folder, program, kind, *words):
        with open(os.path.join(folder, "program.mlir"), "w", encoding="utf-8") as file:
            file.write(program)
        return subprocess.run(["chad-run", "program.mlir", "--emit=" + kind, *words], cwd=folder, check=True,
                              capture_output=True, text=True).stdout

    def linked(folder, program, kind, *words):
        text, lines = kinds[kind](code(folder, program, kind, "--line-info", *words))
        assert len(lines) == len(text.split("\n"))
        return text, lines

    def check(folder, name, program, *words):
        for kind, lines_of in kinds.items():
            text, lines = linked(folder, program, kind, *words)
            # Without --line-info, assembly has directives that the explorer leaves out, too.
            plain = code(folder, program, kind, *words)
            assert text == (lines_of(plain)[0] if kind == "asm" else plain), (name, kind)
            assert "!dbg" not in text and "\t.loc\t" not in text and "DILocation" not in text, (name, kind)
            # Lines of the program's ops, and no others.
            count = len(program.split("\n"))
            assert len({line for some in lines for line in some}) > 1, (name, kind)
            assert all(0 < line <= count for some in lines for line in some), (name, kind)
        print(f"{name}: llvm and assembly are linked")

    with tempfile.TemporaryDirectory() as folder:
        for name in ("dot.mlir", "layer.mlir", "newton.mlir", "product.mlir", "square.mlir", "logsumexp.mlir"):
            with open(os.path.join(examples, name), encoding="utf-8") as file:
                program = file.read()
            check(folder, name, program, "--entry=" + re.search(r"func @(\w+)", program)[1], "--grad")
        # Calls of the runtime of threads, several in a program, and failures that name their places.
        with open(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "Integration", "Programs", "conv1d.mlir"), encoding="utf-8") as file:
            check(folder, "conv1d.mlir", file.read(), "--threads=2", "--check-bounds")
        for kind, multiply, root in (("llvm", "fmul", "@llvm.sqrt"), ("asm", r"\tv?mulsd|\tfmul", r"\tv?sqrtsd|\tfsqrt")):
            text, lines = linked(folder, INLINED, kind)
            found = {op: {tuple(some) for line, some in zip(text.split("\n"), lines) if re.search(op, line)}
                     for op in (multiply, root)}
            assert (2, 6) in found[multiply] and (7,) in found[root], (kind, found)
    print("inlined code is of both lines")


if __name__ == "__main__":
    main()
