// What the page's modules need of a browser, for Node's test runner: `node --import ./tests/web/unit/page.js --test`.
// The modules import each other by the paths at which the server serves them; a resolution hook finds the files.
import { existsSync } from "node:fs";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const WEB = process.env.MELDROOM_WEB_FOLDER ?? new URL("../../../src/meldroom/", import.meta.url).href;

/** @param {string} specifier */
function fileOf(specifier) {
  const game = /^\/games\/([^/]+)\/(.*)$/.exec(specifier);
  return new URL(game ? `games/${game[1].replaceAll("-", "_")}/web/${game[2]}` : `web${specifier}`, WEB);
}

/** The hook: Node calls it, in a thread of its own, for every import. */
export function resolve(specifier, context, next) {
  if (!specifier.startsWith("/") || existsSync(specifier)) return next(specifier, context);
  return { url: fileOf(specifier).href, format: "module", shortCircuit: true };
}

class Storage {
  #items = new Map();
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    this.#items.set(key, String(value));
  }
  clear() {
    this.#items.clear();
  }
}

/** An element that holds what lit rendered into it last, or the texts that it had. */
class Place {
  /** @type {unknown} */ shown = null;
  /** @type {string[]} */ texts = [];
  dataset = {};
  _$litPart$ = {
    _$AI: (/** @type {unknown} */ value) => {
      this.shown = value;
    },
  };
  get textContent() {
    return this.texts.at(-1) ?? "";
  }
  set textContent(text) {
    this.texts.push(text);
  }
}

/** @type {Map<string, Place>} */
const places = new Map();

function place(/** @type {string} */ id) {
  if (!places.has(id)) places.set(id, new Place());
  return /** @type {Place} */ (places.get(id));
}

if (isMainThread) {
  register(import.meta.url);
  const events = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    createTreeWalker: () => ({}),
    createComment: () => ({}),
    documentElement: new Place(),
    getElementById: place,
    querySelector: () => null,
    visibilityState: "visible",
    hidden: false,
    hasFocus: () => true,
  });
  const globals = {
    document,
    window: globalThis,
    localStorage: new Storage(),
    sessionStorage: new Storage(),
    location: { protocol: "http:", host: "localhost", pathname: "/" },
    navigator: {},
    matchMedia: () => ({ matches: false }),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    reportError: (/** @type {unknown} */ error) => {
      throw error;
    },
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** What screen readers were told since this was asked last. */
export const announced = () => place("announcer").texts.splice(0);

/** What is drawn in an element, as markup. */
export const drawnIn = (/** @type {string} */ id) => markup(place(id).shown);

/** A lit template as markup; texts are not escaped, event handlers are left out. */
export function markup(value) {
  if (Array.isArray(value)) return value.map(markup).join("");
  if (value?.strings) return value.strings.map((text, at) => text + markup(value.values[at])).join("");
  if (value?._$litDirective$) return markup(fromDirective(value.values));
  return ["string", "number"].includes(typeof value) ? String(value) : "";
}

/** The directives that the page uses have a list with its template (repeat), or a value last. */
const fromDirective = ([first, ...rest]) =>
  Array.isArray(first) && typeof rest.at(-1) === "function" ? first.map(rest.at(-1)) : (rest.at(-1) ?? first);

/** Let all promises go on that can. */
export const settled = () => new Promise((done) => setImmediate(done));
