#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/test-containers.sh [FOLDER]: builds the images of tools/Containerfile, with the package chad_*.deb in
# FOLDER (by default build/release), and of .devcontainer/Containerfile, and runs a program in the first.
# Needs root, buildah, and no daemon. Where no registry of images is reached, debootstrap makes their base.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tools/debian-root.sh
. tools/debian-root.sh

packages=$(realpath "${1:-build/release}")
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
step() {
  echo "== $* ($SECONDS s)"
}
# Images lie in a folder of their own, which ends with the script; steps run in a chroot.
build() {
  buildah --root "$work/images" --runroot "$work/run" --storage-driver vfs "$@"
}

step "debian:12"
if ! build pull -q debian:12 2>"$work/pull.log"; then
  make_debian "$work/base" "$work"
  base=$(build from scratch)
  build copy -q "$base" "$work/base" / >/dev/null
  rm -rf --one-file-system "$work/base"
  build commit -q "$base" docker.io/library/debian:12 >/dev/null
  build rm "$base" >/dev/null
fi

step "tools/Containerfile"
mkdir -p "$work/context/build/release"
cp "$packages"/chad_*.deb "$work/context/build/release/"
build build --isolation chroot --pull-never --layers=false -q -t chad -f tools/Containerfile "$work/context" >/dev/null
container=$(build from --pull-never chad)
build copy -q "$container" test/Package/Inputs/program.mlir /tmp/program.mlir >/dev/null
build run --isolation chroot "$container" -- chad-run /tmp/program.mlir --arg=2 --arg=3 --wrt=1 --grad |
  tee "$work/result"
grep -q "1.92034" "$work/result"
build rm "$container" >/dev/null

step ".devcontainer/Containerfile"
build build --isolation chroot --pull-never --layers=false -q -t chad-dev -f .devcontainer/Containerfile . >/dev/null
container=$(build from --pull-never chad-dev)
build run --isolation chroot "$container" -- sh -c 'mlir-opt --version | grep version; cmake --version | head -n 1'
build images --format '{{.Name}} {{.Size}}'

step "all is well"
