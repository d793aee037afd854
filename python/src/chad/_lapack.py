# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of numpy's LAPACK, which programs may call."""

from __future__ import annotations

import ctypes
import functools
import importlib
import os
from typing import Any

from . import _chad

_NAMES = ("potrf", "trsm", "getrf", "gelqf", "orglq", "unglq", "syevd", "heevd", "gesdd", "geev")

#: The names that a library may give to a function of LAPACK, and whether its integers have 64 bits.
_FORMS = (("scipy_{}_64_", True), ("{}_64_", True), ("scipy_{}_", False), ("{}_", False))

_MODULES = ("numpy.linalg._umath_linalg", "scipy.linalg.cython_lapack")


def _address(library: Any, name: str) -> int | None:
    try:
        return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
    except AttributeError:
        return None


def _find(module: str) -> tuple[dict[str, int], bool]:
    """The functions of the LAPACK that an extension module was linked with."""
    try:
        library: Any = ctypes.CDLL(importlib.import_module(module).__file__)
    except (ImportError, OSError, TypeError, AttributeError):
        return {}, False
    for form, is_wide in _FORMS:
        if _address(library, form.format("dpotrf")) is None:
            continue
        found = {}
        for name in (letter + name for letter in "sdcz" for name in _NAMES):
            address = _address(library, form.format(name))
            if address:
                found[name] = address
        for kind in ("get", "set"):
            for prefix in ("scipy_", ""):
                for suffix in ("64_", ""):
                    address = _address(library, f"{prefix}openblas_{kind}_num_threads{suffix}")
                    if address:
                        found.setdefault(f"{kind}_threads", address)
        return found, is_wide
    return {}, False


@functools.cache
def load() -> frozenset[str]:
    """Finds LAPACK, once, unless the environment variable CHAD_LAPACK is 0. Returns the names of the functions that programs
    may call."""
    if os.environ.get("CHAD_LAPACK") == "0":
        return frozenset()
    for module in _MODULES:
        found, is_wide = _find(module)
        if found:
            return frozenset(_chad.set_lapack(found, is_wide))
    return frozenset()
