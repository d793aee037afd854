#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/test-packages.sh [--dev] [--container] [--sbom] [FOLDER]: installs, uses and removes the packages
# in FOLDER, by default those that it makes from build/release, in a fresh Debian 12 that debootstrap puts
# into a temporary folder. With --dev, also builds a program with the libraries, which takes a gigabyte of
# compilers; with --container, takes the steps of tools/Containerfile there; with --sbom, debsbom writes the
# bill of materials of the installation, build/release/sbom.cdx.json and sbom.spdx.json. Needs root,
# debootstrap, and the mirror of Debian that this machine is set up with.
# shellcheck disable=SC2016 # what apt and dpkg expand
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository=$PWD
# shellcheck source=tools/debian-root.sh
. tools/debian-root.sh

arguments=("$@")
with_libraries=no with_container=no with_sbom=no
while [[ ${1:-} == --* ]]; do
  case $1 in
  --dev) with_libraries=yes ;;
  --container) with_container=yes ;;
  --sbom) with_sbom=yes ;;
  *)
    echo "error: unknown option '$1'" >&2
    exit 1
    ;;
  esac
  shift
done
if ! command -v debootstrap >/dev/null || [[ $(id -u) -ne 0 ]]; then
  echo "error: this needs debootstrap, and root" >&2
  exit 1
fi
# Mounts of the fresh root are seen by this process and its children alone, and end with them.
if [[ ${CHAD_PACKAGES_APART:-} != yes ]]; then
  CHAD_PACKAGES_APART=yes exec unshare --mount --pid --fork bash "tools/test-packages.sh" "${arguments[@]}"
fi

work=$(mktemp -d)
root=$work/root
clean() {
  umount -q "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean EXIT

step() {
  echo "== $* ($SECONDS s)"
}
fail() {
  echo "error: $*" >&2
  exit 1
}
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    chroot "$root" "$@"
}
expect() { # expect TEXT COMMAND...
  local expected=$1 text
  shift
  text=$(inside "$@" 2>&1) || fail "$* fails: $text"
  [[ $text == *"$expected"* ]] || fail "$* prints '$text', which lacks '$expected'"
}
build_consumer() { # build_consumer OPTION-OF-CMAKE...: a program that finds chad's libraries by find_package(CHAD)
  inside cmake -S /consumer/test/Consumer -B /consumer/build -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_BUILD_TYPE=Release "$@" >"$work/configure.log" 2>&1 ||
    { tail -n 30 "$work/configure.log" >&2; fail "find_package(CHAD)"; }
  inside cmake --build /consumer/build --target consumer-opt consumer-run >"$work/build.log" 2>&1 ||
    { tail -n 30 "$work/build.log" >&2; fail "the program does not build"; }
  expect "y = 2.000 x + 1.000" /consumer/build/consumer-run
}

packages=${1:-}
if [[ -z $packages ]]; then
  packages=$work/packages
  step "packages"
  mkdir "$packages"
  (cd "$packages" && cpack --config "$repository/build/release/CPackConfig.cmake" >/dev/null)
fi
tools=$(ls "$packages"/chad_*.deb)
libraries=$(ls "$packages"/libchad-dev_*.deb)
archive=$(ls "$packages"/chad-*.tar.gz)
version=$(dpkg-deb -f "$tools" Version)
du -h "$tools" "$libraries" "$archive" | sed "s,$packages/,,"

step "a fresh Debian"
make_debian "$root" "$work" || fail "debootstrap"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
inside apt-get -q update >"$work/update.log" 2>&1 || { tail "$work/update.log" >&2; fail "apt-get update"; }
before=$(inside dpkg-query -W -f '${Package}\n' | wc -l)

cp test/Package/Inputs/program.mlir "$root/"

step "packages that are recommended or suggested"
for name in $(dpkg-deb -f "$tools" Recommends Suggests | sed 's/^[A-Za-z]*://; s/([^)]*)//g; s/[|,]/ /g'); do
  inside apt-cache show "$name" >/dev/null 2>&1 || fail "Debian has no package '$name'"
done

step "install chad"
cp "$tools" "$libraries" "$archive" "$root/"
inside apt-get -q -y install --no-install-recommends "/$(basename "$tools")" >"$work/install.log" 2>&1 ||
  { tail "$work/install.log" >&2; fail "the package does not install"; }
echo "$(($(inside dpkg-query -W -f '${Package}\n' | wc -l) - before)) packages, $(grep -o '[0-9.,]* [kM]B of additional' "$work/install.log" | head -n 1) disk space"

