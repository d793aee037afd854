#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/build.sh [TARGET...]: installs what is missing, configures the release
# preset in build/release and builds the targets (by default everything).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/install-deps.sh
# shellcheck source=tools/compiler-cache.sh
source tools/compiler-cache.sh
if [[ $# -eq 0 ]]; then
  # The Python package is part of a whole build. CHAD_PYTHON_EXTRAS: what its tests may use besides.
  # shellcheck disable=SC2086
  bash tools/python-env.sh ${CHAD_PYTHON_EXTRAS:-}
fi
# MLIR's headers take about a gigabyte for each compiler that runs.
memory_gib=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
jobs=$(nproc)
if [[ $jobs -gt $memory_gib ]]; then
  jobs=$((memory_gib > 0 ? memory_gib : 1))
fi
cmake --preset release
if [[ $# -gt 0 ]]; then
  set -- --target "$@"
fi
cmake --build --preset release -j "$jobs" "$@" </dev/null
