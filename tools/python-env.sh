#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/python-env.sh [PACKAGE...]: makes build/venv, with what the Python package is built and
# tested with, and the packages named besides, such as jax. These come from the Python package
# index, as Debian has no nanobind; where that cannot be reached the Python package is left out
# of the build, which says so. Does nothing where all of it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=build/venv
# Debian's own Python, whose headers install-deps.sh installs, before others.
python=python3
if [[ -x /usr/bin/python3 ]]; then
  python=/usr/bin/python3
fi

has() {
  "$venv/bin/python" -c "
import importlib.metadata, sys
for name in sys.argv[1:]:
    importlib.metadata.version(name)" "$@" 2>/dev/null
}

needed=(numpy nanobind scikit-build-core pytest ml_dtypes)
if [[ -x $venv/bin/python ]] && has "${needed[@]}" "$@"; then
  exit 0
fi
install() {
  [[ $# -eq 0 ]] || timeout 900 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --retries 2 --timeout 30 "$@"
}
[[ -x $venv/bin/python ]] || "$python" -m venv "$venv"
if ! install "${needed[@]}"; then
  echo "The packages ${needed[*]} cannot be installed: the Python package will not be built" >&2
  exit 0
fi
# Some packages are large: PyTorch, with the libraries it brings, is 5 GB, and takes three minutes with a good network.
for package in "$@"; do
  install "$package" || echo "The package $package cannot be installed: tests that need it are skipped" >&2
done
