# shellcheck shell=bash
# Sourced by ./play, ./check and the Makefile. `set_up run` makes sure that .venv has the pinned
# packages and the `meldroom` command; `set_up dev` adds the packages for development.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
venv=$root/.venv

set_up() {
  ready "$1" || (
    # Two concurrent starts take turns, and the second finds the work done. Some systems lack flock.
    exec 9<"$root/scripts/setup.sh"
    if command -v flock >/dev/null; then flock 9; fi
    ready "$1" || install_pins "$1"
  ) </dev/null || return
  build_twins
}

# The compiled twins, if there is a C++ compiler; without them everything is only slower.
build_twins() {
  "$venv/bin/python" -IS "$root/src/meldroom/fast/build.py" </dev/null || true
}

# The stamp is written last, so an interrupted installation never counts as ready.
ready() {
  local now
  now=$(fingerprint "$1") && [ "$now" = "$(cat "$venv/.ready-$1" 2>/dev/null)" ]
}

# A checksum of all that an environment depends on: its Python, its location, and the pins.
fingerprint() {
  local python
  python=$("$venv/bin/python" -ISc 'import sys; print(sys.version_info[:2])' 2>/dev/null) || return
  {
    printf '%s %s\n' "$python" "$root"
    cat "$root/pyproject.toml" "$root/requirements/$1.txt" "$root/scripts/setup.sh"
  } | cksum
}

install_pins() {
  local total uv pins=$root/requirements/$1.txt
  total=$(grep -c '==' "$pins")
  printf 'Setting up .venv: up to %d packages (only once) ...\n' "$total" >&2
  PATH=${PATH//"$venv/bin:"/} # the new .venv must not be made from an activated old one
  if command -v uv >/dev/null; then
    intact meldroom || make_venv_with_uv
  else
    intact meldroom, pip || make_venv
  fi
  rm -f "$venv"/.ready-* "$venv/setup.log"
  build_twins &
  { find_uv && install_with "$uv" pip install --python "$venv/bin/python"; } ||
    install_with "${PIP[@]}" install --progress-bar off --no-compile ||
    fail_to_set_up
  wait
  printf 'Setting up .venv: done\n' >&2
  fingerprint run >"$venv/.ready-run"
  fingerprint "$1" >"$venv/.ready-$1"
}

PIP=("$venv/bin/python" -Im pip --disable-pip-version-check --no-input)
WHEELS=(--require-hashes --only-binary :all:) # to build one would fetch unpinned build tools

# Without uv install it by pip: it fetches packages side by side, in a quarter of the time. It reads
# no settings of pip, and some systems have no uv; then pip has to do.
find_uv() {
  uv=$(command -v uv) && return
  uv=$venv/bin/uv
  export UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-$(setting_of_pip index-url)}
  export SSL_CERT_FILE=${SSL_CERT_FILE:-$(setting_of_pip cert)}
  "${PIP[@]}" install "${WHEELS[@]}" -r "$root/requirements/uv.txt" &>>"$venv/setup.log"
}

setting_of_pip() {
  "${PIP[@]}" config list 2>/dev/null | sed -n "s/.*\.$1='\(.*\)'$/\1/p" | head -n 1
}

# Show how far pip or uv is instead of all that it says.
install_with() {
  {
    "$@" --no-deps "${WHEELS[@]}" -r "$pins" &&
      "$@" --no-deps --no-index --no-build-isolation -e "$root"
  } 2>&1 | tee -a "$venv/setup.log" | show_progress >&2
  return "${PIPESTATUS[0]}"
}

fail_to_set_up() {
  grep -vE '^(WARNING|Looking|Ignoring|Collecting|Processing|Requirement|Resolved)|^ *(Downloading|Using)' \
    "$venv/setup.log" | tail -n 20 >&2
  give_up "Setup failed: the package index must be reachable. The next start tries again."
}

# pip names each package as it fetches it, and those for other systems, which it ignores; uv names
# the large ones.
show_progress() {
  local line fetched=0
  while IFS= read -r line; do
    case $line in
      Ignoring*) total=$((total - 1)) ;;
      Collecting* | 'Requirement already satisfied'*)
        fetched=$((fetched + 1))
        [ $((fetched % 10)) -ne 0 ] || printf '  %d of %d packages\n' "$fetched" "$total"
        ;;
      Downloading* | Resolved*packages* | Prepared*packages*) printf '  %s\n' "$line" ;;
      'Installing collected packages'*) [ "$fetched" -eq 0 ] || printf '  installing\n'; fetched=0 ;;
    esac
  done
}

# A complete environment is updated in place, also while a server runs; an incomplete one is made
# anew.
intact() {
  compgen -G "$venv/.ready-*" >/dev/null && "$venv/bin/python" -Ic "import $*" 2>/dev/null
}

make_venv() {
  local python
  if ! python=$(find_python ensurepip); then
    python=$(find_python sys) || give_up "Meldroom needs Python 3.11 or newer; none was found."
    give_up "$python cannot make virtual environments: install its venv package" \
      "(Debian, Ubuntu: sudo apt install $("$python" -c \
        'import sys; print("python%d.%d-venv" % sys.version_info[:2])'))."
  fi
  rm -rf "$venv"
  "$python" -m venv "$venv"
}

make_venv_with_uv() {
  local python
  python=$(find_python sys) || python='>=3.11' # uv may find one that is not on the PATH
  rm -rf "$venv"
  uv venv --quiet --no-python-downloads --python "$python" "$venv"
}

# Print the first Python that is new enough and has the module $1. Each one is run, not only looked
# up: pyenv puts shims on the PATH for versions that are not installed.
find_python() {
  local name
  for name in python3.13 python3.12 python3.11 python3; do
    "$name" -c "import sys, $1; sys.version_info >= (3, 11) or sys.exit(1); print(sys.executable)" \
      2>/dev/null && return
  done
  return 1
}

give_up() {
  printf '%s\n' "$*" >&2
  exit 2
}
