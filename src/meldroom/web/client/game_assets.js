// The games: what the server says about them, and the front-end files that each may bring.
import * as api from "/client/api.js";

/**
 * @typedef {object} Card
 * @property {string} code
 * @property {string} word its spoken name
 * @property {string} ink
 * @property {string | null} suit null for a card without suit and rank
 * @property {number | null} rank
 */
/** @typedef {{value: string | number, label: string}} OptionValue */
/**
 * @typedef {object} Option a house rule
 * @property {string} name
 * @property {string} title
 * @property {string} label what it decides
 * @property {string} note a sentence on what the second of two values changes, "" if there is none
 * @property {string} rule its number on the rules page, "" if it has none
 * @property {OptionValue[]} values the default first
 */
/**
 * @typedef {object} Game
 * @property {string} key
 * @property {string} name
 * @property {string} year
 * @property {string} about
 * @property {string} rules
 * @property {[number, number]} players
 * @property {Option[]} options
 * @property {string[]} verbs
 * @property {string[]} seated fields of actions that hold a seat
 * @property {{[verb: string]: number}} takes how many cards at most, for verbs that need cards and nothing else
 * @property {string[]} [aims] the verbs whose actions name a card in front of another player
 * @property {string[]} topped piles of which only the top card is shown
 * @property {string} race the verb of a race, "" if there is none
 * @property {string[]} assets the front-end files that it brings
 * @property {boolean} lesson
 * @property {Card[]} cards in canonical order
 */

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

/** Load a stylesheet, once; those of the games come last, so that they win. @param {string} url */
export function loadStylesheet(url) {
  const known = stylesheets.get(url);
  if (known) return known;
  /** @type {Promise<void>} */
  const request = new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = url;
    link.onload = link.onerror = () => done();
    const games = document.head.querySelector("link[href^='/games/']");
    document.head.insertBefore(link, url.startsWith("/games/") ? null : games);
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
