import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = process.env.MELDROOM_WEB_FOLDER ?? new URL("../../../src/meldroom/", import.meta.url);
const FOLDERS = ["client", "parts", "pages", "words"];
const IMPORT = /^import (?:[^;]*? from )?"([^"]+)";$|\bimport\("([^"]+)"\)(?!\.)/gm;

/** Every module of the page by its address, with its text and what it imports when it is loaded and when it is needed. */
function modules() {
  const found = new Map();
  const add = (address, file) => {
    const now = [];
    const later = [];
    const text = readFileSync(new URL(file, ROOT), "utf8");
    for (const [, at, name] of text.matchAll(IMPORT)) {
      if (at) now.push(new URL(at, `http://page${address}`).pathname);
      else later.push(name);
    }
    found.set(address, { now, later, text });
  };
  for (const folder of FOLDERS) {
    for (const name of readdirSync(new URL(`web/${folder}`, ROOT))) add(`/${folder}/${name}`, `web/${folder}/${name}`);
  }
  for (const game of readdirSync(new URL("games", ROOT))) {
    const folder = new URL(`games/${game}/web`, ROOT);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of files.filter((one) => one.endsWith(".js"))) {
      add(`/games/${game}/${name}`, `games/${game}/web/${name}`);
    }
  }
  return found;
}

const MODULES = modules();

/** A ring of modules that import each other, [] if there is none. */
function ringFrom(address, path = [], done = new Set()) {
  if (path.includes(address)) return [...path.slice(path.indexOf(address)), address];
  if (done.has(address)) return [];
  for (const next of MODULES.get(address)?.now ?? []) {
    const ring = ringFrom(next, [...path, address], done);
    if (ring.length) return ring;
  }
  done.add(address);
  return [];
}

/** The imports that lead from one folder to another, with those that are loaded when they are needed. */
const leading = (from, to, except = []) =>
  [...MODULES].flatMap(([address, { now, later }]) =>
    address.startsWith(from) && !except.includes(address)
      ? [...now, ...later].filter((one) => one.startsWith(to)).map((one) => `${address} imports ${one}`)
      : [],
  );

test("no modules of the page import each other in a ring", () => {
  const done = new Set();
  for (const address of MODULES.keys()) assert.deepEqual(ringFrom(address, [], done), []);
});

test("every import of the page leads to a module that there is", () => {
  const isThere = (address) => address.startsWith("/vendor/") || MODULES.has(address);
  for (const [address, { now, later }] of MODULES) {
    assert.deepEqual(
      [...now, ...later].filter((one) => !isThere(one)),
      [],
      address,
    );
  }
});

test("parts import no pages, and words import nothing but words", () => {
  assert.deepEqual(leading("/parts/", "/pages/"), []);
  for (const folder of ["/client/", "/parts/", "/pages/"]) assert.deepEqual(leading("/words/", folder), []);
});

test("the client imports neither parts nor pages, but for the router", () => {
  assert.deepEqual(leading("/client/", "/parts/"), []);
  assert.deepEqual(leading("/client/", "/pages/", ["/client/main.js"]), []);
});

test("games import what they draw with, and no page", () => {
  assert.deepEqual(leading("/games/", "/pages/"), []);
});

test("one module alone names the browser's storage, which may be denied", () => {
  const named = [...MODULES]
    .filter(([, { text }]) => /\b(local|session)Storage\b/.test(text))
    .map(([address]) => address);
  assert.deepEqual(named, ["/client/stored.js"]);
});
