#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what building and testing needs, from Debian's own repositories
# (12 "bookworm" with its security updates, or later). Does nothing, and needs
# neither network nor root, where all of it is installed.
set -euo pipefail

packages=(
  ca-certificates
  ccache # what has been compiled once is not compiled again
  clang-22
  cmake
  graphviz # chad-explain's drawings
  libmlir-22-dev
  libomp-22-dev # threads, when programs run
  lld-22
  llvm-22-dev
  llvm-22-tools # lit and FileCheck
  mlir-22-tools # mlir-tblgen and mlir-opt
  ninja-build
  python3
  python3-dev # headers, for the Python package
  python3-numpy # the tests' arguments and references
  python3-psutil # ends a test that never ends
  python3-venv
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "error: installing ${missing[*]} needs root or sudo" >&2
    exit 1
  fi
  as_root=(sudo)
fi

# A machine that has just started often holds apt's lock, or has no network yet.
apt_get() {
  local attempt
  for attempt in 1 2 3 4 5; do
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 -q -y "$@" </dev/null; then
      return 0
    fi
    echo "apt-get $1 failed, attempt $attempt of 5" >&2
    sleep $((attempt * 5))
  done
  return 1
}

echo "Installing ${missing[*]}"
apt_get update
if ! apt-cache show libmlir-22-dev >/dev/null 2>&1; then
  echo "error: apt knows no libmlir-22-dev: enable bookworm-security, or use a later Debian" >&2
  exit 1
fi
apt_get install --no-install-recommends "${missing[@]}"
