#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a bare clone on Debian 12 to a passing test suite: installs, builds,
# tests, and ends with the totals.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/build.sh
# Tests build programs, too.
# shellcheck source=tools/compiler-cache.sh
source tools/compiler-cache.sh
log=build/release/test/check-chad.log
status=0
cmake --build --preset release --target check-chad </dev/null 2>&1 | tee "$log" || status=$?

count() {
  awk -v name="$1" -F: '$1 ~ "^ *" name " *$" { sum += $2 } END { print sum + 0 }' "$log"
}
passed=$(($(count Passed) + $(count "Expectedly Failed")))
failed=$(($(count Failed) + $(count "Unexpectedly Passed") + $(count Unresolved) + $(count "Timed Out")))
skipped=$(($(count Unsupported) + $(count Skipped) + $(count Excluded)))
if [[ $((passed + failed)) -eq 0 ]]; then
  echo "error: no test ran" >&2
  exit 1
fi
if [[ $status -eq 0 && $failed -ne 0 ]]; then
  status=1
fi
echo "$passed passed, $failed failed$([[ $skipped -eq 0 ]] || echo ", $skipped skipped")"
exit "$status"
