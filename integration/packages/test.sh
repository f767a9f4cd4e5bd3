#!/usr/bin/env bash
# Makes the packages twice, which must be equal, and installs, starts, kills, upgrades, downgrades, removes and purges the Debian one on a
# copy of this machine, which has the engine: an overlay of its files, in namespaces without a network, whose first process is systemd.
# Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."
case ${1:-} in
"")
  # systemd writes below the group of processes that it is started in.
  groups=$(findmnt -t cgroup2 -n -o TARGET | head -1) || true
  [ -n "$groups" ] || { echo "packages: systemd needs control groups, and no cgroup2 is mounted here, as in a chroot"; exit 1; }
  group=$groups$(sed -n 's/^0:://p' /proc/self/cgroup)/platen-packages-$$
  work=$(mktemp -d)
  trap 'rm -rf "$work"; [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} +' EXIT
  export SOURCE_DATE_EPOCH=1700000000
  integration/packages/build.sh v1.0.0 "$work/1"
  mkdir "$work/elsewhere"
  git ls-files -z | tar --null --files-from=- -c | tar -C "$work/elsewhere" -x
  "$work/elsewhere/integration/packages/build.sh" v1.0.0 "$work/again"
  cmp "$work/1/SHA256SUMS" "$work/again/SHA256SUMS"
  (cd "$work/1" && sha256sum --check --quiet SHA256SUMS)
  echo "packages: equal bytes from two folders"
  integration/packages/build.sh v1.1.0 "$work/2"
  mkdir "$group"
  (echo "$BASHPID" > "$group/cgroup.procs" && exec unshare --mount --net --pid --ipc --cgroup --fork --kill-child "$0" copy "$work") || failed=$?
  cat "$work/out"
  exit "${failed:-0}"
  ;;
copy) # The copy becomes the root, as Chrome's sandbox does not work in a chroot.
  work=$2
  mount --make-rprivate /
  mkdir "$work/overlay"
  mount -t tmpfs overlay "$work/overlay"
  mkdir "$work"/overlay/{upper,work,root}
  root=$work/overlay/root
  mount -t overlay overlay -o "lowerdir=/,upperdir=$work/overlay/upper,workdir=$work/overlay/work" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  for folder in run tmp; do mount -t tmpfs tmpfs "$root/$folder"; done
  mount --bind "$work" "$root/mnt"
  : > "$root/etc/fstab" # nothing of the machine's is mounted or started
  rm -rf "$root"/etc/systemd/system/*.{wants,requires}
  cat > "$root/etc/systemd/system/packages.service" << 'UNIT'
[Unit]
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
TimeoutStartSec=5min
ExecStart=/mnt/elsewhere/integration/packages/test.sh inside
StandardOutput=file:/mnt/out
StandardError=inherit
UNIT
  cd "$root"
  mkdir -p old
  pivot_root . old
  umount -l /old
  ip link set lo up
  exec env -i container=other /lib/systemd/systemd --unit=packages.service --show-status=false > /dev/null 2>&1
  ;;
esac

export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
# step NAME COMMAND…: the command succeeds.
step() {
  local name=$1
  shift
  "$@" > /tmp/said 2>&1 || { echo "packages: $name: failed"; cat /tmp/said; journalctl -u platen -n 20 -o cat; exit 1; }
  echo "packages: $name"
}
fails() { ! "$@"; }
# has MODE OWNER FILE
has() { [ "$(stat -c '%a %U:%G' "$3")" = "$1 $2" ] || { stat "$3"; return 1; }; }
# checks: what doctor says with the user and the settings of the unit.
checks() { runuser -u platen -- env PLATEN_AUTH_KEYS_FILE=/etc/platen/keys.yaml platen doctor --config /etc/platen/platen.yaml; }
# serves VERSION: a document comes out of the service, which may still have to start.
serves() {
  curl -sS --fail-with-body --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:8080/api/pdf/external -H "Authorization: Bearer $key" \
    -H 'Content-Type: application/json' -d '{"html": "<p>Hello</p>"}' -o /tmp/hello.pdf \
    && [ "$(head -c 5 /tmp/hello.pdf)" = %PDF- ] && platen health && curl -sS http://127.0.0.1:9090/version | grep "\"$1\""
}
dies() {
  local process
  process=$(systemctl show -P MainPID platen)
  kill -KILL "$process" && tail --pid="$process" -f /dev/null
}

step 'install' dpkg -i /mnt/1/*_amd64.deb
grep -q 'platen keys new' /tmp/said
step 'enabled' systemctl is-enabled platen
step 'not started without a key' fails systemctl is-active platen
step 'modes' has 640 root:platen /etc/platen/keys.yaml
step 'settings' has 644 root:root /etc/platen/platen.yaml
step 'no service without a key' fails systemctl start platen
key=$(platen keys new billing 2>&1 >> /etc/platen/keys.yaml | tail -1)
systemctl stop platen
step 'doctor' checks
step 'start' systemctl start platen
step 'a document' serves v1.0.0
step 'a crash' dies
step 'a document after the crash' serves v1.0.0
step 'started again once' systemctl show -P NRestarts platen
grep -qx 1 /tmp/said
echo 'render: {queue: 7}' > /etc/platen/platen.yaml
step 'upgrade' dpkg -i --force-confold /mnt/2/*_amd64.deb
step 'restarted' serves v1.1.0
step 'settings are kept' grep -q 'queue: 7' /etc/platen/platen.yaml
echo 'shadow: {engine: weasyprint, dir: /var/lib/platen/shadow}' > /etc/platen/platen.yaml
step 'restart with a shadow' systemctl restart platen
echo 'later: {key: 1}' > /etc/platen/platen.yaml
step 'a key of a later version' fails checks
grep -q 'platen.yaml:1: unknown key later' /tmp/said || { cat /tmp/said; exit 1; }
echo 'render: {queue: 7}' > /etc/platen/platen.yaml
step 'downgrade' dpkg -i --force-confold /mnt/1/*_amd64.deb
step 'the old version' serves v1.0.0
for engine in wkhtmltopdf weasyprint; do
  echo "PLATEN_ENGINE=$engine" > /etc/platen/environment
  step "restart with $engine" systemctl restart platen
  step "a document of $engine" serves v1.0.0
done
step 'remove' dpkg -r platen
step 'stopped' fails systemctl is-active platen
step 'keys are kept' has 640 root:platen /etc/platen/keys.yaml
step 'no program' fails test -e /usr/bin/platen
step 'purge' dpkg -P platen
step 'no files' fails ls -d /etc/platen /var/lib/platen
step 'no user' fails getent passwd platen
