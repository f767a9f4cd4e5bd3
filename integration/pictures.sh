#!/usr/bin/env bash
# Compares the engines on the shipped corpus and leaves pictures of the report beside the demo's. "make pictures" runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
report=$(mktemp -d)
trap 'rm -rf "$report"' EXIT
bin/platen compare --out "$report/report" --runs 3 integration/testdata/corpus/*.json
sandbox=()
[ "$(id -u)" != 0 ] || sandbox=(--no-sandbox) # Chromium refuses to start as root with it
# picture NAME WIDTH,HEIGHT STATE: the page with that state in its address.
picture() {
  chromium-headless-shell "${sandbox[@]}" --user-data-dir="$report/profile" --hide-scrollbars --window-size="$2" \
    --virtual-time-budget=5000 --screenshot="integration/demo/$1.png" "file://$report/report/index.html#$3" 2>/dev/null
}
picture compare 1280,800 ''
picture compare-pages 1280,800 'at=email-invoice-postmark%2Fwkhtmltopdf'