step "use chad"
expect "$version" chad-opt --version
expect "math.sin" chad-opt /program.mlir
expect "1.92034" chad-run /program.mlir --arg=2 --arg=3 --wrt=1 --grad
inside chad-run /program.mlir --arg=2 --arg=3 --grad-check
expect "Reverse derivative, simplified" chad-explain /program.mlir @main
expect "CHANGELOG.md" ls /usr/share/doc/chad
expect "chad-run" ls /usr/share/man/man1 /usr/share/bash-completion/completions

if [[ $with_sbom == yes ]]; then
  step "bill of materials"
  debsbom generate --root "$root" --distro-name chad --distro-version "$version" --out "$repository/build/release/sbom"
  grep -q '"name": "chad"' "$repository"/build/release/sbom.cdx.json || fail "the bill of materials lacks chad"
fi

if [[ $with_libraries == yes ]]; then
  step "install libchad-dev"
  inside apt-get -q -y install --no-install-recommends "/$(basename "$libraries")" cmake make clang-22 \
    >"$work/install-dev.log" 2>&1 || { tail "$work/install-dev.log" >&2; fail "libchad-dev does not install"; }
  step "use libchad-dev"
  mkdir -p "$root/consumer/test/lib"
  cp -r test/Consumer "$root/consumer/test/"
  cp -r test/lib/Example "$root/consumer/test/lib/"
  build_consumer
  inside apt-get -q -y purge libchad-dev >/dev/null 2>&1
fi

step "remove chad, which keeps nothing but dpkg's list of what to purge"
inside apt-get -q -y remove chad >/dev/null 2>&1
left=$(cd "$root" && find usr etc -iname '*chad*')
[[ -z $left ]] || fail "these files are left: $left"
step "install chad again, and purge it"
inside apt-get -q -y install --no-install-recommends "/$(basename "$tools")" >"$work/install.log" 2>&1 ||
  { tail "$work/install.log" >&2; fail "the package does not install again"; }
expect "$version" chad-opt --version
inside apt-get -q -y purge chad >/dev/null 2>&1
left=$(cd "$root" && find usr etc var/lib/dpkg/info -iname '*chad*')
[[ -z $left ]] || fail "these files are left: $left"
inside dpkg --status chad >/dev/null 2>&1 && fail "dpkg still knows chad"

if [[ $with_container == yes ]]; then
  step "the steps of tools/Containerfile"
  # A step is a line, or several that end with a backslash.
  sed -e ':a' -e '/\\$/N; s/\\\n//; ta' tools/Containerfile >"$work/steps"
  user=root
  while read -r word rest; do
    case $word in
    COPY) cp "$tools" "$root${rest##* }" ;; # the package is what it copies
    RUN)
      inside sh -c "$rest" >"$work/container.log" 2>&1 || { tail "$work/container.log" >&2; fail "RUN $rest"; }
      ;;
    USER) user=$rest ;;
    FROM | CMD | \#* | "") ;;
    *) fail "tools/Containerfile: '$word' is not known here" ;;
    esac
  done <"$work/steps"
  expect "OVERVIEW" su "$user" -c "chad-run --help"
  inside su "$user" -c "chad-run /program.mlir --arg=2 --arg=3 --threads=2" >/dev/null || fail "threads in the container"
  inside su "$user" -c "cd /tmp && chad-run /program.mlir --emit=so -o program.so" || fail "shared libraries in the container"
  inside apt-get -q -y purge chad >/dev/null 2>&1
fi

step "the archive, in a folder of its own, which is then moved"
use_archive() { # use_archive FOLDER
  expect "$version" "$1/bin/chad-run" --version
  expect "1.92034" "$1/bin/chad-run" /program.mlir --arg=2 --arg=3 --wrt=1 --grad
  expect "math.sin" "$1/bin/chad-opt" /program.mlir
  expect "chad-plugin.so" ls "$1/lib"
}
mkdir -p "$root/opt/any where"
tar -C "$root/opt/any where" -xzf "$archive"
name=$(basename "$archive" .tar.gz)
use_archive "/opt/any where/$name"
mkdir -p "$root/srv"
mv "$root/opt/any where/$name" "$root/srv/moved here"
inside ln -s "/srv/moved here" /opt/chad
use_archive "/srv/moved here"
use_archive /opt/chad

if [[ $with_libraries == yes ]]; then
  step "use the archive's libraries"
  rm -rf "$root/consumer/build"
  build_consumer -DCMAKE_PREFIX_PATH="/srv/moved here"
fi

step "all is well"
