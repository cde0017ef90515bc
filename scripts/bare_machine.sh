#!/usr/bin/env bash
# Runs the commands of README.md on a bare machine: Debian 12 with python3 and python3-venv, nothing
# else, and a clone of the last commit. The machine is in memory and ends with this script, and so
# does everything that was started in it. It reaches the package index as this machine does.
set -euo pipefail
LIMIT=2400 # seconds, for a hang
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  echo 'left out: the bare machine: not root, or no debootstrap (Debian: apt install debootstrap)'
  exit
fi
[ "${1:-}" = inside ] ||
  exec timeout "$LIMIT" unshare --mount --pid --fork --kill-child --mount-proc "$0" inside

root=$(dirname "$(dirname "$(readlink -f "$0")")")
machine=/mnt # only for what runs in here; for all others it stays as it is
home=home/player
mount -t tmpfs -o mode=755 bare "$machine"

trap '[ $? -eq 0 ] || printf "== bare machine: FAILED after %d s\n" "$SECONDS" >&2' EXIT
step() {
  local began=$SECONDS
  printf '== bare machine: %s\n' "$1"
  "${@:2}"
  printf '== bare machine: %s passed in %d s\n' "$1" $((SECONDS - began))
}

make_machine() {
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Release: bookworm' | head -n 1) || true
  debootstrap --variant=minbase --include=python3,python3-venv bookworm "$machine" $mirror \
    >"$machine/debootstrap.out" || { tail -n 20 "$machine/debootstrap.out"; return 1; }
  mount -t proc proc "$machine/proc"
  mount -t sysfs -o ro sysfs "$machine/sys"
  mkdir -p "$machine/dev/shm" "$machine/dev/pts"
  mount -t tmpfs shm "$machine/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$machine/dev/pts"
  ln -sf pts/ptmx "$machine/dev/ptmx"
  cp /etc/hosts /etc/resolv.conf "$machine/etc"
  chroot "$machine" useradd --create-home --shell /bin/bash player
  copy_if_there /etc/ssl/certs/ca-certificates.crt etc/ssl/certs
  copy_if_there /etc/pip.conf etc
  copy_if_there "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" "$home/.config/pip"
  git clone --quiet "$root" "$machine/$home/meldroom"
  chroot "$machine" chown -R player: "/$home"
}

copy_if_there() {
  [ ! -e "$1" ] || { mkdir -p "$machine/$2" && cp -L "$1" "$machine/$2"; }
}

# Only what says how to reach the package index is taken along.
on_machine() {
  local name settings=()
  for name in $(compgen -e | grep -iE '^(pip_|uv_|ssl_cert_)|_proxy$'); do
    settings+=("$name=${!name}")
  done
  chroot --userspec=player:player "$machine" env -i -C "/$home/meldroom" "${settings[@]}" \
    "HOME=/$home" LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin bash -euc "$1"
}

# The address that the server prints must answer; then it is stopped, and ends as it should. It may
# not take port 8000: the network is not its own.
play='./play --port 0 >~/play.out 2>~/play.err & server=$!
until address=$(grep -som1 "http://[^ ]*" ~/play.out); do
  kill -0 $server || { cat ~/play.err; exit 1; }
  sleep 0.2
done
python3 -c "import urllib.request as r; assert b\"Meldroom\" in r.urlopen(\"$address\").read()"
kill $server
wait $server'

step 'debootstrap' make_machine
step './play' on_machine "$play"
step './check' on_machine ./check
