# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in plain form, by maps, builds, folds and reductions of scalars and rows as a person would write them, and the same
models by JAX's functions of whole arrays.

`PROGRAMS` has for each name the arguments, the positions of those that are differentiated by, and both functions.
`bench_plain_programs.py` measures them, and `test_plain_programs.py` compares them.
"""

import plain_learning  # noqa: F401
import plain_science  # noqa: F401
from plain_base import PROGRAMS

__all__ = ["PROGRAMS"]
