#!/usr/bin/env bash
# complete.sh FOLDER: prints lines of a shell, each with what completes its last word.
for file in "$1"/*; do
  # shellcheck disable=SC1090
  source "$file"
done
while read -r line; do
  echo "$line"
  COMP_LINE=$line
  COMP_POINT=${#line}
  read -ra COMP_WORDS <<<"$line"
  COMPREPLY=()
  name=${line%% *}
  "_${name//-/_}"
  printf '%s\n' "${COMPREPLY[@]}"
done <<'END'
chad-run --gr
chad-run --emit=l
chad-run p.mlir --entry=n
chad-explain p.mlir @
chad-run p
chad-opt --chad-to-cp
END
