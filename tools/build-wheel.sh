#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/build-wheel.sh [-o FOLDER] [BUILD]: makes a wheel of the Python package that holds MLIR and LLVM, for
# this processor and NVIDIA's GPUs, and needs neither where it is installed. It is built in a configured tree,
# build/release, from the archives of MLIR and LLVM.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=build/wheel
if [[ ${1:-} == -o ]]; then
  folder=$2
  shift 2
fi
build=$(realpath "${1:-build/release}")

# The tests have built it.
[[ -n ${CHAD_IS_BUILT:-} ]] || ninja -C "$build" _chad_static
build/venv/bin/python -m pip wheel ./python --quiet --no-deps --no-build-isolation --disable-pip-version-check \
  -w "$folder" "--config-settings=cmake.define.CHAD_MODULE_DIR=$build/python-static" \
  "--config-settings=build-dir=$build/wheel-build"
ls -l "$folder"/chad-*.whl
