#!/usr/bin/env bash
# Leaves the README's pictures: the invoice, many headers, the comparison of the corpus, and the workbench. "make pictures" runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
key=$(head -c 24 /dev/urandom | base64 | tr +/ -_)
exec 3< <(PLATEN_AUTH_KEYS="pictures=$key" PLATEN_HTTP_ADDR=127.0.0.1:0 PLATEN_ADMIN_ADDR=127.0.0.1:0 exec bin/platen serve 2> "$work/log")
service=$!
trap 'kill "$service" || true; rm -rf "$work"' EXIT
read -r ready <&3 || { cat "$work/log" >&2; exit 1; } # the line that names both listeners
bin/platen compare --out "$work/report" --runs 3 integration/testdata/corpus/*.json
go run ./integration/demo -o "$work/invoice.pdf"
pdftoppm -png -r 60 -l 2 "$work/invoice.pdf" integration/demo/page
WORK="$work" REPORT="file://$work/report/index.html" WORKBENCH="$(grep -oE 'http://[0-9.:]+' <<< "$ready" | tail -1)/" KEY="$key" \
  CHROMIUM="$(command -v chromium)" node integration/browser/pictures.mjs integration/demo
