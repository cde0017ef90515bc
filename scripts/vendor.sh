#!/usr/bin/env bash
# Writes src/meldroom/web/vendor/noble_hashes.js and its licence: the few modules of @noble/hashes
# that the page needs, unchanged, in one file. Needs Node; the package is checked by its hash.
set -euo pipefail
version=2.4.0
sha512=5f95da5566480424fb1c76469b923b6505c3c0b1be6c65ee4ab310016fbb66f97cee1d6499cd5907555244972951fa14ac6429e05928c66e6467e32cf9a5be78
vendor=$(cd "$(dirname "$0")/.." && pwd)/src/meldroom/web/vendor
esbuild=$(cd "$vendor" && node -p "require('../../../../package.json').devDependencies.esbuild")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "@noble/hashes@$version" >/dev/null
echo "$sha512  noble-hashes-$version.tgz" | sha512sum --check --quiet
tar -xzf "noble-hashes-$version.tgz"
echo 'export { shake128 } from "./package/sha3.js";' >entry.js
npx --yes "esbuild@$esbuild" entry.js --bundle --format=esm --log-level=warning \
  --banner:js="//! @noble/hashes $version (MIT, noble_hashes.LICENSE), bundled by scripts/vendor.sh; do not edit." \
  --outfile="$vendor/noble_hashes.js"
cp package/LICENSE "$vendor/noble_hashes.LICENSE"
