#!/usr/bin/env bash
# Makes the packages twice, which must be equal, and installs, starts, upgrades, downgrades, removes and purges the Debian one on a copy of
# this machine, which has the engine: an overlay of its files, in namespaces without a network. systemd is replaced by a program that
# records what it is asked for; the service is started as the unit says. Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" != inside ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  export SOURCE_DATE_EPOCH=1700000000
  integration/packages/build.sh v1.0.0 "$work/1"
  mkdir "$work/elsewhere"
  git ls-files -z | tar --null --files-from=- -c | tar -C "$work/elsewhere" -x
  "$work/elsewhere/integration/packages/build.sh" v1.0.0 "$work/again"
  cmp "$work/1/SHA256SUMS" "$work/again/SHA256SUMS"
  (cd "$work/1" && sha256sum --check --quiet SHA256SUMS)
  echo "packages: equal bytes from two folders"
  integration/packages/build.sh v1.1.0 "$work/2"
  unshare --mount --net --pid --fork --kill-child --mount-proc "$0" inside "$work"
  exit
fi

# The copy becomes the root, as Chrome's sandbox does not work in a chroot.
work=$2
mount --make-rprivate /
mkdir "$work/overlay"
mount -t tmpfs overlay "$work/overlay"
mkdir "$work"/overlay/{upper,work,root}
root=$work/overlay/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/overlay/upper,workdir=$work/overlay/work" "$root"
for folder in /proc /dev; do mount --rbind "$folder" "$root$folder"; done
mount --bind "$work" "$root/mnt"
mkdir -p "$root/old" "$root/run/systemd/system"
cd "$root"
pivot_root . old
umount -l /old
mount -t tmpfs -o mode=1777 tmpfs /tmp
work=/mnt
ip link set lo up
rm -f /usr/bin/systemctl /bin/systemctl
printf '#!/bin/sh\necho "$*" >> /mnt/systemctl\n' > /usr/bin/systemctl
chmod +x /usr/bin/systemctl
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TMPDIR=/tmp

# step NAME COMMAND…: the command succeeds.
step() {
  local name=$1
  shift
  "$@" > "$work/said" 2>&1 || { echo "packages: $name: failed"; cat "$work/said"; exit 1; }
  echo "packages: $name"
}
fails() { ! "$@"; }
asked() { grep -qx "$1" /mnt/systemctl; }
# as_unit COMMAND…: with the user and the environment of the unit.
unit=/usr/lib/systemd/system/platen.service
as_unit() {
  local environment
  mapfile -t environment < <(sed -n 's/^Environment=//p' "$unit")
  runuser -u "$(sed -n 's/^User=//p' "$unit")" -- env -i PATH="$PATH" "${environment[@]}" "$@"
}
# serves VERSION: a document comes out of the service, and it ends when it is told to. Bash does not end a step at its first failure.
serves() {
  local start ready
  read -ra start < <(sed -n 's/^ExecStart=//p' "$unit")
  exec 3< <(as_unit "${start[@]}" 2> "$work/log")
  read -r -t 60 ready <&3 && [[ $ready == "platen $1 is ready"* ]] || { echo "$ready"; cat "$work/log"; return 1; }
  as_unit platen health --config /etc/platen/platen.yaml \
    && curl -sS --fail-with-body http://127.0.0.1:8080/api/pdf/external -H "Authorization: Bearer $key" \
      -H 'Content-Type: application/json' -d '{"html": "<p>Hello</p>"}' -o /tmp/hello.pdf \
    && [ "$(head -c 5 /tmp/hello.pdf)" = %PDF- ] && pkill -TERM -x platen || return 1
  while read -r _ <&3; do :; done # until it has ended
}
# has MODE OWNER FILE
has() { [ "$(stat -c '%a %U:%G' "$3")" = "$1 $2" ] || { stat "$3"; return 1; }; }

step 'install' dpkg -i /mnt/1/*_amd64.deb
grep -q 'platen keys new' "$work/said"
step 'enabled, and not started without a key' asked 'enable platen.service'
step 'modes' has 640 root:platen /etc/platen/keys.yaml
step 'settings' has 644 root:root /etc/platen/platen.yaml
step 'no service without a key' fails as_unit platen serve --config /etc/platen/platen.yaml
key=$(platen keys new billing 2>&1 >> /etc/platen/keys.yaml | grep -oE '[A-Za-z0-9_-]{20,}' | head -1)
step 'doctor' as_unit platen doctor --config /etc/platen/platen.yaml
step 'start' serves v1.0.0
echo 'render: {queue: 7}' > /etc/platen/platen.yaml
step 'upgrade' dpkg -i --force-confold /mnt/2/*_amd64.deb
step 'restarted' asked 'try-restart platen.service'
step 'settings are kept' grep -q 'queue: 7' /etc/platen/platen.yaml
step 'start of the new version' serves v1.1.0
echo 'later: {key: 1}' > /etc/platen/platen.yaml
step 'a key of a later version' fails as_unit platen doctor --config /etc/platen/platen.yaml
grep -q 'platen.yaml:1: unknown key later' "$work/said" || { cat "$work/said"; exit 1; }
echo 'render: {queue: 7}' > /etc/platen/platen.yaml
step 'downgrade' dpkg -i --force-confold /mnt/1/*_amd64.deb
step 'start of the old version' serves v1.0.0
step 'remove' dpkg -r platen
step 'stopped' asked 'disable --now platen.service'
step 'keys are kept' has 640 root:platen /etc/platen/keys.yaml
step 'no program' fails test -e /usr/bin/platen
step 'purge' dpkg -P platen
step 'no files' fails test -e /etc/platen
step 'no user' fails getent passwd platen
