#!/usr/bin/env bash
# Checks the front end's JavaScript with the tools that package.json pins: Biome formats and lints,
# tsc checks the types. --write formats in place. Prints "skipped: no Node" where Node is missing,
# which is an error if CI is set.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "skipped: $1"
  [ -z "${CI:-}" ] || exit 1
  exit 0
}

command -v node >/dev/null && command -v npx >/dev/null || skip 'no Node'
pinned() { node -p "require('./package.json').devDependencies['$1']"; }
biome=@biomejs/biome@$(pinned @biomejs/biome)
typescript=typescript@$(pinned typescript)
tool() { npx --yes --loglevel=error --package="$1" -- "${@:2}"; }

tool "$biome" biome --version >/dev/null 2>&1 || skip "$biome cannot be installed"
tool "$typescript" tsc --version >/dev/null 2>&1 || skip "$typescript cannot be installed"
if [ "${1:-}" = --write ]; then
  tool "$biome" biome format --write
fi
tool "$biome" biome ci --error-on-warnings
tool "$typescript" tsc -p .
