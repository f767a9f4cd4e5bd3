#!/usr/bin/env bash
# Usage: PDF_URL=… PDF_API_KEY=… curl.sh request.json out.pdf
set -euo pipefail
request=$1 out=$2
part=$(mktemp "$out.XXXXXX") header=$(mktemp)
trap 'rm -f "$part" "$header"' EXIT

for attempt in 1 2 3 4 5; do
  # The key goes through a file descriptor, since other users can read the arguments of a process. curl fails by
  # itself where the body is shorter than Content-Length.
  status=$(curl --silent --show-error --max-time 120 --output "$part" --dump-header "$header" --write-out '%{http_code}' \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$PDF_API_KEY") \
    --header 'Content-Type: application/json' --header 'Prefer: handling=strict' --data-binary "@$request" "$PDF_URL/api/pdf/external")
  case $status in
    200) chmod 644 "$part"; mv "$part" "$out"; exit 0 ;;
    429|503)
      if [ "$attempt" -lt 5 ]; then
        wait=$(tr -d '\r' <"$header" | sed -n 's/^[Rr]etry-[Aa]fter: \([0-9][0-9]*\)$/\1/p')
        sleep "${wait:-1}"
        continue
      fi ;;
  esac
  echo "platen answered $status: $(cat "$part")" >&2
  exit 1
done
