# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the program of a function, and the derivation of its derivative."""

from __future__ import annotations

import html
import os
import shutil
import subprocess
from typing import Any, Callable

from . import compilation
from .program import Program

_HERE = os.path.dirname(os.path.abspath(__file__))


def find_explain() -> str | None:
    """The path of chad-explain: CHAD_EXPLAIN, or the program in the package, in the build tree, or on the PATH."""
    named = os.environ.get("CHAD_EXPLAIN")
    places = [named] if named else []
    places += [
        os.path.join(_HERE, "bin", "chad-explain"),
        os.path.join(_HERE, "..", "..", "bin", "chad-explain"),
    ]
    for place in places:
        if os.access(place, os.X_OK):
            return os.path.normpath(place)
    return shutil.which("chad-explain")


class Shown:
    """A program to look at. Its text is its code; in a notebook it is shown as a page with pictures.

    The derivation is the output of `chad-explain`, which the package contains if it is built in the repository
    or with the tools.
    """

    def __init__(self, program: Program, name: str) -> None:
        self.program, self.name = program, name

    @property
    def text(self) -> str:
        """The program in MLIR."""
        return self.program.text

    @property
    def first_order(self) -> str:
        """The program with derivatives expanded."""
        return self.program.first_order

    @property
    def llvm(self) -> str:
        """The LLVM IR after machine-independent optimization."""
        return self.program.llvm

    def explain(self, format: str = "text") -> str:
        """The derivation of the derivative: "text", "html" or "json", or the name of a stage of chad-explain."""
        tool = find_explain()
        if tool is None:
            raise FileNotFoundError("there is no chad-explain: put it on the PATH, or name it in CHAD_EXPLAIN")
        command = [tool, "-", f"@{self.name}", f"--format={format}"]
        result = subprocess.run(command, input=self.text, capture_output=True, text=True, check=False)
        if result.returncode:
            raise RuntimeError(f"{os.path.basename(tool)}: {result.stderr.strip()}")
        return result.stdout

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        try:
            page = self.explain("html")
        except (OSError, RuntimeError):
            return f"<pre>{html.escape(self.text)}</pre>"
        return f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; height: 40em; border: 0"></iframe>'


def show(function: Callable | Program, *args: Any, **kwargs: Any) -> Shown:
    """Shows the program of a function for these arguments, or a program in MLIR, at all stages of compilation.

        assert "math.sin" in str(chad.show(lambda x: np.sin(x), 1.0))

    Errors are those of a call of the function.
    """
    if isinstance(function, Program):
        return Shown(function, function._main().name)
    jitted = function if isinstance(function, compilation.Jit) else compilation.Jit(function)
    return Shown(jitted.program(*args, **kwargs), "main")


__all__ = ["Shown", "show"]
