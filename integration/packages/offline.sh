#!/usr/bin/env bash
# Runs the commands of configs/deploy/FIREWALL.md: the first part on a new Debian with this machine's network, the others on a second one
# without any route. debootstrap makes the Debian, or BASE names one that it made. Needs root, and the packages in bin/packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
# part N: the Nth block of commands of the page.
part() { awk -v wanted="$1" '/^```sh/ { n++; inside = 1; next } /^```/ { inside = 0 } inside && n == wanted' configs/deploy/FIREWALL.md; }

if [ "${1:-}" = isolated ]; then
  mount --make-rprivate /
  ip link set lo up
  mount --bind "$2" "$2"
  cd "$2"
  mount -t proc proc proc
  mount --rbind /dev dev
  mkdir -p old
  pivot_root . old
  umount -l /old
  cd /srv
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb bash -euo pipefail /root/isolated.sh
  [ "$(head -c 5 /srv/hello.pdf)" = %PDF- ]
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
if [ -n "${BASE:-}" ]; then cp -a "$BASE" "$work/isolated"; else debootstrap --variant=minbase bookworm "$work/isolated" > "$work/log"; fi
mkdir -p "$work/isolated/etc/apt"
cp -a /etc/apt/. "$work/isolated/etc/apt"
cp -a "$work/isolated" "$work/connected"
cp /etc/resolv.conf "$work/connected/etc"
mkdir -p "$work/connected/root/bin"
cp -r bin/packages "$work/connected/root/bin"
mkdir -p "$work/connected/root/configs/deploy"
cp configs/deploy/packages-recommended.txt "$work/connected/root/configs/deploy"
{ echo 'cd /root; apt-get update -qq; apt-get install -qq --yes --no-install-recommends apt-utils'; part 1; } > "$work/connected/root/connected.sh"
chroot "$work/connected" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive \
  bash -euo pipefail /root/connected.sh > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
du -sh "$work/connected/root/carry.tar" | sed 's,/.*/,,'
mv "$work/connected/root/carry.tar" "$work/isolated/srv"
{ echo 'export DEBIAN_FRONTEND=noninteractive'; part 2; part 3; } > "$work/isolated/root/isolated.sh"
unshare --mount --net --pid --fork --kill-child --mount-proc "$0" isolated "$work/isolated" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
tail -n 40 "$work/log"
echo "offline: installed, checked, and a document printed without a route"
