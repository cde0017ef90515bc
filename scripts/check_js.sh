#!/usr/bin/env bash
# Tests the front end's JavaScript by Node's own runner, and checks it with the tools that package.json
# pins: Biome formats and lints, tsc checks the types, of which none may be any. --write formats in
# place. Says what it skips where Node or a tool is missing, which is an error if CI is set.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "left out: $1"
  [ -z "${CI:-}" ] || exit 1
  exit 0
}

command -v node >/dev/null || skip 'the JavaScript tests and checks, which need Node 20 (nodejs, npm)'
if ! report=$(node --no-warnings --import ./tests/web/unit/page.js --test tests/web/unit/*.test.js 2>&1); then
  printf '%s\n' "$report"
  exit 1
fi
command -v npx >/dev/null || skip 'the JavaScript checks, which need npx (npm)'
pinned() { node -p "require('./package.json').devDependencies['$1']"; }
tools=(--package="@biomejs/biome@$(pinned @biomejs/biome)" --package="typescript@$(pinned typescript)")
with_tools() { npx --yes --loglevel=error "${tools[@]}" -- bash -euc "$1"; }

with_tools true >/dev/null 2>&1 || skip 'the JavaScript checks: Biome and TypeScript cannot be installed'
[ "${1:-}" != --write ] || with_tools 'biome format --write'
with_tools 'biome ci --colors=off --error-on-warnings; tsc -p .'
sources=(src/meldroom/web/{client,pages,parts,words}/*.js src/meldroom/games/*/web/*.js)
if grep -nE '@[a-z]+ \{([^}]|\}[^ ])*\bany\b' "${sources[@]}"; then # neither tool looks for it in JSDoc
  echo 'a type is any'
  exit 1
fi
if awk 'length > 120 { print FILENAME ":" FNR; found = 1 } END { exit !found }' \
  "${sources[@]}" src/meldroom/web/style/*.css src/meldroom/games/*/web/*.css; then
  echo 'a line has more than 120 characters' # templates and comments are not formatted
  exit 1
fi
