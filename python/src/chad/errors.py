# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions, which have the location of the error in the program."""

from __future__ import annotations

import linecache
import os
import re
import warnings
from collections.abc import Sequence


class Diagnostic:
    """An error, a warning or a note of the compiler.

    ``file``, ``line`` and ``column`` are its location; lines and columns count from 1, and ``line`` is 0 if the
    location is not known.
    """

    def __init__(
        self,
        severity: str,
        message: str,
        file: str = "",
        line: int = 0,
        column: int = 0,
        notes: Sequence[Diagnostic] = (),
    ) -> None:
        self.severity = severity
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.notes = tuple(notes)

    def __repr__(self) -> str:
        return f"Diagnostic({self.severity!r}, {self.message!r}, {self.file!r}, {self.line})"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else ""
        text = f"{place}{self.severity}: {self.message}"
        source = source_line(self.file, self.line)
        if source:
            text += f"\n    {source}"
        return "\n".join([text, *(str(note) for note in self.notes)])


class Error(Exception):
    """The base class of all exceptions of this package."""


class CompileError(Error):
    """Raised for a program that cannot be parsed, differentiated or compiled.

    ``diagnostics`` is the list of the compiler's messages.
    """

    def __init__(self, why: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        parts = [str(d) for d in self.diagnostics]
        super().__init__("\n".join(([why] if why else []) + parts))


class ArgumentError(Error, TypeError):
    """Raised for an argument, or an array for a result, that does not fit the function's type."""


class RunError(Error, RuntimeError):
    """Raised if a check of the program failed while it ran, or if there was not enough memory.

    ``file`` and ``line`` are the location in the program, or in the Python code from which it was traced;
    ``line`` is 0 if the location is not known.
    """

    def __init__(self, why: str) -> None:
        place = re.match(r"(.+?):(\d+):\d+: ", why)
        self.file = place[1] if place else ""
        self.line = int(place[2]) if place else 0
        source = source_line(self.file, self.line)
        super().__init__(why + (f"\n    {source}" if source else ""))


class TraceError(Error, TypeError):
    """Raised for Python code that cannot be traced. The message begins with the user's own line."""


class PerformanceWarning(UserWarning):
    """A warning about something that works, but could be faster."""


class CompileWarning(UserWarning):
    """A warning of the compiler."""


def source_line(file: str, line: int) -> str:
    """The text of a line of a Python file, without surrounding white space; empty if the file does not exist."""
    if not line or (not file.endswith(".py") and not file.startswith("<")):
        return ""
    return linecache.getline(file, line).strip()


#: The prefix of names of functions whose rules come from JAX, which has checked that they are
#: linear.
LINEAR = "of_jax_"


def warn(diagnostics: Sequence[Diagnostic]) -> None:
    """Passes the compiler's messages on as Python warnings."""
    skip = (os.path.dirname(__file__),)
    for diagnostic in diagnostics:
        is_known = f"'@{LINEAR}" in diagnostic.message and "is not linear" in diagnostic.message
        if diagnostic.severity == "warning" and not is_known:
            _warn(str(diagnostic), skip)


def _warn(text: str, skip: tuple[str, ...]) -> None:
    import sys

    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(skip):
        frame = frame.f_back
        level += 1
    warnings.warn(text, CompileWarning, stacklevel=level - 1)
