#!/usr/bin/env bash
# From a bare clone on Debian 12 to a first program: installs, builds, and
# canonicalizes the log-likelihood of the flow of the Nile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/build.sh chad-opt
build/release/bin/chad-opt --canonicalize --cse test/Integration/nile.mlir
