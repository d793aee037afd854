#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a bare clone on Debian 12 to the gradient of a real program on real data:
# installs, builds, and differentiates the log-likelihood of a mixture of two normal
# distributions at the 272 eruptions of the geyser Old Faithful. The gradient is
# checked against forward mode and differences, and vanishes where the likelihood is
# greatest, which a few lines of Python know.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/build.sh chad-opt chad-run
PATH=$PWD/build/release/bin:$PATH
program=test/Integration/Programs/gmm.mlir
data=test/Integration/Inputs/faithful.npy

show() {
  echo
  echo "$ $*"
  "$@"
}

# Weights of a half each, means by eye, unit covariances.
guess=(--arg='[0, 0]' --arg='[[2, 55], [4, 80]]' --arg='[[0, 0, 0], [0, 0, 0]]' --arg="$data")
show chad-run "$program" --entry=log_likelihood --wrt=0,1,2 "${guess[@]}" --grad --time
show chad-run "$program" --entry=log_likelihood --wrt=0,1,2 "${guess[@]}" --grad-check

best=(--arg='[-1.0331817548823385, -0.43985914550940836]'
  --arg='[[2.0363884546199595, 54.47851637696831], [4.2896619730959875, 79.96811517385606]]'
  --arg='[[1.3356108425295317, -1.7163388175161942, -1.1307248519429667],
    [0.8860712656234895, -1.7144201722025139, -0.9965010928089831]]' --arg="$data")
echo
echo "At the greatest likelihood:"
chad-run "$program" --entry=log_likelihood --wrt=0,1,2 "${best[@]}" --grad |
  tee build/release/faithful.txt
python3 test/Integration/Inputs/faithful.py <build/release/faithful.txt
