# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""with_memory.py GIB COMMAND...: runs a command in so much address space."""

import os
import resource
import sys

limit = int(sys.argv[1]) << 30
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
os.execvp(sys.argv[2], sys.argv[2:])
