#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tools/check-style.sh: the layout of C++, the scripts, the Python package, the workflow (its schema, its
# scripts, its permissions), and the licenses. Says which checks it leaves out because a tool is not installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

status=0
run() { # run TOOL COMMAND...
  local tool=$1
  shift
  if ! command -v "$tool" >/dev/null; then
    echo "left out: $tool is not installed"
    return
  fi
  "$@" || status=1
}

# Assignments, unlike process substitutions, end the script where git fails.
sources=$(git ls-files '*.h' '*.cpp')
scripts=$(git ls-files '*.sh' .ci/run)
mapfile -t sources <<<"$sources"
mapfile -t scripts <<<"$scripts"
run clang-format-22 clang-format-22 --dry-run --Werror "${sources[@]}"
run shellcheck shellcheck -x "${scripts[@]}"
ruff=ruff
command -v ruff >/dev/null || ruff=$PWD/build/venv/bin/ruff
# shellcheck disable=SC2317,SC2329 # run calls it
check_python() {
  (cd python && "$ruff" check --quiet .)
}
run "$ruff" check_python
run yamllint yamllint --strict .github
run zizmor zizmor --offline --quiet --config .github/zizmor.yml .github/workflows
run actionlint actionlint
run check-jsonschema check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
run python3 python3 test/Package/check_licenses.py .
if python3 -c 'import yaml' 2>/dev/null; then
  python3 test/Package/check_workflow.py . || status=1
else
  echo "left out: the scripts in the workflow, as Python has no yaml"
fi
exit "$status"
