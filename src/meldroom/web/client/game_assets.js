// The games: what the server says about them, and the front-end files that each may bring.
import * as api from "/client/api.js";

/** @typedef {import("/client/protocol_types.js").Card} Card */
/** @typedef {import("/client/protocol_types.js").Option} Option */
/** @typedef {import("/client/protocol_types.js").Game} Game */
/** @typedef {import("/client/protocol_types.js").Hooks} Hooks */

/** @type {Promise<Game[]> | null} */
let gamesRequest = null;
/** @type {Map<string, Promise<Hooks>>} */
const loading = new Map();
/** @type {Map<string, Hooks>} */
const loaded = new Map();

/** All games; asked for until the server answers. @returns {Promise<Game[]>} */
export function loadGames() {
  gamesRequest ??= api.games();
  gamesRequest.catch(() => {
    gamesRequest = null;
  });
  return gamesRequest;
}

/** Put a file of SVG symbols into the page. @param {string} url @returns {Promise<void>} */
export function loadSymbols(url) {
  return new Promise((done) => {
    const request = new XMLHttpRequest(); // it gives a document; parsing text is forbidden by the page's policy
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const svg = request.responseXML?.documentElement;
      if (svg) document.getElementById("svg-symbols")?.append(document.importNode(svg, true));
      done();
    };
    request.onerror = () => done();
    request.open("GET", url);
    request.send();
  });
}

/** @type {Map<string, Promise<void>>} */
const stylesheets = new Map();

/** Load a game's style sheet, once, after those of the page, so that it wins. @param {string} url */
function loadStylesheet(url) {
  const known = stylesheets.get(url);
  if (known) return known;
  /** @type {Promise<void>} */
  const request = new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = url;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
  stylesheets.set(url, request);
  return request;
}

/**
 * Load the front-end files of a game, once; gives its hooks.
 * @param {Pick<Game, "key" | "assets">} game @returns {Promise<Hooks>}
 */
export function loadAssets(game) {
  let request = loading.get(game.key);
  if (!request) {
    request = Promise.all([
      game.assets.includes("table.js") ? import(`/games/${game.key}/table.js`) : { default: {} },
      game.assets.includes("table.css") ? loadStylesheet(`/games/${game.key}/table.css`) : null,
      game.assets.includes("faces.svg") ? loadSymbols(`/games/${game.key}/faces.svg`) : null,
    ]).then(([module]) => {
      loaded.set(game.key, module.default ?? {});
      return module.default ?? {};
    });
    loading.set(game.key, request);
  }
  return request;
}

/** Whether a game's files are loaded, so that its cards have their own faces. @param {string} key */
export const isLoaded = (key) => loaded.has(key);

/**
 * The hooks that a game's table.js exports, {} until it is loaded or if there is none.
 * @param {string} key @returns {Hooks}
 */
export const hooksOf = (key) => loaded.get(key) ?? {};
