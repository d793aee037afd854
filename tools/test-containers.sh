#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/test-containers.sh [FOLDER]: builds the images of tools/Containerfile, with the package chad_*.deb in
# FOLDER (by default build/release), and of .devcontainer/Containerfile, and runs a program in the first.
# Needs root, buildah, and no daemon. Where no registry of images is reached, debootstrap makes their base.
# shellcheck disable=SC2016 # what apt expands
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

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
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Created-By: Packages' |
    grep -v security | head -n 1)
  debootstrap --variant=minbase bookworm "$work/base" "$mirror" >"$work/debootstrap.log" 2>&1 ||
    { tail "$work/debootstrap.log" >&2; exit 1; }
  apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    sort -u >"$work/base/etc/apt/sources.list"
  for file in /etc/apt/apt.conf.d/*proxy*; do
    [[ ! -e $file ]] || cp "$file" "$work/base/etc/apt/apt.conf.d/"
  done
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
cat >"$work/program.mlir" <<'EOF'
func.func @main(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  %s = math.sin %p : f64
  return %s : f64
}
EOF
container=$(build from --pull-never chad)
build copy -q "$container" "$work/program.mlir" /tmp/program.mlir >/dev/null
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
