#!/usr/bin/env bash
# Runs the adapter's tests, the tests that documents see nothing of each other, and the tests of headers with the newest WeasyPrint of PyPI,
# in a folder of its own.
# WEASYPRINT=weasyprint==68.0 names another version.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$PWD/bin/weasyprint
/usr/bin/python3 -c 'import ensurepip' 2> /dev/null || $([ "$(id -u)" = 0 ] || echo sudo) apt-get install -q -y --no-install-recommends python3-venv
[ -x "$folder/bin/python" ] || /usr/bin/python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --upgrade "${WEASYPRINT:-weasyprint}"
"$folder/bin/weasyprint" --version
export PATH=$folder/bin:$PATH # services of the tests inherit nothing else
go test -count=1 -skip '^Test(Flexible|Values|Variables|Anchors)' ./adapters/weasyprint # of what is corrected in older versions only
go test -count=1 -run TestDocumentsDoNotMeet/weasyprint ./integration/security
go test -count=1 ./integration/headerfooter
