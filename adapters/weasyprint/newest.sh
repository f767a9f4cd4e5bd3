#!/usr/bin/env bash
# Runs the adapter's tests, the tests that documents see nothing of each other, and the tests of headers with Debian 13's WeasyPrint and with
# the newest one of PyPI, each in a folder of its own.
# WEASYPRINT="weasyprint==61.2 pydyf==0.10.0" names another version.
set -euo pipefail
cd "$(dirname "$0")/../.."
/usr/bin/python3 -c 'import ensurepip' 2> /dev/null || $([ "$(id -u)" = 0 ] || echo sudo) apt-get install -q -y --no-install-recommends python3-venv
path=$PATH
test_with() { # TESTS PACKAGE...: those that are left out, and what pip is to install
  skip=$1
  shift
  folder=$PWD/bin/weasyprint/${1/==/-}
  [ -x "$folder/bin/python" ] || /usr/bin/python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --upgrade "$@"
  "$folder/bin/weasyprint" --version
  export PATH=$folder/bin:$path # services of the tests inherit nothing else
  go test -count=1 -skip "^Test($skip)" ./adapters/weasyprint
  go test -count=1 -run TestDocumentsDoNotMeet/weasyprint ./integration/security
  go test -count=1 ./integration/headerfooter
}
corrected='Flexible|Values|Variables|Anchors|PartsOfSyllables' # in older versions only
if [ -n "${WEASYPRINT:-}" ]; then
  read -ra packages <<< "$WEASYPRINT"
  test_with "$corrected" "${packages[@]}"
else
  test_with Anchors weasyprint==62.3 pydyf==0.10.0 # which takes no newer pydyf where Debian has not patched it
  test_with "$corrected" weasyprint
fi
