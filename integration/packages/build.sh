#!/usr/bin/env bash
# Makes what is installed, of version $1, in the folder $2: a Debian package and a tarball for each processor, the list of what is in
# the program (CycloneDX), and their checksums. The same sources and version give the same bytes, wherever they are.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$1 out=$2
NFPM=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0 # later ones need modules that the module proxy does not have
export CGO_ENABLED=0 GOFLAGS="-trimpath '-gcflags=all=-dwarf=false -c=1'" TZ=UTC LC_ALL=C
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022
rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
GOBIN=$work go install "$NFPM"
go build -o "$work/sbom" ./integration/packages/sbom
tree=$(sed -n 's/^engine: //p' configs/platen.yaml) # the first choice of the engines that the package needs one of
engines=$(head -qn 1 "adapters/$tree/packages.txt" adapters/*/packages.txt | awk '!seen[$0]++') # the first package of each has its program
list() { sed 's/^/  - /' "$@"; }

for arch in amd64 arm64; do
  root=$work/platen-$version-linux-$arch
  mkdir "$root"
  GOARCH=$arch go build -buildvcs=false -ldflags "-s -w -X platen/app/command.linked=$version" -o "$root/platen" ./app/cmd/platen
  cp -r LICENSE CHANGELOG.md configs/platen.yaml configs/deploy "$root"
  "$work/sbom" "$root/platen" "$version" adapters/workbench/package-lock.json > "$out/$(basename "$root").cdx.json"
  cat > "$work/nfpm.yaml" << NFPM
name: platen
arch: $arch
version: $version
section: web
priority: optional
maintainer: Platen
description: |
  HTML templates to PDF over HTTP
  A service that turns an HTML template into a PDF, with rendering engines that can be swapped and compared.
license: MIT
mtime: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
depends:
$(list configs/deploy/packages.txt)
  - passwd
  - $(paste -sd'|' <<< "$engines" | sed 's/|/ | /g')
recommends:
$(list configs/deploy/packages-recommended.txt)
contents:
  - {src: "$root/platen", dst: /usr/bin/platen, file_info: {mode: 0755}}
  - {src: configs/deploy/systemd/platen.service, dst: /usr/lib/systemd/system/platen.service, file_info: {mode: 0644}}
  - {src: configs/platen.yaml, dst: /etc/platen/platen.yaml, type: config, file_info: {mode: 0644}}
  - {src: LICENSE, dst: /usr/share/doc/platen/copyright, file_info: {mode: 0644}}
  - {src: CHANGELOG.md, dst: /usr/share/doc/platen/CHANGELOG.md, file_info: {mode: 0644}}
  - {src: "$out/$(basename "$root").cdx.json", dst: /usr/share/doc/platen/sbom.cdx.json, file_info: {mode: 0644}}
scripts:
  postinstall: configs/deploy/debian/postinst
  preremove: configs/deploy/debian/prerm
  postremove: configs/deploy/debian/postrm
NFPM
  "$work/nfpm" package --config "$work/nfpm.yaml" --packager deb --target "$out" > /dev/null
  tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --mtime="@$SOURCE_DATE_EPOCH" -C "$work" -c "$(basename "$root")" \
    | gzip -9n > "$out/$(basename "$root").tar.gz"
done
(cd "$out" && sha256sum -- *) > "$work/SHA256SUMS"
mv "$work/SHA256SUMS" "$out"
