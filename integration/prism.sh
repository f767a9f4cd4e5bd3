#!/usr/bin/env bash
# Puts prism, an OpenAPI tool of another origin, as a validating proxy in front of the running service. Prism passes on every
# request, and lists in a header field what does not fit openapi.yaml: never an answer, and a request only if it is refused.
set -euo pipefail
cd "$(dirname "$0")/.."
PRISM=@stoplight/prism-cli@5.16.0
work=$(mktemp -d)
touch "$work/ready" "$work/prism"
set -m # each job is a process group of its own: npx does not end what it starts
trap 'for job in ${service:-} ${prism:-}; do kill -- "-$job" || true; done 2> /dev/null; wait 2> /dev/null; rm -rf "$work"' EXIT

export PLATEN_AUTH_KEYS=prism=a-key-for-prism PLATEN_HTTP_ADDR=127.0.0.1:0 PLATEN_ADMIN_ADDR=
bin/platen serve > "$work/ready" 2> "$work/log" &
service=$!
until grep -q http "$work/ready"; do kill -0 "$service" || { cat "$work/log"; exit 1; }; sleep 0.05; done
url=$(grep -oE 'http://[0-9.:]+' "$work/ready" | head -1)

npx --yes "$PRISM" proxy adapters/httpapi/openapi.yaml "$url" --host 127.0.0.1 --port 0 > "$work/prism" 2>&1 &
prism=$!
until grep -qE 'listening on http' "$work/prism"; do kill -0 "$prism" || { cat "$work/prism"; exit 1; }; sleep 0.1; done
proxy=$(grep -oE 'http://127.0.0.1:[0-9]+' "$work/prism" | head -1)

# try WANTED REFUSED NAME ARGUMENTS…: posts through the proxy. REFUSED is request if the request does not fit openapi.yaml.
try() {
  local wanted=$1 refused=$2 name=$3 got
  shift 3
  got=$(curl -s -D "$work/header" -o "$work/answer" -w '%{http_code}' "$proxy/api/pdf/external" "$@")
  violations=$(grep -i '^sl-violations:' "$work/header" || true)
  if [ "$got" != "$wanted" ] || grep -q '"response"' <<< "$violations" || { [ -n "$violations" ] && [ "$refused" != request ]; }; then
    echo "prism: $name: $got instead of $wanted; $violations"
    exit 1
  fi
  echo "prism: $name: $got"
}
key=(-H 'Authorization: Bearer a-key-for-prism')
json=(-H 'Content-Type: application/json')
try 200 '' 'a document' "${key[@]}" "${json[@]}" -d '{"html":"<p>{{a}}</p>","data":{"a":1},"footerHtml":"<p class=pageNumber></p>"}'
try 400 request 'blank html' "${key[@]}" "${json[@]}" -d '{"html":" "}'
try 400 request 'data that is no object' "${key[@]}" "${json[@]}" -d '{"html":"x","data":[1]}'
try 400 '' 'a header as tall as the page' "${key[@]}" "${json[@]}" -d '{"html":"x","headerHtml":"<p style=height:290mm>x</p>"}'
try 401 '' 'a wrong key' -H 'Authorization: Bearer wrong' "${json[@]}" -d '{"html":"x"}'
try 415 request 'another type' "${key[@]}" -H 'Content-Type: text/plain' -d '{"html":"x"}'
