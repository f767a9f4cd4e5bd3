#!/usr/bin/env bash
# Fuzzes every target of the tree, one after the other, for the time or the number of inputs given (default 30s each). What is found
# is left in the package's testdata/fuzz, to be committed with its mending. A number of inputs, as in 100x, is too small for coverage to
# guide: the packages are not compiled again to measure it, and the inputs run in one process.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
case $time in
*x) build=() run=(-test.parallel 1) ;;
*) build=(-fuzz=.) run=() ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$(go env GOCACHE)/fuzz # where go test keeps the inputs that reach new code
grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r package; do
  # One binary for all targets of the package: linking it takes longer than a few inputs.
  go test -c -trimpath -vet=off -ldflags='-s -w' "${build[@]}" -o "$work/fuzz.test" "$package"
  for target in $("$work/fuzz.test" -test.list '^Fuzz'); do
    echo "== $package $target"
    (cd "$package" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$time" "${run[@]}" \
      -test.fuzzcachedir "$cache/platen/${package#./}" < /dev/null)
  done
done
