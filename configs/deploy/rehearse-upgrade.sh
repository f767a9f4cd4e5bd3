#!/bin/sh
# Rehearses the upgrade of an engine on your own requests, before it is installed:
#
#   rehearse-upgrade.sh chrome,bin=/opt/chrome-156/chrome chrome,bin=/opt/chrome-157/chrome requests/*.json
#
# The two SPECs are those of "platen compare --engine". It writes OUT/rehearsal.md, which ends in "safe", "look at these" or "broken", with
# OUT/report/index.html and OUT/features.html beside it, and ends with 0 for "safe", otherwise with 3. PLATEN names the program, OUT the folder ("rehearsal").
set -eu
platen=${PLATEN:-platen} out=${OUT:-rehearsal}
[ $# -ge 3 ] || { echo "usage: $0 OLD-SPEC NEW-SPEC REQUEST.json…" >&2; exit 2; }
old=$1 new=$2
shift 2
mkdir -p "$out"

# 3 is a finding; any other failure ends the rehearsal.
findings() {
  if "$@"; then return 0; else code=$?; fi
  [ $code -eq 3 ] || { echo "$0: $2 failed" >&2; exit $code; }
  return 3
}

"$platen" features --engine "engine=$old" --json "$out/before.json" > /dev/null
lost=0 above=0
findings "$platen" features --engine "engine=$new" --baseline "$out/before.json" --out "$out/features.html" > "$out/features.txt" || lost=3
findings "$platen" compare --engine "old=$old" --engine "new=$new" --max-score 10 --markdown "$out/documents.markdown" --out "$out/report" "$@" || above=3

verdict=safe
[ $above -eq 0 ] || verdict="look at these"
if [ $lost -ne 0 ] || grep -q '"verdict": "broken"' "$out/report/report.json"; then verdict=broken; fi
{
  cat "$out/documents.markdown"
  printf '\n### Features\n\n'
  if grep -q '^!' "$out/features.txt"; then sed -n 's/^! /- /p' "$out/features.txt"; else echo "All features work as before."; fi
  printf '\n[All features](features.html)\n\n**%s**\n' "$verdict"
} > "$out/rehearsal.md"
rm "$out/before.json" "$out/documents.markdown" "$out/features.txt"
cat "$out/rehearsal.md"
[ "$verdict" = safe ] || exit 3
