#!/usr/bin/env bash
# Fuzzes every target of the tree, one after the other, for the time given (default 30s each). What is found is
# left in the package's testdata/fuzz, to be committed with its mending.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r package; do
  grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$package"/*_test.go | sed 's/^func //' | while read -r target; do
    echo "== $package $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" </dev/null
  done
done
