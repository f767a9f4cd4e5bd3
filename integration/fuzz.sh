#!/usr/bin/env bash
# Fuzzes every target of the tree, one after the other, for the time or the number of inputs given (default 30s each). What is found
# is left in the package's testdata/fuzz, to be committed with its mending. A number of inputs, as in 100x, is too small for coverage to
# guide: the packages are not compiled again to measure it, and the inputs run in one process.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$(go env GOCACHE)/fuzz # where go test keeps the inputs that reach new code
packages=$(grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u)
# One binary for all targets of a package, as linking it takes longer than a few inputs; all of them at once, as go takes long to begin
# where they need not be compiled again. Their names are those of the folders.
for package in $packages; do echo "${package##*/}"; done | sort | uniq -d | while read -r name; do
  echo "two packages with fuzz targets are named $name" >&2
  exit 1
done
build=(go test -c -trimpath -vet=off -ldflags='-s -w')
run=()
case $time in
*x)
  GOGC=400 "${build[@]}" -o "$work/" $packages
  run=(-test.parallel 1)
  ;;
esac
for package in $packages; do
  binary=$work/${package##*/}.test
  [ -e "$binary" ] || "${build[@]}" -fuzz=. -o "$binary" "$package"
  for target in $("$binary" -test.list '^Fuzz'); do
    echo "== $package $target"
    (cd "$package" && "$binary" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$time" "${run[@]}" \
      -test.fuzzcachedir "$cache/platen/${package#./}" < /dev/null)
  done
done
