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
# The wheel needs nothing of the system but the C library, whose version its tag says; only the package `wheel` can change
# the tag.
if build/venv/bin/python -m wheel version >/dev/null 2>&1; then
  glibc=$(getconf GNU_LIBC_VERSION)
  glibc=${glibc#glibc }
  build/venv/bin/python -m wheel tags --remove --platform-tag "manylinux_${glibc/./_}_$(uname -m)" \
    "$folder"/chad-*-linux_*.whl >/dev/null
fi
ls -l "$folder"/chad-*.whl
