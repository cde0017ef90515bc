// The games of the room: what the server tells of them, and the dress that each brings along.
import * as api from "/client/api.js";

/** @typedef {{code: string, word: string, ink: string}} Card */
/** @typedef {{key: string, name: string, year: string, about: string, rules: string, players: [number, number], options: Record<string, (string|number)[]>, verbs: string[], seated: string[], topped: string[], race: string, dress: string[], lesson: boolean, cards: Card[]}} Game */

/** @type {Promise<Game[]> | null} */
let asked = null;
/** @type {Map<string, Promise<any>>} */
const dressed = new Map();
/** @type {Map<string, any>} */
const ready = new Map();

/** All games. @returns {Promise<Game[]>} */
export const all = () => (asked ??= api.games());

/** Put a file of symbols into the page. @param {string} address @returns {Promise<void>} */
export function hang(address) {
  return new Promise((done) => {
    const request = new XMLHttpRequest(); // gives a document; parsing text would need a policy
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const svg = request.responseXML?.documentElement;
      if (svg) document.getElementById("signs")?.append(document.importNode(svg, true));
      done();
    };
    request.onerror = () => done();
    request.open("GET", address);
    request.send();
  });
}

/** @param {string} href @returns {Promise<void>} */
export function wear(href) {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

/** Fetch what a game lies out for its table, once. @param {Pick<Game, "key" | "dress">} game @returns {Promise<any>} */
export function dress(game) {
  let worn = dressed.get(game.key);
  if (!worn) {
    worn = Promise.all([
      game.dress.includes("table.js") ? import(`/games/${game.key}/table.js`) : { default: {} },
      game.dress.includes("table.css") ? wear(`/games/${game.key}/table.css`) : null,
      game.dress.includes("faces.svg") ? hang(`/games/${game.key}/faces.svg`) : null,
    ]).then(([module]) => {
      ready.set(game.key, module.default ?? {});
      return module.default ?? {};
    });
    dressed.set(game.key, worn);
  }
  return worn;
}

/** What a game's table.js gave, {} before it came or if there is none. @param {string} key @returns {any} */
export const dressOf = (key) => ready.get(key) ?? {};
