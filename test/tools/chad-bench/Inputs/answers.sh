#!/bin/sh
# Answers as jax_programs.py does.
for last; do :; done
if [ "$2" = --list ]; then
  echo '{"jax": "1.2.3", "programs": ["dot"]}'
elif [ -s "$last/arg1.npy" ] && [ -s "$last/result2.npy" ]; then
  echo '{"compile_s": 2, "seconds": TAKES, "peak_bytes": 3145728, "errors": [0, OFF, 0]}'
fi
