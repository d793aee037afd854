#!/usr/bin/env bash
# From a bare clone on Debian 12 to a first program: installs, builds, and
# computes how likely the yearly flow of the Nile from 1871 to 1970 is when its
# mean changed in 1899, as written and as canonicalized; then checks the number.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/build.sh chad-opt chad-run
PATH=$PWD/build/release/bin:$PATH
program=test/Integration/nile.mlir
canonical=build/release/nile-canonical.mlir

echo
echo "$ chad-opt --canonicalize --cse $program"
chad-opt --canonicalize --cse "$program" | tee "$canonical"

arguments=(--arg=test/Integration/Inputs/nile.npy --arg=28 --arg=1097.75 --arg=849.97 --arg=128)
for file in "$program" "$canonical"; do
  echo
  echo "$ chad-run --interpret $file ${arguments[*]}"
  start=$(date +%s%N)
  result=$(chad-run --interpret "$file" "${arguments[@]}")
  echo "$result   ($((($(date +%s%N) - start) / 1000000)) ms)"
  python3 test/Integration/Inputs/nile.py "${result#f64 }"
done
