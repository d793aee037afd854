# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# tools/debian-root.sh, which scripts read: make_debian FOLDER LOGS puts a fresh Debian 12 into FOLDER, by
# debootstrap, with the mirrors that apt is set up with on this machine; what debootstrap prints goes to LOGS.
# shellcheck disable=SC2016 # what apt expands
make_debian() {
  local root=$1 logs=$2 mirror
  # The first mirror that serves the release, and its security updates.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Created-By: Packages' |
    grep -v security | head -n 1)
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$logs/debootstrap.log" 2>&1 ||
    { tail "$logs/debootstrap.log" >&2; return 1; }
  apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    sort -u >"$root/etc/apt/sources.list"
  local file
  for file in /etc/apt/apt.conf.d/*proxy*; do
    [[ ! -e $file ]] || cp "$file" "$root/etc/apt/apt.conf.d/"
  done
}
